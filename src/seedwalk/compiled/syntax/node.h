/* Nodes of a tree of our own, as Python sees them: the attributes of tree-sitter's that are asked for. */
#ifndef SEEDWALK_NODE_H
#define SEEDWALK_NODE_H

#include "tree.h"

typedef struct {
    PyObject_HEAD
    Tree *tree;
    uint32_t number;
} Node;

/* How many symbols nodes may have: those of rules, and names that only aliases give. */
static inline uint32_t all_symbols(const Grammar *grammar) { return grammar->symbols + grammar->aliases; }
PyObject *new_node(Tree *tree, uint32_t number);
/* The first child that its parent calls so; 0 where there is none. */
uint32_t child_by_field(const Tree *tree, uint32_t number, uint16_t field);
/* A field's number in a grammar; 0 where it has none of that name. */
uint16_t field_named(const Grammar *grammar, const char *name);
/* Where lines begin, made when first asked for. */
bool find_lines(Tree *tree);

#endif
