/* What imports bring: graph/imported.py, where a name means what the first file says that an import names. */
#include "resolving.h"
#include "slots.h"

#include <string.h>

#define FEW 4
#define MAX_REEXPORTS 64

static Held MODULE_OF, NAME_OF;

bool name_importing(void) {
    return held_start(&MODULE_OF, "module") && held_start(&NAME_OF, "name");
}

static PyObject *attribute_of(PyObject *imported, Held *which) {
    PyObject *found = held_get(which, imported);
    if (found != NULL && !PyUnicode_Check(found)) {
        PyErr_SetString(PyExc_TypeError, "an import is told by texts");
        Py_CLEAR(found);
    }
    return found;
}

/* Files an import may name. A new reference to a tuple. */
static PyObject *targets_of(File *file, PyObject *imported) {
    PyObject *found = PyDict_GetItemWithError(file->targets, imported);
    if (found == NULL && PyErr_Occurred()) return NULL;
    found = found != NULL ? Py_NewRef(found) : PyObject_CallMethod(file->view, "targets", "O", imported);
    if (found == NULL || PyTuple_Check(found)) return found;
    PyObject *made = PySequence_Tuple(found);
    Py_DECREF(found);
    return made;
}

/* Whether a file, or the folder it stands for, may have this name: what is behind the last slash or the one before it
 * begins with it. Python tells the rest. */
static bool may_be_named(PyObject *path, PyObject *name) {
    if (!PyUnicode_IS_ASCII(path) || !PyUnicode_IS_ASCII(name)) return true;
    const char *text = (const char *)PyUnicode_1BYTE_DATA(path), *wanted = (const char *)PyUnicode_1BYTE_DATA(name);
    size_t length = (size_t)PyUnicode_GET_LENGTH(name), at = (size_t)PyUnicode_GET_LENGTH(path);
    for (int parts = 0; parts < 2; parts++) {
        while (at && text[at - 1] != '/') at--;
        bool begins = strncmp(text + at, wanted, length) == 0;
        if (begins && (text[at + length] == '.' || text[at + length] == '/')) return true;
        if (!at--) return false;
    }
    return false;
}

/* Whether a file is the very module that an import names; -1 with an exception. */
static int is_below(Core *core, File *file, PyObject *imported, PyObject *name, PyObject *target) {
    if (!may_be_named(target, name)) return 0;
    PyObject *found = PyObject_CallFunctionObjArgs(core->is_below, file->view, imported, target, NULL);
    int below = found == NULL ? -1 : found == Py_True;
    Py_XDECREF(found);
    return below;
}

static PyObject *by_python_brought(Core *core, File *file, PyObject *imported, PyObject **seen, PyObject *trace) {
    if (*seen == NULL && (*seen = PySet_New(NULL)) == NULL) return NULL;
    return by_python(core, "brought", "OOOO", file->view, imported, *seen, trace);
}

/* Something that no file here defines: its dotted name. */
static PyObject *from_outside(Core *core, File *file, PyObject *imported, PyObject *name, PyObject **seen,
                              PyObject *trace) {
    PyObject *module = attribute_of(imported, &MODULE_OF), *found = NULL;
    if (module == NULL) return NULL;
    Py_ssize_t length = PyUnicode_GET_LENGTH(module);
    Py_UCS4 first = length ? PyUnicode_READ_CHAR(module, 0) : '.';
    bool odd = PyUnicode_FindChar(module, ':', 0, length, 1) >= 0 ||
               PyUnicode_FindChar(module, '/', 0, length, 1) >= 0 || !PyUnicode_IS_ASCII(name) || strpbrk((const char *)PyUnicode_1BYTE_DATA(name), ":/") != NULL;
    if (odd) found = by_python_brought(core, file, imported, seen, trace);
    else if (first == '.') found = nothing();
    else if (!PyUnicode_GET_LENGTH(name)) found = outside(core, Py_NewRef(module));
    else found = outside(core, PyUnicode_FromFormat("%U.%U", module, name));
    Py_DECREF(module);
    return found;
}

static PyObject *search(Core *core, File *file, PyObject *name, PyObject **seen, PyObject *trace);

/* The first of an import's files that says what the name means. */
static PyObject *from_files(Core *core, File *file, PyObject *imported, PyObject *name, PyObject *targets,
                            PyObject **seen, PyObject *trace) {
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(targets); at++) {
        PyObject *target = PyTuple_GET_ITEM(targets, at), *found;
        int below = is_below(core, file, imported, name, target);
        if (below < 0) return NULL;
        if (below) return make_thing(core, MODULE, target, 0, NULL, NULL);
        File *there = file_of(core, target);
        if (there == NULL) return NULL;
        if (!there->plain) break;
        found = search(core, there, name, seen, trace);
        if (found != Py_None) return found;
        Py_DECREF(found);
    }
    return by_python_brought(core, file, imported, seen, trace); /* what was sought is known to be nowhere */
}

PyObject *brought(Core *core, File *file, PyObject *imported, PyObject **seen, PyObject *trace) {
    PyObject *targets = targets_of(file, imported), *found = NULL;
    PyObject *name = targets == NULL ? NULL : attribute_of(imported, &NAME_OF);
    Py_ssize_t count = name == NULL ? 0 : PyTuple_GET_SIZE(targets);
    if (name != NULL && !count) {
        found = from_outside(core, file, imported, name, seen, trace);
    } else if (name != NULL && !PyUnicode_GET_LENGTH(name) && count == 1) {
        found = make_thing(core, MODULE, PyTuple_GET_ITEM(targets, 0), 0, NULL, NULL);
    } else if (name != NULL && PyUnicode_GET_LENGTH(name) && count <= FEW && PyUnicode_READ_CHAR(name, 0) != '*') {
        found = from_files(core, file, imported, name, targets, seen, trace);
    } else if (name != NULL) {
        found = by_python_brought(core, file, imported, seen, trace);
    }
    Py_XDECREF(name);
    Py_XDECREF(targets);
    return found;
}

/* Whether a name is sought in a file for the first time; -1 with an exception. */
static int is_new(File *file, PyObject *name, PyObject **seen) {
    if (*seen == NULL && (*seen = PySet_New(NULL)) == NULL) return -1;
    if (PySet_GET_SIZE(*seen) > MAX_REEXPORTS) return 0;
    PyObject *pair = PyTuple_Pack(2, file->path, name);
    Py_ssize_t before = PySet_GET_SIZE(*seen);
    int new = pair == NULL || PySet_Add(*seen, pair) < 0 ? -1 : PySet_GET_SIZE(*seen) > before;
    Py_XDECREF(pair);
    return new;
}

/* What a file's own binding of a name says; an object is told by its name. */
static PyObject *by_binding(Core *core, File *file, PyObject *bound, PyObject **seen, PyObject *trace) {
    PyObject *found = evaluate(core, file, bound, trace), *value = PyTuple_GET_ITEM(bound, WORTH);
    if (found != Py_None) return found;
    PyObject *ops = steps_of(core, value);
    Py_ssize_t count = ops == NULL ? 0 : PyTuple_GET_SIZE(ops);
    Py_XDECREF(ops);
    if (ops == NULL || count == 1) Py_CLEAR(found);
    return count == 1 ? search(core, file, value, seen, trace) : found;
}

static PyObject *by_imports(Core *core, File *file, PyObject *name, PyObject **seen, PyObject *trace) {
    PyObject *listed = PyDict_GetItemWithError(file->by_local, name), *other = NULL;
    if (listed == NULL && PyErr_Occurred()) return NULL;
    for (Py_ssize_t at = 0; listed != NULL && at < PyList_GET_SIZE(listed); at++) {
        PyObject *found = brought(core, file, PyList_GET_ITEM(listed, at), seen, trace);
        if (found == NULL || (found != Py_None && form_of(found) != EXTERNAL)) {
            Py_XDECREF(other);
            return found;
        }
        if (other == NULL && found != Py_None) other = found;
        else Py_DECREF(found);
    }
    return other != NULL ? other : nothing();
}

/* What the files of one import of everything say. */
static PyObject *in_wide(Core *core, File *file, PyObject *targets, PyObject *name, PyObject **seen, PyObject *trace) {
    for (Py_ssize_t at = 0; at < Py_MIN(PyTuple_GET_SIZE(targets), FEW); at++) {
        PyObject *target = PyTuple_GET_ITEM(targets, at);
        File *there = file_of(core, target);
        if (there == NULL) return NULL;
        if (there == file) continue;
        PyObject *found = search(core, there, name, seen, trace);
        if (found != Py_None) return found;
        Py_DECREF(found);
    }
    return nothing();
}

static PyObject *by_wildcards(Core *core, File *file, PyObject *name, PyObject **seen, PyObject *trace) {
    if (!note_key(core, file, (uint32_t)file->star, trace)) return NULL;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(file->wildcards); at++) {
        PyObject *targets = targets_of(file, PyList_GET_ITEM(file->wildcards, at));
        PyObject *found = targets == NULL ? NULL : in_wide(core, file, targets, name, seen, trace);
        Py_XDECREF(targets);
        if (found != Py_None) return found;
        Py_DECREF(found);
    }
    return nothing();
}

static PyObject *search_further(Core *core, File *file, PyObject *name, PyObject **seen, PyObject *trace) {
    PyObject *bounds = say(core, file) ? PyDict_GetItemWithError(file->fields, name) : NULL;
    if (bounds == NULL && PyErr_Occurred()) return NULL;
    if (bounds != NULL && PyList_GET_SIZE(bounds)) {
        PyObject *found = by_binding(core, file, PyList_GET_ITEM(bounds, 0), seen, trace);
        if (found != Py_None) return found;
        Py_DECREF(found);
    }
    PyObject *found = by_imports(core, file, name, seen, trace);
    if (found != Py_None) return found;
    Py_DECREF(found);
    return by_wildcards(core, file, name, seen, trace);
}

static PyObject *search(Core *core, File *file, PyObject *name, PyObject **seen, PyObject *trace) {
    if (!file->plain) {
        if (*seen == NULL && (*seen = PySet_New(NULL)) == NULL) return NULL;
        return by_python(core, "_search", "OOOO", file->path, name, *seen, trace);
    }
    bool first = *seen == NULL; /* what is found at once needs no set of where it was sought */
    int new = first ? 1 : is_new(file, name, seen);
    if (new <= 0) return new < 0 ? NULL : nothing();
    if (!note_name(core, file, name, trace)) return NULL;
    PyObject *at = PyDict_GetItemWithError(file->names, name);
    if (at != NULL) return thing_at(core, file, PyLong_AsSsize_t(at), NULL);
    if (PyErr_Occurred() || (first && is_new(file, name, seen) < 0)) return NULL;
    return search_further(core, file, name, seen, trace);
}

static PyObject *search_anew(Core *core, const Asked *asked, PyObject *trace) {
    PyObject *seen = NULL, *found = search(core, asked->file, asked->what, &seen, trace);
    Py_XDECREF(seen);
    return found;
}

PyObject *exported(Core *core, PyObject *path, PyObject *name, PyObject *trace) {
    File *file = file_of(core, path);
    if (file == NULL) return NULL;
    if (!file->plain || core->depth > DEEPEST) return by_python(core, "exported", "OOO", path, name, trace);
    PyObject *key = PyTuple_Pack(3, path, name, Py_False);
    Asked asked = {search_anew, file, name, 0};
    PyObject *found = key == NULL ? NULL : ask(core, core->exports, key, &asked, trace);
    Py_XDECREF(key);
    return found;
}
