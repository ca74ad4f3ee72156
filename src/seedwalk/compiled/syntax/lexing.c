/* A file's bytes, one letter at a time: what generated lexers and scanners call. The text is known to be UTF-8. */
#include "lexing.h"

enum { BYTE_ORDER_MARK = 0xFEFF, ASCII_END = 0x80 };

static int32_t decoded(const uint8_t *at, uint32_t *width) {
    if (at[0] < 0xE0) {
        *width = 2;
        return (at[0] & 0x1F) << 6 | (at[1] & 0x3F);
    }
    if (at[0] < 0xF0) {
        *width = 3;
        return (at[0] & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F);
    }
    *width = 4;
    return (at[0] & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F);
}

static inline void look(Reading *r) {
    if (r->at >= r->length) {
        r->face.lookahead = 0;
        r->width = 1;
        r->over = true;
        return;
    }
    uint8_t first = r->text[r->at];
    if (first < ASCII_END) {
        r->face.lookahead = first;
        r->width = 1;
    } else
        r->face.lookahead = decoded(r->text + r->at, &r->width);
}

static void advance(Lexer *face, bool skip) {
    Reading *r = (Reading *)face;
    if (r->over) return;
    r->at += r->width;
    if (skip) r->start = r->at;
    look(r);
}

static void mark_end(Lexer *face) {
    Reading *r = (Reading *)face;
    r->end = r->at;
    r->ended = true;
}

/* Letters since the last line break, counted on from where they were counted last. */
static uint32_t column(Lexer *face) {
    Reading *r = (Reading *)face;
    if (r->at < r->counted) {
        r->counted = r->at;
        while (r->counted > 0 && r->text[r->counted - 1] != '\n') r->counted--;
        r->column = 0;
    }
    for (; r->counted < r->at; r->counted++) {
        uint8_t byte = r->text[r->counted];
        if (byte == '\n')
            r->column = 0;
        else if ((byte & 0xC0) != ASCII_END && !(r->counted == 0 && r->marked))
            r->column++;
    }
    return r->column;
}

static bool at_range_start(const Lexer *face) {
    const Reading *r = (const Reading *)face;
    return r->at == 0 && !r->over;
}

static bool at_end(const Lexer *face) { return ((const Reading *)face)->over; }

static void say_nothing(const Lexer *face, const char *format, ...) { (void)face, (void)format; }

void reading_open(Reading *r, const uint8_t *text, uint32_t length) {
    *r = (Reading){
        .face = {.advance = advance, .mark_end = mark_end, .column = column, .at_range_start = at_range_start,
                 .at_end = at_end, .log = say_nothing},
        .text = text, .length = length,
        .marked = length >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF,
    };
}

void reading_at(Reading *r, uint32_t place) {
    if (place == r->at) return;
    r->at = place;
    r->width = 0;
    r->face.lookahead = 0;
    r->over = false;
}

void reading_start(Reading *r) {
    r->start = r->at;
    r->ended = false;
    r->face.symbol = 0;
    if (r->over) return;
    if (r->width == 0) look(r);
    if (r->at == 0 && r->face.lookahead == BYTE_ORDER_MARK) advance(&r->face, true);
}

void reading_finish(Reading *r) {
    if (!r->ended) mark_end(&r->face);
    if (r->end < r->start) r->start = r->end;
}
