/* How a grammar names and numbers its symbols and fields. */
#include "patterns.h"

#include "node.h"

const Grammar *grammar_of(PyObject *language) {
    const Grammar *grammar = PyCapsule_GetPointer(language, "tree_sitter.Language");
    if (grammar == NULL) return NULL;
    if (grammar->interface >= OLDEST_INTERFACE && grammar->interface <= NEWEST_INTERFACE) return grammar;
    PyErr_Format(PyExc_ValueError, "a grammar of interface %u is not known", grammar->interface);
    return NULL;
}

static bool add_word(PyObject *words, const char *name, uint32_t number) {
    PyObject *key = PyUnicode_FromString(name), *value = PyLong_FromUnsignedLong(number);
    bool done = key != NULL && value != NULL && PyDict_SetDefault(words, key, value) != NULL;
    Py_XDECREF(key);
    Py_XDECREF(value);
    return done;
}

/* The symbols that show of those a symbol that never shows stands for; these may stand for others in turn. */
static bool add_subtypes(const Grammar *grammar, uint32_t symbol, PyObject *found, uint32_t depth) {
    Slice slice = grammar->supertype_slices[symbol];
    for (uint32_t place = slice.first; place < (uint32_t)slice.first + slice.count; place++) {
        uint16_t one = grammar->supertype_entries[place];
        if (grammar->traits[one].supertype && depth < grammar->supertypes) {
            if (!add_subtypes(grammar, one, found, depth + 1)) return false;
            continue;
        }
        PyObject *number = PyLong_FromUnsignedLong(grammar->public_symbols[one]);
        int added = number == NULL ? -1 : PyList_Append(found, number);
        Py_XDECREF(number);
        if (added < 0) return false;
    }
    return true;
}

static bool add_supertype(const Grammar *grammar, uint32_t symbol, PyObject *supertypes) {
    PyObject *key = PyLong_FromUnsignedLong(symbol), *found = PyList_New(0), *told = NULL;
    if (key && found && add_subtypes(grammar, symbol, found, 0) && (told = PyList_AsTuple(found)) != NULL)
        PyDict_SetItem(supertypes, key, told);
    Py_XDECREF(key);
    Py_XDECREF(found);
    Py_XDECREF(told);
    return !PyErr_Occurred();
}

static bool add_words(const Grammar *grammar, PyObject *const words[4]) {
    bool done = true;
    for (uint32_t symbol = 1; done && symbol < all_symbols(grammar); symbol++) {
        SymbolTraits traits = grammar->traits[symbol];
        bool hidden = traits.supertype && grammar->interface < WITH_RESERVED_WORDS;
        if ((!traits.visible && !traits.supertype) || hidden) continue;
        done = add_word(words[traits.named ? 0 : 1], grammar->symbol_names[symbol], grammar->public_symbols[symbol]);
        if (done && traits.supertype) done = add_supertype(grammar, symbol, words[3]);
    }
    for (uint32_t field = 1; done && field <= grammar->fields; field++)
        done = add_word(words[2], grammar->field_names[field], field);
    return done;
}

PyObject *grammar_words(PyObject *module, PyObject *language) {
    (void)module;
    const Grammar *grammar = grammar_of(language);
    if (grammar == NULL) return NULL;
    PyObject *words[4], *told = NULL;
    bool done = true;
    for (int place = 0; place < 4; place++) done = (words[place] = PyDict_New()) != NULL && done;
    if (done && add_words(grammar, words)) told = PyTuple_Pack(4, words[0], words[1], words[2], words[3]);
    for (int place = 0; place < 4; place++) Py_XDECREF(words[place]);
    return told;
}
