/* The predicates of patterns: texts that captures must have, or must not. */
#include "patterns.h"

#include <string.h>

enum { KIND, YES, CAPTURE, OTHER_CAPTURE, TEXTS, EXPRESSION, PARTS };
#define LONGEST_KEPT 120u         /* bytes of a text whose answer is kept */
#define MOST_KEPT (1u << 20)      /* bytes of all texts of an answer */

typedef struct {
    const char *at;
    size_t length;
} Text;

static Text text_at(const Tree *tree, uint32_t number) {
    const TreeNode *node = tree->nodes + number;
    return (Text){PyBytes_AS_STRING(tree->source) + node->start, node->end - node->start};
}

static bool equals(Text text, PyObject *bytes) {
    return text.length == (size_t)PyBytes_GET_SIZE(bytes) && memcmp(text.at, PyBytes_AS_STRING(bytes), text.length) == 0;
}

static long number_of(PyObject *predicate, int part) { return PyLong_AsLong(PyTuple_GET_ITEM(predicate, part)); }

/* Asks Python whether a regular expression is found in a text, which a zero byte ends; -1 with an exception. */
static int search(Patterns *p, PyObject *expression, Text text) {
    PyObject *read = PyUnicode_DecodeUTF8(text.at, (Py_ssize_t)text.length, NULL);
    PyObject *found = read == NULL ? NULL : PyObject_CallFunctionObjArgs(p->ask, expression, read, NULL);
    int told = found == NULL ? -1 : PyObject_IsTrue(found);
    Py_XDECREF(read);
    Py_XDECREF(found);
    return told;
}

static bool keep(Table *table, Text text, uint32_t hash) {
    if (table->slots == NULL && !table_start(table)) return false;
    if (table->text.used > MOST_KEPT) {
        table_free(table);
        if (!table_start(table)) return false;
    }
    return table_add(table, text.at, text.length, hash) >= 0;
}

static bool is_kept(const Table *table, Text text, uint32_t hash) {
    return table->slots != NULL && table_find(table, text.at, text.length, hash) >= 0;
}

static int is_found(Patterns *p, Answers *answers, PyObject *expression, Text text) {
    const char *end = memchr(text.at, 0, text.length);
    if (end != NULL) text.length = (size_t)(end - text.at);
    if (text.length > LONGEST_KEPT) return search(p, expression, text);
    uint32_t hash = hash_text(text.at, text.length);
    if (is_kept(&answers->yes, text, hash)) return 1;
    if (is_kept(&answers->no, text, hash)) return 0;
    int told = search(p, expression, text);
    if (told >= 0 && !keep(told ? &answers->yes : &answers->no, text, hash)) return -1;
    return told;
}

/* Whether a text is, or is not, one of several. `not-any-of?` asks for one that it is not, as tree-sitter's does. */
static bool is_among(PyObject *texts, Text text, bool yes) {
    for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(texts); place++)
        if (equals(text, PyTuple_GET_ITEM(texts, place)) == yes) return true;
    return false;
}

/* Whether two captures have the same text, pair by pair. */
static bool same_texts(const Tree *tree, const Capture *all, uint32_t count, PyObject *predicate, bool yes) {
    uint32_t one = (uint32_t)number_of(predicate, CAPTURE), other = (uint32_t)number_of(predicate, OTHER_CAPTURE);
    uint32_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < count && all[i].capture != one) i++;
        while (j < count && all[j].capture != other) j++;
        if (i >= count || j >= count) return true;
        Text left = text_at(tree, all[i].node), right = text_at(tree, all[j].node);
        bool same = left.length == right.length && memcmp(left.at, right.at, left.length) == 0;
        if (same != yes) return false;
    }
}

static int holds(Patterns *p, const Tree *tree, PyObject *predicate, Answers *answers, const Capture *all, uint32_t count) {
    long kind = number_of(predicate, KIND);
    uint32_t asked = (uint32_t)number_of(predicate, CAPTURE);
    bool yes = PyTuple_GET_ITEM(predicate, YES) == Py_True;
    PyObject *texts = PyTuple_GET_ITEM(predicate, TEXTS);
    if (number_of(predicate, OTHER_CAPTURE) >= 0) return same_texts(tree, all, count, predicate, yes);
    for (uint32_t place = 0; place < count; place++) {
        if (all[place].capture != asked) continue;
        Text text = text_at(tree, all[place].node);
        int told = kind != ASKS_MATCHING ? is_among(texts, text, yes)
                                         : is_found(p, answers, PyTuple_GET_ITEM(predicate, EXPRESSION), text);
        if (told < 0) return -1;
        if (told != (kind == ASKS_MATCHING ? yes : 1)) return 0;
    }
    return 1;
}

int satisfies(Patterns *p, const Tree *tree, uint32_t pattern, const Capture *captures, uint32_t count) {
    PyObject *predicates = PyList_GET_ITEM(p->predicates, pattern);
    int told = 1;
    for (Py_ssize_t place = 0; told > 0 && place < PyTuple_GET_SIZE(predicates); place++)
        told = holds(p, tree, PyTuple_GET_ITEM(predicates, place), p->answers + pattern * MOST_PREDICATES + place, captures,
                     count);
    return told;
}

void free_answers(Patterns *p) {
    for (uint32_t place = 0; p->answers != NULL && place < p->patterns_count * MOST_PREDICATES; place++) {
        table_free(&p->answers[place].yes);
        table_free(&p->answers[place].no);
    }
    PyMem_Free(p->answers);
}

bool check_predicates(PyObject *predicates) {
    bool fits = PyTuple_Check(predicates) && PyTuple_GET_SIZE(predicates) <= MOST_PREDICATES;
    for (Py_ssize_t place = 0; fits && place < PyTuple_GET_SIZE(predicates); place++) {
        PyObject *one = PyTuple_GET_ITEM(predicates, place);
        fits = PyTuple_Check(one) && PyTuple_GET_SIZE(one) == PARTS && PyLong_Check(PyTuple_GET_ITEM(one, KIND)) &&
               PyLong_Check(PyTuple_GET_ITEM(one, CAPTURE)) && PyLong_Check(PyTuple_GET_ITEM(one, OTHER_CAPTURE)) &&
               PyTuple_Check(PyTuple_GET_ITEM(one, TEXTS)) && PyUnicode_Check(PyTuple_GET_ITEM(one, EXPRESSION));
        PyObject *texts = fits ? PyTuple_GET_ITEM(one, TEXTS) : NULL;
        for (Py_ssize_t at = 0; fits && at < PyTuple_GET_SIZE(texts); at++)
            fits = PyBytes_Check(PyTuple_GET_ITEM(texts, at));
    }
    if (!fits) PyErr_SetString(PyExc_TypeError, "predicates are as extract/patterns.py tells them");
    return fits;
}
