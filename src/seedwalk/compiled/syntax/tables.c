/* A grammar's tables, looked up. */
#include "syntax.h"

/* Most states are stored as lists of symbols, which are searched; what was found lately is remembered. */
uint16_t looked_up_in_small(Parse *p, uint16_t state, uint16_t symbol) {
    uint32_t key = (uint32_t)state << 16 | symbol, place = key * 2654435761u >> (32 - REMEMBERED_BITS);
    if (p->remembered[place].key == key) return p->remembered[place].value;
    const Grammar *g = p->grammar;
    const uint16_t *at = g->small_table + g->small_places[state - g->large_states];
    uint16_t found = 0;
    for (uint16_t groups = *at++; groups > 0; groups--) {
        uint16_t value = at[0], count = at[1];
        at += 2;
        for (const uint16_t *last = at + count; at < last; at++)
            if (*at == symbol) found = value, groups = 1;
    }
    p->remembered[place].key = key;
    p->remembered[place].value = found;
    return found;
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
    const Action *last = (const Action *)((const ActionEntry *)entry.actions + entry.count - 1);
    return last->type != SHIFT ? 0 : last->shift.extra ? state : last->shift.state;
}
