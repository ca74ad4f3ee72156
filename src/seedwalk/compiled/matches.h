/* The matches of a file's query, read in order; `extract/matches.py` says how. */
#ifndef SEEDWALK_MATCHES_H
#define SEEDWALK_MATCHES_H

#include "references.h"

#define LONGEST 4000u      /* MAX_NESTED: longer expressions are not taken apart */
#define LONGEST_CHAIN 480u /* MAX_EXPRESSION */

/* Whether a text is a chain as it stands: names and dots. */
bool is_plain_chain(const char *text, size_t length);
/* The text of an expression as a chain, kept in a dict by its bytes; a new reference, or NULL with an exception. */
PyObject *chain_of(PyObject *chains, PyObject *chain, const char *text, size_t length);
PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
