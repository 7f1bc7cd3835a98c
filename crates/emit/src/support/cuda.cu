// Windrow support for CUDA C++ compiled by NVRTC: spelling of types, kernels, atomics. `common.h` follows.
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
typedef unsigned long long address;

#define FN static __device__ __forceinline__
#define GLOBAL
// A buffer that nobody writes while a kernel runs.
#define RESTRICT __restrict__
#define F32_FN(name) name##f
#define RECIPROCAL_ROOT(L, a) L(rsqrt)(a)

struct record { i32 claim; i32 check; i64 at[8]; i64 vals[8]; i32 calls; i32 more; i32 deep; i32 unused; i32 call[32]; };

#define KERNEL(LANES, RESIDENT) extern "C" __global__ void __launch_bounds__(LANES, RESIDENT)
#define KERNEL_PARAMS record *fail, const i32 launch, u64 *marks, u64 *values
#define SHARED __shared__
#define CLAIM_NOW(fail) (*(volatile i32 *)&(fail)->claim)
// Functions that kernels call: where the stack of the kernel began, and how many calls are under way. The runtime gives a program with
// recursion a larger stack and sets `device_stack` to the bytes of it that calls may use (`rt/src/cuda/stack.rs`).
#define FUNCTION static __device__
#define CALL_PARAMS record *fail, i32 launch, address stack, i32 depth
#define CALL_ARGS fail, launch, stack, depth + 1
#define CALLS_BEGIN const address stack = stack_address(); const i32 depth = 0;
#define RECURSION extern "C" __constant__ address device_stack = 0;
#define TOO_DEEP (depth >= 100000 || stack - stack_address() > device_stack)
#define EACH_GROUP
#define GROUP blockIdx.x
#define GROUPS gridDim.x
#define LANE threadIdx.x
#define BARRIER __syncthreads();
// Neighbouring lanes advance together and see each other's registers; small numbers travel as large ones.
#define SHUFFLE_UP(x, n) shuffle_up((x), (n))
#define SHUFFLE_DOWN(x, n) shuffle_down((x), (n))
#define SHUFFLE_OF(x, lane) shuffle_of((x), (lane))
template <typename T> struct travels { typedef T as; };
template <> struct travels<i8> { typedef i32 as; };
template <> struct travels<u8> { typedef u32 as; };
template <> struct travels<i16> { typedef i32 as; };
template <> struct travels<u16> { typedef u32 as; };
template <typename T> FN T shuffle_up(T x, int n) { return (T)__shfl_up_sync(~0u, (typename travels<T>::as)x, n); }
template <typename T> FN T shuffle_down(T x, int n) { return (T)__shfl_down_sync(~0u, (typename travels<T>::as)x, n); }
template <typename T> FN T shuffle_of(T x, int lane) { return (T)__shfl_sync(~0u, (typename travels<T>::as)x, lane); }
// The last of them for which something holds; -1 if it does for none.
#define LAST_OF(holds) (31 - __clz((int)__ballot_sync(~0u, (holds))))
// The low bits of a number, as one with a sign. NVRTC (12 and 13) takes numbers that were narrowed and then widened to be as far apart as
// before, though one of them may have wrapped around: it must not see where they come from.
#define NARROW(T, a) ((T)low_word((u64)(a)))
FN u32 low_word(u64 a) { u32 low; asm("cvt.u32.u64 %0, %1;" : "=r"(low) : "l"(a)); return low; }
#define UNROLL _Pragma("unroll")
#define UNROLL_BY(n) _Pragma(TEXT(unroll n))
#define UNROLLED(n) UNROLL_BY(n)
#define TEXT(x) #x
// An element that is read once.
#define STREAMED(element) __ldcs(&(element))
// Elements side by side, in units of 16 bytes where their address is a multiple of that. Memory of others begins anywhere.
#define LOADS(T, N, near, first) alignas(16) T near[N]; read_near<N, false>(&(first), near);
#define LOADS_ONCE(T, N, near, first) alignas(16) T near[N]; read_near<N, true>(&(first), near);
#define STORES(N, first, near) write_near<N>(&(first), near);
// How many lanes of the group something holds for.
#define COUNT(total, holds) total = (widx)__syncthreads_count(holds);
// From here on this lane has failed if any lane of its group has.
#define BARRIER_OF_FAILURES bad = __syncthreads_or(bad);
// Groups that wait for those in front of them begin in the order of their numbers. The last one leaves the counter as it was.
#define NEXT_GROUP(marks, shared) next_group((u32 *)(marks), &(shared))
#define PAST(p) (*(volatile u64 *)(p))
#define FENCE __threadfence();
#define YIELD
#define HIGH_PRODUCT(a, b) __umul64hi((a), (b))
#define TELL(p, x) *(volatile u64 *)(p) = (x);
#define POST(p, x) { __threadfence(); *(volatile u64 *)(p) = (x); }

template <int N, bool ONCE, typename T> FN void read_near(const T *from, T *to) {
    constexpr int UNITS = N * sizeof(T) / 16;
    if (UNITS * 16 == N * sizeof(T) && (address)from % 16 == 0) {
        UNROLL
        for (int i = 0; i < UNITS; i++)
            ((uint4 *)to)[i] = ONCE ? __ldcs((const uint4 *)from + i) : ((const uint4 *)from)[i];
    } else {
        UNROLL
        for (int i = 0; i < N; i++) to[i] = ONCE ? __ldcs(from + i) : from[i];
    }
}
template <int N, typename T> FN void write_near(T *to, const T *from) {
    constexpr int UNITS = N * sizeof(T) / 16;
    if (UNITS * 16 == N * sizeof(T) && (address)to % 16 == 0) {
        alignas(16) T near[N];
        UNROLL
        for (int i = 0; i < N; i++) near[i] = from[i];
        UNROLL
        for (int i = 0; i < UNITS; i++) ((uint4 *)to)[i] = ((const uint4 *)near)[i];
    } else {
        UNROLL
        for (int i = 0; i < N; i++) to[i] = from[i];
    }
}

// Under a lock, accesses must reach memory in order and bypass the first-level cache.
#define COHERENT(type, buffer) ((volatile type *)(buffer))

// The stack grows towards lower addresses.
FN address stack_address() { char here; return (address)&here; }

FN f32 f32_of_bits(u32 bits) { return __uint_as_float(bits); }
FN f64 f64_of_bits(u64 bits) { return __longlong_as_double((i64)bits); }
FN u32 bits_of_f32(f32 x) { return __float_as_uint(x); }
FN u64 bits_of_f64(f64 x) { return (u64)__double_as_longlong(x); }

// How many bits of a word are set, and how many there are up to the highest one that is.
FN i32 popc_bits(u64 x) { return __popcll(x); }
FN i32 bit_length(u64 x) { return 64 - __clzll((i64)x); }

FN u32 cas_u32(u32 *p, u32 old, u32 wanted) { return atomicCAS(p, old, wanted); }
FN u64 cas_u64(u64 *p, u64 old, u64 wanted) { return atomicCAS(p, old, wanted); }

FN u32 next_group(u32 *counter, u32 *shared) {
    if (LANE == 0) {
        u32 number = atomicAdd(counter, 1);
        if (number == GROUPS - 1) *counter = 0;
        *shared = number;
    }
    __syncthreads();
    return *shared;
}

FN i32 turn_of(i32 *lock) {
    i32 turn = *(volatile i32 *)lock;
    __threadfence();
    return turn;
}
FN int is_turn(i32 *lock, i32 turn) {
    __threadfence();
    return !(turn & 1) && *(volatile i32 *)lock == turn;
}
FN int try_lock(i32 *lock, i32 turn) {
    int got = !(turn & 1) && atomicCAS(lock, turn, turn + 1) == turn;
    __threadfence();
    return got;
}
FN void unlock(i32 *lock, i32 turn) {
    __threadfence();
    atomicExch(lock, (i32)((u32)turn + 2));
}

// Addresses say themselves which memory they are of.
#define SHARED_ATOMIC(update) atomic_##update

// Addition is the same for signed and unsigned numbers; CUDA has no signed 64-bit one.
#define FAST_ATOMICS(T, U) \
    FN void atomic_add_##T(T *p, T x) { atomicAdd((U *)p, (U)x); } \
    FN void atomic_and_##T(T *p, T x) { atomicAnd((U *)p, (U)x); } \
    FN void atomic_or_##T(T *p, T x) { atomicOr((U *)p, (U)x); } \
    FN void atomic_xor_##T(T *p, T x) { atomicXor((U *)p, (U)x); } \
    FN void atomic_min_##T(T *p, T x) { atomicMin(p, x); } \
    FN void atomic_max_##T(T *p, T x) { atomicMax(p, x); }
FAST_ATOMICS(i32, u32)
FAST_ATOMICS(u32, u32)
FAST_ATOMICS(i64, u64)
FAST_ATOMICS(u64, u64)

FN i64 fetch_add_i64(i64 *p, i64 x) { return (i64)atomicAdd((u64 *)p, (u64)x); }

#define HAS_FLOAT_ADD
FN void atomic_add_f32(f32 *p, f32 x) { atomicAdd(p, x); }
FN void atomic_add_f64(f64 *p, f64 x) { atomicAdd(p, x); }
