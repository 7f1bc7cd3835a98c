// The command line of the reference programs: that of executables which `windrow build` makes, `-e ENTRY -r RUNS -t FILE -b`, with arguments
// as binary values on standard input and results likewise on standard output. Results that are fresh arrays are allocated before the
// clock starts.
#include "reference.h"
#include <time.h>

void *memory(size_t bytes) {
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!p) exit(1);
    memset(p, 0, bytes);
    return p;
}

static void take(void *to, size_t bytes) {
    if (fread(to, 1, bytes, stdin) != bytes) {
        fprintf(stderr, "the input ends early\n");
        exit(1);
    }
}

value argument(void) {
    value v = {{0}, 1, NULL};
    char head[7];
    do take(head, 1);
    while (head[0] != 'b');
    take(head + 1, 6);
    int rank = head[2];
    for (int i = 0; i < rank; i++) {
        take(&v.dims[i], 8);
        v.count *= v.dims[i];
    }
    int bytes = head[6] == '8' ? 1 : head[5] == '6' ? 8 : 4; // "  u8", " i64" or " f32"
    v.data = memory((size_t)v.count * bytes);
    take(v.data, (size_t)v.count * bytes);
    return v;
}

void result(const char *type, int bytes, int rank, const int64_t *dims, const void *data) {
    char head[3] = {'b', 2, (char)rank};
    int64_t count = 1;
    for (int i = 0; i < rank; i++) count *= dims[i];
    fwrite(head, 1, 3, stdout);
    fprintf(stdout, "%4s", type);
    fwrite(dims, 8, rank, stdout);
    fwrite(data, bytes, count, stdout);
}

int64_t number(value v) { return *(int64_t *)v.data; }

// ------------------------------------------------------------------- the loop over runs
static int runs = 1, run = -1;
static FILE *times;
static struct timespec began;

// The first run does not count.
int again(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (run > 0 && times)
        fprintf(times, "%ld\n", (long)((now.tv_sec - began.tv_sec) * 1000000 + (now.tv_nsec - began.tv_nsec) / 1000));
    if (run++ == runs) return 0;
    clock_gettime(CLOCK_MONOTONIC, &began);
    return 1;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } entries[] = {
        {"copy", copy}, {"arithmetic", arithmetic},
        {"sum", sum}, {"dot", dot}, {"rows", rows}, {"scan", scan},
        {"filter", filter}, {"sums", sums}, {"spmv", spmv}, {"histogram", histogram},
        {"pagerank", pagerank}, {"nbody", nbody}, {"nbody_near", nbody}, {"kmeans", kmeans}, {"mandelbrot", mandelbrot},
        {"sieve", sieve}, {"lines", lines}, {"quicksort", quicksort}, {"radix", radix},
        {"flat_sums", flat_sums}, {"flat_rows", flat_rows}, {"softmax", softmax}, {"levenshtein", levenshtein},
        {"life", life}, {"bfs", bfs}, {"render", render}, {"digests", digests}, {"permute", permute},
    };
    const char *entry = "";
    for (int i = 1; i + 1 < argc; i++) {
        if (!strcmp(argv[i], "-e")) entry = argv[++i];
        else if (!strcmp(argv[i], "-r")) runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-t")) times = fopen(argv[++i], "w");
    }
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (!strcmp(entries[i].name, entry)) {
            entries[i].run();
            return 0;
        }
    fprintf(stderr, "there is no entry `%s`\n", entry);
    return 2;
}
