/* What Python imports. */
#include "references.h"

static PyMethodDef FUNCTIONS[] = {
    {"plain_references", (PyCFunction)(void (*)(void))plain_references, METH_FASTCALL,
     "References that matches capture alone, and all other matches."},
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
    if (PyType_Ready(&VocabularyType) < 0 || !name_attributes() || !name_bounds()) return NULL;
    PyObject *module = PyModule_Create(&QUICK);
    if (module != NULL && (PyModule_AddObjectRef(module, "Vocabulary", (PyObject *)&VocabularyType) < 0 ||
                           PyModule_AddStringConstant(module, "SOURCES", SEEDWALK_SOURCES) < 0))
        Py_CLEAR(module);
    return module;
}
