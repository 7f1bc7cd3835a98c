// What the reference programs share: binary values on standard input and output, and the loop over runs.
#pragma once
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int64_t dims[4], count;
    void *data;
} value;

// Fresh memory, touched.
void *memory(size_t bytes);
// The next argument.
value argument(void);
int64_t number(value v);
void result(const char *type, int bytes, int rank, const int64_t *dims, const void *data);
// Whether there is another run: `while (again()) { .. }` is what is timed.
int again(void);

void copy(void);
void arithmetic(void);
void sum(void);
void dot(void);
void rows(void);
void scan(void);
void filter(void);
void sums(void);
void spmv(void);
void histogram(void);
void pagerank(void);
void nbody(void);
void kmeans(void);
void mandelbrot(void);
void sieve(void);
void lines(void);
void quicksort(void);
void radix(void);
void flat_sums(void);
void flat_rows(void);
void softmax(void);
void levenshtein(void);
void life(void);
void bfs(void);
void render(void);
void digests(void);
void permute(void);
