/* What a tree-sitter grammar is made of: the tables and functions that every generated parser gives, by the layout that
 * versions 14 and 15 of their common interface promise. */
#ifndef SEEDWALK_GRAMMAR_H
#define SEEDWALK_GRAMMAR_H

#include <stdbool.h>
#include <stdint.h>

enum { OLDEST_INTERFACE = 14, NEWEST_INTERFACE = 15, WITH_RESERVED_WORDS = 15 };
enum { SYMBOL_END = 0, SYMBOL_ERROR = UINT16_MAX, LONGEST_STATE = 1024 }; /* bytes that a scanner may need to remember where it is */

typedef struct Lexer Lexer;
struct Lexer {
    int32_t lookahead;
    uint16_t symbol;
    void (*advance)(Lexer *, bool skip);
    void (*mark_end)(Lexer *);
    uint32_t (*column)(Lexer *);
    bool (*at_range_start)(const Lexer *);
    bool (*at_end)(const Lexer *);
    void (*log)(const Lexer *, const char *, ...);
};

typedef enum { SHIFT, REDUCE, ACCEPT, RECOVER } ActionType;

typedef union {
    struct {
        uint8_t type;
        uint16_t state;
        bool extra, repetition;
    } shift;
    struct {
        uint8_t type, children;
        uint16_t symbol;
        int16_t precedence;
        uint16_t production;
    } reduce;
    uint8_t type;
} Action;

typedef union {
    Action action;
    struct {
        uint8_t count;
        bool reusable;
    } entry;
} ActionEntry;

typedef struct {
    uint16_t field;
    uint8_t child;
    bool inherited;
} FieldEntry;

typedef struct {
    uint16_t first, count;
} Slice;

typedef struct {
    bool visible, named, supertype;
} SymbolTraits;

typedef struct {
    uint32_t interface, symbols, aliases, tokens, external_tokens, states, large_states, productions, fields;
    uint16_t longest_aliases;
    const uint16_t *table, *small_table;
    const uint32_t *small_places;
    const ActionEntry *actions;
    const char *const *symbol_names, *const *field_names;
    const Slice *field_slices;
    const FieldEntry *field_entries;
    const SymbolTraits *traits;
    const uint16_t *public_symbols, *alias_map, *alias_sequences, *lex_modes;
    bool (*lex)(Lexer *, uint16_t state);
    bool (*lex_keyword)(Lexer *, uint16_t state);
    uint16_t word;
    struct {
        const bool *states;
        const uint16_t *symbols;
        void *(*create)(void);
        void (*destroy)(void *);
        bool (*scan)(void *, Lexer *, const bool *wanted);
        unsigned (*serialize)(void *, char *);
        void (*deserialize)(void *, const char *, unsigned);
    } scanner;
    const uint16_t *primary_states;
    /* Since version 15. */
    const char *name;
    const uint16_t *reserved_words;
    uint16_t longest_reserved;
    uint32_t supertypes;
    const uint16_t *supertype_symbols;
    const Slice *supertype_slices;
    const uint16_t *supertype_entries;
} Grammar;

#endif
