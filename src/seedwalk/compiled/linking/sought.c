/* A member sought along a line of types: `sought` of graph/sought.py. */
#include "linking.h"

#include <string.h>

/* The check of a text as zlib counts it, a byte at a time (ISO 3309, by its reversed polynomial). */
#define POLYNOMIAL 0xEDB88320u
#define BYTES 256
static uint32_t REMAINDERS[BYTES];

static void work_out_remainders(void) {
    for (uint32_t byte = 0; byte < BYTES; byte++) {
        uint32_t left = byte;
        for (int bit = 0; bit < 8; bit++) left = left & 1 ? left >> 1 ^ POLYNOMIAL : left >> 1;
        REMAINDERS[byte] = left;
    }
}

uint32_t check_more(uint32_t left, const Py_UCS1 *text, Py_ssize_t length) {
    if (!REMAINDERS[1]) work_out_remainders();
    for (Py_ssize_t at = 0; at < length; at++) left = left >> 8 ^ REMAINDERS[(left ^ text[at]) & 0xFF];
    return left;
}

uint32_t check_of(const Py_UCS1 *text, Py_ssize_t length) { return ~check_more(~0u, text, length); }

/* holder.name, both ASCII. */
PyObject *qualified_name(PyObject *holder, PyObject *name) {
    Py_ssize_t before = PyUnicode_GET_LENGTH(holder), behind = PyUnicode_GET_LENGTH(name);
    PyObject *made = PyUnicode_New(before + 1 + behind, 127);
    if (made == NULL) return NULL;
    Py_UCS1 *letters = PyUnicode_1BYTE_DATA(made);
    memcpy(letters, PyUnicode_1BYTE_DATA(holder), (size_t)before);
    letters[before] = '.';
    memcpy(letters + before + 1, PyUnicode_1BYTE_DATA(name), (size_t)behind);
    return made;
}

/* One file as far as this asks it: view.plainly, a tuple of the high half of its keys, its symbols and its names. */
typedef struct {
    int64_t high;
    PyObject *symbols, *names; /* borrowed from the tuple */
} Plainly;

static bool read_plainly(PyObject *told, Plainly *plainly) {
    if (!PyTuple_Check(told) || PyTuple_GET_SIZE(told) != 3) return false;
    plainly->high = whole(PyTuple_GET_ITEM(told, 0));
    plainly->symbols = PyTuple_GET_ITEM(told, 1), plainly->names = PyTuple_GET_ITEM(told, 2);
    return PyList_Check(plainly->symbols) && PyDict_Check(plainly->names);
}

enum { NOWHERE = -1, NOT_PLAIN = -2, FAILED = -3 };

/* Where a type of this position has a member of this name; the key of the look goes into the trace. */
static Py_ssize_t member_at(const Plainly *plainly, Py_ssize_t position, PyObject *name, PyObject *trace) {
    if (position < 0 || position >= PyList_GET_SIZE(plainly->symbols)) return NOT_PLAIN;
    PyObject *holder = PyTuple_GET_ITEM(PyList_GET_ITEM(plainly->symbols, position), 0);
    if (!PyUnicode_IS_ASCII(holder)) return NOT_PLAIN;
    PyObject *qualified = qualified_name(holder, name);
    if (qualified == NULL) return FAILED;
    uint32_t check = check_of(PyUnicode_1BYTE_DATA(qualified), PyUnicode_GET_LENGTH(qualified));
    PyObject *key = PyLong_FromLongLong(plainly->high | (int64_t)check);
    bool noted = key != NULL && PySet_Add(trace, key) == 0;
    PyObject *at = noted ? PyDict_GetItemWithError(plainly->names, qualified) : NULL;
    Py_XDECREF(key);
    Py_DECREF(qualified);
    if (!noted || PyErr_Occurred()) return FAILED;
    return at == NULL ? NOWHERE : PyLong_AsSsize_t(at);
}

/* The same of one (path, position) of a line. */
static Py_ssize_t member_of(PyObject *type, PyObject *const *given) {
    PyObject *told = PyObject_CallOneArg(given[3], PyTuple_GET_ITEM(type, 0));
    if (told == NULL) return FAILED;
    Plainly plainly;
    Py_ssize_t at = NOT_PLAIN;
    if (read_plainly(told, &plainly))
        at = member_at(&plainly, PyLong_AsSsize_t(PyTuple_GET_ITEM(type, 1)), given[2], given[4]);
    Py_DECREF(told);
    return PyErr_Occurred() ? FAILED : at;
}

/* sought(line, start, name, plainly, trace) */
PyObject *sought(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 5 || !PyTuple_Check(given[0]) || !PyUnicode_Check(given[2]) || !PySet_Check(given[4]))
        return PyErr_Format(PyExc_TypeError, "sought(line, start, name, plainly, trace)");
    Py_ssize_t place = PyLong_AsSsize_t(given[1]), at = PyUnicode_IS_ASCII(given[2]) ? NOWHERE : NOT_PLAIN;
    if (place < 0) return PyErr_Format(PyExc_ValueError, "a line begins at 0");
    for (; at == NOWHERE && place < PyTuple_GET_SIZE(given[0]); place++)
        at = member_of(PyTuple_GET_ITEM(given[0], place), given);
    if (at == FAILED) return NULL;
    if (at != NOWHERE) place -= PyUnicode_IS_ASCII(given[2]);
    return Py_BuildValue("nn", place, at);
}
