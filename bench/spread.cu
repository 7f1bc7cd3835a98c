// The benchmarks in CUDA, continued: what expands and combines (search, rendering, permutation), and digests of words.
#include "reference.cuh"

#include <cub/block/block_scan.cuh>

// ------------------------------------------------------------------- breadth-first search
enum { TILE = 256, OWN = 1024, LEVELS = 4 };
// A block takes TILE vertices of the frontier, and its threads take the edges of all of them in turn, so that degrees may differ. It
// collects the vertices that it is the first to reach in shared memory and appends them to the next frontier by one atomic addition. There
// are three counts, used in turn: of this frontier, of the next one, and one that is zeroed for the level after.
__global__ void expand(const int32_t *o, const int32_t *ends, int32_t depth, const int32_t *now, int32_t *next, int32_t *counts,
                       int32_t *depths) {
    using Scan = cub::BlockScan<int32_t, TILE>;
    __shared__ typename Scan::TempStorage scratch;
    __shared__ int32_t firsts[TILE], starts[TILE], own[OWN], some, base;
    int32_t count = counts[depth % 3], *found = &counts[(depth + 1) % 3];
    if (blockIdx.x == 0 && threadIdx.x == 0) counts[(depth + 2) % 3] = 0;
    for (int64_t from = blockIdx.x * (int64_t)TILE; from < count; from += gridDim.x * (int64_t)TILE) {
        int64_t i = from + threadIdx.x;
        int32_t begin = i < count ? o[now[i]] : 0, size = i < count ? o[now[i] + 1] - begin : 0, at, edges;
        Scan(scratch).ExclusiveSum(size, at, edges);
        firsts[threadIdx.x] = at;
        starts[threadIdx.x] = begin - at;
        if (threadIdx.x == 0) some = 0;
        __syncthreads();
        for (int32_t e = threadIdx.x; e < edges; e += TILE) {
            // The last vertex whose edges begin here or before.
            int32_t row = 0;
#pragma unroll
            for (int32_t d = TILE / 2; d > 0; d /= 2)
                if (firsts[row + d] <= e) row += d;
            int32_t v = ends[starts[row] + e];
            if (depths[v] >= 0 || atomicCAS(&depths[v], -1, depth) >= 0) continue;
            int32_t place = atomicAdd(&some, 1);
            if (place < OWN) own[place] = v;
            else next[atomicAdd(found, 1)] = v;
        }
        __syncthreads();
        int32_t kept = min(some, (int32_t)OWN);
        if (threadIdx.x == 0) base = atomicAdd(found, kept);
        __syncthreads();
        for (int32_t j = threadIdx.x; j < kept; j += TILE) next[base + j] = own[j];
    }
}
__global__ void start(int32_t *now, int32_t *counts, int32_t *depths) {
    now[0] = depths[0] = counts[0] = counts[2] = 0;
    counts[1] = 1;
}
// LEVELS levels are launched before the host reads whether a frontier is left: an empty level costs less than waiting for the answer.
void bfs() {
    value offs = argument(), ends = argument();
    int64_t n = offs.count - 1;
    int32_t *depths = memory<int32_t>(n), *fronts[2] = {memory<int32_t>(n), memory<int32_t>(n)}, *counts = memory<int32_t>(3), *left;
    CHECK(cudaMallocHost(&left, sizeof *left));
    measure([&] {
        CHECK(cudaMemsetAsync(depths, 0xff, 4 * n)); // -1
        start<<<1, 1>>>(fronts[1], counts, depths);
        int32_t depth = 1;
        do {
            for (int level = 0; level < LEVELS; level++, depth++)
                expand<<<1056, TILE>>>(offs.at<int32_t>(), ends.at<int32_t>(), depth, fronts[depth % 2], fronts[(depth + 1) % 2], counts,
                                       depths);
            CHECK(cudaMemcpyAsync(left, &counts[depth % 3], sizeof *left, cudaMemcpyDeviceToHost));
            CHECK(cudaStreamSynchronize(0));
        } while (*left > 0);
    });
    result("i32", {n}, depths);
}

// ------------------------------------------------------------------- rendering
enum { DISCS = 64, SMALL = 15 };
static constexpr uint32_t SIGN = 1u << 31;
struct scene {
    int64_t h, w, n;
    const int32_t *x, *y, *radius, *depth, *colour;
};
// Depth and colour are one number, of which the least is kept; its lower half has no sign.
__device__ long long packed(int32_t depth, int32_t colour) { return (uint64_t)(uint32_t)depth << 32 | ((uint32_t)colour ^ SIGN); }
// A strided loop over the points of the square around disc i, from the point `first` on. Most points are hidden by nearer ones, and a read
// is cheaper than an atomic minimum.
__device__ void cover(const scene &s, int32_t i, int32_t first, int32_t step, long long *canvas) {
    int32_t x = s.x[i], y = s.y[i], r = s.radius[i], side = 2 * r + 1;
    int32_t dy = first / side - r, dx = first % side - r, down = step / side, right = step % side;
    long long value = packed(s.depth[i], s.colour[i]);
    while (dy <= r) {
        int64_t py = y + dy, px = x + dx;
        if (dy * dy + dx * dx <= r * r && py >= 0 && py < s.h && px >= 0 && px < s.w) {
            long long *cell = canvas + py * s.w + px;
            if (value < __ldcg(cell)) atomicMin(cell, value);
        }
        dy += down, dx += right;
        if (dx > r) dy++, dx -= side;
    }
}
// LANES neighbours a small disc. A block draws its large discs afterwards, with all its threads.
template <int LANES> __global__ void paint(scene s, long long *canvas) {
    __shared__ int32_t large[DISCS], count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int64_t last = min((blockIdx.x + 1) * (int64_t)DISCS, s.n);
    int32_t lane = threadIdx.x % LANES;
    for (int64_t i = blockIdx.x * (int64_t)DISCS + threadIdx.x / LANES; i < last; i += blockDim.x / LANES) {
        if (s.radius[i] <= SMALL) cover(s, i, lane, LANES, canvas);
        else if (lane == 0) large[atomicAdd(&count, 1)] = i;
    }
    __syncthreads();
    for (int32_t k = 0; k < count; k++) cover(s, large[k], threadIdx.x, blockDim.x, canvas);
}
__global__ void clear(int64_t n, long long *canvas) {
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n) canvas[i] = packed(INT32_MAX, 0);
}
__global__ void colours_of(const long long *canvas, int64_t n, int32_t *out) {
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n) out[i] = (int32_t)((uint32_t)canvas[i] ^ SIGN);
}
template <int LANES> static void measure_render(const scene &s, long long *canvas, int32_t *out) {
    int64_t n = s.h * s.w;
    measure([&] {
        clear<<<blocks(n, 256), 256>>>(n, canvas);
        paint<LANES><<<blocks(s.n, DISCS), 256>>>(s, canvas);
        colours_of<<<blocks(n, 256), 256>>>(canvas, n, out);
    });
}
void render() {
    int64_t h = argument().number<int64_t>(), w = argument().number<int64_t>();
    value xs = argument(), ys = argument(), radii = argument(), depths = argument(), colours = argument();
    scene s = {h, w, xs.count, xs.at<int32_t>(), ys.at<int32_t>(), radii.at<int32_t>(), depths.at<int32_t>(), colours.at<int32_t>()};
    long long *canvas = memory<long long>(h * w);
    int32_t *out = memory<int32_t>(h * w);
    measure_render<8>(s, canvas, out);
    measure_render<16>(s, canvas, out);
    measure_render<32>(s, canvas, out);
    result("i32", {h, w}, out);
}

// ------------------------------------------------------------------- MD5
enum { WORDS = 128, STAGED = 3072 };
__constant__ uint32_t table[64];

// The digest of the m letters that begin at byte `at` of `quads`. Four letters are read at once: up to one quad after the last letter's.
__device__ __forceinline__ uint4 digest_of(const uint32_t *quads, int32_t at, int32_t m) {
    const int turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint4 state = make_uint4(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
    quads += at / 4;
    // The bytes of a word, one that ends it, zeros, and its length in bits.
    for (int32_t left = m, more = 1; more; left -= 64, quads += 16) {
        more = left >= 56;
        uint32_t block[16], a = state.x, b = state.y, c = state.z, d = state.w;
#pragma unroll
        for (int i = 0; i < 16; i++) {
            int32_t here = left - 4 * i;
            block[i] = here > 0 ? __funnelshift_r(quads[i], quads[i + 1], at % 4 * 8) : 0;
            if (here >= 0 && here < 4) block[i] = (block[i] & ((1u << 8 * here) - 1)) | 0x80u << 8 * here;
        }
        if (!more) block[14] = (uint32_t)m << 3, block[15] = (uint32_t)m >> 29;
#pragma unroll
        for (int i = 0; i < 64; i++) {
            uint32_t f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
            int g = i < 16 ? i : i < 32 ? (5 * i + 1) % 16 : i < 48 ? (3 * i + 5) % 16 : 7 * i % 16;
            uint32_t sum = a + f + table[i] + block[g];
            a = d, d = c, c = b, b = b + __funnelshift_l(sum, sum, turns[i / 16 * 4 + i % 4]);
        }
        state.x += a, state.y += b, state.z += c, state.w += d;
    }
    return state;
}
// A thread a word. A block's words are contiguous: it copies them to shared memory, as far as there is room.
__global__ void digest(const int32_t *o, const uint32_t *letters, int64_t n, uint32_t *out) {
    __shared__ uint32_t staged[STAGED];
    int64_t first = blockIdx.x * (int64_t)WORDS, i = first + threadIdx.x;
    int32_t from = o[first] / 4;
    int32_t count = min(o[min(first + WORDS, n)] / 4 + 2 - from, (int32_t)STAGED);
    for (int32_t j = threadIdx.x; j < count; j += WORDS) staged[j] = letters[from + j];
    __syncthreads();
    if (i >= n) return;
    int32_t at = o[i], end = o[i + 1];
    uint4 state = end / 4 + 2 - from <= STAGED ? digest_of(staged, at - 4 * from, end - at) : digest_of(letters, at, end - at);
    out[i] = state.x, out[n + i] = state.y, out[2 * n + i] = state.z, out[3 * n + i] = state.w;
}
void digests() {
    value offs = argument(), letters = argument();
    int64_t n = offs.count - 1;
    uint32_t *out = memory<uint32_t>(4 * n), sines[64];
    for (int i = 0; i < 64; i++) sines[i] = (uint32_t)(int64_t)(std::fabs(std::sin(i + 1.0)) * 4294967296.0);
    CHECK(cudaMemcpyToSymbol(table, sines, sizeof sines));
    measure([&] { digest<<<blocks(n, WORDS), WORDS>>>(offs.at<int32_t>(), letters.at<uint32_t>(), n, out); });
    for (int k = 0; k < 4; k++) result("u32", {n}, out + k * n);
}

// ------------------------------------------------------------------- expansion and permutation
// LANES neighbours take a number, and add its points to bins that their block shares.
static __device__ uint64_t noise(int64_t i) {
    uint64_t x = (uint64_t)i * 0x9E3779B97F4A7C15u;
    return (x ^ (x >> 29)) >> 20;
}
template <int LANES> __global__ void spread(const int32_t *sizes, int64_t n, int64_t cells, int64_t kept, int32_t *out) {
    extern __shared__ int32_t bins[];
    for (int c = threadIdx.x; c < cells; c += blockDim.x) bins[c] = 0;
    __syncthreads();
    int64_t first = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / LANES, step = (int64_t)gridDim.x * blockDim.x / LANES;
    for (int64_t i = first; i < n; i += step)
        for (int32_t j = threadIdx.x % LANES; j < sizes[i]; j += LANES) {
            uint64_t x = noise(4096 * i + j);
            if (x % 100 < (uint64_t)kept) atomicAdd(&bins[x / 128 % (uint64_t)cells], (int32_t)(i ^ j));
        }
    __syncthreads();
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        if (bins[c]) atomicAdd(&out[c], bins[c]);
}
template <int LANES> static void measure_spread(const value &sizes, int64_t cells, int64_t kept, int32_t *out) {
    measure([&] {
        CHECK(cudaMemsetAsync(out, 0, 4 * cells));
        spread<LANES><<<1056, 256, 4 * cells>>>(sizes.at<int32_t>(), sizes.count, cells, kept, out);
    });
}
void permute() {
    int64_t cells = argument().number<int64_t>(), kept = argument().number<int64_t>();
    value sizes = argument();
    int32_t *out = memory<int32_t>(cells);
    measure_spread<1>(sizes, cells, kept, out);
    measure_spread<8>(sizes, cells, kept, out);
    measure_spread<32>(sizes, cells, kept, out);
    measure_spread<256>(sizes, cells, kept, out);
    result("i32", {cells}, out);
}
