/* Matches that say one thing only: here is a reference. */
#include "references.h"

static PyObject *START_BYTE, *END_BYTE;

bool name_bounds(void) {
    if (START_BYTE == NULL) START_BYTE = PyUnicode_InternFromString("start_byte");
    if (END_BYTE == NULL) END_BYTE = PyUnicode_InternFromString("end_byte");
    return START_BYTE != NULL && END_BYTE != NULL;
}

static bool bound(PyObject *node, PyObject *name, uint32_t *value) {
    PyObject *number = PyObject_GetAttr(node, name);
    unsigned long found = number == NULL ? 0 : PyLong_AsUnsignedLong(number);
    Py_XDECREF(number);
    *value = (uint32_t)found;
    return number != NULL && !PyErr_Occurred();
}

bool node_span(PyObject *node, uint32_t *start, uint32_t *end) {
    return bound(node, START_BYTE, start) && bound(node, END_BYTE, end);
}

/* The code of the reference that is all a match captures, with its nodes; -1 for any other match. */
static long plain_code(PyObject *match, PyObject *codes, PyObject **nodes) {
    PyObject *captured = PyTuple_GET_SIZE(match) == 2 ? PyTuple_GET_ITEM(match, 1) : NULL, *name, *code;
    Py_ssize_t place = 0;
    if (captured == NULL || !PyDict_Check(captured) || PyDict_GET_SIZE(captured) != 1) return -1;
    PyDict_Next(captured, &place, &name, nodes);
    if (!PyList_Check(*nodes) || (code = PyDict_GetItemWithError(codes, name)) == NULL) return -1;
    return PyLong_AsLong(code);
}

static bool add_nodes(PyObject *nodes, long code, Row *found) {
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(nodes); place++) {
        Reference one = {.code = (uint32_t)code};
        if (!node_span(PyList_GET_ITEM(nodes, place), &one.start, &one.end)) return false;
        if (!row_add(found, &one, sizeof one)) return false;
    }
    return true;
}

static bool divide(PyObject *matches, PyObject *codes, Row *found, PyObject *rest) {
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(matches); place++) {
        PyObject *match = PyList_GET_ITEM(matches, place), *nodes;
        long code = PyTuple_Check(match) ? plain_code(match, codes, &nodes) : -1;
        if (PyErr_Occurred()) return false;
        if (code < 0 ? PyList_Append(rest, match) < 0 : !add_nodes(nodes, code, found)) return false;
    }
    return true;
}

PyObject *plain_references(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyList_Check(given[0]) || !PyDict_Check(given[1]))
        return PyErr_Format(PyExc_TypeError, "plain_references(matches, codes): a list and a dict");
    Row found = {0};
    PyObject *rest = PyList_New(0), *told = NULL;
    if (rest != NULL && divide(given[0], given[1], &found, rest))
        told = Py_BuildValue("(NO)", row_bytes(&found), rest);
    row_free(&found);
    Py_XDECREF(rest);
    return told;
}
