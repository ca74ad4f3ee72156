/* Questions asked once each: `ask` and `_work_out` of graph/answers.py, over the same tables and the same open
 * questions. Knots of them are settled there. */
#include "resolving.h"
#include "slots.h"
#include <stddef.h>
#include <structmember.h>

#define NEVER PY_SSIZE_T_MAX
#define MOST_OPEN 20000

static PyObject *SETTLING, *SETTLE, *NODE, *FURTHEST; /* the last a number that no place reaches */
static Held LOWEST, VALUE, TRACE;

bool name_resolving(void) {
    PyObject **names[] = {&SETTLING, &SETTLE, &NODE};
    const char *texts[] = {"_settling", "_settle", "node"};
    for (size_t at = 0; at < sizeof texts / sizeof *texts; at++)
        if ((*names[at] = PyUnicode_InternFromString(texts[at])) == NULL) return false;
    FURTHEST = PyLong_FromSsize_t(NEVER);
    return FURTHEST != NULL && held_start(&LOWEST, "_lowest") && held_start(&VALUE, "value") &&
           held_start(&TRACE, "trace");
}

/* A question being worked out, or waiting for its knot to be settled: `_Open` there. */
typedef struct {
    PyObject_HEAD
    PyObject *node, *table, *key, *trace, *what;
    Core *core; /* borrowed: it outlives its questions */
    Asked asked;
} Question;

static void question_free(Question *question) {
    PyObject *held[] = {question->node, question->table, question->key, question->trace, question->what};
    for (size_t at = 0; at < sizeof held / sizeof *held; at++) Py_XDECREF(held[at]);
    Py_XDECREF(question->asked.file);
    PyObject_Free(question);
}

static PyObject *worked_out(Question *question, PyObject *trace) {
    question->core->depth++;
    PyObject *value = question->asked.compute(question->core, &question->asked, trace);
    question->core->depth--;
    return value;
}

static PyObject *compute(PyObject *question, PyObject *trace) { return worked_out((Question *)question, trace); }

static PyMethodDef METHODS[] = {{"compute", compute, METH_O, "Work it out once more."}, {NULL, NULL, 0, NULL}};
static PyMemberDef MEMBERS[] = {
    {"node", T_OBJECT, offsetof(Question, node), READONLY, NULL},
    {"table", T_OBJECT, offsetof(Question, table), READONLY, NULL},
    {"key", T_OBJECT, offsetof(Question, key), READONLY, NULL},
    {"trace", T_OBJECT, offsetof(Question, trace), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject QuestionType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "seedwalk.compiled._quick.Question",
    .tp_basicsize = sizeof(Question),
    .tp_dealloc = (destructor)question_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A question being worked out.",
    .tp_methods = METHODS,
    .tp_members = MEMBERS,
};

static Question *make_question(Core *core, PyObject *node, PyObject *table, PyObject *key, const Asked *asked) {
    Question *made = PyObject_New(Question, &QuestionType);
    if (made == NULL) return NULL;
    made->node = Py_NewRef(node), made->table = Py_NewRef(table), made->key = Py_NewRef(key);
    made->core = core, made->asked = *asked, made->what = Py_XNewRef(asked->what);
    Py_XINCREF(asked->file);
    made->trace = PySet_New(NULL);
    if (made->trace == NULL) Py_CLEAR(made);
    return made;
}

static Py_ssize_t lowest(Core *core) {
    PyObject *number = held_get(&LOWEST, core->answers);
    Py_ssize_t found = number == NULL ? -1 : PyLong_AsSsize_t(number);
    Py_XDECREF(number);
    return found;
}

static bool set_lowest(Core *core, Py_ssize_t place) {
    PyObject *number = PyLong_FromSsize_t(place);
    bool done = number != NULL && held_set(&LOWEST, core->answers, number);
    Py_XDECREF(number);
    return done;
}

static bool open_question(Core *core, Question *question, Py_ssize_t at) {
    PyObject *number = PyLong_FromSsize_t(at);
    bool done = number != NULL && PyList_Append(core->stack, (PyObject *)question) == 0 &&
                PyDict_SetItem(core->place, question->node, number) == 0 && held_set(&LOWEST, core->answers, FURTHEST);
    Py_XDECREF(number);
    return done;
}

/* Answer(value, trace), as Python makes it. */
static PyObject *make_answer(Core *core, PyObject *value, PyObject *trace) {
    PyTypeObject *type = (PyTypeObject *)core->Answer;
    PyObject *made = type->tp_alloc(type, 0);
    if (made != NULL && (!held_set(&VALUE, made, value) || !held_set(&TRACE, made, trace))) Py_CLEAR(made);
    return made;
}

/* The last question on the stack is answered. A new reference. */
static PyObject *close_question(Core *core, Question *question, PyObject *value) {
    Py_ssize_t size = PyList_GET_SIZE(core->stack);
    PyObject *answer = make_answer(core, value, question->trace);
    PyObject *last = PyList_GET_ITEM(core->stack, size - 1);
    PyObject *top = last == (PyObject *)question ? Py_NewRef(question->node) : PyObject_GetAttr(last, NODE);
    bool done = answer != NULL && top != NULL && PyDict_DelItem(core->place, top) == 0 &&
                PyList_SetSlice(core->stack, size - 1, size, NULL) == 0 &&
                PyDict_SetItem(question->table, question->key, answer) == 0;
    Py_XDECREF(top);
    if (!done) Py_CLEAR(answer);
    return answer;
}

/* The answer, None when the question is part of a knot that began further out. A new reference. */
static PyObject *settle(Core *core, Question *question, Py_ssize_t at, Py_ssize_t outer) {
    Py_ssize_t now = lowest(core);
    if (now == at) {
        PyObject *number = PyLong_FromSsize_t(at);
        PyObject *done = number == NULL ? NULL : PyObject_CallMethodOneArg(core->answers, SETTLE, number);
        Py_XDECREF(number);
        if (done == NULL) return NULL;
        Py_DECREF(done);
        if (done == Py_True) {
            PyObject *answer = set_lowest(core, outer) ? PyDict_GetItemWithError(question->table, question->key) : NULL;
            return Py_XNewRef(answer);
        }
        now = lowest(core);
    }
    return now >= 0 && set_lowest(core, Py_MIN(outer, now)) ? nothing() : NULL;
}

static PyObject *work_out(Core *core, Question *question) {
    Py_ssize_t at = PyList_GET_SIZE(core->stack), outer = lowest(core);
    if (outer < 0 || !open_question(core, question, at)) return NULL;
    PyObject *value = worked_out(question, question->trace), *answer = NULL;
    if (value == NULL) return NULL;
    Py_ssize_t now = lowest(core);
    if (now > at) {
        answer = close_question(core, question, value);
        if (answer != NULL && !set_lowest(core, outer)) Py_CLEAR(answer);
    } else if (now >= 0) {
        answer = settle(core, question, at, outer);
    }
    Py_DECREF(value);
    return answer;
}

/* What is said so far of a question that is open already. */
static PyObject *said_so_far(Core *core, PyObject *node, PyObject *place) {
    Py_ssize_t at = place == NULL ? 0 : PyLong_AsSsize_t(place), now = lowest(core);
    if (now < 0 || !set_lowest(core, Py_MIN(now, at))) return NULL;
    PyObject *settling = PyObject_GetAttr(core->answers, SETTLING);
    PyObject *found = settling == NULL ? NULL : PyDict_GetItemWithError(settling, node);
    Py_XINCREF(found);
    Py_XDECREF(settling);
    return found == NULL && !PyErr_Occurred() ? nothing() : found;
}

PyObject *known_value(Core *core, PyObject *answer, PyObject *trace) {
    (void)core;
    return PySet_Add(trace, answer) < 0 ? NULL : held_get(&VALUE, answer);
}

static PyObject *ask_anew(Core *core, PyObject *table, PyObject *key, PyObject *node, const Asked *asked,
                          PyObject *trace) {
    PyObject *place = PyDict_GetItemWithError(core->place, node);
    if (place == NULL && PyErr_Occurred()) return NULL;
    if (place != NULL || PyList_GET_SIZE(core->stack) >= MOST_OPEN) return said_so_far(core, node, place);
    Question *question = make_question(core, node, table, key, asked);
    PyObject *answer = question == NULL ? NULL : work_out(core, question);
    Py_XDECREF(question);
    if (answer == NULL || answer == Py_None) return answer;
    PyObject *value = known_value(core, answer, trace);
    Py_DECREF(answer);
    return value;
}

PyObject *ask(Core *core, PyObject *table, PyObject *key, const Asked *asked, PyObject *trace) {
    PyObject *known = PyDict_GetItemWithError(table, key);
    if (known != NULL) return known_value(core, known, trace);
    if (PyErr_Occurred()) return NULL;
    PyObject *number = PyLong_FromVoidPtr(table);
    PyObject *node = number == NULL ? NULL : PyTuple_Pack(2, number, key);
    PyObject *found = node == NULL ? NULL : ask_anew(core, table, key, node, asked, trace);
    Py_XDECREF(node);
    Py_XDECREF(number);
    return found;
}

/* The place where a file keeps something of a symbol; NULL with an exception. */
static PyObject **kept_at(File *file, Py_ssize_t position, Kept which) {
    if (!is_place(file, position)) return NULL;
    if (file->kept == NULL) file->kept = PyMem_Calloc((size_t)file->count * OF_KEPT, sizeof *file->kept);
    if (file->kept == NULL) PyErr_NoMemory();
    return file->kept == NULL ? NULL : file->kept + position * OF_KEPT + which;
}

PyObject *pair_at(File *file, Py_ssize_t position) {
    PyObject **kept = kept_at(file, position, PAIR);
    if (kept == NULL || *kept != NULL) return kept == NULL ? NULL : *kept;
    PyObject *number = PyLong_FromSsize_t(position);
    if (number != NULL) *kept = PyTuple_Pack(2, file->path, number);
    Py_XDECREF(number);
    return *kept;
}

PyObject *ask_of(Core *core, PyObject *table, File *file, Py_ssize_t position, Kept which,
                 PyObject *(*compute)(Core *, const Asked *, PyObject *), PyObject *trace) {
    PyObject **kept = kept_at(file, position, which);
    if (kept != NULL && *kept != NULL) return known_value(core, *kept, trace);
    PyObject *key = kept == NULL ? NULL : pair_at(file, position);
    if (key == NULL) return NULL;
    Asked asked = {compute, file, NULL, position};
    PyObject *found = ask(core, table, key, &asked, trace);
    PyObject *answer = found == NULL ? NULL : PyDict_GetItemWithError(table, key);
    if (*kept == NULL) *kept = Py_XNewRef(answer);
    if (answer == NULL && PyErr_Occurred()) Py_CLEAR(found);
    return found;
}
