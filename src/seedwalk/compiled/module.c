/* What Python imports. */
#include "matches.h"

static PyMethodDef FUNCTIONS[] = {
    {"read_matches", (PyCFunction)(void (*)(void))read_matches, METH_FASTCALL, "Matches, read in order."},
    {"columns", (PyCFunction)(void (*)(void))columns, METH_FASTCALL, "References in order, as columns."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef QUICK = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_quick",
    .m_doc = "The compiled part of reading.",
    .m_size = -1,
    .m_methods = FUNCTIONS,
};

PyMODINIT_FUNC PyInit__quick(void) {
    if (PyType_Ready(&VocabularyType) < 0 || !name_attributes() || !name_captures()) return NULL;
    PyObject *module = PyModule_Create(&QUICK);
    if (module != NULL && (PyModule_AddObjectRef(module, "Vocabulary", (PyObject *)&VocabularyType) < 0 ||
                           PyModule_AddStringConstant(module, "SOURCES", SEEDWALK_SOURCES) < 0))
        Py_CLEAR(module);
    return module;
}
