/* One file linked: its plans worked out, its edges packed, what it depends on. */
#include "linking.h"
#include "planning.h"
#include "sorting.h"

enum { REFERENCES, TEXTS, TRACE, PLACELESS, OTHERWISE, TOLD, ROWS, LEADS, OF_LINK };

/* Ends that Python tells of, as tuples, go with the others. */
static bool add_ends(Row *row, PyObject *ends) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(ends); at++) {
        PyObject *told = PyList_GET_ITEM(ends, at);
        if (!PyTuple_Check(told) || PyTuple_GET_SIZE(told) != OF_END) {
            PyErr_SetString(PyExc_TypeError, "an end is four numbers");
            return false;
        }
        int64_t end[OF_END];
        for (int part = 0; part < OF_END; part++) end[part] = whole(PyTuple_GET_ITEM(told, part));
        if (PyErr_Occurred() || !row_add(row, end, sizeof end)) return false;
    }
    return true;
}

static bool count_plans(const Plans *plans, PyObject *numbers, int64_t *calls) {
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(numbers); at++) {
        Py_ssize_t plan = PyLong_AsSsize_t(PyList_GET_ITEM(numbers, at));
        if (plan < 0 || plan >= plans_count(&plans->grouped)) {
            PyErr_SetString(PyExc_IndexError, "there is no such plan");
            return false;
        }
        *calls += times_of(&plans->grouped, plan);
    }
    return true;
}

/* What Python makes of plans: ends that go out and back; plans whose calls are resolved, lead outside, stay open. */
static bool take_over(Plans *plans, PyObject *told) {
    bool fine = PyTuple_Check(told) && PyTuple_GET_SIZE(told) == 5;
    for (int part = 0; fine && part < 5; part++) fine = PyList_Check(PyTuple_GET_ITEM(told, part));
    if (!fine) {
        PyErr_SetString(PyExc_TypeError, "a plan becomes five lists");
        return false;
    }
    return add_ends(&plans->out, PyTuple_GET_ITEM(told, 0)) && add_ends(&plans->back, PyTuple_GET_ITEM(told, 1)) &&
           count_plans(plans, PyTuple_GET_ITEM(told, 2), &plans->resolved) &&
           count_plans(plans, PyTuple_GET_ITEM(told, 3), &plans->outside) &&
           count_plans(plans, PyTuple_GET_ITEM(told, 4), &plans->open);
}

static bool work_out(Plans *plans, PyObject *otherwise) {
    for (uint32_t plan = 0; plan < plans_count(&plans->grouped); plan++) {
        Mention mention;
        int done = read_first(plans, plan, &mention) ? act(plans, &mention) : -1;
        if (done < 0) return false;
        if (done) continue;
        PyObject *told = PyObject_CallFunction(otherwise, "IIInnn", plan, mention.code, mention.text_number,
                                               mention.line, mention.byte, mention.scope);
        bool taken = told != NULL;
        Py_XDECREF(told);
        if (!taken) return false;
    }
    return true;
}

/* Core.link(references, texts, trace, placeless, otherwise, told, rows, leads): edges packed, and the calls counted. */
PyObject *link_file(PyObject *core, PyObject *const *given, Py_ssize_t count) {
    if (count != OF_LINK || !PyBytes_Check(given[REFERENCES]) || !PyList_Check(given[TEXTS]) ||
        !PySet_Check(given[TRACE]) || !PySet_Check(given[PLACELESS]) || !PyAnySet_Check(given[ROWS]) ||
        ((Core *)core)->here == NULL)
        return PyErr_Format(PyExc_TypeError,
                            "link(references, texts, trace, placeless, otherwise, told, rows, leads), once begun");
    Plans plans = {.core = (Core *)core, .file = ((Core *)core)->here, .trace = given[TRACE],
                   .placeless = given[PLACELESS]};
    PyObject *edges = NULL, *found = NULL;
    if (numbers_start(&plans.names, 1) && numbers_start(&plans.chains, 1) && group(&plans, given[REFERENCES], given[TEXTS]) &&
        work_out(&plans, given[OTHERWISE]) && take_over(&plans, given[TOLD]))
        edges = carry_out(&plans, given[ROWS], given[LEADS]);
    long long counts[] = {plans.resolved, plans.outside, plans.open};
    if (edges != NULL) found = Py_BuildValue("O(LLL)", edges, counts[0], counts[1], counts[2]);
    Py_XDECREF(edges);
    forget(&plans);
    group_free(&plans.grouped);
    row_free(&plans.out);
    row_free(&plans.back);
    return found;
}

#define IS_SMALLER(one, other) (*(one) < *(other))
SORTED(by_size, int64_t, IS_SMALLER)

/* Core.depends(trace): the keys it holds of other files, in order, each once; packed. */
PyObject *depends(PyObject *self, PyObject *trace) {
    Core *core = (Core *)self;
    Row keys = {0};
    if (!PySet_Check(trace) || core->here == NULL) return PyErr_Format(PyExc_TypeError, "depends(trace), once begun");
    bool done = all_keys(trace, core->Answer, &keys);
    int64_t *each = (int64_t *)keys.at, own = core->here->key_half >> 32;
    size_t count = keys.used / sizeof *each, kept = 0;
    if (!done || !by_size(each, count)) {
        row_free(&keys);
        return NULL;
    }
    for (size_t at = 0; at < count; at++)
        if (each[at] >> 32 != own && (!kept || each[kept - 1] != each[at])) each[kept++] = each[at];
    keys.used = kept * sizeof *each;
    PyObject *found = row_bytes(&keys);
    row_free(&keys);
    return found;
}
