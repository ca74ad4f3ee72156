/* A word met for the first time: its parts, their stems, the numbers of these. */
#include "vocabulary.h"

#include <string.h>

#define LONGEST_WORD 80u
#define SHORTEST_PART 2u

static bool is_capital(unsigned char byte) { return byte >= 'A' && byte <= 'Z'; }
static bool is_small(unsigned char byte) { return byte >= 'a' && byte <= 'z'; }
static bool is_digit(unsigned char byte) { return byte >= '0' && byte <= '9'; }
static char lowered(char byte) { return is_capital((unsigned char)byte) ? (char)(byte + 'a' - 'A') : byte; }

/* How many bytes from here on are one part of a word, 0 for what is none: `_PART` of text.py, for ASCII. */
static size_t part_length(const char *at, size_t left) {
    size_t capitals = 0, length;
    while (capitals < left && is_capital((unsigned char)at[capitals])) capitals++;
    unsigned char next = capitals < left ? (unsigned char)at[capitals] : 0;
    unsigned char after = capitals + 1 < left ? (unsigned char)at[capitals + 1] : 0;
    if (capitals >= 2 && next == 's' && !is_small(after)) return capitals + 1;
    if (capitals >= 2 && is_small(next)) return capitals - 1;
    length = capitals;
    while (length < left && is_small((unsigned char)at[length])) length++;
    while (length < left && is_digit((unsigned char)at[length])) length++;
    return length;
}

static int64_t term_number(Vocabulary *self, const char *term, size_t length) {
    uint32_t hashed = hash_text(term, length);
    int64_t number = table_find(&self->terms, term, length, hashed);
    if (number >= 0 || !row_reserve(&self->hashes, sizeof(uint64_t))) return number;
    number = table_add(&self->terms, term, length, hashed);
    uint64_t hash = blake2b_8((const unsigned char *)term, length);
    if (number >= 0) row_add(&self->hashes, &hash, sizeof hash);
    return number;
}

static int64_t number_of_text(Vocabulary *self, PyObject *term) {
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(term, &length);
    return text == NULL ? -1 : term_number(self, text, (size_t)length);
}

/* The term of a part in lower case: Python is asked for its stem, once. */
static int64_t stem_number(Vocabulary *self, const char *part, size_t length) {
    uint32_t hashed = hash_text(part, length);
    int64_t piece = table_find(&self->pieces, part, length, hashed);
    if (piece >= 0) return row_numbers(&self->stems)[piece];
    PyObject *stem = PyObject_CallFunction(self->stem_of, "s#", part, (Py_ssize_t)length);
    int64_t number = stem == NULL ? -1 : number_of_text(self, stem);
    Py_XDECREF(stem);
    if (number < 0 || !row_reserve(&self->stems, sizeof(uint32_t))) return -1;
    if (table_add(&self->pieces, part, length, hashed) < 0) return -1;
    row_add_number(&self->stems, (uint32_t)number);
    return number;
}

static bool add_term(Vocabulary *self, int64_t number) {
    if (number < 0) return false;
    uint16_t mark = (uint16_t)((uint64_t *)self->hashes.at)[number];
    return row_add_number(&self->flat, (uint32_t)number) && row_add(&self->marks, &mark, sizeof mark);
}

/* The terms of a word in ASCII, as `terms` of text.py gives them. */
static bool learn_plain(Vocabulary *self, const char *word, size_t length) {
    char low[LONGEST_WORD];
    size_t parts = 0, part;
    if (is_digit((unsigned char)word[0])) return true;
    for (size_t place = 0; place < length; place++) low[place] = lowered(word[place]);
    for (size_t place = 0; place < length; place += part ? part : 1) {
        part = part_length(word + place, length - place);
        parts += part > 0;
        if (part >= SHORTEST_PART && !add_term(self, stem_number(self, low + place, part))) return false;
    }
    return parts < 2 || add_term(self, term_number(self, low, length));
}

static bool learn_other(Vocabulary *self, const char *word, size_t length) {
    PyObject *found = PyObject_CallFunction(self->terms_of, "s#", word, (Py_ssize_t)length);
    PyObject *listed = found == NULL ? NULL : PySequence_Fast(found, "terms are a list");
    bool done = listed != NULL;
    for (Py_ssize_t place = 0; done && place < PySequence_Fast_GET_SIZE(listed); place++)
        done = add_term(self, number_of_text(self, PySequence_Fast_GET_ITEM(listed, place)));
    Py_XDECREF(listed);
    Py_XDECREF(found);
    return done;
}

static bool is_ascii(const char *text, size_t length) {
    for (size_t place = 0; place < length; place++)
        if (text[place] & 0x80) return false;
    return true;
}

/* Puts the terms of a word behind all others, or nothing. */
static bool learn(Vocabulary *self, const char *word, size_t length) {
    size_t flat = self->flat.used, marks = self->marks.used;
    if (length == 0 || length > LONGEST_WORD) return true;
    if (is_ascii(word, length) ? learn_plain(self, word, length) : learn_other(self, word, length)) return true;
    self->flat.used = flat;
    self->marks.used = marks;
    return false;
}

int64_t word_number(Vocabulary *self, const char *word, size_t length, uint32_t hash) {
    int64_t number = table_find(&self->words, word, length, hash);
    if (number >= 0) return number + 1;
    if (!row_reserve(&self->ends, sizeof(uint32_t)) || !learn(self, word, length)) return -1;
    number = table_add(&self->words, word, length, hash);
    if (number < 0) return -1;
    row_add_number(&self->ends, (uint32_t)(self->flat.used / sizeof(uint32_t)));
    return number + 1;
}
