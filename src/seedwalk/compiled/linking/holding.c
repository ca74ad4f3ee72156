/* What names hold: graph/values.py, where what a callable gives and a field contains is told by bindings alone. */
#include "resolving.h"

#define MAX_VALUES 4
#define BEFORE 0.5
#define EACH '*'

static PyObject *RETURN, *RECEIVER;

bool name_holding(void) {
    RETURN = PyUnicode_InternFromString("return"), RECEIVER = PyUnicode_InternFromString("this");
    return RETURN != NULL && RECEIVER != NULL;
}

PyObject *first_told(Core *core, File *file, PyObject *bounds, bool backward, PyObject *trace) {
    int left = MAX_VALUES;
    Py_ssize_t count = PyList_GET_SIZE(bounds);
    for (Py_ssize_t at = 0; at < count; at++) {
        PyObject *bound = PyList_GET_ITEM(bounds, backward ? count - 1 - at : at);
        if (!says(bound)) continue;
        PyObject *found = evaluate(core, file, bound, trace);
        if (found != Py_None || !--left) return found;
        Py_DECREF(found);
    }
    return nothing();
}

static bool is_printable(PyObject *text) {
    if (!PyUnicode_IS_ASCII(text)) return false;
    const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(text);
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(text); at++)
        if (letters[at] < ' ' || letters[at] > '~') return false;
    return true;
}

/* Whether an expression is a chain that begins with a name, or one of what that holds, and nothing marks it as more. */
static bool is_chain(PyObject *value) {
    Py_UCS4 first = PyUnicode_GET_LENGTH(value) ? PyUnicode_READ_CHAR(value, 0) : 0;
    bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == EACH;
    return letter && is_printable(value);
}

/* What stands for all bindings that must say the same as one to a chain that begins with this name. */
static PyObject *alike(Core *core, File *file, PyObject *bound, PyObject *first) {
    int narrow = is_narrowed(core, file, scope_of(bound));
    if (narrow) return narrow < 0 ? NULL : Py_NewRef(bound);
    int own = PySet_Contains(file->tongue_of.own, first);
    if (own < 0) return NULL;
    PyObject *value = PyTuple_GET_ITEM(bound, WORTH);
    if (own) {
        PyObject *type = enclosing_type(core, file, scope_of(bound));
        return type == NULL ? NULL : PyTuple_Pack(2, value, type);
    }
    int local = is_local(core, file, first);
    if (local) return local < 0 ? NULL : Py_NewRef(bound);
    return PyTuple_Pack(2, value, PyTuple_GET_ITEM(core->unknown, PATH));
}

/* Whether naming this gives its value: a field, or a method that reads like one; -1 with an exception. */
static int is_read(Core *core, PyObject *found) {
    Form form = found == Py_None ? FORMS : form_of(found);
    if (form != CALLABLE) return form == FIELD;
    File *there = file_of(core, path_of(found));
    return there == NULL ? -1 : PySet_Contains(there->properties, PyTuple_GET_ITEM(found, POSITION));
}

/* One of what something holds; takes the reference to it. */
static PyObject *one_of(Core *core, PyObject *found, PyObject *trace) {
    PyObject *several = found == Py_None ? nothing() : contents(core, found, trace);
    PyObject *one = several == NULL ? NULL : element(core, several, trace);
    Py_XDECREF(several);
    Py_DECREF(found);
    return one;
}

static PyObject *compute_value(Core *core, const Asked *asked, PyObject *trace) {
    PyObject *bound = asked->what, *value = PyTuple_GET_ITEM(bound, WORTH);
    PyObject *ops = steps_of(core, value);
    double line = line_of(bound) - BEFORE;
    PyObject *found = ops == NULL ? NULL : follow(core, asked->file, scope_of(bound), ops, line, trace);
    Py_XDECREF(ops);
    if (found != NULL && PyUnicode_READ_CHAR(value, 0) == EACH) return one_of(core, found, trace);
    int read = found == NULL ? -1 : is_read(core, found);
    if (read <= 0) {
        if (read < 0) Py_CLEAR(found);
        return found;
    }
    PyObject *held = contents(core, found, trace);
    if (held != NULL && is_form(held, UNNAMED) && !position_of(held)) { /* used where what it holds is */
        Py_DECREF(held);
        return found;
    }
    Py_DECREF(found);
    return held;
}

static PyObject *compute_by_python(Core *core, const Asked *asked, PyObject *trace) {
    return by_python(core, "_evaluate", "OOO", asked->file->view, asked->what, trace);
}

/* The key of a binding's answer among all values. */
static PyObject *value_key(Core *core, File *file, PyObject *bound, bool chain) {
    PyObject *value = PyTuple_GET_ITEM(bound, WORTH);
    bool typed = PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, WRITTEN)) > 0;
    if (typed || (PyUnicode_IS_ASCII(value) && !is_printable(value))) return PyTuple_Pack(2, file->path, bound);
    if (!chain) return by_python(core, "value_key", "OO", file->view, bound);
    PyObject *ops = steps_of(core, value), *stands = NULL, *key = NULL;
    if (ops != NULL)
        stands = PyTuple_GET_SIZE(ops) ? alike(core, file, bound, PyTuple_GET_ITEM(ops, 0)) : Py_NewRef(bound);
    if (stands != NULL) key = PyTuple_Pack(2, file->path, stands);
    Py_XDECREF(stands);
    Py_XDECREF(ops);
    return key;
}

static PyObject *evaluate_anew(Core *core, File *file, PyObject *bound, PyObject *number, PyObject *trace) {
    bool chain = !PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, WRITTEN)) && is_chain(PyTuple_GET_ITEM(bound, WORTH));
    PyObject *key = value_key(core, file, bound, chain), *found = NULL;
    PyObject *known = key == NULL ? NULL : PyDict_GetItemWithError(core->values, key);
    if (known != NULL) {
        if (PyDict_SetItem(core->told, number, known) == 0) found = known_value(core, known, trace);
    } else if (key != NULL && !PyErr_Occurred()) {
        Asked asked = {chain ? compute_value : compute_by_python, file, bound, 0};
        found = ask(core, core->values, key, &asked, trace);
    }
    Py_XDECREF(key);
    return found;
}

PyObject *evaluate(Core *core, File *file, PyObject *bound, PyObject *trace) {
    if (!file->plain || core->depth > DEEPEST) return by_python(core, "evaluate", "OOO", file->view, bound, trace);
    PyObject *number = PyLong_FromVoidPtr(bound), *found = NULL;
    PyObject *known = number == NULL ? NULL : PyDict_GetItemWithError(core->told, number);
    if (known != NULL) found = known_value(core, known, trace);
    else if (number != NULL && !PyErr_Occurred()) found = evaluate_anew(core, file, bound, number, trace);
    Py_XDECREF(number);
    return found;
}

static PyObject *told_of(Core *core, File *file, Py_ssize_t scope, PyObject *name, PyObject *trace) {
    PyObject *bounds = bounds_of(core, file, scope, name);
    if (bounds == NULL) return PyErr_Occurred() ? NULL : nothing();
    return first_told(core, file, bounds, false, trace);
}

static PyObject *compute_returned(Core *core, const Asked *asked, PyObject *trace) {
    File *file = asked->file;
    if (!note_name(core, file, file->spots[asked->position].qualified, trace)) return NULL;
    if (file->spots[asked->position].kind == core->constructor_kind) return nothing();
    return told_of(core, file, asked->position, RETURN, trace);
}

/* By what a constructor's parameter or a declaration in its type says, or as an object of its own. */
static PyObject *declared(Core *core, File *file, Py_ssize_t position, PyObject *trace) {
    PyObject *above = PyLong_FromSsize_t(file->spots[position].parent);
    PyObject *name = above == NULL ? NULL : last_name(file->spots[position].qualified);
    PyObject *at = name == NULL ? NULL : PyDict_GetItemWithError(file->constructors, above), *found = NULL;
    if (at != NULL) {
        found = told_of(core, file, PyLong_AsSsize_t(at), name, trace);
    } else if (name != NULL && !PyErr_Occurred()) {
        PyObject *bounds = bounds_of(core, file, file->spots[position].parent, name), *typed = PyList_New(0);
        bool done = typed != NULL && !PyErr_Occurred();
        for (Py_ssize_t next = 0; done && bounds != NULL && next < PyList_GET_SIZE(bounds); next++) {
            PyObject *bound = PyList_GET_ITEM(bounds, next);
            if (PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, WRITTEN))) done = PyList_Append(typed, bound) == 0;
        }
        if (done) found = first_told(core, file, typed, false, trace);
        Py_XDECREF(typed);
        if (found == Py_None) {
            Py_DECREF(found);
            found = by_python(core, "object_at", "OnO", file->view, position, trace);
        }
    }
    Py_XDECREF(name);
    Py_XDECREF(above);
    return found;
}

static PyObject *compute_contents(Core *core, const Asked *asked, PyObject *trace) {
    File *file = asked->file;
    Spot *spot = file->spots + asked->position;
    if (!note_name(core, file, spot->qualified, trace) || !say(core, file)) return NULL;
    PyObject *bounds = PyDict_GetItemWithError(file->fields, spot->qualified);
    if (bounds == NULL && PyErr_Occurred()) return NULL;
    PyObject *found = bounds == NULL ? nothing() : first_told(core, file, bounds, false, trace);
    if (found != Py_None) return found;
    Py_DECREF(found);
    if (spot->parent && file->spots[spot->parent].kind == core->enum_kind)
        return make_thing(core, INSTANCE, file->path, spot->parent, NULL, NULL);
    return declared(core, file, asked->position, trace);
}

static bool is_quote(Py_UCS4 letter) { return letter == '"' || letter == '\''; }

/* Whether a written type is the one it stands in; -1 with an exception. */
static int is_own_type(Core *core, PyObject *written) {
    Py_ssize_t start = 0, end = PyUnicode_GET_LENGTH(written);
    while (start < end && is_quote(PyUnicode_READ_CHAR(written, start))) start++;
    while (end > start && is_quote(PyUnicode_READ_CHAR(written, end - 1))) end--;
    PyObject *bare = PyUnicode_Substring(written, start, end);
    int own = bare == NULL ? -1 : PySet_Contains(core->own_type, bare);
    Py_XDECREF(bare);
    return own;
}

/* Whether an expression gives an object of the type it stands in: `self`, `cls()`; -1 with an exception. */
static int is_own_value(File *file, PyObject *value) {
    int own = PySet_Contains(file->tongue_of.instance, value);
    Py_ssize_t length = PyUnicode_GET_LENGTH(value);
    if (own || length < 2 || PyUnicode_READ_CHAR(value, length - 1) != ')' ||
        PyUnicode_READ_CHAR(value, length - 2) != '(')
        return own;
    PyObject *called = PyUnicode_Substring(value, 0, length - 2);
    own = called == NULL ? -1 : PySet_Contains(file->tongue_of.itself, called);
    Py_XDECREF(called);
    return own;
}

/* Whether a callable gives an object of its own type; -1 with an exception. */
static int gives_own(Core *core, File *file, PyObject *bounds) {
    int own = 0;
    for (Py_ssize_t at = 0; !own && bounds != NULL && at < PyList_GET_SIZE(bounds); at++) {
        PyObject *bound = PyList_GET_ITEM(bounds, at);
        PyObject *written = PyTuple_GET_ITEM(bound, WRITTEN);
        own = PyUnicode_GET_LENGTH(written) ? is_own_type(core, written) : 0;
        if (!own) own = is_own_value(file, PyTuple_GET_ITEM(bound, WORTH));
    }
    return own;
}

PyObject *returned(Core *core, PyObject *found, PyObject *trace) {
    File *file = file_of(core, path_of(found));
    if (file == NULL || !is_place(file, position_of(found))) return NULL;
    PyObject *of = PyTuple_GET_ITEM(found, OF);
    PyObject *bounds = file->plain ? bounds_of(core, file, position_of(found), RETURN) : NULL;
    PyObject *receiver = file->plain && bounds ? bounds_of(core, file, position_of(found), RECEIVER) : NULL;
    if (PyErr_Occurred()) return NULL;
    if (!file->plain || core->depth > DEEPEST || receiver != NULL)
        return by_python(core, "returned", "OO", found, trace);
    int own = gives_own(core, file, bounds);
    if (own < 0) return NULL;
    if (!own) return ask_of(core, core->returned, file, position_of(found), ITS_RESULT, compute_returned, trace);
    if (!note_name(core, file, file->spots[position_of(found)].qualified, trace)) return NULL;
    bool held = of != Py_None && is_holder(form_of(of));
    if (!held) return around(core, file, position_of(found), trace);
    return form_of(of) == INSTANCE ? Py_NewRef(of) : taken_as(core, INSTANCE, of);
}

PyObject *contents(Core *core, PyObject *found, PyObject *trace) {
    Form form = form_of(found);
    if (!is_twinned(form)) return Py_NewRef(found);
    File *file = file_of(core, path_of(found));
    if (file == NULL || !is_place(file, position_of(found))) return NULL;
    if (!file->plain || core->depth > DEEPEST) return by_python(core, "contents", "OO", found, trace);
    if (form == CALLABLE) return returned(core, found, trace);
    return ask_of(core, core->contents, file, position_of(found), ITS_CONTENTS, compute_contents, trace);
}

PyObject *element(Core *core, PyObject *found, PyObject *trace) {
    if (found == Py_None) return nothing();
    Form form = form_of(found);
    bool known = (form == INSTANCE || form == TYPE) && PyUnicode_GET_LENGTH(path_of(found));
    File *there = known ? file_of(core, path_of(found)) : NULL;
    if (known && (there == NULL || !is_place(there, position_of(found)))) return NULL;
    if (known && (!there->plain || there->spots[position_of(found)].kind == core->alias_kind))
        return by_python(core, "element", "OO", found, trace);
    return Py_NewRef(form == LIST ? PyTuple_GET_ITEM(found, OF) : Py_None);
}
