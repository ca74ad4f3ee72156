/* What begins at bounds, looked up by places; the rows of a file's references. */
#include "arrays.h"
#include "placing.h"

bool steps_open(Steps *steps, PyObject *bounds, PyObject *values) {
    if (!PyBytes_Check(bounds) || (values != Py_None && !PyBytes_Check(values)) ||
        PyBytes_GET_SIZE(bounds) < (Py_ssize_t)sizeof(int64_t) ||
        (values != Py_None && PyBytes_GET_SIZE(values) != PyBytes_GET_SIZE(bounds))) {
        PyErr_SetString(PyExc_TypeError, "bounds and values are rows of numbers, as many of each");
        return false;
    }
    steps->bounds = (const int64_t *)PyBytes_AS_STRING(bounds);
    steps->values = values == Py_None ? NULL : (const int64_t *)PyBytes_AS_STRING(values);
    steps->count = PyBytes_GET_SIZE(bounds) / (Py_ssize_t)sizeof(int64_t);
    return true;
}

int64_t step_at(const Steps *steps, int64_t place) {
    Py_ssize_t low = 0, high = steps->count;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (steps->bounds[middle] <= place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) low = 1; /* nothing stands before the first */
    return steps->values == NULL ? low : steps->values[low - 1];
}

PyObject *looked_up(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Steps steps;
    if (count != 3 || !PyList_Check(given[2])) return PyErr_Format(PyExc_TypeError, "looked_up(bounds, values, places)");
    if (!steps_open(&steps, given[0], given[1])) return NULL;
    Py_ssize_t size = PyList_GET_SIZE(given[2]);
    PyObject *found = PyList_New(size);
    for (Py_ssize_t at = 0; found != NULL && at < size; at++) {
        int64_t place = PyLong_AsLongLong(PyList_GET_ITEM(given[2], at));
        PyObject *number = place == -1 && PyErr_Occurred() ? NULL : PyLong_FromLongLong(step_at(&steps, place));
        if (number == NULL)
            Py_CLEAR(found);
        else
            PyList_SET_ITEM(found, at, number);
    }
    return found;
}

static unsigned char *put(unsigned char *at, uint32_t number) {
    for (int byte = 0; byte < 4; byte++) *at++ = (unsigned char)(number >> 8 * byte);
    return at;
}

/* Kinds, texts, bytes and starts of references, their lines and scopes looked up, as rows. */
static PyObject *rows_of(const Arrays *columns, const Steps *lines, const Steps *scopes) {
    const unsigned char *kind = ARRAY(unsigned char, *columns, 0);
    const uint32_t *text = ARRAY(uint32_t, *columns, 1), *byte = ARRAY(uint32_t, *columns, 2);
    const uint32_t *start = ARRAY(uint32_t, *columns, 3);
    Py_ssize_t size = array_size(columns, 0);
    PyObject *rows = PyBytes_FromStringAndSize(NULL, size * ROW_BYTES);
    if (rows == NULL) return NULL;
    unsigned char *at = (unsigned char *)PyBytes_AS_STRING(rows);
    for (Py_ssize_t one = 0; one < size; one++) {
        *at++ = kind[one];
        at = put(at, text[one]);
        at = put(at, (uint32_t)step_at(lines, byte[one]));
        at = put(at, byte[one]);
        at = put(at, (uint32_t)step_at(scopes, start[one]));
    }
    return rows;
}

PyObject *reference_rows(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Arrays columns;
    Steps lines, scopes;
    PyObject *rows = NULL;
    if (count != 7 || !steps_open(&lines, given[4], Py_None) || !steps_open(&scopes, given[5], given[6]))
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "reference_rows(kinds, texts, bytes, starts, "
                                                                       "lines, scopes, owners)");
    if (!arrays_open(&columns, given, 4, "bbbb", 0)) return NULL;
    Py_ssize_t size = array_size(&columns, 0), wide = size * (Py_ssize_t)sizeof(uint32_t);
    bool alike = array_size(&columns, 1) == wide && array_size(&columns, 2) == wide && array_size(&columns, 3) == wide;
    if (alike) rows = rows_of(&columns, &lines, &scopes);
    PyObject *closed = arrays_close(&columns, alike);
    if (closed == NULL) return NULL;
    Py_DECREF(closed);
    return rows;
}
