// What the machine can do at most: the bandwidth of a copy, and the peak of arithmetic. References are given as shares of these.
#include "reference.h"

void copy(void) {
    int64_t n = number(argument());
    int64_t *from = memory(8 * n), *to = memory(8 * n);
    while (again()) {
#pragma omp parallel for simd
        for (int64_t i = 0; i < n; i++) to[i] = from[i];
    }
    double bytes = 16.0 * n;
    result("f64", 8, 0, NULL, &bytes);
}

// Vectors of sums, as many as hide how long a product takes; a processor without such wide registers takes several for each.
enum { SUMS = 10, LANES = 16 };
typedef float lanes __attribute__((vector_size(4 * LANES)));

void arithmetic(void) {
    int64_t n = number(argument());
    float all = 0;
    while (again()) {
#pragma omp parallel reduction(+ : all)
        {
            lanes sums[SUMS];
            for (int j = 0; j < SUMS; j++) sums[j] = (lanes){} + (float)(omp_get_thread_num() + j);
            for (int64_t i = 0; i < n; i++) {
#pragma GCC unroll 10
                for (int j = 0; j < SUMS; j++) sums[j] = sums[j] * 0.5f + 1.0f;
            }
            for (int j = 0; j < SUMS; j++) all += sums[j][0];
        }
    }
    // The sums are used, so that they are computed.
    double operations = 2.0 * LANES * SUMS * n * omp_get_max_threads() + (all < 0);
    result("f64", 8, 0, NULL, &operations);
}
