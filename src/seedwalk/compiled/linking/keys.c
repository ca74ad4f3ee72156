/* The keys of a trace: `keys_of` of graph/answers.py. */
#include "linking.h"
#include "numbers.h"
#include "slots.h"

static Held TRACE;

bool name_slots(void) { return held_start(&TRACE, "trace"); }

/* Puts the trace of an answer among those left to be read, unless it is or was there. Traces live as long as their
 * answers do: those left are borrowed. */
static bool leave(PyObject *answer, Numbers *seen, Row *left) {
    PyObject *trace = held_get(&TRACE, answer);
    if (trace == NULL) return false;
    uint32_t before = seen->count, number = number_of(seen, (uint64_t)(uintptr_t)trace);
    bool fine = number != NO_NUMBER && (number < before || row_add(left, &trace, sizeof trace));
    Py_DECREF(trace);
    return fine;
}

static bool read_trace(PyObject *trace, PyObject *answer_type, Numbers *seen, Row *left, Row *keys) {
    PyObject *each = PyObject_GetIter(trace), *one;
    if (each == NULL) return false;
    bool fine = true;
    while (fine && (one = PyIter_Next(each)) != NULL) {
        if ((PyObject *)Py_TYPE(one) == answer_type) {
            fine = leave(one, seen, left);
        } else {
            int64_t key = whole(one);
            fine = !(key == -1 && PyErr_Occurred()) && row_add(keys, &key, sizeof key);
        }
        Py_DECREF(one);
    }
    Py_DECREF(each);
    return fine && !PyErr_Occurred();
}

bool all_keys(PyObject *trace, PyObject *answer_type, Row *keys) {
    Numbers seen;
    Row left = {0};
    if (!numbers_start(&seen, 1)) return false;
    bool fine = row_add(&left, &trace, sizeof trace);
    for (size_t next = 0; fine && next < left.used / sizeof trace; next++)
        fine = read_trace(((PyObject **)left.at)[next], answer_type, &seen, &left, keys);
    numbers_free(&seen);
    row_free(&left);
    return fine;
}

/* trace_keys(trace, Answer): every key in a trace and in the answers it holds, as numbers, some more than once. */
PyObject *trace_keys(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "trace_keys(trace, Answer)");
    Row keys = {0};
    PyObject *found = all_keys(given[0], given[1], &keys) ? row_bytes(&keys) : NULL;
    row_free(&keys);
    return found;
}
