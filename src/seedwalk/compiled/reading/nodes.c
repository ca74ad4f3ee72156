/* Where a node begins and ends: of tree-sitter's what its own attributes say, without looking these up for every one. */
#include "nodes.h"

static PyObject *START_BYTE, *END_BYTE, *CHILD_BY_FIELD, *BODY;

bool name_nodes(void) {
    if (START_BYTE == NULL) START_BYTE = PyUnicode_InternFromString("start_byte");
    if (END_BYTE == NULL) END_BYTE = PyUnicode_InternFromString("end_byte");
    if (CHILD_BY_FIELD == NULL) CHILD_BY_FIELD = PyUnicode_InternFromString("child_by_field_name");
    if (BODY == NULL) BODY = PyUnicode_InternFromString("body");
    return START_BYTE != NULL && END_BYTE != NULL && CHILD_BY_FIELD != NULL && BODY != NULL;
}

/* A getter that a type has by this name; NULL where it is found in another way. */
static PyGetSetDef *getter_of(PyTypeObject *type, PyObject *name) {
    PyObject *found = PyObject_GetAttr((PyObject *)type, name);
    PyGetSetDef *told = NULL;
    if (found == NULL)
        PyErr_Clear();
    else if (Py_IS_TYPE(found, &PyGetSetDescr_Type))
        told = ((PyGetSetDescrObject *)found)->d_getset;
    Py_XDECREF(found);
    return told;
}

/* The getters of the type of node met last: all nodes of a process are of one, which lives as long as these. */
static PyTypeObject *TYPE;
static PyGetSetDef *START, *END;

static void learn(PyTypeObject *type) {
    Py_INCREF(type);
    Py_XSETREF(TYPE, type);
    START = getter_of(type, START_BYTE);
    END = getter_of(type, END_BYTE);
}

static bool bound(PyObject *node, PyGetSetDef *known, PyObject *name, uint32_t *value) {
    PyObject *number = known != NULL ? known->get(node, known->closure) : PyObject_GetAttr(node, name);
    unsigned long told = number == NULL ? 0 : PyLong_AsUnsignedLong(number);
    Py_XDECREF(number);
    *value = (uint32_t)told;
    return number != NULL && !(told == (unsigned long)-1 && PyErr_Occurred());
}

bool node_span(PyObject *node, uint32_t *start, uint32_t *end) {
    if (Py_TYPE(node) != TYPE) learn(Py_TYPE(node));
    return bound(node, START, START_BYTE, start) && bound(node, END, END_BYTE, end);
}

bool body_start(const Found *found, const Captured *captured, uint32_t *start) {
    uint32_t end;
    *start = captured->end;
    if (captured->node == NULL) {
        uint32_t body = child_by_field(found->tree, captured->number, found->body);
        if (body) *start = found->tree->nodes[body].start;
        return true;
    }
    PyObject *child = PyObject_CallMethodOneArg(captured->node, CHILD_BY_FIELD, BODY);
    bool done = child != NULL && (child == Py_None || node_span(child, start, &end));
    Py_XDECREF(child);
    return done;
}
