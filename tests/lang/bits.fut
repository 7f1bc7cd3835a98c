-- Operators on the bits of integers.

-- ==
-- entry: counts_i8
-- input { [0i8, 1i8, 12i8, -1i8, -128i8, 69i8] } output { [0i32, 1i32, 2i32, 8i32, 1i32, 3i32] [8i32, 7i32, 4i32, 0i32, 0i32, 1i32] [8i32, 0i32, 2i32, 0i32, 7i32, 0i32] }

-- ==
-- entry: products_i8
-- input { [0i8, 1i8, 12i8, -1i8, -128i8, 69i8] [3i8, 7i8, -5i8, -1i8, 2i8, 64i8] } output { [0i8, 0i8, -1i8, 0i8, -1i8, 17i8] [1i8, 1i8, 0i8, 1i8, 0i8, 18i8] }

-- ==
-- entry: shifts_i8
-- input { [0i8, 1i8, 12i8, -1i8, -128i8, 69i8] [0i8, 1i8, 7i8, 8i8, 11i8, 2i8] } output { [0i8, 2i8, 0i8, 0i8, 0i8, 20i8] [0i8, 0i8, 0i8, -1i8, -1i8, 17i8] [0i8, 0i8, 0i8, 0i8, 0i8, 17i8] }

-- ==
-- entry: counts_i16
-- input { [0i16, 1i16, 12i16, -1i16, -32768i16, 16389i16] } output { [0i32, 1i32, 2i32, 16i32, 1i32, 3i32] [16i32, 15i32, 12i32, 0i32, 0i32, 1i32] [16i32, 0i32, 2i32, 0i32, 15i32, 0i32] }

-- ==
-- entry: products_i16
-- input { [0i16, 1i16, 12i16, -1i16, -32768i16, 16389i16] [3i16, 7i16, -5i16, -1i16, 2i16, 16384i16] } output { [0i16, 0i16, -1i16, 0i16, -1i16, 4097i16] [1i16, 1i16, 0i16, 1i16, 0i16, 4098i16] }

-- ==
-- entry: shifts_i16
-- input { [0i16, 1i16, 12i16, -1i16, -32768i16, 16389i16] [0i16, 1i16, 15i16, 16i16, 19i16, 2i16] } output { [0i16, 2i16, 0i16, 0i16, 0i16, 20i16] [0i16, 0i16, 0i16, -1i16, -1i16, 4097i16] [0i16, 0i16, 0i16, 0i16, 0i16, 4097i16] }

-- ==
-- entry: counts_i32
-- input { [0i32, 1i32, 12i32, -1i32, -2147483648i32, 1073741829i32] } output { [0i32, 1i32, 2i32, 32i32, 1i32, 3i32] [32i32, 31i32, 28i32, 0i32, 0i32, 1i32] [32i32, 0i32, 2i32, 0i32, 31i32, 0i32] }

-- ==
-- entry: products_i32
-- input { [0i32, 1i32, 12i32, -1i32, -2147483648i32, 1073741829i32] [3i32, 7i32, -5i32, -1i32, 2i32, 1073741824i32] } output { [0i32, 0i32, -1i32, 0i32, -1i32, 268435457i32] [1i32, 1i32, 0i32, 1i32, 0i32, 268435458i32] }

-- ==
-- entry: shifts_i32
-- input { [0i32, 1i32, 12i32, -1i32, -2147483648i32, 1073741829i32] [0i32, 1i32, 31i32, 32i32, 35i32, 2i32] } output { [0i32, 2i32, 0i32, 0i32, 0i32, 20i32] [0i32, 0i32, 0i32, -1i32, -1i32, 268435457i32] [0i32, 0i32, 0i32, 0i32, 0i32, 268435457i32] }

-- ==
-- entry: counts_i64
-- input { [0i64, 1i64, 12i64, -1i64, -9223372036854775808i64, 4611686018427387909i64] } output { [0i32, 1i32, 2i32, 64i32, 1i32, 3i32] [64i32, 63i32, 60i32, 0i32, 0i32, 1i32] [64i32, 0i32, 2i32, 0i32, 63i32, 0i32] }

-- ==
-- entry: products_i64
-- input { [0i64, 1i64, 12i64, -1i64, -9223372036854775808i64, 4611686018427387909i64] [3i64, 7i64, -5i64, -1i64, 2i64, 4611686018427387904i64] } output { [0i64, 0i64, -1i64, 0i64, -1i64, 1152921504606846977i64] [1i64, 1i64, 0i64, 1i64, 0i64, 1152921504606846978i64] }

-- ==
-- entry: shifts_i64
-- input { [0i64, 1i64, 12i64, -1i64, -9223372036854775808i64, 4611686018427387909i64] [0i64, 1i64, 63i64, 64i64, 67i64, 2i64] } output { [0i64, 2i64, 0i64, 0i64, 0i64, 20i64] [0i64, 0i64, 0i64, -1i64, -1i64, 1152921504606846977i64] [0i64, 0i64, 0i64, 0i64, 0i64, 1152921504606846977i64] }

-- ==
-- entry: counts_u8
-- input { [0u8, 1u8, 12u8, 255u8, 128u8, 69u8] } output { [0i32, 1i32, 2i32, 8i32, 1i32, 3i32] [8i32, 7i32, 4i32, 0i32, 0i32, 1i32] [8i32, 0i32, 2i32, 0i32, 7i32, 0i32] }

-- ==
-- entry: products_u8
-- input { [0u8, 1u8, 12u8, 255u8, 128u8, 69u8] [3u8, 7u8, 251u8, 255u8, 2u8, 64u8] } output { [0u8, 0u8, 11u8, 254u8, 1u8, 17u8] [1u8, 1u8, 12u8, 255u8, 2u8, 18u8] }

-- ==
-- entry: shifts_u8
-- input { [0u8, 1u8, 12u8, 255u8, 128u8, 69u8] [0u8, 1u8, 7u8, 8u8, 11u8, 2u8] } output { [0u8, 2u8, 0u8, 0u8, 0u8, 20u8] [0u8, 0u8, 0u8, 0u8, 0u8, 17u8] [0u8, 0u8, 0u8, 0u8, 0u8, 17u8] }

-- ==
-- entry: counts_u16
-- input { [0u16, 1u16, 12u16, 65535u16, 32768u16, 16389u16] } output { [0i32, 1i32, 2i32, 16i32, 1i32, 3i32] [16i32, 15i32, 12i32, 0i32, 0i32, 1i32] [16i32, 0i32, 2i32, 0i32, 15i32, 0i32] }

-- ==
-- entry: products_u16
-- input { [0u16, 1u16, 12u16, 65535u16, 32768u16, 16389u16] [3u16, 7u16, 65531u16, 65535u16, 2u16, 16384u16] } output { [0u16, 0u16, 11u16, 65534u16, 1u16, 4097u16] [1u16, 1u16, 12u16, 65535u16, 2u16, 4098u16] }

-- ==
-- entry: shifts_u16
-- input { [0u16, 1u16, 12u16, 65535u16, 32768u16, 16389u16] [0u16, 1u16, 15u16, 16u16, 19u16, 2u16] } output { [0u16, 2u16, 0u16, 0u16, 0u16, 20u16] [0u16, 0u16, 0u16, 0u16, 0u16, 4097u16] [0u16, 0u16, 0u16, 0u16, 0u16, 4097u16] }

-- ==
-- entry: counts_u32
-- input { [0u32, 1u32, 12u32, 4294967295u32, 2147483648u32, 1073741829u32] } output { [0i32, 1i32, 2i32, 32i32, 1i32, 3i32] [32i32, 31i32, 28i32, 0i32, 0i32, 1i32] [32i32, 0i32, 2i32, 0i32, 31i32, 0i32] }

-- ==
-- entry: products_u32
-- input { [0u32, 1u32, 12u32, 4294967295u32, 2147483648u32, 1073741829u32] [3u32, 7u32, 4294967291u32, 4294967295u32, 2u32, 1073741824u32] } output { [0u32, 0u32, 11u32, 4294967294u32, 1u32, 268435457u32] [1u32, 1u32, 12u32, 4294967295u32, 2u32, 268435458u32] }

-- ==
-- entry: shifts_u32
-- input { [0u32, 1u32, 12u32, 4294967295u32, 2147483648u32, 1073741829u32] [0u32, 1u32, 31u32, 32u32, 35u32, 2u32] } output { [0u32, 2u32, 0u32, 0u32, 0u32, 20u32] [0u32, 0u32, 0u32, 0u32, 0u32, 268435457u32] [0u32, 0u32, 0u32, 0u32, 0u32, 268435457u32] }

-- ==
-- entry: counts_u64
-- input { [0u64, 1u64, 12u64, 18446744073709551615u64, 9223372036854775808u64, 4611686018427387909u64] } output { [0i32, 1i32, 2i32, 64i32, 1i32, 3i32] [64i32, 63i32, 60i32, 0i32, 0i32, 1i32] [64i32, 0i32, 2i32, 0i32, 63i32, 0i32] }

-- ==
-- entry: products_u64
-- input { [0u64, 1u64, 12u64, 18446744073709551615u64, 9223372036854775808u64, 4611686018427387909u64] [3u64, 7u64, 18446744073709551611u64, 18446744073709551615u64, 2u64, 4611686018427387904u64] } output { [0u64, 0u64, 11u64, 18446744073709551614u64, 1u64, 1152921504606846977u64] [1u64, 1u64, 12u64, 18446744073709551615u64, 2u64, 1152921504606846978u64] }

-- ==
-- entry: shifts_u64
-- input { [0u64, 1u64, 12u64, 18446744073709551615u64, 9223372036854775808u64, 4611686018427387909u64] [0u64, 1u64, 63u64, 64u64, 67u64, 2u64] } output { [0u64, 2u64, 0u64, 0u64, 0u64, 20u64] [0u64, 0u64, 0u64, 0u64, 0u64, 1152921504606846977u64] [0u64, 0u64, 0u64, 0u64, 0u64, 1152921504606846977u64] }

-- ==
-- entry: floats
-- input { [0.0f32, -0.0f32, 1.0f32, -2.5f32, f32.inf] } output { [0u32, 2147483648u32, 1065353216u32, 3223322624u32, 2139095040u32] true }

-- ==
-- entry: doubles
-- input { [0.5, -0.0, 1e300, 5e-324] } output { [4602678819172646912u64, 9223372036854775808u64, 9094988921128908188u64, 1u64] true }

-- ==
-- entry: single
-- input { 5u8 } output { [1i32, 0i32, 1i32, 0i32] 13u8 1u8 8i32 }

entry counts_i8 (xs: []i8) = (map i8.popc xs, map i8.clz xs, map i8.ctz xs)
entry products_i8 [n] (xs: [n]i8) (ys: [n]i8) = (map2 i8.mul_hi xs ys, map2 (\x y -> i8.mad_hi x y 1) xs ys)
entry shifts_i8 [n] (xs: [n]i8) (ss: [n]i8) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_i16 (xs: []i16) = (map i16.popc xs, map i16.clz xs, map i16.ctz xs)
entry products_i16 [n] (xs: [n]i16) (ys: [n]i16) = (map2 i16.mul_hi xs ys, map2 (\x y -> i16.mad_hi x y 1) xs ys)
entry shifts_i16 [n] (xs: [n]i16) (ss: [n]i16) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_i32 (xs: []i32) = (map i32.popc xs, map i32.clz xs, map i32.ctz xs)
entry products_i32 [n] (xs: [n]i32) (ys: [n]i32) = (map2 i32.mul_hi xs ys, map2 (\x y -> i32.mad_hi x y 1) xs ys)
entry shifts_i32 [n] (xs: [n]i32) (ss: [n]i32) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_i64 (xs: []i64) = (map i64.popc xs, map i64.clz xs, map i64.ctz xs)
entry products_i64 [n] (xs: [n]i64) (ys: [n]i64) = (map2 i64.mul_hi xs ys, map2 (\x y -> i64.mad_hi x y 1) xs ys)
entry shifts_i64 [n] (xs: [n]i64) (ss: [n]i64) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_u8 (xs: []u8) = (map u8.popc xs, map u8.clz xs, map u8.ctz xs)
entry products_u8 [n] (xs: [n]u8) (ys: [n]u8) = (map2 u8.mul_hi xs ys, map2 (\x y -> u8.mad_hi x y 1) xs ys)
entry shifts_u8 [n] (xs: [n]u8) (ss: [n]u8) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_u16 (xs: []u16) = (map u16.popc xs, map u16.clz xs, map u16.ctz xs)
entry products_u16 [n] (xs: [n]u16) (ys: [n]u16) = (map2 u16.mul_hi xs ys, map2 (\x y -> u16.mad_hi x y 1) xs ys)
entry shifts_u16 [n] (xs: [n]u16) (ss: [n]u16) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_u32 (xs: []u32) = (map u32.popc xs, map u32.clz xs, map u32.ctz xs)
entry products_u32 [n] (xs: [n]u32) (ys: [n]u32) = (map2 u32.mul_hi xs ys, map2 (\x y -> u32.mad_hi x y 1) xs ys)
entry shifts_u32 [n] (xs: [n]u32) (ss: [n]u32) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry counts_u64 (xs: []u64) = (map u64.popc xs, map u64.clz xs, map u64.ctz xs)
entry products_u64 [n] (xs: [n]u64) (ys: [n]u64) = (map2 u64.mul_hi xs ys, map2 (\x y -> u64.mad_hi x y 1) xs ys)
entry shifts_u64 [n] (xs: [n]u64) (ss: [n]u64) = (map2 (<<) xs ss, map2 (>>) xs ss, map2 (>>>) xs ss)
entry floats (xs: []f32) = (map f32.to_bits xs, all (\x -> f32.from_bits (f32.to_bits x) == x) xs)
entry doubles (xs: []f64) = (map f64.to_bits xs, all (\x -> f64.from_bits (f64.to_bits x) == x) xs)
entry single (x: u8) = (map (\i -> u8.get_bit i x) [0, 1, 2, 3], u8.set_bit 3 x 1, u8.set_bit 2 x 0, u8.num_bits)
