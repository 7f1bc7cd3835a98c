// Windrow support for OpenCL C 1.2: spelling of types, kernels, atomics. `common.h` follows.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL FP_CONTRACT OFF

typedef char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef float f32;
typedef double f64;
typedef size_t address;

#define FN static
#define GLOBAL __global
// A buffer that nobody writes while a kernel runs.
#define RESTRICT restrict
#define F32_FN(name) name
#define RECIPROCAL_ROOT(L, a) L(rsqrt)(a)

typedef struct { i32 claim; i32 check; i64 at[8]; i64 vals[8]; i32 calls; i32 more; i32 deep; i32 unused; i32 call[32]; } record;

#define KERNEL(LANES, RESIDENT) __kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void
#define KERNEL_PARAMS __global record *fail, const i32 launch, __global u64 *marks, __global u64 *values
#define SHARED __local
#define CLAIM_NOW(fail) (*(volatile __global i32 *)&(fail)->claim)
// Functions that kernels call; none calls itself.
#define FUNCTION static
#define CALL_PARAMS __global record *fail, i32 launch
#define CALL_ARGS fail, launch
#define CALLS_BEGIN
#define RECURSION
#define TOO_DEEP 0
#define EACH_GROUP
#define GROUP get_group_id(0)
#define GROUPS get_num_groups(0)
#define LANE get_local_id(0)
#ifdef cl_nv_pragma_unroll
// The compiler of NVIDIA. A fence of OpenCL C 1.2 orders what the group itself sees, and there it does no more: other groups need a stronger one.
#define FENCE __asm__ volatile("membar.gl;" : : : "memory");
#define UNROLL _Pragma("unroll")
#define UNROLL_BY(n) _Pragma(TEXT(unroll n))
#define TEXT(x) #x
#define UNROLLED(n) UNROLL
// The low bits of a number, as one with a sign: as in `cuda.cu`, the compiler must not see where it comes from.
#define NARROW(T, a) ((T)low_word((u64)(a)))
FN u32 low_word(u64 a) { u32 low; __asm__("cvt.u32.u64 %0, %1;" : "=r"(low) : "l"(a)); return low; }
#else
#define FENCE mem_fence(CLK_GLOBAL_MEM_FENCE);
#define UNROLL
#define UNROLL_BY(n)
#define UNROLLED(n)
#endif
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
// An element that is read once.
#define STREAMED(element) (element)
// How many lanes of the group something holds for.
#define COUNT(total, holds) { \
    if (LANE == 0) counted = 0; \
    BARRIER \
    if (holds) atomic_inc((volatile __local u32 *)&counted); \
    BARRIER \
    total = (widx)counted; \
    BARRIER \
}
// From here on this lane has failed if any lane of its group has.
#define BARRIER_OF_FAILURES BARRIER if (!bad && CLAIM_NOW(fail) != 0) bad = 1;
// Groups that wait for those in front of them begin in the order of their numbers. The last one leaves the counter as it was.
#define NEXT_GROUP(marks, shared) next_group((volatile __global u32 *)(marks), &(shared))
#define PAST(p) (*(volatile __global u64 *)(p))
#define YIELD
// Whether all other groups have been here: what they have left is there. The counter stays as it was.
#define LAST_OUT(marks) last_out((volatile __global u32 *)(marks) + 1)
#define TELL(p, x) *(volatile __global u64 *)(p) = (x);
#define POST(p, x) { FENCE *(volatile __global u64 *)(p) = (x); }

// Under a lock, accesses must reach memory in order.
#define COHERENT(type, buffer) ((volatile __global type *)(buffer))

FN f32 f32_of_bits(u32 bits) { return as_float(bits); }
FN f64 f64_of_bits(u64 bits) { return as_double(bits); }
FN u32 bits_of_f32(f32 x) { return as_uint(x); }
FN u64 bits_of_f64(f64 x) { return as_ulong(x); }

// How many bits of a word are set, and how many there are up to the highest one that is.
FN i32 popc_bits(u64 x) { return (i32)popcount(x); }
FN i32 bit_length(u64 x) { return 64 - (i32)clz(x); }

FN u32 cas_u32(__global u32 *p, u32 old, u32 wanted) { return atomic_cmpxchg((volatile __global u32 *)p, old, wanted); }
FN u64 cas_u64(__global u64 *p, u64 old, u64 wanted) { return atom_cmpxchg((volatile __global u64 *)p, old, wanted); }

FN u32 cas_shared_u32(__local u32 *p, u32 old, u32 wanted) { return atomic_cmpxchg((volatile __local u32 *)p, old, wanted); }
FN u64 cas_shared_u64(__local u64 *p, u64 old, u64 wanted) { return atom_cmpxchg((volatile __local u64 *)p, old, wanted); }

FN u32 next_group(volatile __global u32 *counter, __local u32 *shared) {
    if (LANE == 0) {
        u32 number = atomic_inc(counter);
        if (number == GROUPS - 1) *counter = 0;
        *shared = number;
    }
    BARRIER
    return *shared;
}

FN int last_out(volatile __global u32 *counter) {
    FENCE
    if (atomic_inc(counter) != GROUPS - 1) return 0;
    *counter = 0;
    FENCE
    return 1;
}

FN i32 turn_of(__global i32 *lock) {
    i32 turn = *(volatile __global i32 *)lock;
    FENCE
    return turn;
}
FN int is_turn(__global i32 *lock, i32 turn) {
    FENCE
    return !(turn & 1) && *(volatile __global i32 *)lock == turn;
}
FN int try_lock(__global i32 *lock, i32 turn) {
    int got = !(turn & 1) && atomic_cmpxchg((volatile __global i32 *)lock, turn, turn + 1) == turn;
    FENCE
    return got;
}
FN void unlock(__global i32 *lock, i32 turn) {
    FENCE
    atomic_xchg((volatile __global i32 *)lock, (i32)((u32)turn + 2));
}

#define LOCAL __local
#define SHARED_ATOMIC(update) shared_##update
#define FAST_ATOMICS_IN(space, SPACE, T, prefix) \
    FN void space##_add_##T(SPACE T *p, T x) { prefix##_add((volatile SPACE T *)p, x); } \
    FN void space##_and_##T(SPACE T *p, T x) { prefix##_and((volatile SPACE T *)p, x); } \
    FN void space##_or_##T(SPACE T *p, T x) { prefix##_or((volatile SPACE T *)p, x); } \
    FN void space##_xor_##T(SPACE T *p, T x) { prefix##_xor((volatile SPACE T *)p, x); } \
    FN void space##_min_##T(SPACE T *p, T x) { prefix##_min((volatile SPACE T *)p, x); } \
    FN void space##_max_##T(SPACE T *p, T x) { prefix##_max((volatile SPACE T *)p, x); }
#define FAST_ATOMICS(T, prefix) \
    FAST_ATOMICS_IN(atomic, __global, T, prefix) \
    FAST_ATOMICS_IN(shared, __local, T, prefix)
FAST_ATOMICS(i32, atomic)
FAST_ATOMICS(u32, atomic)
FAST_ATOMICS(i64, atom)
FAST_ATOMICS(u64, atom)
FN i64 fetch_add_i64(__global i64 *p, i64 x) { return atom_add((volatile __global i64 *)p, x); }
