/* Sums by row, for answers; `graph/sparse.py`, `store/postings.py`, `seeds/lexical.py` and `seeds/history.py` say what they are. */
#ifndef SEEDWALK_ADDING_H
#define SEEDWALK_ADDING_H

#include "quick.h"

PyObject *give(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *by_row(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *weigh(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *in_files(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *mix(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *add(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *highest(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *fall(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *tell(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
