/* Placed definitions as symbols; `plain_symbols` of extract/symbols.py says how. */
#include "placing.h"
#include "symbols.h"

enum { MOCKED = 1, TESTED = 2, SORTS = 4 };
enum { FIELDS = 12 };

typedef struct {
    PyObject *path, *source, *placed, *docs, *flags, *tested;
    PyObject *mocks, *apart, *line, *hash, *symbol, *span; /* what Python is asked, and what it makes */
    Steps lines;
    PyObject *seen, *ids, *made;
    Row mocked; /* a byte for the module and each definition */
    Row key;
} Making;

static bool add_text(Row *key, PyObject *text) {
    Py_ssize_t length;
    const char *written = PyUnicode_AsUTF8AndSize(text, &length);
    if (written != NULL) return row_add(key, written, (size_t)length);
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
    PyErr_Clear();
    PyObject *other = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    bool done = other != NULL && row_add(key, PyBytes_AS_STRING(other), (size_t)PyBytes_GET_SIZE(other));
    Py_XDECREF(other);
    return done;
}

/* How many of this name, kind and sort came before; -1 with an exception. */
static long ordinal(Making *m, PyObject *qualified, PyObject *kind, PyObject *apart) {
    PyObject *key = PyTuple_Pack(3, qualified, kind, apart), *next = NULL;
    PyObject *last = key == NULL ? NULL : PyDict_GetItemWithError(m->seen, key);
    long found = last == NULL ? 0 : PyLong_AsLong(last) + 1;
    if (key != NULL && !PyErr_Occurred()) next = PyLong_FromLong(found);
    if (next == NULL || PyDict_SetItem(m->seen, key, next) < 0) found = -1;
    Py_XDECREF(next);
    Py_XDECREF(key);
    return found;
}

static PyObject *identity(Making *m, PyObject *qualified, PyObject *kind, PyObject *apart) {
    char number[24];
    long times = ordinal(m, qualified, kind, apart);
    if (times < 0) return NULL;
    int size = PyOS_snprintf(number, sizeof number, "%ld", times);
    PyObject *parts[] = {m->path, qualified, kind, apart};
    m->key.used = 0;
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        if (!add_text(&m->key, parts[part]) || !row_add(&m->key, "", 1)) return NULL;
    if (!row_add(&m->key, number, (size_t)size)) return NULL;
    return hash_of(m->key.at, m->key.used);
}

/* What tells it from others of its name: the trait, or the types of its parameters. */
static PyObject *told_apart(Making *m, PyObject *item, PyObject *raw) {
    PyObject *trait = text_attribute(item, AT_trait);
    if (trait == NULL || PyUnicode_GET_LENGTH(trait)) return trait;
    PyObject *params = text_attribute(raw, AT_params);
    if (params != NULL && PyUnicode_GET_LENGTH(params)) {
        Py_DECREF(trait);
        trait = PyObject_CallOneArg(m->apart, params);
        if (trait != NULL && !PyUnicode_Check(trait)) PyErr_SetString(PyExc_TypeError, "types are a text");
    }
    Py_XDECREF(params);
    if (PyErr_Occurred()) Py_CLEAR(trait);
    return trait;
}

static bool identify(Making *m, PyObject *item) {
    PyObject *raw = attribute(item, AT_raw), *name = text_attribute(item, AT_name);
    PyObject *qualified = text_attribute(item, AT_qualified), *kind = text_attribute(item, AT_kind);
    PyObject *apart = raw && name && qualified && kind ? told_apart(m, item, raw) : NULL;
    PyObject *id = apart == NULL ? NULL : identity(m, qualified, kind, apart);
    PyObject *mock = id == NULL ? NULL : PyObject_CallOneArg(m->mocks, name);
    char mocked = mock == Py_True;
    bool done = mock != NULL && PyList_Append(m->ids, id) == 0 && row_add(&m->mocked, &mocked, 1);
    PyObject *held[] = {raw, name, qualified, kind, apart, id, mock};
    for (size_t at = 0; at < sizeof held / sizeof *held; at++) Py_XDECREF(held[at]);
    return done;
}

static PyObject *slice(Making *m, int64_t start, int64_t end) {
    int64_t length = PyBytes_GET_SIZE(m->source);
    end = Py_MIN(end, length);
    return PyBytes_FromStringAndSize(PyBytes_AS_STRING(m->source) + start, Py_MAX(end - start, 0));
}

static PyObject *its_signature(Making *m, int64_t start, int64_t end) {
    end = Py_MIN(Py_MIN(end, start + (int64_t)SIGNATURE_BYTES), PyBytes_GET_SIZE(m->source));
    PyObject *found = signature_of(PyBytes_AS_STRING(m->source) + start, (size_t)Py_MAX(end - start, 0));
    if (found != Py_None) return found;
    Py_DECREF(found);
    PyObject *text = slice(m, start, end);
    found = text == NULL ? NULL : PyObject_CallOneArg(m->line, text);
    Py_XDECREF(text);
    return found;
}

static PyObject *its_hash(Making *m, const int64_t bounds[4]) {
    PyObject *found = body_hash_of(m->source, bounds);
    if (found != Py_None) return found;
    Py_DECREF(found);
    PyObject *text = slice(m, bounds[0], bounds[1]);
    found = text == NULL ? NULL
                         : PyObject_CallFunction(m->hash, "OLL", text, (long long)(bounds[2] - bounds[0]),
                                                 (long long)(bounds[3] - bounds[0]));
    Py_XDECREF(text);
    return found;
}

/* Whether a place lies in what is marked as a test; -1 with an exception. */
static int is_tested(Making *m, int64_t place) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(m->tested); at++) {
        long long start, end;
        PyObject *span = PyList_GET_ITEM(m->tested, at);
        if (!PyTuple_Check(span)) return PyErr_Format(PyExc_TypeError, "a span is a pair"), -1;
        if (!PyArg_ParseTuple(span, "LL", &start, &end)) return -1;
        if (start <= place && place < end) return 1;
    }
    return 0;
}

static PyObject *its_span(Making *m, int64_t start, int64_t end) {
    int64_t numbers[] = {step_at(&m->lines, start), step_at(&m->lines, Py_MAX(start, end - 1)), start, end};
    PyObject *told[4] = {NULL}, *span = NULL;
    bool done = true;
    for (int at = 0; at < 4; at++) done = (told[at] = PyLong_FromLongLong(numbers[at])) != NULL && done;
    if (done) span = PyObject_Vectorcall(m->span, told, 4, NULL);
    for (int at = 0; at < 4; at++) Py_XDECREF(told[at]);
    return span;
}

/* Start, end, and both of the name; where the signature ends; the position of what it stands in. */
static bool read_bounds(PyObject *item, int64_t bounds[6]) {
    PyObject *raw = attribute(item, AT_raw);
    bool done = raw != NULL && number_attribute(raw, AT_start, bounds) && number_attribute(raw, AT_end, bounds + 1) &&
                number_attribute(raw, AT_name_start, bounds + 2) && number_attribute(raw, AT_name_end, bounds + 3) &&
                number_attribute(raw, AT_signature_end, bounds + 4) && number_attribute(item, AT_parent, bounds + 5);
    Py_XDECREF(raw);
    return done;
}

static PyObject *made(Making *m, PyObject *item, Py_ssize_t at, const int64_t b[6]) {
    int tested = is_tested(m, b[0]);
    PyObject *one = NULL;
    PyObject *fields[FIELDS] = {
        Py_NewRef(PyList_GET_ITEM(m->ids, at + 1)), attribute(item, AT_kind), attribute(item, AT_name),
        attribute(item, AT_qualified), Py_NewRef(m->path), its_span(m, b[0], b[1]),
        PyLong_FromLongLong(step_at(&m->lines, b[2])), its_signature(m, b[0], b[4]),
        Py_NewRef(PyList_GET_ITEM(m->docs, at)),
        Py_NewRef(PyTuple_GET_ITEM(m->flags, (m->mocked.at[at + 1] ? MOCKED : 0) + (tested > 0 ? TESTED : 0))),
        its_hash(m, b), Py_NewRef(PyList_GET_ITEM(m->ids, b[5])),
    };
    bool done = tested >= 0;
    for (int field = 0; field < FIELDS; field++) done = fields[field] != NULL && done;
    if (done) one = PyObject_Vectorcall(m->symbol, fields, FIELDS, NULL);
    for (int field = 0; field < FIELDS; field++) Py_XDECREF(fields[field]);
    return one;
}

static bool make(Making *m, Py_ssize_t at) {
    int64_t bounds[6], length = PyBytes_GET_SIZE(m->source);
    PyObject *item = PyList_GET_ITEM(m->placed, at);
    if (!read_bounds(item, bounds)) return false;
    if (bounds[0] < 0 || bounds[0] > length || bounds[5] < 0 || bounds[5] >= PyList_GET_SIZE(m->ids)) {
        PyErr_SetString(PyExc_ValueError, "a definition lies outside of its file");
        return false;
    }
    m->mocked.at[at + 1] |= m->mocked.at[bounds[5]];
    PyObject *one = made(m, item, at, bounds);
    bool done = one != NULL && PyList_Append(m->made, one) == 0;
    Py_XDECREF(one);
    return done;
}

static bool make_all(Making *m, PyObject *first) {
    Py_ssize_t count = PyList_GET_SIZE(m->placed);
    bool done = m->ids && m->made && PyList_Append(m->ids, first) == 0 && row_add(&m->mocked, "", 1);
    for (Py_ssize_t at = 0; done && at < count; at++) done = identify(m, PyList_GET_ITEM(m->placed, at));
    for (Py_ssize_t at = 0; done && at < count; at++) done = make(m, at);
    return done;
}

PyObject *symbols(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 15 || !PyUnicode_Check(given[0]) || !PyBytes_Check(given[1]) || !PyList_Check(given[2]) ||
        !PyList_Check(given[3]) || PyList_GET_SIZE(given[2]) != PyList_GET_SIZE(given[3]) || !PyDict_Check(given[6]) ||
        !PyTuple_Check(given[7]) || PyTuple_GET_SIZE(given[7]) != SORTS || !PyList_Check(given[8]))
        return PyErr_Format(PyExc_TypeError, "symbols(path, source, placed, docs, lines, first, seen, flags, tested, "
                                             "mocks, apart, line, hash, symbol, span)");
    Making m = {
        .path = given[0], .source = given[1], .placed = given[2], .docs = given[3], .seen = given[6],
        .flags = given[7], .tested = given[8], .mocks = given[9], .apart = given[10], .line = given[11],
        .hash = given[12], .symbol = given[13], .span = given[14],
    };
    if (!steps_open(&m.lines, given[4], Py_None)) return NULL;
    m.ids = PyList_New(0), m.made = PyList_New(0);
    if (!make_all(&m, given[5])) Py_CLEAR(m.made);
    Py_XDECREF(m.ids);
    row_free(&m.mocked);
    row_free(&m.key);
    return m.made;
}
