/* Arrays of numbers, opened and let go of. */
#include "arrays.h"

#include <ctype.h>
#include <string.h>

static Py_ssize_t width_of(char letter) {
    switch (tolower((unsigned char)letter)) {
    case 'n': return sizeof(int32_t);
    case 'b': return 1;
    default: return sizeof(int64_t);
    }
}

static void let_go(Arrays *arrays) {
    while (arrays->open) PyBuffer_Release(&arrays->views[--arrays->open]);
}

bool arrays_open(Arrays *arrays, PyObject *const *given, Py_ssize_t count, const char *letters, Py_ssize_t others) {
    Py_ssize_t wanted = (Py_ssize_t)strlen(letters);
    arrays->open = 0;
    if (count != wanted + others) {
        PyErr_Format(PyExc_TypeError, "%zd arguments, not %zd", wanted + others, count);
        return false;
    }
    for (Py_ssize_t at = 0; at < wanted; at++) {
        int flags = PyBUF_C_CONTIGUOUS | (isupper((unsigned char)letters[at]) ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(given[at], &arrays->views[at], flags) < 0) {
            let_go(arrays);
            return false;
        }
        arrays->open++;
        if (arrays->views[at].itemsize != width_of(letters[at])) {
            PyErr_Format(PyExc_TypeError, "argument %zd: numbers of %zd bytes each", at + 1, width_of(letters[at]));
            let_go(arrays);
            return false;
        }
    }
    return true;
}

PyObject *arrays_close(Arrays *arrays, bool inside) {
    let_go(arrays);
    if (PyErr_Occurred()) return NULL;
    if (!inside) return PyErr_Format(PyExc_IndexError, "a number that leads outside of an array");
    Py_RETURN_NONE;
}
