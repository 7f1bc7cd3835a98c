// Division by a number that stays the same, of numbers of 64 bits (Granlund and Montgomery, 1994): the quotient is the upper half of a
// product with 65 bits of the reciprocal, of which the first is 1. As elsewhere, nothing is left of what is divided by 0.
typedef struct { u64 factor, rest; u8 first, second; } reciprocal;
FN reciprocal reciprocal_of(u64 d) {
    if (d == 0) return (reciprocal){0, 0, 63, 63};
    const int bits = d == 1 ? 0 : 64 - __builtin_clzll(d - 1);
    const unsigned __int128 over = ((unsigned __int128)1 << bits) - d;
    return (reciprocal){(u64)((over << 64) / d + 1), ~(u64)0, (u8)(bits > 0), (u8)(bits > 0 ? bits - 1 : 0)};
}
FN u64 quot_by_u64(u64 a, u64 b, reciprocal by) {
    const u64 product = (u64)(((unsigned __int128)by.factor * a) >> 64);
    return (product + ((a - product) >> by.first)) >> by.second;
}
FN u64 rem_by_u64(u64 a, u64 b, reciprocal by) { return (a - b * quot_by_u64(a, b, by)) & by.rest; }
#define div_by_u64 quot_by_u64
#define mod_by_u64 rem_by_u64
#define BY_UNSIGNED(OP) FN u32 OP##_by_u32(u32 a, u32 b, reciprocal by) { return (u32)OP##_by_u64(a, b, by); }
#define BY_SIGNED(OP, T) \
    FN T OP##_by_##T(T a, T b, reciprocal by) { \
        return (a | b) >= 0 ? (T)OP##_by_u64((u64)a, (u64)b, by) : OP##_##T(a, b); \
    }
#define BY(OP) BY_UNSIGNED(OP) BY_SIGNED(OP, i32) BY_SIGNED(OP, i64)
BY(quot) BY(rem) BY(div) BY(mod)
