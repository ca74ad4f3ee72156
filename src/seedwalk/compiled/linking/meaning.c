/* What meanings are made of, and the keys of what was looked up on the way to them. */
#include "linking.h"
#include "resolving.h"

#include <stdarg.h>

PyObject *by_python(Core *core, const char *method, const char *format, ...) {
    PyObject *found = NULL, *name = PyUnicode_InternFromString(method);
    PyObject *asked = name == NULL ? NULL : PyObject_GetAttr(core->resolver, name);
    Py_XDECREF(name);
    va_list given;
    va_start(given, format);
    PyObject *arguments = asked == NULL ? NULL : Py_VaBuildValue(format, given);
    va_end(given);
    if (arguments != NULL) found = PyObject_CallObject(asked, arguments);
    Py_XDECREF(arguments);
    Py_XDECREF(asked);
    return found;
}

PyObject *steps_of(Core *core, PyObject *text) {
    PyObject *known = PyDict_GetItemWithError(core->chains, text);
    if (known != NULL || PyErr_Occurred()) return Py_XNewRef(known);
    PyObject *found = steps_among(&core->spelled, text);
    if (found == Py_None) {
        Py_DECREF(found);
        found = PyObject_CallOneArg(core->steps, text);
    }
    if (found != NULL && PyDict_SetItem(core->chains, text, found) < 0) Py_CLEAR(found);
    return found;
}

bool note(PyObject *trace, int64_t key) {
    PyObject *number = PyLong_FromLongLong(key);
    bool done = number != NULL && PySet_Add(trace, number) == 0;
    Py_XDECREF(number);
    return done;
}

/* What a file looks up in itself it does not depend on: its own trace can do without. */
bool note_key(const Core *core, const File *file, uint32_t check, PyObject *trace) {
    if (trace == core->asking && file == core->here) return true;
    return note(trace, file->key_half | (int64_t)check);
}

int64_t check_of_name(Core *core, PyObject *name) {
    if (PyUnicode_IS_ASCII(name)) return (int64_t)check_of(PyUnicode_1BYTE_DATA(name), PyUnicode_GET_LENGTH(name));
    PyObject *number = PyObject_CallOneArg(core->check, name);
    int64_t found = number == NULL ? -1 : whole(number);
    Py_XDECREF(number);
    return found;
}

bool note_name(Core *core, File *file, PyObject *name, PyObject *trace) {
    if (trace == core->asking && file == core->here) return true;
    int64_t check = check_of_name(core, name);
    return check >= 0 && note(trace, file->key_half | check);
}

PyObject *make_thing(Core *core, Form form, PyObject *path, Py_ssize_t position, PyObject *of, PyObject *name) {
    PyTypeObject *type = (PyTypeObject *)core->Thing;
    PyObject *empty = PyTuple_GET_ITEM(core->unknown, PATH), *none = PyTuple_GET_ITEM(core->unknown, FILES);
    PyObject *number = PyLong_FromSsize_t(position), *made = number == NULL ? NULL : type->tp_alloc(type, OF_THING);
    if (made == NULL) {
        Py_XDECREF(number);
        return NULL;
    }
    PyTuple_SET_ITEM(made, FORM, Py_NewRef(PyTuple_GET_ITEM(core->forms, form)));
    PyTuple_SET_ITEM(made, PATH, Py_NewRef(path == NULL ? empty : path));
    PyTuple_SET_ITEM(made, POSITION, number);
    PyTuple_SET_ITEM(made, OF, Py_NewRef(of == NULL ? Py_None : of));
    PyTuple_SET_ITEM(made, NAME, Py_NewRef(name == NULL ? empty : name));
    PyTuple_SET_ITEM(made, FILES, Py_NewRef(none));
    return made;
}

PyObject *outside(Core *core, PyObject *name) {
    PyObject *made = name == NULL ? NULL : make_thing(core, EXTERNAL, NULL, 0, NULL, name);
    Py_XDECREF(name);
    return made;
}

PyObject *taken_as(Core *core, Form form, PyObject *thing) {
    PyTypeObject *type = (PyTypeObject *)core->Thing;
    PyObject *made = type->tp_alloc(type, OF_THING);
    if (made == NULL) return NULL;
    PyTuple_SET_ITEM(made, FORM, Py_NewRef(PyTuple_GET_ITEM(core->forms, form)));
    for (int part = PATH; part < OF_THING; part++)
        PyTuple_SET_ITEM(made, part, Py_NewRef(PyTuple_GET_ITEM(thing, part)));
    return made;
}

PyObject *thing_at(Core *core, File *file, Py_ssize_t at, PyObject *holder) {
    if (!is_place(file, at)) return NULL;
    Spot *spot = file->spots + at;
    Form form = core->callables >> spot->kind & 1 ? CALLABLE : is_type(core, file, at) ? TYPE : FIELD;
    if (holder != NULL && form != TYPE) return make_thing(core, form, file->path, at, holder, NULL);
    if (spot->thing == NULL) spot->thing = make_thing(core, form, file->path, at, NULL, NULL);
    return Py_XNewRef(spot->thing);
}

PyObject *last_name(PyObject *qualified) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(qualified), dot = PyUnicode_FindChar(qualified, '.', 0, length, -1);
    return dot < -1 ? NULL : PyUnicode_Substring(qualified, dot + 1, length);
}
