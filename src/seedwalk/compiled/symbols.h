/* Signatures and hashes of definitions; `extract/definitions.py` says what they are. */
#ifndef SEEDWALK_SYMBOLS_H
#define SEEDWALK_SYMBOLS_H

#include "quick.h"

PyObject *signature(PyObject *module, PyObject *text);
PyObject *hashed(PyObject *module, PyObject *text);
PyObject *body_hash(PyObject *module, PyObject *const *given, Py_ssize_t count);

#endif
