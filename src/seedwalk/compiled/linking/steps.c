/* Chains taken apart: `steps` of graph/chains.py, for those that are plainly written. */
#include "linking.h"

static bool begins_name(Py_UCS1 letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

static bool is_of_name(Py_UCS1 letter) { return begins_name(letter) || (letter >= '0' && letter <= '9'); }

/* Where the step that begins here ends: a name, behind its dot; or a pair of brackets. Here itself if none begins. */
static Py_ssize_t step_end(const Py_UCS1 *text, Py_ssize_t at, Py_ssize_t length) {
    bool pair = at + 1 < length && ((text[at] == '(' && text[at + 1] == ')') || (text[at] == '[' && text[at + 1] == ']'));
    if (pair && at) return at + 2;
    Py_ssize_t name = at ? at + 1 : 0;
    if ((at && text[at] != '.') || name >= length || !begins_name(text[name])) return at;
    while (name < length && is_of_name(text[name])) name++;
    return name;
}

void steps_free(Spelled *steps) {
    PyObject **made = (PyObject **)steps->made.at;
    for (size_t at = 0; at < steps->made.used / sizeof *made; at++) Py_DECREF(made[at]);
    row_free(&steps->made);
    if (steps->texts.slots != NULL) table_free(&steps->texts);
}

/* A step as the one text that stands for it everywhere: tables that are asked for one that is the same object find it
 * sooner. */
static PyObject *made_step(const Py_UCS1 *letters, Py_ssize_t length) {
    PyObject *step = PyUnicode_FromStringAndSize((const char *)letters, length);
    if (step != NULL) PyUnicode_InternInPlace(&step);
    return step;
}

/* The same, from among those made before. */
static PyObject *known_step(Spelled *steps, const Py_UCS1 *letters, Py_ssize_t length) {
    const char *text = (const char *)letters;
    uint32_t hash = hash_text(text, (size_t)length);
    int64_t number = table_find(&steps->texts, text, (size_t)length, hash);
    if (number >= 0) return Py_NewRef(((PyObject **)steps->made.at)[number]);
    PyObject *step = made_step(letters, length);
    if (step == NULL || !row_add(&steps->made, &step, sizeof step)) {
        Py_XDECREF(step);
        return NULL;
    }
    if (table_add(&steps->texts, text, (size_t)length, hash) >= 0) return Py_NewRef(step);
    steps->made.used -= sizeof step;
    Py_DECREF(step);
    return NULL;
}

PyObject *steps_among(Spelled *steps, PyObject *text) {
    if (!PyUnicode_Check(text)) return PyErr_Format(PyExc_TypeError, "plain_steps(text)");
    if (!PyUnicode_IS_ASCII(text)) Py_RETURN_NONE;
    const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), count = 0, end;
    for (Py_ssize_t at = 0; at < length; at = end, count++)
        if ((end = step_end(letters, at, length)) == at) Py_RETURN_NONE;
    if (!count) Py_RETURN_NONE;
    PyObject *found = PyTuple_New(count);
    Py_ssize_t at = 0;
    for (Py_ssize_t place = 0; found != NULL && place < count; place++, at = end) {
        end = step_end(letters, at, length);
        Py_ssize_t start = at && letters[at] == '.' ? at + 1 : at;
        PyObject *step = steps == NULL ? made_step(letters + start, end - start)
                                       : known_step(steps, letters + start, end - start);
        if (step == NULL) Py_CLEAR(found);
        else PyTuple_SET_ITEM(found, place, step);
    }
    return found;
}

/* plain_steps(text): names, calls and indexing in order; None for a chain that is not plainly written. */
PyObject *plain_steps(PyObject *module, PyObject *text) {
    (void)module;
    return steps_among(NULL, text);
}
