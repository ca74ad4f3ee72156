/* The references of a file; `extract/references.py` says what they are. */
#ifndef SEEDWALK_REFERENCES_H
#define SEEDWALK_REFERENCES_H

#include "quick.h"

typedef struct {
    uint32_t start, end, code;
} Reference;

/* A node's first byte, and the one behind its last. */
bool node_span(PyObject *node, uint32_t *start, uint32_t *end);
PyObject *plain_references(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *columns(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
