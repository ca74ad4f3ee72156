/* What was parsed as one array: of all parts those that show, each with what its parent calls it. */
#include "syntax.h"

/* A part whose own parts are being gone through. */
typedef struct {
    const Part *part;
    const uint16_t *aliases; /* by place among the parts that are no extras; NULL: none */
    uint32_t next, place;    /* the next part; its place among those that are no extras */
    uint32_t node;           /* the number of the node that shows: itself, or what it is hidden in */
    uint16_t field;          /* what its parent calls it, if it is hidden and passes this on */
    bool shows;
} Frame;

static uint16_t field_of(const Grammar *g, uint16_t production, uint32_t place) {
    if (g->fields == 0) return 0;
    Slice slice = g->field_slices[production];
    for (const FieldEntry *at = g->field_entries + slice.first, *last = at + slice.count; at < last; at++)
        if (!at->inherited && at->child == place) return at->field;
    return 0;
}

static inline bool open_frame(Row *frames, const Grammar *g, const Part *part, uint32_t node, uint16_t field, bool shows) {
    Frame *frame = row_room(frames, sizeof *frame);
    if (frame == NULL) return false;
    *frame = (Frame){.part = part, .node = node, .field = shows ? 0 : field, .shows = shows};
    if (part->production) frame->aliases = g->alias_sequences + (uint32_t)part->production * g->longest_aliases;
    return true;
}

static inline bool add_node(Row *nodes, const Grammar *g, const Part *part, uint32_t parent, uint16_t symbol, uint16_t field) {
    TreeNode *node = row_room(nodes, sizeof *node);
    if (node == NULL) return false;
    *node = (TreeNode){
        .start = part->start, .end = part->end, .parent = parent, .behind = (uint32_t)(node - (TreeNode *)nodes->at) + 1,
        .symbol = g->public_symbols[symbol], .field = field, .extra = part->extra,
    };
    return true;
}

static bool go_down(const Parse *p, Row *frames, Row *nodes) {
    const Grammar *g = p->grammar;
    Frame *frame = (Frame *)(frames->at + frames->used) - 1;
    const Part *part = part_at(p, parts_of(p, frame->part)[frame->next++]);
    uint32_t parent = frame->node, node = parent;
    uint16_t field = frame->field, symbol = part->symbol;
    bool shows = g->traits[symbol].visible;
    if (!part->extra) {
        uint16_t alias = frame->aliases == NULL ? 0 : frame->aliases[frame->place];
        uint16_t own = field_of(g, frame->part->production, frame->place++);
        if (own != 0) field = own;
        if (alias != 0) symbol = alias, shows = true;
    }
    while (!shows && part->count == 1 && part->production == 0) { /* nothing but another part */
        part = part_at(p, *parts_of(p, part));
        symbol = part->symbol;
        shows = g->traits[symbol].visible;
    }
    if (shows) {
        node = (uint32_t)(nodes->used / sizeof(TreeNode));
        if (!add_node(nodes, g, part, parent, symbol, field)) return false;
    }
    return part->count == 0 || open_frame(frames, g, part, node, field, shows);
}

static bool go_through(const Parse *p, Row *frames, Row *nodes) {
    while (frames->used > 0) {
        Frame *frame = (Frame *)(frames->at + frames->used) - 1;
        if (frame->next < frame->part->count) {
            if (!go_down(p, frames, nodes)) return false;
            continue;
        }
        if (frame->shows) ((TreeNode *)nodes->at)[frame->node].behind = (uint32_t)(nodes->used / sizeof(TreeNode));
        frames->used -= sizeof(Frame);
    }
    return true;
}

bool flatten(Parse *p, uint32_t root, Tree *tree) {
    const Part *whole = part_at(p, root);
    p->frames.used = p->nodes.used = 0;
    return add_node(&p->nodes, p->grammar, whole, 0, whole->symbol, 0) &&
           open_frame(&p->frames, p->grammar, whole, 0, 0, true) && go_through(p, &p->frames, &p->nodes) &&
           tree_fill(tree, &p->nodes);
}
