/* Symbols as rows: one tuple for each, of what it says and of numbers. */
#include "telling.h"

/* The code of a symbol's kind; a new reference. */
static PyObject *code_of(PyObject *symbol, PyObject *codes) {
    PyObject *kind = attribute(symbol, AT_kind);
    PyObject *code = kind == NULL ? NULL : PyDict_GetItemWithError(codes, kind);
    if (code == NULL && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, kind);
    Py_XDECREF(kind);
    return Py_XNewRef(code);
}

static PyObject *flags_of(PyObject *symbol) {
    int64_t flags;
    return number_attribute(symbol, AT_flags, &flags) ? PyLong_FromLongLong(flags) : NULL;
}

/* A tuple of these, which it takes over; NULL where one of them is none. */
static PyObject *tuple_of(PyObject *const *parts, Py_ssize_t count) {
    PyObject *row = PyTuple_New(count);
    bool done = row != NULL;
    for (Py_ssize_t at = 0; at < count; at++) {
        done = parts[at] != NULL && done;
        if (row != NULL)
            PyTuple_SET_ITEM(row, at, parts[at]);
        else
            Py_XDECREF(parts[at]);
    }
    if (!done) Py_CLEAR(row);
    return row;
}

static bool append(PyObject *list, PyObject *row) {
    bool done = row != NULL && PyList_Append(list, row) == 0;
    Py_XDECREF(row);
    return done;
}

/* The position of what a symbol stands in; 0 for the module and what stands in nothing. */
static PyObject *parent_of(PyObject *symbol, PyObject *positions) {
    PyObject *parent = attribute(symbol, AT_parent);
    int told = parent == NULL ? -1 : PyObject_IsTrue(parent);
    PyObject *position = told > 0 ? PyDict_GetItemWithError(positions, parent) : NULL;
    if (told > 0 && position == NULL && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, parent);
    Py_XDECREF(parent);
    if (PyErr_Occurred()) return NULL;
    return position == NULL ? PyLong_FromLong(0) : Py_NewRef(position);
}

/* Where a symbol's own text begins, else where it ends. */
static PyObject *text_start(PyObject *symbol, PyObject *own) {
    if (!PyList_Check(own)) return PyErr_Format(PyExc_TypeError, "own text is a list");
    if (PyList_GET_SIZE(own)) return PySequence_GetItem(PyList_GET_ITEM(own, 0), 0);
    PyObject *span = attribute(symbol, AT_span);
    PyObject *end = span == NULL ? NULL : attribute(span, AT_end_byte);
    Py_XDECREF(span);
    return end;
}

static PyObject *positions_of(PyObject *symbols) {
    PyObject *positions = PyDict_New();
    for (Py_ssize_t at = 0; positions != NULL && at < PyList_GET_SIZE(symbols); at++) {
        PyObject *id = attribute(PyList_GET_ITEM(symbols, at), AT_id), *position = PyLong_FromSsize_t(at);
        if (id == NULL || position == NULL || PyDict_SetItem(positions, id, position) < 0) Py_CLEAR(positions);
        Py_XDECREF(id);
        Py_XDECREF(position);
    }
    return positions;
}

static bool outline_one(PyObject *symbol, PyObject *own, PyObject *codes, PyObject *positions, PyObject *rows, PyObject *lines) {
    PyObject *row[] = {
        attribute(symbol, AT_qualified_name), attribute(symbol, AT_id), code_of(symbol, codes), flags_of(symbol),
        parent_of(symbol, positions),
    };
    if (!append(rows, tuple_of(row, sizeof row / sizeof *row))) return false;
    PyObject *line[] = {attribute(symbol, AT_line), text_start(symbol, own)};
    return append(lines, tuple_of(line, sizeof line / sizeof *line));
}

PyObject *outlined(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 3 || !PyList_Check(given[0]) || !PyList_Check(given[1]) || !PyDict_Check(given[2]) ||
        PyList_GET_SIZE(given[0]) != PyList_GET_SIZE(given[1]))
        return PyErr_Format(PyExc_TypeError, "outlined(symbols, own_text, codes)");
    PyObject *rows = PyList_New(0), *lines = PyList_New(0), *positions = positions_of(given[0]);
    bool done = rows && lines && positions;
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(given[0]); at++)
        done = outline_one(PyList_GET_ITEM(given[0], at), PyList_GET_ITEM(given[1], at), given[2], positions, rows, lines);
    PyObject *both = done ? PyTuple_Pack(2, rows, lines) : NULL;
    Py_XDECREF(rows);
    Py_XDECREF(lines);
    Py_XDECREF(positions);
    return both;
}

static PyObject *stored_one(PyObject *symbol, long long row, PyObject *codes) {
    PyObject *span = attribute(symbol, AT_span);
    if (span == NULL) return NULL;
    PyObject *fields[] = {
        PyLong_FromLongLong(row), attribute(symbol, AT_id), code_of(symbol, codes), attribute(symbol, AT_name),
        attribute(symbol, AT_qualified_name), attribute(symbol, AT_parent), attribute(symbol, AT_line),
        attribute(span, AT_start_line), attribute(span, AT_end_line), attribute(span, AT_start_byte),
        attribute(span, AT_end_byte), attribute(symbol, AT_signature), attribute(symbol, AT_doc), flags_of(symbol),
        attribute(symbol, AT_body_hash),
    };
    Py_DECREF(span);
    return tuple_of(fields, sizeof fields / sizeof *fields);
}

PyObject *stored(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 3 || !PyList_Check(given[0]) || !PyLong_Check(given[1]) || !PyDict_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "stored(symbols, first, codes)");
    long long first = PyLong_AsLongLong(given[1]);
    PyObject *rows = PyErr_Occurred() ? NULL : PyList_New(0);
    bool done = rows != NULL;
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(given[0]); at++)
        done = append(rows, stored_one(PyList_GET_ITEM(given[0], at), first + at, given[2]));
    if (!done) Py_CLEAR(rows);
    return rows;
}
