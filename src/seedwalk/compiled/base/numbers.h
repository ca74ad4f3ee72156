/* Keys numbered from 0 in the order they are first met. */
#ifndef SEEDWALK_NUMBERS_H
#define SEEDWALK_NUMBERS_H

#include "quick.h"

typedef struct {
    uint64_t *keys;
    uint32_t *numbers; /* the number and 1; 0 in an empty place */
    size_t places;     /* a power of two */
    uint32_t count;
} Numbers;

#define NO_NUMBER UINT32_MAX

/* Room for so many keys at least. */
bool numbers_start(Numbers *numbers, size_t keys);
void numbers_free(Numbers *numbers);
/* The number of a key, a new one if it had none; NO_NUMBER with an exception. */
uint32_t number_of(Numbers *numbers, uint64_t key);

#endif
