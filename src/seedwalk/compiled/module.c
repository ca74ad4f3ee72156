/* What Python imports. */
#include "quick.h"

static struct PyModuleDef QUICK = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_quick",
    .m_doc = "The compiled part of reading.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__quick(void) {
    if (PyType_Ready(&VocabularyType) < 0 || !name_attributes()) return NULL;
    PyObject *module = PyModule_Create(&QUICK);
    if (module != NULL && (PyModule_AddObjectRef(module, "Vocabulary", (PyObject *)&VocabularyType) < 0 ||
                           PyModule_AddStringConstant(module, "SOURCES", SEEDWALK_SOURCES) < 0))
        Py_CLEAR(module);
    return module;
}
