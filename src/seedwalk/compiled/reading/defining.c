/* Definitions that nothing was known of before their match: `_define` of extract/matches.py says which. */
#include "nodes.h"

bool definitions_open(Definitions *definitions, PyObject *defining) {
    if (!PyTuple_Check(defining)) return PyErr_Format(PyExc_TypeError, "defining is a tuple"), false;
    return PyArg_ParseTuple(defining, "O!O!O!OO", &PyDict_Type, &definitions->kinds, &PyDict_Type, &definitions->known,
                            &PyList_Type, &definitions->found, &definitions->start, &definitions->made);
}

/* The one capture that is defined; NULL where there is none, or several names of them. */
static const Captured *defined(const Found *found) {
    const Captured *node = first_of(found, DEFINES);
    for (uint32_t place = 0; node != NULL && place < found->count; place++)
        if (found->all[place].sense->role == DEFINES && found->all[place].sense != node->sense) return NULL;
    return node;
}

static bool begins(Definitions *d, const Found *found, const Captured *captured, uint32_t *start) {
    if (d->start == Py_None) return true;
    PyObject *node = node_of(found, captured), *told = node == NULL ? NULL : PyObject_CallOneArg(d->start, node);
    if (told != NULL) *start = (uint32_t)PyLong_AsUnsignedLong(told);
    Py_XDECREF(node);
    Py_XDECREF(told);
    return told != NULL && !PyErr_Occurred();
}

static PyObject *text_of(const Captured *node, const char *source, size_t length) {
    if (node == NULL) return PyUnicode_FromStringAndSize("", 0);
    if (node->end > length || node->start > node->end)
        return PyErr_Format(PyExc_ValueError, "a node lies outside of its file");
    return PyUnicode_DecodeUTF8(source + node->start, (Py_ssize_t)(node->end - node->start), "replace");
}

/* (kind, start and end of the name, start, end, end of the signature, no owner, in a type, parameters) */
static PyObject *made(Definitions *d, PyObject *kind, const uint32_t bounds[5], bool in_type, PyObject *params) {
    PyObject *told[9] = {Py_NewRef(kind)}, *raw = NULL;
    bool done = params != NULL;
    for (int at = 0; at < 5; at++) done = (told[at + 1] = PyLong_FromUnsignedLong(bounds[at])) != NULL && done;
    told[6] = PyUnicode_FromStringAndSize("", 0), told[7] = Py_NewRef(in_type ? Py_True : Py_False), told[8] = params;
    if (done && told[6] != NULL) raw = PyObject_Vectorcall(d->made, told, 9, NULL);
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

/* The definition itself, of which nothing is known. */
static PyObject *told_by(Definitions *d, const Found *found, const Captured *node, const Captured *name, const char *source,
                         size_t length) {
    uint32_t bounds[5] = {name->start, name->end, node->start, node->end}; /* and where the signature ends */
    const Captured *body = first_of(found, HAS_BODY);
    if (body != NULL) bounds[4] = body->start;
    if (!begins(d, found, node, bounds + 2) || (body == NULL && !body_start(found, node, bounds + 4))) return NULL;
    PyObject *params = text_of(first_of(found, HAS_PARAMS), source, length);
    return params == NULL ? NULL : made(d, node->sense->told, bounds, first_of(found, IN_TYPE) != NULL, params);
}

Outcome define(Definitions *d, const Found *found, const char *source, size_t length) {
    const Captured *name = first_of(found, NAMES_IT), *node = name == NULL ? NULL : defined(found);
    if (node == NULL || first_of(found, OWNS) != NULL) return OTHER;
    PyObject *place = PyLong_FromUnsignedLong(name->start);
    int known = place == NULL ? -1 : PyDict_Contains(d->known, place);
    Outcome told = known < 0 ? FAILED : known ? OTHER : READ;
    if (told == READ) told = keep(d, place, found->pattern, told_by(d, found, node, name, source, length));
    Py_XDECREF(place);
    return told;
}
