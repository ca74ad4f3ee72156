/* Expressions as chains of names: `chain` of extract/expressions.py, for those that are plainly written. */
#include "matches.h"

#include <string.h>

#define DEEPEST 64
#define MARKS 4 /* letters below stand for brackets, while Python empties these */

static bool begins(const char *text, size_t length, const char *word, size_t size) {
    return length >= size && memcmp(text, word, size) == 0;
}

static char closing(char opening) { return opening == '(' ? ')' : opening == '[' ? ']' : opening == '{' ? '}' : 0; }

/* Whether what a chain begins with has to be made plain, which Python does. */
static bool has_odd_start(const char *text, size_t length) {
    if (begins(text, length, "?.", 2) || begins(text, length, "(", 1)) return true;
    if (begins(text, length, "new", 3) || begins(text, length, "await", 5)) return true;
    if (begins(text, length, "require(", 8) || begins(text, length, "import(", 7)) return true;
    for (size_t place = 0; place + 1 < length; place++)
        if (text[place] == '.' && text[place + 1] == '(') return true;
    return false;
}

/* The length of a text with every pair of brackets emptied and without spaces, written to `out`, where the brackets
 * pair; -1 for a text that only Python can tell: one that they do not pair in, with more lines, comments or odd letters. */
static int empty_brackets(const char *text, size_t length, char out[LONGEST_CHAIN]) {
    char awaited[DEEPEST];
    int depth = 0, size = 0;
    for (size_t place = 0; place < length; place++) {
        unsigned char byte = (unsigned char)text[place];
        char close = closing((char)byte);
        bool inside = depth > 0;
        if (close) {
            if (depth == DEEPEST) return -1;
            awaited[depth++] = close;
        } else if (byte == ')' || byte == ']' || byte == '}') {
            if (depth == 0 || awaited[--depth] != (char)byte) return -1;
            inside = depth > 0;
        } else if (!inside && (byte < ' ' || byte >= 0x80 || (byte == '*' && place && text[place - 1] == '/'))) {
            return -1;
        }
        if (byte > 0 && byte < MARKS) return -1;
        if (inside || byte == ' ') continue;
        if (size == LONGEST_CHAIN) return -1;
        out[size++] = (char)byte;
    }
    return depth ? -1 : size;
}

int written_chain(const char *text, size_t length, char out[LONGEST_CHAIN]) {
    return has_odd_start(text, length) ? -1 : empty_brackets(text, length, out);
}

static PyObject *made(PyObject *chain, const char *text, size_t length) {
    char out[LONGEST_CHAIN];
    int size = written_chain(text, length, out);
    if (size >= 0) return PyUnicode_DecodeASCII(out, size, NULL);
    PyObject *written = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    PyObject *found = written == NULL ? NULL : PyObject_CallOneArg(chain, written);
    Py_XDECREF(written);
    return found;
}

PyObject *plain_chain(PyObject *module, PyObject *const *given, Py_ssize_t count) {
    (void)module;
    if (count != 2 || !PyBytes_Check(given[0])) return PyErr_Format(PyExc_TypeError, "chain(text, otherwise)");
    return made(given[1], PyBytes_AS_STRING(given[0]), (size_t)PyBytes_GET_SIZE(given[0]));
}

bool known_start(Known *known) {
    *known = (Known){.found = {0}};
    return table_start(&known->texts);
}

void known_free(Known *known) {
    PyObject **found = (PyObject **)known->found.at;
    for (size_t at = 0; at < known->found.used / sizeof *found; at++) Py_DECREF(found[at]);
    row_free(&known->found);
    table_free(&known->texts);
}

PyObject *known_find(const Known *known, const char *text, size_t length, uint32_t hash) {
    int64_t at = table_find(&known->texts, text, length, hash);
    return at < 0 ? NULL : ((PyObject **)known->found.at)[at];
}

PyObject *known_add(Known *known, const char *text, size_t length, uint32_t hash, PyObject *found) {
    if (found == NULL) return NULL;
    if (!row_reserve(&known->found, sizeof found) || table_add(&known->texts, text, length, hash) < 0) {
        Py_DECREF(found);
        return NULL;
    }
    row_add(&known->found, &found, sizeof found);
    return Py_NewRef(found);
}

PyObject *chain_of(Known *chains, PyObject *chain, const char *text, size_t length) {
    uint32_t hash = hash_text(text, length);
    PyObject *found = known_find(chains, text, length, hash);
    return found != NULL ? Py_NewRef(found) : known_add(chains, text, length, hash, made(chain, text, length));
}
