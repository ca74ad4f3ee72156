/* A vocabulary: words with their terms, both numbered; `store/vocabulary.py` says what it is. */
#ifndef SEEDWALK_VOCABULARY_H
#define SEEDWALK_VOCABULARY_H

#include "quick.h"

typedef struct {
    PyObject *words; /* a set of str */
    Row mask;        /* a byte for each word's number up to the last that is noise */
} Noise;

typedef struct {
    PyObject_HEAD
    PyObject *terms_of, *stem_of, *words_of; /* what Python is asked: see `Vocabulary` there */
    Table words;                             /* word n is the text n - 1: word 0 is noise */
    Row ends, flat, marks;                   /* uint32, uint32, uint16: each word's terms, and their marks */
    Table pieces;                            /* parts of words in lower case */
    Row stems;                               /* uint32: the term of each */
    Table terms;
    Row hashes; /* uint64 */
    Row noises; /* Noise */
} Vocabulary;

/* The number of a word; -1 with an exception. */
int64_t word_number(Vocabulary *self, const char *word, size_t length, uint32_t hash);
/* The numbers of the words of a text behind those in `numbers`; noise is 0. */
bool cut_text(Vocabulary *self, const char *text, size_t length, const Row *noise, Row *numbers);
/* Which words are noise, by number; NULL with an exception. */
const Row *noise_mask(Vocabulary *self, PyObject *words);
/* count_words(keys, runs, numbers, ends, flat, hashes, width) */
PyObject *count_words(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *spoken(Vocabulary *self, PyObject *const *given, Py_ssize_t count);

#endif
