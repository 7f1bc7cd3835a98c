// Division by a number that stays the same, of numbers of 64 bits (Granlund and Montgomery, 1994): the quotient is the upper half of a
// product with 65 bits of the reciprocal, of which the first is 1. As elsewhere, nothing is left of what is divided by 0.
typedef struct { u64 factor, rest; u8 first, second; } reciprocal;
// A number less than the divisor, with 64 zeros behind it, divided digit by digit of 32 bits (Knuth's algorithm D).
FN u64 quotient_digit(u64 front, u64 high, u64 low) {
    u64 digit = front / high, rest = front - digit * high;
    while (rest >> 32 == 0 && (digit >> 32 != 0 || digit * low > rest << 32)) {
        digit--;
        rest += high;
    }
    return digit;
}
FN u64 quotient_of_wide(u64 number, u64 d) {
    const int zeros = 64 - bit_length(d);
    const u64 by = d << zeros, high = by >> 32, low = by & 0xffffffffu, front = number << zeros;
    const u64 first = quotient_digit(front, high, low);
    return (first << 32) + quotient_digit((front << 32) - first * by, high, low);
}
FN reciprocal reciprocal_of(u64 d) {
    reciprocal by = {0, 0, 63, 63};
    if (d == 0) return by;
    const int bits = bit_length(d - 1);
    by.factor = quotient_of_wide((bits == 64 ? 0 : (u64)1 << bits) - d, d) + 1;
    by.rest = ~(u64)0;
    by.first = (u8)(bits > 0);
    by.second = (u8)(bits > 0 ? bits - 1 : 0);
    return by;
}
FN u64 quot_by_u64(u64 a, u64 b, reciprocal by) {
    const u64 product = HIGH_PRODUCT(by.factor, a);
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
