/* The plans of one file, read from the columns that graph/grouping.py makes. */
#include "planning.h"

enum { CORE_FIRSTS, CORE_STANDS, CORE_TEXTS, CORE_ACTS, CORE_START, CORE_END, CORE_TRACE, CORE_PLACELESS, CORE_OTHERWISE,
       OF_READ };
enum { CODES, TEXTS, LINES, BYTES, SCOPES, COLUMNS };

typedef struct {
    PyObject *columns[COLUMNS];
    PyObject *stands, *texts, *acts, *otherwise;
} Firsts;

static Py_ssize_t number_at(PyObject *list, Py_ssize_t at) { return PyLong_AsSsize_t(PyList_GET_ITEM(list, at)); }

static bool read_firsts(PyObject *const *given, Firsts *firsts, Py_ssize_t end) {
    bool fine = PyList_Check(given[CORE_FIRSTS]) && PyList_GET_SIZE(given[CORE_FIRSTS]) == COLUMNS &&
                PyList_Check(given[CORE_STANDS]) && PyList_Check(given[CORE_TEXTS]) && PyTuple_Check(given[CORE_ACTS]) &&
                PySet_Check(given[CORE_TRACE]) && PySet_Check(given[CORE_PLACELESS]) &&
                PyList_GET_SIZE(given[CORE_STANDS]) >= end;
    for (int column = 0; fine && column < COLUMNS; column++) {
        firsts->columns[column] = PyList_GET_ITEM(given[CORE_FIRSTS], column);
        fine = PyList_Check(firsts->columns[column]) && PyList_GET_SIZE(firsts->columns[column]) >= end;
    }
    firsts->stands = given[CORE_STANDS], firsts->texts = given[CORE_TEXTS];
    firsts->acts = given[CORE_ACTS], firsts->otherwise = given[CORE_OTHERWISE];
    if (!fine) PyErr_SetString(PyExc_TypeError, "read(firsts, stands, texts, acts, start, end, trace, placeless, otherwise)");
    return fine;
}

/* The mention a plan is worked out by; its steps are held until it is done. */
static bool read_mention(const Plans *plans, const Firsts *firsts, Py_ssize_t plan, Mention *mention) {
    Py_ssize_t code = number_at(firsts->columns[CODES], plan), text = number_at(firsts->columns[TEXTS], plan);
    mention->line = number_at(firsts->columns[LINES], plan), mention->byte = number_at(firsts->columns[BYTES], plan);
    mention->scope = number_at(firsts->columns[SCOPES], plan), mention->plan = plan;
    bool there = code >= 0 && code < PyTuple_GET_SIZE(firsts->acts) && text >= 0 && text < PyList_GET_SIZE(firsts->texts);
    if (!there || !is_place(plans->file, mention->scope)) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a mention names what is not there");
        return false;
    }
    mention->act = (Act)PyLong_AsLong(PyTuple_GET_ITEM(firsts->acts, code));
    mention->text = PyList_GET_ITEM(firsts->texts, text), mention->stands = PyList_GET_ITEM(firsts->stands, plan);
    if (PyUnicode_GET_LENGTH(mention->text) && PyUnicode_READ_CHAR(mention->text, 0) == ':') mention->act = ACT_PYTHON;
    mention->ops = PyObject_CallOneArg(plans->core->steps, mention->text);
    return mention->ops != NULL && !PyErr_Occurred();
}

static bool read_plan(Plans *plans, const Firsts *firsts, Py_ssize_t plan) {
    Mention mention;
    if (!read_mention(plans, firsts, plan, &mention)) return false;
    int done = act(plans, &mention);
    if (done == 0) {
        PyObject *number = PyLong_FromSsize_t(plan);
        PyObject *told = number == NULL ? NULL : PyObject_CallOneArg(firsts->otherwise, number);
        done = told == NULL ? -1 : 1;
        Py_XDECREF(told);
        Py_XDECREF(number);
    }
    Py_DECREF(mention.ops);
    return done > 0;
}

static PyObject *told(const Plans *plans) {
    PyObject *rows[] = {row_bytes(&plans->out), row_bytes(&plans->back), row_bytes(&plans->resolved),
                        row_bytes(&plans->outside), row_bytes(&plans->open)};
    PyObject *found = NULL;
    if (rows[0] && rows[1] && rows[2] && rows[3] && rows[4])
        found = PyTuple_Pack(5, rows[0], rows[1], rows[2], rows[3], rows[4]);
    for (int row = 0; row < 5; row++) Py_XDECREF(rows[row]);
    return found;
}

/* Core.read(firsts, stands, texts, acts, start, end, trace, placeless, otherwise) */
PyObject *read_plans(PyObject *core, PyObject *const *given, Py_ssize_t count) {
    if (count != OF_READ || ((Core *)core)->here == NULL) return PyErr_Format(PyExc_TypeError, "read() of nine, once begun");
    Py_ssize_t start = PyLong_AsSsize_t(given[CORE_START]), end = PyLong_AsSsize_t(given[CORE_END]);
    Plans plans = {.core = (Core *)core, .file = ((Core *)core)->here, .trace = given[CORE_TRACE],
                   .placeless = given[CORE_PLACELESS], .named = PyDict_New(), .followed = PyDict_New()};
    Firsts firsts;
    bool done = start >= 0 && plans.named != NULL && plans.followed != NULL && read_firsts(given, &firsts, end);
    for (Py_ssize_t plan = start; done && plan < end; plan++) done = read_plan(&plans, &firsts, plan);
    PyObject *found = done ? told(&plans) : NULL;
    Row *rows[] = {&plans.out, &plans.back, &plans.resolved, &plans.outside, &plans.open};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) row_free(rows[row]);
    Py_XDECREF(plans.named);
    Py_XDECREF(plans.followed);
    return found;
}
