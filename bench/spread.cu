// The benchmarks in CUDA, continued: what expands and combines.
#include "reference.cuh"

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
