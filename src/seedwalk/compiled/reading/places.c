/* Byte to line, byte to innermost symbol, and the text that is each symbol's own: extract/places.py. */
#include "placing.h"

#include <string.h>

typedef struct {
    int64_t start, end;
} Stretch;

typedef struct {
    int64_t end;
    Py_ssize_t owner;
} Open;

/* What is asked of a placed definition. */
typedef struct {
    int64_t start, end, signature_end;
    bool in_type, is_leaf;
} Place;

static bool place_open(Place *place, PyObject *placed, PyObject *leaves) {
    PyObject *raw = attribute(placed, AT_raw), *kind = attribute(placed, AT_kind);
    int leaf = raw && kind ? is_among(leaves, kind) : -1;
    bool done = leaf >= 0 && number_attribute(raw, AT_start, &place->start) && number_attribute(raw, AT_end, &place->end) &&
                number_attribute(raw, AT_signature_end, &place->signature_end) &&
                truth_attribute(raw, AT_in_type, &place->in_type);
    place->is_leaf = leaf > 0;
    Py_XDECREF(raw);
    Py_XDECREF(kind);
    return done;
}

static Open *top(const Row *stack) { return (Open *)(stack->at + stack->used) - 1; }

static PyObject *pair(int64_t first, int64_t second) {
    PyObject *one = PyLong_FromLongLong(first), *other = PyLong_FromLongLong(second);
    PyObject *both = one && other ? PyTuple_Pack(2, one, other) : NULL;
    Py_XDECREF(one);
    Py_XDECREF(other);
    return both;
}

static bool add_stretch(PyObject *own, int64_t start, int64_t end) {
    PyObject *stretch = pair(start, end);
    bool done = stretch != NULL && PyList_Append(own, stretch) == 0;
    Py_XDECREF(stretch);
    return done;
}

/* Where the cuts begin that may reach behind a place: the last that begins and ends up to it, or the first. */
static size_t first_cut(const Stretch *cuts, size_t count, int64_t start) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        bool before = cuts[middle].start < start || (cuts[middle].start == start && cuts[middle].end <= start);
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

static bool keep(PyObject *own, int64_t start, int64_t end, const Row *cut) {
    const Stretch *cuts = (Stretch *)cut->at;
    size_t count = cut->used / sizeof(Stretch);
    if (start >= end) return true;
    for (size_t place = first_cut(cuts, count, start); place < count && cuts[place].start < end; place++) {
        if (cuts[place].end <= start) continue;
        if (cuts[place].start > start && !add_stretch(own, start, cuts[place].start)) return false;
        start = Py_MAX(start, cuts[place].end);
    }
    return start >= end || add_stretch(own, start, end);
}

/* Gives what lies up to the end of the innermost that is open to it, and closes it. */
static bool close_own(PyObject *own, Row *stack, int64_t *cursor, const Row *cuts) {
    Open closed = *top(stack);
    stack->used -= sizeof(Open);
    bool done = keep(PyList_GET_ITEM(own, closed.owner), *cursor, closed.end, cuts);
    *cursor = Py_MAX(*cursor, closed.end);
    return done;
}

static bool own_of(PyObject *own, Row *stack, int64_t *cursor, const Row *cuts, const Place *place, Py_ssize_t position) {
    while (top(stack)->end <= place->start && stack->used > sizeof(Open))
        if (!close_own(own, stack, cursor, cuts)) return false;
    if (!keep(PyList_GET_ITEM(own, top(stack)->owner), *cursor, place->start, cuts)) return false;
    if (place->is_leaf && place->signature_end >= place->end) {
        *cursor = Py_MAX(*cursor, place->in_type ? place->start : place->end);
        return keep(PyList_GET_ITEM(own, position), place->start, place->end, cuts);
    }
    *cursor = Py_MAX(*cursor, Py_MIN(place->signature_end, place->end));
    return row_add(stack, &(Open){place->end, position}, sizeof(Open));
}

static bool read_cuts(PyObject *spans, Row *cuts) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(spans); at++) {
        long long start, end;
        PyObject *span = PyList_GET_ITEM(spans, at);
        if (!PyTuple_Check(span)) return PyErr_Format(PyExc_TypeError, "a span is a pair"), false;
        if (!PyArg_ParseTuple(span, "LL", &start, &end)) return false;
        if (!row_add(cuts, &(Stretch){start, end}, sizeof(Stretch))) return false;
    }
    return true;
}

static PyObject *empty_lists(Py_ssize_t count) {
    PyObject *lists = PyList_New(count);
    for (Py_ssize_t at = 0; lists != NULL && at < count; at++) {
        PyObject *one = PyList_New(0);
        if (one == NULL)
            Py_CLEAR(lists);
        else
            PyList_SET_ITEM(lists, at, one);
    }
    return lists;
}

PyObject *own_text(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 4 || !PyList_Check(given[0]) || !PyLong_Check(given[1]) || !PyList_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "own_text(placed, length, cuts, leaves)");
    Row cuts = {0}, stack = {0};
    int64_t cursor = 0, length = PyLong_AsLongLong(given[1]);
    PyObject *own = PyErr_Occurred() || !check_set(given[3]) ? NULL : empty_lists(PyList_GET_SIZE(given[0]) + 1);
    bool done = own != NULL && read_cuts(given[2], &cuts) && row_add(&stack, &(Open){length, 0}, sizeof(Open));
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(given[0]); at++) {
        Place place;
        done = place_open(&place, PyList_GET_ITEM(given[0], at), given[3]) &&
               own_of(own, &stack, &cursor, &cuts, &place, at + 1);
    }
    while (done && stack.used) done = close_own(own, &stack, &cursor, &cuts);
    if (!done) Py_CLEAR(own);
    row_free(&cuts);
    row_free(&stack);
    return own;
}

/* A bound, never before the last. */
static bool add_bound(Row *bounds, Row *owners, int64_t bound, Py_ssize_t owner) {
    int64_t last = bounds->used ? ((int64_t *)(bounds->at + bounds->used))[-1] : 0, position = owner;
    bound = Py_MAX(bound, last);
    return row_add(bounds, &bound, sizeof bound) && row_add(owners, &position, sizeof position);
}

static bool close_bounds(Row *bounds, Row *owners, Row *stack, int64_t until) {
    while (stack->used && top(stack)->end <= until) {
        int64_t end = top(stack)->end;
        stack->used -= sizeof(Open);
        if (!add_bound(bounds, owners, end, stack->used ? top(stack)->owner : 0)) return false;
    }
    return true;
}

PyObject *scope_bounds(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyList_Check(given[0])) return PyErr_Format(PyExc_TypeError, "scope_bounds(placed, leaves)");
    if (!check_set(given[1])) return NULL;
    Row bounds = {0}, owners = {0}, stack = {0};
    PyObject *told = NULL;
    bool done = add_bound(&bounds, &owners, 0, 0);
    for (Py_ssize_t at = 0; done && at < PyList_GET_SIZE(given[0]); at++) {
        Place place;
        done = place_open(&place, PyList_GET_ITEM(given[0], at), given[1]);
        if (!done || place.is_leaf) continue;
        done = close_bounds(&bounds, &owners, &stack, place.start) &&
               add_bound(&bounds, &owners, place.start, at + 1) &&
               row_add(&stack, &(Open){place.end, at + 1}, sizeof(Open));
    }
    if (done && close_bounds(&bounds, &owners, &stack, INT64_MAX))
        told = Py_BuildValue("(NN)", row_bytes(&bounds), row_bytes(&owners));
    row_free(&bounds);
    row_free(&owners);
    row_free(&stack);
    return told;
}

PyObject *line_bounds(PyObject *module, PyObject *source) {
    (void)module;
    if (!PyBytes_Check(source)) return PyErr_Format(PyExc_TypeError, "line_bounds(source): bytes");
    const char *text = PyBytes_AS_STRING(source), *end = text + PyBytes_GET_SIZE(source), *at = text;
    Row bounds = {0};
    int64_t bound = 0;
    bool done = row_add(&bounds, &bound, sizeof bound);
    while (done && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        bound = ++at - text;
        done = row_add(&bounds, &bound, sizeof bound);
    }
    PyObject *told = done ? row_bytes(&bounds) : NULL;
    row_free(&bounds);
    return told;
}
