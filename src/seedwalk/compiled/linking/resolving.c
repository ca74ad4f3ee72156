/* The resolver's other half: what it is told, and the plans of a file read through. */
#include "planning.h"
#include "resolving.h"

static int core_traverse(Core *core, visitproc visit, void *arg) {
#define VISITED(name) Py_VISIT(core->name);
    EACH_TOLD(VISITED)
#undef VISITED
    Py_VISIT(core->files);
    Py_VISIT(core->chains);
    Py_VISIT(core->passed_on);
    return 0;
}

static int core_clear(Core *core) {
#define CLEARED(name) Py_CLEAR(core->name);
    EACH_TOLD(CLEARED)
#undef CLEARED
    Py_CLEAR(core->files);
    Py_CLEAR(core->chains);
    Py_CLEAR(core->passed_on);
    return 0;
}

static void core_free(Core *core) {
    PyObject_GC_UnTrack(core);
    core_clear(core);
    steps_free(&core->spelled);
    Py_TYPE(core)->tp_free(core);
}

static bool tell(PyObject *told, const char *name, PyObject **object) {
    PyObject *found = PyDict_GetItemString(told, name);
    if (found == NULL) PyErr_Format(PyExc_TypeError, "nothing is told of %s", name);
    *object = Py_XNewRef(found);
    return found != NULL;
}

static bool tell_number(PyObject *told, const char *name, int64_t *number) {
    PyObject *found = PyDict_GetItemString(told, name);
    *number = found == NULL ? -1 : whole(found);
    if (found == NULL) PyErr_Format(PyExc_TypeError, "nothing is told of %s", name);
    return !PyErr_Occurred();
}

static PyObject *core_new(PyTypeObject *type, PyObject *given, PyObject *told) {
    if (PyTuple_GET_SIZE(given) || told == NULL) return PyErr_Format(PyExc_TypeError, "Core(**told)");
    Core *core = (Core *)type->tp_alloc(type, 0);
    if (core == NULL) return NULL;
    bool done = (core->files = PyDict_New()) != NULL && (core->chains = PyDict_New()) != NULL &&
                (core->passed_on = PyDict_New()) != NULL && table_start(&core->spelled.texts);
#define TOLD(name) done = done && tell(told, #name, &core->name);
    EACH_TOLD(TOLD)
#undef TOLD
#define TOLD(name) done = done && tell_number(told, #name, &core->name);
    EACH_CODE(TOLD)
#undef TOLD
    if (done && (!PyTuple_Check(core->forms) || PyTuple_GET_SIZE(core->forms) != FORMS ||
                 !PyTuple_Check(core->unknown) || !PyBytes_Check(core->acts) || !PyBytes_Check(core->sure))) {
        PyErr_SetString(PyExc_TypeError, "meanings have other forms");
        done = false;
    }
    if (!done) Py_CLEAR(core);
    return (PyObject *)core;
}

/* begin(path, trace): from now on this file asks, with this trace. */
static PyObject *core_begin(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    Core *core = (Core *)self;
    if (count != 2 || !PyUnicode_Check(given[0]) || !PySet_Check(given[1]))
        return PyErr_Format(PyExc_TypeError, "begin(path, trace)");
    core->asking = given[1]; /* held by who asks, until another does */
    core->here = file_of(core, given[0]);
    return core->here == NULL ? NULL : nothing();
}

/* ancestors(path, position, trace) */
static PyObject *core_ancestors(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 3 || !PyUnicode_Check(given[0]) || !PySet_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "ancestors(path, position, trace)");
    return ancestors((Core *)self, given[0], PyLong_AsSsize_t(given[1]), given[2]);
}

/* type_of(path, scope, text, trace) */
static PyObject *core_type_of(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 4 || !PyUnicode_Check(given[0]) || !PyUnicode_Check(given[2]) || !PySet_Check(given[3]))
        return PyErr_Format(PyExc_TypeError, "type_of(path, scope, text, trace)");
    File *file = file_of((Core *)self, given[0]);
    Py_ssize_t scope = PyLong_AsSsize_t(given[1]);
    return file == NULL || !is_place(file, scope) ? NULL : type_of((Core *)self, file, scope, given[2], given[3]);
}

/* follow(path, scope, ops, line, trace) */
static PyObject *core_follow(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 5 || !PyUnicode_Check(given[0]) || !PyTuple_Check(given[2]) || !PySet_Check(given[4]))
        return PyErr_Format(PyExc_TypeError, "follow(path, scope, ops, line, trace)");
    File *file = file_of((Core *)self, given[0]);
    Py_ssize_t scope = PyLong_AsSsize_t(given[1]);
    double line = PyFloat_AsDouble(given[3]);
    if (file == NULL || PyErr_Occurred() || !is_place(file, scope)) return NULL;
    return follow((Core *)self, file, scope, given[2], line, given[4]);
}

/* exported(path, name, trace) */
static PyObject *core_exported(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    if (count != 3 || !PyUnicode_Check(given[0]) || !PyUnicode_Check(given[1]) || !PySet_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "exported(path, name, trace)");
    return exported((Core *)self, given[0], given[1], given[2]);
}

static PyMethodDef METHODS[] = {
    {"begin", (PyCFunction)(void (*)(void))core_begin, METH_FASTCALL, "Another file asks."},
    {"ancestors", (PyCFunction)(void (*)(void))core_ancestors, METH_FASTCALL, "A type and those above it."},
    {"type_of", (PyCFunction)(void (*)(void))core_type_of, METH_FASTCALL, "The type that is written somewhere."},
    {"follow", (PyCFunction)(void (*)(void))core_follow, METH_FASTCALL, "What a chain means."},
    {"exported", (PyCFunction)(void (*)(void))core_exported, METH_FASTCALL, "What a name means at the top of a file."},
    {"link", (PyCFunction)(void (*)(void))link_file, METH_FASTCALL, "The edges of a file."},
    {"depends", depends, METH_O, "The keys of what was looked up in other files."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject CoreType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "seedwalk.compiled._quick.Core",
    .tp_basicsize = sizeof(Core),
    .tp_dealloc = (destructor)core_free,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Names to meanings, plainly found.",
    .tp_traverse = (traverseproc)core_traverse,
    .tp_clear = (inquiry)core_clear,
    .tp_methods = METHODS,
    .tp_new = core_new,
};
