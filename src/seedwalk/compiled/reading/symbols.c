/* What is told of a definition's text: its signature, and the hash of its body. */
#include "symbols.h"

#include <string.h>


/* What `str.split` splits at. */
static bool parts_words(unsigned char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1c && byte <= 0x1f);
}

static bool trails(char byte) { return byte == '{' || byte == ':' || byte == '=' || byte == ' '; }

/* A text on one line, each run of white space one blank, and its length; -1 where it is not all ASCII. */
static int one_line(const unsigned char *text, size_t length, char *out) {
    int size = 0;
    for (size_t place = 0; place < length; place++) {
        if (text[place] & 0x80) return -1;
        if (!parts_words(text[place]))
            out[size++] = (char)text[place];
        else if (size && out[size - 1] != ' ')
            out[size++] = ' ';
    }
    return size;
}

PyObject *signature_of(const char *text, size_t length) {
    char out[SIGNATURE_BYTES];
    int size = length > sizeof out ? -1 : one_line((const unsigned char *)text, length, out);
    if (size < 0) Py_RETURN_NONE;
    while (size && trails(out[size - 1])) size--;
    return PyUnicode_DecodeASCII(out, size > (int)LONGEST_SIGNATURE ? (int)LONGEST_SIGNATURE : size, NULL);
}

PyObject *signature(PyObject *module, PyObject *text) {
    (void)module;
    if (!PyBytes_Check(text)) return PyErr_Format(PyExc_TypeError, "signature(text): bytes");
    return signature_of(PyBytes_AS_STRING(text), (size_t)PyBytes_GET_SIZE(text));
}

static const uint8_t WHITE[256] = {[' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1};

static size_t squeeze(const unsigned char *text, Py_ssize_t length, unsigned char *out) {
    size_t size = 0;
    for (Py_ssize_t place = 0; place < length; place++) {
        out[size] = text[place];
        size += !WHITE[text[place]];
    }
    return size;
}

/* The number that eight bytes are, the high one first. */
static int64_t high_first(uint64_t low_first) {
    uint64_t number = 0;
    for (int byte = 0; byte < 8; byte++) number = number << 8 | (low_first >> 8 * byte & 0xff);
    return (int64_t)number;
}

PyObject *hash_of(const char *text, size_t length) {
    return PyLong_FromLongLong(high_first(blake2b_8((const unsigned char *)text, length)));
}

PyObject *hashed(PyObject *module, PyObject *text) {
    (void)module;
    if (!PyBytes_Check(text)) return PyErr_Format(PyExc_TypeError, "hashed(text): bytes");
    return hash_of(PyBytes_AS_STRING(text), (size_t)PyBytes_GET_SIZE(text));
}

PyObject *body_hash_of(PyObject *text, const int64_t bounds[4]) {
    int64_t start = bounds[0], end = bounds[1], name = bounds[2], behind = bounds[3];
    if (!(0 <= start && start <= name && name <= behind && behind <= end && end <= PyBytes_GET_SIZE(text))) Py_RETURN_NONE;
    const unsigned char *source = (unsigned char *)PyBytes_AS_STRING(text);
    unsigned char *out = PyMem_Malloc((size_t)(end - start) + 1);
    if (out == NULL) return PyErr_NoMemory();
    size_t before = squeeze(source + start, name - start, out);
    size_t all = before + squeeze(source + behind, end - behind, out + before);
    PyObject *number = hash_of((char *)out, all);
    PyMem_Free(out);
    return number;
}

PyObject *body_hash(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 5 || !PyBytes_Check(given[0]))
        return PyErr_Format(PyExc_TypeError, "body_hash(source, start, end, name_start, name_end)");
    int64_t bounds[4];
    for (int place = 0; place < 4; place++) bounds[place] = PyLong_AsSsize_t(given[place + 1]);
    return PyErr_Occurred() ? NULL : body_hash_of(given[0], bounds);
}
