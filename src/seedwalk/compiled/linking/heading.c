/* What is written at the top of a file, as edges: the modules it imports, the bases of its types (graph/link.py). */
#include "planning.h"
#include "slots.h"

#define NAMED_TARGETS 2 /* an imported name may be a name in one file or a file itself: both are imported */

static Held MODULE_OF, NAME_OF, LINE_OF;

bool name_heading(void) {
    return held_start(&MODULE_OF, "module") && held_start(&NAME_OF, "name") && held_start(&LINE_OF, "line");
}

static bool add_known(const Plans *plans, int64_t source, int64_t target, int64_t kind, PyObject *line, Row *edges) {
    long at = PyLong_AsLong(line);
    if (at == -1 && PyErr_Occurred()) return false;
    return add_line(plans, source, target, (uint32_t)at, kind, plans->core->by_import, edges);
}

/* Whether an import names one thing, and not a module or all that is in one; -1 with an exception. */
static int names_one(PyObject *imported) {
    PyObject *name = held_get(&NAME_OF, imported);
    if (name == NULL) return -1;
    Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    bool one = length && !(length == 1 && PyUnicode_READ_CHAR(name, 0) == '*');
    Py_DECREF(name);
    return one;
}

/* Notes a key with the line of the import that first brought it. */
static bool note_line(PyObject *lines, PyObject *key, PyObject *imported) {
    PyObject *line = held_get(&LINE_OF, imported);
    bool done = line != NULL && PyDict_SetDefault(lines, key, line) != NULL;
    Py_XDECREF(line);
    return done;
}

/* The package outside that an import names: all of a path, else the first of its names; none if it is relative. */
static bool note_outside(PyObject *outside, PyObject *imported) {
    PyObject *module = held_get(&MODULE_OF, imported);
    if (module == NULL) return false;
    Py_ssize_t length = PyUnicode_GET_LENGTH(module), dot = PyUnicode_FindChar(module, '.', 0, length, 1);
    Py_UCS4 first = length ? PyUnicode_READ_CHAR(module, 0) : '.';
    if (dot >= 0 && PyUnicode_FindChar(module, '/', 0, length, 1) >= 0) dot = -1;
    PyObject *package = first == '.' || first == '/' ? NULL : PyUnicode_Substring(module, 0, dot < 0 ? length : dot);
    bool done = package == NULL ? !PyErr_Occurred() : note_line(outside, package, imported);
    Py_XDECREF(package);
    Py_DECREF(module);
    return done;
}

/* What one import leads to, by path and by package. */
static bool read_import(const File *file, PyObject *imported, PyObject *targets, PyObject *lines, PyObject *outside) {
    PyObject *paths = PySequence_Fast(targets, "files are a list");
    int one = paths == NULL ? -1 : names_one(imported);
    Py_ssize_t count = paths == NULL ? 0 : PySequence_Fast_GET_SIZE(paths);
    bool done = one >= 0 && (count || note_outside(outside, imported));
    for (Py_ssize_t at = 0; done && at < (one ? Py_MIN(count, NAMED_TARGETS) : count); at++) {
        PyObject *path = PySequence_Fast_GET_ITEM(paths, at);
        int own = PyObject_RichCompareBool(path, file->path, Py_EQ);
        done = own >= 0 && (own || note_line(lines, path, imported));
    }
    Py_XDECREF(paths);
    return done;
}

static bool add_imports(Plans *plans, PyObject *lines, PyObject *outside, Row *edges) {
    Core *core = plans->core;
    int64_t own = plans->file->spots[0].id, id = 0;
    PyObject *key, *line;
    for (Py_ssize_t next = 0; PyDict_Next(lines, &next, &key, &line);) {
        File *there = file_of(core, key);
        if (there == NULL || !is_place(there, 0)) return false;
        id = there->spots[0].id;
        if (id != own && !add_known(plans, own, id, core->imports, line, edges)) return false;
    }
    for (Py_ssize_t next = 0; PyDict_Next(outside, &next, &key, &line);)
        if (!external_id(plans, key, &id) || (id != own && !add_known(plans, own, id, core->depends_on, line, edges)))
            return false;
    return true;
}

static bool imports(Plans *plans, PyObject *leads, Row *edges) {
    PyObject *each = plans->file->imports, *lines = PyDict_New(), *outside = PyDict_New();
    bool done = lines != NULL && outside != NULL;
    if (done && (!PyList_Check(leads) || PyList_GET_SIZE(leads) != PyList_GET_SIZE(each))) {
        PyErr_SetString(PyExc_TypeError, "each import leads somewhere");
        done = false;
    }
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(each); at++)
        done = read_import(plans->file, PyList_GET_ITEM(each, at), PyList_GET_ITEM(leads, at), lines, outside);
    done = done && add_imports(plans, lines, outside, edges);
    Py_XDECREF(lines);
    Py_XDECREF(outside);
    return done;
}

/* The edge from a type to one of its bases: `row` is a position, a text, whether it implements, and a line. */
static bool add_base(Plans *plans, PyObject *row, PyObject *base, Row *edges) {
    Core *core = plans->core;
    const Spot *spot = plans->file->spots + PyLong_AsSsize_t(PyTuple_GET_ITEM(row, 0));
    bool implements = PyTuple_GET_ITEM(row, 2) == Py_True;
    PyObject *name = PyTuple_GET_ITEM(base, NAME);
    int64_t target = 0;
    if (form_of(base) == TYPE) {
        File *there = file_of(core, path_of(base));
        if (there == NULL || !is_place(there, position_of(base))) return false;
        const Spot *above = there->spots + position_of(base);
        if (core->abstract >> above->kind & 1) implements = !(core->abstract >> spot->kind & 1);
        target = above->id;
    } else if (form_of(base) == CALLABLE || (PyUnicode_GET_LENGTH(name) && PyUnicode_READ_CHAR(name, 0) == '?')) {
        return true;
    } else if (!external_id(plans, name, &target)) {
        return false;
    }
    int64_t kind = implements ? core->implements : core->extends;
    return target == spot->id || add_known(plans, spot->id, target, kind, PyTuple_GET_ITEM(row, 3), edges);
}

static bool bases(Plans *plans, Row *edges) {
    File *file = plans->file;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(file->bases); at++) {
        PyObject *row = PyList_GET_ITEM(file->bases, at);
        Py_ssize_t position = PyLong_AsSsize_t(PyTuple_GET_ITEM(row, 0));
        if (!is_place(file, position)) return false;
        Py_ssize_t around = file->spots[position].parent;
        PyObject *base = type_of(plans->core, file, around, PyTuple_GET_ITEM(row, 1), plans->trace);
        bool done = base != NULL && (base == Py_None || add_base(plans, row, base, edges));
        Py_XDECREF(base);
        if (!done) return false;
    }
    return true;
}

bool heading(Plans *plans, PyObject *leads, Row *edges) { return imports(plans, leads, edges) && bases(plans, edges); }
