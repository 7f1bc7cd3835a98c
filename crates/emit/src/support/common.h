// The operators of Windrow's scalars, the same in every dialect; `base::scalar` defines what they compute.
// The dialect's own file stands in front and says how types, functions and atomics are spelt.
// Operators are functions named after operator and type. `W` is an unsigned type at least as wide as `int`, in which
// arithmetic wraps around; a cast back to the type takes the low bits.

#define INTEGER(T, U, W, BITS) \
    FN T add_##T(T a, T b) { return (T)((W)a + (W)b); } \
    FN T sub_##T(T a, T b) { return (T)((W)a - (W)b); } \
    FN T mul_##T(T a, T b) { return (T)((W)a * (W)b); } \
    FN T neg_##T(T a) { return (T)((W)0 - (W)a); } \
    FN T not_##T(T a) { return (T)~(W)a; } \
    FN T and_##T(T a, T b) { return (T)(a & b); } \
    FN T or_##T(T a, T b) { return (T)(a | b); } \
    FN T xor_##T(T a, T b) { return (T)(a ^ b); } \
    FN T min_##T(T a, T b) { return a < b ? a : b; } \
    FN T max_##T(T a, T b) { return a > b ? a : b; } \
    FN T wrap_##T(T a, T b) { return a < b ? a : (T)((W)a - (W)b); } \
    FN i32 popc_##T(T a) { return popc_bits((u64)(U)a); } \
    FN i32 clz_##T(T a) { return 64 - bit_length((u64)(U)a) - (64 - BITS); } \
    FN i32 ctz_##T(T a) { return a == 0 ? BITS : bit_length((u64)(U)a & (0 - (u64)(U)a)) - 1; } \
    FN T shl_##T(T a, T b) { return (W)b < BITS ? (T)((W)a << (W)b) : (T)0; } \
    FN T ushr_##T(T a, T b) { return (W)b < BITS ? (T)((W)(U)a >> (W)b) : (T)0; } \
    FN T pow_##T(T a, T b) { \
        W result = 1, base = (W)a, exponent = (W)b; \
        if (b < (T)1) return b == 0 ? (T)1 : (T)0; \
        for (; exponent > 0; exponent >>= 1) { \
            if (exponent & 1) result *= base; \
            base *= base; \
        } \
        return (T)result; \
    }

// Division; the file of the dialect may know better for 64 bits.
#define QUOTIENT_8(T, a, b) ((a) / (b))
#define QUOTIENT_16(T, a, b) ((a) / (b))
#define QUOTIENT_32(T, a, b) ((a) / (b))
#define REMAINDER_8(T, a, b) ((a) % (b))
#define REMAINDER_16(T, a, b) ((a) % (b))
#define REMAINDER_32(T, a, b) ((a) % (b))
#ifndef QUOTIENT_64
#define QUOTIENT_64(T, a, b) ((a) / (b))
#define REMAINDER_64(T, a, b) ((a) % (b))
#endif

// The low bits of a number, as one with a sign.
#ifndef NARROW
#define NARROW(T, a) ((T)(a))
#endif

// Whether a compiler knows that a number is not negative; where it cannot say, the file of the dialect leaves it at that.
#ifndef NATURAL
#define NATURAL(x) 0
#endif

// The least number divided by -1 wraps around; `neg` does that. What is rounded down is divided once: not every compiler sees that a
// quotient and a remainder are of the same division.
#define SIGNED(T, U, W, BITS) \
    INTEGER(T, U, W, BITS) \
    FN T quot_##T(T a, T b) { return b == 0 ? (T)0 : b == -1 ? neg_##T(a) : (T)QUOTIENT_##BITS(T, a, b); } \
    FN T rem_##T(T a, T b) { return b == 0 || b == -1 ? (T)0 : (T)REMAINDER_##BITS(T, a, b); } \
    FN T div_##T(T a, T b) { \
        if (NATURAL(a) && NATURAL(b)) return quot_##U((U)a, (U)b); \
        T q = quot_##T(a, b), r = (T)((W)a - (W)q * (W)b); \
        return b == 0 ? (T)0 : (T)(q - (r != 0 && (r < 0) != (b < 0))); \
    } \
    FN T mod_##T(T a, T b) { \
        if (NATURAL(a) && NATURAL(b)) return rem_##U((U)a, (U)b); \
        T r = (T)((W)a - (W)quot_##T(a, b) * (W)b); \
        return b == 0 ? (T)0 : r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r; \
    } \
    FN T shr_##T(T a, T b) { return (W)b < BITS ? (T)(a >> b) : (T)(a < 0 ? -1 : 0); } \
    FN T abs_##T(T a) { return a < 0 ? neg_##T(a) : a; } \
    FN T sgn_##T(T a) { return (T)((a > 0) - (a < 0)); }

#define UNSIGNED(T, W, BITS) \
    INTEGER(T, T, W, BITS) \
    FN T quot_##T(T a, T b) { return b == 0 ? (T)0 : (T)QUOTIENT_##BITS(T, a, b); } \
    FN T rem_##T(T a, T b) { return b == 0 ? (T)0 : (T)REMAINDER_##BITS(T, a, b); } \
    FN T div_##T(T a, T b) { return quot_##T(a, b); } \
    FN T mod_##T(T a, T b) { return rem_##T(a, b); } \
    FN T shr_##T(T a, T b) { return ushr_##T(a, b); } \
    FN T abs_##T(T a) { return a; } \
    FN T sgn_##T(T a) { return (T)(a != 0); }

UNSIGNED(u8, u32, 8)
UNSIGNED(u16, u32, 16)
UNSIGNED(u32, u32, 32)
UNSIGNED(u64, u64, 64)
SIGNED(i8, u8, u32, 8)
SIGNED(i16, u16, u32, 16)
SIGNED(i32, u32, u32, 32)
SIGNED(i64, u64, u64, 64)

// Upper halves of products: in 64 bits where they fit, else from the products of halves.
#define MUL_HI(T, D, BITS) FN T mul_hi_##T(T a, T b) { return (T)(((D)a * (D)b) >> BITS); }
MUL_HI(i8, i64, 8)
MUL_HI(i16, i64, 16)
MUL_HI(i32, i64, 32)
MUL_HI(u8, u64, 8)
MUL_HI(u16, u64, 16)
MUL_HI(u32, u64, 32)
FN u64 mul_hi_u64(u64 a, u64 b) {
    u64 al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    u64 mid = ah * bl + ((al * bl) >> 32), low = al * bh + (mid & 0xffffffffu);
    return ah * bh + (mid >> 32) + (low >> 32);
}
// A negative operand counts 2^64 too much.
FN i64 mul_hi_i64(i64 a, i64 b) {
    return (i64)(mul_hi_u64((u64)a, (u64)b) - (a < 0 ? (u64)b : 0) - (b < 0 ? (u64)a : 0));
}

// Address arithmetic: operands are not negative, so unsigned division, the cheaper one, will do.
FN i32 index_div_i32(i32 a, i32 b) { return b == 0 ? 0 : (i32)((u32)a / (u32)b); }
FN i32 index_mod_i32(i32 a, i32 b) { return b == 0 ? 0 : (i32)((u32)a % (u32)b); }
FN i64 index_div_i64(i64 a, i64 b) { return b == 0 ? 0 : (i64)QUOTIENT_64(u64, (u64)a, (u64)b); }
FN i64 index_mod_i64(i64 a, i64 b) { return b == 0 ? 0 : (i64)REMAINDER_64(u64, (u64)a, (u64)b); }

// A NaN loses against any number in `min` and `max`.
#define FLOAT(T, L) \
    FN T min_##T(T a, T b) { return a < b || b != b ? a : b; } \
    FN T max_##T(T a, T b) { return a > b || b != b ? a : b; } \
    FN T rem_##T(T a, T b) { return L(fmod)(a, b); } \
    FN T mod_##T(T a, T b) { \
        T r = L(fmod)(a, b); \
        return r != 0 && (r < 0) != (b < 0) ? r + b : r; \
    } \
    FN T pow_##T(T a, T b) { return L(pow)(a, b); } \
    FN T atan2_##T(T a, T b) { return L(atan2)(a, b); } \
    FN T copysign_##T(T a, T b) { return L(copysign)(a, b); } \
    FN T abs_##T(T a) { return L(fabs)(a); } \
    FN T sgn_##T(T a) { return a > 0 ? (T)1 : a < 0 ? (T)-1 : a; } \
    FN T sqrt_##T(T a) { return L(sqrt)(a); } \
    FN T rsqrt_##T(T a) { return RECIPROCAL_ROOT(L, a); } \
    FN T cbrt_##T(T a) { return L(cbrt)(a); } \
    FN T exp_##T(T a) { return L(exp)(a); } \
    FN T log_##T(T a) { return L(log)(a); } \
    FN T log2_##T(T a) { return L(log2)(a); } \
    FN T log10_##T(T a) { return L(log10)(a); } \
    FN T log1p_##T(T a) { return L(log1p)(a); } \
    FN T sin_##T(T a) { return L(sin)(a); } \
    FN T cos_##T(T a) { return L(cos)(a); } \
    FN T tan_##T(T a) { return L(tan)(a); } \
    FN T asin_##T(T a) { return L(asin)(a); } \
    FN T acos_##T(T a) { return L(acos)(a); } \
    FN T atan_##T(T a) { return L(atan)(a); } \
    FN T sinh_##T(T a) { return L(sinh)(a); } \
    FN T cosh_##T(T a) { return L(cosh)(a); } \
    FN T tanh_##T(T a) { return L(tanh)(a); } \
    FN T asinh_##T(T a) { return L(asinh)(a); } \
    FN T acosh_##T(T a) { return L(acosh)(a); } \
    FN T atanh_##T(T a) { return L(atanh)(a); } \
    FN T floor_##T(T a) { return L(floor)(a); } \
    FN T ceil_##T(T a) { return L(ceil)(a); } \
    FN T trunc_##T(T a) { return L(trunc)(a); } \
    FN T round_##T(T a) { return L(rint)(a); } \
    FN u8 isnan_##T(T a) { return a != a; } \
    FN u8 isinf_##T(T a) { return a == a && a - a != a - a; }

#define F64_FN(name) name
FLOAT(f32, F32_FN)
FLOAT(f64, F64_FN)
// These round once, from a double.
FN f32 quot_f32(f32 a, f32 b) { return (f32)trunc((f64)a / (f64)b); }
FN f64 quot_f64(f64 a, f64 b) { return trunc(a / b); }
FN f32 hypot_f32(f32 a, f32 b) { return (f32)hypot((f64)a, (f64)b); }
FN f64 hypot_f64(f64 a, f64 b) { return hypot(a, b); }

// Numbers of 16 bits are their bits: not every compiler has the type. They are computed in doubles, library functions in
// floats, and rounded once; `base::scalar::half` defines how.
typedef u16 f16;
FN f16 f16_of_bits(u16 bits) { return bits; }
FN u16 bits_of_f16(f16 x) { return x; }
FN f32 f32_of_f16(f16 x) {
    u32 sign = ((u32)x & 0x8000u) << 16, exponent = ((u32)x >> 10) & 31, fraction = (u32)x & 0x3ffu;
    if (exponent == 0) return f32_of_bits(sign | bits_of_f32((f32)fraction * 5.9604644775390625e-8f));
    return f32_of_bits(sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | (fraction << 13));
}
FN f64 f64_of_f16(f16 x) { return (f64)f32_of_f16(x); }
// To the nearest, and to even where two are as near.
FN u32 f16_shifted(u64 x, u64 by) {
    u64 middle = (u64)1 << (by - 1), rest = x & (2 * middle - 1), whole = x >> by;
    return (u32)(whole + (rest > middle || (rest == middle && (whole & 1))));
}
FN f16 f16_of_f64(f64 x) {
    u64 bits = bits_of_f64(x), magnitude = bits & 0x7fffffffffffffffu, exponent = magnitude >> 52;
    u32 sign = (u32)(bits >> 48) & 0x8000u, result = 0;
    if (magnitude > 0x7ff0000000000000u) result = 0x7e00u;
    else if (magnitude >= 0x40effe0000000000u) result = 0x7c00u; // 65520
    else if (exponent >= 1009) result = f16_shifted(magnitude - ((u64)1008 << 52), 42);
    else if (exponent >= 998) result = f16_shifted((magnitude & 0xfffffffffffffu) | ((u64)1 << 52), 1051 - exponent);
    return (f16)(sign | result);
}
#define HALF_BINARY(name, result) \
    FN f16 name##_f16(f16 x, f16 y) { f64 a = f64_of_f16(x), b = f64_of_f16(y); return f16_of_f64(result); }
#define HALF_COMPARE(name, sign) \
    FN u8 name##_f16(f16 x, f16 y) { return f32_of_f16(x) sign f32_of_f16(y); }
#define HALF_UNARY(name) FN f16 name##_f16(f16 x) { return f16_of_f64((f64)name##_f32(f32_of_f16(x))); }
HALF_BINARY(add, a + b)
HALF_BINARY(sub, a - b)
HALF_BINARY(mul, a * b)
HALF_BINARY(div, a / b)
HALF_BINARY(quot, quot_f64(a, b))
HALF_BINARY(rem, rem_f64(a, b))
HALF_BINARY(mod, mod_f64(a, b))
HALF_BINARY(pow, pow_f64(a, b))
HALF_BINARY(min, min_f64(a, b))
HALF_BINARY(max, max_f64(a, b))
HALF_BINARY(atan2, atan2_f64(a, b))
HALF_BINARY(hypot, hypot_f64(a, b))
HALF_COMPARE(eq, ==)
HALF_COMPARE(ne, !=)
HALF_COMPARE(lt, <)
HALF_COMPARE(le, <=)
HALF_COMPARE(gt, >)
HALF_COMPARE(ge, >=)
FN f16 copysign_f16(f16 a, f16 b) { return (f16)((a & 0x7fffu) | (b & 0x8000u)); }
FN f16 neg_f16(f16 a) { return (f16)(a ^ 0x8000u); }
FN f16 abs_f16(f16 a) { return (f16)(a & 0x7fffu); }
FN u8 isnan_f16(f16 a) { return (a & 0x7fffu) > 0x7c00u; }
FN u8 isinf_f16(f16 a) { return (a & 0x7fffu) == 0x7c00u; }
HALF_UNARY(sgn)
HALF_UNARY(sqrt)
HALF_UNARY(rsqrt)
HALF_UNARY(cbrt)
HALF_UNARY(exp)
HALF_UNARY(log)
HALF_UNARY(log2)
HALF_UNARY(log10)
HALF_UNARY(log1p)
HALF_UNARY(sin)
HALF_UNARY(cos)
HALF_UNARY(tan)
HALF_UNARY(asin)
HALF_UNARY(acos)
HALF_UNARY(atan)
HALF_UNARY(sinh)
HALF_UNARY(cosh)
HALF_UNARY(tanh)
HALF_UNARY(asinh)
HALF_UNARY(acosh)
HALF_UNARY(atanh)
HALF_UNARY(floor)
HALF_UNARY(ceil)
HALF_UNARY(trunc)
HALF_UNARY(round)

// Bools are bytes, 0 or 1.
FN u8 min_bool(u8 a, u8 b) { return (u8)(a & b); }
FN u8 max_bool(u8 a, u8 b) { return (u8)(a | b); }
FN u8 and_bool(u8 a, u8 b) { return (u8)(a & b); }
FN u8 or_bool(u8 a, u8 b) { return (u8)(a | b); }
FN u8 xor_bool(u8 a, u8 b) { return (u8)(a ^ b); }

// Whether one test tells that a float fits an integer; only dialects that are faster so ask.
#ifndef WITHIN
#define WITHIN(x, HIGH) 0
#endif

// From float to integer: saturating, what is not finite becomes 0. The bounds are exact doubles.
#define SATURATE(T, LOW, HIGH, LEAST, MOST) \
    FN T T##_of_float(f64 x) { \
        if (WITHIN(x, HIGH)) return (T)x; \
        return x - x != 0 ? (T)0 : x <= LOW ? (T)(LEAST) : x >= HIGH ? (T)(MOST) : (T)x; \
    }
// A negative number becomes an unsigned one as a signed integer would.
#define SATURATE_UNSIGNED(T, HIGH, MOST) \
    FN T T##_of_float(f64 x) { \
        return x - x != 0 ? (T)0 : x < 0 ? (T)i64_of_float(x) : x >= HIGH ? (T)(MOST) : (T)x; \
    }
SATURATE(i8, -128.0, 127.0, -128, 127)
SATURATE(i16, -32768.0, 32767.0, -32768, 32767)
SATURATE(i32, -2147483648.0, 2147483647.0, -2147483647 - 1, 2147483647)
SATURATE(i64, -9223372036854775808.0, 9223372036854775808.0, -9223372036854775807 - 1, 9223372036854775807)
SATURATE_UNSIGNED(u8, 255.0, 255)
SATURATE_UNSIGNED(u16, 65535.0, 65535)
SATURATE_UNSIGNED(u32, 4294967295.0, 4294967295u)
SATURATE_UNSIGNED(u64, 18446744073709551616.0, 18446744073709551615u)

// Atomic updates that the dialect's file does not have: read, compute, compare-and-swap until nobody was in between.
FN u32 same_u32(u32 bits) { return bits; }
FN u64 same_u64(u64 bits) { return bits; }
// One macro each, not one that is given a space: libraries have macros called `min` and `max`.
#define CAS_GLOBAL(op, T, U, OF, TO) \
    FN void atomic_##op##_##T(GLOBAL T *p, T x) { \
        GLOBAL U *cell = (GLOBAL U *)p; \
        U old = *cell, now; \
        while ((now = cas_##U(cell, old, (U)TO(op##_##T((T)OF(old), x)))) != old) old = now; \
    }
#define CAS_LOCAL(op, T, U, OF, TO) \
    FN void shared_##op##_##T(LOCAL T *p, T x) { \
        LOCAL U *cell = (LOCAL U *)p; \
        U old = *cell, now; \
        while ((now = cas_shared_##U(cell, old, (U)TO(op##_##T((T)OF(old), x)))) != old) old = now; \
    }
#define add_f32(a, b) ((a) + (b))
#define mul_f32(a, b) ((a) * (b))
#define add_f64(a, b) ((a) + (b))
#define mul_f64(a, b) ((a) * (b))
CAS_GLOBAL(mul, i32, u32, same_u32, same_u32)
CAS_GLOBAL(mul, u32, u32, same_u32, same_u32)
CAS_GLOBAL(mul, i64, u64, same_u64, same_u64)
CAS_GLOBAL(mul, u64, u64, same_u64, same_u64)
#ifndef HAS_FLOAT_ADD
CAS_GLOBAL(add, f32, u32, f32_of_bits, bits_of_f32)
CAS_GLOBAL(add, f64, u64, f64_of_bits, bits_of_f64)
#endif
CAS_GLOBAL(mul, f32, u32, f32_of_bits, bits_of_f32)
CAS_GLOBAL(min, f32, u32, f32_of_bits, bits_of_f32)
CAS_GLOBAL(max, f32, u32, f32_of_bits, bits_of_f32)
CAS_GLOBAL(mul, f64, u64, f64_of_bits, bits_of_f64)
CAS_GLOBAL(min, f64, u64, f64_of_bits, bits_of_f64)
CAS_GLOBAL(max, f64, u64, f64_of_bits, bits_of_f64)
#ifdef LOCAL
CAS_LOCAL(mul, i32, u32, same_u32, same_u32)
CAS_LOCAL(mul, u32, u32, same_u32, same_u32)
CAS_LOCAL(mul, i64, u64, same_u64, same_u64)
CAS_LOCAL(mul, u64, u64, same_u64, same_u64)
#ifndef HAS_FLOAT_ADD
CAS_LOCAL(add, f32, u32, f32_of_bits, bits_of_f32)
CAS_LOCAL(add, f64, u64, f64_of_bits, bits_of_f64)
#endif
CAS_LOCAL(mul, f32, u32, f32_of_bits, bits_of_f32)
CAS_LOCAL(min, f32, u32, f32_of_bits, bits_of_f32)
CAS_LOCAL(max, f32, u32, f32_of_bits, bits_of_f32)
CAS_LOCAL(mul, f64, u64, f64_of_bits, bits_of_f64)
CAS_LOCAL(min, f64, u64, f64_of_bits, bits_of_f64)
CAS_LOCAL(max, f64, u64, f64_of_bits, bits_of_f64)
#endif

// Bytes and half-words live in a 32-bit word, whose other parts must stay as they are.
#define SMALL_ATOMIC(op, NAME, T, MASK) \
    FN u32 op##_##NAME##_in(u32 word, u32 shift, T x) { \
        T was = (T)((word >> shift) & MASK); \
        u32 part = (u32)op##_##NAME(was, x) & MASK; \
        return (word & ~((u32)MASK << shift)) | (part << shift); \
    } \
    FN void atomic_##op##_##NAME(GLOBAL T *p, T x) { \
        address at = (address)p; \
        GLOBAL u32 *word = (GLOBAL u32 *)(at & ~(address)3); \
        u32 shift = (u32)(at & 3) * 8, old = *word, now; \
        while ((now = cas_u32(word, old, op##_##NAME##_in(old, shift, x))) != old) old = now; \
    }
#define SMALL_BITS(NAME, T, MASK) \
    SMALL_ATOMIC(min, NAME, T, MASK) \
    SMALL_ATOMIC(max, NAME, T, MASK) \
    SMALL_ATOMIC(and, NAME, T, MASK) \
    SMALL_ATOMIC(or, NAME, T, MASK) \
    SMALL_ATOMIC(xor, NAME, T, MASK)
#define SMALL_ATOMICS(T, MASK) \
    SMALL_BITS(T, T, MASK) \
    SMALL_ATOMIC(add, T, T, MASK) \
    SMALL_ATOMIC(mul, T, T, MASK)
SMALL_ATOMICS(i8, 0xffu)
SMALL_ATOMICS(u8, 0xffu)
SMALL_ATOMICS(i16, 0xffffu)
SMALL_ATOMICS(u16, 0xffffu)
SMALL_BITS(bool, u8, 0xffu)
SMALL_ATOMIC(add, f16, f16, 0xffffu)
SMALL_ATOMIC(mul, f16, f16, 0xffffu)
SMALL_ATOMIC(min, f16, f16, 0xffffu)
SMALL_ATOMIC(max, f16, f16, 0xffffu)

// The failure record belongs to the first failing worker of a launch.
FN int claim(GLOBAL record *fail, i32 launch) { return cas_u32((GLOBAL u32 *)&fail->claim, 0, (u32)launch) == 0; }
// Who claimed it tells on return which calls led to the failure. Calls from one place count once; the first half of `call` holds
// the innermost ones, the second half the outermost ones in turns. The indices of a call go in front of those that are there: returns
// whether the caller is to write them. The indices of thousands of calls tell nobody anything.
FN int called(GLOBAL record *fail, i32 call, i32 indices) {
    i32 n = fail->calls, last = n - 1;
    if (n == 0 || fail->call[last < 16 ? last : 16 + last % 16] != call) {
        fail->call[n < 16 ? n : 16 + n % 16] = call;
        fail->calls = n + 1;
    }
    if (fail->deep) return 0;
    for (i32 i = 7; i >= indices; i--) fail->at[i] = fail->at[i - indices];
    fail->more += indices;
    return 1;
}
