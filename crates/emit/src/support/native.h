// Windrow support for C on the CPU: spelling of types, kernels, atomics. `common.h` follows.
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef float f32;
typedef double f64;
typedef uintptr_t address;

// A long text is compiled in several parts at the same time.
#ifdef PARTS
#define IN_PART(number) ((number) % PARTS == PART)
#else
#define IN_PART(number) 1
#endif

// Not every kernel uses every function; a compiler should not mention it.
#define FN static inline __attribute__((unused))
#define GLOBAL
// A buffer that nobody writes while a kernel runs.
#define RESTRICT restrict
// A check that fails: what follows where it holds should stand together.
#define RARELY(x) __builtin_expect((x), 0)
// A loop that is compiled round by round.
#define PRAGMA(x) _Pragma(#x)
#define UNROLLED(N) PRAGMA(GCC unroll N)
// One of two integers, without a branch. A compiler that sees a choice makes branches of some; one that sees masks takes twice as many
// instructions.
#define PICK_BY_MASK(T) FN T pick_##T(u8 c, T a, T b) { return (T)(b ^ ((a ^ b) & (T) - (T)(c != 0))); }
#if defined(__x86_64__)
#define PICK(T) \
    FN T pick_##T(u8 c, T a, T b) { \
        if (__builtin_constant_p(c)) return c ? a : b; \
        __asm__("testb %1, %1\n\tcmovnz %2, %0" : "+r"(b) : "q"(c), "r"(a) : "cc"); \
        return b; \
    }
#else
#define PICK(T) PICK_BY_MASK(T)
#endif
PICK_BY_MASK(i8) PICK_BY_MASK(i16) PICK_BY_MASK(u8) PICK_BY_MASK(u16) PICK(i32) PICK(i64) PICK(u32) PICK(u64)
#define F32_FN(name) name##f
// Alone, a refined estimate takes no less time.
#define RECIPROCAL_ROOT(L, a) (1 / L(sqrt)(a))

// An argument of a kernel: the bits of a scalar or a buffer.
typedef union { i8 i8; i16 i16; i32 i32; i64 i64; u8 u8; u16 u16; u32 u32; u64 u64; u16 f16; f32 f32; f64 f64; void *buffer; } slot;

typedef struct { i32 claim; i32 check; i64 at[8]; i64 vals[8]; i32 calls; i32 more; i32 deep; i32 unused; i32 call[32]; } record;

#define HIGH_PRODUCT(a, b) ((u64)(((unsigned __int128)(a) * (b)) >> 64))
#define NATURAL(x) (__builtin_constant_p((x) >= 0) && (x) >= 0)
// Whether a float is so small that converting it needs no other test. What is not a number is not.
#define WITHIN(x, HIGH) (__builtin_fabs(x) < (HIGH))

// Most numbers are small, and many processors divide 32-bit numbers several times as fast as those of 64 bits.
#define BOTH_SMALL(a, b) (!__builtin_constant_p(b) && (((u64)(a) | (u64)(b)) >> 32) == 0)
#define QUOTIENT_64(T, a, b) (BOTH_SMALL(a, b) ? (T)((u32)(a) / (u32)(b)) : (T)((a) / (b)))
#define REMAINDER_64(T, a, b) (BOTH_SMALL(a, b) ? (T)((u32)(a) % (u32)(b)) : (T)((a) % (b)))

#define KERNEL(LANES, RESIDENT) __attribute__((visibility("default"))) void
#define KERNEL_PARAMS const slot *args, record *fail, i32 launch, i64 groups, i64 first, i64 last, u64 *marks, u64 *values
#define SHARED
#define CLAIM_NOW(fail) __atomic_load_n(&(fail)->claim, __ATOMIC_RELAXED)
// Functions that kernels call: where the stack of the kernel began, and how many calls are under way. A compiler may make a loop of a
// recursion, so that the stack alone does not tell.
#define FUNCTION static __attribute__((unused))
#define CALL_PARAMS record *fail, i32 launch, address stack, i32 depth
#define CALL_ARGS fail, launch, stack, depth + 1
#define CALLS_BEGIN const address stack = (address)__builtin_frame_address(0); const i32 depth = 0;
#define RECURSION
#define DEVICE_STACK ((address)96 << 20)
#define TOO_DEEP (depth >= 100000 || stack - (address)__builtin_frame_address(0) > DEVICE_STACK)
// A group has one lane. The pool begins groups in the order of their numbers.
#define EACH_GROUP for (i64 group = first; group < last; group++)
#define GROUP group
#define GROUPS groups
#define NEXT_GROUP(marks, shared) group
#define PAST(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define FENCE
#define POST(p, x) __atomic_store_n((p), (x), __ATOMIC_RELEASE);
#define YIELD wait_a_little(&waited);
// Whether all other groups have been here: what they have left is there. The counter stays as it was.
#define LAST_OUT(marks) last_out((u32 *)(marks) + 1, groups)

// Cells are read while others may have their lock.
#define COHERENT(type, buffer) ((volatile type *)(buffer))

FN f32 f32_of_bits(u32 bits) { f32 x; memcpy(&x, &bits, 4); return x; }
FN f64 f64_of_bits(u64 bits) { f64 x; memcpy(&x, &bits, 8); return x; }
FN u32 bits_of_f32(f32 x) { u32 bits; memcpy(&bits, &x, 4); return bits; }
FN u64 bits_of_f64(f64 x) { u64 bits; memcpy(&bits, &x, 8); return bits; }

// How many bits of a word are set, and how many there are up to the highest one that is.
FN i32 popc_bits(u64 x) { return __builtin_popcountll(x); }
FN i32 bit_length(u64 x) { return x ? 64 - __builtin_clzll(x) : 0; }

FN u32 cas_u32(u32 *p, u32 old, u32 wanted) {
    __atomic_compare_exchange_n(p, &old, wanted, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return old;
}
FN u64 cas_u64(u64 *p, u64 old, u64 wanted) {
    __atomic_compare_exchange_n(p, &old, wanted, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return old;
}

FN int last_out(u32 *counter, i64 groups) {
    if (__atomic_add_fetch(counter, 1, __ATOMIC_ACQ_REL) != (u32)groups) return 0;
    __atomic_store_n(counter, 0, __ATOMIC_RELAXED);
    return 1;
}

// Whoever is waited for may not be running.
FN void wait_a_little(u32 *waited) {
    if (++*waited > 1000) sched_yield();
}

FN i32 turn_of(i32 *lock) { return __atomic_load_n(lock, __ATOMIC_ACQUIRE); }
FN int is_turn(i32 *lock, i32 turn) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return !(turn & 1) && __atomic_load_n(lock, __ATOMIC_RELAXED) == turn;
}
FN int try_lock(i32 *lock, i32 turn) {
    int got = !(turn & 1) && __atomic_compare_exchange_n(lock, &turn, turn + 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    return got;
}
FN void unlock(i32 *lock, i32 turn) { __atomic_store_n(lock, (i32)((u32)turn + 2), __ATOMIC_RELEASE); }

FN i64 fetch_add_i64(i64 *p, i64 x) { return __atomic_fetch_add(p, x, __ATOMIC_RELAXED); }
#define FAST_ATOMICS(T) \
    FN void atomic_add_##T(T *p, T x) { __atomic_fetch_add(p, x, __ATOMIC_RELAXED); } \
    FN void atomic_and_##T(T *p, T x) { __atomic_fetch_and(p, x, __ATOMIC_RELAXED); } \
    FN void atomic_or_##T(T *p, T x) { __atomic_fetch_or(p, x, __ATOMIC_RELAXED); } \
    FN void atomic_xor_##T(T *p, T x) { __atomic_fetch_xor(p, x, __ATOMIC_RELAXED); } \
    FN void atomic_min_##T(T *p, T x) { \
        T old = __atomic_load_n(p, __ATOMIC_RELAXED); \
        while (x < old && !__atomic_compare_exchange_n(p, &old, x, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {} \
    } \
    FN void atomic_max_##T(T *p, T x) { \
        T old = __atomic_load_n(p, __ATOMIC_RELAXED); \
        while (x > old && !__atomic_compare_exchange_n(p, &old, x, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {} \
    }
FAST_ATOMICS(i32)
FAST_ATOMICS(u32)
FAST_ATOMICS(i64)
FAST_ATOMICS(u64)
