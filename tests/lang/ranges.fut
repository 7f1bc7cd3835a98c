-- Ranges: which numbers they have, and which are none.

-- ==
-- entry: below
-- input { 2i64 5i64 } output { [2i64, 3i64, 4i64] }
-- input { 5i64 5i64 } output { empty([0]i64) }
-- input { 5i64 2i64 } error: Range 5\.\.<2 is invalid

-- ==
-- entry: to
-- input { 2i32 4i32 } output { [2i32, 3i32, 4i32] }
-- input { 3i32 3i32 } output { [3i32] }
-- input { 3i32 2i32 } output { empty([0]i32) }
-- input { 3i32 -1i32 } error: Range 3\.\.\.-1 is invalid

-- ==
-- entry: above
-- input { 3i16 0i16 } output { [3i16, 2i16, 1i16] }
-- input { 0i16 3i16 } error: Range 0\.\.>3 is invalid

-- ==
-- entry: steps_below
-- input { 0i64 3i64 10i64 } output { [0i64, 3i64, 6i64, 9i64] }
-- input { 0i64 3i64 9i64 } output { [0i64, 3i64, 6i64] }
-- input { 4i64 3i64 0i64 } error: Range 4\.\.3\.\.<0 is invalid
-- input { 4i64 4i64 9i64 } error: Range 4\.\.4\.\.<9 is invalid

-- ==
-- entry: steps_to
-- input { 0i64 3i64 9i64 } output { [0i64, 3i64, 6i64, 9i64] }
-- input { 9i64 6i64 0i64 } output { [9i64, 6i64, 3i64, 0i64] }
-- input { 9i64 9i64 0i64 } error: Range 9\.\.9\.\.\.0 is invalid
-- input { 0i64 -1i64 5i64 } error: Range 0\.\.-1\.\.\.5 is invalid

-- ==
-- entry: steps_above
-- input { 10i64 7i64 0i64 } output { [10i64, 7i64, 4i64, 1i64] }
-- input { 10i64 12i64 0i64 } error: Range 10\.\.12\.\.>0 is invalid

-- ==
-- entry: in_rows
-- input { [1i64, 3i64, 0i64] } output { [0i64, 3i64, 0i64] }
-- input { [1i64, -3i64] } error: Range 0\.\.1\.\.<-3 is invalid \(row 1\)

-- ==
-- entry: unsigned
-- input { 3u8 6u8 } output { [3u8, 4u8, 5u8] }

-- ==
-- entry: constants
-- input { } output { [1i32, 2i32, 3i32] [0i64, 2i64, 4i64] [3i32, 2i32] }

-- ==
-- entry: in_a_loop
-- input { 4i64 } output { 20i64 }

entry below (a: i64) (b: i64) = a..<b
entry to (a: i32) (b: i32) = a...b
entry above (a: i16) (b: i16) = a..>b
entry steps_below (a: i64) (b: i64) (c: i64) = a..b..<c
entry steps_to (a: i64) (b: i64) (c: i64) = a..b...c
entry steps_above (a: i64) (b: i64) (c: i64) = a..b..>c
entry in_rows (ns: []i64) = map (\n -> i64.sum (0..<n)) ns
entry unsigned (a: u8) (b: u8) = a..<b
entry constants: ([]i32, []i64, []i32) = (1...3, 0..2..<5, 3..>1)
entry in_a_loop (n: i64) = loop s = 0 for x in 2..4...2 * n do s + x
