// The benchmarks in CUDA, continued: programs with much code for each row or cell.
#include "reference.cuh"

// ------------------------------------------------------------------- softmax
// LANES neighbours a row. Each keeps HELD elements in registers, so that short rows are read once; the rest of a long row is read three
// times.
template <int LANES, int HELD> __global__ void soften(const int32_t *o, const float *x, int64_t n, float *out) {
    int64_t row = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / LANES;
    int32_t begin = row < n ? o[row] + (int32_t)(threadIdx.x % LANES) : 0, end = row < n ? o[row + 1] : 0;
    int32_t rest = begin + HELD * LANES;
    float held[HELD], most = -INFINITY, sum = 0;
#pragma unroll
    for (int k = 0; k < HELD; k++) {
        held[k] = begin + k * LANES < end ? x[begin + k * LANES] : -INFINITY;
        most = fmaxf(most, held[k]);
    }
    for (int32_t j = rest; j < end; j += LANES) most = fmaxf(most, x[j]);
    for (int d = LANES / 2; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d, LANES));
#pragma unroll
    for (int k = 0; k < HELD; k++) sum += held[k] = __expf(held[k] - most);
    for (int32_t j = rest; j < end; j += LANES) sum += __expf(x[j] - most);
    for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d, LANES);
    float scale = 1 / sum;
#pragma unroll
    for (int k = 0; k < HELD; k++)
        if (begin + k * LANES < end) out[begin + k * LANES] = held[k] * scale;
    for (int32_t j = rest; j < end; j += LANES) out[j] = __expf(x[j] - most) * scale;
}
template <int LANES, int HELD> static void measure_softmax(const value &offs, const value &xs, float *out) {
    int64_t n = offs.count - 1;
    measure([&] { soften<LANES, HELD><<<blocks(n * LANES, 256), 256>>>(offs.at<int32_t>(), xs.at<float>(), n, out); });
}
void softmax() {
    value offs = argument(), xs = argument();
    float *out = memory<float>(xs.count);
    measure_softmax<8, 8>(offs, xs, out);
    measure_softmax<16, 4>(offs, xs, out);
    measure_softmax<32, 2>(offs, xs, out);
    result("f32", {xs.count}, out);
}

// ------------------------------------------------------------------- edit distance
enum { PAIRS = 128 };
// A thread a pair of neighbouring words; a block's words are contiguous, and are copied to shared memory. A line of the table and the
// letters of the second word are in registers, as if that word had LONGEST letters: cells after its end do not change those before. A cell
// is stored minus its row and column number: then the borders are 0, and an insertion or a deletion adds nothing.
template <int LONGEST> __global__ void distances(const int32_t *o, const int32_t *x, int64_t n, int32_t *out) {
    __shared__ int32_t letters[(PAIRS + 1) * LONGEST];
    int64_t first = blockIdx.x * (int64_t)PAIRS, i = first + threadIdx.x;
    int32_t from = o[first], to = o[min(first + PAIRS, n) + 1];
    for (int32_t j = from + (int32_t)threadIdx.x; j < to; j += PAIRS) letters[j - from] = x[j];
    __syncthreads();
    if (i >= n) return;
    int32_t k = o[i + 1] - o[i], m = o[i + 2] - o[i + 1], line[LONGEST], b[LONGEST];
    const int32_t *a = letters + (o[i] - from);
#pragma unroll
    for (int j = 0; j < LONGEST; j++) {
        b[j] = j < m ? a[k + j] : 0;
        line[j] = 0;
    }
    for (int32_t l = 0; l < k; l++) {
        int32_t letter = a[l], corner = 0, left = 0;
#pragma unroll
        for (int j = 0; j < LONGEST; j++) {
            int32_t above = line[j];
            left = min(left, min(above, corner + (letter == b[j] ? -2 : -1)));
            line[j] = left;
            corner = above;
        }
    }
    int32_t last = 0;
#pragma unroll
    for (int j = 0; j < LONGEST; j++)
        if (j + 1 == m) last = line[j];
    out[i] = last + k + m;
}
void levenshtein() {
    value offs = argument(), letters = argument();
    int64_t n = offs.count - 2;
    const int32_t *o = (const int32_t *)offs.host.data();
    int32_t *out = memory<int32_t>(n), longest = 0;
    for (int64_t i = 0; i <= n; i++) longest = std::max(longest, o[i + 1] - o[i]);
    if (longest > 32) {
        fprintf(stderr, "a word has %d letters: lines of at most 32 are kept in registers\n", longest);
        exit(1);
    }
    measure([&] {
        auto kernel = longest <= 16 ? distances<16> : longest <= 24 ? distances<24> : distances<32>;
        kernel<<<blocks(n, PAIRS), PAIRS>>>(offs.at<int32_t>(), letters.at<int32_t>(), n, out);
    });
    result("i32", {n}, out);
}

// ------------------------------------------------------------------- the game of life
// A thread computes ROWS cells of a column from the sums of three neighbours in each row, which three cells share.
template <int ROWS> __global__ void live(const int32_t *__restrict__ from, int64_t h, int64_t w, int32_t *__restrict__ to) {
    int64_t x = blockIdx.x * (int64_t)blockDim.x + threadIdx.x, first = blockIdx.y * (int64_t)ROWS;
    if (x >= w) return;
    int64_t left = x > 0 ? x - 1 : w - 1, right = x + 1 < w ? x + 1 : 0;
    int32_t cells[ROWS + 2], sums[ROWS + 2];
#pragma unroll
    for (int k = 0; k < ROWS + 2; k++) {
        int64_t y = first - 1 + k;
        // The row after the last is the first; rows after that are not used.
        const int32_t *row = from + (y < 0 ? h - 1 : y < h ? y : 0) * w;
        cells[k] = row[x];
        sums[k] = row[left] + cells[k] + row[right];
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        int32_t near = sums[k] + sums[k + 1] + sums[k + 2] - cells[k + 1];
        if (first + k < h) to[(first + k) * w + x] = near == 3 || (near == 2 && cells[k + 1] == 1);
    }
}
template <int ROWS> static const int32_t *measure_life(int32_t steps, const value &cells, int32_t *const bufs[2]) {
    int64_t h = cells.dims[0], w = cells.dims[1];
    const int32_t *from = nullptr;
    measure([&] {
        from = cells.at<int32_t>();
        for (int32_t step = 0; step < steps; step++) {
            live<ROWS><<<dim3(blocks(w, 256), blocks(h, ROWS)), 256>>>(from, h, w, bufs[step % 2]);
            from = bufs[step % 2];
        }
    });
    return from;
}
void life() {
    int32_t steps = argument().number<int32_t>();
    value cells = argument();
    int32_t *bufs[2] = {memory<int32_t>(cells.count), memory<int32_t>(cells.count)};
    measure_life<4>(steps, cells, bufs);
    measure_life<8>(steps, cells, bufs);
    const int32_t *last = measure_life<16>(steps, cells, bufs);
    result("i32", {cells.dims[0], cells.dims[1]}, last);
}
