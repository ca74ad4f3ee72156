/* Members, and the types above a type: graph/members.py and graph/typed.py, where a member of a type is what is called
 * so in it or in one above. */
#include "linking.h"
#include "resolving.h"

#define MAX_ANCESTORS 64
#define PERHAPS "?."
#define NO_LOCALS -1.0

/* What a name means where a type is written; a constant that holds a type is that type. */
static PyObject *type_named(Core *core, File *file, Py_ssize_t scope, PyObject *name, PyObject *trace) {
    PyObject *ops = steps_of(core, name);
    PyObject *found = ops == NULL ? NULL : follow(core, file, scope, ops, NO_LOCALS, trace);
    Py_XDECREF(ops);
    if (found == NULL || found == Py_None) return found;
    Form form = form_of(found);
    PyObject *held = form == FIELD ? contents(core, found, trace) : form == MODULE ? nothing() : Py_NewRef(found);
    Py_DECREF(found);
    if (held == NULL || held == Py_None || form_of(held) != INSTANCE) return held;
    Py_DECREF(held);
    return nothing();
}

/* Whether a written type is names and dots and nothing else. */
static bool is_dotted_name(PyObject *text) {
    if (!PyUnicode_IS_ASCII(text)) return false;
    const Py_UCS1 *letters = PyUnicode_1BYTE_DATA(text);
    bool begins = true;
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(text); at++) {
        Py_UCS1 letter = letters[at], small = letter | 0x20;
        bool of_name = letter == '_' || (small >= 'a' && small <= 'z');
        if (begins ? !of_name : !of_name && letter != '.' && !(letter >= '0' && letter <= '9')) return false;
        begins = letter == '.';
    }
    return !begins;
}

/* The name in a written type: that of `List[Part]` is `List`. A new reference. */
static PyObject *name_in(Core *core, PyObject *text) {
    if (is_dotted_name(text)) return Py_NewRef(text);
    PyObject *parts = PyObject_CallOneArg(core->type_parts, text);
    PyObject *name = parts == NULL ? NULL : Py_NewRef(PyTuple_GET_ITEM(parts, 0));
    Py_XDECREF(parts);
    return name;
}

PyObject *type_of(Core *core, File *file, Py_ssize_t scope, PyObject *text, PyObject *trace) {
    if (!file->plain) return by_python(core, "type_of", "OnOO", file->view, scope, text, trace);
    PyObject *name = name_in(core, text);
    if (name == NULL) return NULL;
    PyObject *found = PyUnicode_GET_LENGTH(name) ? type_named(core, file, scope, name, trace) : nothing();
    Py_DECREF(name);
    if (found == NULL || found == Py_None) return found;
    Form form = form_of(found);
    if (form == TYPE || form == EXTERNAL || form == CALLABLE) return found;
    Py_DECREF(found);
    return nothing();
}

/* The texts of bases by the position of their type. */
static bool tell_bases(File *file) {
    if (file->by_position != NULL) return true;
    PyObject *found = PyDict_New();
    for (Py_ssize_t at = 0; found != NULL && at < PyList_GET_SIZE(file->bases); at++) {
        PyObject *row = PyList_GET_ITEM(file->bases, at), *empty = PyList_New(0);
        PyObject *listed = empty == NULL ? NULL : PyDict_SetDefault(found, PyTuple_GET_ITEM(row, 0), empty);
        if (listed == NULL || PyList_Append(listed, PyTuple_GET_ITEM(row, 1)) < 0) Py_CLEAR(found);
        Py_XDECREF(empty);
    }
    return (file->by_position = found) != NULL;
}

static bool add_base(Core *core, File *file, Py_ssize_t position, PyObject *text, PyObject *found, PyObject *trace) {
    PyObject *base = type_of(core, file, file->spots[position].parent, text, trace);
    if (base == Py_None) {
        Py_DECREF(base);
        base = outside(core, Py_NewRef(text));
    }
    if (base == NULL) return false;
    bool same = position_of(base) == position && PyUnicode_Compare(path_of(base), file->path) == 0;
    bool done = same || PyList_Append(found, base) == 0;
    Py_DECREF(base);
    return done;
}

static PyObject *compute_bases(Core *core, const Asked *asked, PyObject *trace) {
    File *file = asked->file;
    if (!note_name(core, file, file->spots[asked->position].qualified, trace) || !tell_bases(file)) return NULL;
    PyObject *number = PyLong_FromSsize_t(asked->position), *found = PyList_New(0);
    PyObject *texts = number == NULL ? NULL : PyDict_GetItemWithError(file->by_position, number);
    for (Py_ssize_t at = 0; found != NULL && texts != NULL && at < PyList_GET_SIZE(texts); at++)
        if (!add_base(core, file, asked->position, PyList_GET_ITEM(texts, at), found, trace)) Py_CLEAR(found);
    Py_XDECREF(number);
    if (PyErr_Occurred()) Py_CLEAR(found);
    return found;
}

/* A list, or None. */
static PyObject *bases(Core *core, File *file, Py_ssize_t position, PyObject *trace) {
    if (!file->plain || core->depth > DEEPEST) return by_python(core, "bases", "OnO", file->path, position, trace);
    return ask_of(core, core->bases, file, position, ITS_BASES, compute_bases, trace);
}

/* Types on the way down to where a climb has come. */
typedef struct Below {
    PyObject *at;
    const struct Below *below;
} Below;

static bool is_above(const Below *below, PyObject *at) {
    while (below != NULL && below->at != at) below = below->below;
    return below != NULL;
}

/* 1 where all types above are in the repository, 0 where not; -1 with an exception. */
static int climb(Core *core, File *file, Py_ssize_t position, PyObject *order, const Below *below, PyObject *trace) {
    PyObject *at = file == NULL ? NULL : pair_at(file, position);
    if (at == NULL) return -1;
    if (is_above(below, at) || PyList_GET_SIZE(order) >= MAX_ANCESTORS) return 1;
    if (PyList_Append(order, at) < 0) return -1;
    Below here = {at, below};
    PyObject *above = bases(core, file, position, trace);
    int whole = above == NULL ? -1 : 1;
    for (Py_ssize_t next = 0; whole >= 0 && above != Py_None && next < PyList_GET_SIZE(above); next++) {
        PyObject *base = PyList_GET_ITEM(above, next);
        if (form_of(base) != TYPE) {
            whole = 0;
            continue;
        }
        int all = climb(core, file_of(core, path_of(base)), position_of(base), order, &here, trace);
        whole = all < 0 ? -1 : all && whole;
    }
    Py_XDECREF(above);
    return whole;
}

/* Each type once, where it comes last: of a diamond, the shared base comes after both its children. */
static PyObject *last_wins(PyObject *order) {
    PyObject *found = PyList_New(0), *line = NULL;
    Py_ssize_t count = PyList_GET_SIZE(order);
    for (Py_ssize_t at = 0; found != NULL && at < count; at++) {
        PyObject *place = PyList_GET_ITEM(order, at);
        Py_ssize_t next = at + 1;
        while (next < count && PyList_GET_ITEM(order, next) != place) next++;
        if (next == count && PyList_Append(found, place) < 0) Py_CLEAR(found);
    }
    if (found != NULL) line = PyList_AsTuple(found);
    Py_XDECREF(found);
    return line;
}

static PyObject *compute_line(Core *core, const Asked *asked, PyObject *trace) {
    PyObject *order = PyList_New(0), *found = NULL;
    int whole = order == NULL ? -1 : climb(core, asked->file, asked->position, order, NULL, trace);
    PyObject *line = whole < 0 ? NULL : last_wins(order);
    if (line != NULL) found = PyTuple_Pack(2, line, whole ? Py_True : Py_False);
    Py_XDECREF(line);
    Py_XDECREF(order);
    return found;
}

PyObject *ancestors(Core *core, PyObject *path, Py_ssize_t position, PyObject *trace) {
    File *file = file_of(core, path);
    if (file == NULL || !is_place(file, position)) return NULL;
    if (!file->plain || core->depth > DEEPEST) return by_python(core, "ancestors", "OnO", path, position, trace);
    PyObject *found = ask_of(core, core->ancestors, file, position, ITS_LINE, compute_line, trace);
    if (found != Py_None) return found;
    Py_DECREF(found);
    PyObject *alone = pair_at(file, position);
    return alone == NULL ? NULL : Py_BuildValue("((O)O)", alone, Py_False);
}

enum { NOWHERE = -1, ASK_PYTHON = -2, FAILED = -3 };

/* Where a type has a member of this name; the key of the look goes into the trace. */
static Py_ssize_t member_in(Core *core, File *file, Py_ssize_t position, PyObject *name, PyObject *trace) {
    if (!file->plain || !is_place(file, position)) return PyErr_Occurred() ? FAILED : ASK_PYTHON;
    Spot *spot = file->spots + position;
    if (!spot->ascii) return ASK_PYTHON;
    if (!spot->lead) {
        spot->lead = check_more(~0u, PyUnicode_1BYTE_DATA(spot->qualified), PyUnicode_GET_LENGTH(spot->qualified));
        spot->lead = check_more(spot->lead, (const Py_UCS1 *)".", 1);
    }
    uint32_t check = ~check_more(spot->lead, PyUnicode_1BYTE_DATA(name), PyUnicode_GET_LENGTH(name));
    PyObject *qualified = note_key(core, file, check, trace) ? qualified_name(spot->qualified, name) : NULL;
    PyObject *at = qualified == NULL ? NULL : PyDict_GetItemWithError(file->names, qualified);
    Py_XDECREF(qualified);
    return PyErr_Occurred() ? FAILED : at == NULL ? NOWHERE : PyLong_AsSsize_t(at);
}

/* A member that some type of a line has; None if none has, NULL without an exception where Python has to be asked. */
static PyObject *along(Core *core, PyObject *line, PyObject *holder, PyObject *name, PyObject *trace) {
    for (Py_ssize_t place = form_of(holder) == PARENT; place < PyTuple_GET_SIZE(line); place++) {
        PyObject *type = PyTuple_GET_ITEM(line, place);
        File *file = file_of(core, PyTuple_GET_ITEM(type, 0));
        if (file == NULL) return NULL;
        Py_ssize_t at = member_in(core, file, PyLong_AsSsize_t(PyTuple_GET_ITEM(type, 1)), name, trace);
        if (at >= 0) return thing_at(core, file, at, holder);
        if (at != NOWHERE) return NULL;
    }
    return nothing();
}

/* Of an instance that is something else too, what that has; else what a parent outside may have. */
static PyObject *aside(Core *core, PyObject *holder, PyObject *name, bool whole, PyObject *trace) {
    PyObject *of = PyTuple_GET_ITEM(holder, OF);
    if (of != Py_None && form_of(holder) != PARENT) {
        PyObject *further = member(core, of, name, trace);
        if (further == NULL || (further != Py_None && (form_of(further) != EXTERNAL || whole))) return further;
        Py_DECREF(further);
    }
    return whole ? nothing() : outside(core, PyUnicode_FromFormat(PERHAPS "%U", name));
}

static bool is_odd(PyObject *name) {
    Py_UCS4 first = PyUnicode_GET_LENGTH(name) ? PyUnicode_READ_CHAR(name, 0) : '0';
    return !PyUnicode_IS_ASCII(name) || (first >= '0' && first <= '9');
}

static PyObject *inherited(Core *core, PyObject *holder, PyObject *name, PyObject *trace) {
    PyObject *told = is_odd(name) ? NULL : ancestors(core, path_of(holder), position_of(holder), trace);
    PyObject *found = told == NULL ? NULL : along(core, PyTuple_GET_ITEM(told, 0), holder, name, trace);
    bool whole = told != NULL && PyTuple_GET_ITEM(told, 1) == Py_True;
    Py_XDECREF(told);
    if (found == NULL && !PyErr_Occurred()) return by_python(core, "_inherited", "OOO", holder, name, trace);
    if (found != Py_None) return found;
    Py_DECREF(found);
    return aside(core, holder, name, whole, trace);
}

/* The same, kept where one file asks for it again and again. */
static PyObject *inherited_once(Core *core, PyObject *holder, PyObject *name, PyObject *trace) {
    if (trace != core->asking) return inherited(core, holder, name, trace);
    PyObject *key = PyTuple_Pack(2, holder, name);
    PyObject *found = key == NULL ? NULL : PyDict_GetItemWithError(core->members, key);
    Py_XINCREF(found);
    if (key != NULL && found == NULL && !PyErr_Occurred()) {
        found = inherited(core, holder, name, trace);
        if (found != NULL && PyDict_SetItem(core->members, key, found) < 0) Py_CLEAR(found);
    }
    Py_XDECREF(key);
    return found;
}

PyObject *member(Core *core, PyObject *holder, PyObject *name, PyObject *trace) {
    Form form = form_of(holder);
    if (is_holder(form)) return inherited_once(core, holder, name, trace);
    if (form == EXTERNAL)
        return outside(core, PyUnicode_FromFormat("%U.%U", PyTuple_GET_ITEM(holder, NAME), name));
    if (form != MODULE) return by_python(core, "member", "OOO", holder, name, trace);
    PyObject *found = exported(core, path_of(holder), name, trace);
    if (found != Py_None) return found;
    Py_DECREF(found);
    return by_python(core, "member", "OOO", holder, name, trace);
}
