/* Chains followed step by step: `follow`, `walk` and what they ask for of graph/resolve.py. */
#include "resolving.h"

/* A module that is written out where it is used: `a.b` of `a.b.c`. None where the chain begins with no such one. */
static PyObject *written_out(Core *core, File *file, PyObject *listed, PyObject *ops, PyObject *trace,
                             Py_ssize_t *taken) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(listed); at++) {
        PyObject *told = by_python(core, "spelled", "OOOO", file->view, PyList_GET_ITEM(listed, at), ops, trace);
        if (told == NULL) return NULL;
        PyObject *found = told == Py_None ? NULL : Py_NewRef(PyTuple_GET_ITEM(told, 0));
        if (found != NULL) *taken = PyLong_AsSsize_t(PyTuple_GET_ITEM(told, 1));
        Py_DECREF(told);
        if (found != NULL) return found;
    }
    *taken = 0;
    return nothing();
}

PyObject *begin(Core *core, File *file, Py_ssize_t scope, PyObject *ops, double line, PyObject *trace,
                Py_ssize_t *taken) {
    PyObject *first = PyTuple_GET_ITEM(ops, 0), *listed = PyDict_GetItemWithError(file->dotted, first);
    if (listed == NULL && PyErr_Occurred()) return NULL;
    if (listed != NULL) {
        PyObject *found = written_out(core, file, listed, ops, trace, taken);
        if (found == NULL || *taken) return found;
        Py_DECREF(found);
    }
    *taken = 1;
    return named(core, file, scope, first, line, trace);
}

PyObject *narrowed(Core *core, File *file, Py_ssize_t scope, PyObject *found, PyObject *ops, Py_ssize_t *position,
                   double line, PyObject *trace, PyObject *passed) {
    if (found == NULL) return NULL;
    PyObject *told = by_python(core, "narrowed", "OnOOndOO", file->view, scope, found, ops, *position, line, trace,
                               passed == NULL ? Py_None : passed);
    Py_DECREF(found);
    if (told == NULL) return NULL;
    found = Py_NewRef(PyTuple_GET_ITEM(told, 0)), *position = PyLong_AsSsize_t(PyTuple_GET_ITEM(told, 1));
    Py_DECREF(told);
    return found;
}

PyObject *follow(Core *core, File *file, Py_ssize_t scope, PyObject *ops, double line, PyObject *trace) {
    if (!file->plain) return by_python(core, "follow", "OnOdO", file->view, scope, ops, line, trace);
    Py_ssize_t taken = 0;
    if (!PyTuple_GET_SIZE(ops) || is_pair(PyTuple_GET_ITEM(ops, 0), '(') || is_pair(PyTuple_GET_ITEM(ops, 0), '['))
        return nothing();
    PyObject *found = begin(core, file, scope, ops, line, trace, &taken);
    int narrow = found == NULL ? -1 : line < 0 ? 0 : is_narrowed(core, file, scope);
    if (narrow > 0) found = narrowed(core, file, scope, found, ops, &taken, line, trace, NULL);
    return found == NULL || narrow < 0 ? NULL : walk(core, file, found, ops, taken, trace, NULL);
}

PyObject *meant(Core *core, PyObject *found, bool called, PyObject *trace) {
    if (found == NULL || form_of(found) != (called ? FIELD : CALLABLE)) return found;
    File *there = file_of(core, path_of(found));
    PyObject *other = NULL;
    if (there != NULL && !there->plain) {
        PyObject *asked = PyObject_GetAttrString(core->resolver, "meant");
        PyObject *given[] = {found, trace, called ? Py_True : Py_False}, *names = Py_BuildValue("(s)", "called");
        if (asked != NULL && names != NULL) other = PyObject_Vectorcall(asked, given, 2, names);
        Py_XDECREF(asked);
        Py_XDECREF(names);
    } else if (there != NULL && is_place(there, position_of(found))) {
        PyObject *qualified = there->spots[position_of(found)].qualified;
        PyObject *twin = PyDict_GET_SIZE(there->twins) ? PyDict_GetItemWithError(there->twins, qualified) : NULL;
        Py_ssize_t at = twin == NULL ? -1 : PyLong_AsSsize_t(twin);
        bool stays = at < 0 || !is_place(there, at) || is_type(core, there, at);
        PyObject *of = PyTuple_GET_ITEM(found, OF);
        if (!PyErr_Occurred()) other = stays ? Py_NewRef(found) : thing_at(core, there, at, of == Py_None ? NULL : of);
    }
    Py_DECREF(found);
    return other;
}

PyObject *run_by(Core *core, PyObject *found, PyObject *trace) {
    File *there = PyUnicode_GET_LENGTH(path_of(found)) ? file_of(core, path_of(found)) : NULL;
    if (there == NULL) return PyErr_Occurred() ? NULL : nothing();
    if (!there->plain) return by_python(core, "run_by", "OO", found, trace);
    if (!PyUnicode_GET_LENGTH(there->tongue_of.call_method)) return nothing();
    PyObject *method = member(core, found, there->tongue_of.call_method, trace);
    if (method == NULL || method == Py_None || form_of(method) == CALLABLE) return method;
    Py_DECREF(method);
    return nothing();
}

static PyObject *called(Core *core, PyObject *found, PyObject *trace);

/* What calling an instance gives: by the method that runs, else one of what it holds. */
static PyObject *instance_called(Core *core, PyObject *found, PyObject *trace) {
    PyObject *runs = run_by(core, found, trace);
    if (runs == NULL) return NULL;
    PyObject *given = runs == Py_None ? element(core, found, trace) : returned(core, runs, trace);
    Py_DECREF(runs);
    return given;
}

static PyObject *field_called(Core *core, PyObject *found, PyObject *trace) {
    File *there = file_of(core, path_of(found));
    if (there == NULL) return NULL;
    if (!there->plain || core->depth > DEEPEST) return by_python(core, "called", "OO", found, trace);
    PyObject *inner = contents(core, found, trace);
    if (inner == NULL || inner == Py_None) return inner;
    core->depth++;
    PyObject *given = called(core, inner, trace);
    core->depth--;
    Py_DECREF(inner);
    return given;
}

/* What calling something gives. */
static PyObject *called(Core *core, PyObject *found, PyObject *trace) {
    switch (form_of(found)) {
    case FIELD: return field_called(core, found, trace);
    case INSTANCE: return instance_called(core, found, trace);
    case LIST: return Py_NewRef(PyTuple_GET_ITEM(found, OF));
    case TYPE: return taken_as(core, INSTANCE, found);
    case CALLABLE: return returned(core, found, trace);
    case EXTERNAL: return Py_NewRef(core->unknown);
    case PARENT: return Py_NewRef(found);
    case MODULE: return by_python(core, "called", "OO", found, trace);
    default: return nothing();
    }
}

static PyObject *indexed(Core *core, PyObject *found, PyObject *trace) {
    PyObject *held = contents(core, found, trace);
    PyObject *one = held == NULL ? NULL : element(core, held, trace);
    Py_XDECREF(held);
    return one;
}

/* One `.name` as the resolver in Python takes it; the position may come further. */
static PyObject *odd_step(Core *core, File *file, PyObject *found, PyObject *ops, Py_ssize_t *position,
                          PyObject *trace) {
    PyObject *told = by_python(core, "_step", "OOOnO", file->view, found, ops, *position, trace);
    if (told == NULL) return NULL;
    PyObject *next = Py_NewRef(PyTuple_GET_ITEM(told, 0));
    *position = PyLong_AsSsize_t(PyTuple_GET_ITEM(told, 1));
    Py_DECREF(told);
    return next;
}

/* One `.name`; what is none of the language's words only a member can mean. */
static PyObject *step(Core *core, File *file, PyObject *found, PyObject *ops, Py_ssize_t *position, PyObject *trace) {
    PyObject *op = PyTuple_GET_ITEM(ops, *position), *words = file->tongue_of.steps;
    int word = words == Py_None ? 1 : PySet_Contains(words, op);
    if (word) return word < 0 ? NULL : odd_step(core, file, found, ops, position, trace);
    PyObject *holder = contents(core, found, trace);
    if (holder == NULL || holder == Py_None) return holder;
    PyObject *next = form_of(holder) == LIST ? odd_step(core, file, found, ops, position, trace)
                                             : member(core, holder, op, trace);
    Py_DECREF(holder);
    return next;
}

/* Whether a step of a chain uses what it found: a field, or a method reached through its type and not called. */
static bool is_used(PyObject *found, PyObject *after) {
    Form form = form_of(found);
    return form == FIELD || (form == CALLABLE && !is_pair(after, '(') && PyTuple_GET_ITEM(found, OF) != Py_None);
}

/* Whether nothing else tells of a type or a function that a chain names: `Order.where`, `send_mail.delay`. */
static bool is_left(PyObject *asked_of, PyObject *found) {
    Form form = form_of(asked_of);
    return (form == TYPE || form == CALLABLE) && (found == Py_None || form_of(found) == EXTERNAL);
}

/* What one step leads to; takes the reference to what was found. */
static PyObject *walk_on(Core *core, File *file, PyObject *found, PyObject *ops, Py_ssize_t *position, PyObject *trace,
                         PyObject *passed) {
    PyObject *op = PyTuple_GET_ITEM(ops, *position), *next;
    bool used = false;
    if (is_twinned(form_of(found))) {
        found = meant(core, found, is_pair(op, '('), trace);
        if (found == NULL) return NULL;
        used = passed != NULL && is_used(found, op);
        if (used && PyList_Append(passed, found) < 0) Py_CLEAR(found);
        if (found == NULL) return NULL;
    }
    if (is_pair(op, '(')) next = called(core, found, trace);
    else if (is_pair(op, '[')) next = indexed(core, found, trace);
    else {
        next = step(core, file, found, ops, position, trace);
        if (next != NULL && passed != NULL && !used && is_left(found, next) && PyList_Append(passed, found) < 0)
            Py_CLEAR(next);
    }
    Py_DECREF(found);
    return next;
}

PyObject *walk(Core *core, File *file, PyObject *found, PyObject *ops, Py_ssize_t from, PyObject *trace,
               PyObject *passed) {
    for (Py_ssize_t at = from; found != NULL && found != Py_None && at < PyTuple_GET_SIZE(ops); at++)
        found = walk_on(core, file, found, ops, &at, trace, passed);
    return found;
}
