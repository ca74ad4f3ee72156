/* Nodes of a tree by their public attributes, and the definitions that matches tell of. */
#ifndef SEEDWALK_NODES_H
#define SEEDWALK_NODES_H

#include "quick.h"

/* What can be said of a match: it was read, it is not for us, or an exception ends all. */
typedef enum { READ, OTHER, FAILED } Outcome;

bool name_nodes(void);
bool name_definitions(void);
/* A node's first byte, and the one behind its last. */
bool node_span(PyObject *node, uint32_t *start, uint32_t *end);
/* Where the node of a field begins, `otherwise` where a node has none. */
bool field_start(PyObject *node, PyObject *field, uint32_t otherwise, uint32_t *start);

/* `Defining` of extract/matches.py. */
typedef struct {
    PyObject *kinds, *known, *found, *start, *made;
} Definitions;

bool definitions_open(Definitions *definitions, PyObject *defining);
Outcome define(Definitions *d, PyObject *pattern, PyObject *captured, const char *source, size_t length);

#endif
