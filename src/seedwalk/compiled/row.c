/* Rows that grow, and tables that number texts. */
#include "quick.h"

#include <string.h>

#define FIRST_PLACES 1024u

bool row_reserve(Row *row, size_t bytes) {
    if (row->used + bytes <= row->room) return true;
    size_t room = (row->used + bytes) * 2;
    char *at = PyMem_Realloc(row->at, room);
    if (at == NULL) {
        PyErr_NoMemory();
        return false;
    }
    row->at = at;
    row->room = room;
    return true;
}

bool row_add(Row *row, const void *thing, size_t size) {
    if (size == 0) return true;
    if (!row_reserve(row, size)) return false;
    memcpy(row->at + row->used, thing, size);
    row->used += size;
    return true;
}

void row_free(Row *row) {
    PyMem_Free(row->at);
    memset(row, 0, sizeof *row);
}

PyObject *row_bytes(const Row *row) { return PyBytes_FromStringAndSize(row->at, (Py_ssize_t)row->used); }

bool table_start(Table *table) {
    memset(table, 0, sizeof *table);
    table->places = FIRST_PLACES;
    table->slots = PyMem_Calloc(FIRST_PLACES, sizeof(uint32_t));
    if (table->slots == NULL) PyErr_NoMemory();
    return table->slots != NULL;
}

void table_free(Table *table) {
    row_free(&table->text);
    row_free(&table->ends);
    row_free(&table->hashes);
    PyMem_Free(table->slots);
    table->slots = NULL;
}

const char *table_text(const Table *table, uint32_t number, size_t *length) {
    const uint32_t *ends = row_numbers(&table->ends);
    uint32_t start = number ? ends[number - 1] : 0;
    *length = ends[number] - start;
    return table->text.at + start;
}

/* Twice as many places: half of them stay empty, so that a look-up ends soon. */
static bool widen(Table *table) {
    size_t places = table->places * 2;
    uint32_t *slots = PyMem_Calloc(places, sizeof(uint32_t));
    if (slots == NULL) {
        PyErr_NoMemory();
        return false;
    }
    const uint32_t *hashes = row_numbers(&table->hashes);
    for (uint32_t number = 0; number < table_count(table); number++) {
        size_t place = hashes[number] & (places - 1);
        while (slots[place]) place = (place + 1) & (places - 1);
        slots[place] = number + 1;
    }
    PyMem_Free(table->slots);
    table->slots = slots;
    table->places = places;
    return true;
}

static bool is_text(const Table *table, uint32_t number, const char *text, size_t length) {
    size_t known;
    const char *other = table_text(table, number, &known);
    return known == length && memcmp(other, text, length) == 0;
}

/* The place of a text, or the empty one where it would stand. */
static size_t place_of(const Table *table, const char *text, size_t length, uint32_t hash) {
    const uint32_t *hashes = row_numbers(&table->hashes);
    size_t place = hash & (table->places - 1);
    for (uint32_t found; (found = table->slots[place]) != 0; place = (place + 1) & (table->places - 1))
        if (hashes[found - 1] == hash && is_text(table, found - 1, text, length)) break;
    return place;
}

int64_t table_find(const Table *table, const char *text, size_t length, uint32_t hash) {
    return (int64_t)table->slots[place_of(table, text, length, hash)] - 1;
}

int64_t table_add(Table *table, const char *text, size_t length, uint32_t hash) {
    uint32_t number = table_count(table);
    if (!row_reserve(&table->text, length) || !row_reserve(&table->ends, sizeof number) ||
        !row_reserve(&table->hashes, sizeof number))
        return -1;
    if ((size_t)(number + 1) * 2 > table->places && !widen(table)) return -1;
    table->slots[place_of(table, text, length, hash)] = number + 1;
    row_add(&table->text, text, length);
    row_add_number(&table->ends, (uint32_t)table->text.used);
    row_add_number(&table->hashes, hash);
    return number;
}
