/* Nodes of a tree by their public attributes, and the definitions that matches tell of. */
#ifndef SEEDWALK_NODES_H
#define SEEDWALK_NODES_H

#include "found.h"

/* What can be said of a match: it was read, it is not for us, or an exception ends all. */
typedef enum { READ, OTHER, FAILED } Outcome;

bool name_nodes(void);
/* A node's first byte, and the one behind its last. */
bool node_span(PyObject *node, uint32_t *start, uint32_t *end);
/* Where a node's body begins, or the node ends where it has none. */
bool body_start(const Found *found, const Captured *captured, uint32_t *start);

/* `Defining` of extract/matches.py. */
typedef struct {
    PyObject *kinds, *known, *found, *start, *made;
} Definitions;

bool definitions_open(Definitions *definitions, PyObject *defining);
Outcome define(Definitions *d, const Found *found, const char *source, size_t length);

#endif
