/* All matches of a query in a tree: where patterns may begin, and the order in which they are found. */
#include "patterns.h"

#include <string.h>

bool keep_match(Patterns *p, const Tree *tree, const Finding *finding) {
    int told = satisfies(p, tree, finding->pattern, finding->captures, finding->count);
    if (told <= 0) return told == 0;
    Match match = {
        .rank = (uint64_t)finding->phase << 32 | finding->depth << 16 | finding->pattern, .pattern = finding->pattern,
        .first = (uint32_t)(p->kept.used / sizeof(Capture)), .count = finding->count,
    };
    if (!row_add(&p->kept, finding->captures, finding->count * sizeof(Capture))) return false;
    if (!row_add(&p->matches, &match, sizeof match)) return false;
    /* Behind all that the cursor meets before it at this node. */
    Match *all = (Match *)p->matches.at;
    uint32_t *link = &((Look *)p->looks.at)[finding->at].matches;
    while (*link && all[*link - 1].rank <= match.rank) link = &all[*link - 1].next;
    uint32_t number = (uint32_t)(p->matches.used / sizeof match);
    all[number - 1].next = *link;
    *link = number;
    return true;
}

/* What is to be known of every node; whether none is too deep, -1 with an exception. */
static int look(Patterns *p, const Tree *tree) {
    p->looks.used = 0;
    if (!row_reserve(&p->looks, tree->count * sizeof(Look))) return -1;
    Look *looks = (Look *)p->looks.at;
    looks[0] = (Look){0};
    for (uint32_t at = 1; at < tree->count; at++) {
        const TreeNode *node = tree->nodes + at;
        Look *parent = looks + node->parent;
        if (parent->depth + 1 >= DEEPEST) return 0;
        parent->symbols |= 1ull << node->symbol % 64;
        if (node->field) parent->fields |= 1u << node->field % 32;
        looks[at] = (Look){.depth = parent->depth + 1};
    }
    return 1;
}

/* Whether a pattern that looks at siblings was run for these before. */
static bool was_run(Patterns *p, const Begin *pattern, const Tree *tree, uint32_t at) {
    const Look *looks = (const Look *)p->looks.at;
    uint32_t *place = p->around + (size_t)(pattern->slot - 1) * DEEPEST + looks[at].depth;
    uint32_t parent = tree->nodes[at].parent + 1;
    if (*place == parent) return true;
    *place = parent;
    return false;
}

static bool begin_at(Patterns *p, const Tree *tree, uint32_t at) {
    const TreeNode *node = tree->nodes + at;
    const Look *seen = (const Look *)p->looks.at + at;
    const Bucket *bucket = p->buckets + node->symbol;
    bool leaf = node->behind == at + 1;
    uint32_t end = leaf ? bucket->end : bucket->leaves, last = UINT32_MAX;
    for (uint32_t place = leaf ? bucket->leaves : bucket->first; place < end; place++) {
        Entry entry = p->begun[place];
        const Step *step = p->steps + entry.step;
        if (entry.run == last || !may_hold(step, seen) || !may_begin(tree, entry, at)) continue;
        if (step->field && !is_in_field(p, tree, at, step->field)) continue;
        const Begin *pattern = p->runs + entry.run;
        last = entry.run;
        if (step->depth && !at) continue;
        if (pattern->around && was_run(p, pattern, tree, at)) continue;
        if (!(pattern->line ? run_line(p, tree, pattern, at) : run_pattern(p, tree, entry.run, at))) return false;
    }
    return true;
}

int find_matches(Patterns *p, const Tree *tree) {
    p->matches.used = p->kept.used = 0;
    p->doubtful = false;
    int looked = look(p, tree);
    if (looked <= 0) return looked;
    memset(p->around, 0, (size_t)p->slots * DEEPEST * sizeof(uint32_t));
    for (uint32_t at = 0; at < tree->count; at++)
        if (!begin_at(p, tree, at)) return -1;
    return !p->doubtful;
}
