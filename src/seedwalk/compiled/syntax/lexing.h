/* A file's bytes as a generated lexer or a scanner sees them: one letter at a time, with a look at the next. */
#ifndef SEEDWALK_LEXING_H
#define SEEDWALK_LEXING_H

#include "grammar.h"

typedef struct {
    Lexer face; /* what generated code knows; first, so that a pointer to it is one to the whole */
    const uint8_t *text;
    uint32_t length, at, width; /* of the text; where the next letter begins; its bytes, 0 before it was looked at */
    uint32_t start, end;        /* of the token */
    bool ended, over;           /* whether its end was marked; whether the text is */
    uint32_t counted, column;   /* the byte up to which a column was counted last, and that column */
    bool marked;                /* whether the text begins with a byte order mark, which is no letter of its line */
} Reading;

void reading_open(Reading *r, const uint8_t *text, uint32_t length);
void reading_at(Reading *r, uint32_t place);
void reading_start(Reading *r);
/* Ends a token where nobody marked its end. */
void reading_finish(Reading *r);

#endif
