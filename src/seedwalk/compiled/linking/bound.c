/* What a file says of its names, as tables: `bound_by_scope`, `by_name` and `by_last_name` of graph/bindings.py. */
#include "linking.h"

/* The dictionary or list under a key, borrowed; made and put there if there is none. */
static PyObject *under(PyObject *table, PyObject *key, PyObject *(*make)(void)) {
    PyObject *found = PyDict_GetItemWithError(table, key);
    if (found != NULL || PyErr_Occurred()) return found;
    PyObject *made = make();
    if (made == NULL) return NULL;
    if (PyDict_SetItem(table, key, made) == 0) found = made;
    Py_DECREF(made); /* the table holds it */
    return found;
}

static PyObject *empty_set(void) { return PySet_New(NULL); }

enum { NAME, TYPE, VALUE, LINE, SCOPE, UNTIL, COLUMNS };
#define OF_BOUND 5

/* The text a row of numbers names in one of its columns; NULL with an exception. */
static PyObject *text_of(PyObject *texts, PyObject *row, int column) {
    Py_ssize_t at = PyLong_AsSsize_t(PyTuple_GET_ITEM(row, column));
    if (at == -1 && PyErr_Occurred()) return NULL;
    if (at >= 0 && at < PyList_GET_SIZE(texts)) return PyList_GET_ITEM(texts, at);
    PyErr_SetString(PyExc_IndexError, "a binding names a text that is not there");
    return NULL;
}

/* Bound(type, value, line, scope, until), as the NamedTuple would be made. */
static PyObject *bound_of(PyTypeObject *type, PyObject *texts, PyObject *row) {
    PyObject *typed = text_of(texts, row, TYPE), *value = text_of(texts, row, VALUE);
    if (typed == NULL || value == NULL) return NULL;
    PyObject *parts[OF_BOUND] = {typed, value, PyTuple_GET_ITEM(row, LINE), PyTuple_GET_ITEM(row, SCOPE),
                                 PyTuple_GET_ITEM(row, UNTIL)};
    PyObject *bound = type->tp_alloc(type, OF_BOUND);
    for (int part = 0; bound != NULL && part < OF_BOUND; part++)
        PyTuple_SET_ITEM(bound, part, Py_NewRef(parts[part]));
    return bound;
}

/* 1 where a binding stands in one of these scopes or its name begins with one of these marks. */
static int speaks_of_field(PyObject *row, PyObject *name, PyObject *scopes, PyObject *marks) {
    int within = PySet_Contains(scopes, PyTuple_GET_ITEM(row, SCOPE));
    for (Py_ssize_t mark = 0; within == 0 && mark < PyTuple_GET_SIZE(marks); mark++)
        within = (int)PyUnicode_Tailmatch(name, PyTuple_GET_ITEM(marks, mark), 0, PY_SSIZE_T_MAX, -1);
    return within;
}

static bool is_dotted(PyObject *name) {
    return PyUnicode_FindChar(name, '.', 0, PyUnicode_GET_LENGTH(name), 1) >= 0;
}

/* 1 where more than its scope may be told of a binding: it holds for some lines of a chain, or speaks of a field. */
static int tells_more(PyObject *row, PyObject *name, PyObject *bound, PyObject *scopes, PyObject *marks) {
    if (PyObject_IsTrue(PyTuple_GET_ITEM(row, UNTIL))) return is_dotted(name);
    bool told = PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, 0)) || PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, 1));
    return told ? speaks_of_field(row, name, scopes, marks) : 0;
}

/* Adds a binding to those of its name; most are the only one. */
static bool add_bound(PyObject *said, PyObject *name, PyObject *bound) {
    PyObject *listed = PyDict_GetItemWithError(said, name);
    if (listed != NULL) return PyList_Append(listed, bound) == 0;
    PyObject *made = PyErr_Occurred() ? NULL : PyList_New(1);
    if (made == NULL) return false;
    PyList_SET_ITEM(made, 0, Py_NewRef(bound));
    bool done = PyDict_SetItem(said, name, made) == 0;
    Py_DECREF(made);
    return done;
}

static bool put_away(PyObject *row, PyObject *const *given, PyObject *by_scope, PyObject *more) {
    PyObject *name = text_of(given[0], row, NAME);
    PyObject *bound = name == NULL ? NULL : bound_of((PyTypeObject *)given[2], given[0], row);
    if (bound == NULL) return false;
    PyObject *said = under(by_scope, PyTuple_GET_ITEM(row, SCOPE), PyDict_New);
    bool fine = said != NULL && add_bound(said, name, bound);
    int further = fine ? tells_more(row, name, bound, given[3], given[4]) : -1;
    if (further > 0) {
        PyObject *pair = PyTuple_Pack(2, name, bound);
        further = pair == NULL ? -1 : PyList_Append(more, pair);
        Py_XDECREF(pair);
    }
    Py_DECREF(bound);
    return further >= 0;
}

/* bound_by_scope(texts, bindings, Bound, scopes, marks) */
PyObject *bound_by_scope(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 5 || !PyList_Check(given[0]) || !PyList_Check(given[1]) || !PyType_Check(given[2]) ||
        !PyAnySet_Check(given[3]) || !PyTuple_Check(given[4]))
        return PyErr_Format(PyExc_TypeError, "bound_by_scope(texts, bindings, Bound, scopes, marks)");
    PyObject *by_scope = PyDict_New(), *more = PyList_New(0), *found = NULL;
    bool fine = by_scope != NULL && more != NULL;
    for (Py_ssize_t at = 0; fine && at < PyList_GET_SIZE(given[1]); at++) {
        PyObject *row = PyList_GET_ITEM(given[1], at);
        fine = PyTuple_Check(row) && PyTuple_GET_SIZE(row) == COLUMNS && put_away(row, given, by_scope, more);
    }
    if (fine) found = PyTuple_Pack(2, by_scope, more);
    else if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a binding is six numbers");
    Py_XDECREF(by_scope);
    Py_XDECREF(more);
    return found;
}

PyObject *by_name(PyObject *module, PyObject *bound) {
    (void)module;
    if (!PyDict_Check(bound)) return PyErr_Format(PyExc_TypeError, "by_name(bound)");
    PyObject *found = PyDict_New(), *scope, *said, *name, *listed;
    for (Py_ssize_t at = 0; found != NULL && PyDict_Next(bound, &at, &scope, &said);) {
        for (Py_ssize_t inner = 0; found != NULL && PyDict_Next(said, &inner, &name, &listed);) {
            PyObject *scopes = under(found, name, PyDict_New);
            if (scopes == NULL || PyDict_SetItem(scopes, scope, listed) < 0) Py_CLEAR(found);
        }
    }
    return found;
}

/* Notes what holds a name, told by the last dot of a qualified one; a name without a dot is held by nothing. */
static bool note_holder(PyObject *found, PyObject *qualified) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(qualified);
    Py_ssize_t dot = PyUnicode_FindChar(qualified, '.', 0, length, -1);
    if (dot < 0) return dot == -1;
    PyObject *holder = PyUnicode_Substring(qualified, 0, dot), *name = PyUnicode_Substring(qualified, dot + 1, length);
    PyObject *holders = holder == NULL || name == NULL ? NULL : under(found, name, empty_set);
    bool fine = holders != NULL && PySet_Add(holders, holder) == 0;
    Py_XDECREF(holder);
    Py_XDECREF(name);
    return fine;
}

PyObject *by_last_name(PyObject *module, PyObject *names) {
    (void)module;
    if (!PyDict_Check(names)) return PyErr_Format(PyExc_TypeError, "by_last_name(names)");
    PyObject *found = PyDict_New(), *qualified, *position;
    for (Py_ssize_t at = 0; found != NULL && PyDict_Next(names, &at, &qualified, &position);)
        if (!note_holder(found, qualified)) Py_CLEAR(found);
    return found;
}
