/* The type that Python sees of a vocabulary. */
#include "vocabulary.h"

#include <string.h>

static bool start(Vocabulary *self) {
    return table_start(&self->words) && table_start(&self->pieces) && table_start(&self->terms) &&
           row_add_number(&self->ends, 0);
}

static PyObject *vocabulary_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    PyObject *terms, *stem, *words;
    (void)named;
    if (!PyArg_ParseTuple(args, "OOO", &terms, &stem, &words)) return NULL;
    Vocabulary *self = (Vocabulary *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    self->terms_of = Py_NewRef(terms);
    self->stem_of = Py_NewRef(stem);
    self->words_of = Py_NewRef(words);
    if (!start(self)) Py_CLEAR(self);
    return (PyObject *)self;
}

static void vocabulary_free(Vocabulary *self) {
    Noise *noises = (Noise *)self->noises.at;
    for (size_t place = 0; place < self->noises.used / sizeof(Noise); place++) {
        Py_DECREF(noises[place].words);
        row_free(&noises[place].mask);
    }
    Row *rows[] = {&self->ends, &self->flat, &self->marks, &self->stems, &self->hashes, &self->noises};
    for (size_t place = 0; place < sizeof rows / sizeof *rows; place++) row_free(rows[place]);
    table_free(&self->words);
    table_free(&self->pieces);
    table_free(&self->terms);
    Py_XDECREF(self->terms_of);
    Py_XDECREF(self->stem_of);
    Py_XDECREF(self->words_of);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *number(Vocabulary *self, PyObject *word) {
    char *text;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(word, &text, &length) < 0) return NULL;
    int64_t found = word_number(self, text, (size_t)length, hash_text(text, (size_t)length));
    return found < 0 ? NULL : PyLong_FromLongLong(found);
}

static bool mark_noise(Vocabulary *self, PyObject *word, Row *mask) {
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(word, &length);
    int64_t found = text == NULL ? -1 : word_number(self, text, (size_t)length, hash_text(text, (size_t)length));
    if (found < 0) return false;
    size_t wanted = (size_t)found + 1;
    if (wanted > mask->used) {
        if (!row_reserve(mask, wanted - mask->used)) return false;
        memset(mask->at + mask->used, 0, wanted - mask->used);
        mask->used = wanted;
    }
    mask->at[found] = 1;
    return true;
}

static bool fill_mask(Vocabulary *self, PyObject *words, Row *mask) {
    PyObject *each = PyObject_GetIter(words), *word;
    bool done = each != NULL;
    while (done && (word = PyIter_Next(each)) != NULL) {
        done = mark_noise(self, word, mask);
        Py_DECREF(word);
    }
    Py_XDECREF(each);
    return done && !PyErr_Occurred();
}

const Row *noise_mask(Vocabulary *self, PyObject *words) {
    Noise *noises = (Noise *)self->noises.at;
    for (size_t place = 0; place < self->noises.used / sizeof(Noise); place++) {
        int same = PyObject_RichCompareBool(noises[place].words, words, Py_EQ);
        if (same) return same < 0 ? NULL : &noises[place].mask;
    }
    Noise added = {.words = words};
    if (!fill_mask(self, words, &added.mask) || !row_add(&self->noises, &added, sizeof added)) {
        row_free(&added.mask);
        return NULL;
    }
    Py_INCREF(words);
    return &((Noise *)(self->noises.at + self->noises.used))[-1].mask;
}

static PyObject *each_terms(Vocabulary *self, PyObject *unused) {
    (void)unused;
    return Py_BuildValue("(NN)", row_bytes(&self->ends), row_bytes(&self->flat));
}

static PyObject *all_hashes(Vocabulary *self, PyObject *unused) {
    (void)unused;
    return row_bytes(&self->hashes);
}

static bool add_line(Vocabulary *self, PyObject *number, Row *lines) {
    size_t length, wanted = PyLong_AsSize_t(number);
    if (PyErr_Occurred()) return false;
    if (wanted >= table_count(&self->terms)) {
        PyErr_SetString(PyExc_IndexError, "no term has this number");
        return false;
    }
    const char *term = table_text(&self->terms, (uint32_t)wanted, &length);
    size_t begin = lines->used;
    if (!row_add(lines, term, length)) return false;
    for (size_t place = begin; place < lines->used; place++)
        if (lines->at[place] == '\n') lines->at[place] = ' ';
    return row_add(lines, "\n", 1);
}

static PyObject *spelled(Vocabulary *self, PyObject *numbers) {
    Row lines = {0};
    PyObject *listed = PySequence_Fast(numbers, "numbers are a list"), *told = NULL;
    bool done = listed != NULL;
    for (Py_ssize_t place = 0; done && place < PySequence_Fast_GET_SIZE(listed); place++)
        done = add_line(self, PySequence_Fast_GET_ITEM(listed, place), &lines);
    if (lines.used) lines.used--; /* nothing behind the last */
    if (done) told = row_bytes(&lines);
    row_free(&lines);
    Py_XDECREF(listed);
    return told;
}

static PyObject *spoken_call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
    return spoken((Vocabulary *)self, given, count);
}

static PyMethodDef METHODS[] = {
    {"number", (PyCFunction)number, METH_O, "The number of a word."},
    {"spoken", (PyCFunction)(void (*)(void))spoken_call, METH_FASTCALL, "The words of a file's symbols."},
    {"each_terms", (PyCFunction)each_terms, METH_NOARGS, "Where each word's terms end, and the terms."},
    {"hashes", (PyCFunction)all_hashes, METH_NOARGS, "The hash of each term."},
    {"spelled", (PyCFunction)spelled, METH_O, "These terms, one to a line."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject VocabularyType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "seedwalk.compiled._quick.Vocabulary",
    .tp_basicsize = sizeof(Vocabulary),
    .tp_dealloc = (destructor)vocabulary_free,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Words with their terms, both numbered.",
    .tp_methods = METHODS,
    .tp_new = vocabulary_new,
};
