/* Keys numbered in the order they are first met, in an open table. */
#include "numbers.h"

#include <string.h>

#define FEWEST 16
#define SPREAD 0x9E3779B97F4A7C15u /* 2^64 by the golden ratio: neighbours come to stand far apart */

bool numbers_start(Numbers *numbers, size_t keys) {
    memset(numbers, 0, sizeof *numbers);
    numbers->places = FEWEST;
    while (numbers->places < 2 * keys) numbers->places *= 2;
    numbers->keys = PyMem_Malloc(numbers->places * sizeof *numbers->keys);
    numbers->numbers = PyMem_Calloc(numbers->places, sizeof *numbers->numbers);
    if (numbers->keys != NULL && numbers->numbers != NULL) return true;
    numbers_free(numbers);
    return PyErr_NoMemory() != NULL;
}

void numbers_free(Numbers *numbers) {
    PyMem_Free(numbers->keys);
    PyMem_Free(numbers->numbers);
    numbers->keys = NULL, numbers->numbers = NULL;
}

/* Where a key stands, or would. */
static size_t place_of(const Numbers *numbers, uint64_t key) {
    size_t place = (size_t)((key ^ key >> 32) * SPREAD >> 20) & (numbers->places - 1);
    while (numbers->numbers[place] && numbers->keys[place] != key) place = (place + 1) & (numbers->places - 1);
    return place;
}

static bool grow(Numbers *numbers) {
    Numbers wider;
    if (!numbers_start(&wider, numbers->places)) return false;
    for (size_t at = 0; at < numbers->places; at++) {
        if (!numbers->numbers[at]) continue;
        size_t place = place_of(&wider, numbers->keys[at]);
        wider.keys[place] = numbers->keys[at], wider.numbers[place] = numbers->numbers[at];
    }
    wider.count = numbers->count;
    numbers_free(numbers);
    *numbers = wider;
    return true;
}

uint32_t number_of(Numbers *numbers, uint64_t key) {
    size_t place = place_of(numbers, key);
    if (numbers->numbers[place]) return numbers->numbers[place] - 1;
    if (2 * (size_t)numbers->count >= numbers->places) {
        if (!grow(numbers)) return NO_NUMBER;
        place = place_of(numbers, key);
    }
    numbers->keys[place] = key, numbers->numbers[place] = ++numbers->count;
    return numbers->count - 1;
}
