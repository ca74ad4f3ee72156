/* The references of a file; `extract/references.py` says what they are. */
#ifndef SEEDWALK_REFERENCES_H
#define SEEDWALK_REFERENCES_H

#include "quick.h"

typedef struct {
    uint32_t start, end, code;
} Reference;

PyObject *columns(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
