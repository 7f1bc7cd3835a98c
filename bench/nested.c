// The benchmarks in C with OpenMP, continued: sorting, what was flattened by hand, and programs with much code for each row or cell. Where
// the source says how (quicksort, two bits a pass), the C does the same; what was flattened by hand is written with plain loops here.
#include "reference.h"

// ------------------------------------------------------------------- sorting
static void sort_row(int32_t *x, int64_t n) {
    int64_t los[64] = {0}, his[64] = {n}, top = 1;
    while (top > 0) {
        int64_t lo = los[top - 1], hi = his[top - 1];
        if (hi - lo < 2) {
            top--;
            continue;
        }
        int32_t pivot = x[hi - 1], t;
        int64_t at = lo;
        for (int64_t i = lo; i < hi - 1; i++)
            if (x[i] < pivot) t = x[i], x[i] = x[at], x[at++] = t;
        t = x[at], x[at] = x[hi - 1], x[hi - 1] = t;
        int left = at - lo < hi - at;
        los[top - 1] = left ? at + 1 : lo, his[top - 1] = left ? hi : at;
        los[top] = left ? lo : at + 1, his[top] = left ? at : hi;
        top++;
    }
}

void quicksort(void) {
    value xss = argument();
    int64_t m = xss.dims[0], n = xss.dims[1];
    int32_t *out = memory(4 * m * n);
    while (again()) {
#pragma omp parallel for schedule(dynamic, 64)
        for (int64_t i = 0; i < m; i++) {
            memcpy(out + i * n, (int32_t *)xss.data + i * n, 4 * n);
            sort_row(out + i * n, n);
        }
    }
    result("i32", 4, 2, xss.dims, out);
}

// Each thread counts the digits of its part, and then moves them behind those of the threads in front.
void radix(void) {
    value xs = argument();
    int64_t n = xs.count;
    uint32_t *bufs[2] = {memory(4 * n), memory(4 * n)}, *from = xs.data;
    int64_t counts[257][4];
    while (again()) {
        from = xs.data;
        for (int pass = 0; pass < 16; pass++) {
            uint32_t *to = bufs[pass % 2];
#pragma omp parallel
            {
                int t = omp_get_thread_num(), ts = omp_get_num_threads();
                int64_t first = n * t / ts, last = n * (t + 1) / ts, at[4] = {0};
                for (int64_t i = first; i < last; i++) at[from[i] >> 2 * pass & 3]++;
                memcpy(counts[t], at, sizeof at);
#pragma omp barrier
                int64_t before = 0;
                for (int d = 0; d < 4; d++)
                    for (int u = 0; u < ts; u++) {
                        if (u == t) at[d] = before;
                        before += counts[u][d];
                    }
                for (int64_t i = first; i < last; i++) to[at[from[i] >> 2 * pass & 3]++] = from[i];
            }
            from = to;
        }
    }
    result("u32", 4, 1, &n, from);
}

// ------------------------------------------------------------------- flattened by hand in the source
void flat_sums(void) { sums(); }

void flat_rows(void) {
    value sizes = argument();
    int64_t n = sizes.count, total = 0, *starts = memory(8 * (n + 1));
    int32_t *s = sizes.data, *rows = NULL, *places = NULL;
    for (int64_t i = 0; i < n; i++) total += s[i];
    rows = memory(4 * total), places = memory(4 * total);
    while (again()) {
        for (int64_t i = 0, at = 0; i < n; i++) starts[i] = at, at += s[i];
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++)
            for (int32_t j = 0; j < s[i]; j++) rows[starts[i] + j] = i, places[starts[i] + j] = j;
    }
    result("i32", 4, 1, &total, rows);
    result("i32", 4, 1, &total, places);
}

// ------------------------------------------------------------------- rows and cells
void softmax(void) {
    value offs = argument(), xs = argument();
    int64_t n = offs.count - 1;
    int32_t *o = offs.data;
    float *x = xs.data, *out = memory(4 * xs.count);
    while (again()) {
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++) {
            float most = -INFINITY, sum = 0;
            for (int32_t j = o[i]; j < o[i + 1]; j++) most = x[j] > most ? x[j] : most;
            for (int32_t j = o[i]; j < o[i + 1]; j++) sum += out[j] = expf(x[j] - most);
            for (int32_t j = o[i]; j < o[i + 1]; j++) out[j] /= sum;
        }
    }
    result("f32", 4, 1, &xs.count, out);
}

void levenshtein(void) {
    value offs = argument(), letters = argument();
    int64_t n = offs.count - 2;
    int32_t *o = offs.data, *x = letters.data, *out = memory(4 * n), longest = 0;
    for (int64_t i = 0; i <= n; i++) longest = o[i + 1] - o[i] > longest ? o[i + 1] - o[i] : longest;
    while (again()) {
#pragma omp parallel
        {
            int32_t line[longest + 1];
#pragma omp for schedule(dynamic, 256)
            for (int64_t i = 0; i < n; i++) {
                int32_t *a = x + o[i], *b = x + o[i + 1], k = o[i + 1] - o[i], m = o[i + 2] - o[i + 1];
                for (int32_t j = 0; j <= m; j++) line[j] = j;
                for (int32_t l = 0; l < k; l++) {
                    int32_t corner = line[0];
                    line[0] = l + 1;
                    for (int32_t j = 0; j < m; j++) {
                        int32_t above = line[j + 1], changed = corner + (a[l] != b[j]);
                        int32_t least = above < line[j] ? above : line[j];
                        line[j + 1] = changed < 1 + least ? changed : 1 + least;
                        corner = above;
                    }
                }
                out[i] = line[m];
            }
        }
    }
    result("i32", 4, 1, &n, out);
}

// The first and the last cell of a line are neighbours; the ones between need no remainders.
void life(void) {
    int32_t steps = *(int32_t *)argument().data;
    value cells = argument();
    int64_t h = cells.dims[0], w = cells.dims[1];
    int32_t *bufs[2] = {memory(4 * h * w), memory(4 * h * w)}, *from = cells.data;
    while (again()) {
        from = cells.data;
        for (int32_t step = 0; step < steps; step++) {
            int32_t *to = bufs[step % 2];
#pragma omp parallel for
            for (int64_t y = 0; y < h; y++) {
                const int32_t *up = from + (y ? y - 1 : h - 1) * w, *on = from + y * w, *down = from + (y + 1 < h ? y + 1 : 0) * w;
#define CELL(l, x, r) \
    { \
        int32_t near = up[l] + up[x] + up[r] + on[l] + on[r] + down[l] + down[x] + down[r]; \
        to[y * w + (x)] = (near == 3) | ((near == 2) & (on[x] == 1)); \
    }
                CELL(w - 1, 0, 1 % w)
                for (int64_t x = 1; x < w - 1; x++) CELL(x - 1, x, x + 1)
                CELL((w - 2 + w) % w, w - 1, 0)
            }
            from = to;
        }
    }
    result("i32", 4, 2, cells.dims, from);
}
