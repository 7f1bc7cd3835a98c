// What the reference programs in CUDA share: binary values on standard input and output, and the loop over runs. Data is on the device and
// memory is allocated before the clock starts; a run ends when the device is done. Where two ways are good on different data both are
// timed, and the faster one counts.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

void check(cudaError_t e, const char *file, int line);
#define CHECK(call) check((call), __FILE__, __LINE__)

// ------------------------------------------------------------------- values
struct value {
    int64_t dims[4] = {0}, count = 1;
    std::vector<char> host;
    void *device = nullptr;
    template <class T> T number() const { return *(const T *)host.data(); }
    template <class T> T *at() const { return (T *)device; }
};

// Fresh memory, zeroed. Reads of whole words may go past its end.
template <class T> T *memory(int64_t count) {
    void *p;
    size_t bytes = count * sizeof(T) + 16;
    CHECK(cudaMalloc(&p, bytes));
    CHECK(cudaMemset(p, 0, bytes));
    return (T *)p;
}

// The next argument.
value argument();
void result_head(const char *type, const std::vector<int64_t> &dims);

template <class T> void result(const char *type, std::vector<int64_t> dims, const T *device) {
    int64_t count = 1;
    for (int64_t d : dims) count *= d;
    std::vector<char> host(count * sizeof(T));
    CHECK(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost));
    result_head(type, dims);
    fwrite(host.data(), 1, host.size(), stdout);
}

// ------------------------------------------------------------------- the loop over runs
extern int runs;
extern FILE *times;

// The first run does not count.
template <class F> void measure(F f) {
    for (int run = 0; run <= runs; run++) {
        CHECK(cudaDeviceSynchronize());
        auto began = std::chrono::steady_clock::now();
        f();
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaGetLastError());
        double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count();
        if (run > 0 && times) fprintf(times, "%.1f\n", us);
    }
}

// How many blocks there are if each takes `each` of n, at least one.
inline int64_t blocks(int64_t n, int64_t each) { return std::max<int64_t>((n + each - 1) / each, 1); }

// ------------------------------------------------------------------- entry points
void copy();
void arithmetic();
void sum();
void dot();
void rows();
void scan();
void filter();
void sums();
void spmv();
void histogram();
void pagerank();
void nbody();
void kmeans();
void mandelbrot();
void sieve();
void lines();
void radix();
void softmax();
void levenshtein();
void life();
void bfs();
void render();
void digests();
void permute();
