/* Leaves of linking: what is asked for every name, by graph/. */
#ifndef SEEDWALK_LINKING_H
#define SEEDWALK_LINKING_H

#include "quick.h"

/* Makes the names of attributes that are asked for. */
bool name_slots(void);

PyObject *trace_keys(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *bound_by_scope(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *by_name(PyObject *module, PyObject *bound);
PyObject *by_last_name(PyObject *module, PyObject *names);
PyObject *plain_steps(PyObject *module, PyObject *text);
PyObject *sought(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
