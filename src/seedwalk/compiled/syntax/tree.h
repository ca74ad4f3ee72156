/* A file's syntax as one array: the nodes that show, in the order of a walk, parents before children. */
#ifndef SEEDWALK_TREE_H
#define SEEDWALK_TREE_H

#include "grammar.h"
#include "quick.h"

typedef struct {
    uint32_t start, end; /* bytes */
    uint32_t parent;     /* by number; the root's is its own, 0 */
    uint32_t behind;     /* the number behind its last descendant: its next sibling, unless its parent ends there */
    uint16_t symbol;     /* as the grammar numbers it in public: aliases and public symbols applied */
    uint16_t field;      /* what its parent calls it; 0: nothing */
    bool extra;          /* may stand anywhere, such as a comment */
    bool missing;        /* tree-sitter put it in, to go on */
    bool erring;         /* it has an error in it, or is one */
    bool unsure;         /* its parent may call it what it calls the nodes beside it: an extra of a tree that was copied */
} TreeNode;

/* The symbol of what is an error: a grammar's 0 is the end of the text, which is no node of a tree. */
enum { ERRING = 0 };

typedef struct {
    PyObject_HEAD
    PyObject *source;       /* bytes */
    PyObject *owner;        /* keeps the grammar alive */
    const Grammar *grammar;
    TreeNode *nodes;
    uint32_t count;
    uint32_t *lines, line_count; /* where lines begin; made when first asked for */
} Tree;

extern PyTypeObject TreeType, NodeType, SyntaxType;

/* The grammar in a capsule; NULL, with an exception, where it is none that is known here. */
const Grammar *grammar_of(PyObject *language);
/* A tree without nodes yet. */
Tree *tree_new(PyObject *source, PyObject *owner, const Grammar *grammar);
/* Gives a tree its nodes; false with an exception. */
bool tree_fill(Tree *tree, const Row *nodes);
/* Puts all nodes of a tree of tree-sitter's into a row; false with an exception. */
bool copy_nodes(PyObject *root, const Tree *tree, Row *nodes);

#endif
