/* Plans carried out: for each mention of a plan the edges that the plan tells, packed (graph/carrying.py). */
#include "planning.h"
#include "sorting.h"

typedef struct {
    int64_t source, target;
    uint32_t line, sure; /* how surely, as the bits of a float: such numbers are in the order of their bits */
    uint8_t kind, how;
} Edge;

enum { OF_EDGE = 26, OF_ROW = 6 };

/* How surely an edge is known follows from how. */
static void be_sure(const Core *core, Edge *edge) {
    memcpy(&edge->sure, PyBytes_AS_STRING(core->sure) + (size_t)edge->how * sizeof edge->sure, sizeof edge->sure);
}

static bool carry_end(const Plans *plans, const int64_t *end, bool inward, Row *edges) {
    const Core *core = plans->core;
    const Grouped *grouped = &plans->grouped;
    if (end[END_PLAN] < 0 || end[END_PLAN] >= plans_count(grouped) || end[END_HOW] < 0 ||
        (size_t)end[END_HOW] * sizeof(uint32_t) >= (size_t)PyBytes_GET_SIZE(core->sure)) {
        PyErr_SetString(PyExc_IndexError, "an edge is of no plan or kind");
        return false;
    }
    bool to_itself = !inward && end[END_KIND] == core->runs && end[END_HOW] != core->by_name;
    Edge edge = {.kind = (uint8_t)end[END_KIND], .how = (uint8_t)end[END_HOW]};
    be_sure(core, &edge);
    for (uint32_t at = grouped->starts[end[END_PLAN]]; at < grouped->starts[end[END_PLAN] + 1]; at++) {
        uint32_t mention = grouped->order[at];
        int64_t own = plans->file->spots[scope_at(grouped, mention)].id;
        if (own == end[END_OTHER] && !to_itself) continue;
        edge.source = inward ? end[END_OTHER] : own, edge.target = inward ? own : end[END_OTHER];
        edge.line = line_at(grouped, mention);
        if (!row_add(edges, &edge, sizeof edge)) return false;
    }
    return true;
}

static bool carry_ends(const Plans *plans, const Row *ends, bool inward, Row *edges) {
    const int64_t *each = (const int64_t *)ends->at;
    for (size_t at = 0; at < ends->used / sizeof *each; at += OF_END)
        if (!carry_end(plans, each + at, inward, edges)) return false;
    return true;
}

bool add_line(const Plans *plans, int64_t source, int64_t target, uint32_t line, int64_t kind, int64_t how, Row *edges) {
    Edge edge = {.source = source, .target = target, .line = line, .kind = (uint8_t)kind, .how = (uint8_t)how};
    be_sure(plans->core, &edge);
    return row_add(edges, &edge, sizeof edge);
}

bool add_edge(const Plans *plans, int64_t source, int64_t target, Py_ssize_t position, int64_t kind, Row *edges) {
    const Core *core = plans->core;
    PyObject *lines = plans->file->lines;
    PyObject *line = position < PyList_GET_SIZE(lines) ? PyList_GET_ITEM(lines, position) : NULL;
    if (line == NULL || !PyTuple_Check(line)) return PyErr_Format(PyExc_IndexError, "a symbol has no line") != NULL;
    uint32_t at = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GET_ITEM(line, 0));
    return !PyErr_Occurred() && add_line(plans, source, target, at, kind, core->derived, edges);
}

/* An edge that Python tells of: a tuple as edges.py has it. */
static bool add_row(PyObject *row, Row *edges) {
    if (!PyTuple_Check(row) || PyTuple_GET_SIZE(row) != OF_ROW)
        return PyErr_Format(PyExc_TypeError, "an edge is six numbers") != NULL;
    Edge edge = {.source = whole(PyTuple_GET_ITEM(row, 0)),
                 .target = whole(PyTuple_GET_ITEM(row, 1)),
                 .line = (uint32_t)PyLong_AsUnsignedLong(PyTuple_GET_ITEM(row, 2)),
                 .kind = (uint8_t)PyLong_AsLong(PyTuple_GET_ITEM(row, 4)),
                 .how = (uint8_t)PyLong_AsLong(PyTuple_GET_ITEM(row, 5))};
    float sure = (float)PyFloat_AsDouble(PyTuple_GET_ITEM(row, 3));
    memcpy(&edge.sure, &sure, sizeof sure);
    return !PyErr_Occurred() && row_add(edges, &edge, sizeof edge);
}

static bool add_rows(PyObject *rows, Row *edges) {
    PyObject *each = PyObject_GetIter(rows), *row;
    bool done = each != NULL;
    while (done && (row = PyIter_Next(each)) != NULL) {
        done = add_row(row, edges);
        Py_DECREF(row);
    }
    Py_XDECREF(each);
    return done && !PyErr_Occurred();
}

#define COMPARED(part)                                                                                                 \
    if (first->part != second->part) return first->part < second->part

static inline bool is_before(const Edge *first, const Edge *second) {
    COMPARED(source);
    COMPARED(target);
    COMPARED(line);
    COMPARED(sure);
    COMPARED(kind);
    return first->how < second->how;
}

SORTED(in_order, Edge, is_before)

static char *put(char *to, uint64_t number, int bytes) {
    for (int byte = 0; byte < bytes; byte++) *to++ = (char)(number >> 8 * byte);
    return to;
}

/* Edges in order, each once, a row of 26 bytes for each. */
static PyObject *packed(Edge *edges, size_t count) {
    size_t kept = 0;
    if (!in_order(edges, count)) return NULL;
    for (size_t at = 0; at < count; at++)
        if (!kept || is_before(edges + kept - 1, edges + at)) edges[kept++] = edges[at];
    PyObject *found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(kept * OF_EDGE));
    char *to = found == NULL ? NULL : PyBytes_AS_STRING(found);
    for (size_t at = 0; to != NULL && at < kept; at++) {
        to = put(put(to, (uint64_t)edges[at].source, 8), (uint64_t)edges[at].target, 8);
        to = put(put(put(put(to, edges[at].line, 4), edges[at].sure, 4), edges[at].kind, 1), edges[at].how, 1);
    }
    return found;
}

PyObject *carry_out(Plans *plans, PyObject *rows, PyObject *leads) {
    Row edges = {0};
    PyObject *found = NULL;
    if (carry_ends(plans, &plans->out, false, &edges) && carry_ends(plans, &plans->back, true, &edges) &&
        add_rows(rows, &edges) && heading(plans, leads, &edges) && inheritance(plans, &edges))
        found = packed((Edge *)edges.at, edges.used / sizeof(Edge));
    row_free(&edges);
    return found;
}
