/* Which texts and references rules may be about; `extract/literals.py` says how. */
#include "placing.h"

#include <string.h>

/* Where the last name of a text begins. */
static Py_ssize_t last_name(PyObject *text) {
    Py_ssize_t place = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *letters = PyUnicode_DATA(text);
    while (place > 0) {
        Py_UCS4 letter = PyUnicode_READ(kind, letters, place - 1);
        if (letter == '.' || letter == ':') break;
        place--;
    }
    return place;
}

/* Whether a name ends with one of these; -1 with an exception. */
static int ends_with(PyObject *name, PyObject *endings) {
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(endings); at++) {
        PyObject *ending = PyTuple_GET_ITEM(endings, at);
        Py_ssize_t found = PyUnicode_Tailmatch(name, ending, 0, PY_SSIZE_T_MAX, 1);
        if (found) return found < 0 ? -1 : 1;
    }
    return 0;
}

static bool add_named(PyObject *found, Py_ssize_t number, PyObject *text, PyObject *exact, PyObject *endings) {
    PyObject *last = PyUnicode_Substring(text, last_name(text), PY_SSIZE_T_MAX);
    int named = last == NULL ? -1 : PyDict_Contains(exact, last);
    if (named == 0) named = ends_with(last, endings);
    bool done = named >= 0;
    if (named > 0) {
        PyObject *one = Py_BuildValue("(nO)", number, last);
        done = one != NULL && PyList_Append(found, one) == 0;
        Py_XDECREF(one);
    }
    Py_XDECREF(last);
    return done;
}

PyObject *named_texts(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 3 || !PyList_Check(given[0]) || !PyDict_Check(given[1]) || !PyTuple_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "named_texts(texts, exact, endings)");
    PyObject *found = PyList_New(0);
    for (Py_ssize_t at = 0; found != NULL && at < PyList_GET_SIZE(given[0]); at++) {
        PyObject *text = PyList_GET_ITEM(given[0], at);
        if (!PyUnicode_Check(text)) PyErr_SetString(PyExc_TypeError, "texts are texts");
        if (PyErr_Occurred() || !add_named(found, at, text, given[1], given[2])) Py_CLEAR(found);
    }
    return found;
}

static uint32_t number_at(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static PyObject *row_at(const unsigned char *at) {
    return Py_BuildValue("(iIIII)", (int)*at, number_at(at + 1), number_at(at + 5), number_at(at + 9), number_at(at + 13));
}

/* A byte for each text, set for those that are keys; NULL with an exception. */
static char *marked(PyObject *keys, Py_ssize_t texts) {
    char *mask = PyMem_Calloc((size_t)texts + 1, 1);
    PyObject *key, *value;
    Py_ssize_t place = 0;
    if (mask == NULL) PyErr_NoMemory();
    while (mask != NULL && PyDict_Next(keys, &place, &key, &value)) {
        Py_ssize_t number = PyLong_AsSsize_t(key);
        if (number >= 0 && number < texts) mask[number] = 1;
    }
    if (PyErr_Occurred()) {
        PyMem_Free(mask);
        return NULL;
    }
    return mask;
}

PyObject *rows_about(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 5 || !PyBytes_Check(given[0]) || !PyDict_Check(given[1]) || !PyBytes_Check(given[3]) ||
        PyBytes_GET_SIZE(given[3]) != 256)
        return PyErr_Format(PyExc_TypeError, "rows_about(rows, marked, texts, kinds, most)");
    Py_ssize_t texts = PyLong_AsSsize_t(given[2]), most = PyLong_AsSsize_t(given[4]);
    char *mask = PyErr_Occurred() || texts < 0 ? NULL : marked(given[1], texts);
    PyObject *found = mask == NULL ? NULL : PyList_New(0);
    const unsigned char *at = (unsigned char *)PyBytes_AS_STRING(given[0]);
    const unsigned char *end = at + PyBytes_GET_SIZE(given[0]) / ROW_BYTES * ROW_BYTES;
    for (; found != NULL && at < end && PyList_GET_SIZE(found) < most; at += ROW_BYTES) {
        uint32_t text = number_at(at + 1);
        if (!PyBytes_AS_STRING(given[3])[*at] || (Py_ssize_t)text >= texts || !mask[text]) continue;
        PyObject *row = row_at(at);
        if (row == NULL || PyList_Append(found, row) < 0) Py_CLEAR(found);
        Py_XDECREF(row);
    }
    PyMem_Free(mask);
    return found;
}
