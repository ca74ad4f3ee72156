/* How a text is parsed by the tables of its grammar, as tree-sitter does it, for texts without errors.
 *
 * A grammar may leave open what follows: then several stacks are kept, one a version, until all but one have met a token
 * they cannot take, or two have come to the same state and are joined. Where no version can go on the text has an error, and
 * is left to tree-sitter, which repairs. docs/decisions/0017 says why this is done here.
 */
#ifndef SEEDWALK_SYNTAX_H
#define SEEDWALK_SYNTAX_H

#include "lexing.h"
#include "tree.h"

/* A token, or what a rule made of its parts; by number, from 1. */
typedef struct {
    uint32_t start, end, count; /* how many parts; none of a token */
    union {
        uint32_t first;   /* of these, in `Parse.parts` */
        uint32_t scanner; /* of a token that a scanner found: the scanner's state behind it */
    };
    int32_t precedence; /* the rule's own and its parts' together */
    uint16_t symbol;
    union {
        uint16_t production;
        uint16_t state; /* of a token: the state it was looked for in */
    };
    bool extra;   /* may stand anywhere, such as a comment */
    bool keyword; /* a word that is a keyword somewhere */
    bool scanned; /* found by a scanner */
} Part;

typedef struct Stack Stack;
typedef struct {
    Stack *below;
    uint32_t part;
} Link;

enum { MOST_LINKS = 8 };
struct Stack {
    Link link;  /* what lies below, and what was put on it */
    Link *more; /* where versions were joined: further ones */
    uint32_t links, users, position;
    int32_t precedence;
    uint16_t state;
};

/* What was put on the only version there is: no stacks are made of it before there is another one. */
typedef struct {
    uint32_t part;
    uint16_t state;
    bool extra;
} Laid;

typedef enum { ACTIVE, PAUSED, HALTED } Status;
typedef struct {
    Stack *top;
    uint32_t scanner;
    Status status;
} Version;

/* Parts taken off a version, and the version that is left below them. */
typedef struct {
    uint32_t first, count, version; /* in `Parse.taken` */
} Taken;

enum { MOST_VERSIONS = 6, MOST_OVER = 4, MOST_PATHS = 64, ROOM_FOR_VERSIONS = 2 * MOST_PATHS + 32 };
enum { NO_VERSION = UINT32_MAX };

/* What a grammar's tables say of a symbol in a state. */
typedef struct {
    Action first;   /* of a token: what is to be done, */
    uint16_t value; /* and where this and all else that is stand in the grammar's actions; of a rule: the state behind it */
    uint8_t count;
    bool reusable;
} Entry;

typedef struct {
    uint32_t key; /* state and symbol */
    Entry entry;
} Known;
enum { UNKNOWN = UINT32_MAX }; /* the key of an empty place */

typedef struct {
    const Grammar *grammar;
    Reading reading;
    void *scanner;
    bool failed; /* out of memory, an error in the text, or more open than is looked at */
    Row made;    /* Part */
    Row parts;   /* uint32: numbers of parts */
    Row laid;    /* Laid */
    Row taken;   /* uint32: of a reduction under way */
    Row states;  /* bytes of scanners' states, */
    Row ends;    /* and where each ends */
    Row pages;   /* Stack *: pages of stacks; those not in use are linked, */
    Stack *spare; /* this one first */
    Row frames, nodes; /* of flattening */
    Version versions[ROOM_FOR_VERSIONS];
    uint32_t count;
    Taken slices[ROOM_FOR_VERSIONS];
    uint32_t sliced;
    struct {
        uint32_t token, position, scanner;
    } kept; /* the token read last */
    uint32_t finished;
    Known *known; /* what was looked up, by key; a power of two of places, half of which stay empty */
    uint32_t known_count, known_shift; /* how many; by how much a hash is shifted to be a place */
} Parse;

typedef struct {
    uint16_t lex, external, reserved;
} Mode;

static inline Part *part_at(const Parse *p, uint32_t number) { return (Part *)p->made.at + number; }
static inline uint32_t *parts_of(const Parse *p, const Part *part) { return row_numbers(&p->parts) + part->first; }

/* tables.c */
bool tables_open(Parse *p);
Entry entry_found(Parse *p, uint32_t key);
Mode mode_of(const Grammar *g, uint16_t state);
bool is_reserved(const Grammar *g, uint16_t state, uint16_t symbol);
uint16_t next_state(Parse *p, uint16_t state, uint16_t symbol);

static inline uint32_t place_of(const Parse *p, uint32_t key) { return key * 2654435761u >> p->known_shift; }
static inline Entry entry_of(Parse *p, uint16_t state, uint16_t symbol) {
    uint32_t key = (uint32_t)state << 16 | symbol;
    const Known *known = p->known + place_of(p, key);
    return known->key == key ? known->entry : entry_found(p, key);
}
static inline uint16_t table_value(Parse *p, uint16_t state, uint16_t symbol) { return entry_of(p, state, symbol).value; }

/* Room for what is added to a row; NULL where memory ends. */
static inline void *row_room(Row *row, size_t bytes) {
    if (row->used + bytes > row->room && !row_reserve(row, bytes)) return NULL;
    row->used += bytes;
    return row->at + row->used - bytes;
}

/* Room for a new part, which is filled in where it lies: a copy would be read in other pieces than it was written in, and
 * wait for these. Where memory ends this is the place of part 0, which is none. */
static inline Part *new_part(Parse *p) {
    Part *at = row_room(&p->made, sizeof *at);
    return at != NULL ? at : (p->failed = true, (Part *)p->made.at);
}
static inline uint32_t number_of_part(const Parse *p, const Part *part) { return (uint32_t)(part - (Part *)p->made.at); }
/* A part like another. */
static inline Part *copy_part(Parse *p, uint32_t number) {
    Part *at = new_part(p);
    *at = *part_at(p, number);
    return at;
}

static inline Laid *laid_on(const Parse *p) { return (Laid *)(p->laid.at + p->laid.used); }
static inline uint16_t state_of(const Parse *p, uint32_t version) {
    return p->laid.used ? laid_on(p)[-1].state : p->versions[version].top->state;
}
static inline uint32_t position_of(const Parse *p, uint32_t version) {
    return p->laid.used ? part_at(p, laid_on(p)[-1].part)->end : p->versions[version].top->position;
}

/* tokens.c */
bool same_scanner_state(const Parse *p, uint32_t one, uint32_t other);
/* The token at a place, by what may follow there; 0 where a rule ends that may stand anywhere. */
uint32_t read_token(Parse *p, uint32_t position, uint32_t before, uint16_t state);
/* The token read last, if it stands there and would be read again. */
uint32_t kept_token(Parse *p, uint16_t state, uint32_t position, uint32_t scanner, Entry *entry);

/* stacks.c */
/* Puts a part on the only version. */
void lay(Parse *p, uint32_t part, uint16_t state, bool extra);
/* Makes stacks of what was put on it. */
void pile_up(Parse *p);
/* The other way round for the topmost stack; false where it was joined with another. */
bool take_down(Parse *p);
bool stacks_open(Parse *p);
void stacks_close(Parse *p);
void put(Parse *p, uint32_t version, uint32_t part, uint16_t state);
void take(Parse *p, uint32_t version, uint32_t count);
void take_all(Parse *p, uint32_t version);
void drop_version(Parse *p, uint32_t version);
void move_version(Parse *p, uint32_t from, uint32_t to);
bool join(Parse *p, uint32_t kept, uint32_t other);
void release(Parse *p, Stack *stack);

/* preferring.c */
bool is_better(Parse *p, uint32_t left, uint32_t right);

/* condensing.c */
bool condense(Parse *p);

/* parsing.c */
/* The number of the root; 0 where the text is left to tree-sitter. */
uint32_t parse(Parse *p);

/* flattening.c */
bool flatten(Parse *p, uint32_t root, Tree *tree);

#endif
