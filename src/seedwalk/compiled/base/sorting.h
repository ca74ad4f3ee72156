/* Rows put in order by merging: what compares two of them is written out in place, which `qsort` cannot do. */
#ifndef SEEDWALK_SORTING_H
#define SEEDWALK_SORTING_H

#include "quick.h"

#include <string.h>

#define SHORT_RUN 12

/* bool NAME(Type *rows, size_t count): in order, equal ones as they stood; false with an exception. `IS_BEFORE(one,
 * other)` is given two pointers. */
#define SORTED(NAME, Type, IS_BEFORE)                                                                                  \
    static void NAME##_short(Type *rows, size_t count) {                                                               \
        for (size_t at = 1; at < count; at++) {                                                                        \
            Type one = rows[at];                                                                                       \
            size_t to = at;                                                                                            \
            for (; to && IS_BEFORE(&one, &rows[to - 1]); to--) rows[to] = rows[to - 1];                                \
            rows[to] = one;                                                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_merge(Type *rows, size_t count, Type *beside) {                                                 \
        if (count <= SHORT_RUN) {                                                                                      \
            NAME##_short(rows, count);                                                                                 \
            return;                                                                                                    \
        }                                                                                                              \
        size_t half = count / 2, left = 0, right = half, to = 0;                                                       \
        NAME##_merge(rows, half, beside);                                                                              \
        NAME##_merge(rows + half, count - half, beside);                                                               \
        if (!IS_BEFORE(&rows[half], &rows[half - 1])) return;                                                          \
        memcpy(beside, rows, half * sizeof *rows);                                                                     \
        while (left < half && right < count)                                                                           \
            rows[to++] = IS_BEFORE(&rows[right], &beside[left]) ? rows[right++] : beside[left++];                      \
        if (left < half) memcpy(rows + to, beside + left, (half - left) * sizeof *rows);                               \
    }                                                                                                                  \
    static bool NAME(Type *rows, size_t count) {                                                                       \
        Type *beside = count > SHORT_RUN ? PyMem_Malloc(count / 2 * sizeof *rows) : NULL;                              \
        if (count > SHORT_RUN && beside == NULL) return PyErr_NoMemory() != NULL;                                      \
        NAME##_merge(rows, count, beside);                                                                             \
        PyMem_Free(beside);                                                                                            \
        return true;                                                                                                   \
    }

#endif
