/* Most matches say one of four plain things: a reference, a comment or doc, a name with a value, a new definition. */
#include "matches.h"

static PyObject *RETURN, *NOTHING;

/* What the names mean that are the same for all languages. */
static const struct {
    const char *name;
    Role role;
} MEANT[] = {
    {"bind.name", BINDS}, {"bind.value", IS_VALUE}, {"bind.returned", IS_RETURNED}, {"name", NAMES_IT}, {"body", HAS_BODY},
    {"params", HAS_PARAMS}, {"in_type", IN_TYPE}, {"owner", OWNS},
};

bool name_captures(void) {
    if (RETURN == NULL) RETURN = PyUnicode_InternFromString("return");
    if (NOTHING == NULL) NOTHING = PyUnicode_InternFromString("");
    return RETURN != NULL && NOTHING != NULL && name_nodes();
}

static bool learn_sense(Reader *r, PyObject *name, Sense *sense) {
    PyObject *told;
    *sense = (Sense){OF_NO_USE, 0, NULL};
    for (size_t place = 0; place < sizeof MEANT / sizeof *MEANT; place++)
        if (PyUnicode_CompareWithASCIIString(name, MEANT[place].name) == 0) sense->role = MEANT[place].role;
    if ((told = PyDict_GetItemWithError(r->codes, name)) != NULL)
        *sense = (Sense){REFERS, (uint32_t)PyLong_AsUnsignedLong(told), NULL};
    else if (!PyErr_Occurred() && (told = PyDict_GetItemWithError(r->kept, name)) != NULL)
        *sense = (Sense){IS_KEPT, 0, told};
    else if (!PyErr_Occurred() && (told = PyDict_GetItemWithError(r->definitions.kinds, name)) != NULL)
        *sense = (Sense){DEFINES, 0, told};
    if (!PyErr_Occurred() && sense->role == IS_KEPT && !PyList_Check(sense->told))
        PyErr_SetString(PyExc_TypeError, "nodes are kept in lists");
    return !PyErr_Occurred();
}

const Sense *sense_of(Reader *r, PyObject *name) {
    PyObject *told = PyDict_GetItemWithError(r->known, name);
    if (told != NULL) return r->senses + PyLong_AsLong(told);
    Py_ssize_t number = PyDict_GET_SIZE(r->known);
    if (!PyErr_Occurred() && (number >= MOST_NAMES || !PyUnicode_Check(name)))
        PyErr_SetString(PyExc_TypeError, "captures have few names, and these are texts");
    if (PyErr_Occurred() || !learn_sense(r, name, r->senses + number) || (told = PyLong_FromSsize_t(number)) == NULL) return NULL;
    int kept = PyDict_SetItem(r->known, name, told);
    Py_DECREF(told);
    return kept < 0 ? NULL : r->senses + number;
}

static bool add_references(Reader *r, const Found *found) {
    for (uint32_t place = 0; place < found->count; place++) {
        const Captured *one = found->all + place;
        Reference reference = {.start = one->start, .end = one->end, .code = one->sense->code};
        if (!row_add(&r->references, &reference, sizeof reference)) return false;
    }
    return true;
}

static bool keep_nodes(const Found *found) {
    for (uint32_t place = 0; place < found->count; place++) {
        PyObject *node = node_of(found, found->all + place);
        int kept = node == NULL ? -1 : PyList_Append(found->all[place].sense->told, node);
        Py_XDECREF(node);
        if (kept < 0) return false;
    }
    return true;
}

static Outcome outcome(bool done) { return done ? READ : FAILED; }

/* Whether a node is short enough to be taken apart here. */
static bool is_short(const Reader *r, const Captured *node) {
    return node->end - node->start <= LONGEST && node->end <= r->length && node->start <= node->end;
}

/* (start byte, name, no type, value, 0, byte where the value ends); takes over name and value. */
static Outcome add_binding(Reader *r, uint32_t start, PyObject *name, PyObject *value, uint32_t told) {
    PyObject *numbers[] = {PyLong_FromUnsignedLong(start), PyLong_FromLong(0), PyLong_FromUnsignedLong(told)};
    bool done = name && value && numbers[0] && numbers[1] && numbers[2];
    PyObject *binding = done ? PyTuple_Pack(6, numbers[0], name, NOTHING, value, numbers[1], numbers[2]) : NULL;
    done = binding != NULL && PyList_Append(r->bindings, binding) == 0;
    for (int at = 0; at < 3; at++) Py_XDECREF(numbers[at]);
    Py_XDECREF(binding);
    Py_XDECREF(name);
    Py_XDECREF(value);
    return outcome(done);
}

static PyObject *chained(Reader *r, const Captured *node) {
    return chain_of(r->chains, r->chain, r->source + node->start, node->end - node->start);
}

static Outcome read_named(Reader *r, const Captured *named, const Captured *given) {
    if (!is_short(r, named) || (given != NULL && !is_short(r, given))) return OTHER;
    PyObject *name = chained(r, named);
    PyObject *value = given == NULL ? Py_NewRef(NOTHING) : name == NULL ? NULL : chained(r, given);
    return add_binding(r, named->start, name, value, given == NULL ? 0 : given->end);
}

static Outcome read_returned(Reader *r, const Captured *node) {
    return is_short(r, node) ? add_binding(r, node->start, Py_NewRef(RETURN), chained(r, node), 0) : OTHER;
}

/* A match that captures under one name. */
static Outcome read_single(Reader *r, const Found *found) {
    switch (found->all->sense->role) {
    case REFERS: return outcome(add_references(r, found));
    case IS_KEPT: return outcome(keep_nodes(found));
    case BINDS: return read_named(r, found->all, NULL);
    case IS_RETURNED: return read_returned(r, found->all);
    default: return OTHER;
    }
}

static Outcome read_pair(Reader *r, const Found *found) {
    const Captured *named = first_of(found, BINDS), *given = named == NULL ? NULL : first_of(found, IS_VALUE);
    return given == NULL ? OTHER : read_named(r, named, given);
}

Outcome read_found(Reader *r, const Found *found) {
    Outcome told = !found->count        ? OTHER
                   : found->names == 1 ? read_single(r, found)
                   : found->names == 2 ? read_pair(r, found)
                                       : OTHER;
    return told == OTHER && found->names > 1 ? define(&r->definitions, found, r->source, r->length) : told;
}

/* The captures of a match of tree-sitter's, by name; false with an exception. */
static bool spread(Reader *r, PyObject *captured) {
    PyObject *name, *nodes;
    Py_ssize_t at = 0;
    r->captured.used = 0;
    while (PyDict_Next(captured, &at, &name, &nodes)) {
        Captured one = {.sense = sense_of(r, name)};
        if (one.sense == NULL) return false;
        if (!PyList_Check(nodes)) return PyErr_Format(PyExc_TypeError, "a match has lists of nodes"), false;
        for (Py_ssize_t place = 0; place < PyList_GET_SIZE(nodes); place++) {
            one.node = PyList_GET_ITEM(nodes, place);
            if (!node_span(one.node, &one.start, &one.end) || !row_add(&r->captured, &one, sizeof one)) return false;
        }
    }
    return true;
}

static bool read_match(Reader *r, PyObject *match) {
    if (!PyTuple_Check(match) || PyTuple_GET_SIZE(match) != 2 || !PyDict_Check(PyTuple_GET_ITEM(match, 1))) {
        PyErr_SetString(PyExc_TypeError, "a match is a pattern and what it captures");
        return false;
    }
    PyObject *captured = PyTuple_GET_ITEM(match, 1);
    if (!spread(r, captured)) return false;
    Found found = {
        .pattern = PyTuple_GET_ITEM(match, 0), .all = (const Captured *)r->captured.at,
        .count = (uint32_t)(r->captured.used / sizeof(Captured)), .names = (uint32_t)PyDict_GET_SIZE(captured),
    };
    if (read_found(r, &found) == OTHER && !PyErr_Occurred()) {
        PyObject *taken = PyObject_CallFunctionObjArgs(r->take, found.pattern, captured, NULL);
        Py_XDECREF(taken);
    }
    return !PyErr_Occurred();
}

bool reader_open(Reader *r, PyObject *const *given) {
    if (!PyBytes_Check(given[0]) || !PyDict_Check(given[1]) || !PyDict_Check(given[2]) || !PyDict_Check(given[3]) ||
        !PyList_Check(given[5])) {
        PyErr_SetString(PyExc_TypeError, "source, codes, kept, chains, chain, bindings, take, defining");
        return false;
    }
    r->source = PyBytes_AS_STRING(given[0]), r->length = (size_t)PyBytes_GET_SIZE(given[0]);
    r->codes = given[1], r->kept = given[2], r->chains = given[3], r->chain = given[4], r->bindings = given[5];
    r->take = given[6], r->references = r->captured = (Row){0};
    return definitions_open(&r->definitions, given[7]) && (r->known = PyDict_New()) != NULL;
}

void reader_close(Reader *r) {
    row_free(&r->references);
    row_free(&r->captured);
    Py_DECREF(r->known);
}

PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Reader r;
    if (count != 9 || !PyList_Check(given[0])) return PyErr_Format(PyExc_TypeError, "read_matches(matches, source, ...)");
    if (!reader_open(&r, given + 1)) return NULL;
    bool done = true;
    for (Py_ssize_t place = 0; done && place < PyList_GET_SIZE(given[0]); place++)
        done = read_match(&r, PyList_GET_ITEM(given[0], place));
    PyObject *told = done ? row_bytes(&r.references) : NULL;
    reader_close(&r);
    return told;
}
