/* Plans: what the mentions of a file mean, and the edges that tell it (graph/grouping.py, mentions.py, carrying.py). */
#ifndef SEEDWALK_PLANNING_H
#define SEEDWALK_PLANNING_H

#include "numbers.h"
#include "resolving.h"

typedef enum { ACT_NONE, ACT_CALL, ACT_DECORATOR, ACT_RAISE, ACT_ARGUMENT, ACT_VALUE, ACT_PYTHON } Act;

/* How a name stands in a scope: `Standing` there. */
typedef struct {
    PyObject *place; /* held */
    uint32_t number; /* of the place, and 1; 0 where only the top of the file says anything of the name */
    bool several, silent;
} Stand;

/* One mention, the first of its plan. */
typedef struct {
    Act act;
    uint32_t code, text_number;
    PyObject *text, *ops; /* borrowed */
    const Stand *stand;
    uint32_t name, where; /* the numbers of its first name, and of its place and perhaps line */
    Py_ssize_t line, byte, scope;
    int64_t plan;
} Mention;

/* A text of a file, once it was taken apart. */
typedef struct {
    PyObject *ops;
    uint32_t name; /* the number of its first name */
    bool symbol;   /* whether it begins with a colon */
} Spoken;

/* The mentions of one file, and what they have in common. */
typedef struct {
    const unsigned char *rows;
    uint32_t count;
    PyObject *texts, *listed; /* first names by their numbers */
    PyObject *numbers;        /* and the numbers by these */
    Spoken *spoken;
    Row at_top;    /* a byte for each name */
    Numbers pairs; /* of a scope and a name */
    Row stands;    /* of each pair */
    Numbers wheres; /* of a place and perhaps a line */
    PyObject *places;
    uint32_t *plan_of, *order, *starts; /* of each mention; mentions by plan; where those of each plan begin */
    Row firsts;                         /* of each plan, its first mention */
} Grouped;

/* The plans of one file being worked out. */
typedef struct {
    Core *core;
    File *file;
    Grouped grouped;
    PyObject *trace, *placeless;
    Numbers names, chains; /* what was followed already, by what and where; */
    Row named, followed;   /* and what that means, held: a meaning; a meaning and a list of what is on the way */
    Row out, back;              /* ends: four numbers each */
    int64_t resolved, outside, open;
} Plans;

/* Which mentions of a file must mean the same. */
bool group(Plans *plans, PyObject *references, PyObject *texts);
void group_free(Grouped *grouped);
bool read_first(Plans *plans, uint32_t plan, Mention *mention);
void forget(Plans *plans);
/* How the first name of a mention stands where it is; NULL with an exception. */
const Stand *stand_of(Plans *plans, Py_ssize_t scope, uint32_t name);
static inline uint32_t plans_count(const Grouped *grouped) { return (uint32_t)(grouped->firsts.used / sizeof(uint32_t)); }
static inline int64_t times_of(const Grouped *grouped, int64_t plan) {
    return (int64_t)grouped->starts[plan + 1] - (int64_t)grouped->starts[plan];
}
Py_ssize_t scope_at(const Grouped *grouped, uint32_t mention);
uint32_t line_at(const Grouped *grouped, uint32_t mention);

/* What a mention means; the fields it goes through become edges. */
PyObject *follow_mention(Plans *plans, const Mention *mention);
/* A field or constant that is used, or a method that is named without brackets. */
bool touch(Plans *plans, const Mention *mention, PyObject *thing);
/* An edge; from a test also what it tests. */
bool point(Plans *plans, const Mention *mention, PyObject *found, int64_t kind, int64_t how);
/* An edge to the symbol around a mention. */
bool point_back(Plans *plans, const Mention *mention, PyObject *found, int64_t kind, int64_t how);
static inline int64_t provenance(const Core *core, PyObject *found) {
    return PyTuple_GET_ITEM(found, OF) != Py_None ? core->by_type : core->by_import;
}
/* 1 when it is done, 0 when Python has to do it, -1 with an exception. */
int act(Plans *plans, const Mention *mention);

/* An edge without its mentions' side: plan, symbol at the other end, codes of kind and provenance. */
enum { END_PLAN, END_OTHER, END_KIND, END_HOW, OF_END };
/* The id of something outside the repository, which the file then points to. */
bool external_id(Plans *plans, PyObject *name, int64_t *id);
bool add_line(const Plans *plans, int64_t source, int64_t target, uint32_t line, int64_t kind, int64_t how, Row *edges);
/* An edge that is derived, at the line of the symbol at a position. */
bool add_edge(const Plans *plans, int64_t source, int64_t target, Py_ssize_t position, int64_t kind, Row *edges);
/* The edges to what it imports, and from its types to their bases. */
bool heading(Plans *plans, PyObject *leads, Row *edges);
/* The edges of every type of the file: to what its methods override, to what it inherits. */
bool inheritance(Plans *plans, Row *edges);
/* The edges of a file, packed: those of its plans, and rows that are edges already. */
PyObject *carry_out(Plans *plans, PyObject *rows, PyObject *leads);

#endif
