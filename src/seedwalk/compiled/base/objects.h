/* Attributes of what Python hands over, by names that are made once. */
#ifndef SEEDWALK_OBJECTS_H
#define SEEDWALK_OBJECTS_H

#include "quick.h"

#define EACH_ATTRIBUTE(A)                                                                                              \
    A(body_hash) A(doc) A(end) A(end_byte) A(end_line) A(field_id) A(flags) A(goto_first_child) A(goto_next_sibling)     \
    A(goto_parent) A(has_error) A(id) A(in_type) A(is_extra) A(is_missing) A(kind) A(kind_id) A(line) A(name)           \
    A(name_end) A(name_start) A(node) A(owner) A(params) A(parent) A(qualified) A(qualified_name) A(raw) A(scope_name)  \
    A(scope_trait) A(signature) A(signature_end) A(span) A(start) A(start_byte) A(start_line) A(trait) A(walk)

typedef enum {
#define AS_NUMBER(name) AT_##name,
    EACH_ATTRIBUTE(AS_NUMBER)
#undef AS_NUMBER
        ATTRIBUTES_NAMED
} Attribute;

bool name_objects(void);
/* A new reference, or NULL with an exception. */
PyObject *attribute(PyObject *object, Attribute which);
/* The same of a text: what is none is refused. */
PyObject *text_attribute(PyObject *object, Attribute which);
bool number_attribute(PyObject *object, Attribute which, int64_t *value);
bool truth_attribute(PyObject *object, Attribute which, bool *value);
/* What a method without arguments gives; NULL with an exception. */
PyObject *called(PyObject *object, Attribute which);
/* Whether a set has it; -1 with an exception. */
int is_among(PyObject *set, PyObject *object);
/* A set or a frozenset, else a TypeError. */
bool check_set(PyObject *object);

#endif
