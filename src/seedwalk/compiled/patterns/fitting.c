/* Whether a node is what a step asks for; and patterns whose steps are a line, each in the one before. */
#include "patterns.h"

#include <string.h>

/* Whether a named node follows. The cursor sees no further than the hidden node around a statement and what ends it,
 * and hidden nodes are not in the tree: then it is left to say. */
static bool has_later_named(Patterns *p, const Tree *tree, uint32_t number) {
    uint32_t next = sibling_behind(tree, number);
    for (uint32_t later = next; later; later = sibling_behind(tree, later)) {
        if (!tree->grammar->traits[tree->nodes[later].symbol].named) continue;
        if (later != next && strcmp(tree->grammar->symbol_names[tree->nodes[next].symbol], ";") == 0) p->doubtful = true;
        return true;
    }
    return false;
}

/* Right behind a node of the same field, both may be of a hidden node, as above. */
static uint32_t behind_in_field(Patterns *p, const Tree *tree, uint32_t number, uint16_t field) {
    uint32_t next = sibling_behind(tree, number);
    if (next && tree->nodes[next].field == field) p->doubtful = true;
    return next;
}

bool has_later_field(Patterns *p, const Tree *tree, uint32_t number, uint16_t field) {
    uint32_t later = behind_in_field(p, tree, number, field);
    while (later && tree->nodes[later].field != field) later = sibling_behind(tree, later);
    return later;
}

enum { MOST_BESIDE = 64 };

/* Whether an extra stands between nodes of this field: then all may be in a hidden node, which has it. Of a node that is
 * too far away it is taken to be so. */
static bool is_between(const Tree *tree, uint32_t number, uint16_t field) {
    uint32_t before = 0, next = number, looked = 0;
    while ((next = sibling_behind(tree, next)) && tree->nodes[next].extra && looked < MOST_BESIDE) looked++;
    if (!next || (tree->nodes[next].field != field && !tree->nodes[next].extra)) return false;
    for (uint32_t child = tree->nodes[number].parent + 1; child < number; child = tree->nodes[child].behind, looked++)
        if (!tree->nodes[child].extra) before = child;
    return before && (tree->nodes[before].field == field || looked > MOST_BESIDE);
}

bool is_in_field(Patterns *p, const Tree *tree, uint32_t number, uint16_t field) {
    const TreeNode *node = tree->nodes + number;
    if (node->unsure && !p->doubtful && is_between(tree, number, field)) p->doubtful = true;
    return node->field == field;
}

static bool has_child_field(const Patterns *p, const Tree *tree, uint32_t number, uint16_t field) {
    if (!(((const Look *)p->looks.at)[number].fields & 1u << field % 32)) return false;
    uint32_t end = tree->nodes[number].behind;
    for (uint32_t child = number + 1; child < end; child = tree->nodes[child].behind)
        if (tree->nodes[child].field == field) return true;
    return false;
}

static bool lacks_fields(const Patterns *p, const Tree *tree, const Step *step, uint32_t number) {
    const uint16_t *field = p->negated + p->lists[step->negated - 1];
    for (; *field; field++)
        if (has_child_field(p, tree, number, *field)) return false;
    return true;
}

bool step_matches(Patterns *p, const Tree *tree, const Step *step, uint32_t number, bool plain) {
    const TreeNode *node = tree->nodes + number;
    return accepts(p, step, node) && (!step->field || is_in_field(p, tree, number, step->field)) &&
           (!plain || may_hold(step, (const Look *)p->looks.at + number)) &&
           (!step->negated || lacks_fields(p, tree, step, number)) &&
           (!(step->flags & IS_LAST) || !has_later_named(p, tree, number));
}

typedef struct {
    Patterns *p;
    const Tree *tree;
    const Begin *pattern;
    uint32_t depth;
    Capture captures[LONGEST_LINE * MOST_CAPTURES];
} Line;

/* What a node and those in it capture, from a step on; one call for a step, and of these there are few. */
static bool follow(Line *line, const Step *step, uint32_t number, uint32_t count) {
    for (int place = 0; place < MOST_CAPTURES && step->captures[place] != NO_CAPTURE; place++)
        line->captures[count++] = (Capture){number, step->captures[place]};
    if ((++step)->depth == PATTERN_DONE) {
        Finding found = {line->captures, count, line->pattern->pattern, line->depth, number, 0};
        return keep_match(line->p, line->tree, &found);
    }
    const TreeNode *nodes = line->tree->nodes;
    for (uint32_t child = number + 1; child < nodes[number].behind; child = nodes[child].behind) {
        bool named = step->flags & IS_IMMEDIATE && line->tree->grammar->traits[nodes[child].symbol].named;
        if (step->field && nodes[child].field == step->field && !named)
            behind_in_field(line->p, line->tree, child, step->field);
        if (step_matches(line->p, line->tree, step, child, true) && !follow(line, step, child, count)) return false;
        if (named) return true;
    }
    return true;
}

bool run_line(Patterns *p, const Tree *tree, const Begin *pattern, uint32_t first) {
    const Step *step = p->steps + p->entries[pattern->first].step;
    Line line = {.p = p, .tree = tree, .pattern = pattern, .depth = ((const Look *)p->looks.at)[first].depth};
    return !step_matches(p, tree, step, first, true) || follow(&line, step, first, 0);
}
