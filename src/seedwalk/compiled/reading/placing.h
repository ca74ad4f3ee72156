/* Where definitions stand: in each other, and in their file; `extract/definitions.py` and `places.py` say how. */
#ifndef SEEDWALK_PLACING_H
#define SEEDWALK_PLACING_H

#include "objects.h"

PyObject *place(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *own_text(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *scope_bounds(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *line_bounds(PyObject *module, PyObject *source);
PyObject *looked_up(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *named_texts(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *rows_about(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *reference_rows(PyObject *module, PyObject *const *given, Py_ssize_t count);

#define ROW_BYTES 17 /* REFERENCE: a byte, and four numbers of four bytes, the low one first */

/* Bounds in order, with what begins at each; without values, how many bounds there are up to it. */
typedef struct {
    const int64_t *bounds, *values;
    Py_ssize_t count;
} Steps;

/* Bytes of whole numbers of eight bytes, the first of them 0; false with an exception. */
bool steps_open(Steps *steps, PyObject *bounds, PyObject *values);
int64_t step_at(const Steps *steps, int64_t place);

#endif
