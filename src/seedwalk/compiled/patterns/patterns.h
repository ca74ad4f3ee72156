/* A query of a dialect as extract/patterns.py puts it into numbers, and what it finds in a tree.
 *
 * What is found, and in which order, is what tree-sitter's cursor finds: ways to match a pattern are states that nodes
 * move on, split and end. Here the states of one pattern below one node are all that is looked at together, and only
 * the nodes they wait for are visited; what ends is put where the cursor, which walks once, would have met it. */
#ifndef SEEDWALK_PATTERNS_H
#define SEEDWALK_PATTERNS_H

#include "tree.h"

enum { NO_STEP = 0xFFFF, PATTERN_DONE = 0xFFFF, NO_CAPTURE = 0xFFFF, MOST_CAPTURES = 3, DEEPEST = 1000 };
enum { IS_NAMED = 1, IS_IMMEDIATE = 2, IS_LAST = 4, IS_PASS = 8, IS_DEAD = 16, IS_CAPTURING = 32, IS_FALLIBLE = 64, IS_ANY = 128 };
enum { ASKS_EQUAL, ASKS_MATCHING, ASKS_AMONG };

typedef struct {
    uint64_t needs[2]; /* of each a child must have one: symbols as bits */
    uint32_t fields;   /* its children must have all: fields as bits */
    uint16_t symbol, set, field, depth, other, negated, captures[MOST_CAPTURES];
    uint8_t flags;
} Step;

typedef struct {
    uint16_t run, step;
    uint16_t barred; /* the symbol of nodes it does not begin with right within an error; NO_STEP: any */
} Entry;

/* A pattern, by the steps of one depth that it may begin with. */
typedef struct {
    uint32_t first, count;         /* of these */
    uint16_t pattern, depth, slot; /* the last is its place in `around`, and 1 */
    bool around;                   /* it may go on behind the node it begins with */
    bool plain;                    /* no way to match it waits for a longer one */
    uint8_t line;                  /* how many steps it has, if each stands in the one before and no other in that */
} Begin;

typedef struct {
    uint32_t first, leaves, end; /* entries for a symbol: for nodes with children up to end, for leaves from `leaves` on */
} Bucket;

/* What a predicate says of a text, kept. */
typedef struct {
    Table yes, no;
} Answers;

typedef struct {
    uint32_t node, capture;
} Capture;

/* A match: what it captured, and where the cursor would have met it. */
typedef struct {
    uint64_t rank;
    uint32_t first, count, next, pattern;
} Match;

/* What a pattern captured, and at which node: on entering it, or in a later phase, on leaving one whose last it is. */
typedef struct {
    const Capture *captures;
    uint32_t count, pattern, depth, at, phase;
} Finding;

/* What is known of a node while patterns are sought. */
typedef struct {
    uint64_t symbols; /* of its children, as bits */
    uint32_t fields;  /* the same */
    uint32_t depth, matches;
} Look;

typedef struct {
    uint32_t first, room; /* of its captures, in the row of all */
    uint16_t step, count;
    bool immediate, wants_parent, waits;
} State;

typedef struct {
    PyObject_HEAD
    PyObject *owner, *names, *ask; /* names of captures; ask(regular expression, text) */
    PyObject *predicates;
    const Grammar *grammar;
    Step *steps;
    Begin *runs;
    Entry *entries, *begun;
    Bucket *buckets;
    uint8_t *sets;        /* a row of bytes for each, one for a symbol */
    uint16_t *negated;    /* fields, ended by 0 */
    uint32_t *lists;      /* where those of each begin */
    uint32_t steps_count, runs_count, entries_count, patterns_count, symbols, sets_count, slots;
    Answers *answers;     /* of each pattern's predicates */
    Row looks, states, captured, matches, kept; /* while it runs: kept captures are those of matches */
    Tree *found;          /* whose matches are there to be read */
    bool busy, doubtful;  /* it is looking or being read; what was found may differ from what the cursor finds */
    uint32_t *around;     /* by pattern and depth: the node whose children were looked at last, and 1 */
} Patterns;

enum { MOST_PREDICATES = 16, LONGEST_LINE = 12 };

extern PyTypeObject PatternsType;

/* Finds all matches, in order from `next_match`; -1 with an exception, 0 where this is left to tree-sitter. */
int find_matches(Patterns *patterns, const Tree *tree);
/* Runs a pattern from a node on; false with an exception. */
bool run_pattern(Patterns *patterns, const Tree *tree, uint32_t run, uint32_t first);
/* Whether captures satisfy the predicates of a pattern; -1 with an exception. */
int satisfies(Patterns *patterns, const Tree *tree, uint32_t pattern, const Capture *captures, uint32_t count);
void free_answers(Patterns *patterns);
/* Keeps what a pattern found, if its predicates hold. */
bool keep_match(Patterns *patterns, const Tree *tree, const Finding *finding);
/* Runs a pattern whose steps are a line. */
bool run_line(Patterns *patterns, const Tree *tree, const Begin *pattern, uint32_t first);
PyObject *patterns_find(PyObject *self, PyObject *root);
PyObject *patterns_matches(PyObject *self, PyObject *root);
PyObject *patterns_read(PyObject *self, PyObject *const *given, Py_ssize_t count);
bool check_predicates(PyObject *predicates);
/* grammar_words(language): names of symbols and fields as numbers. */
PyObject *grammar_words(PyObject *module, PyObject *language);
/* The grammar that a language's wheel gives; NULL with an exception. */

/* The next child of the same parent; 0 where there is none. */
static inline uint32_t sibling_behind(const Tree *tree, uint32_t number) {
    uint32_t behind = tree->nodes[number].behind;
    return number && behind < tree->nodes[tree->nodes[number].parent].behind ? behind : 0;
}

static inline bool accepts(const Patterns *p, const Step *step, const TreeNode *node) {
    if (step->set) return p->sets[(size_t)(step->set - 1) * p->symbols + node->symbol];
    return step->symbol ? step->symbol == node->symbol
                        : node->symbol != ERRING && (!(step->flags & IS_NAMED) || p->grammar->traits[node->symbol].named);
}

/* Whether a pattern may begin with a node where this stands. */
static inline bool may_begin(const Tree *tree, Entry entry, uint32_t number) {
    return !entry.barred || !number || tree->nodes[tree->nodes[number].parent].symbol != ERRING ||
           (entry.barred != NO_STEP && entry.barred != tree->nodes[number].symbol);
}

/* Whether a node is in a field. */
bool is_in_field(Patterns *p, const Tree *tree, uint32_t number, uint16_t field);
/* Whether a node is all that a step asks for. */
bool step_matches(Patterns *p, const Tree *tree, const Step *step, uint32_t number, bool plain);
/* Whether a sibling behind a node is of the same field. */
bool has_later_field(Patterns *p, const Tree *tree, uint32_t number, uint16_t field);

/* Whether a node's children may be what steps below this one ask for. */
static inline bool may_hold(const Step *step, const Look *look) {
    return (step->fields & ~look->fields) == 0 && (!step->needs[0] || step->needs[0] & look->symbols) &&
           (!step->needs[1] || step->needs[1] & look->symbols);
}

#endif
