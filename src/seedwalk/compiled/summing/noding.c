/* Rows of the table of symbols as nodes of the graph (NODE of graph/arrays.py), and by last name (store/files.py). */
#include "graphs.h"

enum { NODE_BYTES = 31, COLUMNS = 15, NUMBERS = 7 };
enum { ROW_COLUMN = 0, KIND_COLUMN = 2, NAME_COLUMN = 3, QUALIFIED_COLUMN = 4 };

/* Where in a row each part of a node stands but its `structural`, and how wide it is there. */
static const struct {
    int column, bytes;
} PARTS[NUMBERS] = {{1, 8}, {5, 8}, {0, 4}, {6, 4}, {8, 4}, {2, 1}, {13, 1}};
enum { FILE_PART = 2 };

/* The low byte first. */
static char *put(char *at, int64_t number, int bytes) {
    for (int byte = 0; byte < bytes; byte++) *at++ = (char)((uint64_t)number >> 8 * byte);
    return at;
}

static bool check_row(PyObject *row) {
    if (PyTuple_Check(row) && PyTuple_GET_SIZE(row) == COLUMNS) return true;
    PyErr_Format(PyExc_TypeError, "a row of %d columns", COLUMNS);
    return false;
}

static bool put_node(char *at, PyObject *row, int shift) {
    if (!check_row(row)) return false;
    for (int part = 0; part < NUMBERS; part++) {
        PyObject *told = PyTuple_GET_ITEM(row, PARTS[part].column);
        int64_t number = told == Py_None ? 0 : PyLong_AsLongLong(told);
        if (number == -1 && PyErr_Occurred()) return false;
        at = put(at, part == FILE_PART ? number >> shift : number, PARTS[part].bytes);
    }
    *at = 0;
    return true;
}

PyObject *nodes_of(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyList_Check(given[0]) || !PyLong_Check(given[1]))
        return PyErr_Format(PyExc_TypeError, "nodes_of(rows, shift)");
    long shift = PyLong_AsLong(given[1]);
    if (shift < 0 || shift > 62) return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "a shift by %ld", shift);
    PyObject *nodes = PyBytes_FromStringAndSize(NULL, PyList_GET_SIZE(given[0]) * NODE_BYTES);
    for (Py_ssize_t at = 0; nodes != NULL && at < PyList_GET_SIZE(given[0]); at++)
        if (!put_node(PyBytes_AS_STRING(nodes) + at * NODE_BYTES, PyList_GET_ITEM(given[0], at), (int)shift))
            Py_CLEAR(nodes);
    return nodes;
}

/* The list a dictionary holds under a name, made where it has none; borrowed. */
static PyObject *list_under(PyObject *names, PyObject *name) {
    PyObject *list = PyDict_GetItemWithError(names, name);
    if (list != NULL || PyErr_Occurred()) return list;
    list = PyList_New(0);
    if (list != NULL && PyDict_SetItem(names, name, list) < 0) Py_CLEAR(list);
    Py_XDECREF(list);
    return list;
}

static bool add_named(PyObject *names, PyObject *row) {
    PyObject *list = check_row(row) ? list_under(names, PyTuple_GET_ITEM(row, NAME_COLUMN)) : NULL;
    if (list == NULL) return false;
    PyObject *told = PyTuple_Pack(3, PyTuple_GET_ITEM(row, ROW_COLUMN), PyTuple_GET_ITEM(row, QUALIFIED_COLUMN),
                                  PyTuple_GET_ITEM(row, KIND_COLUMN));
    bool done = told != NULL && PyList_Append(list, told) == 0;
    Py_XDECREF(told);
    return done;
}

PyObject *add_names(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyDict_Check(given[0]) || !PyList_Check(given[1]))
        return PyErr_Format(PyExc_TypeError, "add_names(names, rows)");
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(given[1]); at++)
        if (!add_named(given[0], PyList_GET_ITEM(given[1], at))) return NULL;
    Py_RETURN_NONE;
}
