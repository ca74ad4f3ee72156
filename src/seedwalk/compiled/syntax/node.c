/* A node of a tree of our own, for Python. */
#include "node.h"

#include <string.h>

static const TreeNode *of(PyObject *self) { return ((Node *)self)->tree->nodes + ((Node *)self)->number; }
static bool is_named(const Tree *tree, uint32_t number) { return tree->grammar->traits[tree->nodes[number].symbol].named; }

PyObject *new_node(Tree *tree, uint32_t number) {
    Node *node = PyObject_New(Node, &NodeType);
    if (node == NULL) return NULL;
    node->tree = (Tree *)Py_NewRef(tree);
    node->number = number;
    return (PyObject *)node;
}

static void node_free(PyObject *self) {
    Py_DECREF(((Node *)self)->tree);
    PyObject_Free(self);
}

uint16_t field_named(const Grammar *grammar, const char *name) {
    for (uint32_t field = 1; field <= grammar->fields; field++)
        if (strcmp(grammar->field_names[field], name) == 0) return (uint16_t)field;
    return 0;
}

uint32_t child_by_field(const Tree *tree, uint32_t number, uint16_t field) {
    if (!field || tree->nodes[number].symbol == ERRING) return 0; /* an error is of no rule that tells of fields */
    for (uint32_t child = number + 1; child < tree->nodes[number].behind; child = tree->nodes[child].behind)
        if (tree->nodes[child].field == field && !tree->nodes[child].extra) return child;
    return 0;
}

static PyObject *node_or_none(PyObject *self, uint32_t number) {
    return number ? new_node(((Node *)self)->tree, number) : Py_NewRef(Py_None);
}

static PyObject *start_byte(PyObject *self, void *unused) { return (void)unused, PyLong_FromUnsignedLong(of(self)->start); }
static PyObject *end_byte(PyObject *self, void *unused) { return (void)unused, PyLong_FromUnsignedLong(of(self)->end); }
static PyObject *text(PyObject *self, void *unused) {
    (void)unused;
    const char *source = PyBytes_AS_STRING(((Node *)self)->tree->source);
    return PyBytes_FromStringAndSize(source + of(self)->start, (Py_ssize_t)(of(self)->end - of(self)->start));
}
static PyObject *named(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(is_named(((Node *)self)->tree, ((Node *)self)->number));
}
static PyObject *has_error(PyObject *self, void *unused) { return (void)unused, PyBool_FromLong(of(self)->erring); }
static PyObject *is_missing(PyObject *self, void *unused) { return (void)unused, PyBool_FromLong(of(self)->missing); }

/* Names of the symbols of the grammar asked for last: the files of a batch have one. */
static PyObject *type(PyObject *self, void *unused) {
    static const Grammar *known;
    static PyObject **names;
    (void)unused;
    const Grammar *grammar = ((Node *)self)->tree->grammar;
    if (known != grammar) {
        for (uint32_t place = 0; known != NULL && place < all_symbols(known); place++) Py_XDECREF(names[place]);
        PyMem_Free(names);
        known = NULL;
        if ((names = PyMem_Calloc(all_symbols(grammar), sizeof *names)) == NULL) return PyErr_NoMemory();
        known = grammar;
    }
    PyObject **name = names + of(self)->symbol;
    const char *told = of(self)->symbol == ERRING ? "ERROR" : grammar->symbol_names[of(self)->symbol];
    if (*name == NULL) *name = PyUnicode_InternFromString(told);
    return Py_XNewRef(*name);
}

static PyObject *point_at(PyObject *self, uint32_t byte) {
    Tree *tree = ((Node *)self)->tree;
    if (!find_lines(tree)) return NULL;
    uint32_t low = 0, high = tree->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (tree->lines[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return Py_BuildValue("(II)", low, byte - tree->lines[low]);
}

static PyObject *start_point(PyObject *self, void *unused) { return (void)unused, point_at(self, of(self)->start); }
static PyObject *end_point(PyObject *self, void *unused) { return (void)unused, point_at(self, of(self)->end); }

static PyObject *parent(PyObject *self, void *unused) {
    (void)unused;
    return ((Node *)self)->number ? new_node(((Node *)self)->tree, of(self)->parent) : Py_NewRef(Py_None);
}

static Py_ssize_t count_children(PyObject *self, bool named_only) {
    const Tree *tree = ((Node *)self)->tree;
    Py_ssize_t count = 0;
    for (uint32_t child = ((Node *)self)->number + 1; child < of(self)->behind; child = tree->nodes[child].behind)
        count += !named_only || is_named(tree, child);
    return count;
}

static PyObject *list_children(PyObject *self, bool named_only) {
    Tree *tree = ((Node *)self)->tree;
    PyObject *found = PyList_New(count_children(self, named_only));
    Py_ssize_t place = 0;
    for (uint32_t child = ((Node *)self)->number + 1; found && child < of(self)->behind; child = tree->nodes[child].behind) {
        if (named_only && !is_named(tree, child)) continue;
        PyObject *node = new_node(tree, child);
        if (node == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, place++, node);
    }
    return found;
}

static PyObject *children(PyObject *self, void *unused) { return (void)unused, list_children(self, false); }
static PyObject *named_children(PyObject *self, void *unused) { return (void)unused, list_children(self, true); }
static PyObject *child_count(PyObject *self, void *unused) {
    return (void)unused, PyLong_FromSsize_t(count_children(self, false));
}
static PyObject *named_child_count(PyObject *self, void *unused) {
    return (void)unused, PyLong_FromSsize_t(count_children(self, true));
}
static PyObject *descendant_count(PyObject *self, void *unused) {
    return (void)unused, PyLong_FromUnsignedLong(of(self)->behind - ((Node *)self)->number);
}

static PyObject *next_sibling(PyObject *self, void *unused) {
    (void)unused;
    const Tree *tree = ((Node *)self)->tree;
    bool last = !((Node *)self)->number || of(self)->behind >= tree->nodes[of(self)->parent].behind;
    return node_or_none(self, last ? 0 : of(self)->behind);
}

static PyObject *prev_sibling(PyObject *self, void *unused) {
    (void)unused;
    const Tree *tree = ((Node *)self)->tree;
    uint32_t number = ((Node *)self)->number, before = 0;
    for (uint32_t child = of(self)->parent + 1; child < number; child = tree->nodes[child].behind) before = child;
    return node_or_none(self, before);
}

static PyObject *child_by_field_name(PyObject *self, PyObject *name) {
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) return NULL;
    const Tree *tree = ((Node *)self)->tree;
    return node_or_none(self, child_by_field(tree, ((Node *)self)->number, field_named(tree->grammar, text)));
}

/* The child that a range of bytes lies in; 0 where it lies in none. */
static uint32_t child_around(const Tree *tree, uint32_t number, uint32_t start, uint32_t end) {
    for (uint32_t child = number + 1; child < tree->nodes[number].behind; child = tree->nodes[child].behind) {
        const TreeNode *node = tree->nodes + child;
        if (node->end < end || (node->start == node->end ? node->end < start : node->end <= start)) continue;
        return start < node->start ? 0 : child;
    }
    return 0;
}

static PyObject *descendant_for_byte_range(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "descendant_for_byte_range(start, end)");
    unsigned long start = PyLong_AsUnsignedLong(given[0]), end = PyErr_Occurred() ? 0 : PyLong_AsUnsignedLong(given[1]);
    if (PyErr_Occurred()) return NULL;
    Tree *tree = ((Node *)self)->tree;
    uint32_t number = ((Node *)self)->number, child;
    if (start > UINT32_MAX || end > UINT32_MAX) return PyErr_Format(PyExc_ValueError, "no file is that long");
    while ((child = child_around(tree, number, (uint32_t)start, (uint32_t)end))) number = child;
    return new_node(tree, number);
}

static PyObject *same(PyObject *self, PyObject *other, int how) {
    if (!Py_IS_TYPE(other, &NodeType) || (how != Py_EQ && how != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    const Node *one = (Node *)self, *two = (Node *)other;
    return PyBool_FromLong((one->tree == two->tree && one->number == two->number) == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self) {
    Py_hash_t found = (Py_hash_t)((uintptr_t)((Node *)self)->tree >> 4) * 31 + ((Node *)self)->number;
    return found == -1 ? -2 : found;
}

static PyGetSetDef ATTRIBUTES[] = {
    {"start_byte", start_byte, NULL, NULL, NULL},
    {"end_byte", end_byte, NULL, NULL, NULL},
    {"start_point", start_point, NULL, NULL, NULL},
    {"end_point", end_point, NULL, NULL, NULL},
    {"text", text, NULL, NULL, NULL},
    {"type", type, NULL, NULL, NULL},
    {"parent", parent, NULL, NULL, NULL},
    {"children", children, NULL, NULL, NULL},
    {"named_children", named_children, NULL, NULL, NULL},
    {"child_count", child_count, NULL, NULL, NULL},
    {"named_child_count", named_child_count, NULL, NULL, NULL},
    {"descendant_count", descendant_count, NULL, NULL, NULL},
    {"next_sibling", next_sibling, NULL, NULL, NULL},
    {"prev_sibling", prev_sibling, NULL, NULL, NULL},
    {"is_named", named, NULL, NULL, NULL},
    {"has_error", has_error, NULL, NULL, NULL},
    {"is_missing", is_missing, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef METHODS[] = {
    {"child_by_field_name", child_by_field_name, METH_O, "The first child that is called so."},
    {"descendant_for_byte_range", (PyCFunction)(void (*)(void))descendant_for_byte_range, METH_FASTCALL,
     "The smallest node that these bytes lie in."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject NodeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seedwalk.compiled._quick.Node",
    .tp_basicsize = sizeof(Node),
    .tp_dealloc = node_free,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A node of a tree.",
    .tp_getset = ATTRIBUTES,
    .tp_methods = METHODS,
    .tp_richcompare = same,
    .tp_hash = hash,
};
