/* Texts cut into words, and the words of a file's symbols. */
#include "objects.h"
#include "vocabulary.h"

#include <string.h>

enum { NAME, QUALIFIED, SIGNATURE, DOC, BODY, FIELDS };
static const Attribute WRITTEN[BODY] = {AT_name, AT_qualified_name, AT_signature, AT_doc};

#define TEN(first) [first] = 1, [first + 1] = 1, [first + 2] = 1, [first + 3] = 1, [first + 4] = 1, [first + 5] = 1,    \
    [first + 6] = 1, [first + 7] = 1, [first + 8] = 1, [first + 9] = 1
static const uint8_t IN_WORD[256] = {
    TEN('0'), TEN('a'), TEN('k'), ['u'] = 1, ['v'] = 1, ['w'] = 1, ['x'] = 1, ['y'] = 1, ['z'] = 1,
    TEN('A'), TEN('K'), ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1, ['Y'] = 1, ['Z'] = 1, ['_'] = 1,
};
static inline bool in_word(unsigned char byte) { return IN_WORD[byte]; }

static bool add_word(Vocabulary *self, const char *word, size_t length, uint32_t hash, const Row *noise, Row *numbers) {
    int64_t number = word_number(self, word, length, hash);
    if (number < 0) return false;
    if (noise != NULL && (size_t)number < noise->used && noise->at[number]) number = 0;
    return row_add_number(numbers, (uint32_t)number);
}

/* The words of what is not all ASCII: Python cuts it. */
static bool cut_other(Vocabulary *self, const char *text, size_t length, const Row *noise, Row *numbers) {
    PyObject *words = PyObject_CallFunction(self->words_of, "y#", text, (Py_ssize_t)length);
    PyObject *listed = words == NULL ? NULL : PySequence_Fast(words, "words are a list");
    bool done = listed != NULL;
    for (Py_ssize_t place = 0; done && place < PySequence_Fast_GET_SIZE(listed); place++) {
        char *word;
        Py_ssize_t size;
        done = PyBytes_AsStringAndSize(PySequence_Fast_GET_ITEM(listed, place), &word, &size) == 0 &&
               add_word(self, word, (size_t)size, hash_text(word, (size_t)size), noise, numbers);
    }
    Py_XDECREF(listed);
    Py_XDECREF(words);
    return done;
}

/* Words that are cut and not looked up yet: what the looks wait for in memory is fetched for several at once. */
enum { AHEAD = 16 };
typedef struct {
    struct {
        const char *word;
        size_t length;
        uint32_t hash;
    } each[AHEAD];
    int count;
} Ahead;

static bool look_up(Vocabulary *self, Ahead *ahead, const Row *noise, Row *numbers) {
    int count = ahead->count;
    ahead->count = 0;
    for (int at = 0; at < count; at++) table_fetch_text(&self->words, ahead->each[at].hash);
    for (int at = 0; at < count; at++)
        if (!add_word(self, ahead->each[at].word, ahead->each[at].length, ahead->each[at].hash, noise, numbers)) return false;
    return true;
}

/* Where a word ends, of which something is not ASCII. */
static size_t other_end(const char *text, size_t length, size_t place) {
    while (place < length && (in_word((unsigned char)text[place]) || text[place] & 0x80)) place++;
    return place;
}

bool cut_text(Vocabulary *self, const char *text, size_t length, const Row *noise, Row *numbers) {
    Ahead ahead = {.count = 0};
    for (size_t place = 0; place < length; place++) {
        uint32_t hash = HASH_START;
        size_t start = place;
        for (; place < length && in_word((unsigned char)text[place]); place++)
            hash = hash_byte(hash, (unsigned char)text[place]);
        if (place < length && text[place] & 0x80) {
            place = other_end(text, length, place);
            if (!look_up(self, &ahead, noise, numbers) || !cut_other(self, text + start, place - start, noise, numbers))
                return false;
        } else if (place > start) {
            if (ahead.count == AHEAD && !look_up(self, &ahead, noise, numbers)) return false;
            ahead.each[ahead.count].word = text + start;
            ahead.each[ahead.count].length = place - start;
            ahead.each[ahead.count++].hash = hash;
            table_fetch_slot(&self->words, hash);
        }
    }
    return look_up(self, &ahead, noise, numbers);
}

/* Every part between dots is a word, whatever stands in it. */
static bool cut_dotted(Vocabulary *self, const char *text, size_t length, Row *numbers) {
    const char *end = text + length;
    for (;;) {
        const char *dot = memchr(text, '.', (size_t)(end - text));
        size_t size = (size_t)((dot ? dot : end) - text);
        if (!add_word(self, text, size, hash_text(text, size), NULL, numbers)) return false;
        if (dot == NULL) return true;
        text = dot + 1;
    }
}

static bool cut_field(Vocabulary *self, int field, PyObject *text, const Row *noise, Row *numbers) {
    Py_ssize_t length;
    const char *at = PyUnicode_AsUTF8AndSize(text, &length);
    if (at == NULL) return false;
    if (field == NAME) return add_word(self, at, (size_t)length, hash_text(at, (size_t)length), NULL, numbers);
    if (field == QUALIFIED) return cut_dotted(self, at, (size_t)length, numbers);
    return cut_text(self, at, (size_t)length, field == SIGNATURE ? noise : NULL, numbers);
}

static bool bounds_of(PyObject *stretch, Py_ssize_t *start, Py_ssize_t *end) {
    if (!PyTuple_Check(stretch) || PyTuple_GET_SIZE(stretch) != 2) {
        PyErr_SetString(PyExc_TypeError, "a stretch is two numbers");
        return false;
    }
    *start = PyLong_AsSsize_t(PyTuple_GET_ITEM(stretch, 0));
    *end = PyLong_AsSsize_t(PyTuple_GET_ITEM(stretch, 1));
    return !PyErr_Occurred();
}

static bool cut_stretches(Vocabulary *self, PyObject *stretches, const Py_buffer *source, const Row *noise, Row *numbers) {
    PyObject *listed = PySequence_Fast(stretches, "stretches are a list");
    bool done = listed != NULL;
    for (Py_ssize_t place = 0; done && place < PySequence_Fast_GET_SIZE(listed); place++) {
        Py_ssize_t start, end;
        done = bounds_of(PySequence_Fast_GET_ITEM(listed, place), &start, &end);
        if (done && end > source->len) end = source->len;
        if (done && 0 <= start && start < end)
            done = cut_text(self, (char *)source->buf + start, (size_t)(end - start), noise, numbers);
    }
    Py_XDECREF(listed);
    return done;
}

/* Where the words of a symbol's stream begin: behind its names. */
static bool add_marks(const Vocabulary *self, const Row *numbers, size_t begin, Row *marks) {
    const uint32_t *ends = row_numbers(&self->ends);
    const uint16_t *known = (uint16_t *)self->marks.at;
    for (size_t place = begin; place < numbers->used / sizeof(uint32_t); place++) {
        uint32_t number = row_numbers(numbers)[place];
        if (number == 0) continue;
        uint32_t first = ends[number - 1], size = ends[number] - first;
        if (size > 1) size--; /* the whole word says nothing that its parts do not */
        if (size && !row_add(marks, known + first, size * sizeof *known)) return false;
    }
    return true;
}

typedef struct {
    Row numbers, runs, starts, marks;
} Spoken;

static bool add_symbol(
    Vocabulary *self, PyObject *symbol, bool module, PyObject *stretches, const Py_buffer *source, const Row *noise,
    Spoken *out
) {
    size_t begin = 0;
    for (int field = NAME; field < FIELDS; field++) {
        size_t before = out->numbers.used;
        if (field == SIGNATURE) begin = before / sizeof(uint32_t);
        bool done = true;
        if (field == BODY) {
            done = cut_stretches(self, stretches, source, noise, &out->numbers);
        } else if (!module || field == NAME || field == DOC) {
            PyObject *text = attribute(symbol, WRITTEN[field]);
            done = text != NULL && cut_field(self, field, text, noise, &out->numbers);
            Py_XDECREF(text);
        }
        if (!done || !row_add_number(&out->runs, (uint32_t)((out->numbers.used - before) / sizeof(uint32_t))))
            return false;
    }
    return add_marks(self, &out->numbers, begin, &out->marks) &&
           row_add_number(&out->starts, (uint32_t)(out->marks.used / sizeof(uint16_t)));
}

static PyObject *as_bytes(const Spoken *out) {
    return Py_BuildValue("(NNNN)", row_bytes(&out->numbers), row_bytes(&out->runs), row_bytes(&out->starts),
                         row_bytes(&out->marks));
}

static PyObject *all_symbols(
    Vocabulary *self, PyObject *symbols, PyObject *own, const Py_buffer *source, const Row *noise
) {
    Spoken out = {0};
    PyObject *told = NULL;
    bool done = row_add_number(&out.starts, 0);
    for (Py_ssize_t place = 0; done && place < PyList_GET_SIZE(symbols); place++)
        done = add_symbol(self, PyList_GET_ITEM(symbols, place), place == 0, PyList_GET_ITEM(own, place), source,
                          noise, &out);
    if (done) told = as_bytes(&out);
    row_free(&out.numbers);
    row_free(&out.runs);
    row_free(&out.starts);
    row_free(&out.marks);
    return told;
}

PyObject *spoken(Vocabulary *self, PyObject *const *given, Py_ssize_t count) {
    Py_buffer source;
    if (count != 4 || !PyList_Check(given[0]) || !PyList_Check(given[1]) ||
        PyList_GET_SIZE(given[0]) != PyList_GET_SIZE(given[1]))
        return PyErr_Format(PyExc_TypeError, "spoken(symbols, own_text, source, noise): two lists of one length first");
    const Row *noise = noise_mask(self, given[3]);
    if (noise == NULL || PyObject_GetBuffer(given[2], &source, PyBUF_SIMPLE) < 0) return NULL;
    PyObject *told = all_symbols(self, given[0], given[1], &source, noise);
    PyBuffer_Release(&source);
    return told;
}
