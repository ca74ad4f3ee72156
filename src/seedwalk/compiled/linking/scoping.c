/* What a bare name means where it stands: graph/scopes.py, for languages that look through scopes, the top of the file
 * and its imports, and nowhere else. */
#include "resolving.h"

#include <string.h>

#define LOADED "require__"
#define NO_LOCALS -1.0

static bool is_plain_name(PyObject *name) {
    if (!PyUnicode_IS_ASCII(name)) return false;
    const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(name);
    Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    for (Py_ssize_t at = 0; at < length; at++)
        if (letters[at] == '.' || letters[at] == '`' || letters[at] == ':') return false;
    return length > 0 && strncmp((const char *)letters, LOADED, sizeof LOADED - 1) != 0;
}

static PyObject *named_by_python(Core *core, File *file, Py_ssize_t scope, PyObject *name, double line,
                                 PyObject *trace) {
    return by_python(core, "named", "OnOdO", file->view, scope, name, line, trace);
}

PyObject *around(Core *core, File *file, Py_ssize_t scope, PyObject *trace) {
    PyObject *holder = enclosing_type(core, file, scope);
    if (holder == NULL) return NULL;
    if (!PyUnicode_GET_LENGTH(holder)) return nothing();
    PyObject *at = PyDict_GetItemWithError(file->names, holder);
    if (at != NULL) return make_thing(core, INSTANCE, file->path, PyLong_AsSsize_t(at), NULL, NULL);
    return PyErr_Occurred() ? NULL : by_python(core, "around", "OnO", file->view, scope, trace);
}

/* The object around a scope, its type, or the object as what stands above sees it. */
static PyObject *own_named(Core *core, File *file, Py_ssize_t scope, PyObject *name, PyObject *trace) {
    PyObject *found = around(core, file, scope, trace);
    if (found == NULL || found == Py_None) return found;
    int instance = PySet_Contains(file->tongue_of.instance, name);
    int itself = instance == 0 ? PySet_Contains(file->tongue_of.itself, name) : 0;
    Form form = form_of(found);
    PyObject *told = NULL;
    if (instance > 0) return found;
    if (instance < 0 || itself < 0) told = NULL;
    else if (form == TYPE && !itself)
        told = make_thing(core, PARENT, path_of(found), position_of(found), found, NULL);
    else
        told = form == INSTANCE ? taken_as(core, itself ? TYPE : PARENT, found) : Py_NewRef(found);
    Py_DECREF(found);
    return told;
}

static bool holds(PyObject *bound, double line) {
    long until = until_of(bound);
    return line_of(bound) <= line && (!until || line <= (double)until);
}

static bool takes(PyObject *bounds, double line) {
    for (Py_ssize_t at = 0; bounds != NULL && at < PyList_GET_SIZE(bounds); at++)
        if (holds(PyList_GET_ITEM(bounds, at), line)) return true;
    return false;
}

int is_taken(Core *core, File *file, Py_ssize_t scope, PyObject *name, double line) {
    for (;; scope = file->spots[scope].parent) {
        PyObject *bounds = is_place(file, scope) ? bounds_of(core, file, scope, name) : NULL;
        if (bounds == NULL && PyErr_Occurred()) return -1;
        if (takes(bounds, line)) return 1;
        if (!scope) return 0;
    }
}

/* Those of some bindings that hold at a line; all that hold to the end of their scope, if `lasting`. */
static PyObject *those(PyObject *bounds, double line, bool lasting) {
    PyObject *found = PyList_New(0);
    for (Py_ssize_t at = 0; found != NULL && at < PyList_GET_SIZE(bounds); at++) {
        PyObject *bound = PyList_GET_ITEM(bounds, at);
        bool one = lasting ? !until_of(bound) : holds(bound, line);
        if (one && PyList_Append(found, bound) < 0) Py_CLEAR(found);
    }
    return found;
}

/* What stays of bindings behind the last parameter among them of a function without a name; whether two on its line
 * have it is told too. */
static PyObject *inside_of_taken(PyObject *before, bool *two) {
    PyObject *last = NULL, *other = NULL;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(before); at++) {
        PyObject *bound = PyList_GET_ITEM(before, at);
        if (until_of(bound) && !says(bound)) other = last, last = bound;
    }
    *two = other != NULL && line_of(other) == line_of(last);
    if (last == NULL) return Py_NewRef(before);
    PyObject *found = PyList_New(0);
    for (Py_ssize_t at = 0; found != NULL && at < PyList_GET_SIZE(before); at++) {
        PyObject *bound = PyList_GET_ITEM(before, at);
        if (until_of(bound) && line_of(bound) >= line_of(last) && PyList_Append(found, bound) < 0) Py_CLEAR(found);
    }
    return found;
}

static PyObject *of_several(Core *core, File *file, PyObject *bounds, double line, PyObject *trace) {
    bool two = false;
    PyObject *every = those(bounds, line, false), *found = NULL;
    PyObject *before = every == NULL ? NULL : inside_of_taken(every, &two);
    Py_XDECREF(every);
    if (before == NULL) return NULL;
    if (two) {
        found = by_python(core, "_agreed", "OOO", file->view, before, trace);
    } else if (PyList_GET_SIZE(before)) {
        found = first_told(core, file, before, true, trace);
    } else {
        PyObject *lasting = those(bounds, line, true);
        if (lasting != NULL) found = first_told(core, file, lasting, true, trace);
        Py_XDECREF(lasting);
    }
    Py_DECREF(before);
    return found;
}

static PyObject *local(Core *core, File *file, PyObject *bounds, double line, PyObject *trace) {
    if (bounds == NULL || line < 0) return nothing();
    if (PyList_GET_SIZE(bounds) == 1 && !until_of(PyList_GET_ITEM(bounds, 0)))
        return first_told(core, file, bounds, false, trace);
    return of_several(core, file, bounds, line, trace);
}

/* What a file says of one name: by scope its bindings, and what holds symbols of that name; both borrowed or NULL. */
typedef struct {
    PyObject *name, *said, *holders;
    double line;
} Sought;

static bool seek(Core *core, File *file, Sought *sought) {
    if (!say(core, file)) return false;
    sought->said = PyDict_GetItemWithError(file->said, sought->name);
    if (sought->said == NULL && PyErr_Occurred()) return false;
    sought->holders = PyDict_GetItemWithError(file->nested, sought->name);
    return sought->holders != NULL || !PyErr_Occurred();
}

/* Where a symbol of the name stands in a scope; -1 if there is none, -2 with an exception. */
static Py_ssize_t symbol_in(File *file, const Sought *sought, Py_ssize_t scope, PyObject *names) {
    PyObject *holder = file->spots[scope].qualified;
    int held = sought->holders == NULL ? 0 : PySet_Contains(sought->holders, holder);
    if (held <= 0) return held < 0 ? -2 : -1;
    PyObject *qualified = PyUnicode_FromFormat("%U.%U", holder, sought->name);
    PyObject *at = qualified == NULL ? NULL : PyDict_GetItemWithError(names, qualified);
    Py_XDECREF(qualified);
    return at != NULL ? PyLong_AsSsize_t(at) : PyErr_Occurred() ? -2 : -1;
}

/* What a scope says of the name. */
static PyObject *in_scope(Core *core, File *file, Py_ssize_t scope, const Sought *sought, bool inner, PyObject *bounds,
                          PyObject *trace) {
    bool type = is_type(core, file, scope);
    if (type && !inner && file->spots[scope].kind != core->module_kind) return nothing();
    Py_ssize_t at = symbol_in(file, sought, scope, type ? file->names : file->bare);
    if (at < -1) return NULL;
    PyObject *found = at < 0 ? NULL : thing_at(core, file, at, NULL);
    if (at >= 0 && found == NULL) return NULL;
    if (found != NULL && !(type && sought->line == NO_LOCALS && is_twinned(form_of(found)))) return found;
    Py_XDECREF(found);
    return type ? nothing() : local(core, file, bounds, sought->line, trace);
}

/* By the imports of the file, or in sight anyway. */
static PyObject *imported(Core *core, File *file, Py_ssize_t scope, const Sought *sought, PyObject *trace) {
    PyObject *listed = PyDict_GetItemWithError(file->by_local, sought->name), *other = NULL;
    if (listed == NULL && PyErr_Occurred()) return NULL;
    for (Py_ssize_t at = 0; listed != NULL && at < PyList_GET_SIZE(listed); at++) {
        PyObject *seen = NULL, *found = brought(core, file, PyList_GET_ITEM(listed, at), &seen, trace);
        Py_XDECREF(seen);
        if (found == NULL || (found != Py_None && form_of(found) != EXTERNAL)) {
            Py_XDECREF(other);
            return found;
        }
        if (other == NULL && found != Py_None) other = found;
        else Py_DECREF(found);
    }
    if (other != NULL) return other;
    if (!file->told_sight) {
        PyObject *nothing_seen = by_python(core, "sees_nothing", "(O)", file->view);
        if (nothing_seen == NULL) return NULL;
        file->sees_nothing = nothing_seen == Py_True, file->told_sight = true;
        Py_DECREF(nothing_seen);
    }
    if (file->sees_nothing) return note_key(core, file, (uint32_t)file->star, trace) ? nothing() : NULL;
    return by_python(core, "_brought_in", "OnOdO", file->view, scope, sought->name, sought->line, trace);
}

/* The same, kept where one file asks for it again and again. */
static PyObject *imported_once(Core *core, File *file, Py_ssize_t scope, const Sought *sought, PyObject *trace) {
    if (trace != core->asking) return imported(core, file, scope, sought, trace);
    PyObject *key = PyTuple_Pack(2, file->path, sought->name);
    PyObject *found = key == NULL ? NULL : PyDict_GetItemWithError(core->tops, key);
    Py_XINCREF(found);
    if (key != NULL && found == NULL && !PyErr_Occurred()) {
        found = imported(core, file, scope, sought, trace);
        if (found != NULL && PyDict_SetItem(core->tops, key, found) < 0) Py_CLEAR(found);
    }
    Py_XDECREF(key);
    return found;
}

static bool takes_within(PyObject *bounds, double line) {
    for (Py_ssize_t at = 0; bounds != NULL && at < PyList_GET_SIZE(bounds); at++) {
        PyObject *bound = PyList_GET_ITEM(bounds, at);
        if (until_of(bound) && holds(bound, line)) return true;
    }
    return false;
}

static PyObject *at_top(Core *core, File *file, Py_ssize_t scope, const Sought *sought, PyObject *trace) {
    if (!note_name(core, file, sought->name, trace)) return NULL;
    PyObject *at = PyDict_GetItemWithError(file->bare, sought->name);
    PyObject *bounds = sought->line >= 0 ? said_in(sought->said, 0) : NULL;
    if (PyErr_Occurred()) return NULL;
    if (takes_within(bounds, sought->line)) return local(core, file, bounds, sought->line, trace);
    if (at != NULL) return thing_at(core, file, PyLong_AsSsize_t(at), NULL);
    PyObject *held = local(core, file, bounds, sought->line, trace);
    if (held != Py_None) return held;
    Py_DECREF(held);
    return imported_once(core, file, scope, sought, trace);
}

PyObject *named(Core *core, File *file, Py_ssize_t scope, PyObject *name, double line, PyObject *trace) {
    if (!file->plain || !is_plain_name(name)) return named_by_python(core, file, scope, name, line, trace);
    int own = PySet_Contains(file->tongue_of.own, name);
    if (own) return own < 0 ? NULL : own_named(core, file, scope, name, trace);
    Sought sought = {.name = name, .line = line};
    bool at_once = !scope && line < 0; /* then nothing but definitions and imports of the file can be meant */
    if (!is_place(file, scope) || (!at_once && !seek(core, file, &sought))) return NULL;
    PyObject *other = NULL, *found;
    bool somewhere = sought.said != NULL || sought.holders != NULL;
    for (Py_ssize_t at = scope; at && somewhere; at = file->spots[at].parent) {
        PyObject *bounds = said_in(sought.said, at);
        found = PyErr_Occurred() ? NULL : in_scope(core, file, at, &sought, at == scope, bounds, trace);
        bool hides = line >= 0 && (at == scope || !is_type(core, file, at)) && takes(bounds, line);
        if (found == NULL || hides || (found != Py_None && form_of(found) != EXTERNAL)) {
            Py_XDECREF(other);
            return found;
        }
        if (other == NULL && found != Py_None) other = found;
        else Py_DECREF(found);
    }
    found = at_top(core, file, scope, &sought, trace);
    if (found != Py_None || other == NULL) {
        Py_XDECREF(other);
        return found;
    }
    Py_DECREF(found);
    return other;
}
