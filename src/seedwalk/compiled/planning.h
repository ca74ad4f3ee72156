/* Plans: what the mentions of a file mean, and the edges that tell it (graph/mentions.py). */
#ifndef SEEDWALK_PLANNING_H
#define SEEDWALK_PLANNING_H

#include "resolving.h"

typedef enum { ACT_NONE, ACT_CALL, ACT_DECORATOR, ACT_RAISE, ACT_ARGUMENT, ACT_VALUE, ACT_PYTHON } Act;

/* One mention, the first of its plan. */
typedef struct {
    Act act;
    PyObject *kind, *text, *ops, *stands; /* borrowed; its steps are held */
    Py_ssize_t line, byte, scope;
    int64_t plan;
} Mention;

/* The plans of one file being worked out. */
typedef struct {
    Core *core;
    File *file;
    PyObject *trace, *placeless;
    PyObject *named, *followed; /* what was followed already */
    Row out, back;              /* ends: four numbers each */
    Row resolved, outside, open;
} Plans;

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

#endif
