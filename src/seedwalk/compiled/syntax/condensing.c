/* After each round: versions that came together are joined, those that cannot go on are dropped, the best come first. */
#include "syntax.h"

typedef enum { TAKE_LEFT, PREFER_LEFT, PREFER_RIGHT, TAKE_RIGHT } Verdict;

typedef struct {
    bool stuck;
    int32_t precedence;
} Standing;

static Standing standing(const Version *version) {
    return (Standing){.stuck = version->status == PAUSED, .precedence = version->top->precedence};
}

static Verdict verdict(Standing left, Standing right) {
    if (left.stuck != right.stuck) return left.stuck ? TAKE_RIGHT : TAKE_LEFT;
    return right.precedence > left.precedence ? PREFER_RIGHT : PREFER_LEFT;
}

static void swap(Version *one, Version *other) {
    Version moved = *one;
    *one = *other;
    *other = moved;
}

/* Holds a version against all before it; the number of the version that stands there or before it now.
 * What the version was like is asked once: one that changed places with a better one is held against the rest by what
 * the better one was like, as tree-sitter does. */
static uint32_t settle(Parse *p, uint32_t version) {
    Standing told = standing(p->versions + version);
    for (uint32_t place = 0; place < version; place++) {
        Verdict found = verdict(standing(p->versions + place), told);
        if (found == TAKE_LEFT) {
            drop_version(p, version);
            return version - 1;
        }
        if (found == TAKE_RIGHT) {
            drop_version(p, place);
            version--, place--;
        } else if (join(p, place, version))
            return version - 1;
        else if (found == PREFER_RIGHT)
            swap(p->versions + place, p->versions + version);
    }
    return version;
}

/* Whether some version goes on, or none is left; not where the text has an error. */
bool condense(Parse *p) {
    for (uint32_t version = 0; version < p->count; version++) {
        if (p->versions[version].status == HALTED) {
            drop_version(p, version);
            version--;
        } else
            version = settle(p, version);
    }
    while (p->count > MOST_VERSIONS) drop_version(p, MOST_VERSIONS);
    if (p->count == 0 || p->versions[0].status != ACTIVE) return p->count == 0;
    for (uint32_t version = p->count; version-- > 0;)
        if (p->versions[version].status == PAUSED) drop_version(p, version);
    return true;
}
