// The command line of the reference programs in CUDA: that of executables which `windrow build` makes, `-e ENTRY -r RUNS -t FILE -b`, with
// arguments as binary values on standard input and results likewise on standard output.
#include "reference.cuh"

void check(cudaError_t e, const char *file, int line) {
    if (e != cudaSuccess) {
        fprintf(stderr, "%s, line %d: %s\n", file, line, cudaGetErrorString(e));
        exit(1);
    }
}

static void take(void *to, size_t bytes) {
    if (fread(to, 1, bytes, stdin) != bytes) {
        fprintf(stderr, "the input ends early\n");
        exit(1);
    }
}

value argument() {
    value v;
    char head[7];
    do take(head, 1);
    while (head[0] != 'b');
    take(head + 1, 6);
    for (int i = 0; i < head[2]; i++) {
        take(&v.dims[i], 8);
        v.count *= v.dims[i];
    }
    size_t bytes = (size_t)v.count * (head[6] == '8' ? 1 : head[5] == '6' ? 8 : 4); // "  u8", " i64" or " f32"
    v.host.resize(bytes);
    take(v.host.data(), bytes);
    v.device = memory<char>(bytes);
    CHECK(cudaMemcpy(v.device, v.host.data(), bytes, cudaMemcpyHostToDevice));
    return v;
}

void result_head(const char *type, const std::vector<int64_t> &dims) {
    char head[3] = {'b', 2, (char)dims.size()};
    fwrite(head, 1, 3, stdout);
    fprintf(stdout, "%4s", type);
    fwrite(dims.data(), 8, dims.size(), stdout);
}

int runs = 1;
FILE *times;

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)();
    } entries[] = {
        {"copy", copy}, {"arithmetic", arithmetic},
        {"sum", sum}, {"dot", dot}, {"rows", rows}, {"scan", scan},
        {"filter", filter}, {"sums", sums}, {"spmv", spmv}, {"histogram", histogram},
        {"pagerank", pagerank}, {"nbody", nbody}, {"nbody_near", nbody}, {"kmeans", kmeans}, {"mandelbrot", mandelbrot},
        {"sieve", sieve}, {"lines", lines}, {"radix", radix},
        {"softmax", softmax}, {"levenshtein", levenshtein},
        {"life", life}, {"bfs", bfs}, {"render", render}, {"digests", digests}, {"permute", permute},
    };
    const char *entry = "";
    for (int i = 1; i + 1 < argc; i++) {
        if (!strcmp(argv[i], "-e")) entry = argv[++i];
        else if (!strcmp(argv[i], "-r")) runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "-t")) times = fopen(argv[++i], "w");
    }
    for (auto &e : entries)
        if (!strcmp(e.name, entry)) {
            e.run();
            return 0;
        }
    fprintf(stderr, "there is no entry `%s`\n", entry);
    return 2;
}
