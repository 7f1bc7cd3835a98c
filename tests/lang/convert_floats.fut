-- Conversions from floats: towards zero; what is not finite is 0, what is too large the greatest number; a negative number becomes
-- an unsigned one as a signed integer would.

-- ==
-- entry: f32_i8
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0i8, 0i8, 1i8, -1i8, -3i8, 127i8, 127i8, 0i8, 0i8, 0i8] }

-- ==
-- entry: f64_i8
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0i8, 0i8, 1i8, -1i8, -3i8, 127i8, 127i8, 0i8, 0i8, 0i8] }

-- ==
-- entry: f32_i16
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0i16, 0i16, 1i16, -1i16, -3i16, 300i16, 32767i16, 0i16, 0i16, 0i16] }

-- ==
-- entry: f64_i16
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0i16, 0i16, 1i16, -1i16, -3i16, 300i16, 32767i16, 0i16, 0i16, 0i16] }

-- ==
-- entry: f32_i32
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0i32, 0i32, 1i32, -1i32, -3i32, 300i32, 2147483647i32, 0i32, 0i32, 0i32] }

-- ==
-- entry: f64_i32
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0i32, 0i32, 1i32, -1i32, -3i32, 300i32, 2147483647i32, 0i32, 0i32, 0i32] }

-- ==
-- entry: f32_i64
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0i64, 0i64, 1i64, -1i64, -3i64, 300i64, 10000000000i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: f64_i64
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0i64, 0i64, 1i64, -1i64, -3i64, 300i64, 10000000000i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: f32_u8
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0u8, 0u8, 1u8, 255u8, 253u8, 255u8, 255u8, 0u8, 0u8, 0u8] }

-- ==
-- entry: f64_u8
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0u8, 0u8, 1u8, 255u8, 253u8, 255u8, 255u8, 0u8, 0u8, 0u8] }

-- ==
-- entry: f32_u16
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0u16, 0u16, 1u16, 65535u16, 65533u16, 300u16, 65535u16, 0u16, 0u16, 0u16] }

-- ==
-- entry: f64_u16
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0u16, 0u16, 1u16, 65535u16, 65533u16, 300u16, 65535u16, 0u16, 0u16, 0u16] }

-- ==
-- entry: f32_u32
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0u32, 0u32, 1u32, 4294967295u32, 4294967293u32, 300u32, 4294967295u32, 0u32, 0u32, 0u32] }

-- ==
-- entry: f64_u32
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0u32, 0u32, 1u32, 4294967295u32, 4294967293u32, 300u32, 4294967295u32, 0u32, 0u32, 0u32] }

-- ==
-- entry: f32_u64
-- input { [0.0f32, -0.5f32, 1.5f32, -1.0f32, -3.75f32, 300.5f32, 10000000000.0f32, f32.inf, -f32.inf, f32.nan] } output { [0u64, 0u64, 1u64, 18446744073709551615u64, 18446744073709551613u64, 300u64, 10000000000u64, 0u64, 0u64, 0u64] }

-- ==
-- entry: f64_u64
-- input { [0.0f64, -0.5f64, 1.5f64, -1.0f64, -3.75f64, 300.5f64, 10000000000.0f64, f64.inf, -f64.inf, f64.nan] } output { [0u64, 0u64, 1u64, 18446744073709551615u64, 18446744073709551613u64, 300u64, 10000000000u64, 0u64, 0u64, 0u64] }

-- ==
-- entry: i8_f64
-- input { [0i8, 1i8, 127i8, -2i8] } output { [0.0f64, 1.0f64, 127.0f64, -2.0f64] }

-- ==
-- entry: i16_f64
-- input { [0i16, 1i16, 32767i16, -2i16] } output { [0.0f64, 1.0f64, 32767.0f64, -2.0f64] }

-- ==
-- entry: i32_f64
-- input { [0i32, 1i32, 2147483647i32, -2i32] } output { [0.0f64, 1.0f64, 2147483647.0f64, -2.0f64] }

-- ==
-- entry: i64_f64
-- input { [0i64, 1i64, 9223372036854775807i64, -2i64] } output { [0.0f64, 1.0f64, 9.223372036854776e+18f64, -2.0f64] }

-- ==
-- entry: u8_f64
-- input { [0u8, 1u8, 127u8, 200u8] } output { [0.0f64, 1.0f64, 127.0f64, 200.0f64] }

-- ==
-- entry: u16_f64
-- input { [0u16, 1u16, 32767u16, 200u16] } output { [0.0f64, 1.0f64, 32767.0f64, 200.0f64] }

-- ==
-- entry: u32_f64
-- input { [0u32, 1u32, 2147483647u32, 200u32] } output { [0.0f64, 1.0f64, 2147483647.0f64, 200.0f64] }

-- ==
-- entry: u64_f64
-- input { [0u64, 1u64, 9223372036854775807u64, 200u64] } output { [0.0f64, 1.0f64, 9.223372036854776e+18f64, 200.0f64] }

-- ==
-- entry: bools
-- input { [0.0, -0.0, 0.25, -1.0] [0i32, 3i32, -1i32, 0i32] } output { [false, false, true, true] [false, true, true, false] [0i64, 0i64, 1i64, 1i64] }

entry f32_i8 (xs: []f32) = map i8.f32 xs
entry f64_i8 (xs: []f64) = map i8.f64 xs
entry f32_i16 (xs: []f32) = map i16.f32 xs
entry f64_i16 (xs: []f64) = map i16.f64 xs
entry f32_i32 (xs: []f32) = map i32.f32 xs
entry f64_i32 (xs: []f64) = map i32.f64 xs
entry f32_i64 (xs: []f32) = map i64.f32 xs
entry f64_i64 (xs: []f64) = map i64.f64 xs
entry f32_u8 (xs: []f32) = map u8.f32 xs
entry f64_u8 (xs: []f64) = map u8.f64 xs
entry f32_u16 (xs: []f32) = map u16.f32 xs
entry f64_u16 (xs: []f64) = map u16.f64 xs
entry f32_u32 (xs: []f32) = map u32.f32 xs
entry f64_u32 (xs: []f64) = map u32.f64 xs
entry f32_u64 (xs: []f32) = map u64.f32 xs
entry f64_u64 (xs: []f64) = map u64.f64 xs
entry i8_f64 (xs: []i8) = map f64.i8 xs
entry i16_f64 (xs: []i16) = map f64.i16 xs
entry i32_f64 (xs: []i32) = map f64.i32 xs
entry i64_f64 (xs: []i64) = map f64.i64 xs
entry u8_f64 (xs: []u8) = map f64.u8 xs
entry u16_f64 (xs: []u16) = map f64.u16 xs
entry u32_f64 (xs: []u32) = map f64.u32 xs
entry u64_f64 (xs: []u64) = map f64.u64 xs
entry bools (xs: []f64) (ys: []i32) = (map bool.f64 xs, map bool.i32 ys, map (\x -> i64.bool (bool.f64 x)) xs)
