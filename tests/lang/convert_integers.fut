-- Conversions between integers: bits are cut off, a signed number is extended by its sign, and where the target is unsigned by
-- zeros.

-- ==
-- entry: i8_i16
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0i16, 1i16, 127i16, -1i16, -128i16] }

-- ==
-- entry: i8_i32
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0i32, 1i32, 127i32, -1i32, -128i32] }

-- ==
-- entry: i8_i64
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0i64, 1i64, 127i64, -1i64, -128i64] }

-- ==
-- entry: i8_u8
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0u8, 1u8, 127u8, 255u8, 128u8] }

-- ==
-- entry: i8_u16
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0u16, 1u16, 127u16, 255u16, 128u16] }

-- ==
-- entry: i8_u32
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0u32, 1u32, 127u32, 255u32, 128u32] }

-- ==
-- entry: i8_u64
-- input { [0i8, 1i8, 127i8, -1i8, -128i8] } output { [0u64, 1u64, 127u64, 255u64, 128u64] }

-- ==
-- entry: i16_i8
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: i16_i32
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0i32, 1i32, 32767i32, -1i32, -32768i32] }

-- ==
-- entry: i16_i64
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0i64, 1i64, 32767i64, -1i64, -32768i64] }

-- ==
-- entry: i16_u8
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: i16_u16
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0u16, 1u16, 32767u16, 65535u16, 32768u16] }

-- ==
-- entry: i16_u32
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0u32, 1u32, 32767u32, 65535u32, 32768u32] }

-- ==
-- entry: i16_u64
-- input { [0i16, 1i16, 32767i16, -1i16, -32768i16] } output { [0u64, 1u64, 32767u64, 65535u64, 32768u64] }

-- ==
-- entry: i32_i8
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: i32_i16
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0i16, 1i16, -1i16, -1i16, 0i16] }

-- ==
-- entry: i32_i64
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0i64, 1i64, 2147483647i64, -1i64, -2147483648i64] }

-- ==
-- entry: i32_u8
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: i32_u16
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0u16, 1u16, 65535u16, 65535u16, 0u16] }

-- ==
-- entry: i32_u32
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] }

-- ==
-- entry: i32_u64
-- input { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] } output { [0u64, 1u64, 2147483647u64, 4294967295u64, 2147483648u64] }

-- ==
-- entry: i64_i8
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: i64_i16
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0i16, 1i16, -1i16, -1i16, 0i16] }

-- ==
-- entry: i64_i32
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0i32, 1i32, -1i32, -1i32, 0i32] }

-- ==
-- entry: i64_u8
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: i64_u16
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0u16, 1u16, 65535u16, 65535u16, 0u16] }

-- ==
-- entry: i64_u32
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0u32, 1u32, 4294967295u32, 4294967295u32, 0u32] }

-- ==
-- entry: i64_u64
-- input { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] } output { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] }

-- ==
-- entry: u8_i8
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0i8, 1i8, 127i8, -1i8, -128i8] }

-- ==
-- entry: u8_i16
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0i16, 1i16, 127i16, 255i16, 128i16] }

-- ==
-- entry: u8_i32
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0i32, 1i32, 127i32, 255i32, 128i32] }

-- ==
-- entry: u8_i64
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0i64, 1i64, 127i64, 255i64, 128i64] }

-- ==
-- entry: u8_u16
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0u16, 1u16, 127u16, 255u16, 128u16] }

-- ==
-- entry: u8_u32
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0u32, 1u32, 127u32, 255u32, 128u32] }

-- ==
-- entry: u8_u64
-- input { [0u8, 1u8, 127u8, 255u8, 128u8] } output { [0u64, 1u64, 127u64, 255u64, 128u64] }

-- ==
-- entry: u16_i8
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: u16_i16
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0i16, 1i16, 32767i16, -1i16, -32768i16] }

-- ==
-- entry: u16_i32
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0i32, 1i32, 32767i32, 65535i32, 32768i32] }

-- ==
-- entry: u16_i64
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0i64, 1i64, 32767i64, 65535i64, 32768i64] }

-- ==
-- entry: u16_u8
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: u16_u32
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0u32, 1u32, 32767u32, 65535u32, 32768u32] }

-- ==
-- entry: u16_u64
-- input { [0u16, 1u16, 32767u16, 65535u16, 32768u16] } output { [0u64, 1u64, 32767u64, 65535u64, 32768u64] }

-- ==
-- entry: u32_i8
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: u32_i16
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0i16, 1i16, -1i16, -1i16, 0i16] }

-- ==
-- entry: u32_i32
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0i32, 1i32, 2147483647i32, -1i32, -2147483648i32] }

-- ==
-- entry: u32_i64
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0i64, 1i64, 2147483647i64, 4294967295i64, 2147483648i64] }

-- ==
-- entry: u32_u8
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: u32_u16
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0u16, 1u16, 65535u16, 65535u16, 0u16] }

-- ==
-- entry: u32_u64
-- input { [0u32, 1u32, 2147483647u32, 4294967295u32, 2147483648u32] } output { [0u64, 1u64, 2147483647u64, 4294967295u64, 2147483648u64] }

-- ==
-- entry: u64_i8
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0i8, 1i8, -1i8, -1i8, 0i8] }

-- ==
-- entry: u64_i16
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0i16, 1i16, -1i16, -1i16, 0i16] }

-- ==
-- entry: u64_i32
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0i32, 1i32, -1i32, -1i32, 0i32] }

-- ==
-- entry: u64_i64
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0i64, 1i64, 9223372036854775807i64, -1i64, -9223372036854775808i64] }

-- ==
-- entry: u64_u8
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0u8, 1u8, 255u8, 255u8, 0u8] }

-- ==
-- entry: u64_u16
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0u16, 1u16, 65535u16, 65535u16, 0u16] }

-- ==
-- entry: u64_u32
-- input { [0u64, 1u64, 9223372036854775807u64, 18446744073709551615u64, 9223372036854775808u64] } output { [0u32, 1u32, 4294967295u32, 4294967295u32, 0u32] }

entry i8_i16 (xs: []i8) = map i16.i8 xs
entry i8_i32 (xs: []i8) = map i32.i8 xs
entry i8_i64 (xs: []i8) = map i64.i8 xs
entry i8_u8 (xs: []i8) = map u8.i8 xs
entry i8_u16 (xs: []i8) = map u16.i8 xs
entry i8_u32 (xs: []i8) = map u32.i8 xs
entry i8_u64 (xs: []i8) = map u64.i8 xs
entry i16_i8 (xs: []i16) = map i8.i16 xs
entry i16_i32 (xs: []i16) = map i32.i16 xs
entry i16_i64 (xs: []i16) = map i64.i16 xs
entry i16_u8 (xs: []i16) = map u8.i16 xs
entry i16_u16 (xs: []i16) = map u16.i16 xs
entry i16_u32 (xs: []i16) = map u32.i16 xs
entry i16_u64 (xs: []i16) = map u64.i16 xs
entry i32_i8 (xs: []i32) = map i8.i32 xs
entry i32_i16 (xs: []i32) = map i16.i32 xs
entry i32_i64 (xs: []i32) = map i64.i32 xs
entry i32_u8 (xs: []i32) = map u8.i32 xs
entry i32_u16 (xs: []i32) = map u16.i32 xs
entry i32_u32 (xs: []i32) = map u32.i32 xs
entry i32_u64 (xs: []i32) = map u64.i32 xs
entry i64_i8 (xs: []i64) = map i8.i64 xs
entry i64_i16 (xs: []i64) = map i16.i64 xs
entry i64_i32 (xs: []i64) = map i32.i64 xs
entry i64_u8 (xs: []i64) = map u8.i64 xs
entry i64_u16 (xs: []i64) = map u16.i64 xs
entry i64_u32 (xs: []i64) = map u32.i64 xs
entry i64_u64 (xs: []i64) = map u64.i64 xs
entry u8_i8 (xs: []u8) = map i8.u8 xs
entry u8_i16 (xs: []u8) = map i16.u8 xs
entry u8_i32 (xs: []u8) = map i32.u8 xs
entry u8_i64 (xs: []u8) = map i64.u8 xs
entry u8_u16 (xs: []u8) = map u16.u8 xs
entry u8_u32 (xs: []u8) = map u32.u8 xs
entry u8_u64 (xs: []u8) = map u64.u8 xs
entry u16_i8 (xs: []u16) = map i8.u16 xs
entry u16_i16 (xs: []u16) = map i16.u16 xs
entry u16_i32 (xs: []u16) = map i32.u16 xs
entry u16_i64 (xs: []u16) = map i64.u16 xs
entry u16_u8 (xs: []u16) = map u8.u16 xs
entry u16_u32 (xs: []u16) = map u32.u16 xs
entry u16_u64 (xs: []u16) = map u64.u16 xs
entry u32_i8 (xs: []u32) = map i8.u32 xs
entry u32_i16 (xs: []u32) = map i16.u32 xs
entry u32_i32 (xs: []u32) = map i32.u32 xs
entry u32_i64 (xs: []u32) = map i64.u32 xs
entry u32_u8 (xs: []u32) = map u8.u32 xs
entry u32_u16 (xs: []u32) = map u16.u32 xs
entry u32_u64 (xs: []u32) = map u64.u32 xs
entry u64_i8 (xs: []u64) = map i8.u64 xs
entry u64_i16 (xs: []u64) = map i16.u64 xs
entry u64_i32 (xs: []u64) = map i32.u64 xs
entry u64_i64 (xs: []u64) = map i64.u64 xs
entry u64_u8 (xs: []u64) = map u8.u64 xs
entry u64_u16 (xs: []u64) = map u16.u64 xs
entry u64_u32 (xs: []u64) = map u32.u64 xs
