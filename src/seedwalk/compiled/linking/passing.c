/* What types pass on: which methods override others, which members a type inherits (graph/hierarchy.py). */
#include "planning.h"

#define MAX_INHERITED 200
#define MOST_LINES 1024

/* What a line of types passes on: its keys, by name the nearest method, name and id of each member. */
enum { KEYS, OVERRIDDEN, INHERITED, OF_PASSED };

/* Notes a symbol among the members of the one it stands in, if it is the first of its name. */
static bool add_member(File *file, Py_ssize_t at) {
    PyObject *above = PyLong_FromSsize_t(file->spots[at].parent), *number = PyLong_FromSsize_t(at);
    PyObject *name = last_name(file->spots[at].qualified), *empty = NULL, *names = NULL;
    if (above && number && name) names = PyDict_GetItemWithError(file->members, above);
    if (names == NULL && !PyErr_Occurred() && (empty = PyDict_New()) != NULL)
        names = PyDict_SetDefault(file->members, above, empty);
    bool done = names != NULL && PyDict_SetDefault(names, name, number) != NULL;
    PyObject *held[] = {above, number, name, empty};
    for (size_t each = 0; each < sizeof held / sizeof *held; each++) Py_XDECREF(held[each]);
    return done;
}

/* Direct members of a symbol by name, the first of each name; borrowed, NULL without an exception where it has none. */
static PyObject *members_of(File *file, Py_ssize_t position) {
    if (file->members == NULL && (file->members = PyDict_New()) == NULL) return NULL;
    bool told = PyDict_GET_SIZE(file->members) > 0;
    for (Py_ssize_t at = 1; !told && at < file->count; at++)
        if (!add_member(file, at)) return NULL;
    PyObject *number = PyLong_FromSsize_t(position);
    PyObject *found = number == NULL ? NULL : PyDict_GetItemWithError(file->members, number);
    Py_XDECREF(number);
    return found;
}

/* The symbol that does the work of a member. */
static Py_ssize_t body_of(File *file, PyObject *member) {
    PyObject *body = PyDict_GET_SIZE(file->bodies) ? PyDict_GetItemWithError(file->bodies, member) : NULL;
    Py_ssize_t at = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(body != NULL ? body : member);
    return is_place(file, at) ? at : -1;
}

/* Adds one member of a type to what its line passes on. */
static bool pass_member(const Core *core, const Spot *spot, PyObject *name, PyObject *passed, PyObject *settled) {
    PyObject *id = PyLong_FromLongLong(spot->id), *pair = NULL;
    int met = id == NULL ? -1 : PySet_Contains(settled, name);
    bool done = met >= 0 && PySet_Add(settled, name) == 0;
    if (done && core->methods >> spot->kind & 1)
        done = PyDict_SetDefault(PyTuple_GET_ITEM(passed, OVERRIDDEN), name, id) != NULL;
    if (done && !met && spot->kind != core->constructor_kind) {
        pair = PyTuple_Pack(2, name, id);
        done = pair != NULL && PyList_Append(PyTuple_GET_ITEM(passed, INHERITED), pair) == 0;
    }
    Py_XDECREF(pair);
    Py_XDECREF(id);
    return done;
}

/* Adds what one type of a line passes on: what it does not keep to itself. */
static bool pass_type(Core *core, PyObject *type, PyObject *passed, PyObject *settled) {
    File *file = file_of(core, PyTuple_GET_ITEM(type, 0));
    Py_ssize_t position = PyLong_AsSsize_t(PyTuple_GET_ITEM(type, 1)), next = 0;
    if (file == NULL || !is_place(file, position)) return false;
    PyObject *key = PyUnicode_FromFormat("%U.*", file->spots[position].qualified), *name, *member;
    int64_t check = key == NULL ? -1 : check_of_name(core, key);
    Py_XDECREF(key);
    if (check < 0 || !note(PyTuple_GET_ITEM(passed, KEYS), file->key_half | check)) return false;
    PyObject *names = members_of(file, position);
    while (names != NULL && PyDict_Next(names, &next, &name, &member)) {
        Py_ssize_t at = body_of(file, member);
        PyObject *number = at < 0 ? NULL : PyLong_FromSsize_t(at);
        int kept = number == NULL ? -1 : PySet_Contains(file->private, number);
        Py_XDECREF(number);
        if (kept < 0 || (!kept && !pass_member(core, file->spots + at, name, passed, settled))) return false;
    }
    return !PyErr_Occurred();
}

static PyObject *pass_all(Core *core, PyObject *line) {
    PyObject *keys = PySet_New(NULL), *settled = PySet_New(NULL);
    PyObject *overridden = PyDict_New(), *inherited = PyList_New(0);
    PyObject *passed = keys && overridden && inherited ? PyTuple_Pack(OF_PASSED, keys, overridden, inherited) : NULL;
    for (Py_ssize_t at = 0; passed != NULL && at < PyTuple_GET_SIZE(line); at++)
        if (settled == NULL || !pass_type(core, PyTuple_GET_ITEM(line, at), passed, settled)) Py_CLEAR(passed);
    PyObject *held[] = {keys, overridden, inherited, settled};
    for (size_t each = 0; each < sizeof held / sizeof *held; each++) Py_XDECREF(held[each]);
    return passed;
}

/* What the types above one pass on, put together once for all types below the same ones. A new reference. */
static PyObject *passed_on(Core *core, PyObject *line) {
    PyObject *above = PyTuple_GetSlice(line, 1, PyTuple_GET_SIZE(line));
    PyObject *known = above == NULL ? NULL : PyDict_GetItemWithError(core->passed_on, above);
    Py_XINCREF(known);
    if (above != NULL && known == NULL && !PyErr_Occurred()) {
        if (PyDict_GET_SIZE(core->passed_on) >= MOST_LINES) PyDict_Clear(core->passed_on);
        known = pass_all(core, above);
        if (known != NULL && PyDict_SetItem(core->passed_on, above, known) < 0) Py_CLEAR(known);
    }
    Py_XDECREF(above);
    return known;
}

static bool override(Plans *plans, PyObject *own, PyObject *overridden, Row *edges) {
    PyObject *name, *member;
    for (Py_ssize_t next = 0; own != NULL && PyDict_Next(own, &next, &name, &member);) {
        PyObject *above = PyDict_GetItemWithError(overridden, name);
        if (above == NULL && PyErr_Occurred()) return false;
        Py_ssize_t at = above == NULL ? 0 : body_of(plans->file, member);
        if (at < 0) return false;
        const Spot *spot = plans->file->spots + at;
        if (above == NULL || !(plans->core->methods >> spot->kind & 1)) continue;
        if (!add_edge(plans, spot->id, whole(above), at, plans->core->overrides, edges)) return false;
    }
    return true;
}

/* From a type to the members it inherits, those it has itself left out. */
static bool inherit(Plans *plans, Py_ssize_t position, PyObject *own, PyObject *inherited, Row *edges) {
    int64_t id = plans->file->spots[position].id;
    int left = MAX_INHERITED;
    for (Py_ssize_t at = 0; left && at < PyList_GET_SIZE(inherited); at++) {
        PyObject *pair = PyList_GET_ITEM(inherited, at);
        int has = own == NULL ? 0 : PyDict_Contains(own, PyTuple_GET_ITEM(pair, 0));
        int64_t to = whole(PyTuple_GET_ITEM(pair, 1));
        if (has < 0) return false;
        if (has || to == id) continue;
        if (!add_edge(plans, id, to, position, plans->core->inherits, edges)) return false;
        left--;
    }
    return true;
}

static bool add_keys(PyObject *trace, PyObject *keys) {
    PyObject *done = PyObject_CallMethod(trace, "update", "O", keys);
    Py_XDECREF(done);
    return done != NULL;
}

static bool pass_to(Plans *plans, Py_ssize_t position, PyObject *line, Row *edges) {
    PyObject *passed = passed_on(plans->core, line);
    PyObject *own = passed == NULL ? NULL : members_of(plans->file, position);
    bool tests = plans->file->spots[position].flags & plans->core->test;
    bool done = passed != NULL && !PyErr_Occurred() &&
                add_keys(plans->trace, PyTuple_GET_ITEM(passed, KEYS)) &&
                override(plans, own, PyTuple_GET_ITEM(passed, OVERRIDDEN), edges) &&
                (tests || inherit(plans, position, own, PyTuple_GET_ITEM(passed, INHERITED), edges));
    Py_XDECREF(passed);
    return done;
}

bool inheritance(Plans *plans, Row *edges) {
    Core *core = plans->core;
    for (Py_ssize_t position = 1; position < plans->file->count; position++) {
        int64_t kind = plans->file->spots[position].kind;
        if (!(core->types >> kind & 1) || kind == core->module_kind) continue;
        PyObject *told = ancestors(core, plans->file->path, position, plans->trace);
        PyObject *line = told == NULL ? NULL : PyTuple_GET_ITEM(told, 0);
        bool done = line != NULL && (PyTuple_GET_SIZE(line) < 2 || pass_to(plans, position, line, edges));
        Py_XDECREF(told);
        if (!done) return false;
    }
    return true;
}
