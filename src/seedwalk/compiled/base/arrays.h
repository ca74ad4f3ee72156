/* Arrays of numbers that Python hands over, looked at where they lie. */
#ifndef SEEDWALK_ARRAYS_H
#define SEEDWALK_ARRAYS_H

#include "quick.h"

#define MOST_ARRAYS 11

typedef struct {
    Py_buffer views[MOST_ARRAYS];
    int open;
} Arrays;

/* Opens the first arrays of what is given, by a letter each: `i` is int64, `n` int32, `d` double, `b` bytes; a capital one
 * is written to. False, with an exception and nothing open, where one is not such an array in one piece. */
bool arrays_open(Arrays *arrays, PyObject *const *given, Py_ssize_t count, const char *letters, Py_ssize_t others);
/* Lets go of them; gives None, or an exception where a number in them led outside. */
PyObject *arrays_close(Arrays *arrays, bool inside);
static inline Py_ssize_t array_size(const Arrays *arrays, int at) {
    return arrays->views[at].len / arrays->views[at].itemsize;
}
#define ARRAY(type, arrays, at) ((type *)(arrays).views[at].buf)

#endif
