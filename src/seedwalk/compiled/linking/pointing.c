/* From what a mention means to the edges that tell it: graph/pointing.py and graph/following.py. */
#include "planning.h"

#include <string.h>

#define ANYWHERE Py_HUGE_VAL
#define KIND_OF_EXTERNAL "external"

/* The id of something outside the repository, by its name: that of its kind and name, as identity.py has it. */
bool external_id(Plans *plans, PyObject *name, int64_t *id) {
    Core *core = plans->core;
    PyObject *known = PyDict_GetItemWithError(core->external, name);
    if (known == NULL && !PyErr_Occurred()) known = PyObject_CallMethod(core->external, "__missing__", "O", name);
    else Py_XINCREF(known);
    PyObject *pair = known == NULL ? NULL : Py_BuildValue("(sO)", KIND_OF_EXTERNAL, name);
    bool done = pair != NULL && PySet_Add(plans->placeless, pair) == 0;
    if (done) *id = whole(known);
    Py_XDECREF(pair);
    Py_XDECREF(known);
    return done && !PyErr_Occurred();
}

/* The symbol that a meaning is: 1 with its id, 0 if it is none, -1 with an exception. */
static int identity(Plans *plans, PyObject *found, int64_t *id, File **there) {
    *there = NULL;
    if (form_of(found) == EXTERNAL) {
        PyObject *name = PyTuple_GET_ITEM(found, NAME);
        if (PyUnicode_GET_LENGTH(name) && PyUnicode_READ_CHAR(name, 0) == '?') return 0;
        return external_id(plans, name, id) ? 1 : -1;
    }
    if (!PyUnicode_GET_LENGTH(path_of(found))) return 0;
    *there = file_of(plans->core, path_of(found));
    if (*there == NULL) return -1;
    PyObject *position = PyTuple_GET_ITEM(found, POSITION), *body = NULL;
    if (PyDict_GET_SIZE((*there)->bodies)) body = PyDict_GetItemWithError((*there)->bodies, position);
    Py_ssize_t at = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(body != NULL ? body : position);
    if (!is_place(*there, at)) return -1;
    *id = (*there)->spots[at].id;
    return 1;
}

static bool add_end(Row *row, int64_t plan, int64_t target, int64_t kind, int64_t how) {
    int64_t end[OF_END] = {plan, target, kind, how};
    return row_add(row, end, sizeof end);
}

bool point(Plans *plans, const Mention *mention, PyObject *found, int64_t kind, int64_t how) {
    Core *core = plans->core;
    int64_t target = 0;
    File *there;
    int is = identity(plans, found, &target, &there);
    if (is <= 0) return is == 0;
    if (!add_end(&plans->out, mention->plan, target, kind, how)) return false;
    bool testing = kind == core->runs && there != NULL && plans->file->spots[mention->scope].flags & core->test;
    if (!testing || there->spots[position_of(found)].flags & core->testing) return true;
    return add_end(&plans->out, mention->plan, target, core->tests, how) &&
           add_end(&plans->back, mention->plan, target, core->tested, how);
}

bool point_back(Plans *plans, const Mention *mention, PyObject *found, int64_t kind, int64_t how) {
    int64_t source = 0;
    File *there;
    int is = identity(plans, found, &source, &there);
    if (is <= 0 || source == plans->file->spots[mention->scope].id) return is >= 0;
    return add_end(&plans->back, mention->plan, source, kind, how);
}

bool touch(Plans *plans, const Mention *mention, PyObject *thing) {
    Core *core = plans->core;
    int64_t how = provenance(core, thing), kind = core->refers;
    File *there = file_of(core, path_of(thing));
    if (there == NULL || !is_place(there, position_of(thing))) return false;
    const Spot *spot = there->spots + position_of(thing);
    bool in_type = spot->parent && is_type(core, there, spot->parent);
    if (form_of(thing) != CALLABLE && in_type && spot->kind == core->field_kind) kind = core->accesses;
    return point(plans, mention, thing, kind, how);
}

/* Of a field and a method of one name, the one that a mention means; takes the reference. */
static PyObject *as_used(Plans *plans, const Mention *mention, PyObject *found) {
    if (found == NULL || found == Py_None || !is_twinned(form_of(found))) return found;
    return meant(plans->core, found, mention->act == ACT_CALL, plans->trace);
}

void forget(Plans *plans) {
    PyObject **named = (PyObject **)plans->named.at, **followed = (PyObject **)plans->followed.at;
    for (size_t at = 0; at < plans->named.used / sizeof *named; at++) Py_DECREF(named[at]);
    for (size_t at = 0; at < plans->followed.used / sizeof *followed; at++) Py_DECREF(followed[at]);
    numbers_free(&plans->names);
    numbers_free(&plans->chains);
    row_free(&plans->named);
    row_free(&plans->followed);
}

/* What a lone name means, worked out once for each place. */
static PyObject *begin_named(Plans *plans, const Mention *mention, double line) {
    uint32_t before = plans->names.count, number = number_of(&plans->names, (uint64_t)mention->name << 32 | mention->where);
    if (number == NO_NUMBER) return NULL;
    if (number < before) return Py_NewRef(((PyObject **)plans->named.at)[number]);
    PyObject *first = PyTuple_GET_ITEM(mention->ops, 0);
    PyObject *found = named(plans->core, plans->file, mention->scope, first, line, plans->trace);
    if (found == NULL || !row_add(&plans->named, &found, sizeof found)) {
        Py_XDECREF(found);
        return NULL;
    }
    return Py_NewRef(found);
}

/* What a mention begins with, and the steps that took. */
static PyObject *begin_mention(Plans *plans, const Mention *mention, double line, Py_ssize_t *taken) {
    PyObject *first = PyTuple_GET_ITEM(mention->ops, 0);
    int dotted = PyDict_Contains(plans->file->dotted, first);
    if (dotted < 0) return NULL;
    *taken = 1;
    if (dotted || is_pair(first, '(') || is_pair(first, '['))
        return begin(plans->core, plans->file, mention->scope, mention->ops, line, plans->trace, taken);
    return begin_named(plans, mention, line);
}

static PyObject *walk_mention(Plans *plans, const Mention *mention, double line, PyObject *passed) {
    Core *core = plans->core;
    Py_ssize_t taken = 1;
    PyObject *found = begin_mention(plans, mention, line, &taken);
    int narrow = found == NULL ? -1 : mention->stand->several ? is_narrowed(core, plans->file, mention->scope) : 0;
    if (narrow > 0)
        found = narrowed(core, plans->file, mention->scope, found, mention->ops, &taken, line, plans->trace, passed);
    if (found == NULL || narrow < 0) {
        Py_XDECREF(found);
        return NULL;
    }
    found = walk(core, plans->file, found, mention->ops, taken, plans->trace, passed);
    return as_used(plans, mention, found);
}

/* Whether a mention begins with a variable: whatever that holds is not named by it; -1 with an exception. */
static int is_variable(Plans *plans, const Mention *mention) {
    PyObject *first = PyTuple_GET_ITEM(mention->ops, 0);
    int brought = PyDict_Contains(plans->file->by_local, first);
    if (brought) return brought < 0 ? -1 : 0;
    return is_taken(plans->core, plans->file, mention->scope, first, (double)mention->line);
}

static bool touch_passed(Plans *plans, const Mention *mention, PyObject *passed) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(passed); at++) {
        PyObject *thing = PyList_GET_ITEM(passed, at);
        int variable = 0;
        if (form_of(thing) != FIELD && PyTuple_GET_ITEM(thing, OF) == Py_None) variable = is_variable(plans, mention);
        if (variable < 0 || (!variable && !touch(plans, mention, thing))) return false;
    }
    return true;
}

/* What a chain means and, behind it, a list of the fields it goes through, worked out once for each place; borrowed. */
static PyObject **followed(Plans *plans, const Mention *mention, double line) {
    uint64_t what = (uint64_t)mention->text_number << 1 | (mention->act == ACT_CALL);
    uint32_t before = plans->chains.count, number = number_of(&plans->chains, what << 32 | mention->where);
    if (number == NO_NUMBER) return NULL;
    if (number == before) {
        PyObject *passed = PyList_New(0);
        PyObject *found = passed == NULL ? NULL : walk_mention(plans, mention, line, passed), *both[] = {found, passed};
        if (found == NULL || !row_add(&plans->followed, both, sizeof both)) {
            Py_XDECREF(found);
            Py_XDECREF(passed);
            return NULL;
        }
    }
    return (PyObject **)plans->followed.at + 2 * (size_t)number;
}

PyObject *follow_mention(Plans *plans, const Mention *mention) {
    if (!PyTuple_GET_SIZE(mention->ops) || mention->stand->silent) return nothing();
    double line = mention->stand->several ? (double)mention->line : ANYWHERE;
    if (PyTuple_GET_SIZE(mention->ops) == 1) {
        Py_ssize_t taken;
        return as_used(plans, mention, begin_mention(plans, mention, line, &taken));
    }
    PyObject **known = followed(plans, mention, line);
    return known != NULL && touch_passed(plans, mention, known[1]) ? Py_NewRef(known[0]) : NULL;
}
