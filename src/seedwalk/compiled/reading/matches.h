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
/* Texts of a file and what they became. */
typedef struct {
    Table texts;
    Row found; /* PyObject *, by the number of its text */
} Known;
bool known_start(Known *known);
void known_free(Known *known);
/* What a text became, borrowed; NULL where it was not met yet. */
PyObject *known_find(const Known *known, const char *text, size_t length, uint32_t hash);
/* Keeps what a text became, which is handed back; NULL with an exception, and then it is let go of. */
PyObject *known_add(Known *known, const char *text, size_t length, uint32_t hash, PyObject *found);
/* The text of an expression as a chain; a new reference, or NULL with an exception. */
PyObject *chain_of(Known *chains, PyObject *chain, const char *text, size_t length);
PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count);

enum { MOST_NAMES = 256 };

typedef struct {
    const char *source;
    size_t length;
    PyObject *codes, *take;
    PyObject *kept, *bindings, *imports, *blocks, *arguments; /* `Into` of extract/matches.py */
    PyObject *chain, *typed, *shaped, *values, *block;        /* `Asked` */
    int unnamed;
    Known chains, types, shapes;
    uint32_t line, counted; /* how many lines end before this place */
    Definitions definitions;
    Row references, captured;
    PyObject *known; /* by name, the number of what it means */
    Sense senses[MOST_NAMES];
} Reader;

/* From the six arguments behind what is read. */
bool reader_open(Reader *r, PyObject *const *given);
void reader_close(Reader *r);
/* Makes the names that all readers give. */
bool name_plain(void);
/* What a name of captures means; NULL with an exception. */
const Sense *sense_of(Reader *r, PyObject *name);
/* Reads a match that says something plain but of a definition. */
Outcome read_plain(Reader *r, const Found *found);
/* Reads a match that says something plain. */
Outcome read_found(Reader *r, const Found *found);

#endif
