-- Integer arithmetic wraps around; / and % round down, // and %% towards zero.

-- ==
-- entry: rounding_i8
-- input { [7i8, -7i8, 7i8, -7i8, -128i8, 100i8] [2i8, 2i8, -2i8, -2i8, -1i8, 30i8] } output { [3i8, -4i8, -4i8, 3i8, -128i8, 3i8] [1i8, 1i8, -1i8, -1i8, 0i8, 10i8] [3i8, -3i8, -3i8, 3i8, -128i8, 3i8] [1i8, -1i8, 1i8, -1i8, 0i8, 10i8] }

-- ==
-- entry: wrapping_i8
-- input { [7i8, -7i8, 7i8, -7i8, -128i8, 100i8] [2i8, 2i8, -2i8, -2i8, -1i8, 30i8] } output { [9i8, -5i8, 5i8, -9i8, 127i8, -126i8] [5i8, -9i8, 9i8, -5i8, -127i8, 70i8] [14i8, -14i8, -14i8, 14i8, -128i8, -72i8] [87i8, -87i8, 87i8, -87i8, 0i8, 64i8] }

-- ==
-- entry: zero_i8
-- input { 1i8 0i8 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_i16
-- input { [7i16, -7i16, 7i16, -7i16, -32768i16, 100i16] [2i16, 2i16, -2i16, -2i16, -1i16, 30i16] } output { [3i16, -4i16, -4i16, 3i16, -32768i16, 3i16] [1i16, 1i16, -1i16, -1i16, 0i16, 10i16] [3i16, -3i16, -3i16, 3i16, -32768i16, 3i16] [1i16, -1i16, 1i16, -1i16, 0i16, 10i16] }

-- ==
-- entry: wrapping_i16
-- input { [7i16, -7i16, 7i16, -7i16, -32768i16, 100i16] [2i16, 2i16, -2i16, -2i16, -1i16, 30i16] } output { [9i16, -5i16, 5i16, -9i16, 32767i16, 130i16] [5i16, -9i16, 9i16, -5i16, -32767i16, 70i16] [14i16, -14i16, -14i16, 14i16, -32768i16, 3000i16] [343i16, -343i16, 343i16, -343i16, 0i16, 16960i16] }

-- ==
-- entry: zero_i16
-- input { 1i16 0i16 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_i32
-- input { [7i32, -7i32, 7i32, -7i32, -2147483648i32, 100i32] [2i32, 2i32, -2i32, -2i32, -1i32, 30i32] } output { [3i32, -4i32, -4i32, 3i32, -2147483648i32, 3i32] [1i32, 1i32, -1i32, -1i32, 0i32, 10i32] [3i32, -3i32, -3i32, 3i32, -2147483648i32, 3i32] [1i32, -1i32, 1i32, -1i32, 0i32, 10i32] }

-- ==
-- entry: wrapping_i32
-- input { [7i32, -7i32, 7i32, -7i32, -2147483648i32, 100i32] [2i32, 2i32, -2i32, -2i32, -1i32, 30i32] } output { [9i32, -5i32, 5i32, -9i32, 2147483647i32, 130i32] [5i32, -9i32, 9i32, -5i32, -2147483647i32, 70i32] [14i32, -14i32, -14i32, 14i32, -2147483648i32, 3000i32] [343i32, -343i32, 343i32, -343i32, 0i32, 1000000i32] }

-- ==
-- entry: zero_i32
-- input { 1i32 0i32 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_i64
-- input { [7i64, -7i64, 7i64, -7i64, -9223372036854775808i64, 100i64] [2i64, 2i64, -2i64, -2i64, -1i64, 30i64] } output { [3i64, -4i64, -4i64, 3i64, -9223372036854775808i64, 3i64] [1i64, 1i64, -1i64, -1i64, 0i64, 10i64] [3i64, -3i64, -3i64, 3i64, -9223372036854775808i64, 3i64] [1i64, -1i64, 1i64, -1i64, 0i64, 10i64] }

-- ==
-- entry: wrapping_i64
-- input { [7i64, -7i64, 7i64, -7i64, -9223372036854775808i64, 100i64] [2i64, 2i64, -2i64, -2i64, -1i64, 30i64] } output { [9i64, -5i64, 5i64, -9i64, 9223372036854775807i64, 130i64] [5i64, -9i64, 9i64, -5i64, -9223372036854775807i64, 70i64] [14i64, -14i64, -14i64, 14i64, -9223372036854775808i64, 3000i64] [343i64, -343i64, 343i64, -343i64, 0i64, 1000000i64] }

-- ==
-- entry: zero_i64
-- input { 1i64 0i64 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_u8
-- input { [7u8, 9u8, 255u8, 254u8, 128u8, 100u8] [2u8, 4u8, 2u8, 7u8, 3u8, 30u8] } output { [3u8, 2u8, 127u8, 36u8, 42u8, 3u8] [1u8, 1u8, 1u8, 2u8, 2u8, 10u8] [3u8, 2u8, 127u8, 36u8, 42u8, 3u8] [1u8, 1u8, 1u8, 2u8, 2u8, 10u8] }

-- ==
-- entry: wrapping_u8
-- input { [7u8, 9u8, 255u8, 254u8, 128u8, 100u8] [2u8, 4u8, 2u8, 7u8, 3u8, 30u8] } output { [9u8, 13u8, 1u8, 5u8, 131u8, 130u8] [5u8, 5u8, 253u8, 247u8, 125u8, 70u8] [14u8, 36u8, 254u8, 242u8, 128u8, 184u8] [87u8, 217u8, 255u8, 248u8, 0u8, 64u8] }

-- ==
-- entry: zero_u8
-- input { 1u8 0u8 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_u16
-- input { [7u16, 9u16, 65535u16, 65534u16, 32768u16, 100u16] [2u16, 4u16, 2u16, 7u16, 3u16, 30u16] } output { [3u16, 2u16, 32767u16, 9362u16, 10922u16, 3u16] [1u16, 1u16, 1u16, 0u16, 2u16, 10u16] [3u16, 2u16, 32767u16, 9362u16, 10922u16, 3u16] [1u16, 1u16, 1u16, 0u16, 2u16, 10u16] }

-- ==
-- entry: wrapping_u16
-- input { [7u16, 9u16, 65535u16, 65534u16, 32768u16, 100u16] [2u16, 4u16, 2u16, 7u16, 3u16, 30u16] } output { [9u16, 13u16, 1u16, 5u16, 32771u16, 130u16] [5u16, 5u16, 65533u16, 65527u16, 32765u16, 70u16] [14u16, 36u16, 65534u16, 65522u16, 32768u16, 3000u16] [343u16, 729u16, 65535u16, 65528u16, 0u16, 16960u16] }

-- ==
-- entry: zero_u16
-- input { 1u16 0u16 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_u32
-- input { [7u32, 9u32, 4294967295u32, 4294967294u32, 2147483648u32, 100u32] [2u32, 4u32, 2u32, 7u32, 3u32, 30u32] } output { [3u32, 2u32, 2147483647u32, 613566756u32, 715827882u32, 3u32] [1u32, 1u32, 1u32, 2u32, 2u32, 10u32] [3u32, 2u32, 2147483647u32, 613566756u32, 715827882u32, 3u32] [1u32, 1u32, 1u32, 2u32, 2u32, 10u32] }

-- ==
-- entry: wrapping_u32
-- input { [7u32, 9u32, 4294967295u32, 4294967294u32, 2147483648u32, 100u32] [2u32, 4u32, 2u32, 7u32, 3u32, 30u32] } output { [9u32, 13u32, 1u32, 5u32, 2147483651u32, 130u32] [5u32, 5u32, 4294967293u32, 4294967287u32, 2147483645u32, 70u32] [14u32, 36u32, 4294967294u32, 4294967282u32, 2147483648u32, 3000u32] [343u32, 729u32, 4294967295u32, 4294967288u32, 0u32, 1000000u32] }

-- ==
-- entry: zero_u32
-- input { 1u32 0u32 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

-- ==
-- entry: rounding_u64
-- input { [7u64, 9u64, 18446744073709551615u64, 18446744073709551614u64, 9223372036854775808u64, 100u64] [2u64, 4u64, 2u64, 7u64, 3u64, 30u64] } output { [3u64, 2u64, 9223372036854775807u64, 2635249153387078802u64, 3074457345618258602u64, 3u64] [1u64, 1u64, 1u64, 0u64, 2u64, 10u64] [3u64, 2u64, 9223372036854775807u64, 2635249153387078802u64, 3074457345618258602u64, 3u64] [1u64, 1u64, 1u64, 0u64, 2u64, 10u64] }

-- ==
-- entry: wrapping_u64
-- input { [7u64, 9u64, 18446744073709551615u64, 18446744073709551614u64, 9223372036854775808u64, 100u64] [2u64, 4u64, 2u64, 7u64, 3u64, 30u64] } output { [9u64, 13u64, 1u64, 5u64, 9223372036854775811u64, 130u64] [5u64, 5u64, 18446744073709551613u64, 18446744073709551607u64, 9223372036854775805u64, 70u64] [14u64, 36u64, 18446744073709551614u64, 18446744073709551602u64, 9223372036854775808u64, 3000u64] [343u64, 729u64, 18446744073709551615u64, 18446744073709551608u64, 0u64, 1000000u64] }

-- ==
-- entry: zero_u64
-- input { 1u64 0u64 } error: arithmetic.fut:[0-9]+:[0-9]+: division by zero

entry rounding_i8 [n] (xs: [n]i8) (ys: [n]i8) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_i8 [n] (xs: [n]i8) (ys: [n]i8) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_i8 (x: i8) (y: i8) = x / y
entry rounding_i16 [n] (xs: [n]i16) (ys: [n]i16) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_i16 [n] (xs: [n]i16) (ys: [n]i16) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_i16 (x: i16) (y: i16) = x / y
entry rounding_i32 [n] (xs: [n]i32) (ys: [n]i32) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_i32 [n] (xs: [n]i32) (ys: [n]i32) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_i32 (x: i32) (y: i32) = x / y
entry rounding_i64 [n] (xs: [n]i64) (ys: [n]i64) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_i64 [n] (xs: [n]i64) (ys: [n]i64) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_i64 (x: i64) (y: i64) = x / y
entry rounding_u8 [n] (xs: [n]u8) (ys: [n]u8) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_u8 [n] (xs: [n]u8) (ys: [n]u8) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_u8 (x: u8) (y: u8) = x / y
entry rounding_u16 [n] (xs: [n]u16) (ys: [n]u16) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_u16 [n] (xs: [n]u16) (ys: [n]u16) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_u16 (x: u16) (y: u16) = x / y
entry rounding_u32 [n] (xs: [n]u32) (ys: [n]u32) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_u32 [n] (xs: [n]u32) (ys: [n]u32) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_u32 (x: u32) (y: u32) = x / y
entry rounding_u64 [n] (xs: [n]u64) (ys: [n]u64) = (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
entry wrapping_u64 [n] (xs: [n]u64) (ys: [n]u64) = (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (** 3) xs)
entry zero_u64 (x: u64) (y: u64) = x / y
