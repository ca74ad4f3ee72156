/* What Python asks a query for: the matches in a tree, or what they plainly say. */
#include "matches.h"
#include "patterns.h"

#include <string.h>

/* What a match captured, by name. */
static PyObject *captured_by(Patterns *p, Tree *tree, const Match *match) {
    PyObject *found = PyDict_New();
    const Capture *capture = (const Capture *)p->kept.at + match->first, *end = capture + match->count;
    for (; found != NULL && capture < end; capture++) {
        PyObject *name = PyTuple_GET_ITEM(p->names, capture->capture), *nodes = PyDict_GetItemWithError(found, name);
        PyObject *node = new_node(tree, capture->node), *fresh = nodes == NULL ? PyList_New(0) : Py_NewRef(nodes);
        bool done = node != NULL && fresh != NULL && (nodes != NULL || PyDict_SetItem(found, name, fresh) == 0) &&
                    PyList_Append(fresh, node) == 0;
        Py_XDECREF(node);
        Py_XDECREF(fresh);
        if (!done) Py_CLEAR(found);
    }
    return found;
}

/* What is done with each match; false with an exception. */
typedef bool (*Use)(Patterns *p, Tree *tree, const Match *match, void *to);

static bool for_each(Patterns *p, Tree *tree, Use use, void *to) {
    const Look *looks = (const Look *)p->looks.at;
    const Match *all = (const Match *)p->matches.at;
    for (uint32_t at = 0; at < tree->count; at++)
        for (uint32_t next = looks[at].matches; next; next = all[next - 1].next)
            if (!use(p, tree, all + next - 1, to)) return false;
    return true;
}

/* Finds the matches in the tree of a root; whether it could, -1 with an exception. */
static int find(Patterns *p, PyObject *root) {
    Tree *tree = Py_IS_TYPE(root, &NodeType) && ((Node *)root)->number == 0 ? ((Node *)root)->tree : NULL;
    if (tree == NULL || tree->grammar != p->grammar)
        return PyErr_Format(PyExc_TypeError, "a query is for the roots of trees of its grammar"), -1;
    if (p->busy) return PyErr_Format(PyExc_RuntimeError, "a query looks at one tree at a time"), -1;
    p->busy = true;
    int told = find_matches(p, tree);
    p->busy = false;
    Py_XSETREF(p->found, told > 0 ? (Tree *)Py_NewRef(tree) : NULL);
    return told;
}

/* find(root): whether the matches in a tree were found; else they are left to tree-sitter. */
PyObject *patterns_find(PyObject *self, PyObject *root) {
    int told = find((Patterns *)self, root);
    return told < 0 ? NULL : PyBool_FromLong(told);
}

static bool add_match(Patterns *p, Tree *tree, const Match *match, void *to) {
    PyObject *nodes = captured_by(p, tree, match);
    PyObject *one = nodes == NULL ? NULL : Py_BuildValue("(IN)", match->pattern, nodes);
    bool done = one != NULL && PyList_Append(to, one) == 0;
    Py_XDECREF(one);
    return done;
}

/* matches(root): (pattern, nodes by capture) of every match; None where these are left to tree-sitter. */
PyObject *patterns_matches(PyObject *self, PyObject *root) {
    Patterns *p = (Patterns *)self;
    int told = find(p, root);
    if (told <= 0) return told < 0 ? NULL : Py_NewRef(Py_None);
    PyObject *all = PyList_New(0);
    if (all != NULL && !for_each(p, p->found, add_match, all)) Py_CLEAR(all);
    return all;
}

typedef struct {
    Reader reader;
    const Sense *senses[MOST_NAMES]; /* by capture */
    uint16_t body;
} Reading;

/* The captures of a match with what they mean; under how many names, -1 with an exception. */
static int64_t spread(Patterns *p, const Tree *tree, const Match *match, Reading *r) {
    Row *row = &r->reader.captured;
    row->used = 0;
    if (!row_reserve(row, match->count * sizeof(Captured))) return -1;
    const Capture *captures = (const Capture *)p->kept.at + match->first;
    Captured *all = (Captured *)row->at;
    uint32_t names = 0;
    for (uint32_t at = 0; at < match->count; at++) {
        const TreeNode *node = tree->nodes + captures[at].node;
        const Sense **sense = r->senses + captures[at].capture;
        if (*sense == NULL && (*sense = sense_of(&r->reader, PyTuple_GET_ITEM(p->names, captures[at].capture))) == NULL)
            return -1;
        all[at] = (Captured){*sense, node->start, node->end, captures[at].node, NULL};
        uint32_t before = 0;
        while (captures[before].capture != captures[at].capture) before++;
        names += before == at;
    }
    return names;
}

static bool read_one(Patterns *p, Tree *tree, const Match *match, void *to) {
    Reading *r = to;
    int64_t names = spread(p, tree, match, r);
    PyObject *pattern = names < 0 ? NULL : PyLong_FromUnsignedLong(match->pattern);
    if (pattern == NULL) return false;
    Found found = {pattern, (const Captured *)r->reader.captured.at, match->count, (uint32_t)names, tree, r->body};
    if (read_found(&r->reader, &found) == OTHER && !PyErr_Occurred()) {
        PyObject *nodes = captured_by(p, tree, match);
        PyObject *taken = nodes == NULL ? NULL : PyObject_CallFunctionObjArgs(r->reader.take, pattern, nodes, NULL);
        Py_XDECREF(nodes);
        Py_XDECREF(taken);
    }
    Py_DECREF(pattern);
    return !PyErr_Occurred();
}

static PyObject *read_all(Patterns *p, Tree *tree, Reading *r) {
    if (PyTuple_GET_SIZE(p->names) > MOST_NAMES) return PyErr_Format(PyExc_ValueError, "a query captures under too many names");
    memset(r->senses, 0, sizeof r->senses);
    r->body = field_named(tree->grammar, "body");
    p->busy = true;
    bool done = for_each(p, tree, read_one, r);
    p->busy = false;
    return done ? row_bytes(&r->reader.references) : NULL;
}

/* read(root, source, codes, into, asked, take, defining): `read_matches` of extract/matches.py, for what was found last. */
PyObject *patterns_read(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    Patterns *p = (Patterns *)self;
    Reading r;
    if (count != 7) return PyErr_Format(PyExc_TypeError, "read(root, source, ...)");
    if (p->busy || p->found == NULL || !Py_IS_TYPE(given[0], &NodeType) || ((Node *)given[0])->tree != p->found)
        return PyErr_Format(PyExc_ValueError, "the matches of another tree were found last");
    if (!reader_open(&r.reader, given + 1)) return NULL;
    PyObject *references = read_all(p, p->found, &r);
    reader_close(&r.reader);
    Py_CLEAR(p->found);
    return references;
}
