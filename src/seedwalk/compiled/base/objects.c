/* Attributes of Python's objects. */
#include "objects.h"

#include <structmember.h>

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

/* Where objects of a type keep an attribute: few types have one of a name, and all objects of each keep it alike. */
enum { TYPES = 4 };
typedef struct {
    PyTypeObject *type; /* which lives as long as this */
    Py_ssize_t offset;
} Kept;
static Kept KEPT[ATTRIBUTES_NAMED][TYPES];
static unsigned MET[ATTRIBUTES_NAMED];

/* Remembers where a type keeps an attribute, if that is a slot and found in no other way. */
static void learn_slot(PyTypeObject *type, Attribute which) {
    PyObject *found = type->tp_getattro == PyObject_GenericGetAttr ? PyObject_GetAttr((PyObject *)type, NAMES[which]) : NULL;
    if (found == NULL) PyErr_Clear();
    PyMemberDef *member = found && Py_IS_TYPE(found, &PyMemberDescr_Type) ? ((PyMemberDescrObject *)found)->d_member : NULL;
    if (member != NULL && member->type == T_OBJECT_EX) {
        Kept *kept = &KEPT[which][MET[which]++ % TYPES];
        Py_INCREF(type);
        Py_XSETREF(kept->type, type);
        kept->offset = member->offset;
    }
    Py_XDECREF(found);
}

PyObject *attribute(PyObject *object, Attribute which) {
    for (const Kept *kept = KEPT[which]; kept < KEPT[which] + TYPES; kept++) {
        if (kept->type != Py_TYPE(object)) continue;
        PyObject *found = *(PyObject **)((char *)object + kept->offset);
        return found != NULL ? Py_NewRef(found) : PyObject_GetAttr(object, NAMES[which]);
    }
    learn_slot(Py_TYPE(object), which);
    return PyObject_GetAttr(object, NAMES[which]);
}

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
