/* A tree of tree-sitter's as an array of our own, by a walk with its public cursor: trees with errors are read so. */
#include "objects.h"
#include "tree.h"

enum { CURSOR_ERROR = UINT16_MAX };

typedef struct {
    PyObject *cursor;
    const Tree *tree; /* which is to have the nodes */
    Row *nodes;
} Copying;

static TreeNode *copied(const Copying *c, uint32_t number) { return (TreeNode *)c->nodes->at + number; }

/* A number that an object tells, which is below another; None is 0. */
static bool number_below(PyObject *object, Attribute which, uint32_t most, uint32_t *number) {
    PyObject *found = attribute(object, which);
    unsigned long told = found == NULL || found == Py_None ? 0 : PyLong_AsUnsignedLong(found);
    Py_XDECREF(found);
    if (!PyErr_Occurred() && told >= most) PyErr_SetString(PyExc_ValueError, "a node is none of this grammar and text");
    *number = (uint32_t)told;
    return !PyErr_Occurred();
}

/* What a node says of itself; what only few can be is asked of these alone. */
static bool read_node(const Copying *c, PyObject *node, TreeNode *to, bool within_error) {
    const Grammar *g = c->tree->grammar;
    uint32_t behind = (uint32_t)PyBytes_GET_SIZE(c->tree->source) + 1, symbol, field;
    bool done = number_below(node, AT_kind_id, CURSOR_ERROR + 1, &symbol) &&
                number_below(node, AT_start_byte, behind, &to->start) && number_below(node, AT_end_byte, behind, &to->end) &&
                number_below(c->cursor, AT_field_id, g->fields + 1, &field) &&
                (field || truth_attribute(node, AT_is_extra, &to->extra)) &&
                (!within_error || truth_attribute(node, AT_has_error, &to->erring)) &&
                (!to->erring || to->start < to->end || truth_attribute(node, AT_is_missing, &to->missing));
    if (done && (to->start > to->end || (symbol >= g->symbols + g->aliases && symbol != CURSOR_ERROR)))
        return PyErr_Format(PyExc_ValueError, "a node is none of this grammar"), false;
    to->symbol = symbol == CURSOR_ERROR ? ERRING : (uint16_t)symbol;
    to->field = (uint16_t)field;
    to->unsure = to->extra && to->symbol != ERRING;
    return done;
}

/* The node that the cursor is at, in a parent, which is the node itself for the root. */
static bool copy_node(const Copying *c, uint32_t parent) {
    uint32_t number = (uint32_t)(c->nodes->used / sizeof(TreeNode));
    TreeNode added = {.parent = parent, .behind = number + 1};
    PyObject *node = attribute(c->cursor, AT_node);
    bool done = node != NULL && read_node(c, node, &added, number == parent || copied(c, parent)->erring) &&
                row_add(c->nodes, &added, sizeof added);
    Py_XDECREF(node);
    return done;
}

/* Whether the cursor could go there; -1 with an exception. */
static int go(const Copying *c, Attribute where) {
    PyObject *told = called(c->cursor, where);
    int gone = told == NULL ? -1 : PyObject_IsTrue(told);
    Py_XDECREF(told);
    return gone;
}

/* To the next node in the order of a walk, whose parent is told; 0 behind the last. */
static int go_on(const Copying *c, uint32_t *parent) {
    uint32_t last = (uint32_t)(c->nodes->used / sizeof(TreeNode)) - 1;
    int gone = go(c, AT_goto_first_child);
    if (gone) return *parent = last, gone;
    while ((gone = go(c, AT_goto_next_sibling)) == 0) {
        if ((gone = go(c, AT_goto_parent)) <= 0) return gone;
        copied(c, *parent)->behind = last + 1;
        *parent = copied(c, *parent)->parent;
    }
    return gone;
}

bool copy_nodes(PyObject *root, const Tree *tree, Row *nodes) {
    Copying c = {.cursor = called(root, AT_walk), .tree = tree, .nodes = nodes};
    uint32_t parent = 0;
    int gone = c.cursor == NULL ? -1 : 1;
    while (gone > 0) gone = copy_node(&c, parent) ? go_on(&c, &parent) : -1;
    Py_XDECREF(c.cursor);
    return gone == 0;
}
