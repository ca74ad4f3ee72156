/* What a match found, whoever found it: what each capture means, and where its node lies. */
#ifndef SEEDWALK_FOUND_H
#define SEEDWALK_FOUND_H

#include "node.h"

typedef enum {
    OF_NO_USE, UNSEEN, REFERS, ENDS_IT, HAS_ARGUMENTS, IS_KEPT, BINDS, IS_VALUE, IS_TYPE, HOLDS_IN, IS_RETURNED, IS_GIVEN,
    IS_BLOCK, IN_BLOCK, DEFINES, NAMES_IT, HAS_BODY, HAS_PARAMS, IN_TYPE, OWNS,
    IMPORT_ALIAS, IMPORT_MODULE, IMPORT_NAME, IMPORT_REEXPORT, IMPORT_WILDCARD, /* in the order of their names */
} Role;

/* What a name that queries capture under means. */
typedef struct {
    Role role;
    uint32_t code;  /* of a reference */
    PyObject *told; /* the list that keeps its nodes, the kind it defines, what stands before a value */
} Sense;

typedef struct {
    const Sense *sense; /* one for all captures of a name */
    uint32_t start, end, number;
    PyObject *node; /* of tree-sitter; NULL: a number in a tree of our own */
} Captured;

typedef struct {
    PyObject *pattern;
    const Captured *all;
    uint32_t count, names; /* captures, and under how many names */
    Tree *tree;            /* NULL: nodes are tree-sitter's */
    uint16_t body;         /* the field of a body in its grammar */
} Found;

/* The first capture that means this; NULL where there is none. */
static inline const Captured *first_of(const Found *found, Role role) {
    for (uint32_t place = 0; place < found->count; place++)
        if (found->all[place].sense->role == role) return found->all + place;
    return NULL;
}

/* A captured node as Python sees it; a new reference. */
static inline PyObject *node_of(const Found *found, const Captured *captured) {
    return captured->node != NULL ? Py_NewRef(captured->node) : new_node(found->tree, captured->number);
}

#endif
