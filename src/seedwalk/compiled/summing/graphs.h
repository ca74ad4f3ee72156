/* Steps of making the whole graph; `graph/arrays.py`, `graph/ties.py`, `indexing/graphing.py` and `store/files.py` say what
 * they give. */
#ifndef SEEDWALK_GRAPHS_H
#define SEEDWALK_GRAPHS_H

#include "quick.h"

/* locate(ids, wanted, found, ordered) */
PyObject *locate(PyObject *module, PyObject *const *given, Py_ssize_t count);
/* tie(sources, targets, sorts, marks, size) */
PyObject *tie(PyObject *module, PyObject *const *given, Py_ssize_t count);
/* nodes_of(rows, shift) */
PyObject *nodes_of(PyObject *module, PyObject *const *given, Py_ssize_t count);
/* add_names(names, rows) */
PyObject *add_names(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* A slot for a number among `places`, a power of two: its upper bits, once they depend on all of it. */
static inline size_t slot_of(uint64_t number, size_t places) {
    number = (number ^ number >> 32) * 0x9E3779B97F4A7C15u;
    return (size_t)(number >> 32) & (places - 1);
}

#endif
