/* Which rows are tied by edges: the pairs of `ties_of` in graph/ties.py, and the bond of each.
 *
 * An edge is met twice, at either end. All are put in the order of the other end, then of this one, by counting: an end
 * is as often this one as it is the other. What ties a pair is told by the sum of its edges' marks. */
#include "arrays.h"
#include "graphs.h"

#include <string.h>

#define NONE UINT32_MAX

typedef struct {
    uint32_t row, column, turned; /* the sort of an edge, doubled, and 1 where it leads here */
} End;

typedef struct {
    const int32_t *sources, *targets;
    const int64_t *sorts;
    const uint64_t *marks;
    Py_ssize_t edges, sizes; /* rows */
    Py_ssize_t many_marks;
    uint32_t *counts; /* by row, where its next end goes */
    End *ends, *ordered;
    Row sums;      /* uint64: the mark of each bond, in the order they are met */
    Row shown;     /* uint32: what ties the first pair of each bond, one behind the other, */
    Row lengths;   /* uint32: and how many edges that are */
    uint32_t *slots; /* bonds by their marks, and 1; 0 in an empty one */
    size_t places;
} Tying;

static bool count_ends(Tying *t) {
    for (Py_ssize_t at = 0; at < t->edges; at++) {
        if ((uint32_t)t->sources[at] >= t->sizes || (uint32_t)t->targets[at] >= t->sizes) return false;
        if (t->sorts[at] < 0 || t->sorts[at] >= t->many_marks / 2) return false;
        t->counts[t->sources[at]]++;
        t->counts[t->targets[at]]++;
    }
    return true;
}

/* Where the ends of each row begin; `counts` are how many it has, or where the last of them ends. */
static void begin_rows(Tying *t, bool counted) {
    uint32_t before = 0;
    for (Py_ssize_t row = 0; row < t->sizes; row++) {
        uint32_t told = t->counts[row];
        t->counts[row] = before;
        before = counted ? before + told : told;
    }
}

static void order_ends(Tying *t) {
    begin_rows(t, true);
    for (Py_ssize_t at = 0; at < t->edges; at++) {
        uint32_t source = (uint32_t)t->sources[at], target = (uint32_t)t->targets[at], sort = (uint32_t)t->sorts[at];
        t->ends[t->counts[target]++] = (End){source, target, 2 * sort};
        t->ends[t->counts[source]++] = (End){target, source, 2 * sort + 1};
    }
    begin_rows(t, false);
    for (Py_ssize_t at = 0; at < 2 * t->edges; at++) t->ordered[t->counts[t->ends[at].row]++] = t->ends[at];
}

/* A new bond: the mark of this pair, and what ties it. */
static bool add_bond(Tying *t, uint64_t mark, const End *first, const End *end) {
    for (const End *one = first; one < end; one++)
        if (!row_add_number(&t->shown, one->turned)) return false;
    return row_add(&t->sums, &mark, sizeof mark) && row_add_number(&t->lengths, (uint32_t)(end - first));
}

/* The number of the bond of a pair; NONE with an exception. */
static uint32_t bond_of(Tying *t, const End *first, const End *end) {
    uint64_t mark = 0;
    for (const End *one = first; one < end; one++) mark += t->marks[one->turned];
    size_t slot = slot_of(mark, t->places);
    while (t->slots[slot] && ((uint64_t *)t->sums.at)[t->slots[slot] - 1] != mark) slot = (slot + 1) & (t->places - 1);
    if (!t->slots[slot]) {
        t->slots[slot] = (uint32_t)(t->sums.used / sizeof mark) + 1;
        if (!add_bond(t, mark, first, end)) return NONE;
    }
    return t->slots[slot] - 1;
}

/* The pairs of all rows: how many there are, or -1 with an exception. */
static Py_ssize_t pair_up(Tying *t, int32_t *starts, int32_t *columns, uint32_t *bonds) {
    const End *at = t->ordered, *last = at + 2 * t->edges;
    Py_ssize_t pairs = 0;
    for (Py_ssize_t row = 0; row < t->sizes; row++) {
        starts[row] = (int32_t)pairs;
        while (at < last && at->row == (uint32_t)row) {
            const End *end = at + 1;
            while (end < last && end->row == at->row && end->column == at->column) end++;
            columns[pairs] = (int32_t)at->column;
            bonds[pairs] = bond_of(t, at, end);
            if (bonds[pairs++] == NONE) return -1;
            at = end;
        }
    }
    starts[t->sizes] = (int32_t)pairs;
    return pairs;
}

static PyObject *told(Tying *t) {
    Py_ssize_t most = 2 * t->edges * (Py_ssize_t)sizeof(int32_t), pairs = -1;
    PyObject *starts = PyBytes_FromStringAndSize(NULL, (t->sizes + 1) * (Py_ssize_t)sizeof(int32_t)), *all = NULL;
    PyObject *columns = PyBytes_FromStringAndSize(NULL, most), *bonds = PyBytes_FromStringAndSize(NULL, most);
    if (starts && columns && bonds)
        pairs = pair_up(t, (int32_t *)PyBytes_AS_STRING(starts), (int32_t *)PyBytes_AS_STRING(columns),
                        (uint32_t *)PyBytes_AS_STRING(bonds));
    if (pairs >= 0 && _PyBytes_Resize(&columns, 4 * pairs) == 0 && _PyBytes_Resize(&bonds, 4 * pairs) == 0)
        all = Py_BuildValue("(OOONNN)", starts, columns, bonds, row_bytes(&t->sums), row_bytes(&t->shown),
                            row_bytes(&t->lengths));
    Py_XDECREF(starts);
    Py_XDECREF(columns);
    Py_XDECREF(bonds);
    return all;
}

static PyObject *tied(Tying *t, bool *inside) {
    PyObject *all = NULL;
    for (t->places = 16; t->places < 4 * (size_t)t->edges; t->places *= 2) {}
    t->counts = PyMem_Calloc((size_t)t->sizes + 1, sizeof *t->counts);
    t->slots = PyMem_Calloc(t->places, sizeof *t->slots);
    t->ends = PyMem_Malloc(2 * (size_t)t->edges * sizeof *t->ends + 1);
    t->ordered = PyMem_Malloc(2 * (size_t)t->edges * sizeof *t->ordered + 1);
    if (t->counts == NULL || t->slots == NULL || t->ends == NULL || t->ordered == NULL) {
        PyErr_NoMemory();
    } else if ((*inside = count_ends(t))) {
        order_ends(t);
        all = told(t);
    }
    PyMem_Free(t->counts);
    PyMem_Free(t->slots);
    PyMem_Free(t->ends);
    PyMem_Free(t->ordered);
    row_free(&t->sums);
    row_free(&t->shown);
    row_free(&t->lengths);
    return all;
}

PyObject *tie(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Arrays arrays;
    if (!arrays_open(&arrays, given, count, "nnii", 1)) return NULL;
    bool inside = false;
    PyObject *all = NULL;
    Tying t = {
        .sources = ARRAY(int32_t, arrays, 0), .targets = ARRAY(int32_t, arrays, 1), .sorts = ARRAY(int64_t, arrays, 2),
        .marks = ARRAY(uint64_t, arrays, 3), .edges = array_size(&arrays, 0), .sizes = PyLong_AsSsize_t(given[4]),
        .many_marks = array_size(&arrays, 3),
    };
    if (!PyErr_Occurred() && array_size(&arrays, 1) == t.edges && array_size(&arrays, 2) == t.edges &&
        0 <= t.sizes && t.sizes < INT32_MAX && t.edges < INT32_MAX / 2)
        all = tied(&t, &inside);
    PyObject *closed = arrays_close(&arrays, inside);
    if (closed == NULL) Py_CLEAR(all);
    Py_XDECREF(closed);
    return all;
}
