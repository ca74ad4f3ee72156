/* BLAKE2b (RFC 7693) without a key, cut to eight bytes: the hash by which terms are known. */
#include "quick.h"

#include <string.h>

#define BLOCK 128u
#define ROUNDS 12
#define DIGEST 8u

static const uint64_t START[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

static const uint8_t ORDER[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
};

static uint64_t turned(uint64_t word, int bits) { return word >> bits | word << (64 - bits); }

static void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

static uint64_t word_at(const unsigned char *text) {
    return (uint64_t)text[0] | (uint64_t)text[1] << 8 | (uint64_t)text[2] << 16 | (uint64_t)text[3] << 24 |
           (uint64_t)text[4] << 32 | (uint64_t)text[5] << 40 | (uint64_t)text[6] << 48 | (uint64_t)text[7] << 56;
}

static void compress(uint64_t *state, const unsigned char *block, uint64_t counted, bool last) {
    uint64_t v[16], m[16];
    for (int place = 0; place < 16; place++) m[place] = word_at(block + 8 * place);
    for (int place = 0; place < 8; place++) v[place] = state[place], v[place + 8] = START[place];
    v[12] ^= counted;
    if (last) v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = ORDER[round];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int place = 0; place < 8; place++) state[place] ^= v[place] ^ v[place + 8];
}

uint64_t blake2b_8(const unsigned char *text, size_t length) {
    uint64_t state[8];
    unsigned char last[BLOCK] = {0};
    size_t done = 0;
    memcpy(state, START, sizeof state);
    state[0] ^= 0x01010000u ^ DIGEST;
    for (; length - done > BLOCK; done += BLOCK) compress(state, text + done, done + BLOCK, false);
    memcpy(last, text + done, length - done);
    compress(state, last, length, true);
    return state[0];
}
