/* Where ids stand in a table, by a table of their slots: a search in order asks sixteen times for each of them. */
#include "arrays.h"
#include "graphs.h"

#include <string.h>

#define EMPTY UINT32_MAX

typedef struct {
    const int64_t *ids;
    Py_ssize_t count, ordered; /* those of the second part of the table come before those of the first */
    uint32_t *slots;
    size_t places;
} Located;

static size_t slot_for(const Located *l, int64_t id) {
    size_t slot = slot_of((uint64_t)id, l->places);
    while (l->slots[slot] != EMPTY && l->ids[l->slots[slot]] != id) slot = (slot + 1) & (l->places - 1);
    return slot;
}

/* Of equal ids in one part the first counts. */
static bool fill_slots(Located *l) {
    for (l->places = 16; l->places < 2 * (size_t)l->count; l->places *= 2) {}
    l->slots = PyMem_Malloc(l->places * sizeof *l->slots);
    if (l->slots == NULL) return PyErr_NoMemory() != NULL;
    memset(l->slots, 0xff, l->places * sizeof *l->slots);
    for (Py_ssize_t at = 0; at < l->count; at++) {
        uint32_t *slot = &l->slots[slot_for(l, l->ids[at])];
        if (*slot == EMPTY || (*slot < l->ordered && at >= l->ordered)) *slot = (uint32_t)at;
    }
    return true;
}

PyObject *locate(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    Arrays arrays;
    if (!arrays_open(&arrays, given, count, "iiI", 1)) return NULL;
    const int64_t *wanted = ARRAY(int64_t, arrays, 1);
    int64_t *found = ARRAY(int64_t, arrays, 2);
    Py_ssize_t many = array_size(&arrays, 1);
    Located l = {ARRAY(int64_t, arrays, 0), array_size(&arrays, 0), PyLong_AsSsize_t(given[3]), NULL, 0};
    bool inside = !PyErr_Occurred() && array_size(&arrays, 2) == many && l.count < (Py_ssize_t)EMPTY;
    if (inside && fill_slots(&l))
        for (Py_ssize_t at = 0; at < many; at++) {
            uint32_t slot = l.slots[slot_for(&l, wanted[at])];
            found[at] = slot == EMPTY ? -1 : (int64_t)slot;
        }
    PyMem_Free(l.slots);
    return arrays_close(&arrays, inside);
}
