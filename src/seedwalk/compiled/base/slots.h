/* Attributes that lie at one place in all objects of a type: the place is looked up once for each type, not each time. */
#ifndef SEEDWALK_SLOTS_H
#define SEEDWALK_SLOTS_H

#include "quick.h"

typedef struct {
    PyObject *name;
    PyTypeObject *type; /* held, once told; */
    Py_ssize_t at;      /* where its objects have the attribute */
} Held;

bool held_start(Held *held, const char *name);
/* Looks the attribute up as ever; notes its place, if it has one. A new reference. */
PyObject *held_anew(Held *held, PyObject *object);
bool held_set(Held *held, PyObject *object, PyObject *value);

/* The attribute of an object: a new reference, NULL with an exception. */
static inline PyObject *held_get(Held *held, PyObject *object) {
    PyObject *found = Py_TYPE(object) == held->type ? *(PyObject **)((char *)object + held->at) : NULL;
    return found != NULL ? Py_NewRef(found) : held_anew(held, object);
}

#endif
