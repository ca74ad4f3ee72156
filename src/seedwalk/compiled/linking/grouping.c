/* Which mentions must mean the same: graph/grouping.py and graph/standing.py, for one file. */
#include "linking.h"
#include "planning.h"

#include <string.h>

#define OF_MENTION 17 /* bytes: a code and four numbers, as facts.py packs them */
enum { TEXT_AT = 1, LINE_AT = 5, BYTE_AT = 9, SCOPE_AT = 13 };
#define NO_PLAN UINT32_MAX

static uint32_t number_in(const Grouped *grouped, uint32_t mention, int at) {
    const unsigned char *byte = grouped->rows + (size_t)mention * OF_MENTION + at;
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

Py_ssize_t scope_at(const Grouped *grouped, uint32_t mention) { return number_in(grouped, mention, SCOPE_AT); }
uint32_t line_at(const Grouped *grouped, uint32_t mention) { return number_in(grouped, mention, LINE_AT); }

void group_free(Grouped *grouped) {
    Py_ssize_t texts = grouped->spoken == NULL ? 0 : PyList_GET_SIZE(grouped->texts);
    for (Py_ssize_t at = 0; at < texts; at++) Py_XDECREF(grouped->spoken[at].ops);
    Stand *stands = (Stand *)grouped->stands.at;
    for (size_t at = 0; at < grouped->stands.used / sizeof *stands; at++) Py_DECREF(stands[at].place);
    Py_XDECREF(grouped->listed);
    Py_XDECREF(grouped->numbers);
    Py_XDECREF(grouped->places);
    PyMem_Free(grouped->spoken);
    PyMem_Free(grouped->plan_of);
    PyMem_Free(grouped->order);
    PyMem_Free(grouped->starts);
    numbers_free(&grouped->pairs);
    numbers_free(&grouped->wheres);
    row_free(&grouped->at_top);
    row_free(&grouped->stands);
    row_free(&grouped->firsts);
}

/* The number of a first name; NO_NUMBER with an exception. */
static uint32_t name_number(Plans *plans, PyObject *name) {
    Grouped *grouped = &plans->grouped;
    PyObject *known = PyDict_GetItemWithError(grouped->numbers, name);
    if (known != NULL) return (uint32_t)PyLong_AsUnsignedLong(known);
    if (PyErr_Occurred()) return NO_NUMBER;
    Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    bool path = length > 1 && PyUnicode_READ_CHAR(name, length - 1) == ':';
    int own = path ? 1 : PySet_Contains(plans->file->tongue_of.own, name);
    if (!own) own = is_local(plans->core, plans->file, name);
    char top = own == 0;
    PyObject *number = own < 0 ? NULL : PyLong_FromSsize_t(PyList_GET_SIZE(grouped->listed));
    bool done = number != NULL && PyDict_SetItem(grouped->numbers, name, number) == 0 &&
                PyList_Append(grouped->listed, name) == 0 && row_add(&grouped->at_top, &top, 1);
    Py_XDECREF(number);
    return done ? (uint32_t)PyList_GET_SIZE(grouped->listed) - 1 : NO_NUMBER;
}

/* The steps of a text; those of one file are hardly those of another. */
static PyObject *spelled(Core *core, PyObject *text) {
    PyObject *found = steps_among(&core->spelled, text);
    if (found != Py_None) return found;
    Py_DECREF(found);
    return steps_of(core, text);
}

/* A text taken apart, when it is first met. */
static const Spoken *spoken_at(Plans *plans, uint32_t text) {
    Grouped *grouped = &plans->grouped;
    if (text >= PyList_GET_SIZE(grouped->texts)) {
        PyErr_SetString(PyExc_IndexError, "a mention names a text that is not there");
        return NULL;
    }
    Spoken *spoken = grouped->spoken + text;
    if (spoken->ops != NULL) return spoken;
    PyObject *written = PyList_GET_ITEM(grouped->texts, text);
    PyObject *ops = spelled(plans->core, written);
    if (ops == NULL) return NULL;
    spoken->symbol = PyUnicode_GET_LENGTH(written) && PyUnicode_READ_CHAR(written, 0) == ':';
    PyObject *empty = PyTuple_GET_ITEM(plans->core->unknown, PATH);
    spoken->name = name_number(plans, PyTuple_GET_SIZE(ops) ? PyTuple_GET_ITEM(ops, 0) : empty);
    spoken->ops = ops;
    return spoken->name == NO_NUMBER ? NULL : spoken;
}

/* What scopes around say of a name: the innermost that says anything, and whether that differs from line to line. */
static bool said_around(Plans *plans, Py_ssize_t scope, PyObject *name, Py_ssize_t *saying, bool *several) {
    File *file = plans->file;
    PyObject *said = PyDict_GetItemWithError(file->said, name), *holders = PyDict_GetItemWithError(file->nested, name);
    *saying = 0, *several = false;
    for (;; scope = file->spots[scope].parent) {
        PyObject *bounds = said_in(said, scope);
        if (bounds != NULL && (PyList_GET_SIZE(bounds) > 1 || until_of(PyList_GET_ITEM(bounds, 0)) > 0)) *several = true;
        if (!scope) return !PyErr_Occurred();
        int holds = *saying || holders == NULL ? 0 : PySet_Contains(holders, file->spots[scope].qualified);
        if (!*saying && (bounds != NULL || holds)) *saying = scope;
    }
}

/* 1 where a test in a scope speaks of an attribute of a name; -1 with an exception. */
static int is_tested(Plans *plans, Py_ssize_t scope, PyObject *name) {
    int narrow = is_narrowed(plans->core, plans->file, scope);
    if (narrow <= 0) return narrow;
    PyObject *number = PyLong_FromSsize_t(scope), *begins = PyUnicode_FromFormat("%U.", name), *chain, *bounds;
    PyObject *said = number == NULL ? NULL : PyDict_GetItemWithError(plans->file->narrowed, number);
    int found = said == NULL || begins == NULL ? -1 : 0;
    for (Py_ssize_t at = 0; found == 0 && PyDict_Next(said, &at, &chain, &bounds);)
        found = (int)PyUnicode_Tailmatch(chain, begins, 0, PY_SSIZE_T_MAX, -1);
    Py_XDECREF(number);
    Py_XDECREF(begins);
    return found;
}

/* Whether all that is said of a name is that it is there: a parameter without a type; -1 with an exception. */
static int is_silent(Plans *plans, Py_ssize_t saying, PyObject *name) {
    PyObject *bounds = bounds_of(plans->core, plans->file, saying, name);
    if (bounds == NULL || says(PyList_GET_ITEM(bounds, 0))) return PyErr_Occurred() ? -1 : 0;
    Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    if (PyUnicode_FindChar(name, '`', 0, length, 1) >= 0 || PyUnicode_FindChar(name, '.', 0, length, 1) >= 0) return 0;
    int dotted = PyDict_Contains(plans->file->dotted, name);
    PyObject *qualified = PyUnicode_FromFormat("%U.%U", plans->file->spots[saying].qualified, name);
    int known = qualified == NULL ? -1 : PyDict_Contains(plans->file->names, qualified);
    Py_XDECREF(qualified);
    return dotted < 0 || known < 0 ? -1 : !dotted && !known;
}

/* How a name stands that only the resolver in Python can tell of, or its like. */
static bool stand_by_python(Plans *plans, Py_ssize_t scope, PyObject *name, Stand *stand) {
    PyObject *told = PyObject_CallFunction(plans->core->standing, "OnO", plans->file->view, scope, name);
    if (told == NULL) return false;
    stand->place = Py_NewRef(PyTuple_GET_ITEM(told, PLACE));
    stand->several = PyTuple_GET_ITEM(told, BY_LINE) == Py_True;
    stand->silent = PyTuple_GET_ITEM(told, SILENT) == Py_True;
    Py_DECREF(told);
    return true;
}

static bool stand(Plans *plans, Py_ssize_t scope, PyObject *name, Stand *stand) {
    Py_ssize_t saying, length = PyUnicode_GET_LENGTH(name);
    if (!length || PyUnicode_READ_CHAR(name, length - 1) == ':') return stand_by_python(plans, scope, name, stand);
    int own = PySet_Contains(plans->file->tongue_of.own, name), tested = is_tested(plans, scope, name);
    if (own < 0 || tested < 0 || !said_around(plans, scope, name, &saying, &stand->several)) return false;
    stand->several = stand->several || tested;
    stand->silent = false;
    if (own) {
        stand->place = Py_XNewRef(enclosing_type(plans->core, plans->file, scope));
        return stand->place != NULL;
    }
    bool type = saying && is_type(plans->core, plans->file, saying);
    int silent = saying && !type && !stand->several ? is_silent(plans, saying, name) : 0;
    stand->place = silent < 0 ? NULL : PyLong_FromSsize_t(type && saying != scope ? ~saying : saying);
    stand->silent = silent > 0;
    return stand->place != NULL;
}

/* Numbers the place of a stand. */
static bool number_place(Plans *plans, Stand *stand) {
    PyObject *places = plans->grouped.places, *known = PyDict_GetItemWithError(places, stand->place);
    if (known == NULL && !PyErr_Occurred()) {
        PyObject *number = PyLong_FromSsize_t(PyDict_GET_SIZE(places) + 1);
        if (number != NULL && PyDict_SetItem(places, stand->place, number) == 0)
            known = PyDict_GetItemWithError(places, stand->place);
        Py_XDECREF(number);
    }
    if (known != NULL) stand->number = (uint32_t)PyLong_AsUnsignedLong(known);
    return known != NULL;
}

const Stand *stand_of(Plans *plans, Py_ssize_t scope, uint32_t name) {
    Grouped *grouped = &plans->grouped;
    uint32_t before = grouped->pairs.count;
    uint32_t number = number_of(&grouped->pairs, (uint64_t)scope << 32 | name);
    if (number == NO_NUMBER) return NULL;
    if (number == before) {
        Stand made = {0};
        if (!stand(plans, scope, PyList_GET_ITEM(grouped->listed, name), &made)) return NULL;
        if (!number_place(plans, &made) || !row_add(&grouped->stands, &made, sizeof made)) {
            Py_DECREF(made.place);
            return NULL;
        }
    }
    return (Stand *)grouped->stands.at + number;
}

/* A place and perhaps a line as one number. */
static uint64_t where_of(const Stand *stand, uint32_t line) {
    return (uint64_t)stand->number << 32 | (stand->several ? line : 0);
}

/* What a mention says and where, as two numbers: of its text, kind and whether a test mentions it; of the place and
 * perhaps the line. 1 where it has a plan, 0 where it has none, -1 with an exception. */
static int tell_apart(Plans *plans, uint32_t mention, uint64_t *what, uint64_t *where) {
    Grouped *grouped = &plans->grouped;
    const Core *core = plans->core;
    Py_ssize_t code = grouped->rows[(size_t)mention * OF_MENTION];
    uint32_t text = number_in(grouped, mention, TEXT_AT);
    Py_ssize_t scope = scope_at(grouped, mention);
    if (code >= PyBytes_GET_SIZE(core->acts)) PyErr_SetString(PyExc_IndexError, "there is no such kind of mention");
    const Spoken *spoken = !PyErr_Occurred() && is_place(plans->file, scope) ? spoken_at(plans, text) : NULL;
    if (spoken == NULL) return -1;
    bool alone = core->by_scope >> code & 1 || spoken->symbol;
    if (core->outlined >> code & 1) return 0;
    *what = alone ? ~(uint64_t)mention
                  : (uint64_t)text << 9 | (uint64_t)code << 1 | ((plans->file->spots[scope].flags & core->test) != 0);
    *where = 0;
    if (alone || grouped->at_top.at[spoken->name]) return 1;
    const Stand *stand = stand_of(plans, scope, spoken->name);
    if (stand == NULL) return -1;
    *where = where_of(stand, line_at(grouped, mention));
    return !(stand->silent && core->silent >> code & 1);
}

/* Gives each mention the number of its plan. */
static bool number_plans(Plans *plans) {
    Grouped *grouped = &plans->grouped;
    Numbers whats, both;
    if (!numbers_start(&whats, grouped->count)) return false;
    bool started = numbers_start(&both, grouped->count), done = started;
    for (uint32_t mention = 0; done && mention < grouped->count; mention++) {
        uint64_t what, where;
        int has = tell_apart(plans, mention, &what, &where);
        grouped->plan_of[mention] = NO_PLAN;
        done = has >= 0;
        if (has <= 0) continue;
        uint32_t first = number_of(&whats, what), second = number_of(&grouped->wheres, where);
        uint32_t plan = number_of(&both, (uint64_t)first << 32 | second);
        done = first != NO_NUMBER && second != NO_NUMBER && plan != NO_NUMBER;
        grouped->plan_of[mention] = plan;
        if (done && plan == plans_count(grouped)) done = row_add(&grouped->firsts, &mention, sizeof mention);
    }
    numbers_free(&whats);
    if (started) numbers_free(&both);
    return done;
}

/* Brings the mentions of each plan together. */
static bool bring_together(Grouped *grouped) {
    uint32_t plans = plans_count(grouped);
    grouped->starts = PyMem_Calloc((size_t)plans + 2, sizeof *grouped->starts);
    if (grouped->starts == NULL) return PyErr_NoMemory() != NULL;
    uint32_t *next = grouped->starts + 1;
    for (uint32_t mention = 0; mention < grouped->count; mention++)
        if (grouped->plan_of[mention] != NO_PLAN) next[grouped->plan_of[mention] + 1]++;
    for (uint32_t plan = 0; plan < plans; plan++) next[plan + 1] += next[plan];
    for (uint32_t mention = 0; mention < grouped->count; mention++)
        if (grouped->plan_of[mention] != NO_PLAN) grouped->order[next[grouped->plan_of[mention]]++] = mention;
    return true;
}

bool group(Plans *plans, PyObject *references, PyObject *texts) {
    Grouped *grouped = &plans->grouped;
    grouped->rows = (const unsigned char *)PyBytes_AS_STRING(references);
    grouped->count = (uint32_t)(PyBytes_GET_SIZE(references) / OF_MENTION), grouped->texts = texts;
    grouped->listed = PyList_New(0), grouped->numbers = PyDict_New(), grouped->places = PyDict_New();
    grouped->spoken = PyMem_Calloc((size_t)PyList_GET_SIZE(texts) + 1, sizeof *grouped->spoken);
    grouped->plan_of = PyMem_Malloc(((size_t)grouped->count + 1) * sizeof *grouped->plan_of);
    grouped->order = PyMem_Malloc(((size_t)grouped->count + 1) * sizeof *grouped->order);
    bool made = grouped->listed && grouped->numbers && grouped->places && grouped->spoken && grouped->plan_of;
    if (!made || grouped->order == NULL) return PyErr_Occurred() ? false : PyErr_NoMemory() != NULL;
    return numbers_start(&grouped->pairs, 1) && numbers_start(&grouped->wheres, 1) && say(plans->core, plans->file) && number_plans(plans) &&
           bring_together(grouped);
}

static const Stand AT_TOP = {NULL, 0, false, false};

bool read_first(Plans *plans, uint32_t plan, Mention *mention) {
    Grouped *grouped = &plans->grouped;
    uint32_t at = row_numbers(&grouped->firsts)[plan];
    mention->plan = plan, mention->code = grouped->rows[(size_t)at * OF_MENTION];
    mention->text_number = number_in(grouped, at, TEXT_AT);
    mention->line = number_in(grouped, at, LINE_AT), mention->byte = number_in(grouped, at, BYTE_AT);
    mention->scope = scope_at(grouped, at);
    const Spoken *spoken = grouped->spoken + mention->text_number;
    mention->text = PyList_GET_ITEM(grouped->texts, mention->text_number), mention->ops = spoken->ops;
    mention->act = spoken->symbol ? ACT_PYTHON : (Act)PyBytes_AS_STRING(plans->core->acts)[mention->code];
    bool top = grouped->at_top.at[spoken->name] || mention->act == ACT_PYTHON || mention->act == ACT_NONE;
    mention->name = spoken->name;
    mention->stand = top ? &AT_TOP : stand_of(plans, mention->scope, spoken->name);
    if (mention->stand == NULL) return false;
    mention->where = number_of(&grouped->wheres, where_of(mention->stand, (uint32_t)mention->line));
    return mention->where != NO_NUMBER;
}
