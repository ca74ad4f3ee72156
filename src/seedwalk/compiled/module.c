/* What Python imports. */
#include "adding.h"
#include "graphs.h"
#include "linking.h"
#include "matches.h"
#include "patterns.h"
#include "resolving.h"
#include "symbols.h"
#include "telling.h"
#include "vocabulary.h"

static PyMethodDef FUNCTIONS[] = {
    {"read_matches", (PyCFunction)(void (*)(void))read_matches, METH_FASTCALL, "Matches, read in order."},
    {"columns", (PyCFunction)(void (*)(void))columns, METH_FASTCALL, "References in order, as columns."},
    {"chain", (PyCFunction)(void (*)(void))plain_chain, METH_FASTCALL, "The chain of an expression."},
    {"signature", signature, METH_O, "A definition's text up to its body, on one line; None if it is not all ASCII."},
    {"hashed", hashed, METH_O, "A signed 64-bit hash of a text."},
    {"body_hash", (PyCFunction)(void (*)(void))body_hash, METH_FASTCALL, "The hash of a definition's text."},
    {"symbols", (PyCFunction)(void (*)(void))symbols, METH_FASTCALL, "Placed definitions as symbols."},
    {"place", (PyCFunction)(void (*)(void))place, METH_FASTCALL, "Definitions nested by their spans."},
    {"own_text", (PyCFunction)(void (*)(void))own_text, METH_FASTCALL, "The stretches of text that are each symbol's own."},
    {"scope_bounds", (PyCFunction)(void (*)(void))scope_bounds, METH_FASTCALL, "Where the innermost symbol is another."},
    {"line_bounds", line_bounds, METH_O, "Where lines begin."},
    {"looked_up", (PyCFunction)(void (*)(void))looked_up, METH_FASTCALL, "What begins at the last bound up to each place."},
    {"reference_rows", (PyCFunction)(void (*)(void))reference_rows, METH_FASTCALL, "References as they are stored."},
    {"bindings", (PyCFunction)(void (*)(void))bindings, METH_FASTCALL, "Bindings as they are stored."},
    {"outlined", (PyCFunction)(void (*)(void))outlined, METH_FASTCALL, "Symbols as outlines have them, and their lines."},
    {"stored", (PyCFunction)(void (*)(void))stored, METH_FASTCALL, "Symbols as they are stored."},
    {"count_words", (PyCFunction)(void (*)(void))count_words, METH_FASTCALL, "Words counted, by term and key."},
    {"named_texts", (PyCFunction)(void (*)(void))named_texts, METH_FASTCALL, "Texts whose last names are asked for."},
    {"rows_about", (PyCFunction)(void (*)(void))rows_about, METH_FASTCALL, "References of these texts and kinds."},
    {"give", (PyCFunction)(void (*)(void))give, METH_FASTCALL, "What rows of a matrix give, added by column."},
    {"by_row", (PyCFunction)(void (*)(void))by_row, METH_FASTCALL, "Postings added up by row, term by term."},
    {"weigh", (PyCFunction)(void (*)(void))weigh, METH_FASTCALL, "What terms are worth to rows, by two weights."},
    {"in_files", (PyCFunction)(void (*)(void))in_files, METH_FASTCALL, "How often terms stand in files."},
    {"mix", (PyCFunction)(void (*)(void))mix, METH_FASTCALL, "Scores mixed with those around them."},
    {"tell", (PyCFunction)(void (*)(void))tell, METH_FASTCALL, "What commits say of what they touched."},
    {"add", (PyCFunction)(void (*)(void))add, METH_FASTCALL, "Weighed values added by row."},
    {"highest", (PyCFunction)(void (*)(void))highest, METH_FASTCALL, "The highest value in the file of each row."},
    {"fall", (PyCFunction)(void (*)(void))fall, METH_FASTCALL, "What trees give each row of a table."},
    {"trace_keys", (PyCFunction)(void (*)(void))trace_keys, METH_FASTCALL, "Every key a trace holds, as numbers."},
    {"bound_by_scope", (PyCFunction)(void (*)(void))bound_by_scope, METH_FASTCALL, "Bindings by scope and name."},
    {"by_name", by_name, METH_O, "What scopes say, by name."},
    {"by_last_name", by_last_name, METH_O, "What holds names, by these."},
    {"plain_steps", plain_steps, METH_O, "The steps of a chain; None if it is not plainly written."},
    {"sought", (PyCFunction)(void (*)(void))sought, METH_FASTCALL, "A member sought along a line of types."},
    {"grammar_words", grammar_words, METH_O, "Names of a grammar's symbols and fields, as numbers."},
    {"locate", (PyCFunction)(void (*)(void))locate, METH_FASTCALL, "Where ids stand in a table."},
    {"tie", (PyCFunction)(void (*)(void))tie, METH_FASTCALL, "Which rows are tied by edges, and how."},
    {"add_names", (PyCFunction)(void (*)(void))add_names, METH_FASTCALL, "Rows of symbols by last name."},
    {"nodes_of", (PyCFunction)(void (*)(void))nodes_of, METH_FASTCALL, "Rows of symbols as nodes of the graph."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef QUICK = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_quick",
    .m_doc = "The compiled part of reading and answering.",
    .m_size = -1,
    .m_methods = FUNCTIONS,
};

typedef struct {
    const char *name; /* NULL where Python is handed objects of it, and makes none */
    PyTypeObject *type;
} Type;

static const Type TYPES[] = {
    {"Vocabulary", &VocabularyType}, {NULL, &TreeType},  {"Patterns", &PatternsType}, {"Syntax", &SyntaxType},
    {"Core", &CoreType},             {NULL, &NodeType},    {NULL, &FileType},           {NULL, &QuestionType},
};

static bool add_types(PyObject *module) {
    for (size_t place = 0; place < sizeof TYPES / sizeof *TYPES; place++) {
        if (PyType_Ready(TYPES[place].type) < 0) return false;
        if (TYPES[place].name != NULL &&
            PyModule_AddObjectRef(module, TYPES[place].name, (PyObject *)TYPES[place].type) < 0)
            return false;
    }
    return true;
}

PyMODINIT_FUNC PyInit__quick(void) {
    if (!name_resolving() || !name_holding() || !name_importing() || !name_heading() ||
        !name_captures() || !name_slots() || !name_objects())
        return NULL;
    PyObject *module = PyModule_Create(&QUICK);
    if (module != NULL && (!add_types(module) || PyModule_AddStringConstant(module, "SOURCES", QUICK_SOURCES) < 0))
        Py_CLEAR(module);
    return module;
}
