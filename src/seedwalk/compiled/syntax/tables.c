/* A grammar's tables, looked up. */
#include "syntax.h"

enum { FIRST_BITS = 10, HASH_BITS = 32 };

static Known *empty_places(uint32_t count) {
    Known *places = PyMem_Malloc(count * sizeof *places);
    if (places == NULL) return (Known *)PyErr_NoMemory();
    for (uint32_t place = 0; place < count; place++) places[place].key = UNKNOWN;
    return places;
}

static uint32_t places_of(const Parse *p) { return 1u << (HASH_BITS - p->known_shift); }

bool tables_open(Parse *p) {
    p->known_shift = HASH_BITS - FIRST_BITS;
    return (p->known = empty_places(places_of(p))) != NULL;
}

/* Where a key stands, or the empty place where it would. */
static Known *find(const Parse *p, uint32_t key) {
    uint32_t place = place_of(p, key), last = places_of(p) - 1;
    while (p->known[place].key != key && p->known[place].key != UNKNOWN) place = (place + 1) & last;
    return p->known + place;
}

/* Most states are stored as lists of symbols, which are searched. */
static uint16_t value_of(const Grammar *g, uint16_t state, uint16_t symbol) {
    if (state < g->large_states) return g->table[(uint32_t)state * g->symbols + symbol];
    const uint16_t *at = g->small_table + g->small_places[state - g->large_states];
    for (uint16_t groups = *at++; groups > 0; groups--) {
        uint16_t value = at[0], count = at[1];
        at += 2;
        for (const uint16_t *last = at + count; at < last; at++)
            if (*at == symbol) return value;
    }
    return 0;
}

static Entry told(const Grammar *g, uint16_t state, uint16_t symbol) {
    if (symbol == SYMBOL_ERROR) return (Entry){0};
    Entry entry = {.value = value_of(g, state, symbol)};
    if (symbol >= g->tokens) return entry;
    const ActionEntry *actions = g->actions + entry.value;
    entry.count = actions->entry.count;
    entry.reusable = actions->entry.reusable;
    if (entry.count > 0) entry.first = actions[1].action;
    return entry;
}

static bool widen(Parse *p) {
    Known *before = p->known, *end = before + places_of(p), *places = empty_places(2 * places_of(p));
    if (places == NULL) return false;
    p->known = places;
    p->known_shift--;
    for (const Known *at = before; at < end; at++)
        if (at->key != UNKNOWN) *find(p, at->key) = *at;
    PyMem_Free(before);
    return true;
}

Entry entry_found(Parse *p, uint32_t key) {
    Known *place = find(p, key);
    if (place->key == key) return place->entry;
    Entry entry = told(p->grammar, (uint16_t)(key >> 16), (uint16_t)key);
    if (2 * (p->known_count + 1) > places_of(p)) {
        if (!widen(p)) return p->failed = true, entry;
        place = find(p, key);
    }
    *place = (Known){.key = key, .entry = entry};
    p->known_count++;
    return entry;
}

Mode mode_of(const Grammar *g, uint16_t state) {
    if (g->interface >= WITH_RESERVED_WORDS) {
        const uint16_t *at = g->lex_modes + 3 * (uint32_t)state;
        return (Mode){at[0], at[1], at[2]};
    }
    const uint16_t *at = g->lex_modes + 2 * (uint32_t)state;
    return (Mode){at[0], at[1], 0};
}

bool is_reserved(const Grammar *g, uint16_t state, uint16_t symbol) {
    uint32_t reserved = mode_of(g, state).reserved, length = g->longest_reserved;
    if (reserved == 0) return false;
    const uint16_t *words = g->reserved_words + reserved * length;
    for (uint32_t place = 0; place < length && words[place] != 0; place++)
        if (words[place] == symbol) return true;
    return false;
}

uint16_t next_state(Parse *p, uint16_t state, uint16_t symbol) {
    if (symbol >= p->grammar->tokens) return table_value(p, state, symbol);
    Entry entry = entry_of(p, state, symbol);
    if (entry.count == 0) return 0;
    const Action *last = &p->grammar->actions[entry.value + entry.count].action;
    return last->type != SHIFT ? 0 : last->shift.extra ? state : last->shift.state;
}
