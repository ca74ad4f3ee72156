/* Most matches say one of four plain things: a reference, a comment or doc, a name with a value, a new definition. */
#include "matches.h"

enum { NAME, VALUE, RETURNED, NAMES };
static const char *const WRITTEN[NAMES] = {"bind.name", "bind.value", "bind.returned"};
static PyObject *CAPTURES[NAMES], *RETURN, *NOTHING;

static bool name_it(PyObject **name, const char *text) {
    if (*name == NULL) *name = PyUnicode_InternFromString(text);
    return *name != NULL;
}

bool name_captures(void) {
    for (int place = 0; place < NAMES; place++)
        if (!name_it(&CAPTURES[place], WRITTEN[place])) return false;
    return name_it(&RETURN, "return") && name_it(&NOTHING, "") && name_nodes() && name_definitions();
}

typedef struct {
    const char *source;
    size_t length;
    PyObject *codes, *kept, *chains, *chain, *bindings, *take; /* see `extract/matches.py` */
    Definitions definitions;
    Row references;
} Reader;

static bool add_references(Reader *r, PyObject *nodes, uint32_t code) {
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(nodes); place++) {
        Reference one = {.code = code};
        if (!node_span(PyList_GET_ITEM(nodes, place), &one.start, &one.end)) return false;
        if (!row_add(&r->references, &one, sizeof one)) return false;
    }
    return true;
}

static Outcome outcome(bool done) { return done ? READ : FAILED; }

/* The first node of a capture and its span; OTHER where it is too long to be taken apart here. */
static Outcome first_span(Reader *r, PyObject *nodes, uint32_t *start, uint32_t *end) {
    if (!PyList_Check(nodes) || PyList_GET_SIZE(nodes) == 0) return OTHER;
    if (!node_span(PyList_GET_ITEM(nodes, 0), start, end)) return FAILED;
    return *end - *start > LONGEST || *end > r->length || *start > *end ? OTHER : READ;
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

static PyObject *chained(Reader *r, uint32_t start, uint32_t end) {
    return chain_of(r->chains, r->chain, r->source + start, end - start);
}

static Outcome read_named(Reader *r, PyObject *names, PyObject *values) {
    uint32_t start, end, first = 0, told = 0;
    Outcome found = first_span(r, names, &start, &end);
    if (found == READ && values != NULL) found = first_span(r, values, &first, &told);
    if (found != READ) return found;
    PyObject *name = chained(r, start, end);
    PyObject *value = values == NULL ? Py_NewRef(NOTHING) : name == NULL ? NULL : chained(r, first, told);
    return add_binding(r, start, name, value, told);
}

static Outcome read_returned(Reader *r, PyObject *nodes) {
    uint32_t start, end;
    Outcome found = first_span(r, nodes, &start, &end);
    return found == READ ? add_binding(r, start, Py_NewRef(RETURN), chained(r, start, end), 0) : found;
}

static bool is_capture(PyObject *name, int which) {
    return name == CAPTURES[which] || PyUnicode_Compare(name, CAPTURES[which]) == 0;
}

/* A match that captures under one name. */
static Outcome read_single(Reader *r, PyObject *captured) {
    PyObject *name, *nodes, *told;
    Py_ssize_t place = 0;
    PyDict_Next(captured, &place, &name, &nodes);
    if (!PyList_Check(nodes) || !PyUnicode_Check(name)) return OTHER;
    if ((told = PyDict_GetItemWithError(r->codes, name)) != NULL)
        return outcome(add_references(r, nodes, (uint32_t)PyLong_AsUnsignedLong(told)));
    if ((told = PyDict_GetItemWithError(r->kept, name)) != NULL)
        return outcome(PyList_SetSlice(told, PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, nodes) == 0);
    if (is_capture(name, NAME)) return read_named(r, nodes, NULL);
    return is_capture(name, RETURNED) ? read_returned(r, nodes) : OTHER;
}

static Outcome read_pair(Reader *r, PyObject *captured) {
    PyObject *names = PyDict_GetItemWithError(captured, CAPTURES[NAME]);
    PyObject *values = names == NULL ? NULL : PyDict_GetItemWithError(captured, CAPTURES[VALUE]);
    return values == NULL ? OTHER : read_named(r, names, values);
}

static bool read_match(Reader *r, PyObject *match) {
    if (!PyTuple_Check(match) || PyTuple_GET_SIZE(match) != 2 || !PyDict_Check(PyTuple_GET_ITEM(match, 1))) {
        PyErr_SetString(PyExc_TypeError, "a match is a pattern and what it captures");
        return false;
    }
    PyObject *pattern = PyTuple_GET_ITEM(match, 0), *captured = PyTuple_GET_ITEM(match, 1);
    Py_ssize_t size = PyDict_GET_SIZE(captured);
    Outcome found = size == 1 ? read_single(r, captured) : size == 2 ? read_pair(r, captured) : OTHER;
    if (found == OTHER && size > 1 && !PyErr_Occurred()) found = define(&r->definitions, pattern, captured, r->source, r->length);
    if (found == OTHER && !PyErr_Occurred()) {
        PyObject *taken = PyObject_CallFunctionObjArgs(r->take, pattern, captured, NULL);
        Py_XDECREF(taken);
    }
    return !PyErr_Occurred();
}

static PyObject *read_in_order(Reader *r, PyObject *matches) {
    bool done = true;
    for (Py_ssize_t place = 0; done && place < PyList_GET_SIZE(matches); place++)
        done = read_match(r, PyList_GET_ITEM(matches, place));
    PyObject *told = done ? row_bytes(&r->references) : NULL;
    row_free(&r->references);
    return told;
}

PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 9 || !PyList_Check(given[0]) || !PyBytes_Check(given[1]) || !PyDict_Check(given[2]) ||
        !PyDict_Check(given[3]) || !PyDict_Check(given[4]) || !PyList_Check(given[6]))
        return PyErr_Format(PyExc_TypeError,
                            "read_matches(matches, source, codes, kept, chains, chain, bindings, take, defining)");
    Reader r = {
        .source = PyBytes_AS_STRING(given[1]), .length = (size_t)PyBytes_GET_SIZE(given[1]), .codes = given[2],
        .kept = given[3], .chains = given[4], .chain = given[5], .bindings = given[6], .take = given[7],
    };
    if (!definitions_open(&r.definitions, given[8])) return NULL;
    return read_in_order(&r, given[0]);
}
