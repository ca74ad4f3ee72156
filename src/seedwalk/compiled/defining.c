/* Definitions that nothing was known of before their match: `_define` of extract/matches.py says which. */
#include "nodes.h"

enum { NAME, BODY, PARAMS, IN_TYPE, OWNER, NAMES };
static const char *const WRITTEN[NAMES] = {"name", "body", "params", "in_type", "owner"};
static PyObject *CAPTURES[NAMES], *NOTHING;

bool name_definitions(void) {
    for (int place = 0; place < NAMES; place++)
        if (CAPTURES[place] == NULL && (CAPTURES[place] = PyUnicode_InternFromString(WRITTEN[place])) == NULL) return false;
    if (NOTHING == NULL) NOTHING = PyUnicode_InternFromString("");
    return NOTHING != NULL;
}

bool definitions_open(Definitions *definitions, PyObject *defining) {
    if (!PyTuple_Check(defining)) return PyErr_Format(PyExc_TypeError, "defining is a tuple"), false;
    return PyArg_ParseTuple(defining, "O!O!O!OO", &PyDict_Type, &definitions->kinds, &PyDict_Type, &definitions->known,
                            &PyList_Type, &definitions->found, &definitions->start, &definitions->made);
}

/* The first node of a capture; NULL where a match has none. */
static PyObject *first(PyObject *captured, int which) {
    PyObject *nodes = PyDict_GetItemWithError(captured, CAPTURES[which]);
    return nodes != NULL && PyList_Check(nodes) && PyList_GET_SIZE(nodes) ? PyList_GET_ITEM(nodes, 0) : NULL;
}

/* The one node that is defined, and its kind; NULL where there is none, or several. */
static PyObject *defined(Definitions *d, PyObject *captured, PyObject **kind) {
    PyObject *name, *nodes, *node = NULL;
    Py_ssize_t place = 0;
    while (PyDict_Next(captured, &place, &name, &nodes)) {
        PyObject *told = PyDict_GetItemWithError(d->kinds, name);
        if (told == NULL) continue;
        if (node != NULL || !PyList_Check(nodes) || PyList_GET_SIZE(nodes) == 0) return NULL;
        node = PyList_GET_ITEM(nodes, 0);
        *kind = told;
    }
    return node;
}

static bool begins(Definitions *d, PyObject *node, uint32_t *start) {
    if (d->start == Py_None) return true;
    PyObject *told = PyObject_CallOneArg(d->start, node);
    if (told != NULL) *start = (uint32_t)PyLong_AsUnsignedLong(told);
    Py_XDECREF(told);
    return told != NULL && !PyErr_Occurred();
}

static PyObject *text_of(PyObject *node, const char *source, size_t length) {
    uint32_t start, end;
    if (node == NULL) return Py_NewRef(NOTHING);
    if (!node_span(node, &start, &end)) return NULL;
    if (end > length || start > end) return PyErr_Format(PyExc_ValueError, "a node lies outside of its file");
    return PyUnicode_DecodeUTF8(source + start, (Py_ssize_t)(end - start), "replace");
}

/* (kind, start and end of the name, start, end, end of the signature, no owner, in a type, parameters) */
static PyObject *made(Definitions *d, PyObject *kind, const uint32_t bounds[5], bool in_type, PyObject *params) {
    PyObject *told[9] = {Py_NewRef(kind)}, *raw = NULL;
    bool done = params != NULL;
    for (int at = 0; at < 5; at++) done = (told[at + 1] = PyLong_FromUnsignedLong(bounds[at])) != NULL && done;
    told[6] = Py_NewRef(NOTHING), told[7] = Py_NewRef(in_type ? Py_True : Py_False), told[8] = params;
    if (done) raw = PyObject_Vectorcall(d->made, told, 9, NULL);
    for (int at = 0; at < 9; at++) Py_XDECREF(told[at]);
    return raw;
}

/* Keeps a definition under the place of its name, and behind all others. */
static Outcome keep(Definitions *d, PyObject *place, PyObject *pattern, PyObject *raw) {
    PyObject *pair = raw == NULL ? NULL : PyTuple_Pack(2, pattern, raw);
    bool done = pair != NULL && PyDict_SetItem(d->known, place, pair) == 0 && PyList_Append(d->found, raw) == 0;
    Py_XDECREF(pair);
    Py_XDECREF(raw);
    return done ? READ : FAILED;
}

Outcome define(Definitions *d, PyObject *pattern, PyObject *captured, const char *source, size_t length) {
    uint32_t bounds[5], end; /* of the name; of all; where the signature ends */
    PyObject *kind = NULL, *name = first(captured, NAME), *node = name == NULL ? NULL : defined(d, captured, &kind);
    if (node == NULL || first(captured, OWNER) != NULL) return OTHER;
    if (!node_span(name, bounds, bounds + 1)) return FAILED;
    PyObject *place = PyLong_FromUnsignedLong(bounds[0]);
    int known = place == NULL ? -1 : PyDict_Contains(d->known, place);
    Outcome found = known < 0 ? FAILED : known ? OTHER : READ;
    PyObject *body = first(captured, BODY);
    if (found == READ) {
        bool done = node_span(node, bounds + 2, bounds + 3) && begins(d, node, bounds + 2) &&
                    (body != NULL ? node_span(body, bounds + 4, &end)
                                  : field_start(node, CAPTURES[BODY], bounds[3], bounds + 4));
        PyObject *params = done ? text_of(first(captured, PARAMS), source, length) : NULL;
        found = done ? keep(d, place, pattern, made(d, kind, bounds, first(captured, IN_TYPE) != NULL, params)) : FAILED;
    }
    Py_XDECREF(place);
    return found;
}
