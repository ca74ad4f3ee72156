/* A tree of our own, for Python. */
#include "node.h"
#include "patterns.h"

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

static void tree_free(PyObject *self) {
    Tree *tree = (Tree *)self;
    PyMem_Free(tree->nodes);
    PyMem_Free(tree->lines);
    Py_XDECREF(tree->source);
    Py_XDECREF(tree->owner);
    PyObject_Free(self);
}

static PyObject *root_node(PyObject *self, void *unused) { return (void)unused, new_node((Tree *)self, 0); }

/* Whether rows are a tree: each node inside of its parent and behind what came before. */
static bool is_tree(const Tree *tree) {
    size_t length = (size_t)PyBytes_GET_SIZE(tree->source);
    for (uint32_t at = 0; at < tree->count; at++) {
        const TreeNode *node = tree->nodes + at, *parent = tree->nodes + node->parent;
        if (node->parent > at || (at && node->parent == at) || node->behind <= at || node->behind > parent->behind ||
            node->start > node->end || node->end > length || node->symbol >= all_symbols(tree->grammar) ||
            node->field > tree->grammar->fields)
            return PyErr_Format(PyExc_ValueError, "row %u is no node of a tree", at), false;
    }
    return tree->count && tree->nodes[0].behind == tree->count;
}

/* of(rows, source, language): a tree of rows that were made elsewhere. */
static PyObject *tree_of(PyObject *type, PyObject *given) {
    PyObject *rows, *source, *language;
    (void)type;
    if (!PyArg_ParseTuple(given, "SSO", &rows, &source, &language)) return NULL;
    const Grammar *grammar = grammar_of(language);
    if (grammar == NULL) return NULL;
    size_t size = (size_t)PyBytes_GET_SIZE(rows);
    Tree *tree = tree_new(source, language, grammar);
    if (tree == NULL) return NULL;
    tree->nodes = PyMem_Malloc(size ? size : 1);
    tree->count = (uint32_t)(size / sizeof(TreeNode));
    if (tree->nodes == NULL) PyErr_NoMemory();
    if (tree->nodes != NULL) memcpy(tree->nodes, PyBytes_AS_STRING(rows), size);
    if (tree->nodes == NULL || !is_tree(tree)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a tree has a root that holds all nodes");
        Py_CLEAR(tree);
    }
    return (PyObject *)tree;
}

static PyGetSetDef ATTRIBUTES[] = {
    {"root_node", root_node, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef METHODS[] = {
    {"of", tree_of, METH_VARARGS | METH_STATIC, "A tree of packed rows."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject TreeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seedwalk.compiled._quick.Tree",
    .tp_basicsize = sizeof(Tree),
    .tp_dealloc = tree_free,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "The syntax of a file.",
    .tp_getset = ATTRIBUTES,
    .tp_methods = METHODS,
};
