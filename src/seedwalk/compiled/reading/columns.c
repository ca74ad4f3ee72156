/* References in their order, with the numbers of their texts. */
#include "matches.h"

#include <stdlib.h>
#include <string.h>

#define ARITY '`'
static const char LONG[2] = "?.";

typedef struct {
    uint32_t number, tail;
} Named;

/* What is asked of Python, what was answered, and what is found. */
typedef struct {
    const char *source;
    PyObject *numbers;            /* dict[str, int]: the file's texts */
    PyObject *named, *typed, *counted; /* see `extract/references.py` */
    uint8_t one_per_place[256], whole_type[256];
    long type, made;              /* codes: a type; a made object whose types are counted, or -1 */
    Table chains, types;          /* texts met before */
    Row known, known_types;       /* Named, uint32: what was found out of them */
    Row kind, text, byte, start;  /* the columns */
} Columns;

static int in_order(const void *one, const void *other) {
    const Reference *a = one, *b = other;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    if (a->end != b->end) return a->end > b->end ? -1 : 1;
    return a->code < b->code ? -1 : a->code > b->code;
}

static bool text_number(PyObject *numbers, const char *text, size_t length, uint32_t *number) {
    PyObject *written = PyUnicode_DecodeASCII(text, (Py_ssize_t)length, NULL);
    PyObject *next = PyLong_FromSsize_t(PyDict_GET_SIZE(numbers));
    PyObject *found = written && next ? PyDict_SetDefault(numbers, written, next) : NULL; /* borrowed */
    *number = found == NULL ? 0 : (uint32_t)PyLong_AsUnsignedLong(found);
    Py_XDECREF(written);
    Py_XDECREF(next);
    return found != NULL && !PyErr_Occurred();
}

static bool is_tuple(PyObject *answer) {
    if (answer != NULL && !PyTuple_Check(answer)) PyErr_SetString(PyExc_TypeError, "an answer is a tuple");
    return answer != NULL && PyTuple_Check(answer);
}

/* How many bytes the last name of a chain has, without the number of types it takes. */
static uint32_t last_name(const char *text, size_t length) {
    size_t start = length;
    while (start > 0 && text[start - 1] != '.' && text[start - 1] != ':') start--;
    const char *arity = memchr(text + start, ARITY, length - start);
    return (uint32_t)((arity != NULL ? (size_t)(arity - text) : length) - start);
}

static bool ask_named(Columns *c, const char *text, size_t length, Named *told) {
    char out[LONGEST_CHAIN];
    int size = written_chain(text, length, out);
    if (size >= 0) {
        told->tail = last_name(out, (size_t)size);
        return text_number(c->numbers, out, (size_t)size, &told->number);
    }
    PyObject *answer = PyObject_CallFunction(c->named, "y#", text, (Py_ssize_t)length);
    bool done = is_tuple(answer) && PyArg_ParseTuple(answer, "II", &told->number, &told->tail);
    Py_XDECREF(answer);
    return done;
}

static bool find_named(Columns *c, const char *text, size_t length, Named *told) {
    uint32_t hash = hash_text(text, length);
    int64_t at = table_find(&c->chains, text, length, hash);
    if (at >= 0) {
        *told = ((Named *)c->known.at)[at];
        return true;
    }
    return ask_named(c, text, length, told) && table_add(&c->chains, text, length, hash) >= 0 &&
           row_add(&c->known, told, sizeof *told);
}

static bool find_typed(Columns *c, const char *text, size_t length, uint32_t *number) {
    uint32_t hash = hash_text(text, length);
    int64_t at = table_find(&c->types, text, length, hash);
    if (at >= 0) {
        *number = row_numbers(&c->known_types)[at];
        return true;
    }
    PyObject *answer = PyObject_CallFunction(c->typed, "y#", text, (Py_ssize_t)length);
    *number = answer == NULL ? 0 : (uint32_t)PyLong_AsUnsignedLong(answer);
    Py_XDECREF(answer);
    return answer != NULL && !PyErr_Occurred() && table_add(&c->types, text, length, hash) >= 0 &&
           row_add_number(&c->known_types, *number);
}

/* A made object's type with the number of types it takes, as Python writes it. */
static bool find_counted(Columns *c, const char *text, size_t length, Named *told, uint32_t *taken) {
    PyObject *answer = PyObject_CallFunction(c->counted, "y#", text, (Py_ssize_t)length);
    const char *written;
    Py_ssize_t size;
    bool done = is_tuple(answer) && PyArg_ParseTuple(answer, "y#I", &written, &size, taken) &&
                find_named(c, written, (size_t)size, told);
    Py_XDECREF(answer);
    return done;
}

static bool add_reference(Columns *c, const Reference *one, uint32_t number, uint32_t byte) {
    uint8_t kind = (uint8_t)one->code;
    return row_add(&c->kind, &kind, sizeof kind) && row_add_number(&c->text, number) &&
           row_add_number(&c->byte, byte) && row_add_number(&c->start, one->start);
}

static bool read_one(Columns *c, const Reference *one) {
    char cut[sizeof LONG + LONGEST_CHAIN];
    const char *text = c->source + one->start;
    size_t length = one->end - one->start;
    if (length > LONGEST) {
        memcpy(cut, LONG, sizeof LONG);
        memcpy(cut + sizeof LONG, c->source + one->end - LONGEST_CHAIN, LONGEST_CHAIN);
        text = cut;
        length = sizeof cut;
    }
    uint32_t number, taken = 0;
    if (c->whole_type[one->code])
        return find_typed(c, text, length, &number) && add_reference(c, one, number, one->start);
    Named told;
    bool counted = (long)one->code == c->made && memchr(text, '<', length) != NULL;
    if (counted ? !find_counted(c, text, length, &told, &taken) : !find_named(c, text, length, &told)) return false;
    int64_t byte = (int64_t)one->end - told.tail - taken;
    return add_reference(c, one, told.number, byte > one->start ? (uint32_t)byte : one->start);
}

static bool read_all(Columns *c, const Reference *found, size_t count) {
    int64_t last_start = -1, last_end = -1, types_end = -1;
    for (const Reference *one = found; one < found + count; one++) {
        if (one->start == last_start && one->end <= last_end) {
            if (c->one_per_place[one->code]) continue;
        } else {
            last_start = one->start;
            last_end = one->end;
        }
        if ((long)one->code == c->type) {
            if (one->start < types_end) continue;
            types_end = one->end;
        }
        if (!read_one(c, one)) return false;
    }
    return true;
}

static bool mark_codes(PyObject *codes, uint8_t *marked) {
    char *text;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(codes, &text, &length) < 0) return false;
    for (Py_ssize_t place = 0; place < length; place++) marked[(uint8_t)text[place]] = 1;
    return true;
}

/* A copy in order, all inside of the source; NULL with an exception. */
static Reference *sorted(const Py_buffer *given, const Py_buffer *source, size_t *count) {
    *count = (size_t)given->len / sizeof(Reference);
    Reference *found = PyMem_Malloc(*count * sizeof(Reference) + 1);
    if (found == NULL) return (Reference *)PyErr_NoMemory();
    memcpy(found, given->buf, *count * sizeof(Reference));
    for (size_t place = 0; place < *count; place++)
        if (found[place].start > found[place].end || found[place].end > (size_t)source->len || found[place].code > 255) {
            PyMem_Free(found);
            return (Reference *)PyErr_Format(PyExc_ValueError, "a reference lies outside of its file");
        }
    qsort(found, *count, sizeof(Reference), in_order);
    return found;
}

static void columns_free(Columns *c) {
    Row *rows[] = {&c->known, &c->known_types, &c->kind, &c->text, &c->byte, &c->start};
    for (size_t place = 0; place < sizeof rows / sizeof *rows; place++) row_free(rows[place]);
    table_free(&c->chains);
    table_free(&c->types);
}

static PyObject *filled(Columns *c, const Py_buffer *given, const Py_buffer *source) {
    size_t count;
    PyObject *told = NULL;
    Reference *found = sorted(given, source, &count);
    if (found == NULL) return NULL;
    if (table_start(&c->chains) && table_start(&c->types) && read_all(c, found, count))
        told = Py_BuildValue("(NNNN)", row_bytes(&c->kind), row_bytes(&c->text), row_bytes(&c->byte),
                             row_bytes(&c->start));
    PyMem_Free(found);
    columns_free(c);
    return told;
}

PyObject *columns(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    Py_buffer references, source;
    Columns c = {0};
    PyObject *told = NULL;
    (void)module;
    if (count != 10 || !PyDict_Check(given[2]))
        return PyErr_Format(PyExc_TypeError, "columns(references, source, numbers, named, typed, counted, "
                                             "one_per_place, whole_type, type, made)");
    c.numbers = given[2], c.named = given[3], c.typed = given[4], c.counted = given[5];
    c.type = PyLong_AsLong(given[8]), c.made = PyLong_AsLong(given[9]);
    if (PyErr_Occurred() || !mark_codes(given[6], c.one_per_place) || !mark_codes(given[7], c.whole_type)) return NULL;
    if (PyObject_GetBuffer(given[0], &references, PyBUF_SIMPLE) < 0) return NULL;
    if (PyObject_GetBuffer(given[1], &source, PyBUF_SIMPLE) == 0) {
        c.source = source.buf;
        told = filled(&c, &references, &source);
        PyBuffer_Release(&source);
    }
    PyBuffer_Release(&references);
    return told;
}
