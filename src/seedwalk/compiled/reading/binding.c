/* Raw bindings as the rows of a file's facts; `extract/bindings.py` says how. */
#include "telling.h"

#include <string.h>

enum { START, NAME, DECLARED, VALUE, END, TOLD, FIELDS };

typedef struct {
    PyObject *numbers;          /* dict[str, int]: the file's texts */
    PyObject *starts, *ends;    /* lists, where these are told apart from the raw bindings; else None */
    const char *marks;          /* what may stand before the first name of a value */
    Steps lines, scopes;
} Binding;

/* The number of a text of the file, which it is given if it has none; a new reference. */
static PyObject *text_number(PyObject *numbers, PyObject *text) {
    PyObject *next = PyLong_FromSsize_t(PyDict_GET_SIZE(numbers));
    PyObject *found = next == NULL ? NULL : PyDict_SetDefault(numbers, text, next);
    Py_XINCREF(found);
    Py_XDECREF(next);
    return found;
}

/* Whether a value begins with the name that it is given to; -1 with an exception. */
static int is_own(PyObject *name, PyObject *value, const char *marks) {
    Py_ssize_t name_length, length;
    const char *own = PyUnicode_AsUTF8AndSize(name, &name_length), *text = PyUnicode_AsUTF8AndSize(value, &length);
    if (own == NULL || text == NULL) return -1;
    while (length && *text && strchr(marks, *text) != NULL) text++, length--;
    if (length <= name_length || memcmp(text, own, (size_t)name_length) != 0) return 0;
    return text[name_length] == '.' || text[name_length] == '(';
}

static bool number_at(PyObject *list, Py_ssize_t at, int64_t *number) {
    *number = PyLong_AsLongLong(PyList_GET_ITEM(list, at));
    return !(*number == -1 && PyErr_Occurred());
}

/* From which line on a binding holds; 0 with an exception. */
static int64_t first_line(const Binding *b, PyObject *const *raw, Py_ssize_t at) {
    int64_t start;
    if (b->starts != Py_None) return number_at(b->starts, at, &start) ? step_at(&b->lines, start) : 0;
    int own = is_own(raw[NAME], raw[VALUE], b->marks);
    start = own < 0 ? -1 : PyLong_AsLongLong(raw[own ? TOLD : START]);
    return PyErr_Occurred() ? 0 : step_at(&b->lines, start) + own;
}

static PyObject *row_of(const Binding *b, PyObject *const *raw, Py_ssize_t at) {
    int64_t start = PyLong_AsLongLong(raw[START]), end = PyLong_AsLongLong(raw[END]);
    if (PyErr_Occurred() || (b->ends != Py_None && !number_at(b->ends, at, &end))) return NULL;
    int64_t line = first_line(b, raw, at);
    if (line == 0) return NULL;
    PyObject *row = PyTuple_New(FIELDS);
    for (int part = NAME; row != NULL && part <= VALUE; part++) {
        PyObject *number = text_number(b->numbers, raw[part]);
        if (number == NULL)
            Py_CLEAR(row);
        else
            PyTuple_SET_ITEM(row, part - NAME, number);
    }
    int64_t rest[] = {line, step_at(&b->scopes, start), end ? step_at(&b->lines, end) : 0};
    for (int part = 0; row != NULL && part < 3; part++) {
        PyObject *number = PyLong_FromLongLong(rest[part]);
        if (number == NULL)
            Py_CLEAR(row);
        else
            PyTuple_SET_ITEM(row, VALUE + part, number);
    }
    return row;
}

static bool is_raw(PyObject *raw) {
    bool fits = PyTuple_Check(raw) && PyTuple_GET_SIZE(raw) == FIELDS;
    for (int part = 0; fits && part < FIELDS; part++) {
        bool text = part >= NAME && part <= VALUE;
        fits = text ? PyUnicode_Check(PyTuple_GET_ITEM(raw, part)) : PyLong_Check(PyTuple_GET_ITEM(raw, part));
    }
    if (!fits) PyErr_SetString(PyExc_TypeError, "a binding is a place, three texts and two places");
    return fits;
}

static PyObject *all_rows(const Binding *b, PyObject *given) {
    PyObject *rows = PyList_New(PyList_GET_SIZE(given));
    for (Py_ssize_t at = 0; rows != NULL && at < PyList_GET_SIZE(given); at++) {
        PyObject *raw = PyList_GET_ITEM(given, at);
        PyObject *row = is_raw(raw) ? row_of(b, &PyTuple_GET_ITEM(raw, 0), at) : NULL;
        if (row == NULL)
            Py_CLEAR(rows);
        else
            PyList_SET_ITEM(rows, at, row);
    }
    return rows;
}

static bool is_list(PyObject *list, Py_ssize_t size) {
    return list == Py_None || (PyList_Check(list) && PyList_GET_SIZE(list) == size);
}

PyObject *bindings(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 8 || !PyList_Check(given[0]) || !is_list(given[1], PyList_GET_SIZE(given[0])) ||
        !is_list(given[2], PyList_GET_SIZE(given[0])) || !PyDict_Check(given[3]) || !PyUnicode_Check(given[4]))
        return PyErr_Format(PyExc_TypeError, "bindings(raw, starts, ends, numbers, marks, lines, scopes, owners)");
    Binding b = {.numbers = given[3], .starts = given[1], .ends = given[2], .marks = PyUnicode_AsUTF8(given[4])};
    if (b.marks == NULL || !steps_open(&b.lines, given[5], Py_None) || !steps_open(&b.scopes, given[6], given[7]))
        return NULL;
    return all_rows(&b, given[0]);
}
