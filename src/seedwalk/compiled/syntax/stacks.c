/* The stacks of all versions. They share what lies below: a stack is its top and a link to the stack below it, and where two
 * versions came to the same state their tops are one, with a link for each way there. */
#include "syntax.h"

#include <string.h>

enum { PAGE = 256, DEEPEST_JOIN = 500 };

static Stack *new_page(Parse *p) {
    Stack *page = PyMem_RawMalloc(PAGE * sizeof(Stack));
    if (page == NULL || !row_add(&p->pages, &page, sizeof page)) {
        PyMem_RawFree(page);
        return NULL;
    }
    for (uint32_t place = 0; place < PAGE; place++) page[place].link.below = place + 1 < PAGE ? page + place + 1 : NULL;
    return page;
}

static inline Stack *new_stack(Parse *p) {
    if (p->spare == NULL && (p->spare = new_page(p)) == NULL) return p->failed = true, NULL;
    Stack *stack = p->spare;
    p->spare = stack->link.below;
    return stack;
}

static inline Link *link_at(Stack *stack, uint32_t place) { return place == 0 ? &stack->link : stack->more + place - 1; }

/* Gives up a stack, and all below it that nobody else uses. */
void release(Parse *p, Stack *stack) {
    while (stack != NULL && --stack->users == 0) {
        for (uint32_t place = 1; place < stack->links; place++) release(p, stack->more[place - 1].below);
        if (stack->more != NULL) PyMem_RawFree(stack->more);
        Stack *below = stack->link.below;
        stack->link.below = p->spare;
        p->spare = stack;
        stack = below;
    }
}

bool stacks_open(Parse *p) {
    Stack *base = new_stack(p);
    if (base == NULL) return false;
    *base = (Stack){.users = 1, .state = 1};
    p->versions[0] = (Version){.top = base, .status = ACTIVE};
    p->count = 1;
    return true;
}

void stacks_close(Parse *p) {
    while (p->count > 0) release(p, p->versions[--p->count].top);
}

void put(Parse *p, uint32_t version, uint32_t part, uint16_t state) {
    Stack *stack = new_stack(p), *below = p->versions[version].top;
    if (stack == NULL) return;
    const Part *told = part_at(p, part);
    *stack = (Stack){
        .link = {below, part}, .links = 1, .users = 1, .position = told->end, .state = state,
        .precedence = below->precedence + told->precedence,
    };
    p->versions[version].top = stack;
}

void lay(Parse *p, uint32_t part, uint16_t state, bool extra) {
    Laid *at = row_room(&p->laid, sizeof *at);
    if (at == NULL)
        p->failed = true;
    else
        *at = (Laid){.part = part, .state = state, .extra = extra};
}

void pile_up(Parse *p) {
    const Laid *at = (const Laid *)p->laid.at, *end = laid_on(p);
    p->laid.used = 0;
    for (; at < end; at++) put(p, 0, at->part, at->state);
}

bool take_down(Parse *p) {
    Stack *top = p->versions[0].top, *below = top->link.below;
    const Part *part = part_at(p, top->link.part);
    if (top->links != 1 || top->precedence != below->precedence + part->precedence) return false;
    if (row_room(&p->laid, sizeof(Laid)) == NULL) return false;
    Laid *all = (Laid *)p->laid.at;
    memmove(all + 1, all, p->laid.used - sizeof *all);
    *all = (Laid){.part = top->link.part, .state = top->state, .extra = part->extra};
    p->versions[0].top = below;
    below->users++;
    release(p, top);
    return true;
}

void drop_version(Parse *p, uint32_t version) {
    release(p, p->versions[version].top);
    p->count--;
    memmove(p->versions + version, p->versions + version + 1, (p->count - version) * sizeof(Version));
}

/* A version takes the place of an earlier one. */
void move_version(Parse *p, uint32_t from, uint32_t to) {
    Version moved = p->versions[from];
    if (from == to) return;
    moved.top->users++;
    release(p, p->versions[to].top);
    p->versions[to] = moved;
    drop_version(p, from);
}

/* Taking parts off. */

typedef struct {
    Stack *stack;
    uint32_t trail, parts; /* what was passed, the last first; how many of that are no extras */
} Path;

typedef struct {
    uint32_t part, before;
} Step;

/* The version whose top a stack is, among those that were made for slices; else a new one. */
static void add_slice(Parse *p, uint32_t version, Stack *stack, Taken slice) {
    for (uint32_t place = p->sliced; place-- > 0;) {
        if (p->versions[p->slices[place].version].top != stack) continue;
        slice.version = p->slices[place].version;
        memmove(p->slices + place + 2, p->slices + place + 1, (p->sliced - place - 1) * sizeof(Taken));
        p->slices[place + 1] = slice;
        p->sliced++;
        return;
    }
    if (p->count >= ROOM_FOR_VERSIONS || p->sliced >= ROOM_FOR_VERSIONS - 1) {
        p->failed = true;
        return;
    }
    stack->users++;
    slice.version = p->count;
    p->versions[p->count++] = (Version){.top = stack, .scanner = p->versions[version].scanner, .status = ACTIVE};
    p->slices[p->sliced++] = slice;
}

static void end_path(Parse *p, uint32_t version, const Path *path, const Row *steps) {
    Taken slice = {.first = (uint32_t)(p->taken.used / sizeof(uint32_t))};
    for (uint32_t at = path->trail; at != 0; slice.count++) {
        Step step = ((const Step *)steps->at)[at];
        if (!row_add_number(&p->taken, step.part)) p->failed = true;
        at = step.before;
    }
    add_slice(p, version, path->stack, slice);
}

static void step_down(Parse *p, Path *path, const Link *link, Row *steps) {
    Step step = {.part = link->part, .before = path->trail};
    path->trail = (uint32_t)(steps->used / sizeof step);
    path->stack = link->below;
    path->parts += !part_at(p, link->part)->extra;
    if (!row_add(steps, &step, sizeof step)) p->failed = true;
}

/* Every way down from a version, up to so many parts that are no extras, or to the bottom. */
static void take_along_paths(Parse *p, uint32_t version, uint32_t count, bool all) {
    Path paths[MOST_PATHS + 1] = {{.stack = p->versions[version].top}};
    uint32_t going = 1;
    Row steps = {0};
    Step none = {0};
    if (!row_add(&steps, &none, sizeof none)) p->failed = true;
    while (going > 0 && !p->failed) {
        for (uint32_t place = 0, size = going; place < size && !p->failed; place++) {
            Stack *stack = paths[place].stack;
            bool bottom = stack->links == 0;
            if (all ? bottom : paths[place].parts == count) {
                end_path(p, version, paths + place, &steps);
                bottom = true;
            }
            if (bottom) {
                memmove(paths + place, paths + place + 1, (--going - place) * sizeof(Path));
                place--, size--;
                continue;
            }
            for (uint32_t each = 1; each < stack->links && going < MOST_PATHS; each++) {
                paths[going] = paths[place];
                step_down(p, paths + going++, link_at(stack, each), &steps);
            }
            step_down(p, paths + place, link_at(stack, 0), &steps);
        }
    }
    row_free(&steps);
}

/* The only way down, the common case: nothing is copied. */
static bool take_straight(Parse *p, uint32_t version, uint32_t count) {
    Stack *stack = p->versions[version].top;
    uint32_t parts = 0, *at, *last;
    for (; parts < count; stack = stack->link.below) {
        if (stack->links != 1) return false;
        parts += !part_at(p, stack->link.part)->extra;
        if (!row_add_number(&p->taken, stack->link.part)) p->failed = true;
    }
    uint32_t total = (uint32_t)(p->taken.used / sizeof(uint32_t));
    at = row_numbers(&p->taken), last = at + total;
    while (at < last) {
        uint32_t swapped = *at;
        *at++ = *--last;
        *last = swapped;
    }
    add_slice(p, version, stack, (Taken){.count = total});
    return true;
}

void take(Parse *p, uint32_t version, uint32_t count) {
    p->sliced = 0;
    p->taken.used = 0;
    if (take_straight(p, version, count)) return;
    p->taken.used = 0;
    take_along_paths(p, version, count, false);
}

void take_all(Parse *p, uint32_t version) {
    p->sliced = 0;
    p->taken.used = 0;
    take_along_paths(p, version, 0, true);
}

/* Joining. */

static bool are_alike(const Parse *p, const Link *one, const Link *other) {
    if (one->part == other->part) return true;
    const Part *left = part_at(p, one->part), *right = part_at(p, other->part);
    uint32_t states[2] = {left->count == 0 && left->scanned ? left->scanner : 0,
                          right->count == 0 && right->scanned ? right->scanner : 0};
    return left->symbol == right->symbol && left->start - one->below->position == right->start - other->below->position &&
           left->end - left->start == right->end - right->start && left->count == right->count &&
           left->extra == right->extra && same_scanner_state(p, states[0], states[1]);
}

static bool may_be_one(const Stack *one, const Stack *other) {
    return one->state == other->state && one->position == other->position;
}

static void raise_precedence(Stack *stack, int32_t precedence) {
    if (precedence > stack->precedence) stack->precedence = precedence;
}

static void add_link(Parse *p, Stack *stack, Link link, uint32_t depth) {
    if (link.below == stack) return;
    if (depth > DEEPEST_JOIN) {
        p->failed = true;
        return;
    }
    int32_t own = part_at(p, link.part)->precedence;
    for (uint32_t place = 0; place < stack->links; place++) {
        Link *known = link_at(stack, place);
        if (!are_alike(p, known, &link)) continue;
        if (known->below == link.below) {
            if (own > part_at(p, known->part)->precedence) {
                known->part = link.part;
                stack->precedence = link.below->precedence + own;
            }
            return;
        }
        if (may_be_one(known->below, link.below)) {
            for (uint32_t each = 0; each < link.below->links; each++)
                add_link(p, known->below, *link_at(link.below, each), depth + 1);
            raise_precedence(stack, link.below->precedence + own);
            return;
        }
    }
    if (stack->links == MOST_LINKS) return;
    if (stack->more == NULL && (stack->more = PyMem_RawCalloc(MOST_LINKS - 1, sizeof(Link))) == NULL) {
        p->failed = true;
        return;
    }
    link.below->users++;
    *link_at(stack, stack->links++) = link;
    raise_precedence(stack, link.below->precedence + own);
}

/* Whether two versions came to the same place in the same state; then the first has both their ways there. */
bool join(Parse *p, uint32_t kept, uint32_t other) {
    Version *left = p->versions + kept, *right = p->versions + other;
    if (left->status != ACTIVE || right->status != ACTIVE || !may_be_one(left->top, right->top) ||
        !same_scanner_state(p, left->scanner, right->scanner))
        return false;
    for (uint32_t place = 0; place < right->top->links; place++) add_link(p, left->top, *link_at(right->top, place), 0);
    drop_version(p, other);
    return true;
}
