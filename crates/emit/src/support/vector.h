// Vectors: types named after element and number of lanes (`f32x16`), operators named after operator and type. A truth value is all
// bits or none of a signed integer as wide as what was compared.
#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__BMI2__) && \
    !defined(NO_INTRINSICS)
#define USE_AVX512
#endif
#if defined(__AVX2__) && !defined(NO_INTRINSICS)
#define USE_AVX2
#include <immintrin.h>
#endif

// Vectors stay in registers however little the compiler tries.
#define VFN static inline __attribute__((unused, always_inline))

// Lanes in halves, for folds.
#define LOW_4 0, 1
#define HIGH_4 2, 3
#define LOW_8 0, 1, 2, 3
#define HIGH_8 4, 5, 6, 7
#define LOW_16 0, 1, 2, 3, 4, 5, 6, 7
#define HIGH_16 8, 9, 10, 11, 12, 13, 14, 15
#define COUNT_2 {0, 1}
#define COUNT_4 {0, 1, 2, 3}
#define COUNT_8 {0, 1, 2, 3, 4, 5, 6, 7}
#define COUNT_16 {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

// `_any` may stand anywhere in memory.
#define VECTOR(T, W) \
    typedef T T##x##W __attribute__((vector_size(sizeof(T) * W))); \
    typedef T T##x##W##_any __attribute__((vector_size(sizeof(T) * W), aligned(sizeof(T)), may_alias));

#define COMMON(T, I, W) \
    VFN T##x##W splat_##T##x##W(T x) { return x - (T##x##W){0}; } \
    VFN T##x##W load_##T##x##W(const T *p) { return *(const T##x##W##_any *)p; } \
    VFN void store_##T##x##W(T *p, T##x##W v) { *(T##x##W##_any *)p = v; } \
    VFN I##x##W eq_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a == b); } \
    VFN I##x##W ne_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a != b); } \
    VFN I##x##W lt_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a < b); } \
    VFN I##x##W le_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a <= b); } \
    VFN I##x##W gt_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a > b); } \
    VFN I##x##W ge_##T##x##W(T##x##W a, T##x##W b) { return (I##x##W)(a >= b); } \
    VFN T##x##W select_##T##x##W(I##x##W m, T##x##W a, T##x##W b) { return (T##x##W)((m & (I##x##W)a) | (~m & (I##x##W)b)); } \
    SELECT_SOME(T, I, W)

// Integers wrap around, which only unsigned ones do in C.
#define INTEGERS(T, U, I, W) \
    COMMON(T, I, W) \
    VFN T##x##W add_##T##x##W(T##x##W a, T##x##W b) { return (T##x##W)((U##x##W)a + (U##x##W)b); } \
    VFN T##x##W sub_##T##x##W(T##x##W a, T##x##W b) { return (T##x##W)((U##x##W)a - (U##x##W)b); } \
    VFN T##x##W mul_##T##x##W(T##x##W a, T##x##W b) { return (T##x##W)((U##x##W)a * (U##x##W)b); } \
    VFN T##x##W wrap_##T##x##W(T##x##W a, T##x##W b) { return sub_##T##x##W(a, (T##x##W)((I##x##W)b & (I##x##W)(a >= b))); } \
    VFN T##x##W and_##T##x##W(T##x##W a, T##x##W b) { return a & b; } \
    VFN T##x##W or_##T##x##W(T##x##W a, T##x##W b) { return a | b; } \
    VFN T##x##W xor_##T##x##W(T##x##W a, T##x##W b) { return a ^ b; } \
    VFN T##x##W not_##T##x##W(T##x##W a) { return ~a; } \
    VFN T##x##W neg_##T##x##W(T##x##W a) { return (T##x##W)(-(U##x##W)a); } \
    VFN T##x##W min_##T##x##W(T##x##W a, T##x##W b) { return select_##T##x##W((I##x##W)(a < b), a, b); } \
    VFN T##x##W max_##T##x##W(T##x##W a, T##x##W b) { return select_##T##x##W((I##x##W)(a > b), a, b); } \
    VFN T##x##W abs_##T##x##W(T##x##W a) { return select_##T##x##W((I##x##W)(a < 0), neg_##T##x##W(a), a); }

// Shifts by the number of bits or more shift everything out. B is the number less 1.
#define SHIFTS(T, U, W, B) \
    VFN T##x##W shl_##T##x##W(T##x##W a, T##x##W b) { \
        return (T##x##W)(((U##x##W)a << ((U##x##W)b & B)) & (U##x##W)((U##x##W)b <= B)); \
    } \
    VFN T##x##W ushr_##T##x##W(T##x##W a, T##x##W b) { \
        return (T##x##W)(((U##x##W)a >> ((U##x##W)b & B)) & (U##x##W)((U##x##W)b <= B)); \
    }
#define SHIFTS_SIGNED(T, U, W, B) \
    SHIFTS(T, U, W, B) \
    VFN T##x##W shr_##T##x##W(T##x##W a, T##x##W b) { \
        return a >> (T##x##W)(((U##x##W)b & (U##x##W)((U##x##W)b <= B)) | (B & (U##x##W)((U##x##W)b > B))); \
    }
#define SHIFTS_UNSIGNED(T, W, B) \
    SHIFTS(T, T, W, B) \
    VFN T##x##W shr_##T##x##W(T##x##W a, T##x##W b) { return ushr_##T##x##W(a, b); }

// Quotients of 32-bit numbers, by way of doubles: those are exact enough for the last digit, however it is rounded. There are no
// instructions for others. `div` and `mod` round down.
#if defined(NO_INTRINSICS)
// Without optimisation gcc 12 fails on conversions of 16 lanes with an internal error.
#define QUOTIENT(T, W) \
    VFN T##x##W quot_##T##x##W(T##x##W a, T##x##W b) { \
        for (int l = 0; l < W; l++) a[l] = quot_##T(a[l], b[l] == 0 ? 1 : b[l]); \
        return a; \
    }
#else
#define QUOTIENT(T, W) \
    VFN T##x##W quot_##T##x##W(T##x##W a, T##x##W b) { \
        return select_##T##x##W(b == -1, neg_##T##x##W(a), \
                                __builtin_convertvector(__builtin_convertvector(a, f64x##W) / __builtin_convertvector(b, f64x##W), T##x##W)); \
    }
#endif
#define QUOTIENTS(T, W) \
    QUOTIENT(T, W) \
    VFN T##x##W rem_##T##x##W(T##x##W a, T##x##W b) { return sub_##T##x##W(a, mul_##T##x##W(quot_##T##x##W(a, b), b)); } \
    VFN T##x##W div_##T##x##W(T##x##W a, T##x##W b) { \
        const T##x##W q = quot_##T##x##W(a, b), r = sub_##T##x##W(a, mul_##T##x##W(q, b)); \
        return q + (T##x##W)((r != 0) & ((r ^ b) < 0)); \
    } \
    VFN T##x##W mod_##T##x##W(T##x##W a, T##x##W b) { \
        const T##x##W r = rem_##T##x##W(a, b); \
        return r + (b & (T##x##W)((r != 0) & ((r ^ b) < 0))); \
    }

// From float to integer: saturating, what is not finite becomes 0. BOUND is the least float that is too large.
#define SATURATED(T, F, FI, W, BOUND, LEAST) \
    VFN T##x##W T##_of_##F##x##W(F##x##W x) { \
        const FI##x##W above = x >= BOUND, below = x <= -BOUND, finite = (x - x) == 0; \
        const T##x##W number = __builtin_convertvector((F##x##W)((FI##x##W)x & ~above & ~below), T##x##W); \
        const T##x##W high = __builtin_convertvector(above, T##x##W), low = __builtin_convertvector(below, T##x##W); \
        return (number | (high & ~LEAST) | (low & LEAST)) & __builtin_convertvector(finite, T##x##W); \
    }

// A NaN loses against any number in `min` and `max`.
#define FLOATS(T, I, W) \
    COMMON(T, I, W) \
    VFN T##x##W add_##T##x##W(T##x##W a, T##x##W b) { return a + b; } \
    VFN T##x##W sub_##T##x##W(T##x##W a, T##x##W b) { return a - b; } \
    VFN T##x##W mul_##T##x##W(T##x##W a, T##x##W b) { return a * b; } \
    VFN T##x##W div_##T##x##W(T##x##W a, T##x##W b) { return a / b; } \
    VFN T##x##W neg_##T##x##W(T##x##W a) { return -a; } \
    VFN T##x##W min_##T##x##W(T##x##W a, T##x##W b) { return select_##T##x##W((I##x##W)(a < b) | (I##x##W)(b != b), a, b); } \
    VFN T##x##W max_##T##x##W(T##x##W a, T##x##W b) { return select_##T##x##W((I##x##W)(a > b) | (I##x##W)(b != b), a, b); } \
    VFN T##x##W abs_##T##x##W(T##x##W a) { return (T##x##W)((I##x##W)a & ~(I##x##W)splat_##T##x##W((T)-0.0)); }

// Folds, by halves.
#define FOLD(op, T, W, H) \
    VFN T fold_##op##_##T##x##W(T##x##W v) { \
        return fold_##op##_##T##x##H(op##_##T##x##H(__builtin_shufflevector(v, v, LOW_##W), __builtin_shufflevector(v, v, HIGH_##W))); \
    }
#define FOLD_LAST(op, T) VFN T fold_##op##_##T##x2(T##x2 v) { return op##_##T(v[0], v[1]); }

// Whether some lane holds.
#define ANY(T) VFN int any_##T(T v) { return fold_or_##T(v) != 0; }
#define ANY_BY(T, CALL) VFN int any_##T(T v) { return CALL; }
#if defined(USE_AVX512)
#define ANY_512(T) ANY_BY(T, _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0)
#else
#define ANY_512(T) ANY(T)
#endif
#if defined(USE_AVX2)
#define ANY_256(T) ANY_BY(T, !_mm256_testz_si256((__m256i)v, (__m256i)v))
#define ANY_128(T) ANY_BY(T, !_mm_testz_si128((__m128i)v, (__m128i)v))
#else
#define ANY_256(T) ANY(T)
#define ANY_128(T) ANY(T)
#endif

// How many lanes hold, and those that do, one after the other.
#if defined(USE_AVX2)
#define COUNT_4_64(T) COUNT_BY(T, _mm256_movemask_pd((__m256d)v))
#define COUNT_4_32(T) COUNT_BY(T, _mm_movemask_ps((__m128)v))
#else
#define COUNT_4_64(T) COUNT(T)
#define COUNT_4_32(T) COUNT(T)
#endif
#define COUNT(T) VFN i64 count_##T(T v) { return -(i64)fold_add_##T(v); }
#define COUNT_BY(T, CALL) VFN i64 count_##T(T v) { return __builtin_popcount(CALL); }
#define COMPRESS(T, I, W) \
    VFN void compress_##T##x##W(T *p, I##x##W m, T##x##W v) { \
        for (int l = 0; l < W; l++) if (m[l]) *p++ = v[l]; \
    }
#define COMPRESS_BY(T, I, W, KIND, MASK, SQUEEZE, STORE) \
    VFN void compress_##T##x##W(T *p, I##x##W m, T##x##W v) { \
        const u32 chosen = MASK((KIND)m); \
        STORE(p, (1u << __builtin_popcount(chosen)) - 1, SQUEEZE(chosen, (KIND)v)); \
    }
#if defined(USE_AVX512)
#define COUNT_16_32(T) COUNT_BY(T, _mm512_movepi32_mask((__m512i)v))
#define COUNT_8_64(T) COUNT_BY(T, _mm512_movepi64_mask((__m512i)v))
#define COUNT_8_32(T) COUNT_BY(T, _mm256_movepi32_mask((__m256i)v))
#define COUNT_16_8(T) COUNT_BY(T, _mm_movepi8_mask((__m128i)v))
#define COUNT_16_16(T) COUNT_BY(T, _mm256_movepi16_mask((__m256i)v))
#define COMPRESS_16_32(T) COMPRESS_BY(T, i32, 16, __m512i, _mm512_movepi32_mask, _mm512_maskz_compress_epi32, _mm512_mask_storeu_epi32)
#define COMPRESS_8_64(T) COMPRESS_BY(T, i64, 8, __m512i, _mm512_movepi64_mask, _mm512_maskz_compress_epi64, _mm512_mask_storeu_epi64)
#define COMPRESS_8_32(T) COMPRESS_BY(T, i32, 8, __m256i, _mm256_movepi32_mask, _mm256_maskz_compress_epi32, _mm256_mask_storeu_epi32)
#else
#define COUNT_16_32(T) COUNT(T)
#define COUNT_8_64(T) COUNT(T)
#if defined(USE_AVX2)
#define COUNT_8_32(T) COUNT_BY(T, _mm256_movemask_ps((__m256)v))
#define COUNT_16_8(T) COUNT_BY(T, _mm_movemask_epi8((__m128i)v))
#else
#define COUNT_8_32(T) COUNT(T)
#define COUNT_16_8(T) COUNT(T)
#endif
#define COUNT_16_16(T) COUNT(T)
#define COMPRESS_16_32(T) COMPRESS(T, i32, 16)
#define COMPRESS_8_64(T) COMPRESS(T, i64, 8)
#define COMPRESS_8_32(T) COMPRESS(T, i32, 8)
#endif

// The lanes of a last round: those of `left` less the ones that rounds before it take, 0 < left < 64. As bits where instructions take those,
// else how many they are (without branches: that differs from row to row).
#if defined(USE_AVX512)
typedef u32 some_lanes;
FN some_lanes lanes_of(i64 left, int before) { return _bzhi_u32(~0u, (u32)left) >> before; }
#define IS_THERE(l, some) ((some) >> (l) & 1)
#else
typedef i64 some_lanes;
FN some_lanes lanes_of(i64 left, int before) { return left > before ? left - before : 0; }
#define IS_THERE(l, some) ((l) < (some))
#endif
// What a later round reads, if there is one: a page after what this one reads.
#define AHEAD(p) __builtin_prefetch((const void *)((address)(p) + 4096));

// Memory of which only some lanes are there, values of which some are chosen, and lanes from anywhere.
#define SELECT_LOOP(T, W) \
    VFN T##x##W select_some_##T##x##W(some_lanes n, T##x##W a, T##x##W b) { \
        for (int l = 0; l < W; l++) if (IS_THERE(l, n)) b[l] = a[l]; \
        return b; \
    }
#define SELECT_BY(T, W, KIND, CALL) \
    VFN T##x##W select_some_##T##x##W(some_lanes n, T##x##W a, T##x##W b) { return (T##x##W)CALL((KIND)b, n, (KIND)a); }
#if defined(USE_AVX512)
#define SELECT_PART(T, W, BYTES, CALL) \
    VFN T##x##W select_some_##T##x##W(some_lanes n, T##x##W a, T##x##W b) { \
        return (T##x##W)PART_##BYTES(CALL(REGISTER_##BYTES(b), n, REGISTER_##BYTES(a))); \
    }
#define SELECT_SOME(T, I, W) SELECT_##W##_##I(T)
#define SELECT_16_i8(T) SELECT_BY(T, 16, __m128i, _mm_mask_mov_epi8)
#define SELECT_16_i16(T) SELECT_BY(T, 16, __m256i, _mm256_mask_mov_epi16)
#define SELECT_16_i32(T) SELECT_BY(T, 16, __m512i, _mm512_mask_mov_epi32)
#define SELECT_16_i64(T) SELECT_LOOP(T, 16)
#define SELECT_8_i8(T) SELECT_PART(T, 8, 8, _mm_mask_mov_epi8)
#define SELECT_8_i16(T) SELECT_BY(T, 8, __m128i, _mm_mask_mov_epi16)
#define SELECT_8_i32(T) SELECT_BY(T, 8, __m256i, _mm256_mask_mov_epi32)
#define SELECT_8_i64(T) SELECT_BY(T, 8, __m512i, _mm512_mask_mov_epi64)
#define SELECT_4_i8(T) SELECT_PART(T, 4, 4, _mm_mask_mov_epi8)
#define SELECT_4_i16(T) SELECT_PART(T, 4, 8, _mm_mask_mov_epi16)
#define SELECT_4_i32(T) SELECT_BY(T, 4, __m128i, _mm_mask_mov_epi32)
#define SELECT_4_i64(T) SELECT_BY(T, 4, __m256i, _mm256_mask_mov_epi64)
#define SELECT_2_i8(T) SELECT_LOOP(T, 2)
#define SELECT_2_i16(T) SELECT_LOOP(T, 2)
#define SELECT_2_i32(T) SELECT_LOOP(T, 2)
#define SELECT_2_i64(T) SELECT_BY(T, 2, __m128i, _mm_mask_mov_epi64)
#else
#define SELECT_SOME(T, I, W) \
    VFN T##x##W select_some_##T##x##W(some_lanes n, T##x##W a, T##x##W b) { \
        return select_##T##x##W((I##x##W)COUNT_##W < (I)n, a, b); \
    }
#endif
#define LOAD_SOME(T, W) \
    VFN T##x##W load_some_##T##x##W(const T *p, some_lanes n) { \
        T##x##W v = {0}; \
        for (int l = 0; l < W; l++) if (IS_THERE(l, n)) v[l] = p[l]; \
        return v; \
    } \
    VFN void store_some_##T##x##W(T *p, T##x##W v, some_lanes n) { \
        for (int l = 0; l < W; l++) if (IS_THERE(l, n)) p[l] = v[l]; \
    }
// `_small`: at 32-bit indices.
#define GATHER_SOME_AT(KIND, T, I, W) \
    VFN T##x##W gather_some##KIND##_##T##x##W(const T *p, I##x##W at, some_lanes n) { \
        T##x##W v = {0}; \
        for (int l = 0; l < W; l++) if (IS_THERE(l, n)) v[l] = p[at[l]]; \
        return v; \
    }
#define GATHER_AT(KIND, T, I, W) \
    GATHER_SOME_AT(KIND, T, I, W) \
    VFN T##x##W gather##KIND##_##T##x##W(const T *p, I##x##W at) { \
        T##x##W v; \
        for (int l = 0; l < W; l++) v[l] = p[at[l]]; \
        return v; \
    }
#define GATHER(T, W) GATHER_AT(, T, i64, W) GATHER_AT(_small, T, i32, W)
// Whether a masked gather is faster than scalar loads of its few elements. It is since Sapphire Rapids; on earlier Intel processors the
// mitigation of Gather Data Sampling makes every gather slow.
#if defined(USE_AVX512) && defined(__AVX512FP16__)
#define SOME_GATHER 1
#else
#define SOME_GATHER 0
#endif
// By a call for the lanes of k. If the compiler knew that those are all, it would gather over whatever the register holds, and wait for
// that.
#define HIDE(x) __asm__("" : "+r"(x))
#define GATHER_BY(KIND, T, I, W, CALL) \
    VFN T##x##W gather##KIND##_##T##x##W(const T *p, I##x##W at) { u32 k = (1u << W) - 1; HIDE(k); return (T##x##W)CALL; } \
    VFN T##x##W gather_some##KIND##_##T##x##W(const T *p, I##x##W at, some_lanes n) { u32 k = n & ((1u << W) - 1); return (T##x##W)CALL; }
#define GATHER_ALL_BY(KIND, T, I, W, CALL) \
    GATHER_SOME_AT(KIND, T, I, W) \
    VFN T##x##W gather##KIND##_##T##x##W(const T *p, I##x##W at) { return (T##x##W)CALL; }
#define LOAD_BY_MASK(T, W, KIND, LOAD, STORE) \
    VFN T##x##W load_some_##T##x##W(const T *p, some_lanes n) { return (T##x##W)LOAD(n, p); } \
    VFN void store_some_##T##x##W(T *p, T##x##W v, some_lanes n) { STORE(p, n, (KIND)v); }
#define LOAD_BY_LANES(T, I, W, KIND, POINTER, LOAD, STORE) \
    VFN T##x##W load_some_##T##x##W(const T *p, some_lanes n) { \
        const I##x##W lanes = COUNT_##W; \
        return (T##x##W)LOAD((const POINTER *)p, (KIND)(lanes < (I)n)); \
    } \
    VFN void store_some_##T##x##W(T *p, T##x##W v, some_lanes n) { \
        const I##x##W lanes = COUNT_##W; \
        STORE((POINTER *)p, (KIND)(lanes < (I)n), (KIND)v); \
    }

#if defined(USE_AVX512)
// The rest of the register is no part of the vector, whatever else there may be in memory.
#define LOAD_PART(T, W, BYTES, LOAD, STORE) \
    VFN T##x##W load_some_##T##x##W(const T *p, some_lanes n) { return (T##x##W)PART_##BYTES(LOAD(n & ((1u << W) - 1), p)); } \
    VFN void store_some_##T##x##W(T *p, T##x##W v, some_lanes n) { STORE(p, n & ((1u << W) - 1), REGISTER_##BYTES(v)); }
#define SOME_8_8(T) LOAD_PART(T, 8, 8, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8)
#define SOME_4_8(T) LOAD_PART(T, 4, 4, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8)
#define SOME_4_16(T) LOAD_PART(T, 4, 8, _mm_maskz_loadu_epi16, _mm_mask_storeu_epi16)
#define SOME_16_8(T) LOAD_BY_MASK(T, 16, __m128i, _mm_maskz_loadu_epi8, _mm_mask_storeu_epi8)
#define SOME_16_16(T) LOAD_BY_MASK(T, 16, __m256i, _mm256_maskz_loadu_epi16, _mm256_mask_storeu_epi16)
#define SOME_16_32(T) LOAD_BY_MASK(T, 16, __m512i, _mm512_maskz_loadu_epi32, _mm512_mask_storeu_epi32)
#define SOME_8_16(T) LOAD_BY_MASK(T, 8, __m128i, _mm_maskz_loadu_epi16, _mm_mask_storeu_epi16)
#define SOME_8_32(T, I) LOAD_BY_MASK(T, 8, __m256i, _mm256_maskz_loadu_epi32, _mm256_mask_storeu_epi32)
#define SOME_8_64(T) LOAD_BY_MASK(T, 8, __m512i, _mm512_maskz_loadu_epi64, _mm512_mask_storeu_epi64)
#define SOME_4_32(T, I) LOAD_BY_MASK(T, 4, __m128i, _mm_maskz_loadu_epi32, _mm_mask_storeu_epi32)
#define SOME_4_64(T, I) LOAD_BY_MASK(T, 4, __m256i, _mm256_maskz_loadu_epi64, _mm256_mask_storeu_epi64)
#define GATHER_16_32(T) \
    GATHER_AT(, T, i64, 16) \
    GATHER_BY(_small, T, i32, 16, _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), k, (__m512i)at, p, 4))
#define GATHER_8_32(T) \
    GATHER_BY(, T, i64, 8, _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), k, (__m512i)at, p, 4)) \
    GATHER_BY(_small, T, i32, 8, _mm256_mmask_i32gather_epi32(_mm256_setzero_si256(), k, (__m256i)at, p, 4))
#define GATHER_8_64(T) \
    GATHER_BY(, T, i64, 8, _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), k, (__m512i)at, p, 8)) \
    GATHER_BY(_small, T, i32, 8, _mm512_mask_i32gather_epi64(_mm512_setzero_si512(), k, (__m256i)at, p, 8))
#define GATHER_4_32(T) \
    GATHER_BY(, T, i64, 4, _mm256_mmask_i64gather_epi32(_mm_setzero_si128(), k, (__m256i)at, p, 4)) \
    GATHER_BY(_small, T, i32, 4, _mm_mmask_i32gather_epi32(_mm_setzero_si128(), k, (__m128i)at, p, 4))
#define GATHER_4_64(T) \
    GATHER_BY(, T, i64, 4, _mm256_mmask_i64gather_epi64(_mm256_setzero_si256(), k, (__m256i)at, p, 8)) \
    GATHER_BY(_small, T, i32, 4, _mm256_mmask_i32gather_epi64(_mm256_setzero_si256(), k, (__m128i)at, p, 8))
#define SQRT_16_32(T) VFN T##x16 sqrt_##T##x16(T##x16 v) { return (T##x16)_mm512_sqrt_ps((__m512)v); }
#define SQRT_8_64(T) VFN T##x8 sqrt_##T##x8(T##x8 v) { return (T##x8)_mm512_sqrt_pd((__m512d)v); }
#define RSQRT_16_32 RSQRT_OF_14_BITS_32(16, _mm512_rsqrt14_ps((__m512)x))
#define RSQRT_8_32 RSQRT_OF_14_BITS_32(8, _mm256_rsqrt14_ps((__m256)x))
#define RSQRT_4_32 RSQRT_OF_14_BITS_32(4, _mm_rsqrt14_ps((__m128)x))
#define RSQRT_8_64 RSQRT_OF_14_BITS_64(8, _mm512_rsqrt14_pd((__m512d)x))
#define RSQRT_4_64 RSQRT_OF_14_BITS_64(4, _mm256_rsqrt14_pd((__m256d)x))
#elif defined(USE_AVX2)
#define SOME_16_8(T) LOAD_SOME(T, 16)
#define SOME_8_8(T) LOAD_SOME(T, 8)
#define SOME_4_8(T) LOAD_SOME(T, 4)
#define SOME_4_16(T) LOAD_SOME(T, 4)
#define SOME_16_16(T) LOAD_SOME(T, 16)
#define SOME_16_32(T) LOAD_SOME(T, 16)
#define SOME_8_16(T) LOAD_SOME(T, 8)
#define SOME_8_32(T, I) LOAD_BY_LANES(T, I, 8, __m256i, int, _mm256_maskload_epi32, _mm256_maskstore_epi32)
#define SOME_8_64(T) LOAD_SOME(T, 8)
#define SOME_4_32(T, I) LOAD_BY_LANES(T, I, 4, __m128i, int, _mm_maskload_epi32, _mm_maskstore_epi32)
#define SOME_4_64(T, I) LOAD_BY_LANES(T, I, 4, __m256i, long long, _mm256_maskload_epi64, _mm256_maskstore_epi64)
#define GATHER_16_32(T) GATHER(T, 16)
#define GATHER_8_32(T) \
    GATHER_AT(, T, i64, 8) \
    GATHER_ALL_BY(_small, T, i32, 8, _mm256_i32gather_epi32((const int *)p, (__m256i)at, 4))
#define GATHER_8_64(T) GATHER(T, 8)
#define GATHER_4_32(T) \
    GATHER_ALL_BY(, T, i64, 4, _mm256_i64gather_epi32((const int *)p, (__m256i)at, 4)) \
    GATHER_ALL_BY(_small, T, i32, 4, _mm_i32gather_epi32((const int *)p, (__m128i)at, 4))
#define GATHER_4_64(T) \
    GATHER_ALL_BY(, T, i64, 4, _mm256_i64gather_epi64((const long long *)p, (__m256i)at, 8)) \
    GATHER_ALL_BY(_small, T, i32, 4, _mm256_i32gather_epi64((const long long *)p, (__m128i)at, 8))
#define SQRT_16_32(T) SQRT(T, 16)
#define SQRT_8_64(T) SQRT(T, 8)
#define RSQRT_16_32 RSQRT(f32, 16)
#define RSQRT_8_32 RSQRT_OF_12_BITS(8, _mm256_rsqrt_ps((__m256)x), _mm256_movemask_ps((__m256)far))
#define RSQRT_4_32 RSQRT_OF_12_BITS(4, _mm_rsqrt_ps((__m128)x), _mm_movemask_ps((__m128)far))
#define RSQRT_8_64 RSQRT(f64, 8)
#define RSQRT_4_64 RSQRT(f64, 4)
#else
#define SOME_16_8(T) LOAD_SOME(T, 16)
#define SOME_8_8(T) LOAD_SOME(T, 8)
#define SOME_4_8(T) LOAD_SOME(T, 4)
#define SOME_4_16(T) LOAD_SOME(T, 4)
#define SOME_16_16(T) LOAD_SOME(T, 16)
#define SOME_16_32(T) LOAD_SOME(T, 16)
#define SOME_8_16(T) LOAD_SOME(T, 8)
#define SOME_8_32(T, I) LOAD_SOME(T, 8)
#define SOME_8_64(T) LOAD_SOME(T, 8)
#define SOME_4_32(T, I) LOAD_SOME(T, 4)
#define SOME_4_64(T, I) LOAD_SOME(T, 4)
#define GATHER_16_32(T) GATHER(T, 16)
#define GATHER_8_32(T) GATHER(T, 8)
#define GATHER_8_64(T) GATHER(T, 8)
#define GATHER_4_32(T) GATHER(T, 4)
#define GATHER_4_64(T) GATHER(T, 4)
#define SQRT_16_32(T) SQRT(T, 16)
#define SQRT_8_64(T) SQRT(T, 8)
#define RSQRT_16_32 RSQRT(f32, 16)
#define RSQRT_8_32 RSQRT(f32, 8)
#define RSQRT_4_32 RSQRT(f32, 4)
#define RSQRT_8_64 RSQRT(f64, 8)
#define RSQRT_4_64 RSQRT(f64, 4)
#endif
#define SQRT(T, W) \
    VFN T##x##W sqrt_##T##x##W(T##x##W v) { \
        for (int l = 0; l < W; l++) v[l] = sqrt_##T(v[l]); \
        return v; \
    }

// Reciprocal roots: the processor's estimate y, refined by how far x * y * y is from 1. That is no number where x is 0 or infinite; there the
// estimate is exact, and its own double. Within 1.6 ulp (1.1 where products are contracted): tried on every mantissa of 32 bits.
#define RSQRT(T, W) \
    VFN T##x##W rsqrt_##T##x##W(T##x##W x) { return 1 / sqrt_##T##x##W(x); }
#define RSQRT_OF_14_BITS_32(W, ESTIMATE) \
    VFN f32x##W rsqrt_f32x##W(f32x##W x) { \
        const f32x##W y = (f32x##W)ESTIMATE, half = 0.5f * y; \
        return select_f32x##W((i32x##W)(half != y), y + half * (1.0f - (x * y) * y), y); \
    }
#define RSQRT_OF_14_BITS_64(W, ESTIMATE) \
    VFN f64x##W rsqrt_f64x##W(f64x##W x) { \
        const f64x##W y = (f64x##W)ESTIMATE, e = 1.0 - (x * y) * y; \
        const f64x##W z = y + (y * e) * (0.5 + 0.375 * e); \
        return select_f64x##W((i64x##W)(y + y != y), z + (0.5 * z) * (1.0 - (x * z) * z), y); \
    }
// This estimate is infinite for numbers below the least normal one: `FAR` asks whether there are any.
#define RSQRT_OF_12_BITS(W, ESTIMATE, FAR) \
    VFN f32x##W rsqrt_f32x##W(f32x##W x) { \
        const f32x##W y = (f32x##W)ESTIMATE, e = 1.0f - (x * y) * y; \
        const i32x##W far = (i32x##W)(e > 1.0f) | (i32x##W)(e < -1.0f); \
        if (__builtin_expect(FAR, 0)) return 1 / sqrt_f32x##W(x); \
        return select_f32x##W((i32x##W)(y + y != y), y + (y * e) * (0.5f + 0.375f * e), y); \
    }

// The exponential, within 1.5 ulp: 2^n times e^r with |r| at most ln(2) / 2, of which a Taylor polynomial of degree 7 is exact to a tenth of an
// ulp. n is rounded by adding a number whose last bit stands for 1, and the scaling is done in two steps, of which only the last one rounds.
// Beyond the bounds the result is 0 or infinite.
#define EXP(W) \
    VFN f32x##W exp_f32x##W(f32x##W x) { \
        const f32x##W low = splat_f32x##W(-104.0f), high = splat_f32x##W(89.0f), round = splat_f32x##W(12582912.0f); \
        x = select_f32x##W((i32x##W)(x < low), low, x); \
        x = select_f32x##W((i32x##W)(x > high), high, x); \
        const f32x##W shifted = x * 1.44269504f + round, n = shifted - round; \
        const f32x##W r = (x - n * 0.693145752f) - n * 1.42860677e-6f; \
        f32x##W p = r * (1.0f / 5040) + 1.0f / 720; \
        p = p * r + 1.0f / 120; \
        p = p * r + 1.0f / 24; \
        p = p * r + 1.0f / 6; \
        p = p * r + 0.5f; \
        p = (p * r) * r + r + 1.0f; \
        const i32x##W k = (i32x##W)shifted - (i32x##W)round, half = k >> 1; \
        return p * (f32x##W)((half + 127) << 23) * (f32x##W)((k - half + 127) << 23); \
    }

// Comparisons of 32-bit numbers with one of 64 bits: as numbers of 32 bits if it fits, else all are on one side of it. Masks instead of
// conditions keep the compiler from putting branches into loops.
FN i32 is_small(i64 b) { return -(i32)((i64)(i32)b == b); }
FN i32 above_small(i64 b) { return (i32)~(b >> 63) & ~is_small(b); }
FN i32 below_small(i64 b) { return (i32)(b >> 63) & ~is_small(b); }
#define SMALL(W) \
    VFN i32x##W lt_small_i32x##W(i32x##W a, i64 b) { \
        return (lt_i32x##W(a, splat_i32x##W((i32)b)) & splat_i32x##W(is_small(b))) | splat_i32x##W(above_small(b)); \
    } \
    VFN i32x##W gt_small_i32x##W(i32x##W a, i64 b) { \
        return (gt_i32x##W(a, splat_i32x##W((i32)b)) & splat_i32x##W(is_small(b))) | splat_i32x##W(below_small(b)); \
    } \
    VFN i32x##W eq_small_i32x##W(i32x##W a, i64 b) { return eq_i32x##W(a, splat_i32x##W((i32)b)) & splat_i32x##W(is_small(b)); } \
    VFN i32x##W le_small_i32x##W(i32x##W a, i64 b) { return ~gt_small_i32x##W(a, b); } \
    VFN i32x##W ge_small_i32x##W(i32x##W a, i64 b) { return ~lt_small_i32x##W(a, b); } \
    VFN i32x##W ne_small_i32x##W(i32x##W a, i64 b) { return ~eq_small_i32x##W(a, b); }

// Vectors of 8 and of 4 bytes are parts of a register.
#define REGISTER_8(v) _mm_cvtsi64_si128((i64)(v))
#define REGISTER_4(v) _mm_cvtsi32_si128((i32)(v))
#define PART_8(r) (i64)_mm_cvtsi128_si64(r)
#define PART_4(r) (i32)_mm_cvtsi128_si32(r)

// Integers of other widths, as signed ones: `WIDEN_8_16_32(u, v)` fills up eight numbers of 16 bits by zeros, with `i` by their signs; `CUT`
// drops bits. gcc takes vectors apart where the widths differ by more than a factor of two: where there is no instruction, step by step.
#define TWICE(S, FROM, TO, W, v) __builtin_convertvector((S##FROM##x##W)(v), i##TO##x##W)
#define TWICE_8_16(S, W, v) TWICE(S, 8, 16, W, v)
#define TWICE_8_32(S, W, v) TWICE(S, 16, 32, W, TWICE(S, 8, 16, W, v))
#define TWICE_8_64(S, W, v) TWICE(S, 32, 64, W, TWICE_8_32(S, W, v))
#define TWICE_16_32(S, W, v) TWICE(S, 16, 32, W, v)
#define TWICE_16_64(S, W, v) TWICE(S, 32, 64, W, TWICE(S, 16, 32, W, v))
#define TWICE_32_64(S, W, v) TWICE(S, 32, 64, W, v)
#define HALF(FROM, TO, W, v) __builtin_convertvector((i##FROM##x##W)(v), i##TO##x##W)
#define HALF_16_8(W, v) HALF(16, 8, W, v)
#define HALF_32_8(W, v) HALF(16, 8, W, HALF(32, 16, W, v))
#define HALF_64_8(W, v) HALF_32_8(W, HALF(64, 32, W, v))
#define HALF_32_16(W, v) HALF(32, 16, W, v)
#define HALF_64_16(W, v) HALF(32, 16, W, HALF(64, 32, W, v))
#define HALF_64_32(W, v) HALF(64, 32, W, v)
#define WIDEN_2_8_16(S, v) TWICE_8_16(S, 2, v)
#define WIDEN_2_8_32(S, v) TWICE_8_32(S, 2, v)
#define WIDEN_2_8_64(S, v) TWICE_8_64(S, 2, v)
#define WIDEN_2_16_32(S, v) TWICE_16_32(S, 2, v)
#define WIDEN_2_16_64(S, v) TWICE_16_64(S, 2, v)
#define WIDEN_2_32_64(S, v) TWICE_32_64(S, 2, v)
#define CUT_2_16_8(v) HALF_16_8(2, v)
#define CUT_2_32_8(v) HALF_32_8(2, v)
#define CUT_2_64_8(v) HALF_64_8(2, v)
#define CUT_2_32_16(v) HALF_32_16(2, v)
#define CUT_2_64_16(v) HALF_64_16(2, v)
#define CUT_2_64_32(v) HALF_64_32(2, v)
#define WIDEN_4_8_16(S, v) TWICE_8_16(S, 4, v)
#define CUT_4_16_8(v) HALF_16_8(4, v)
#define WIDEN_16_8_64(S, v) TWICE_8_64(S, 16, v)
#define WIDEN_16_16_64(S, v) TWICE_16_64(S, 16, v)
#define WIDEN_16_32_64(S, v) TWICE_32_64(S, 16, v)
#define CUT_16_64_8(v) HALF_64_8(16, v)
#define CUT_16_64_16(v) HALF_64_16(16, v)
#define CUT_16_64_32(v) HALF_64_32(16, v)
#if defined(USE_AVX2)
#define WIDEN_4_8_32(S, v) ((i32x4)_mm_cvtep##S##8_epi32(REGISTER_4(v)))
#define WIDEN_4_8_64(S, v) ((i64x4)_mm256_cvtep##S##8_epi64(REGISTER_4(v)))
#define WIDEN_4_16_32(S, v) ((i32x4)_mm_cvtep##S##16_epi32(REGISTER_8(v)))
#define WIDEN_4_16_64(S, v) ((i64x4)_mm256_cvtep##S##16_epi64(REGISTER_8(v)))
#define WIDEN_4_32_64(S, v) ((i64x4)_mm256_cvtep##S##32_epi64((__m128i)(v)))
#define WIDEN_8_8_16(S, v) ((i16x8)_mm_cvtep##S##8_epi16(REGISTER_8(v)))
#define WIDEN_8_8_32(S, v) ((i32x8)_mm256_cvtep##S##8_epi32(REGISTER_8(v)))
#define WIDEN_8_16_32(S, v) ((i32x8)_mm256_cvtep##S##16_epi32((__m128i)(v)))
#define WIDEN_16_8_16(S, v) ((i16x16)_mm256_cvtep##S##8_epi16((__m128i)(v)))
#else
#define WIDEN_4_8_32(S, v) TWICE_8_32(S, 4, v)
#define WIDEN_4_8_64(S, v) TWICE_8_64(S, 4, v)
#define WIDEN_4_16_32(S, v) TWICE_16_32(S, 4, v)
#define WIDEN_4_16_64(S, v) TWICE_16_64(S, 4, v)
#define WIDEN_4_32_64(S, v) TWICE_32_64(S, 4, v)
#define WIDEN_8_8_16(S, v) TWICE_8_16(S, 8, v)
#define WIDEN_8_8_32(S, v) TWICE_8_32(S, 8, v)
#define WIDEN_8_16_32(S, v) TWICE_16_32(S, 8, v)
#define WIDEN_16_8_16(S, v) TWICE_8_16(S, 16, v)
#endif
#if defined(USE_AVX512)
#define CUT_4_32_8(v) ((i8x4)PART_4(_mm_cvtepi32_epi8((__m128i)(v))))
#define CUT_4_64_8(v) ((i8x4)PART_4(_mm256_cvtepi64_epi8((__m256i)(v))))
#define CUT_4_32_16(v) ((i16x4)PART_8(_mm_cvtepi32_epi16((__m128i)(v))))
#define CUT_4_64_16(v) ((i16x4)PART_8(_mm256_cvtepi64_epi16((__m256i)(v))))
#define CUT_4_64_32(v) ((i32x4)_mm256_cvtepi64_epi32((__m256i)(v)))
#define WIDEN_8_8_64(S, v) ((i64x8)_mm512_cvtep##S##8_epi64(REGISTER_8(v)))
#define WIDEN_8_16_64(S, v) ((i64x8)_mm512_cvtep##S##16_epi64((__m128i)(v)))
#define WIDEN_8_32_64(S, v) ((i64x8)_mm512_cvtep##S##32_epi64((__m256i)(v)))
#define CUT_8_16_8(v) ((i8x8)PART_8(_mm_cvtepi16_epi8((__m128i)(v))))
#define CUT_8_32_8(v) ((i8x8)PART_8(_mm256_cvtepi32_epi8((__m256i)(v))))
#define CUT_8_64_8(v) ((i8x8)PART_8(_mm512_cvtepi64_epi8((__m512i)(v))))
#define CUT_8_32_16(v) ((i16x8)_mm256_cvtepi32_epi16((__m256i)(v)))
#define CUT_8_64_16(v) ((i16x8)_mm512_cvtepi64_epi16((__m512i)(v)))
#define CUT_8_64_32(v) ((i32x8)_mm512_cvtepi64_epi32((__m512i)(v)))
#define WIDEN_16_8_32(S, v) ((i32x16)_mm512_cvtep##S##8_epi32((__m128i)(v)))
#define WIDEN_16_16_32(S, v) ((i32x16)_mm512_cvtep##S##16_epi32((__m256i)(v)))
#define CUT_16_16_8(v) ((i8x16)_mm256_cvtepi16_epi8((__m256i)(v)))
#define CUT_16_32_8(v) ((i8x16)_mm512_cvtepi32_epi8((__m512i)(v)))
#define CUT_16_32_16(v) ((i16x16)_mm512_cvtepi32_epi16((__m512i)(v)))
#else
#define CUT_4_32_8(v) HALF_32_8(4, v)
#define CUT_4_64_8(v) HALF_64_8(4, v)
#define CUT_4_32_16(v) HALF_32_16(4, v)
#define CUT_4_64_16(v) HALF_64_16(4, v)
#define CUT_4_64_32(v) HALF_64_32(4, v)
#define WIDEN_8_8_64(S, v) TWICE_8_64(S, 8, v)
#define WIDEN_8_16_64(S, v) TWICE_16_64(S, 8, v)
#define WIDEN_8_32_64(S, v) TWICE_32_64(S, 8, v)
#define CUT_8_16_8(v) HALF_16_8(8, v)
#define CUT_8_32_8(v) HALF_32_8(8, v)
#define CUT_8_64_8(v) HALF_64_8(8, v)
#define CUT_8_32_16(v) HALF_32_16(8, v)
#define CUT_8_64_16(v) HALF_64_16(8, v)
#define CUT_8_64_32(v) HALF_64_32(8, v)
#define WIDEN_16_8_32(S, v) TWICE_8_32(S, 16, v)
#define WIDEN_16_16_32(S, v) TWICE_16_32(S, 16, v)
#define CUT_16_16_8(v) HALF_16_8(16, v)
#define CUT_16_32_8(v) HALF_32_8(16, v)
#define CUT_16_32_16(v) HALF_32_16(16, v)
#endif

// Lanes that hold, as bits.
#define BITS_ONE_BY_ONE(I, W) \
    VFN u32 bits_##I##x##W(I##x##W v) { \
        u32 bits = 0; \
        for (int l = 0; l < W; l++) bits |= (u32)(v[l] & 1) << l; \
        return bits; \
    }
#define BITS_BY(I, W) VFN u32 bits_##I##x##W(I##x##W v) { return (u32)BITS_##W##_##I(v); }
#if defined(USE_AVX512)
#define BITS(I, W) HAVE_BITS_##W(I, W)
#define HAVE_BITS_2 BITS_ONE_BY_ONE
#define HAVE_BITS_4 BITS_BY
#define HAVE_BITS_8 BITS_BY
#define HAVE_BITS_16 BITS_BY
#define BITS_16_i8(v) _mm_movepi8_mask((__m128i)v)
#define BITS_16_i16(v) _mm256_movepi16_mask((__m256i)v)
#define BITS_16_i32(v) _mm512_movepi32_mask((__m512i)v)
#define BITS_8_i8(v) _mm_movepi8_mask(_mm_cvtsi64_si128((i64)v))
#define BITS_8_i16(v) _mm_movepi16_mask((__m128i)v)
#define BITS_8_i32(v) _mm256_movepi32_mask((__m256i)v)
#define BITS_8_i64(v) _mm512_movepi64_mask((__m512i)v)
#define BITS_4_i8(v) (_mm_movepi8_mask(_mm_cvtsi32_si128((i32)v)) & 15)
#define BITS_4_i16(v) _mm_movepi16_mask(_mm_cvtsi64_si128((i64)v))
#define BITS_4_i32(v) _mm_movepi32_mask((__m128i)v)
#define BITS_4_i64(v) _mm256_movepi64_mask((__m256i)v)
#define BITS_16_i64(v) (BITS_8_i64(__builtin_shufflevector(v, v, LOW_16)) | (u32)BITS_8_i64(__builtin_shufflevector(v, v, HIGH_16)) << 8)
#elif defined(USE_AVX2)
#define BITS(I, W) HAVE_BITS_##W##_##I(I, W)
#define HAVE_BITS_2_i8 BITS_ONE_BY_ONE
#define HAVE_BITS_2_i16 BITS_ONE_BY_ONE
#define HAVE_BITS_2_i32 BITS_ONE_BY_ONE
#define HAVE_BITS_2_i64 BITS_BY
#define HAVE_BITS_4_i8 BITS_ONE_BY_ONE
#define HAVE_BITS_4_i16 BITS_ONE_BY_ONE
#define HAVE_BITS_4_i32 BITS_BY
#define HAVE_BITS_4_i64 BITS_BY
#define HAVE_BITS_8_i8 BITS_ONE_BY_ONE
#define HAVE_BITS_8_i16 BITS_ONE_BY_ONE
#define HAVE_BITS_8_i32 BITS_BY
#define HAVE_BITS_8_i64 BITS_ONE_BY_ONE
#define HAVE_BITS_16_i8 BITS_BY
#define HAVE_BITS_16_i16 BITS_ONE_BY_ONE
#define HAVE_BITS_16_i32 BITS_ONE_BY_ONE
#define HAVE_BITS_16_i64 BITS_ONE_BY_ONE
#define BITS_2_i64(v) _mm_movemask_pd((__m128d)v)
#define BITS_4_i32(v) _mm_movemask_ps((__m128)v)
#define BITS_4_i64(v) _mm256_movemask_pd((__m256d)v)
#define BITS_8_i32(v) _mm256_movemask_ps((__m256)v)
#define BITS_16_i8(v) _mm_movemask_epi8((__m128i)v)
#else
#define BITS(I, W) BITS_ONE_BY_ONE(I, W)
#endif

// Scans: running values of all lanes, that go on with those of the round before, in steps of 1, 2, 4, 8. Lanes without anybody in front
// combine with FILL, which changes nothing. `anew`: those that begin anew do not go on.
#define UP_1_4 4, 0, 1, 2
#define UP_2_4 4, 5, 0, 1
#define UP_1_8 8, 0, 1, 2, 3, 4, 5, 6
#define UP_2_8 8, 9, 0, 1, 2, 3, 4, 5
#define UP_4_8 8, 9, 10, 11, 0, 1, 2, 3
#define UP_1_16 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
#define UP_2_16 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
#define UP_4_16 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
#define UP_8_16 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7
#define LAST_4 3, 3, 3, 3
#define LAST_8 7, 7, 7, 7, 7, 7, 7, 7
#define LAST_16 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15
#define STEPS_4(STEP, op, T, I) STEP(op, T, I, 4, 1) STEP(op, T, I, 4, 2)
#define STEPS_8(STEP, op, T, I) STEP(op, T, I, 8, 1) STEP(op, T, I, 8, 2) STEP(op, T, I, 8, 4)
#define STEPS_16(STEP, op, T, I) STEP(op, T, I, 16, 1) STEP(op, T, I, 16, 2) STEP(op, T, I, 16, 4) STEP(op, T, I, 16, 8)
#define FILL_add(T, W, v) splat_##T##x##W((T)-0.0)
#define FILL_mul(T, W, v) splat_##T##x##W(1)
#define FILL_xor(T, W, v) splat_##T##x##W(0)
#define FILL_and(T, W, v) v
#define FILL_or(T, W, v) v
#define FILL_min(T, W, v) v
#define FILL_max(T, W, v) v
#define WITH(op, T, W, D) op##_##T##x##W(__builtin_shufflevector(v, FILL_##op(T, W, v), UP_##D##_##W), v)
#define STEP(op, T, I, W, D) v = WITH(op, T, W, D);
// As bits where instructions take those: gcc takes vectors that were made from bytes apart to shuffle them.
#if defined(USE_AVX512)
#define BEGUN(I, W) u32 begun = BITS_##W##_##I(anew);
#define STEP_ANEW(op, T, I, W, D) \
    v = select_some_##T##x##W(begun, v, WITH(op, T, W, D)); \
    begun |= begun << D;
#define WHERE_BEGUN(T, W, a, b) select_some_##T##x##W(begun, a, b)
#else
#define BEGUN(I, W) I##x##W begun = anew;
#define STEP_ANEW(op, T, I, W, D) \
    v = select_##T##x##W(begun, v, WITH(op, T, W, D)); \
    begun |= __builtin_shufflevector(begun, (I##x##W){0}, UP_##D##_##W);
#define WHERE_BEGUN(T, W, a, b) select_##T##x##W(begun, a, b)
#endif
#define SCAN(op, T, I, W) \
    VFN T##x##W scan_##op##_##T##x##W(T##x##W last, T##x##W v) { \
        STEPS_##W(STEP, op, T, I) \
        return op##_##T##x##W(last, v); \
    } \
    VFN T##x##W scan_anew_##op##_##T##x##W(T##x##W last, T##x##W v, I##x##W anew) { \
        BEGUN(I, W) \
        STEPS_##W(STEP_ANEW, op, T, I) \
        return WHERE_BEGUN(T, W, v, op##_##T##x##W(last, v)); \
    }
#define LAST(T, W) VFN T##x##W last_##T##x##W(T##x##W v) { return __builtin_shufflevector(v, v, LAST_##W); }

// What there is of a type, named after it: its lanes, what is asked of its masks. `needs.rs` adds those that a program uses, and folds.
#define I8(W) INTEGERS(i8, u8, i8, W) SHIFTS_SIGNED(i8, u8, W, 7) GATHER(i8, W) COMPRESS(i8, i8, W)
#define U8(W) INTEGERS(u8, u8, i8, W) SHIFTS_UNSIGNED(u8, W, 7) GATHER(u8, W) COMPRESS(u8, i8, W)
#define I16(W) INTEGERS(i16, u16, i16, W) SHIFTS_SIGNED(i16, u16, W, 15) GATHER(i16, W) COMPRESS(i16, i16, W)
#define U16(W) INTEGERS(u16, u16, i16, W) SHIFTS_UNSIGNED(u16, W, 15) GATHER(u16, W) COMPRESS(u16, i16, W)
#define I32(W) INTEGERS(i32, u32, i32, W) SHIFTS_SIGNED(i32, u32, W, 31) SMALL(W) QUOTIENTS(i32, W)
#define U32(W) INTEGERS(u32, u32, i32, W) SHIFTS_UNSIGNED(u32, W, 31)
#define I64(W) INTEGERS(i64, u64, i64, W) SHIFTS_SIGNED(i64, u64, W, 63)
#define U64(W) INTEGERS(u64, u64, i64, W) SHIFTS_UNSIGNED(u64, W, 63)
#define LEAST_i32 (-2147483647 - 1)
#define LEAST_i64 (-9223372036854775807 - 1)
#define F32(W) \
    FLOATS(f32, i32, W) EXP(W) \
    SATURATED(i32, f32, i32, W, 2147483648.0f, LEAST_i32) SATURATED(i64, f32, i32, W, 9223372036854775808.0f, LEAST_i64)
#define F64(W) \
    FLOATS(f64, i64, W) \
    SATURATED(i32, f64, i64, W, 2147483648.0, LEAST_i32) SATURATED(i64, f64, i64, W, 9223372036854775808.0, LEAST_i64)

#define LANES_i8x2 I8(2) LOAD_SOME(i8, 2)
#define LANES_u8x2 U8(2) LOAD_SOME(u8, 2)
#define LANES_i16x2 I16(2) LOAD_SOME(i16, 2)
#define LANES_u16x2 U16(2) LOAD_SOME(u16, 2)
#define LANES_i32x2 I32(2) LOAD_SOME(i32, 2) GATHER(i32, 2) COMPRESS(i32, i32, 2)
#define LANES_u32x2 U32(2) LOAD_SOME(u32, 2) GATHER(u32, 2) COMPRESS(u32, i32, 2)
#define LANES_i64x2 I64(2) LOAD_SOME(i64, 2) GATHER(i64, 2) COMPRESS(i64, i64, 2)
#define LANES_u64x2 U64(2) LOAD_SOME(u64, 2) GATHER(u64, 2) COMPRESS(u64, i64, 2)
#define LANES_f32x2 F32(2) LOAD_SOME(f32, 2) GATHER(f32, 2) COMPRESS(f32, i32, 2) SQRT(f32, 2) RSQRT(f32, 2)
#define LANES_f64x2 F64(2) LOAD_SOME(f64, 2) GATHER(f64, 2) COMPRESS(f64, i64, 2) SQRT(f64, 2) RSQRT(f64, 2)

#define LANES_i8x4 I8(4) SOME_4_8(i8)
#define LANES_u8x4 U8(4) SOME_4_8(u8)
#define LANES_i16x4 I16(4) SOME_4_16(i16)
#define LANES_u16x4 U16(4) SOME_4_16(u16)
#define LANES_i32x4 I32(4) SOME_4_32(i32, i32) GATHER_4_32(i32) COMPRESS(i32, i32, 4)
#define LANES_u32x4 U32(4) SOME_4_32(u32, i32) GATHER_4_32(u32) COMPRESS(u32, i32, 4)
#define LANES_i64x4 I64(4) SOME_4_64(i64, i64) GATHER_4_64(i64) COMPRESS(i64, i64, 4)
#define LANES_u64x4 U64(4) SOME_4_64(u64, i64) GATHER_4_64(u64) COMPRESS(u64, i64, 4)
#define LANES_f32x4 F32(4) SOME_4_32(f32, i32) GATHER_4_32(f32) COMPRESS(f32, i32, 4) SQRT(f32, 4) RSQRT_4_32
#define LANES_f64x4 F64(4) SOME_4_64(f64, i64) GATHER_4_64(f64) COMPRESS(f64, i64, 4) SQRT(f64, 4) RSQRT_4_64

#define LANES_i8x8 I8(8) SOME_8_8(i8)
#define LANES_u8x8 U8(8) SOME_8_8(u8)
#define LANES_i16x8 I16(8) SOME_8_16(i16)
#define LANES_u16x8 U16(8) SOME_8_16(u16)
#define LANES_i32x8 I32(8) SOME_8_32(i32, i32) GATHER_8_32(i32) COMPRESS_8_32(i32)
#define LANES_u32x8 U32(8) SOME_8_32(u32, i32) GATHER_8_32(u32) COMPRESS_8_32(u32)
#define LANES_i64x8 I64(8) SOME_8_64(i64) GATHER_8_64(i64) COMPRESS_8_64(i64)
#define LANES_u64x8 U64(8) SOME_8_64(u64) GATHER_8_64(u64) COMPRESS_8_64(u64)
#define LANES_f32x8 F32(8) SOME_8_32(f32, i32) GATHER_8_32(f32) COMPRESS_8_32(f32) SQRT(f32, 8) RSQRT_8_32
#define LANES_f64x8 F64(8) SOME_8_64(f64) GATHER_8_64(f64) COMPRESS_8_64(f64) SQRT_8_64(f64) RSQRT_8_64

#define LANES_i8x16 I8(16) SOME_16_8(i8)
#define LANES_u8x16 U8(16) SOME_16_8(u8)
#define LANES_i16x16 I16(16) SOME_16_16(i16)
#define LANES_u16x16 U16(16) SOME_16_16(u16)
#define LANES_i32x16 I32(16) SOME_16_32(i32) GATHER_16_32(i32) COMPRESS_16_32(i32)
#define LANES_u32x16 U32(16) SOME_16_32(u32) GATHER_16_32(u32) COMPRESS_16_32(u32)
#define LANES_i64x16 I64(16)
#define LANES_u64x16 U64(16)
#define LANES_f32x16 F32(16) SOME_16_32(f32) GATHER_16_32(f32) COMPRESS_16_32(f32) SQRT_16_32(f32) RSQRT_16_32
#define LANES_f64x16 F64(16)

#define MASKS_i8x2 ANY(i8x2) COUNT(i8x2)
#define MASKS_i16x2 ANY(i16x2) COUNT(i16x2)
#define MASKS_i32x2 ANY(i32x2) COUNT(i32x2)
#define MASKS_i64x2 ANY_128(i64x2) COUNT(i64x2)
#define MASKS_i8x4 ANY(i8x4) COUNT(i8x4)
#define MASKS_i16x4 ANY(i16x4) COUNT(i16x4)
#define MASKS_i32x4 ANY_128(i32x4) COUNT_4_32(i32x4)
#define MASKS_i64x4 ANY_256(i64x4) COUNT_4_64(i64x4)
#define MASKS_i8x8 ANY(i8x8) COUNT(i8x8)
#define MASKS_i16x8 ANY_128(i16x8) COUNT(i16x8)
#define MASKS_i32x8 ANY_256(i32x8) COUNT_8_32(i32x8)
#define MASKS_i64x8 ANY_512(i64x8) COUNT_8_64(i64x8)
#define MASKS_i8x16 ANY_128(i8x16) COUNT_16_8(i8x16)
#define MASKS_i16x16 ANY_256(i16x16) COUNT_16_16(i16x16)
#define MASKS_i32x16 ANY_512(i32x16) COUNT_16_32(i32x16)
#define MASKS_i64x16 ANY(i64x16) COUNT(i64x16)

#define VECTORS(W) \
    VECTOR(i8, W) VECTOR(u8, W) VECTOR(i16, W) VECTOR(u16, W) VECTOR(i32, W) VECTOR(u32, W) VECTOR(i64, W) VECTOR(u64, W) \
    VECTOR(f32, W) VECTOR(f64, W)
VECTORS(2) VECTORS(4) VECTORS(8) VECTORS(16)
