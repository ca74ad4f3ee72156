/* The compiled part of reading: what Python defines, done without an object for every word or match.
 *
 * Nothing here decides anything. Each function gives, byte for byte, what its namesake in Python gives, which runs where
 * nothing was compiled; tests/compiled holds the two together.
 */
#ifndef SEEDWALK_QUICK_H
#define SEEDWALK_QUICK_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* A number as 64 bits, -1 with an exception: PyLong_AsLongLong takes four times as long over one of more than 30. */
static inline int64_t whole(PyObject *number) {
    int beyond;
    long long found = PyLong_AsLongLongAndOverflow(number, &beyond);
    if (beyond) PyErr_SetString(PyExc_OverflowError, "a number does not fit 64 bits");
    return found;
}

/* A growing row of things of one size. */
typedef struct {
    char *at;
    size_t used, room; /* bytes */
} Row;

bool row_reserve(Row *row, size_t bytes);
bool row_add(Row *row, const void *thing, size_t size);
void row_free(Row *row);
PyObject *row_bytes(const Row *row);
static inline bool row_add_number(Row *row, uint32_t number) { return row_add(row, &number, sizeof number); }
static inline uint32_t *row_numbers(const Row *row) { return (uint32_t *)row->at; }

/* Texts numbered from 0 in the order they are first met. */
typedef struct {
    uint32_t hash, start, length, number; /* the number of the text and 1; 0 in an empty slot */
} Slot;

typedef struct {
    Row text; /* one behind the other */
    Row ends; /* uint32: where each ends */
    Slot *slots;
    size_t places; /* a power of two */
} Table;

bool table_start(Table *table);
void table_free(Table *table);
static inline uint32_t table_count(const Table *table) { return (uint32_t)(table->ends.used / sizeof(uint32_t)); }
/* The number of a text; -1 if it has none. */
int64_t table_find(const Table *table, const char *text, size_t length, uint32_t hash);
/* Has what a look for a text of this hash reads brought from memory: first where it stands, then the text. */
#ifdef __GNUC__
#define FETCH(place) __builtin_prefetch(place)
#else
#define FETCH(place) ((void)(place))
#endif
static inline const Slot *slot_at(const Table *table, uint32_t hash) { return table->slots + (hash & (table->places - 1)); }
static inline void table_fetch_slot(const Table *table, uint32_t hash) { FETCH(slot_at(table, hash)); }
static inline void table_fetch_text(const Table *table, uint32_t hash) { FETCH(table->text.at + slot_at(table, hash)->start); }
/* The number given to a text that has none; -1 with an exception, and nothing changed, when memory ends. */
int64_t table_add(Table *table, const char *text, size_t length, uint32_t hash);
const char *table_text(const Table *table, uint32_t number, size_t *length);

/* How a text is hashed for a table, a byte at a time. */
#define HASH_START 2166136261u
static inline uint32_t hash_byte(uint32_t hash, unsigned char byte) { return (hash ^ byte) * 16777619u; }
static inline uint32_t hash_text(const char *text, size_t length) {
    uint32_t hash = HASH_START;
    for (size_t place = 0; place < length; place++) hash = hash_byte(hash, (unsigned char)text[place]);
    return hash;
}

/* BLAKE2b with a digest of eight bytes, read as a number with the low byte first. */
uint64_t blake2b_8(const unsigned char *text, size_t length);

extern PyTypeObject VocabularyType;
/* Makes the names of captures. */
bool name_captures(void);

#endif
