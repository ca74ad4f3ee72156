/* Symbols and bindings as the rows that are stored; `extract/bindings.py`, `graph/outline.py` and `indexing/reading.py`
 * say what they hold. */
#ifndef SEEDWALK_TELLING_H
#define SEEDWALK_TELLING_H

#include "placing.h"

PyObject *outlined(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *stored(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *bindings(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
