/* The keys of a trace: `all_keys` of graph/answers.py. */
#include "linking.h"

static PyObject *TRACE;

bool name_slots(void) { return (TRACE = PyUnicode_InternFromString("trace")) != NULL; }

/* 1 if this trace was not met before, 0 if it was, -1 with an exception. Traces live as long as their answers do. */
static int is_new(PyObject *seen, PyObject *trace) {
    PyObject *number = PyLong_FromVoidPtr(trace);
    if (number == NULL) return -1;
    Py_ssize_t before = PySet_GET_SIZE(seen);
    int new = PySet_Add(seen, number) < 0 ? -1 : PySet_GET_SIZE(seen) > before;
    Py_DECREF(number);
    return new;
}

/* Puts the trace of an answer among those left to be read, unless it is or was there. */
static bool leave(PyObject *answer, PyObject *seen, PyObject *left) {
    PyObject *trace = PyObject_GetAttr(answer, TRACE);
    if (trace == NULL) return false;
    int new = is_new(seen, trace);
    bool fine = new >= 0 && (!new || PyList_Append(left, trace) == 0);
    Py_DECREF(trace);
    return fine;
}

static bool read_trace(PyObject *trace, PyObject *answer_type, PyObject *seen, PyObject *left, Row *keys) {
    PyObject *each = PyObject_GetIter(trace), *one;
    if (each == NULL) return false;
    bool fine = true;
    while (fine && (one = PyIter_Next(each)) != NULL) {
        if ((PyObject *)Py_TYPE(one) == answer_type) {
            fine = leave(one, seen, left);
        } else {
            int64_t key = PyLong_AsLongLong(one);
            fine = !(key == -1 && PyErr_Occurred()) && row_add(keys, &key, sizeof key);
        }
        Py_DECREF(one);
    }
    Py_DECREF(each);
    return fine && !PyErr_Occurred();
}

/* trace_keys(trace, Answer): every key in a trace and in the answers it holds, as 64-bit numbers, some more than once. */
PyObject *trace_keys(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "trace_keys(trace, Answer)");
    PyObject *seen = PySet_New(NULL), *left = PyList_New(0), *found = NULL;
    Row keys = {0};
    bool fine = seen != NULL && left != NULL && PyList_Append(left, given[0]) == 0;
    for (Py_ssize_t next = 0; fine && next < PyList_GET_SIZE(left); next++)
        fine = read_trace(PyList_GET_ITEM(left, next), given[1], seen, left, &keys);
    if (fine) found = row_bytes(&keys);
    row_free(&keys);
    Py_XDECREF(seen);
    Py_XDECREF(left);
    return found;
}
