/* The Python type of a grammar that is ready to parse: `Syntax(language).parse(source)` is the tree of a text without errors. */
#include "syntax.h"

#include <string.h>

enum { LONGEST_TEXT = 1 << 28, KEPT_BYTES = 1 << 24 };

typedef struct {
    PyObject_HEAD
    PyObject *language; /* the capsule that holds the grammar */
    Parse *parse;
} Syntax;

static PyObject *syntax_new(PyTypeObject *type, PyObject *given, PyObject *named) {
    static char *names[] = {"language", NULL};
    PyObject *language;
    if (!PyArg_ParseTupleAndKeywords(given, named, "O", names, &language)) return NULL;
    const Grammar *grammar = grammar_of(language);
    Syntax *self = grammar == NULL ? NULL : (Syntax *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->parse = PyMem_Calloc(1, sizeof(Parse));
    if (self->parse == NULL) return Py_DECREF(self), PyErr_NoMemory();
    self->language = Py_NewRef(language);
    self->parse->grammar = grammar;
    if (!tables_open(self->parse)) Py_CLEAR(self);
    return (PyObject *)self;
}

/* Gives memory back that one unusual text took. */
static void shrink(Parse *p, size_t most) {
    Row *rows[] = {&p->made, &p->parts, &p->laid, &p->taken, &p->states, &p->ends, &p->frames, &p->nodes};
    for (size_t place = 0; place < sizeof rows / sizeof *rows; place++)
        if (rows[place]->room > most) row_free(rows[place]);
}

static void syntax_free(Syntax *self) {
    Parse *p = self->parse;
    if (p != NULL) {
        shrink(p, 0);
        Stack **pages = (Stack **)p->pages.at;
        for (size_t place = 0; place < p->pages.used / sizeof *pages; place++) PyMem_RawFree(pages[place]);
        row_free(&p->pages);
        PyMem_Free(p->known);
        PyMem_Free(p);
    }
    Py_XDECREF(self->language);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static bool is_plain(const char *text, size_t length) {
    uint64_t eight;
    for (; length >= sizeof eight; text += sizeof eight, length -= sizeof eight) {
        memcpy(&eight, text, sizeof eight);
        if (eight & 0x8080808080808080u) return false;
    }
    while (length-- > 0)
        if (*text++ & 0x80) return false;
    return true;
}

static bool is_text(const char *text, Py_ssize_t length) {
    if (is_plain(text, (size_t)length)) return true;
    PyObject *decoded = PyUnicode_DecodeUTF8(text, length, NULL);
    if (decoded == NULL) PyErr_Clear();
    Py_XDECREF(decoded);
    return decoded != NULL;
}

/* The tree of a text; None where it has errors or is no UTF-8: tree-sitter tells what can be told of that. */
static PyObject *syntax_parse(Syntax *self, PyObject *source) {
    if (!PyBytes_Check(source)) return PyErr_Format(PyExc_TypeError, "parse(source: bytes)");
    Parse *p = self->parse;
    const char *text = PyBytes_AS_STRING(source);
    Py_ssize_t length = PyBytes_GET_SIZE(source);
    if (length > LONGEST_TEXT || !is_text(text, length)) Py_RETURN_NONE;
    reading_open(&p->reading, (const uint8_t *)text, (uint32_t)length);
    uint32_t root = parse(p);
    Tree *tree = root == 0 || PyErr_Occurred() ? NULL : tree_new(source, self->language, p->grammar);
    if (tree != NULL && !flatten(p, root, tree)) Py_CLEAR(tree);
    shrink(p, KEPT_BYTES);
    if (tree != NULL) return (PyObject *)tree;
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* copy(root, source): a tree of tree-sitter's as one of ours. */
static PyObject *syntax_copy(Syntax *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 2 || !PyBytes_Check(given[1]) || PyBytes_GET_SIZE(given[1]) > UINT32_MAX)
        return PyErr_Format(PyExc_TypeError, "copy(root, source: bytes)");
    Tree *tree = tree_new(given[1], self->language, self->parse->grammar);
    Row nodes = {0};
    if (tree != NULL && (!copy_nodes(given[0], tree, &nodes) || !tree_fill(tree, &nodes))) Py_CLEAR(tree);
    row_free(&nodes);
    return (PyObject *)tree;
}

static PyMethodDef METHODS[] = {
    {"parse", (PyCFunction)syntax_parse, METH_O, "The tree of a text; None where tree-sitter has to look at it."},
    {"copy", (PyCFunction)(void (*)(void))syntax_copy, METH_FASTCALL, "A tree of tree-sitter's, as one of ours."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject SyntaxType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seedwalk.compiled._quick.Syntax",
    .tp_basicsize = sizeof(Syntax),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A grammar that is ready to parse.",
    .tp_new = syntax_new,
    .tp_dealloc = (destructor)syntax_free,
    .tp_methods = METHODS,
};
