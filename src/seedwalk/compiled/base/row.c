/* Rows that grow, and tables that number texts. */
#include "quick.h"

#include <string.h>

#define FIRST_PLACES 64u

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

static Slot *empty_slots(size_t places) {
    Slot *slots = PyMem_Calloc(places, sizeof(Slot));
    if (slots == NULL) PyErr_NoMemory();
    return slots;
}

bool table_start(Table *table) {
    memset(table, 0, sizeof *table);
    table->places = FIRST_PLACES;
    table->slots = empty_slots(FIRST_PLACES);
    return table->slots != NULL;
}

void table_free(Table *table) {
    row_free(&table->text);
    row_free(&table->ends);
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
    Slot *slots = empty_slots(places);
    if (slots == NULL) return false;
    for (const Slot *slot = table->slots; slot < table->slots + table->places; slot++) {
        size_t place = slot->hash & (places - 1);
        if (slot->number == 0) continue;
        while (slots[place].number) place = (place + 1) & (places - 1);
        slots[place] = *slot;
    }
    PyMem_Free(table->slots);
    table->slots = slots;
    table->places = places;
    return true;
}

/* The slot of a text, or the empty one where it would stand. */
static Slot *slot_of(const Table *table, const char *text, size_t length, uint32_t hash) {
    for (size_t place = hash & (table->places - 1);; place = (place + 1) & (table->places - 1)) {
        Slot *slot = table->slots + place;
        if (slot->number == 0) return slot;
        if (slot->hash == hash && slot->length == length &&
            (length == 0 || memcmp(table->text.at + slot->start, text, length) == 0))
            return slot;
    }
}

int64_t table_find(const Table *table, const char *text, size_t length, uint32_t hash) {
    return (int64_t)slot_of(table, text, length, hash)->number - 1;
}

int64_t table_add(Table *table, const char *text, size_t length, uint32_t hash) {
    uint32_t number = table_count(table);
    if (!row_reserve(&table->text, length) || !row_reserve(&table->ends, sizeof number)) return -1;
    if ((size_t)(number + 1) * 2 > table->places && !widen(table)) return -1;
    Slot added = {hash, (uint32_t)table->text.used, (uint32_t)length, number + 1};
    *slot_of(table, text, length, hash) = added;
    row_add(&table->text, text, length);
    row_add_number(&table->ends, (uint32_t)table->text.used);
    return number;
}
