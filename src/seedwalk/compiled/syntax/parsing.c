/* A text parsed: each version reads its next token and does what the grammar's tables say of it. */
#include "syntax.h"

#include <string.h>

/* A rule's parts, those kept last, as one. */
static inline uint32_t made_of_last(Parse *p, uint32_t count, const Action *action, uint32_t position) {
    Part *whole = new_part(p);
    uint32_t first = (uint32_t)(p->parts.used / sizeof(uint32_t)) - count;
    const uint32_t *parts = row_numbers(&p->parts) + first;
    int32_t precedence = 0;
    for (uint32_t place = 0; place < count; place++) precedence += part_at(p, parts[place])->precedence;
    *whole = (Part){
        .start = count > 0 ? part_at(p, parts[0])->start : position, .first = first, .count = count,
        .end = count > 0 ? part_at(p, parts[count - 1])->end : position, .precedence = precedence,
        .symbol = action->reduce.symbol, .production = action->reduce.production,
    };
    return number_of_part(p, whole);
}

static uint32_t made_of(Parse *p, const uint32_t *parts, uint32_t count, const Action *action, uint32_t position) {
    uint32_t *kept = row_room(&p->parts, count * sizeof *parts);
    if (kept == NULL) return p->failed = true, 0;
    for (uint32_t place = 0; place < count; place++) kept[place] = parts[place];
    return made_of_last(p, count, action, position);
}

/* How many of a slice's parts are before the extras at its end, which are not the rule's. */
static uint32_t without_extras(const Parse *p, const Taken *slice) {
    uint32_t count = slice->count;
    const uint32_t *parts = row_numbers(&p->taken) + slice->first;
    while (count > 0 && part_at(p, parts[count - 1])->extra) count--;
    return count;
}

static uint32_t whole_of(Parse *p, const Taken *slice, const Action *action) {
    uint32_t position = p->versions[slice->version].top->position;
    return made_of(p, row_numbers(&p->taken) + slice->first, without_extras(p, slice), action, position);
}

/* Of slices that lead to one stack, the parts that are taken; `place` is moved to the last of these slices. */
static uint32_t best_of(Parse *p, uint32_t *place, uint32_t moved, const Action *action, Taken *chosen) {
    uint32_t version = p->slices[*place].version, best;
    *chosen = p->slices[*place];
    chosen->version -= moved;
    best = whole_of(p, chosen, action);
    while (*place + 1 < p->sliced && p->slices[*place + 1].version == version) {
        Taken next = p->slices[++*place];
        next.version -= moved;
        uint32_t other = whole_of(p, &next, action);
        if (is_better(p, best, other)) best = other, *chosen = next;
    }
    return best;
}

static uint32_t halted(const Parse *p) {
    uint32_t count = 0;
    for (uint32_t version = 0; version < p->count; version++) count += p->versions[version].status == HALTED;
    return count;
}

/* Puts what a rule made on a version, and the extras again on top of that. */
static void put_whole(Parse *p, uint32_t version, uint32_t whole, const Taken *slice, const Action *action, bool ending) {
    uint16_t state = p->versions[version].top->state, next = table_value(p, state, action->reduce.symbol);
    part_at(p, whole)->precedence += action->reduce.precedence;
    if (ending && next == state) part_at(p, whole)->extra = true;
    put(p, version, whole, next);
    for (uint32_t place = part_at(p, whole)->count; place < slice->count; place++)
        put(p, version, row_numbers(&p->taken)[slice->first + place], next);
}

/* Carries a rule out; the first version that came of it, none where all were joined with others. */
static uint32_t reduce(Parse *p, uint32_t version, const Action *action, bool ending) {
    uint32_t before = p->count, moved = 0, most = MOST_VERSIONS + MOST_OVER + halted(p);
    take(p, version, action->reduce.children);
    for (uint32_t place = 0; place < p->sliced && !p->failed; place++) {
        Taken slice;
        uint32_t made = p->slices[place].version - moved;
        if (made > most) {
            uint32_t same = p->slices[place].version;
            while (place + 1 < p->sliced && p->slices[place + 1].version == same) place++;
            drop_version(p, made);
            moved++;
            continue;
        }
        uint32_t whole = best_of(p, &place, moved, action, &slice);
        put_whole(p, made, whole, &slice, action, ending);
        for (uint32_t other = 0; other < made; other++)
            if (other != version && join(p, other, made)) {
                moved++;
                break;
            }
    }
    return p->count > before ? before : NO_VERSION;
}

/* The same where nothing else is open: what was laid on the only version is changed. Not where two ways lead down. */
static bool reduce_alone(Parse *p, const Action *action) {
    uint32_t parts = 0, taken = 0, extras = 0;
    for (; parts < action->reduce.children; taken++) {
        if (taken * sizeof(Laid) == p->laid.used && !take_down(p)) return false;
        parts += !laid_on(p)[-1 - (int64_t)taken].extra;
        extras += parts == 0;
    }
    uint32_t count = taken - extras, *kept = row_room(&p->parts, count * sizeof *kept);
    if (kept == NULL) return p->failed = true;
    Laid *first = laid_on(p) - taken, *last = first + count;
    for (uint32_t place = 0; place < count; place++) kept[place] = first[place].part;
    p->laid.used -= taken * sizeof(Laid);
    uint32_t whole = made_of_last(p, count, action, position_of(p, 0));
    uint16_t next = table_value(p, state_of(p, 0), action->reduce.symbol);
    part_at(p, whole)->precedence += action->reduce.precedence;
    lay(p, whole, next, false);
    for (; extras > 0; extras--, last++) lay(p, last->part, next, true);
    return true;
}

/* Puts a token on a version, as one that may stand anywhere or not. */
static inline void shift(Parse *p, uint32_t version, uint32_t token, uint16_t state, const Action *action, bool alone) {
    bool extra = action->shift.extra;
    const Part *told = part_at(p, token);
    if (told->scanned) p->versions[version].scanner = told->scanner;
    if (told->extra != extra) {
        Part *other = copy_part(p, token);
        other->extra = extra;
        token = number_of_part(p, other);
    }
    uint16_t next = extra ? state : action->shift.state;
    if (alone)
        lay(p, token, next, extra);
    else
        put(p, version, token, next);
}

/* The root with what stands before and behind it: extras, and the end of the text. */
static uint32_t rooted(Parse *p, const Taken *slice) {
    Row all = {0};
    uint32_t *taken = row_numbers(&p->taken) + slice->first, at = slice->count;
    while (at > 0 && part_at(p, taken[at - 1])->extra) at--;
    if (at == 0) return p->failed = true, 0;
    const Part root = *part_at(p, taken[at - 1]);
    bool done = row_add(&all, taken, (at - 1) * sizeof *taken) &&
                row_add(&all, parts_of(p, &root), root.count * sizeof *taken) &&
                row_add(&all, taken + at, (slice->count - at) * sizeof *taken);
    if (!done) p->failed = true;
    Action action = {.reduce = {.symbol = root.symbol, .production = root.production}};
    uint32_t whole = made_of(p, row_numbers(&all), (uint32_t)(all.used / sizeof *taken), &action, 0);
    row_free(&all);
    return whole;
}

static void accept(Parse *p, uint32_t version, uint32_t token) {
    put(p, version, token, 1);
    take_all(p, version);
    for (uint32_t place = 0; place < p->sliced && !p->failed; place++) {
        uint32_t root = rooted(p, p->slices + place);
        if (p->finished == 0 || is_better(p, p->finished, root)) p->finished = root;
    }
    if (p->sliced > 0) drop_version(p, p->slices[0].version);
    p->versions[version].status = HALTED;
}

/* A keyword that cannot stand here may be meant as a plain word. */
static uint32_t as_word(Parse *p, uint32_t token, uint16_t state, Entry *entry) {
    const Grammar *g = p->grammar;
    const Part *told = part_at(p, token);
    if (!told->keyword || told->symbol == g->word || is_reserved(g, state, told->symbol)) return 0;
    *entry = entry_of(p, state, g->word);
    if (entry->count == 0) return 0;
    Part *word = copy_part(p, token);
    word->symbol = g->word;
    return number_of_part(p, word);
}

typedef enum { NOTHING, REDUCED, DONE } Did;

/* What the tables say of a token in a state, done; `*from` is the version that the last reduction gave. */
static Did act(Parse *p, uint32_t version, uint16_t state, uint32_t token, Entry entry, uint32_t *from) {
    Did did = NOTHING;
    *from = NO_VERSION;
    for (uint32_t place = 0; place < entry.count && !p->failed; place++) {
        const Action *action = &p->grammar->actions[entry.value + 1 + place].action;
        if (action->type == SHIFT) {
            if (action->shift.repetition) continue;
            shift(p, version, token, state, action, false);
            return DONE;
        }
        if (action->type == ACCEPT) return accept(p, version, token), DONE;
        if (action->type == RECOVER) return p->failed = true, DONE;
        uint32_t made = reduce(p, version, action, token == 0);
        if (made != NO_VERSION) *from = made;
        did = REDUCED;
    }
    return did;
}

static uint32_t read_next(Parse *p, uint32_t version, uint16_t state, Entry *entry) {
    uint32_t position = position_of(p, version), scanner = p->versions[version].scanner;
    uint32_t token = read_token(p, position, scanner, state);
    if (token != 0) {
        p->kept.token = token;
        p->kept.position = position;
        p->kept.scanner = scanner;
    }
    *entry = entry_of(p, state, token != 0 ? part_at(p, token)->symbol : SYMBOL_END);
    return token;
}

/* The only thing to do, done to the only version; nothing where that is no plain step. */
static inline Did act_alone(Parse *p, uint16_t state, uint32_t token, const Action *action) {
    if (action->type == REDUCE) return reduce_alone(p, action) ? REDUCED : NOTHING;
    if (action->type != SHIFT || action->shift.repetition) return NOTHING;
    shift(p, 0, token, state, action, true);
    return DONE;
}

/* One token of a version: rules end that it ends, then it is put on the stack, or the version is stuck. */
static void advance(Parse *p, uint32_t version) {
    uint16_t state = state_of(p, version);
    Entry entry = {0};
    uint32_t token = 0, position = position_of(p, version);
    if (p->kept.position == position) token = kept_token(p, state, position, p->versions[version].scanner, &entry);
    if (token == 0) token = read_next(p, version, state, &entry);
    while (!p->failed) {
        uint32_t from = version;
        Did did = p->count == 1 && entry.count == 1 && token != 0 ? act_alone(p, state, token, &entry.first) : NOTHING;
        if (did == NOTHING) {
            pile_up(p);
            did = act(p, version, state, token, entry, &from);
        }
        if (did == DONE) return;
        if (from != NO_VERSION) {
            move_version(p, from, version);
            state = state_of(p, version);
            if (token == 0)
                token = read_next(p, version, state, &entry);
            else
                entry = entry_of(p, state, part_at(p, token)->symbol);
            continue;
        }
        uint32_t word = did == REDUCED || token == 0 ? 0 : as_word(p, token, state, &entry);
        if (word == 0) {
            p->versions[version].status = did == REDUCED ? HALTED : PAUSED;
            return;
        }
        token = word;
    }
}

static bool parse_open(Parse *p) {
    Part none = {0};
    p->failed = false;
    p->made.used = p->parts.used = p->laid.used = p->states.used = p->ends.used = 0;
    p->finished = 0;
    memset(&p->kept, 0, sizeof p->kept);
    if (p->grammar->scanner.states != NULL && p->grammar->scanner.create != NULL) p->scanner = p->grammar->scanner.create();
    /* Each has one thing that is none, so that there is memory even for nothing. */
    return row_add(&p->made, &none, sizeof none) && row_add_number(&p->parts, 0) && row_add_number(&p->ends, 0) &&
           stacks_open(p);
}

static void parse_close(Parse *p) {
    stacks_close(p);
    if (p->scanner != NULL && p->grammar->scanner.destroy != NULL) p->grammar->scanner.destroy(p->scanner);
    p->scanner = NULL;
}

uint32_t parse(Parse *p) {
    uint32_t last = 0;
    p->failed = !parse_open(p);
    while (!p->failed && p->count > 0) {
        for (uint32_t version = 0; version < p->count; version++)
            while (!p->failed && p->versions[version].status == ACTIVE) {
                advance(p, version);
                uint32_t position = position_of(p, version);
                if (position > last || (version > 0 && position == last)) {
                    last = position;
                    break;
                }
            }
        if (p->count == 1 && p->versions[0].status == ACTIVE) continue;
        if (!p->failed && !condense(p)) { /* what is left has errors: one that is whole is better */
            p->failed = p->finished == 0;
            break;
        }
    }
    parse_close(p);
    return p->failed ? 0 : p->finished;
}
