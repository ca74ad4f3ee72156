/* Definitions nested by their spans; `place` of extract/definitions.py says how. */
#include "placing.h"

#define DEEPEST 64 /* MAX_DEPTH */

typedef struct {
    int64_t end;
    PyObject *prefix, *trait, *owner;
    bool is_type;
    Py_ssize_t position;
} Frame;

typedef struct {
    const char *source;
    int64_t length;
    PyObject *name_of, *members, *constructors, *types, *method, *constructor, *made; /* see `place` */
    PyObject *empty, *fields, *placed;
    Frame stack[DEEPEST];
    int depth;
} Placing;

/* What is asked of a raw definition. */
typedef struct {
    int64_t start, end;
    bool in_type;
    PyObject *raw, *kind, *owner, *scope, *trait;
} Definition;

static void definition_free(Definition *d) {
    Py_XDECREF(d->kind);
    Py_XDECREF(d->owner);
    Py_XDECREF(d->scope);
    Py_XDECREF(d->trait);
}

static bool definition_open(Definition *d, PyObject *raw) {
    *d = (Definition){.raw = raw};
    return number_attribute(raw, AT_start, &d->start) && number_attribute(raw, AT_end, &d->end) &&
           truth_attribute(raw, AT_in_type, &d->in_type) && (d->kind = attribute(raw, AT_kind)) != NULL &&
           (d->owner = text_attribute(raw, AT_owner)) != NULL &&
           (d->scope = text_attribute(raw, AT_scope_name)) != NULL &&
           (d->trait = text_attribute(raw, AT_scope_trait)) != NULL;
}

static PyObject *joined(PyObject *prefix, PyObject *name) {
    Py_ssize_t before = PyUnicode_GET_LENGTH(prefix), behind = PyUnicode_GET_LENGTH(name);
    if (before == 0) return Py_NewRef(name);
    Py_UCS4 widest = Py_MAX(PyUnicode_MAX_CHAR_VALUE(prefix), PyUnicode_MAX_CHAR_VALUE(name));
    PyObject *whole = PyUnicode_New(before + 1 + behind, widest);
    if (whole == NULL) return NULL;
    if (PyUnicode_CopyCharacters(whole, 0, prefix, 0, before) < 0 || PyUnicode_WriteChar(whole, before, '.') < 0 ||
        PyUnicode_CopyCharacters(whole, before + 1, name, 0, behind) < 0)
        Py_CLEAR(whole);
    return whole;
}

static void pop(Placing *p) {
    Frame *top = &p->stack[--p->depth];
    Py_DECREF(top->prefix);
    Py_DECREF(top->trait);
    Py_DECREF(top->owner);
}

static void push(Placing *p, const Frame *frame) {
    p->stack[p->depth++] = *frame;
    Py_INCREF(frame->prefix);
    Py_INCREF(frame->trait);
    Py_INCREF(frame->owner);
}

static bool push_scope(Placing *p, const Definition *d, const Frame *around) {
    PyObject *scope = joined(around->prefix, d->scope);
    if (scope == NULL) return false;
    push(p, &(Frame){d->end, scope, d->trait, scope, true, around->position});
    Py_DECREF(scope);
    return true;
}

static PyObject *name_at(Placing *p, PyObject *raw) {
    int64_t start, end;
    if (!number_attribute(raw, AT_name_start, &start) || !number_attribute(raw, AT_name_end, &end)) return NULL;
    if (start < 0 || end > p->length || start > end)
        return PyErr_Format(PyExc_ValueError, "a name lies outside of its file");
    PyObject *written = PyUnicode_DecodeUTF8(p->source + start, end - start, "replace"), *name = written;
    if (written != NULL && p->name_of != (PyObject *)&PyUnicode_Type) {
        name = PyObject_CallOneArg(p->name_of, written);
        Py_DECREF(written);
    }
    if (name != NULL && !PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "a name is a text");
        Py_CLEAR(name);
    }
    return name;
}

/* The innermost type around; NULL for none. */
static const Frame *type_around(const Placing *p) {
    for (int place = p->depth - 1; place >= 0; place--)
        if (p->stack[place].is_type) return &p->stack[place];
    return NULL;
}

/* Whether a type has this name already, or has it from now on; -1 with an exception. */
static int knows(Placing *p, PyObject *prefix, PyObject *name, bool add) {
    PyObject *key = PyTuple_Pack(2, prefix, name);
    int known = key == NULL ? -1 : add ? PySet_Add(p->fields, key) : PySet_Contains(p->fields, key);
    Py_XDECREF(key);
    return known;
}

/* What a kind is inside of a type; a new reference. */
static PyObject *member_kind(Placing *p, PyObject *kind, PyObject *name) {
    PyObject *found = PyDict_GetItemWithError(p->members, kind);
    if (found == NULL && PyErr_Occurred()) return NULL;
    found = found == NULL ? kind : found;
    if (found == p->method) {
        int constructs = is_among(p->constructors, name);
        if (constructs < 0) return NULL;
        if (constructs) found = p->constructor;
    }
    return Py_NewRef(found);
}

static bool add_placed(Placing *p, const Definition *d, const Frame *around, PyObject *name, PyObject *kind) {
    PyObject *qualified = joined(around->prefix, name), *parent = PyLong_FromSsize_t(around->position), *one = NULL;
    if (qualified != NULL && parent != NULL) {
        PyObject *told[] = {d->raw, name, qualified, kind, parent, around->trait, around->owner};
        one = PyObject_Vectorcall(p->made, told, sizeof told / sizeof *told, NULL);
    }
    bool done = one != NULL && PyList_Append(p->placed, one) == 0;
    int is_type = done ? is_among(p->types, kind) : -1;
    if (is_type >= 0)
        push(p, &(Frame){d->end, qualified, p->empty, p->empty, is_type > 0, PyList_GET_SIZE(p->placed)});
    Py_XDECREF(one);
    Py_XDECREF(parent);
    Py_XDECREF(qualified);
    return is_type >= 0;
}

/* A definition of this name, where it stands: `around` is the frame that it is a part of. */
static bool place_named(Placing *p, const Definition *d, Frame around, PyObject *name) {
    PyObject *owned = NULL;
    if (d->in_type) {
        const Frame *type = type_around(p);
        int known = type == NULL ? 1 : knows(p, type->prefix, name, false);
        if (known) return known > 0;
        around = *type;
    } else if (PyUnicode_GET_LENGTH(d->owner)) {
        if ((owned = joined(around.prefix, d->owner)) == NULL) return false;
        around.prefix = around.owner = owned;
        around.is_type = true;
    }
    bool done = !around.is_type || knows(p, around.prefix, name, true) >= 0;
    PyObject *kind = !done ? NULL : around.is_type ? member_kind(p, d->kind, name) : Py_NewRef(d->kind);
    done = kind != NULL && add_placed(p, d, &around, name, kind);
    Py_XDECREF(kind);
    Py_XDECREF(owned);
    return done;
}

static bool place_one(Placing *p, const Definition *d) {
    while (p->depth && p->stack[p->depth - 1].end <= d->start) pop(p);
    if (p->depth >= DEEPEST) return true;
    Frame around = {0, p->empty, p->empty, p->empty, false, 0};
    if (p->depth) around = p->stack[p->depth - 1];
    if (PyUnicode_GET_LENGTH(d->scope)) return push_scope(p, d, &around);
    PyObject *name = name_at(p, d->raw);
    if (name == NULL) return false;
    bool done = PyUnicode_GET_LENGTH(name) == 0 || place_named(p, d, around, name);
    Py_DECREF(name);
    return done;
}

static bool place_all(Placing *p, PyObject *definitions) {
    bool done = p->empty != NULL && p->fields != NULL && p->placed != NULL;
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(definitions); at++) {
        Definition d;
        done = definition_open(&d, PyList_GET_ITEM(definitions, at)) && place_one(p, &d);
        definition_free(&d);
    }
    while (p->depth) pop(p);
    return done;
}

PyObject *place(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 9 || !PyList_Check(given[0]) || !PyBytes_Check(given[1]) || !PyDict_Check(given[3]))
        return PyErr_Format(PyExc_TypeError, "place(definitions, source, name_of, members, constructors, types, method, "
                                             "constructor, made)");
    if (!check_set(given[4]) || !check_set(given[5])) return NULL;
    Placing p = {
        .source = PyBytes_AS_STRING(given[1]), .length = PyBytes_GET_SIZE(given[1]), .name_of = given[2],
        .members = given[3], .constructors = given[4], .types = given[5], .method = given[6], .constructor = given[7],
        .made = given[8], .empty = PyUnicode_FromStringAndSize(NULL, 0), .fields = PySet_New(NULL),
        .placed = PyList_New(0),
    };
    if (!place_all(&p, given[0])) Py_CLEAR(p.placed);
    Py_XDECREF(p.empty);
    Py_XDECREF(p.fields);
    return p.placed;
}
