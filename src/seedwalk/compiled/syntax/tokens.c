/* The next token of a version: by the grammar's scanner where it has one, by its lexer, or the one that was read last. */
#include "syntax.h"

#include <string.h>

enum { ERROR_STATE = 0, NO_LOOKAHEAD = UINT16_MAX };

static const char *scanner_state(const Parse *p, uint32_t number, uint32_t *length) {
    const uint32_t *ends = row_numbers(&p->ends);
    uint32_t start = number == 0 ? 0 : ends[number - 1];
    *length = number == 0 ? 0 : ends[number] - start;
    return p->states.at + start;
}

static bool are_same(const char *one, uint32_t length, const char *other, uint32_t others) {
    return length == others && (length == 0 || memcmp(one, other, length) == 0);
}

bool same_scanner_state(const Parse *p, uint32_t one, uint32_t other) {
    uint32_t length, others;
    if (one == other) return true;
    const char *state = scanner_state(p, one, &length), *told = scanner_state(p, other, &others);
    return are_same(state, length, told, others);
}

/* The number of a state: that of the one before, where it is the same. */
static uint32_t keep_state(Parse *p, const char *state, uint32_t length, uint32_t before) {
    uint32_t known;
    const char *told = scanner_state(p, before, &known);
    if (are_same(told, known, state, length)) return before;
    uint32_t number = (uint32_t)(p->ends.used / sizeof(uint32_t));
    if (!row_add(&p->states, state, length) || !row_add_number(&p->ends, (uint32_t)p->states.used)) {
        p->failed = true;
        return 0;
    }
    return number;
}

/* Whether the grammar's scanner finds a token, which changes its state into `after`. */
static bool scan(Parse *p, uint16_t state, Mode mode, uint32_t before, uint32_t *after, bool erring) {
    const Grammar *g = p->grammar;
    Reading *r = &p->reading;
    uint32_t begun = r->at, length;
    char buffer[LONGEST_STATE];
    reading_start(r);
    const char *told = scanner_state(p, before, &length);
    g->scanner.deserialize(p->scanner, length ? told : NULL, length);
    bool found = g->scanner.scan(p->scanner, &r->face, g->scanner.states + (uint32_t)mode.external * g->external_tokens);
    reading_finish(r);
    if (found) {
        length = g->scanner.serialize(p->scanner, buffer);
        *after = keep_state(p, buffer, length, before);
        /* An empty token that changes nothing and may stand anywhere would be found for ever. */
        if (r->end <= begun && *after == before)
            found = !erring && next_state(p, state, g->scanner.symbols[r->face.symbol]) != state;
    }
    if (!found) reading_at(r, begun);
    return found;
}

/* Which keyword a word is here; the word itself where it is none. */
static uint16_t as_keyword(Parse *p, uint16_t state, bool *keyword) {
    const Grammar *g = p->grammar;
    Reading *r = &p->reading;
    uint32_t start = r->start, end = r->end;
    reading_at(r, start);
    reading_start(r);
    *keyword = g->lex_keyword(&r->face, 0);
    uint16_t symbol = r->face.symbol;
    bool whole = *keyword && r->end == end;
    r->start = start, r->end = end;
    return whole && (table_value(p, state, symbol) != 0 || is_reserved(g, state, symbol)) ? symbol : g->word;
}

static uint32_t made_error(Parse *p, uint32_t position) {
    Part *error = new_part(p);
    *error = (Part){.start = position, .end = position, .symbol = SYMBOL_ERROR};
    return number_of_part(p, error);
}

uint32_t read_token(Parse *p, uint32_t position, uint32_t before, uint16_t state) {
    const Grammar *g = p->grammar;
    Reading *r = &p->reading;
    uint32_t after = 0;
    Mode mode = mode_of(g, state);
    bool scanned = false, keyword = false;
    if (mode.lex == NO_LOOKAHEAD) return 0;
    for (bool again = false;; again = true) {
        reading_at(r, position);
        if (mode.external != 0 && (scanned = scan(p, state, mode, before, &after, again))) break;
        reading_start(r);
        bool found = g->lex(&r->face, mode.lex);
        reading_finish(r);
        if (found) break;
        if (again) return made_error(p, position);
        mode = mode_of(g, ERROR_STATE);
    }
    uint16_t symbol = r->face.symbol;
    if (scanned)
        symbol = g->scanner.symbols[symbol];
    else if (symbol == g->word && symbol != 0)
        symbol = as_keyword(p, state, &keyword);
    Part *token = new_part(p);
    *token = (Part){
        .start = r->start, .end = r->end, .symbol = symbol, .state = state, .scanned = scanned, .scanner = after,
        .keyword = keyword, .extra = symbol == SYMBOL_END,
    };
    return number_of_part(p, token);
}

static bool may_be_reused(Parse *p, uint16_t state, const Part *token, Entry entry) {
    const Grammar *g = p->grammar;
    Mode here = mode_of(g, state), there = mode_of(g, token->state);
    if (here.lex == NO_LOOKAHEAD) return false;
    if (entry.count > 0 && memcmp(&here, &there, sizeof here) == 0 &&
        (token->symbol != g->word || (!token->keyword && token->state == state)))
        return true;
    if (token->end == token->start && token->symbol != SYMBOL_END) return false;
    return here.external == 0 && entry.reusable;
}

uint32_t kept_token(Parse *p, uint16_t state, uint32_t position, uint32_t scanner, Entry *entry) {
    if (p->kept.token == 0 || p->kept.position != position || !same_scanner_state(p, p->kept.scanner, scanner)) return 0;
    const Part *token = part_at(p, p->kept.token);
    *entry = entry_of(p, state, token->symbol);
    return may_be_reused(p, state, token, *entry) ? p->kept.token : 0;
}
