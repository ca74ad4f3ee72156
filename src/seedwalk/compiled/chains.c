/* Expressions as chains of names; Python is asked for those that are more than names and dots. */
#include "matches.h"

bool is_plain_chain(const char *text, size_t length) {
    if (length > LONGEST_CHAIN) return false;
    for (size_t place = 0; place < length; place++) {
        char byte = text[place];
        bool fits = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
                    byte == '_' || byte == '.';
        if (!fits) return false;
    }
    return true;
}

static PyObject *made(PyObject *chain, const char *text, size_t length) {
    if (is_plain_chain(text, length)) return PyUnicode_DecodeASCII(text, (Py_ssize_t)length, NULL);
    PyObject *written = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    PyObject *found = written == NULL ? NULL : PyObject_CallOneArg(chain, written);
    Py_XDECREF(written);
    return found;
}

PyObject *chain_of(PyObject *chains, PyObject *chain, const char *text, size_t length) {
    PyObject *raw = PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
    PyObject *found = raw == NULL ? NULL : PyDict_GetItemWithError(chains, raw);
    Py_XINCREF(found);
    if (raw != NULL && found == NULL && !PyErr_Occurred()) {
        found = made(chain, text, length);
        if (found != NULL && PyDict_SetItem(chains, raw, found) < 0) Py_CLEAR(found);
    }
    Py_XDECREF(raw);
    return found;
}
