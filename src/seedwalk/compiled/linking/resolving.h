/* Names to meanings, where a language finds them plainly: the resolver of graph/, done over the same objects and tables.
 *
 * Whatever is unusual is asked of the resolver in Python: each question here has its namesake there, and both keep
 * answers in the same tables. A meaning is a `Thing` or None; functions give new references, NULL with an exception.
 */
#ifndef SEEDWALK_RESOLVING_H
#define SEEDWALK_RESOLVING_H

#include "linking.h"

typedef enum { MODULE, PACKAGE, TYPE, INSTANCE, PARENT, CALLABLE, FIELD, LIST, EXTERNAL, UNNAMED, FORMS } Form;
/* The columns of Thing, Bound and Standing, as graph/ has them. */
enum { FORM, PATH, POSITION, OF, NAME, FILES, OF_THING };
enum { WRITTEN, WORTH, LINE, SCOPE, UNTIL };
enum { PLACE, SEVERAL, BY_LINE, SILENT };

/* What graph/compiling.py tells of the resolver, once. */
#define EACH_TOLD(T)                                                                                                   \
    T(resolver) T(answers) T(stack) T(place) T(Thing) T(Answer) T(forms) T(steps) T(type_parts) T(standing)  \
    T(check) T(see) T(say) T(is_below) T(own_type) T(unknown) T(returned) T(contents) T(bases) T(ancestors) T(exports)  \
    T(values) T(told) T(members) T(tops) T(only) T(external) T(acts) T(sure)
/* What it tells of a file, */
#define EACH_SEEN(S)                                                                                                   \
    S(view) S(path) S(half) S(rows) S(names) S(bare) S(by_local) S(dotted) S(wildcards) S(twins) S(targets)             \
    S(properties) S(constructors) S(bodies) S(private) S(bases) S(lines) S(imports) S(tongue)
/* when bindings are asked for, */
#define EACH_SAID(S) S(bound) S(said) S(nested) S(fields) S(narrowed)
/* and of a language; the last three are words and a truth. */
#define EACH_OF_TONGUE(T) T(own) T(instance) T(itself) T(parent) T(steps) T(everyday) T(own_types) T(call_method) T(capital)
/* Codes of kinds, as numbers; the first two as bits. */
#define EACH_CODE(C) C(types) C(callables) C(of_types) C(module_kind) C(constructor_kind) C(enum_kind) C(field_kind) C(alias_kind)                \
    C(test) C(testing) C(refers) C(accesses) C(runs) C(tests) C(tested) C(throws) C(decorates)                          \
    C(by_type) C(by_import) C(by_name) C(by_passing) C(outlined) C(by_scope) C(silent) C(methods) C(overrides)            \
    C(inherits) C(derived) C(imports) C(depends_on) C(extends) C(implements) C(abstract)

#define HELD(name) PyObject *name;
#define COUNTED(name) int64_t name;

/* One symbol or block of a file. */
typedef struct {
    PyObject *qualified, *around; /* borrowed; the name of the type around it, once told */
    PyObject *thing;              /* once asked for */
    int64_t id;
    Py_ssize_t parent;
    uint32_t lead; /* the check of its name and a dot, up to there */
    uint32_t flags;
    uint8_t kind;
    bool ascii;
} Spot;

/* What a file keeps of each of its symbols: the pair that stands for it, and answers. */
typedef enum { PAIR, ITS_LINE, ITS_BASES, ITS_RESULT, ITS_CONTENTS, OF_KEPT } Kept;

typedef struct { EACH_OF_TONGUE(HELD) } Tongue;

typedef struct {
    PyObject_HEAD
    EACH_SEEN(HELD)
    EACH_SAID(HELD) /* NULL until asked for */
    Tongue tongue_of;    /* borrowed */
    bool plain;          /* whether names are found plainly here: else Python is asked */
    bool sees_nothing, told_sight;
    PyObject **kept;       /* for each symbol what was told of it, once something was */
    PyObject *by_position; /* bases by the position of their type, once asked for */
    PyObject *members;     /* and members by that of what they stand in */
    int64_t key_half, star;
    Spot *spots;
    Py_ssize_t count;
} File;

typedef struct {
    PyObject_HEAD
    EACH_TOLD(HELD)
    EACH_CODE(COUNTED)
    PyObject *files;  /* by path */
    PyObject *passed_on; /* by lines of types */
    Spelled spelled;    /* single steps */
    PyObject *chains; /* steps by the chains they are of */
    PyObject *asking; /* the trace of the file at hand, borrowed */
    File *here;       /* and that file, borrowed */
    int depth;        /* questions open in C */
} Core;
#undef HELD
#undef COUNTED

#define DEEPEST 150 /* questions; each takes a few kilobytes of C's stack */

extern PyTypeObject CoreType, FileType, QuestionType;
/* Make the names that are asked for. */
bool name_resolving(void);
bool name_holding(void);
bool name_importing(void);
bool name_heading(void);

/* A question: what works it out, from what. */
typedef struct Asked {
    PyObject *(*compute)(Core *core, const struct Asked *asked, PyObject *trace);
    File *file;
    PyObject *what;
    Py_ssize_t position;
} Asked;

/* The answer under a key of a table, worked out if it has none; its trace becomes part of this one. */
PyObject *ask(Core *core, PyObject *table, PyObject *key, const Asked *asked, PyObject *trace);
/* The same of a symbol, by its file and position; the file keeps the answer too. */
PyObject *ask_of(Core *core, PyObject *table, File *file, Py_ssize_t position, Kept which,
                 PyObject *(*compute)(Core *, const Asked *, PyObject *), PyObject *trace);
/* (path, position), made once; borrowed. */
PyObject *pair_at(File *file, Py_ssize_t position);
/* What a table's answer says, noted in the trace. */
PyObject *known_value(Core *core, PyObject *answer, PyObject *trace);
/* The steps of a chain, as chains.py tells them. */
PyObject *steps_of(Core *core, PyObject *text);
/* A method of the resolver in Python, by its name. */
PyObject *by_python(Core *core, const char *method, const char *format, ...);

/* Files. */
File *file_of(Core *core, PyObject *path); /* borrowed */
bool say(Core *core, File *file);                                /* bindings are there */
int is_local(Core *core, File *file, PyObject *name);            /* -1 with an exception */
/* What is said of a name in a scope, of all that is said of it: a list, or NULL; borrowed. */
PyObject *said_in(PyObject *said, Py_ssize_t scope);
PyObject *bounds_of(Core *core, File *file, Py_ssize_t scope, PyObject *name); /* a list, or NULL; borrowed */
PyObject *enclosing_type(Core *core, File *file, Py_ssize_t scope); /* borrowed */
bool is_type(const Core *core, const File *file, Py_ssize_t position);
bool is_place(const File *file, Py_ssize_t position); /* else an exception */
int is_narrowed(Core *core, File *file, Py_ssize_t scope);

/* Keys. */
bool note(PyObject *trace, int64_t key);
bool note_name(Core *core, File *file, PyObject *name, PyObject *trace);
bool note_key(const Core *core, const File *file, uint32_t check, PyObject *trace);
int64_t check_of_name(Core *core, PyObject *name); /* -1 with an exception */

/* Things. */
static inline Form form_of(PyObject *thing) { return (Form)PyLong_AsLong(PyTuple_GET_ITEM(thing, FORM)); }
static inline PyObject *path_of(PyObject *thing) { return PyTuple_GET_ITEM(thing, PATH); }
static inline Py_ssize_t position_of(PyObject *thing) { return PyLong_AsSsize_t(PyTuple_GET_ITEM(thing, POSITION)); }
static inline PyObject *nothing(void) { return Py_NewRef(Py_None); }
static inline bool is_form(PyObject *thing, Form form) { return thing != Py_None && form_of(thing) == form; }
static inline bool is_holder(Form form) { return form == TYPE || form == INSTANCE || form == PARENT; }
static inline bool is_twinned(Form form) { return form == FIELD || form == CALLABLE; }
PyObject *make_thing(Core *core, Form form, PyObject *path, Py_ssize_t position, PyObject *of, PyObject *name);
PyObject *outside(Core *core, PyObject *name); /* takes the reference to the name */
PyObject *thing_at(Core *core, File *file, Py_ssize_t at, PyObject *holder);
PyObject *taken_as(Core *core, Form form, PyObject *thing);
static inline double line_of(PyObject *bound) { return (double)PyLong_AsLong(PyTuple_GET_ITEM(bound, LINE)); }
static inline long until_of(PyObject *bound) { return PyLong_AsLong(PyTuple_GET_ITEM(bound, UNTIL)); }
static inline Py_ssize_t scope_of(PyObject *bound) { return PyLong_AsSsize_t(PyTuple_GET_ITEM(bound, SCOPE)); }
static inline bool says(PyObject *bound) {
    return PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, WRITTEN)) || PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(bound, WORTH));
}
static inline bool is_pair(PyObject *op, char first) { /* "()" or "[]" */
    return PyUnicode_GET_LENGTH(op) == 2 && PyUnicode_READ_CHAR(op, 0) == (Py_UCS4)first;
}
/* The last name of a qualified one. */
PyObject *last_name(PyObject *qualified);

/* Questions, each as its namesake in Python has it. */
PyObject *named(Core *core, File *file, Py_ssize_t scope, PyObject *name, double line, PyObject *trace);
PyObject *around(Core *core, File *file, Py_ssize_t scope, PyObject *trace);
int is_taken(Core *core, File *file, Py_ssize_t scope, PyObject *name, double line);
PyObject *brought(Core *core, File *file, PyObject *imported, PyObject **seen, PyObject *trace);
PyObject *exported(Core *core, PyObject *path, PyObject *name, PyObject *trace);
PyObject *member(Core *core, PyObject *holder, PyObject *name, PyObject *trace);
PyObject *ancestors(Core *core, PyObject *path, Py_ssize_t position, PyObject *trace); /* the pair that Python gives */
PyObject *type_of(Core *core, File *file, Py_ssize_t scope, PyObject *text, PyObject *trace);
PyObject *returned(Core *core, PyObject *found, PyObject *trace);
PyObject *contents(Core *core, PyObject *found, PyObject *trace);
PyObject *evaluate(Core *core, File *file, PyObject *bound, PyObject *trace);
PyObject *first_told(Core *core, File *file, PyObject *bounds, bool backward, PyObject *trace);
PyObject *element(Core *core, PyObject *found, PyObject *trace);
PyObject *begin(Core *core, File *file, Py_ssize_t scope, PyObject *ops, double line, PyObject *trace, Py_ssize_t *taken);
PyObject *follow(Core *core, File *file, Py_ssize_t scope, PyObject *ops, double line, PyObject *trace);
/* These two take the reference to what was found. */
PyObject *walk(Core *core, File *file, PyObject *found, PyObject *ops, Py_ssize_t from, PyObject *trace, PyObject *passed);
PyObject *meant(Core *core, PyObject *found, bool called, PyObject *trace);
PyObject *run_by(Core *core, PyObject *found, PyObject *trace);
PyObject *narrowed(Core *core, File *file, Py_ssize_t scope, PyObject *found, PyObject *ops, Py_ssize_t *position,
                   double line, PyObject *trace, PyObject *passed);

PyObject *link_file(PyObject *core, PyObject *const *given, Py_ssize_t count);
PyObject *depends(PyObject *core, PyObject *trace);

#endif
