/* One pattern run below one node: states that wait for nodes, in the order in which they came about. */
#include "patterns.h"

#include <string.h>

typedef struct {
    Patterns *p;
    const Tree *tree;
    const Begin *pattern;
    uint32_t first; /* the node it begins with */
    uint32_t base;          /* depth of what steps of depth 0 match */
    bool deferred;          /* a state is done and waits for longer ones */
} Run;

static State *states(const Run *r) { return (State *)r->p->states.at; }
static size_t size(const Run *r) { return r->p->states.used / sizeof(State); }
static Capture *captures(const Run *r, const State *state) { return (Capture *)r->p->captured.at + state->first; }
static const TreeNode *node_at(const Run *r, uint32_t number) { return r->tree->nodes + number; }
static const Look *look_at(const Run *r, uint32_t number) { return (const Look *)r->p->looks.at + number; }

static bool keep(const Run *r, const State *state, uint32_t at, uint32_t phase) {
    Finding found = {captures(r, state), state->count, r->pattern->pattern, r->base, at, phase};
    return keep_match(r->p, r->tree, &found);
}

static void drop(Run *r, size_t at) {
    State *all = states(r);
    memmove(all + at, all + at + 1, (size(r) - at - 1) * sizeof(State));
    r->p->states.used -= sizeof(State);
}

static bool insert(Run *r, size_t at, State state) {
    if (!row_reserve(&r->p->states, sizeof state)) return false;
    State *all = states(r);
    memmove(all + at + 1, all + at, (size(r) - at) * sizeof(State));
    all[at] = state;
    r->p->states.used += sizeof state;
    return true;
}

/* Room for captures of a state's own, with those it has. */
static bool make_room(Run *r, State *state, uint32_t room) {
    Row *row = &r->p->captured;
    if (!row_reserve(row, room * sizeof(Capture))) return false;
    uint32_t first = (uint32_t)(row->used / sizeof(Capture));
    if (state->count) memcpy((Capture *)row->at + first, captures(r, state), state->count * sizeof(Capture));
    row->used += room * sizeof(Capture);
    state->first = first;
    state->room = room;
    return true;
}

static bool copy_state(Run *r, size_t at) {
    State copy = states(r)[at];
    copy.room = 0;
    return (!copy.count || make_room(r, &copy, copy.count + MOST_CAPTURES)) && insert(r, at + 1, copy);
}

static bool capture(Run *r, State *state, const Step *step, uint32_t number) {
    for (int place = 0; place < MOST_CAPTURES && step->captures[place] != NO_CAPTURE; place++) {
        if (state->count == UINT16_MAX) return PyErr_Format(PyExc_OverflowError, "a match captures too much"), false;
        if (state->count == state->room && !make_room(r, state, state->count < 4 ? 4u : state->count * 2u))
            return false;
        captures(r, state)[state->count++] = (Capture){number, step->captures[place]};
    }
    return true;
}

/* The node around is captured where a pattern began with its child. */
static bool capture_parent(Run *r, State *state, const Step *step, uint32_t number) {
    do step--;
    while (step->flags & (IS_DEAD | IS_PASS) || step->depth > 0);
    state->wants_parent = false;
    return capture(r, state, step, node_at(r, number)->parent);
}

static uint32_t next_sibling(const Run *r, uint32_t number) { return sibling_behind(r->tree, number); }

/* Whether a later sibling can match the step a state is at. */
static bool may_match_later(const Run *r, const State *state, const Step *step, uint32_t number) {
    const TreeNode *node = node_at(r, number);
    if (state->immediate || !next_sibling(r, number)) return false;
    if (step->flags & IS_IMMEDIATE && r->tree->grammar->traits[node->symbol].named) return false;
    return !step->field || step->field != node->field || has_later_field(r->p, r->tree, number, step->field);
}

/* Splits a state at steps that may go on elsewhere; how many it became, -1 with an exception. */
static int branch(Run *r, size_t at) {
    size_t end = at + 1;
    for (size_t place = at; place < end; place++) {
        State *state = states(r) + place;
        const Step *step = r->p->steps + state->step;
        if (step->other == NO_STEP) continue;
        if (step->flags & IS_DEAD) {
            state->step = step->other;
            place--;
            continue;
        }
        bool passes = step->flags & IS_PASS;
        if (passes) state->step++;
        if (!copy_state(r, place)) return -1;
        State *copy = states(r) + place + 1;
        copy->step = step->other;
        if (passes) copy->immediate = true;
        end++;
        if (passes) place--;
    }
    return (int)(end - at);
}

/* Moves a state on by a node that matches its step; how many it became, -1 with an exception. */
static int move_on(Run *r, size_t at, uint32_t number, bool later) {
    const Step *step = r->p->steps + states(r)[at].step;
    bool split = later && step->flags & (IS_CAPTURING | IS_FALLIBLE);
    if (split && !copy_state(r, at)) return -1;
    State *state = states(r) + at;
    if (state->wants_parent && !capture_parent(r, state, step, number)) return -1;
    if (step->captures[0] != NO_CAPTURE && !capture(r, state, step, number)) return -1;
    state->step++;
    state->immediate = step->flags & IS_ANY && step[1].flags & IS_IMMEDIATE;
    int made = branch(r, at);
    return made < 0 ? -1 : made + split;
}

/* Every state that waits for this depth; whether any moved, -1 with an exception. */
static int update(Run *r, uint32_t number, uint32_t depth) {
    int moved = 0;
    for (size_t at = 0; at < size(r);) {
        State *state = states(r) + at;
        const Step *step = r->p->steps + state->step;
        state->waits = false;
        if (step->depth != depth) {
            at++;
            continue;
        }
        bool fits = step_matches(r->p, r->tree, step, number, r->pattern->plain), later = may_match_later(r, state, step, number);
        if (fits) {
            int made = move_on(r, at, number, later);
            if (made < 0) return -1;
            at += (size_t)made;
            moved = 1;
        } else if (later) {
            at++;
        } else {
            drop(r, at);
        }
    }
    return moved;
}

static int compare_nodes(const Run *r, uint32_t left, uint32_t right) {
    const TreeNode *one = node_at(r, left), *other = node_at(r, right);
    if (left == right) return 0;
    if (one->start != other->start) return one->start < other->start ? -1 : 1;
    return one->end == other->end ? 0 : one->end > other->end ? -1 : 1;
}

/* Whether one of two states captured all that the other did. */
static void compare(const Run *r, const State *left, const State *right, bool *has_right, bool *has_left) {
    const Capture *one = captures(r, left), *other = captures(r, right);
    uint32_t i = 0, j = 0;
    *has_right = *has_left = true;
    while (i < left->count && j < right->count) {
        int order = one[i].node == other[j].node && one[i].capture == other[j].capture
                        ? 2
                        : compare_nodes(r, one[i].node, other[j].node);
        if (order == -1 || order == 0) *has_left = false;
        if (order == 1 || order == 0) *has_right = false;
        i += order != 1;
        j += order != -1;
    }
    if (i < left->count) *has_left = false;
    if (j < right->count) *has_right = false;
}

/* Drops what captured no more than another at the same step; whether the state itself is gone. */
static bool prune(Run *r, size_t at) {
    for (size_t place = at + 1; place < size(r); place++) {
        State *state = states(r) + at, *other = states(r) + place;
        bool has_right, has_left, same = state->step == other->step;
        compare(r, state, other, &has_right, &has_left);
        if (has_right && same) {
            drop(r, place--);
            continue;
        }
        if (has_right) other->waits = true;
        if (has_left && same) {
            drop(r, at);
            return true;
        }
        if (has_left) state->waits = true;
    }
    return false;
}

/* States that are done end, but for those that longer ones may still replace. */
static bool settle(Run *r, uint32_t number) {
    r->deferred = false;
    for (size_t at = 0; at < size(r);) {
        if (prune(r, at)) continue;
        const State *state = states(r) + at;
        bool done = r->p->steps[state->step].depth == PATTERN_DONE;
        if (done && !state->waits) {
            if (!keep(r, state, number, 0)) return false;
            drop(r, at);
            continue;
        }
        r->deferred |= done;
        at++;
    }
    return true;
}

/* New states for the entries that this node fits. */
static bool begin(Run *r, uint32_t number) {
    for (uint32_t place = 0; place < r->pattern->count; place++) {
        Entry entry = r->p->entries[r->pattern->first + place];
        uint16_t at = entry.step;
        const Step *step = r->p->steps + at;
        if (!may_begin(r->tree, entry, number)) continue;
        if (!step_matches(r->p, r->tree, step, number, r->pattern->plain)) continue; /* it would be gone at once: no later node may be its first */
        if (size(r) && states(r)[size(r) - 1].step == at) continue;
        State state = {.step = at, .immediate = true, .wants_parent = step->depth == 1};
        if (!insert(r, size(r), state)) return false;
    }
    return true;
}

static bool enter(Run *r, uint32_t number, uint32_t depth) {
    if (depth == r->pattern->depth && (number == r->first || r->pattern->around) && !begin(r, number)) return false;
    int moved = update(r, number, depth);
    return moved >= 0 && (!(moved || r->deferred) || settle(r, number));
}

static void leave(Run *r, uint32_t depth) {
    State *all = states(r);
    size_t kept = 0;
    for (size_t at = 0; at < size(r); at++) {
        uint16_t waits = r->p->steps[all[at].step].depth;
        if (waits == PATTERN_DONE || waits <= depth) all[kept++] = all[at];
    }
    r->p->states.used = kept * sizeof(State);
}

/* The greatest depth that a state waits for, or new ones begin at. */
static uint32_t waiting(const Run *r) {
    uint32_t deepest = r->pattern->around ? r->pattern->depth : 0;
    for (size_t at = 0; at < size(r); at++) {
        uint16_t depth = r->p->steps[states(r)[at].step].depth;
        if (depth != PATTERN_DONE && depth > deepest) deepest = depth;
    }
    return deepest;
}

/* What is done when all of the pattern's nodes were left ends as soon as the cursor meets another node. */
static bool finish(Run *r) {
    uint32_t top = r->first;
    const TreeNode *node = node_at(r, top);
    bool inside = r->pattern->around && r->pattern->depth == 0;
    if (r->pattern->around && (r->pattern->depth || inside)) node = node_at(r, top = node->parent);
    uint32_t at = inside ? 0 : next_sibling(r, top), phase = 0;
    if (!at) {
        if (!inside && top) node = node_at(r, top = node->parent);
        at = node->behind - 1;
        phase = 0x10000u - look_at(r, top)->depth;
    }
    for (size_t place = 0; place < size(r); place++) {
        const State *state = states(r) + place;
        if (r->p->steps[state->step].depth != PATTERN_DONE) continue;
        if (!keep(r, state, at, phase)) return false;
    }
    return true;
}

/* The next node in a walk that looks no deeper than states wait; 0 behind the last. */
static uint32_t next_node(Run *r, uint32_t number, uint32_t *depth) {
    uint32_t deepest = waiting(r);
    bool has_children = node_at(r, number)->behind > number + 1;
    if (has_children && (deepest > *depth || r->deferred)) return ++*depth, number + 1;
    leave(r, *depth);
    if (deepest > *depth) deepest = waiting(r);
    while (number != r->first) {
        uint32_t next = *depth <= deepest || r->deferred ? next_sibling(r, number) : 0;
        if (next) return next;
        if (*depth == r->pattern->depth) return 0; /* the last of those around the first */
        number = node_at(r, number)->parent;
        leave(r, --*depth);
        deepest = waiting(r);
    }
    return r->pattern->around ? next_sibling(r, number) : 0;
}

bool run_pattern(Patterns *patterns, const Tree *tree, uint32_t run, uint32_t first) {
    Run r = {.p = patterns, .tree = tree, .pattern = patterns->runs + run, .first = first};
    uint32_t depth = r.pattern->depth, node = first;
    r.base = look_at(&r, first)->depth - depth;
    patterns->states.used = patterns->captured.used = 0;
    do {
        if (!enter(&r, node, depth)) return false;
        if (!size(&r) && !r.pattern->around) return true;
        node = next_node(&r, node, &depth);
    } while (node);
    return !r.deferred || finish(&r);
}
