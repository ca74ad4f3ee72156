/* The words of files counted: `plain_count` of store/words.py says what that gives. */
#include "arrays.h"
#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define MOST 255u /* MAX_COUNT */

typedef struct {
    uint32_t term, key, count;
} Pair;

typedef struct {
    uint64_t hash;
    uint32_t term, count; /* of pairs */
} Term;

typedef struct {
    const int64_t *keys, *hashes;
    const uint32_t *runs, *numbers, *ends, *flat;
    Py_ssize_t many_runs, many_numbers, many_words, many_flat, terms, width;
    uint32_t *seen;    /* by term, where its last pair stands */
    uint32_t *lengths; /* by key, how many terms it has */
    Row pairs;         /* Pair, in the order they are met */
    Row distinct;      /* Term, by hash */
} Counting;

static bool add_term(Counting *c, uint32_t term, uint32_t key) {
    Pair *pairs = (Pair *)c->pairs.at;
    uint32_t at = c->seen[term];
    c->lengths[key]++;
    if (at != NONE && pairs[at].key == key) {
        pairs[at].count++;
        return true;
    }
    c->seen[term] = (uint32_t)(c->pairs.used / sizeof(Pair));
    return row_add(&c->pairs, &(Pair){term, key, 1}, sizeof(Pair));
}

/* The terms of a word: false with an exception, or where a number leads outside. */
static bool add_word(Counting *c, uint32_t word, uint32_t key) {
    if (word == 0) return true;
    if (word >= c->many_words || c->ends[word] > c->many_flat) return false;
    for (uint32_t at = c->ends[word - 1]; at < c->ends[word]; at++)
        if (c->flat[at] >= c->terms || !add_term(c, c->flat[at], key)) return false;
    return true;
}

static bool count_runs(Counting *c) {
    Py_ssize_t at = 0;
    for (Py_ssize_t run = 0; run < c->many_runs; run++) {
        if (c->keys[run] < 0 || c->keys[run] >= c->width || c->runs[run] > c->many_numbers - at) return false;
        for (Py_ssize_t end = at + c->runs[run]; at < end; at++)
            if (!add_word(c, c->numbers[at], (uint32_t)c->keys[run])) return false;
    }
    return true;
}

static int by_hash(const void *one, const void *other) {
    uint64_t a = ((const Term *)one)->hash, b = ((const Term *)other)->hash;
    return a < b ? -1 : a > b;
}

/* The terms there are, by their hashes; `seen` is from here on how many pairs each has. */
static bool sort_terms(Counting *c) {
    const Pair *pairs = (Pair *)c->pairs.at;
    memset(c->seen, 0, (size_t)c->terms * sizeof *c->seen);
    for (size_t at = 0; at < c->pairs.used / sizeof(Pair); at++) c->seen[pairs[at].term]++;
    for (Py_ssize_t term = 0; term < c->terms; term++)
        if (c->seen[term] &&
            !row_add(&c->distinct, &(Term){(uint64_t)c->hashes[term], (uint32_t)term, c->seen[term]}, sizeof(Term)))
            return false;
    if (c->distinct.used) qsort(c->distinct.at, c->distinct.used / sizeof(Term), sizeof(Term), by_hash);
    return true;
}

/* Where the pairs of each term begin, and where the last ones end; `seen` is from here on where its next one goes. */
static void fill_offsets(Counting *c, uint32_t *distinct, int64_t *offsets) {
    const Term *terms = (Term *)c->distinct.at;
    size_t many = c->distinct.used / sizeof(Term);
    offsets[0] = 0;
    for (size_t at = 0; at < many; at++) {
        distinct[at] = terms[at].term;
        c->seen[terms[at].term] = (uint32_t)offsets[at];
        offsets[at + 1] = offsets[at] + terms[at].count;
    }
}

static void fill_pairs(Counting *c, int64_t *keys, unsigned char *counts) {
    const Pair *pairs = (Pair *)c->pairs.at;
    for (size_t at = 0; at < c->pairs.used / sizeof(Pair); at++) {
        uint32_t to = c->seen[pairs[at].term]++;
        keys[to] = pairs[at].key;
        counts[to] = (unsigned char)Py_MIN(pairs[at].count, MOST);
    }
}

static PyObject *told(Counting *c) {
    Py_ssize_t terms = (Py_ssize_t)(c->distinct.used / sizeof(Term)), pairs = (Py_ssize_t)(c->pairs.used / sizeof(Pair));
    PyObject *distinct = PyBytes_FromStringAndSize(NULL, terms * (Py_ssize_t)sizeof(uint32_t));
    PyObject *offsets = PyBytes_FromStringAndSize(NULL, (terms + 1) * (Py_ssize_t)sizeof(int64_t));
    PyObject *keys = PyBytes_FromStringAndSize(NULL, pairs * (Py_ssize_t)sizeof(int64_t));
    PyObject *counts = PyBytes_FromStringAndSize(NULL, pairs), *all = NULL;
    if (distinct && offsets && keys && counts) {
        fill_offsets(c, (uint32_t *)PyBytes_AS_STRING(distinct), (int64_t *)PyBytes_AS_STRING(offsets));
        fill_pairs(c, (int64_t *)PyBytes_AS_STRING(keys), (unsigned char *)PyBytes_AS_STRING(counts));
        all = Py_BuildValue("(y#OOOO)", (char *)c->lengths, c->width * (Py_ssize_t)sizeof *c->lengths, distinct, offsets,
                            keys, counts);
    }
    Py_XDECREF(distinct);
    Py_XDECREF(offsets);
    Py_XDECREF(keys);
    Py_XDECREF(counts);
    return all;
}

static PyObject *counted(Counting *c, bool *inside) {
    PyObject *all = NULL;
    c->seen = PyMem_Malloc((size_t)c->terms * sizeof *c->seen + 1);
    c->lengths = PyMem_Calloc((size_t)c->width + 1, sizeof *c->lengths);
    if (c->seen == NULL || c->lengths == NULL) {
        PyErr_NoMemory();
    } else {
        memset(c->seen, 0xff, (size_t)c->terms * sizeof *c->seen);
        *inside = count_runs(c);
        if (*inside && sort_terms(c)) all = told(c);
    }
    PyMem_Free(c->seen);
    PyMem_Free(c->lengths);
    row_free(&c->pairs);
    row_free(&c->distinct);
    return all;
}

PyObject *count_words(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Arrays arrays;
    if (!arrays_open(&arrays, given, count, "innnni", 1)) return NULL;
    bool inside = false;
    PyObject *all = NULL;
    Counting c = {
        .keys = ARRAY(int64_t, arrays, 0), .runs = ARRAY(uint32_t, arrays, 1), .numbers = ARRAY(uint32_t, arrays, 2),
        .ends = ARRAY(uint32_t, arrays, 3), .flat = ARRAY(uint32_t, arrays, 4), .hashes = ARRAY(int64_t, arrays, 5),
        .many_runs = array_size(&arrays, 1), .many_numbers = array_size(&arrays, 2),
        .many_words = array_size(&arrays, 3), .many_flat = array_size(&arrays, 4), .terms = array_size(&arrays, 5),
        .width = PyLong_AsSsize_t(given[6]),
    };
    if (!PyErr_Occurred() && array_size(&arrays, 0) == c.many_runs && 0 <= c.width && c.width < (Py_ssize_t)NONE)
        all = counted(&c, &inside);
    PyObject *closed = arrays_close(&arrays, inside);
    if (closed == NULL) Py_CLEAR(all);
    Py_XDECREF(closed);
    return all;
}
