/* Where objects of a type have an attribute, as its own descriptor tells. */
#include "slots.h"

#include <structmember.h>

bool held_start(Held *held, const char *name) {
    if (held->name == NULL) held->name = PyUnicode_InternFromString(name);
    return held->name != NULL;
}

/* Notes the place of the attribute where it is an object at a place of its own. */
static void note_place(Held *held, PyTypeObject *type) {
    PyObject *told = PyObject_GetAttr((PyObject *)type, held->name);
    const PyMemberDef *member = NULL;
    if (told == NULL) PyErr_Clear();
    else if (Py_IS_TYPE(told, &PyMemberDescr_Type)) member = ((PyMemberDescrObject *)told)->d_member;
    if (member != NULL && member->type == T_OBJECT_EX) {
        Py_XDECREF(held->type);
        held->type = (PyTypeObject *)Py_NewRef(type), held->at = member->offset;
    }
    Py_XDECREF(told);
}

PyObject *held_anew(Held *held, PyObject *object) {
    if (Py_TYPE(object) != held->type) note_place(held, Py_TYPE(object));
    return PyObject_GetAttr(object, held->name);
}

bool held_set(Held *held, PyObject *object, PyObject *value) {
    if (Py_TYPE(object) != held->type) note_place(held, Py_TYPE(object));
    if (Py_TYPE(object) != held->type) return PyObject_SetAttr(object, held->name, value) == 0;
    PyObject **at = (PyObject **)((char *)object + held->at), *before = *at;
    *at = Py_NewRef(value);
    Py_XDECREF(before);
    return true;
}
