/* The matches of a query, one after the other: plain ones are read, all others handed over. */
#include "matches.h"

/* What the names mean that are the same for all languages. */
static const struct {
    const char *name;
    Role role;
} MEANT[] = {
    {"end", ENDS_IT}, {"args", HAS_ARGUMENTS}, {"bind.name", BINDS}, {"bind.type", IS_TYPE}, {"bind.within", HOLDS_IN},
    {"bind.returned", IS_RETURNED}, {"bind.return", IS_GIVEN}, {"block", IS_BLOCK}, {"block.body", IN_BLOCK},
    {"import.alias", IMPORT_ALIAS}, {"import.module", IMPORT_MODULE}, {"import.name", IMPORT_NAME},
    {"import.reexport", IMPORT_REEXPORT}, {"import.wildcard", IMPORT_WILDCARD},
    {"name", NAMES_IT}, {"body", HAS_BODY}, {"params", HAS_PARAMS}, {"in_type", IN_TYPE}, {"owner", OWNS},
};

bool name_captures(void) { return name_plain() && name_nodes(); }

static bool learn_sense(Reader *r, PyObject *name, Sense *sense) {
    PyObject *told;
    *sense = (Sense){PyUnicode_GET_LENGTH(name) && PyUnicode_READ_CHAR(name, 0) == '_' ? UNSEEN : OF_NO_USE, 0, NULL};
    for (size_t place = 0; place < sizeof MEANT / sizeof *MEANT; place++)
        if (PyUnicode_CompareWithASCIIString(name, MEANT[place].name) == 0) {
            sense->role = MEANT[place].role;
            break;
        }
    if ((told = PyDict_GetItemWithError(r->codes, name)) != NULL)
        *sense = (Sense){REFERS, (uint32_t)PyLong_AsUnsignedLong(told), NULL};
    else if (!PyErr_Occurred() && (told = PyDict_GetItemWithError(r->kept, name)) != NULL)
        *sense = (Sense){IS_KEPT, 0, told};
    else if (!PyErr_Occurred() && (told = PyDict_GetItemWithError(r->values, name)) != NULL)
        *sense = (Sense){IS_VALUE, 0, told};
    else if (!PyErr_Occurred() && (told = PyDict_GetItemWithError(r->definitions.kinds, name)) != NULL)
        *sense = (Sense){DEFINES, 0, told};
    if (!PyErr_Occurred() && sense->role == IS_KEPT && !PyList_Check(sense->told))
        PyErr_SetString(PyExc_TypeError, "nodes are kept in lists");
    if (!PyErr_Occurred() && sense->role == IS_VALUE && !PyUnicode_Check(sense->told))
        PyErr_SetString(PyExc_TypeError, "before values stand texts");
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

Outcome read_found(Reader *r, const Found *found) {
    Outcome told = read_plain(r, found);
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

static bool into_open(Reader *r, PyObject *into) {
    return PyArg_ParseTuple(into, "O!O!O!O!O!", &PyDict_Type, &r->kept, &PyList_Type, &r->bindings, &PyList_Type,
                            &r->imports, &PyList_Type, &r->blocks, &PyDict_Type, &r->arguments);
}

static bool asked_open(Reader *r, PyObject *asked) {
    return PyArg_ParseTuple(asked, "OOOpO!O", &r->chain, &r->typed, &r->shaped, &r->unnamed, &PyDict_Type, &r->values,
                            &r->block);
}

bool reader_open(Reader *r, PyObject *const *given) {
    if (!PyBytes_Check(given[0]) || !PyDict_Check(given[1]) || !PyTuple_Check(given[2]) || !PyTuple_Check(given[3])) {
        PyErr_SetString(PyExc_TypeError, "source, codes, into, asked, take, defining");
        return false;
    }
    r->source = PyBytes_AS_STRING(given[0]), r->length = (size_t)PyBytes_GET_SIZE(given[0]);
    r->codes = given[1], r->take = given[4], r->line = r->counted = 0;
    r->references = r->captured = (Row){0};
    if (!into_open(r, given[2]) || !asked_open(r, given[3]) || !definitions_open(&r->definitions, given[5])) return false;
    bool started = known_start(&r->chains);
    started = known_start(&r->types) && started;
    started = known_start(&r->shapes) && started;
    r->known = started ? PyDict_New() : NULL;
    if (r->known == NULL) reader_close(r);
    return r->known != NULL;
}

void reader_close(Reader *r) {
    row_free(&r->references);
    row_free(&r->captured);
    known_free(&r->chains);
    known_free(&r->types);
    known_free(&r->shapes);
    Py_XDECREF(r->known);
}

PyObject *read_matches(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Reader r;
    if (count != 7 || !PyList_Check(given[0])) return PyErr_Format(PyExc_TypeError, "read_matches(matches, source, ...)");
    if (!reader_open(&r, given + 1)) return NULL;
    bool done = true;
    for (Py_ssize_t place = 0; done && place < PyList_GET_SIZE(given[0]); place++)
        done = read_match(&r, PyList_GET_ITEM(given[0], place));
    PyObject *told = done ? row_bytes(&r.references) : NULL;
    reader_close(&r);
    return told;
}
