// The benchmarks in C with OpenMP, as a careful programmer would write them: what `bench/run` compares with. `nested.c` and `spread.c` have more.
#include "reference.h"

// ------------------------------------------------------------------- reductions
void sum(void) {
    value xs = argument();
    float s = 0, *x = xs.data;
    while (again()) {
        s = 0;
#pragma omp parallel for simd reduction(+ : s)
        for (int64_t i = 0; i < xs.count; i++) s += x[i];
    }
    result("f32", 4, 0, NULL, &s);
}

void dot(void) {
    value xs = argument(), ys = argument();
    float s = 0, *x = xs.data, *y = ys.data;
    while (again()) {
        s = 0;
#pragma omp parallel for simd reduction(+ : s)
        for (int64_t i = 0; i < xs.count; i++) s += x[i] * y[i];
    }
    result("f32", 4, 0, NULL, &s);
}

// Few long rows are shared by all threads, one after the other.
void rows(void) {
    value xss = argument();
    int64_t n = xss.dims[0], m = xss.dims[1];
    float *x = xss.data, *out = memory(4 * n);
    while (again()) {
        if (n >= 4 * omp_get_max_threads()) {
#pragma omp parallel for
            for (int64_t i = 0; i < n; i++) {
                float s = 0;
                for (int64_t j = 0; j < m; j++) s += x[i * m + j];
                out[i] = s;
            }
        } else {
            for (int64_t i = 0; i < n; i++) {
                float s = 0;
#pragma omp parallel for simd reduction(+ : s)
                for (int64_t j = 0; j < m; j++) s += x[i * m + j];
                out[i] = s;
            }
        }
    }
    result("f32", 4, 1, &n, out);
}

// ------------------------------------------------------------------- scan and filter
// Each thread sums or counts its part, then goes through it again.
void scan(void) {
    value xs = argument();
    int64_t n = xs.count;
    int32_t *x = xs.data, *out = memory(4 * n), before[257] = {0};
    while (again()) {
#pragma omp parallel
        {
            int t = omp_get_thread_num(), ts = omp_get_num_threads();
            int64_t from = n * t / ts, to = n * (t + 1) / ts;
            int32_t s = 0;
            for (int64_t i = from; i < to; i++) s += x[i];
            before[t + 1] = s;
#pragma omp barrier
            s = 0;
            for (int u = 0; u <= t; u++) s += before[u];
#pragma omp simd reduction(inscan, + : s)
            for (int64_t i = from; i < to; i++) {
                s += x[i];
#pragma omp scan inclusive(s)
                out[i] = s;
            }
        }
    }
    result("i32", 4, 1, &n, out);
}

void filter(void) {
    value xs = argument();
    int64_t n = xs.count, kept = 0, before[257] = {0};
    int32_t *x = xs.data, *out = memory(4 * n);
    while (again()) {
#pragma omp parallel
        {
            int t = omp_get_thread_num(), ts = omp_get_num_threads();
            int64_t from = n * t / ts, to = n * (t + 1) / ts, c = 0;
            for (int64_t i = from; i < to; i++) c += x[i] > 0;
            before[t + 1] = c;
#pragma omp barrier
            c = 0;
            for (int u = 0; u <= t; u++) c += before[u];
            // Without branches, in pieces of its own: others write behind what is kept here.
            for (int64_t i = from; i < to; i += 4096) {
                int32_t piece[4096];
                int k = 0;
                for (int64_t j = i; j < (i + 4096 < to ? i + 4096 : to); j++) {
                    piece[k] = x[j];
                    k += x[j] > 0;
                }
                memcpy(out + c, piece, 4 * k);
                c += k;
            }
            if (t == ts - 1) kept = c;
        }
    }
    result("i32", 4, 1, &kept, out);
}

// Private copies while they are small beside the input, else atomics.
void histogram(void) {
    value ks = argument(), is = argument();
    int64_t n = is.count, k = number(ks);
    int32_t *x = is.data, *out = memory(4 * k);
    int threads = omp_get_max_threads();
    int private = threads * k * 2 <= n;
    int32_t *copies = memory(private ? 4 * k * threads : 4);
    while (again()) {
        memset(out, 0, 4 * k);
        if (private) {
            memset(copies, 0, 4 * k * threads);
#pragma omp parallel
            {
                int32_t *mine = copies + k * omp_get_thread_num();
#pragma omp for
                for (int64_t i = 0; i < n; i++)
                    if ((uint32_t)x[i] < (uint32_t)k) mine[x[i]]++;
#pragma omp for
                for (int64_t j = 0; j < k; j++)
                    for (int t = 0; t < threads; t++) out[j] += copies[k * t + j];
            }
        } else {
#pragma omp parallel for
            for (int64_t i = 0; i < n; i++)
                if ((uint32_t)x[i] < (uint32_t)k) __atomic_fetch_add(&out[x[i]], 1, __ATOMIC_RELAXED);
        }
    }
    result("i32", 4, 1, &k, out);
}

// ------------------------------------------------------------------- ragged rows
void sums(void) {
    value offs = argument(), xs = argument();
    int64_t n = offs.count - 1;
    int32_t *o = offs.data;
    float *x = xs.data, *out = memory(4 * n);
    while (again()) {
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++) {
            float s = 0;
            for (int32_t j = o[i]; j < o[i + 1]; j++) s += x[j];
            out[i] = s;
        }
    }
    result("f32", 4, 1, &n, out);
}

// A row of many elements is shared by all threads.
void spmv(void) {
    value offs = argument(), cols = argument(), vals = argument(), xs = argument();
    int64_t n = offs.count - 1;
    int32_t *o = offs.data, *c = cols.data;
    double *v = vals.data, *x = xs.data, *out = memory(8 * n);
    int32_t most = cols.count / (4 * omp_get_max_threads()) + 1;
    while (again()) {
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++) {
            if (o[i + 1] - o[i] > most) continue;
            double s = 0;
            for (int32_t j = o[i]; j < o[i + 1]; j++) s += v[j] * x[c[j]];
            out[i] = s;
        }
        for (int64_t i = 0; i < n; i++) {
            if (o[i + 1] - o[i] <= most) continue;
            double s = 0;
#pragma omp parallel for simd reduction(+ : s)
            for (int32_t j = o[i]; j < o[i + 1]; j++) s += v[j] * x[c[j]];
            out[i] = s;
        }
    }
    result("f64", 8, 1, &n, out);
}

void pagerank(void) {
    value offs = argument(), srcs = argument(), degrees = argument(), ranks = argument();
    int64_t n = degrees.count;
    int32_t *o = offs.data, *src = srcs.data, *d = degrees.data;
    float *r = ranks.data, *sent = memory(4 * n), *out = memory(4 * n);
    while (again()) {
        float dangling = 0;
#pragma omp parallel for reduction(+ : dangling)
        for (int64_t i = 0; i < n; i++) {
            sent[i] = d[i] == 0 ? 0 : r[i] / (float)d[i];
            dangling += d[i] == 0 ? r[i] : 0;
        }
        float base = (0.15f + 0.85f * dangling) / (float)n;
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t i = 0; i < n; i++) {
            float s = 0;
            for (int32_t j = o[i]; j < o[i + 1]; j++) s += sent[src[j]];
            out[i] = base + 0.85f * s;
        }
    }
    result("f32", 4, 1, &n, out);
}

// ------------------------------------------------------------------- arithmetic
void mandelbrot(void) {
    int64_t dims[2] = {number(argument()), number(argument())};
    int64_t h = dims[0], w = dims[1];
    int32_t limit = *(int32_t *)argument().data, *out = memory(4 * h * w);
    while (again()) {
#pragma omp parallel for schedule(dynamic, 4)
        for (int64_t r = 0; r < h; r++)
            for (int64_t c = 0; c < w; c++) {
                float cx = -2.25f + (float)c * 3 / (float)w, cy = -1.5f + (float)r * 3 / (float)h, x = 0, y = 0;
                int32_t i = 0;
                for (; i < limit && x * x + y * y <= 4; i++) {
                    float next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                }
                out[r * w + c] = i;
            }
    }
    result("i32", 4, 2, dims, out);
}

void nbody(void) {
    value xs = argument(), ys = argument(), zs = argument(), ms = argument();
    int64_t n = xs.count;
    float *x = xs.data, *y = ys.data, *z = zs.data, *m = ms.data;
    float *ax = memory(4 * n), *ay = memory(4 * n), *az = memory(4 * n);
    while (again()) {
#pragma omp parallel for
        for (int64_t i = 0; i < n; i++) {
            float sx = 0, sy = 0, sz = 0;
            for (int64_t j = 0; j < n; j++) {
                float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
                float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
                float strength = m[j] * inverse * inverse * inverse;
                sx += strength * dx;
                sy += strength * dy;
                sz += strength * dz;
            }
            ax[i] = sx, ay[i] = sy, az[i] = sz;
        }
    }
    result("f32", 4, 1, &n, ax);
    result("f32", 4, 1, &n, ay);
    result("f32", 4, 1, &n, az);
}

void kmeans(void) {
    value points = argument(), centres = argument();
    int64_t n = points.dims[0], d = points.dims[1], k = centres.dims[0];
    float *p = points.data, *c = centres.data, *out = memory(4 * k * d), *total = memory(4 * k * d);
    int32_t *count = memory(4 * k);
    while (again()) {
        memset(total, 0, 4 * k * d);
        memset(count, 0, 4 * k);
#pragma omp parallel for reduction(+ : total[ : k * d], count[ : k])
        for (int64_t i = 0; i < n; i++) {
            int64_t best = 0;
            float least = INFINITY;
            for (int64_t j = 0; j < k; j++) {
                float there = 0;
                for (int64_t l = 0; l < d; l++) there += (p[i * d + l] - c[j * d + l]) * (p[i * d + l] - c[j * d + l]);
                if (there < least) least = there, best = j;
            }
            for (int64_t l = 0; l < d; l++) total[best * d + l] += p[i * d + l];
            count[best]++;
        }
        for (int64_t j = 0; j < k; j++)
            for (int64_t l = 0; l < d; l++) out[j * d + l] = total[j * d + l] / (float)(count[j] > 1 ? count[j] : 1);
    }
    result("f32", 4, 2, centres.dims, out);
}

// ------------------------------------------------------------------- expansion
// Strikes out multiples in pieces that fit the cache.
void sieve(void) {
    int64_t n = number(argument()), root = (int64_t)sqrt((double)n) + 1, found = 0;
    int64_t *primes = memory(8 * (n + 1));
    uint8_t *small = memory(root + 1), *flags = memory(n + 1);
    while (again()) {
        memset(small, 1, root + 1);
        for (int64_t i = 2; i * i <= root; i++)
            if (small[i])
                for (int64_t j = i * i; j <= root; j += i) small[j] = 0;
        enum { PIECE = 1 << 17 };
#pragma omp parallel for schedule(dynamic, 1)
        for (int64_t from = 0; from <= n; from += PIECE) {
            int64_t to = from + PIECE <= n + 1 ? from + PIECE : n + 1;
            memset(flags + from, 1, to - from);
            for (int64_t p = 2; p * p < to; p++) {
                if (!small[p]) continue;
                int64_t first = (from + p - 1) / p * p;
                for (int64_t j = first > p * p ? first : p * p; j < to; j += p) flags[j] = 0;
            }
        }
        found = 0;
        for (int64_t i = 2; i <= n; i++)
            if (flags[i]) primes[found++] = i;
    }
    result("i64", 8, 1, &found, primes);
}

void lines(void) {
    int64_t dims[2] = {number(argument()), number(argument())};
    int64_t h = dims[0], w = dims[1];
    value x1s = argument(), y1s = argument(), x2s = argument(), y2s = argument();
    int32_t *x1 = x1s.data, *y1 = y1s.data, *x2 = x2s.data, *y2 = y2s.data, *out = memory(4 * h * w);
    while (again()) {
        memset(out, 0, 4 * h * w);
#pragma omp parallel for
        for (int64_t i = 0; i < x1s.count; i++) {
            int32_t dx = x2[i] - x1[i], dy = y2[i] - y1[i];
            int32_t steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
            if (steps < 1) steps = 1;
            for (int32_t k = 0; k <= steps; k++) {
                int32_t a = dx * k, b = dy * k;
                // Rounded down.
                int64_t x = x1[i] + (a >= 0 ? a / steps : -((-a + steps - 1) / steps));
                int64_t y = y1[i] + (b >= 0 ? b / steps : -((-b + steps - 1) / steps));
                if (x >= 0 && x < w && y >= 0 && y < h) out[y * w + x] = 1;
            }
        }
    }
    result("i32", 4, 2, dims, out);
}
