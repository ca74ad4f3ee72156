/* The matches of a file's query, read in order; `extract/matches.py` says how. */
#ifndef SEEDWALK_MATCHES_H
#define SEEDWALK_MATCHES_H

#include "nodes.h"
#include "references.h"

#define LONGEST 4000u      /* MAX_NESTED: longer expressions are not taken apart */
#define LONGEST_CHAIN 480u /* MAX_EXPRESSION */

/* The chain of an expression in ASCII, and its length; -1 for one that is not plainly written, which Python tells. */
int written_chain(const char *text, size_t length, char out[LONGEST_CHAIN]);
/* chain(text, otherwise): the chain of an expression; `otherwise` makes those that are not plainly written. */
PyObject *plain_chain(PyObject *module, PyObject *const *given, Py_ssize_t count);
/* The text of an expression as a chain, kept in a dict by its bytes; a new reference, or NULL with an exception. */
PyObject *chain_of(PyObject *chains, PyObject *chain, const char *text, size_t length);
PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
