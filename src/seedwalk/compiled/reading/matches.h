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

enum { MOST_NAMES = 256 };

typedef struct {
    const char *source;
    size_t length;
    PyObject *codes, *kept, *chains, *chain, *bindings, *take; /* see `extract/matches.py` */
    Definitions definitions;
    Row references, captured;
    PyObject *known; /* by name, the number of what it means */
    Sense senses[MOST_NAMES];
} Reader;

/* From the eight arguments behind what is read. */
bool reader_open(Reader *r, PyObject *const *given);
void reader_close(Reader *r);
/* What a name of captures means; NULL with an exception. */
const Sense *sense_of(Reader *r, PyObject *name);
/* Reads a match that says something plain. */
Outcome read_found(Reader *r, const Found *found);

#endif
