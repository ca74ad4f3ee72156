/* Signatures, hashes and symbols of definitions; `extract/definitions.py` and `symbols.py` say what they are. */
#ifndef SEEDWALK_SYMBOLS_H
#define SEEDWALK_SYMBOLS_H

#include "quick.h"

#define LONGEST_SIGNATURE 1000u /* MAX_SIGNATURE */
#define SIGNATURE_BYTES (4 * LONGEST_SIGNATURE)

PyObject *signature(PyObject *module, PyObject *text);
PyObject *hashed(PyObject *module, PyObject *text);
PyObject *body_hash(PyObject *module, PyObject *const *given, Py_ssize_t count);
PyObject *symbols(PyObject *module, PyObject *const *given, Py_ssize_t count);

/* The signature a text is; None where it is not all ASCII. */
PyObject *signature_of(const char *text, size_t length);
PyObject *hash_of(const char *text, size_t length);
/* By start, end, and both of the name; None where the name does not stand inside. */
PyObject *body_hash_of(PyObject *source, const int64_t bounds[4]);

#endif
