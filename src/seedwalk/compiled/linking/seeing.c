/* One file as resolving sees it: what graph/compiling.py tells of its `View`, its symbols as a row. */
#include "linking.h"
#include "resolving.h"

#define STAR "*"
#define FEW_SCOPES 4
enum { QUALIFIED, ID, KIND, FLAGS, ABOVE, OF_ROW };

static void file_free(File *file) {
#define FREED(name) Py_XDECREF(file->name);
    EACH_SEEN(FREED) EACH_SAID(FREED)
#undef FREED
    for (Py_ssize_t at = 0; at < file->count; at++) {
        Py_XDECREF(file->spots[at].thing);
        Py_XDECREF(file->spots[at].around);
    }
    for (Py_ssize_t at = 0; file->kept != NULL && at < file->count * OF_KEPT; at++) Py_XDECREF(file->kept[at]);
    PyMem_Free(file->kept);
    Py_XDECREF(file->by_position);
    Py_XDECREF(file->members);
    PyMem_Free(file->spots);
    PyObject_Free(file);
}

PyTypeObject FileType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "seedwalk.compiled._quick.File",
    .tp_basicsize = sizeof(File),
    .tp_dealloc = (destructor)file_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A file as resolving sees it.",
};

static bool read_spot(File *file, PyObject *row, Spot *spot) {
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != OF_ROW || !PyUnicode_Check(PyTuple_GET_ITEM(row, QUALIFIED))) {
        PyErr_SetString(PyExc_TypeError, "a symbol is a name and four numbers");
        return false;
    }
    spot->qualified = PyTuple_GET_ITEM(row, QUALIFIED);
    spot->ascii = PyUnicode_IS_ASCII(spot->qualified);
    spot->id = whole(PyTuple_GET_ITEM(row, ID));
    spot->kind = (uint8_t)PyLong_AsLong(PyTuple_GET_ITEM(row, KIND));
    spot->flags = (uint32_t)PyLong_AsLong(PyTuple_GET_ITEM(row, FLAGS));
    spot->parent = PyLong_AsSsize_t(PyTuple_GET_ITEM(row, ABOVE));
    if (!PyErr_Occurred() && (spot->parent < 0 || spot->parent >= PyList_GET_SIZE(file->rows)))
        PyErr_SetString(PyExc_ValueError, "a symbol stands in none of its file");
    return !PyErr_Occurred();
}

static bool read_spots(File *file) {
    if (!PyList_Check(file->rows)) return PyErr_Format(PyExc_TypeError, "symbols are a list") != NULL;
    file->spots = PyMem_Calloc((size_t)Py_MAX(PyList_GET_SIZE(file->rows), 1), sizeof *file->spots);
    if (file->spots == NULL) return PyErr_NoMemory() != NULL;
    file->count = PyList_GET_SIZE(file->rows);
    for (Py_ssize_t at = 0; at < file->count; at++)
        if (!read_spot(file, PyList_GET_ITEM(file->rows, at), file->spots + at)) return false;
    return true;
}

static bool read_tongue(File *file) {
    if (file->tongue == Py_None) return true;
    Py_ssize_t at = 0;
#define COUNTED(name) +1
    if (!PyTuple_Check(file->tongue) || PyTuple_GET_SIZE(file->tongue) != EACH_OF_TONGUE(COUNTED))
        return PyErr_Format(PyExc_TypeError, "a language is its words") != NULL;
#define READ(name) file->tongue_of.name = PyTuple_GET_ITEM(file->tongue, at++);
    EACH_OF_TONGUE(READ)
#undef READ
    file->plain = true;
    return true;
}

static bool read_seen(Core *core, File *file, PyObject *seen) {
    Py_ssize_t at = 0;
    if (!PyTuple_Check(seen) || PyTuple_GET_SIZE(seen) != EACH_SEEN(COUNTED))
        return PyErr_Format(PyExc_TypeError, "a file is told in other words") != NULL;
#define READ(name) file->name = Py_NewRef(PyTuple_GET_ITEM(seen, at++));
    EACH_SEEN(READ)
#undef READ
    file->key_half = whole(file->half);
    if (PyErr_Occurred() || !read_spots(file) || !read_tongue(file)) return false;
    file->star = file->key_half | (int64_t)check_of((const Py_UCS1 *)STAR, 1);
    return PyDict_SetItem(core->files, file->path, (PyObject *)file) == 0;
}

static File *see(Core *core, PyObject *path) {
    PyObject *seen = PyObject_CallOneArg(core->see, path);
    File *file = seen == NULL ? NULL : PyObject_New(File, &FileType);
    if (file != NULL) {
        memset((char *)file + sizeof(PyObject), 0, sizeof *file - sizeof(PyObject));
        bool done = read_seen(core, file, seen);
        Py_DECREF(file); /* the table holds it */
        if (!done) file = NULL;
    }
    Py_XDECREF(seen);
    return file;
}

File *file_of(Core *core, PyObject *path) {
    PyObject *found = PyDict_GetItemWithError(core->files, path);
    return found != NULL ? (File *)found : PyErr_Occurred() ? NULL : see(core, path);
}

bool say(Core *core, File *file) {
    if (file->bound != NULL) return true;
    PyObject *said = PyObject_CallOneArg(core->say, file->view);
    if (said == NULL) return false;
    Py_ssize_t at = 0;
    bool fine = PyTuple_Check(said) && PyTuple_GET_SIZE(said) == EACH_SAID(COUNTED);
#define READ(name) file->name = Py_NewRef(PyTuple_GET_ITEM(said, at++));
    if (fine) { EACH_SAID(READ) }
#undef READ
    else PyErr_SetString(PyExc_TypeError, "bindings are five tables");
    Py_DECREF(said);
    return fine;
}

int is_local(Core *core, File *file, PyObject *name) {
    if (!say(core, file)) return -1;
    int found = PyDict_Contains(file->said, name);
    return found ? found : PyDict_Contains(file->nested, name);
}

PyObject *said_in(PyObject *said, Py_ssize_t scope) {
    PyObject *in, *bounds;
    if (said == NULL) return NULL;
    for (Py_ssize_t at = 0; PyDict_GET_SIZE(said) <= FEW_SCOPES;) { /* most names: without a look-up */
        if (!PyDict_Next(said, &at, &in, &bounds)) return NULL;
        if (PyLong_AsSsize_t(in) == scope) return bounds;
    }
    PyObject *number = PyLong_FromSsize_t(scope);
    bounds = number == NULL ? NULL : PyDict_GetItemWithError(said, number);
    Py_XDECREF(number);
    return bounds;
}

PyObject *bounds_of(Core *core, File *file, Py_ssize_t scope, PyObject *name) {
    if (!say(core, file)) return NULL;
    PyObject *number = PyLong_FromSsize_t(scope);
    PyObject *names = number == NULL ? NULL : PyDict_GetItemWithError(file->bound, number);
    Py_XDECREF(number);
    return names == NULL ? NULL : PyDict_GetItemWithError(names, name);
}

int is_narrowed(Core *core, File *file, Py_ssize_t scope) {
    if (!say(core, file)) return -1;
    if (!PyDict_GET_SIZE(file->narrowed)) return 0;
    PyObject *number = PyLong_FromSsize_t(scope);
    PyObject *found = number == NULL ? NULL : PyDict_GetItemWithError(file->narrowed, number);
    Py_XDECREF(number);
    return PyErr_Occurred() ? -1 : found != NULL && PyDict_GET_SIZE(found) > 0;
}

bool is_place(const File *file, Py_ssize_t position) {
    if (position >= 0 && position < file->count) return true;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a file has no such symbol");
    return false;
}

bool is_type(const Core *core, const File *file, Py_ssize_t position) {
    int64_t kind = file->spots[position].kind;
    return core->types >> kind & 1 || (kind == core->module_kind && position > 0);
}

/* The name of the type around a scope, the scope itself included; empty when there is none. */
static PyObject *type_around(const Core *core, const File *file, Py_ssize_t scope) {
    for (; scope; scope = file->spots[scope].parent) {
        const Spot *spot = file->spots + scope;
        if (is_type(core, file, scope)) return Py_NewRef(spot->qualified);
        if (!(core->of_types >> spot->kind & 1) || is_type(core, file, spot->parent)) continue;
        Py_ssize_t length = PyUnicode_GET_LENGTH(spot->qualified);
        Py_ssize_t dot = PyUnicode_FindChar(spot->qualified, '.', 0, length, -1);
        return dot < -1 ? NULL : PyUnicode_Substring(spot->qualified, 0, Py_MAX(dot, 0));
    }
    return Py_NewRef(PyTuple_GET_ITEM(core->unknown, PATH));
}

PyObject *enclosing_type(Core *core, File *file, Py_ssize_t scope) {
    if (!is_place(file, scope)) return NULL;
    if (file->spots[scope].around == NULL) file->spots[scope].around = type_around(core, file, scope);
    return file->spots[scope].around;
}
