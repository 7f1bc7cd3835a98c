// The benchmarks for NVIDIA GPUs, by CUB and cuSPARSE or as a careful programmer would write them: what `bench/run -b cuda` compares with.
#include "reference.cuh"

#include <cub/cub.cuh>
#include <cusparse.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#define CHECK_SPARSE(call) CHECK((call) == CUSPARSE_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown)

// Calls a primitive of CUB, which says first how much memory it wants.
template <class F> static void measure_cub(F f) {
    size_t bytes = 0;
    CHECK(f(nullptr, bytes));
    char *scratch = memory<char>(bytes);
    measure([&] { CHECK(f(scratch, bytes)); });
}

// ------------------------------------------------------------------- what the device can do at most
static void limit(double of) {
    double *out = memory<double>(1);
    CHECK(cudaMemcpy(out, &of, sizeof of, cudaMemcpyHostToDevice));
    result("f64", {}, out);
}

void copy() {
    int64_t n = argument().number<int64_t>();
    int64_t *from = memory<int64_t>(n), *to = memory<int64_t>(n);
    measure([&] { CHECK(cudaMemcpyAsync(to, from, 8 * n, cudaMemcpyDeviceToDevice)); });
    limit(16.0 * n);
}

// As many sums as hide how long a product takes.
enum { SUMS = 8 };
__global__ void multiply(int64_t n, float *out) {
    float sums[SUMS];
    for (int j = 0; j < SUMS; j++) sums[j] = threadIdx.x + j;
    for (int64_t i = 0; i < n; i++)
#pragma unroll
        for (int j = 0; j < SUMS; j++) sums[j] = fmaf(sums[j], 0.5f, 1.0f);
    float all = 0;
    for (int j = 0; j < SUMS; j++) all += sums[j];
    // The sums are used, so that they are computed.
    if (all < 0) *out = all;
}
void arithmetic() {
    int64_t n = argument().number<int64_t>();
    int processors;
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    float *out = memory<float>(1);
    measure([&] { multiply<<<processors * 8, 256>>>(n, out); });
    limit(2.0 * SUMS * n * processors * 8 * 256);
}

// ------------------------------------------------------------------- reductions
void sum() {
    value xs = argument();
    float *out = memory<float>(1);
    measure_cub([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, xs.at<float>(), out, xs.count); });
    result("f32", {}, out);
}

struct product {
    const float *x, *y;
    __host__ __device__ float operator()(int64_t i) const { return x[i] * y[i]; }
};

void dot() {
    value xs = argument(), ys = argument();
    float *out = memory<float>(1);
    auto products = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0),
                                                    product{xs.at<float>(), ys.at<float>()});
    measure_cub([&](void *s, size_t &b) { return cub::DeviceReduce::Sum(s, b, products, out, xs.count); });
    result("f32", {}, out);
}

// LANES neighbours a row.
template <int LANES, class O> __global__ void sum_rows(const float *x, O begin, int64_t n, float *out) {
    int64_t row = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float s = 0;
    if (row < n)
        for (int64_t j = begin(row) + lane; j < begin(row + 1); j += LANES) s += x[j];
    for (int d = LANES / 2; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d, LANES);
    if (lane == 0 && row < n) out[row] = s;
}
template <int LANES, class O> static void measure_rows(const float *x, O begin, int64_t n, float *out) {
    measure([&] { sum_rows<LANES><<<blocks(n * LANES, 256), 256>>>(x, begin, n, out); });
}

struct even {
    int64_t m;
    __host__ __device__ int64_t operator()(int64_t i) const { return i * m; }
};
struct offsets {
    const int32_t *o;
    __host__ __device__ int64_t operator()(int64_t i) const { return o[i]; }
};

void rows() {
    value xss = argument();
    int64_t n = xss.dims[0], m = xss.dims[1];
    float *x = xss.at<float>(), *out = memory<float>(n);
    if (m <= 64) {
        measure_rows<4>(x, even{m}, n, out);
        measure_rows<8>(x, even{m}, n, out);
        measure_rows<16>(x, even{m}, n, out);
    } else if (n >= 1024) {
        measure_rows<32>(x, even{m}, n, out);
        auto begin = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0), even{m});
        measure_cub([&](void *s, size_t &b) { return cub::DeviceSegmentedReduce::Sum(s, b, x, out, n, begin, begin + 1); });
    } else {
        size_t bytes = 0;
        CHECK(cub::DeviceReduce::Sum(nullptr, bytes, x, out, m));
        char *scratch = memory<char>(bytes);
        measure([&] {
            for (int64_t i = 0; i < n; i++) CHECK(cub::DeviceReduce::Sum(scratch, bytes, x + i * m, out + i, m));
        });
    }
    result("f32", {n}, out);
}

// ------------------------------------------------------------------- scan, filter, histogram
void scan() {
    value xs = argument();
    int32_t *out = memory<int32_t>(xs.count);
    measure_cub([&](void *s, size_t &b) { return cub::DeviceScan::InclusiveSum(s, b, xs.at<int32_t>(), out, xs.count); });
    result("i32", {xs.count}, out);
}

struct positive {
    __host__ __device__ bool operator()(int32_t x) const { return x > 0; }
};

void filter() {
    value xs = argument();
    int32_t *out = memory<int32_t>(xs.count);
    int64_t *kept = memory<int64_t>(1), count;
    measure_cub([&](void *s, size_t &b) {
        return cub::DeviceSelect::If(s, b, xs.at<int32_t>(), out, kept, xs.count, positive());
    });
    CHECK(cudaMemcpy(&count, kept, 8, cudaMemcpyDeviceToHost));
    result("i32", {count}, out);
}

void radix() {
    value xs = argument();
    uint32_t *out = memory<uint32_t>(xs.count);
    measure_cub([&](void *s, size_t &b) { return cub::DeviceRadixSort::SortKeys(s, b, xs.at<uint32_t>(), out, xs.count); });
    result("u32", {xs.count}, out);
}

__global__ void count_atomically(const int32_t *x, int64_t n, int64_t k, int32_t *out) {
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += step)
        if ((uint64_t)x[i] < (uint64_t)k) atomicAdd(&out[x[i]], 1);
}

void histogram() {
    value ks = argument(), is = argument();
    int64_t k = ks.number<int64_t>();
    int32_t *out = memory<int32_t>(k);
    measure([&] {
        CHECK(cudaMemsetAsync(out, 0, 4 * k));
        count_atomically<<<1024, 256>>>(is.at<int32_t>(), is.count, k, out);
    });
    measure_cub([&](void *s, size_t &b) {
        return cub::DeviceHistogram::HistogramEven(s, b, is.at<int32_t>(), out, (int)k + 1, 0, (int)k, is.count);
    });
    result("i32", {k}, out);
}

// ------------------------------------------------------------------- ragged rows
void sums() {
    value offs = argument(), xs = argument();
    int64_t n = offs.count - 1;
    float *x = xs.at<float>(), *out = memory<float>(n);
    int32_t *o = offs.at<int32_t>();
    measure_rows<8>(x, offsets{o}, n, out);
    measure_rows<32>(x, offsets{o}, n, out);
    measure_cub([&](void *s, size_t &b) { return cub::DeviceSegmentedReduce::Sum(s, b, x, out, n, o, o + 1); });
    result("f32", {n}, out);
}

void spmv() {
    value offs = argument(), cols = argument(), vals = argument(), xs = argument();
    int64_t n = offs.count - 1;
    double *out = memory<double>(n), one = 1, zero = 0;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    CHECK_SPARSE(cusparseCreate(&handle));
    CHECK_SPARSE(cusparseCreateCsr(&a, n, xs.count, cols.count, offs.device, cols.device, vals.device, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK_SPARSE(cusparseCreateDnVec(&x, xs.count, xs.device, CUDA_R_64F));
    CHECK_SPARSE(cusparseCreateDnVec(&y, n, out, CUDA_R_64F));
    for (cusparseSpMVAlg_t way : {CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2}) {
        size_t bytes = 0;
        auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
        CHECK_SPARSE(cusparseSpMV_bufferSize(handle, plain, &one, a, x, &zero, y, CUDA_R_64F, way, &bytes));
        char *scratch = memory<char>(bytes);
        measure([&] { CHECK_SPARSE(cusparseSpMV(handle, plain, &one, a, x, &zero, y, CUDA_R_64F, way, scratch)); });
    }
    result("f64", {n}, out);
}

struct lost {
    const int32_t *d;
    const float *r;
    __host__ __device__ float operator()(int64_t i) const { return d[i] == 0 ? r[i] : 0; }
};
__global__ void send(const int32_t *d, const float *r, int64_t n, float *sent) {
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    if (i < n) sent[i] = d[i] == 0 ? 0 : r[i] / (float)d[i];
}
template <int LANES>
__global__ void gather(const int32_t *o, const int32_t *src, const float *sent, const float *dangling, int64_t n, float *out) {
    int64_t row = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float s = 0;
    if (row < n)
        for (int32_t j = o[row] + lane; j < o[row + 1]; j += LANES) s += sent[src[j]];
    for (int d = LANES / 2; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d, LANES);
    if (lane == 0 && row < n) out[row] = (0.15f + 0.85f * *dangling) / (float)n + 0.85f * s;
}
template <int LANES> static void measure_pagerank(value &offs, value &srcs, value &degrees, value &ranks, float *out) {
    int64_t n = degrees.count;
    float *sent = memory<float>(n), *dangling = memory<float>(1);
    auto lose = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0),
                                                lost{degrees.at<int32_t>(), ranks.at<float>()});
    measure_cub([&](void *s, size_t &b) {
        cudaError_t e = cub::DeviceReduce::Sum(s, b, lose, dangling, n);
        if (!s || e) return e;
        send<<<blocks(n, 256), 256>>>(degrees.at<int32_t>(), ranks.at<float>(), n, sent);
        gather<LANES><<<blocks(n * LANES, 256), 256>>>(offs.at<int32_t>(), srcs.at<int32_t>(), sent, dangling, n, out);
        return cudaGetLastError();
    });
}
void pagerank() {
    value offs = argument(), srcs = argument(), degrees = argument(), ranks = argument();
    float *out = memory<float>(degrees.count);
    measure_pagerank<8>(offs, srcs, degrees, ranks, out);
    measure_pagerank<32>(offs, srcs, degrees, ranks, out);
    result("f32", {degrees.count}, out);
}

// ------------------------------------------------------------------- arithmetic
__global__ void escape(int64_t h, int64_t w, int32_t limit, int32_t *out) {
    int64_t c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= w || r >= h) return;
    float cx = -2.25f + (float)c * 3 / (float)w, cy = -1.5f + (float)r * 3 / (float)h, x = 0, y = 0;
    int32_t i = 0;
    for (; i < limit && x * x + y * y <= 4; i++) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
    }
    out[r * w + c] = i;
}
void mandelbrot() {
    int64_t h = argument().number<int64_t>(), w = argument().number<int64_t>();
    int32_t limit = argument().number<int32_t>(), *out = memory<int32_t>(h * w);
    measure([&] { escape<<<dim3(blocks(w, 16), blocks(h, 16)), dim3(16, 16)>>>(h, w, limit, out); });
    result("i32", {h, w}, out);
}

__global__ void attract(const float *x, const float *y, const float *z, const float *m, int64_t n, float *ax, float *ay, float *az) {
    __shared__ float4 tile[256];
    int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
    float px = i < n ? x[i] : 0, py = i < n ? y[i] : 0, pz = i < n ? z[i] : 0, sx = 0, sy = 0, sz = 0;
    for (int64_t from = 0; from < n; from += 256) {
        int64_t j = from + threadIdx.x;
        tile[threadIdx.x] = j < n ? make_float4(x[j], y[j], z[j], m[j]) : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 256; k++) {
            float4 b = tile[k];
            float dx = b.x - px, dy = b.y - py, dz = b.z - pz;
            float square = dx * dx + dy * dy + dz * dz + 1e-3f;
            float inverse = rsqrtf(square);
            float strength = b.w * inverse * inverse * inverse;
            sx += strength * dx, sy += strength * dy, sz += strength * dz;
        }
        __syncthreads();
    }
    if (i < n) ax[i] = sx, ay[i] = sy, az[i] = sz;
}
void nbody() {
    value xs = argument(), ys = argument(), zs = argument(), ms = argument();
    int64_t n = xs.count;
    float *ax = memory<float>(n), *ay = memory<float>(n), *az = memory<float>(n);
    measure([&] {
        attract<<<blocks(n, 256), 256>>>(xs.at<float>(), ys.at<float>(), zs.at<float>(), ms.at<float>(), n, ax, ay, az);
    });
    result("f32", {n}, ax);
    result("f32", {n}, ay);
    result("f32", {n}, az);
}

// Sums and counts of a block's points lie in shared memory, then are added to those of all.
__global__ void assign(const float *p, const float *c, int64_t n, int k, int d, float *total, int32_t *count) {
    extern __shared__ float shared[];
    float *centres = shared, *sums = shared + k * d;
    int32_t *counts = (int32_t *)(sums + k * d);
    for (int i = threadIdx.x; i < k * d; i += blockDim.x) centres[i] = c[i], sums[i] = 0;
    for (int i = threadIdx.x; i < k; i += blockDim.x) counts[i] = 0;
    __syncthreads();
    int64_t step = (int64_t)gridDim.x * blockDim.x;
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n; i += step) {
        int best = 0;
        float least = INFINITY;
        for (int j = 0; j < k; j++) {
            float there = 0;
            for (int l = 0; l < d; l++) {
                float x = p[i * d + l] - centres[j * d + l];
                there += x * x;
            }
            if (there < least) least = there, best = j;
        }
        for (int l = 0; l < d; l++) atomicAdd(&sums[best * d + l], p[i * d + l]);
        atomicAdd(&counts[best], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < k * d; i += blockDim.x) atomicAdd(&total[i], sums[i]);
    for (int i = threadIdx.x; i < k; i += blockDim.x) atomicAdd(&count[i], counts[i]);
}
__global__ void means(const float *total, const int32_t *count, int k, int d, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < k * d) out[i] = total[i] / (float)max(count[i / d], 1);
}
void kmeans() {
    value points = argument(), centres = argument();
    int64_t n = points.dims[0], d = points.dims[1], k = centres.dims[0];
    float *out = memory<float>(k * d), *total = memory<float>(k * d);
    int32_t *count = memory<int32_t>(k);
    measure([&] {
        CHECK(cudaMemsetAsync(total, 0, 4 * k * d));
        CHECK(cudaMemsetAsync(count, 0, 4 * k));
        assign<<<1024, 256, 4 * (2 * k * d + k)>>>(points.at<float>(), centres.at<float>(), n, k, d, total, count);
        means<<<blocks(k * d, 256), 256>>>(total, count, k, d, out);
    });
    result("f32", {k, d}, out);
}

// ------------------------------------------------------------------- expansion
enum { PIECE = 1 << 15 };
// A piece of the flags lies in shared memory while multiples of all small primes are struck out.
__global__ void strike(const int32_t *primes, int count, int64_t n, uint8_t *flags) {
    __shared__ uint8_t piece[PIECE];
    int64_t from = blockIdx.x * (int64_t)PIECE, to = min(from + PIECE, n + 1);
    for (int i = threadIdx.x; i < PIECE; i += blockDim.x) piece[i] = from + i >= 2;
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int i = warp; i < count; i += warps) {
        int64_t p = primes[i], first = max((from + p - 1) / p * p, p * p);
        for (int64_t j = first + lane * p; j < to; j += 32 * p) piece[j - from] = 0;
    }
    __syncthreads();
    for (int64_t i = threadIdx.x; from + i < to; i += blockDim.x) flags[from + i] = piece[i];
}
struct is_flagged {
    const uint8_t *flags;
    __host__ __device__ bool operator()(int64_t i) const { return flags[i]; }
};
void sieve() {
    int64_t n = argument().number<int64_t>(), root = (int64_t)std::sqrt((double)n) + 1, found;
    uint8_t *flags = memory<uint8_t>(n + 1);
    int64_t *primes = memory<int64_t>(n + 1), *kept = memory<int64_t>(1);
    int32_t *device = memory<int32_t>(root + 1);
    measure_cub([&](void *s, size_t &b) {
        auto all = thrust::make_counting_iterator<int64_t>(0);
        if (!s) return cub::DeviceSelect::If(s, b, all, primes, kept, n + 1, is_flagged{flags});
        std::vector<uint8_t> small(root + 1, 1);
        std::vector<int32_t> few;
        for (int64_t i = 2; i <= root; i++) {
            if (!small[i]) continue;
            few.push_back((int32_t)i);
            for (int64_t j = i * i; j <= root; j += i) small[j] = 0;
        }
        CHECK(cudaMemcpy(device, few.data(), 4 * few.size(), cudaMemcpyHostToDevice));
        strike<<<blocks(n + 1, PIECE), 512>>>(device, (int)few.size(), n, flags);
        return cub::DeviceSelect::If(s, b, all, primes, kept, n + 1, is_flagged{flags});
    });
    CHECK(cudaMemcpy(&found, kept, 8, cudaMemcpyDeviceToHost));
    result("i64", {found}, primes);
}

// A warp a line.
__global__ void draw(int64_t h, int64_t w, const int32_t *x1, const int32_t *y1, const int32_t *x2, const int32_t *y2, int64_t n, int32_t *out) {
    int64_t i = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / 32;
    if (i >= n) return;
    int32_t dx = x2[i] - x1[i], dy = y2[i] - y1[i];
    int32_t steps = max(max(abs(dx), abs(dy)), 1);
    for (int32_t k = threadIdx.x % 32; k <= steps; k += 32) {
        int32_t a = dx * k, b = dy * k;
        // Rounded down.
        int64_t x = x1[i] + (a >= 0 ? a / steps : -((-a + steps - 1) / steps));
        int64_t y = y1[i] + (b >= 0 ? b / steps : -((-b + steps - 1) / steps));
        if (x >= 0 && x < w && y >= 0 && y < h) out[y * w + x] = 1;
    }
}
void lines() {
    int64_t h = argument().number<int64_t>(), w = argument().number<int64_t>();
    value x1 = argument(), y1 = argument(), x2 = argument(), y2 = argument();
    int32_t *out = memory<int32_t>(h * w);
    measure([&] {
        CHECK(cudaMemsetAsync(out, 0, 4 * h * w));
        draw<<<blocks(x1.count * 32, 256), 256>>>(h, w, x1.at<int32_t>(), y1.at<int32_t>(), x2.at<int32_t>(), y2.at<int32_t>(),
                                                  x1.count, out);
    });
    result("i32", {h, w}, out);
}
