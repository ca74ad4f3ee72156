/* Which of two readings of the same text is taken: that of higher precedence, else the one whose rules the grammar lists first. */
#include "syntax.h"

typedef struct {
    uint32_t left, right;
} Pair;

static int compared(const Part *left, const Part *right) {
    if (left->symbol != right->symbol) return left->symbol < right->symbol ? -1 : 1;
    return left->count == right->count ? 0 : left->count < right->count ? -1 : 1;
}

/* -1 or 1 where the first difference in the order of a walk speaks for the left or the right. */
static int compared_throughout(Parse *p, uint32_t left, uint32_t right) {
    Row open = {0};
    Pair pair = {left, right};
    int found = 0;
    if (!row_add(&open, &pair, sizeof pair)) p->failed = true;
    while (open.used > 0 && found == 0 && !p->failed) {
        open.used -= sizeof pair;
        pair = *(Pair *)(open.at + open.used);
        const Part *one = part_at(p, pair.left), *other = part_at(p, pair.right);
        if (pair.left == pair.right) continue;
        found = compared(one, other);
        for (uint32_t place = one->count; found == 0 && place-- > 0;) {
            Pair inner = {parts_of(p, one)[place], parts_of(p, other)[place]};
            if (!row_add(&open, &inner, sizeof inner)) p->failed = true;
        }
    }
    row_free(&open);
    return found;
}

bool is_better(Parse *p, uint32_t left, uint32_t right) {
    int32_t here = part_at(p, left)->precedence, there = part_at(p, right)->precedence;
    return here != there ? there > here : compared_throughout(p, left, right) > 0;
}
