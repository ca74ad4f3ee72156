/* A tree of our own, for Python. */
#include "node.h"

#include <string.h>

bool find_lines(Tree *tree) {
    if (tree->lines != NULL) return true;
    const char *source = PyBytes_AS_STRING(tree->source), *end = source + PyBytes_GET_SIZE(tree->source);
    Row row = {0};
    bool done = row_add_number(&row, 0);
    for (const char *at = source; done && (at = memchr(at, '\n', (size_t)(end - at))) != NULL;)
        done = row_add_number(&row, (uint32_t)(++at - source));
    if (!done) return row_free(&row), false;
    tree->lines = row_numbers(&row);
    tree->line_count = (uint32_t)(row.used / sizeof(uint32_t));
    return true;
}

Tree *tree_new(PyObject *source, PyObject *owner, const Grammar *grammar) {
    Tree *tree = PyObject_New(Tree, &TreeType);
    if (tree == NULL) return NULL;
    tree->source = Py_NewRef(source);
    tree->owner = Py_NewRef(owner);
    tree->grammar = grammar;
    tree->nodes = NULL;
    tree->lines = NULL;
    tree->count = tree->line_count = 0;
    return tree;
}

bool tree_fill(Tree *tree, const Row *nodes) {
    if ((tree->nodes = PyMem_Malloc(nodes->used)) == NULL) return PyErr_NoMemory(), false;
    memcpy(tree->nodes, nodes->at, nodes->used);
    tree->count = (uint32_t)(nodes->used / sizeof(TreeNode));
    return true;
}

static void tree_free(PyObject *self) {
    Tree *tree = (Tree *)self;
    PyMem_Free(tree->nodes);
    PyMem_Free(tree->lines);
    Py_XDECREF(tree->source);
    Py_XDECREF(tree->owner);
    PyObject_Free(self);
}

static PyObject *root_node(PyObject *self, void *unused) { return (void)unused, new_node((Tree *)self, 0); }

static PyGetSetDef ATTRIBUTES[] = {
    {"root_node", root_node, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject TreeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seedwalk.compiled._quick.Tree",
    .tp_basicsize = sizeof(Tree),
    .tp_dealloc = tree_free,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "The syntax of a file.",
    .tp_getset = ATTRIBUTES,
};
