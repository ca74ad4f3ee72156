/* A query's program as extract/patterns.py hands it over. */
#include "patterns.h"

#include "node.h"

#include <string.h>

enum { STEP_NUMBERS = 13 };

static void *room_for(size_t count, size_t size) {
    void *room = PyMem_Calloc(count ? count : 1, size);
    if (room == NULL) PyErr_NoMemory();
    return room;
}

static bool fits(const Patterns *p, const Step *step, size_t negated, size_t names) {
    bool known = step->symbol < p->symbols && step->set <= p->sets_count && step->negated <= negated &&
                 (step->other == NO_STEP || step->other < p->steps_count) && step->field <= p->grammar->fields;
    for (int place = 0; place < MOST_CAPTURES; place++)
        known = known && (step->captures[place] == NO_CAPTURE || step->captures[place] < names);
    return known;
}

static bool read_steps(Patterns *p, PyObject *bytes, size_t negated) {
    const uint64_t *row = (const uint64_t *)PyBytes_AS_STRING(bytes);
    p->steps_count = (uint32_t)((size_t)PyBytes_GET_SIZE(bytes) / (STEP_NUMBERS * sizeof *row));
    if ((p->steps = room_for(p->steps_count + 1, sizeof *p->steps)) == NULL) return false;
    for (uint32_t at = 0; at < p->steps_count; at++, row += STEP_NUMBERS) {
        p->steps[at] = (Step){
            .symbol = (uint16_t)row[0], .set = (uint16_t)row[1], .field = (uint16_t)row[2], .depth = (uint16_t)row[3],
            .other = (uint16_t)row[4], .negated = (uint16_t)row[5],
            .captures = {(uint16_t)row[6], (uint16_t)row[7], (uint16_t)row[8]}, .flags = (uint8_t)row[9],
            .fields = (uint32_t)row[10], .needs = {row[11], row[12]},
        };
        if (!fits(p, p->steps + at, negated, (size_t)PyTuple_GET_SIZE(p->names)))
            return PyErr_Format(PyExc_ValueError, "step %u is none of this grammar", at), false;
    }
    p->steps[p->steps_count].depth = PATTERN_DONE;
    return true;
}

static bool number_in(PyObject *tuple, Py_ssize_t place, uint32_t below, uint32_t *number) {
    unsigned long told = PyLong_AsUnsignedLong(PyTuple_GET_ITEM(tuple, place));
    if (!PyErr_Occurred() && told >= below) PyErr_SetString(PyExc_ValueError, "a program says a number that is none");
    *number = (uint32_t)told;
    return !PyErr_Occurred();
}

static bool read_sets(Patterns *p, PyObject *sets) {
    p->sets_count = (uint32_t)PyList_GET_SIZE(sets);
    if ((p->sets = room_for((size_t)p->sets_count * p->symbols, 1)) == NULL) return false;
    for (uint32_t at = 0; at < p->sets_count; at++) {
        PyObject *set = PyList_GET_ITEM(sets, at);
        uint32_t symbol;
        for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(set); place++) {
            if (!number_in(set, place, p->symbols, &symbol)) return false;
            p->sets[(size_t)at * p->symbols + symbol] = 1;
        }
    }
    return true;
}

static bool read_negated(Patterns *p, PyObject *negated) {
    size_t lists = (size_t)PyList_GET_SIZE(negated), all = 0;
    for (size_t at = 0; at < lists; at++) all += (size_t)PyTuple_GET_SIZE(PyList_GET_ITEM(negated, (Py_ssize_t)at)) + 1;
    p->negated = room_for(all, sizeof *p->negated);
    p->lists = room_for(lists, sizeof *p->lists);
    if (p->negated == NULL || p->lists == NULL) return false;
    uint32_t used = 0, field;
    for (size_t at = 0; at < lists; at++, used++) {
        PyObject *list = PyList_GET_ITEM(negated, (Py_ssize_t)at);
        p->lists[at] = used;
        for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(list); place++) {
            if (!number_in(list, place, p->grammar->fields + 1, &field)) return false;
            p->negated[used++] = (uint16_t)field;
        }
    }
    return true;
}

static bool read_runs(Patterns *p, PyObject *runs, PyObject *predicates) {
    p->patterns_count = (uint32_t)PyList_GET_SIZE(predicates);
    p->runs_count = (uint32_t)PyList_GET_SIZE(runs);
    p->runs = room_for(p->runs_count, sizeof *p->runs);
    p->answers = room_for((size_t)p->patterns_count * MOST_PREDICATES, sizeof *p->answers);
    if (p->runs == NULL || p->answers == NULL) return false;
    for (uint32_t at = 0; at < p->patterns_count; at++)
        if (!check_predicates(PyList_GET_ITEM(predicates, at))) return false;
    for (uint32_t at = 0; at < p->runs_count; at++) {
        uint32_t pattern;
        if (!number_in(PyList_GET_ITEM(runs, at), 0, p->patterns_count, &pattern)) return false;
        p->runs[at].pattern = (uint16_t)pattern;
        p->runs[at].plain = PyTuple_GET_ITEM(PyList_GET_ITEM(runs, at), 1) == Py_True;
    }
    return true;
}

/* How many steps a run has that are a line; 0 where they are none. */
static uint8_t line_of(const Patterns *p, const Begin *run) {
    const Step *step = p->steps + p->entries[run->first].step;
    uint32_t length = 0;
    if (!run->plain || run->around || run->count != 1 || run->depth) return 0;
    for (; step->depth != PATTERN_DONE; step++) {
        bool anchored = step->flags & IS_ANY && step[1].flags & IS_IMMEDIATE;
        if (step->depth != length++ || step->other != NO_STEP || anchored || length > LONGEST_LINE) return 0;
    }
    return (uint8_t)length;
}

static bool read_entries(Patterns *p, PyObject *entries) {
    p->entries_count = (uint32_t)PyList_GET_SIZE(entries);
    if ((p->entries = room_for(p->entries_count, sizeof *p->entries)) == NULL) return false;
    for (uint32_t at = 0; at < p->entries_count; at++) {
        PyObject *entry = PyList_GET_ITEM(entries, at);
        uint32_t number, step, barred;
        if (!number_in(entry, 0, p->runs_count, &number) || !number_in(entry, 1, p->steps_count, &step) ||
            !number_in(entry, 3, NO_STEP + 1, &barred))
            return false;
        Begin *run = p->runs + number;
        if (!run->count++) run->first = at;
        run->depth = p->steps[step].depth;
        if (PyTuple_GET_ITEM(entry, 2) != Py_True) run->around = true;
        if (run->around && !run->slot) run->slot = (uint16_t)++p->slots;
        p->entries[at] = (Entry){(uint16_t)number, (uint16_t)step, (uint16_t)barred};
    }
    for (uint32_t at = 0; at < p->runs_count; at++) p->runs[at].line = line_of(p, p->runs + at);
    return (p->around = room_for((size_t)p->slots * DEEPEST, sizeof *p->around)) != NULL;
}

/* Entries by the symbol of the node they begin with, those that leaves can match once more by themselves. */
static bool fill_buckets(Patterns *p) {
    Row row = {0};
    if ((p->buckets = room_for(p->symbols, sizeof *p->buckets)) == NULL) return false;
    bool done = true;
    for (uint32_t symbol = 0; done && symbol < p->symbols; symbol++) {
        TreeNode node = {.symbol = (uint16_t)symbol};
        uint32_t bounds[3];
        for (int leaves = 0; leaves < 2; leaves++) {
            bounds[leaves] = (uint32_t)(row.used / sizeof(Entry));
            for (uint32_t at = 0; done && at < p->entries_count; at++) {
                const Step *step = p->steps + p->entries[at].step;
                bool looks = step->fields || step->needs[0] || (step->flags & IS_FALLIBLE && step[1].other == NO_STEP);
                if (accepts(p, step, &node) && !(leaves && looks)) done = row_add(&row, p->entries + at, sizeof(Entry));
            }
        }
        bounds[2] = (uint32_t)(row.used / sizeof(Entry));
        p->buckets[symbol] = (Bucket){bounds[0], bounds[1], bounds[2]};
    }
    p->begun = (Entry *)row.at;
    return done;
}

static void patterns_free(PyObject *self) {
    Patterns *p = (Patterns *)self;
    free_answers(p);
    void *rooms[] = {p->steps, p->runs, p->entries, p->begun, p->buckets, p->sets, p->negated, p->lists, p->around};
    for (size_t place = 0; place < sizeof rooms / sizeof *rooms; place++) PyMem_Free(rooms[place]);
    Row *rows[] = {&p->looks, &p->states, &p->captured, &p->matches, &p->kept};
    for (size_t place = 0; place < sizeof rows / sizeof *rows; place++) row_free(rows[place]);
    Py_XDECREF(p->owner);
    Py_XDECREF(p->names);
    Py_XDECREF(p->ask);
    Py_XDECREF(p->predicates);
    Py_XDECREF(p->found);
    PyObject_Free(self);
}

static bool are_tuples(PyObject *list, Py_ssize_t size) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(list); at++) {
        PyObject *one = PyList_GET_ITEM(list, at);
        if (!PyTuple_Check(one) || (size && PyTuple_GET_SIZE(one) != size))
            return PyErr_Format(PyExc_TypeError, "a program is of tuples"), false;
    }
    return true;
}

/* Patterns(language, program, ask) */
static PyObject *patterns_new(PyTypeObject *type, PyObject *given, PyObject *named) {
    PyObject *language, *steps, *sets, *negated, *entries, *runs, *names, *predicates, *ask;
    (void)named;
    if (!PyArg_ParseTuple(given, "O(SO!O!O!O!O!O!)O", &language, &steps, &PyList_Type, &sets, &PyList_Type, &negated,
                          &PyList_Type, &entries, &PyList_Type, &runs, &PyTuple_Type, &names, &PyList_Type, &predicates, &ask))
        return NULL;
    const Grammar *grammar = grammar_of(language);
    if (grammar == NULL || !are_tuples(sets, 0) || !are_tuples(negated, 0) || !are_tuples(entries, 4) ||
        !are_tuples(runs, 2))
        return NULL;
    Patterns *p = (Patterns *)type->tp_alloc(type, 0);
    if (p == NULL) return NULL;
    p->owner = Py_NewRef(language), p->names = Py_NewRef(names), p->ask = Py_NewRef(ask);
    p->predicates = Py_NewRef(predicates), p->grammar = grammar, p->symbols = all_symbols(grammar);
    if (!read_sets(p, sets) || !read_negated(p, negated) || !read_steps(p, steps, (size_t)PyList_GET_SIZE(negated)) ||
        !read_runs(p, runs, predicates) || !read_entries(p, entries) || !fill_buckets(p))
        Py_CLEAR(p);
    return (PyObject *)p;
}

static PyMethodDef METHODS[] = {
    {"find", patterns_find, METH_O, "Whether the matches in a tree were found."},
    {"matches", patterns_matches, METH_O, "(pattern, nodes by capture) of every match; None where tree-sitter has to say."},
    {"read", (PyCFunction)(void (*)(void))patterns_read, METH_FASTCALL, "What the matches that were found plainly say."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject PatternsType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "seedwalk.compiled._quick.Patterns",
    .tp_basicsize = sizeof(Patterns),
    .tp_dealloc = patterns_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A query.",
    .tp_methods = METHODS,
    .tp_new = patterns_new,
};
