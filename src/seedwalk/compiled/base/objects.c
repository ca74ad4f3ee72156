/* Attributes of Python's objects. */
#include "objects.h"

static PyObject *NAMES[ATTRIBUTES_NAMED];
static const char *const WRITTEN[ATTRIBUTES_NAMED] = {
#define AS_TEXT(name) #name,
    EACH_ATTRIBUTE(AS_TEXT)
#undef AS_TEXT
};

bool name_objects(void) {
    for (int place = 0; place < ATTRIBUTES_NAMED; place++)
        if (NAMES[place] == NULL && (NAMES[place] = PyUnicode_InternFromString(WRITTEN[place])) == NULL) return false;
    return true;
}

PyObject *attribute(PyObject *object, Attribute which) { return PyObject_GetAttr(object, NAMES[which]); }

PyObject *text_attribute(PyObject *object, Attribute which) {
    PyObject *text = attribute(object, which);
    if (text != NULL && !PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "%s is a text", WRITTEN[which]);
        Py_CLEAR(text);
    }
    return text;
}

bool number_attribute(PyObject *object, Attribute which, int64_t *value) {
    PyObject *number = attribute(object, which);
    *value = number == NULL ? 0 : PyLong_AsLongLong(number);
    Py_XDECREF(number);
    return number != NULL && !(*value == -1 && PyErr_Occurred());
}

bool truth_attribute(PyObject *object, Attribute which, bool *value) {
    PyObject *found = attribute(object, which);
    int truth = found == NULL ? -1 : PyObject_IsTrue(found);
    Py_XDECREF(found);
    *value = truth > 0;
    return truth >= 0;
}

PyObject *called(PyObject *object, Attribute which) { return PyObject_CallMethodNoArgs(object, NAMES[which]); }

int is_among(PyObject *set, PyObject *object) { return PySet_Contains(set, object); }

bool check_set(PyObject *object) {
    if (PyAnySet_Check(object)) return true;
    PyErr_SetString(PyExc_TypeError, "kinds and names are sets");
    return false;
}
