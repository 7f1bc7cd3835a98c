// The benchmarks in C with OpenMP, continued: what expands and combines (search, rendering, permutation), and digests of words.
#include "reference.h"

// ------------------------------------------------------------------- breadth-first search
// Every thread collects the vertices that it was the first to reach; the parts become the next frontier.
void bfs(void) {
    value offs = argument(), ends = argument();
    int64_t n = offs.count - 1;
    int32_t *o = offs.data, *to = ends.data, *depths = memory(4 * n), *now = memory(4 * n), *next = memory(4 * n);
    while (again()) {
#pragma omp parallel for
        for (int64_t i = 0; i < n; i++) depths[i] = -1;
        depths[0] = 0, now[0] = 0;
        int64_t count = 1;
        for (int32_t depth = 1; count > 0; depth++) {
            int64_t found = 0;
#pragma omp parallel
            {
                int32_t own[1024];
                int64_t some = 0, at;
#pragma omp for schedule(dynamic, 64)
                for (int64_t i = 0; i < count; i++)
                    for (int32_t e = o[now[i]]; e < o[now[i] + 1]; e++) {
                        int32_t unseen = -1;
                        if (depths[to[e]] >= 0) continue;
                        if (!__atomic_compare_exchange_n(&depths[to[e]], &unseen, depth, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
                        own[some++] = to[e];
                        if (some == 1024) {
                            at = __atomic_fetch_add(&found, some, __ATOMIC_RELAXED);
                            memcpy(next + at, own, 4 * some);
                            some = 0;
                        }
                    }
                at = __atomic_fetch_add(&found, some, __ATOMIC_RELAXED);
                memcpy(next + at, own, 4 * some);
            }
            int32_t *old = now;
            now = next, next = old, count = found;
        }
    }
    result("i32", 4, 1, &n, depths);
}

// ------------------------------------------------------------------- rendering
// Depth and colour are one number, of which the least is kept.
void render(void) {
    int64_t h = number(argument()), w = number(argument());
    value xs = argument(), ys = argument(), radii = argument(), depths = argument(), colours = argument();
    int64_t n = xs.count, dims[2] = {h, w};
    uint64_t *canvas = memory(8 * h * w);
    int32_t *out = memory(4 * h * w);
    while (again()) {
#pragma omp parallel for
        for (int64_t i = 0; i < h * w; i++) canvas[i] = (uint64_t)INT32_MAX << 32;
#pragma omp parallel for schedule(dynamic, 64)
        for (int64_t i = 0; i < n; i++) {
            int32_t x = ((int32_t *)xs.data)[i], y = ((int32_t *)ys.data)[i], r = ((int32_t *)radii.data)[i];
            uint64_t value = (uint64_t)((int32_t *)depths.data)[i] << 32 | (uint32_t)((int32_t *)colours.data)[i];
            for (int32_t dy = -r; dy <= r; dy++)
                for (int32_t dx = -r; dx <= r; dx++) {
                    int64_t py = y + dy, px = x + dx;
                    if (dy * dy + dx * dx > r * r || py < 0 || py >= h || px < 0 || px >= w) continue;
                    uint64_t *cell = canvas + py * w + px, old = __atomic_load_n(cell, __ATOMIC_RELAXED);
                    while (value < old && !__atomic_compare_exchange_n(cell, &old, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
                }
        }
#pragma omp parallel for
        for (int64_t i = 0; i < h * w; i++) out[i] = (int32_t)canvas[i];
    }
    result("i32", 4, 2, dims, out);
}

// ------------------------------------------------------------------- MD5
static uint32_t table[64];

static uint32_t turned(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void block_of(uint32_t state[4], const uint8_t *bytes) {
    static const int turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
    memcpy(words, bytes, 64);
#pragma GCC unroll 64
    for (int i = 0; i < 64; i++) {
        uint32_t f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
        int g = i < 16 ? i : i < 32 ? (5 * i + 1) % 16 : i < 48 ? (3 * i + 5) % 16 : 7 * i % 16;
        uint32_t sum = a + f + table[i] + words[g];
        a = d, d = c, c = b, b = b + turned(sum, turns[i / 16 * 4 + i % 4]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

void digests(void) {
    value offs = argument(), letters = argument();
    int64_t n = offs.count - 1;
    int32_t *o = offs.data;
    uint32_t *out[4];
    for (int i = 0; i < 64; i++) table[i] = (uint32_t)(int64_t)(fabs(sin(i + 1)) * 4294967296.0);
    for (int i = 0; i < 4; i++) out[i] = memory(4 * n);
    while (again()) {
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++) {
            const uint8_t *word = (uint8_t *)letters.data + o[i];
            int64_t m = o[i + 1] - o[i], at = 0;
            uint64_t bits = 8 * m;
            uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
            uint8_t last[128] = {0};
            for (; m - at >= 64; at += 64) block_of(state, word + at);
            memcpy(last, word + at, m - at);
            last[m - at] = 0x80;
            int64_t ends = m - at < 56 ? 64 : 128;
            memcpy(last + ends - 8, &bits, 8);
            for (int64_t k = 0; k < ends; k += 64) block_of(state, last + k);
            for (int k = 0; k < 4; k++) out[k][i] = state[k];
        }
    }
    for (int i = 0; i < 4; i++) result("u32", 4, 1, &n, out[i]);
}

// ------------------------------------------------------------------- expansion and permutation
static int64_t noise(int64_t i) {
    uint64_t x = (uint64_t)i * 0x9E3779B97F4A7C15u;
    return (int64_t)((x ^ (x >> 29)) >> 20);
}

// Each thread has its own cells. Numbers are dealt out in small parts: their sizes differ.
void permute(void) {
    int64_t cells = number(argument()), kept = number(argument());
    value sizes = argument();
    int64_t n = sizes.count;
    int32_t *s = sizes.data, *out = memory(4 * cells);
    while (again()) {
        memset(out, 0, 4 * cells);
#pragma omp parallel
        {
            int32_t own[cells];
            memset(own, 0, sizeof own);
#pragma omp for schedule(dynamic, 64)
            for (int64_t i = 0; i < n; i++)
                for (int64_t j = 0; j < s[i]; j++) {
                    uint64_t x = noise(4096 * i + j);
                    if (x % 100 < (uint64_t)kept) own[x / 128 % (uint64_t)cells] += (int32_t)(i ^ j);
                }
#pragma omp critical
            for (int64_t c = 0; c < cells; c++) out[c] += own[c];
        }
    }
    result("i32", 4, 1, &cells, out);
}
