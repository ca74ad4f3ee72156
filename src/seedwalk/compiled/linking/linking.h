/* Leaves of linking: what is asked for every name, by graph/. */
#ifndef SEEDWALK_LINKING_H
#define SEEDWALK_LINKING_H

#include "quick.h"

/* Makes the names of attributes that are asked for. */
bool name_slots(void);

/* The check of a text as zlib counts it; and of some more of it, behind what is `left` of the beginning. */
uint32_t check_of(const Py_UCS1 *text, Py_ssize_t length);
uint32_t check_more(uint32_t left, const Py_UCS1 *text, Py_ssize_t length);
/* holder.name, both ASCII. */
PyObject *qualified_name(PyObject *holder, PyObject *name);

/* Spelled of chains that were met. */
typedef struct {
    Table texts;
    Row made; /* held, by their numbers there */
} Spelled;

void steps_free(Spelled *steps);
/* The steps of a text, as plain_steps gives them, from among these. */
PyObject *steps_among(Spelled *steps, PyObject *text);

/* Every key in a trace and in the answers it holds, as 64-bit numbers, some more than once. */
bool all_keys(PyObject *trace, PyObject *answer_type, Row *keys);

PyObject *trace_keys(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *bound_by_scope(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *by_name(PyObject *module, PyObject *bound);
PyObject *by_last_name(PyObject *module, PyObject *names);
PyObject *plain_steps(PyObject *module, PyObject *text);
PyObject *sought(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
