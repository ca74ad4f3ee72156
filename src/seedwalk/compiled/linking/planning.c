/* Plans worked out, each by the first mention of it: graph/mentions.py. What is unusual Python does, from the start:
 * edges and keys are told apart later, so that nothing is told twice. */
#include "planning.h"

#define SHORTEST 4

/* A call counts as often as its plan is mentioned. */
static void count(const Plans *plans, const Mention *mention, int64_t *calls) {
    *calls += times_of(&plans->grouped, mention->plan);
}

static void count_call(Plans *plans, const Mention *mention, PyObject *found) {
    count(plans, mention, form_of(found) == EXTERNAL ? &plans->outside : &plans->resolved);
}

/* The constructor of a type, else the type. */
static bool construct(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    File *there = file_of(core, path_of(found));
    if (there == NULL || !is_place(there, position_of(found))) return false;
    PyObject *members = PyUnicode_FromFormat("%U.*", there->spots[position_of(found)].qualified), *made = NULL;
    if (members != NULL && note_name(core, there, members, plans->trace)) {
        PyObject *at = PyDict_GetItemWithError(there->constructors, PyTuple_GET_ITEM(found, POSITION));
        if (at != NULL) made = make_thing(core, CALLABLE, there->path, PyLong_AsSsize_t(at), NULL, NULL);
        else if (!PyErr_Occurred()) made = Py_NewRef(found);
    }
    bool done = made != NULL && point(plans, mention, made, core->runs, provenance(core, found));
    Py_XDECREF(members);
    Py_XDECREF(made);
    return done;
}

/* The last name of a chain, and whether a type nobody here defines may come before it; -1 with an exception. */
static int is_foreign(Plans *plans, const Mention *mention, PyObject **last) {
    const Tongue *tongue = &plans->file->tongue_of;
    Py_ssize_t names = 0;
    PyObject *first = NULL;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(mention->ops); at++) {
        PyObject *op = PyTuple_GET_ITEM(mention->ops, at);
        if (is_pair(op, '(') || is_pair(op, '[')) continue;
        if (!names++) first = op;
        *last = op;
    }
    if (first == NULL) return 1;
    int foreign = PySet_Contains(tongue->parent, first);
    if (foreign || names < 2) return foreign;
    if (tongue->capital == Py_True && Py_UNICODE_ISUPPER(PyUnicode_READ_CHAR(first, 0))) return 1;
    return PySet_Contains(tongue->own_types, first);
}

/* The one method of a name, if there is but one: a pair of path and position, or None; borrowed. */
static PyObject *only_method(Plans *plans, PyObject *name) {
    Core *core = plans->core;
    int64_t check = check_of_name(core, name);
    if (check < 0 || !note(plans->trace, check)) return NULL;
    PyObject *known = PyDict_GetItemWithError(core->only, name);
    if (known != NULL || PyErr_Occurred()) return known;
    PyObject *made = by_python(core, "only_method", "OO", plans->file->view, name);
    if (made != NULL && PyDict_SetItem(core->only, name, made) == 0) known = made;
    Py_XDECREF(made);
    return known;
}

/* Whether code may not call a method: it is for tests, or kept by another file to itself; -1 with an exception. */
static int is_hidden(Plans *plans, const Mention *mention, File *there, PyObject *position) {
    Py_ssize_t at = PyLong_AsSsize_t(position);
    if (!is_place(there, at)) return -1;
    int64_t test = plans->core->test;
    if (there->spots[at].flags & test && !(plans->file->spots[mention->scope].flags & test)) return 1;
    return there == plans->file ? 0 : PySet_Contains(there->private, position);
}

/* A method nobody else is called after, on something whose type cannot be told; None if there is none. */
static PyObject *lone(Plans *plans, const Mention *mention) {
    PyObject *name = NULL;
    if (PyTuple_GET_SIZE(mention->ops) == 1) return nothing();
    int no = is_foreign(plans, mention, &name);
    if (!no && PyUnicode_GET_LENGTH(name) < SHORTEST) no = 1;
    if (!no) no = PySet_Contains(plans->file->tongue_of.everyday, name);
    if (no) return no < 0 ? NULL : nothing();
    PyObject *only = only_method(plans, name);
    if (only == NULL || only == Py_None) return Py_XNewRef(only);
    File *there = file_of(plans->core, PyTuple_GET_ITEM(only, 0));
    int hidden = there == NULL ? -1 : is_hidden(plans, mention, there, PyTuple_GET_ITEM(only, 1));
    if (hidden) return hidden < 0 ? NULL : nothing();
    return make_thing(plans->core, CALLABLE, there->path, PyLong_AsSsize_t(PyTuple_GET_ITEM(only, 1)), NULL, NULL);
}

static bool guess(Plans *plans, const Mention *mention) {
    PyObject *found = lone(plans, mention);
    if (found == NULL) return false;
    count(plans, mention, found == Py_None ? &plans->open : &plans->resolved);
    bool done = found == Py_None || point(plans, mention, found, plans->core->runs, plans->core->by_name);
    Py_DECREF(found);
    return done;
}

static bool call_field(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    PyObject *held = touch(plans, mention, found) ? contents(core, found, plans->trace) : NULL;
    if (held == NULL) return false;
    if (held == Py_None) count(plans, mention, &plans->open);
    bool done = !is_form(held, CALLABLE) || point(plans, mention, held, core->runs, core->by_type);
    Py_DECREF(held);
    return done;
}

static bool call_instance(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    int own = PySet_Contains(plans->file->tongue_of.instance, mention->text);
    if (own) return own > 0 && construct(plans, mention, found);
    PyObject *runs = run_by(core, found, plans->trace);
    if (runs == NULL) return false;
    bool by_method = runs != Py_None;
    PyObject *target = by_method ? runs : found;
    count_call(plans, mention, target);
    bool done = point(plans, mention, target, core->runs, by_method ? core->by_type : core->by_import);
    Py_DECREF(runs);
    return done;
}

static bool call(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    if (found == Py_None) return guess(plans, mention);
    Form form = form_of(found);
    if (form == INSTANCE) return call_instance(plans, mention, found);
    if (form == FIELD) return call_field(plans, mention, found);
    if (form == MODULE) count(plans, mention, &plans->open);
    if (form == MODULE || form == PARENT) return true;
    count_call(plans, mention, found);
    if (form == TYPE) return construct(plans, mention, found);
    return point(plans, mention, found, core->runs, form == CALLABLE ? provenance(core, found) : core->by_import);
}

static bool use(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    Form form = form_of(found);
    if (form == FIELD) return touch(plans, mention, found);
    return (form != CALLABLE && form != TYPE) ||
           point(plans, mention, found, core->refers, provenance(core, found));
}

static bool pass(Plans *plans, const Mention *mention, PyObject *found) {
    if (form_of(found) != CALLABLE) return use(plans, mention, found);
    File *there = file_of(plans->core, path_of(found));
    int reads = there == NULL ? -1 : PySet_Contains(there->properties, PyTuple_GET_ITEM(found, POSITION));
    if (reads) return reads > 0 && use(plans, mention, found);
    return point(plans, mention, found, plans->core->runs, plans->core->by_passing);
}

static bool raise(Plans *plans, const Mention *mention, PyObject *found) {
    Core *core = plans->core;
    PyObject *held = contents(core, found, plans->trace);
    if (held == NULL) return false;
    Form form = held == Py_None ? FORMS : form_of(held);
    bool done = (form != TYPE && form != INSTANCE && form != EXTERNAL) ||
                point(plans, mention, held, core->throws, provenance(core, held));
    Py_DECREF(held);
    return done;
}

int act(Plans *plans, const Mention *mention) {
    if (mention->act == ACT_NONE) return 1;
    if (mention->act == ACT_PYTHON || !PyTuple_GET_SIZE(mention->ops)) return 0;
    PyObject *found = follow_mention(plans, mention);
    if (found == NULL) return -1;
    bool done = true;
    Core *core = plans->core;
    if (mention->act == ACT_CALL) done = call(plans, mention, found);
    else if (found == Py_None) done = true;
    else if (mention->act == ACT_VALUE) done = use(plans, mention, found);
    else if (mention->act == ACT_ARGUMENT) done = pass(plans, mention, found);
    else if (mention->act == ACT_RAISE) done = raise(plans, mention, found);
    else if (mention->scope) done = point_back(plans, mention, found, core->decorates, provenance(core, found));
    Py_DECREF(found);
    return done ? 1 : -1;
}
