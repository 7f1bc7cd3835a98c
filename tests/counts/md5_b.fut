-- Checksums of the bytes of every row: FNV-1a by a loop over elements, Adler-32 by a loop with two sums, and a polynomial by maps.

entry fnv [n] (messages: [n][?]u8): [n]u32 =
  map (\bytes -> loop hash = 2166136261 for b in bytes do (hash ^ u32.u8 b) * 16777619) messages

entry adler [n] (messages: [n][?]u8): [n]u32 =
  map (\bytes ->
         let (a, b) =
           loop (a, b) = (1, 0) for i < length bytes do
             let a = (a + u32.u8 bytes[i]) % 65521
             in (a, (b + a) % 65521)
         in (b << 16) | a)
      messages

entry weighted [n] (messages: [n][?]u8): [n]u32 =
  map (\bytes -> u32.sum (map2 (\i b -> u32.i64 (i + 1) * u32.u8 b) (indices bytes) bytes)) messages

def texts (n: i64): [n][?]u8 = map (\i -> map (\j -> u8.i64 ((i * 31 + j) % 256)) (iota (i * 7 % 5))) (iota n)
entry fnv_data (n: i64): [n][?]u8 = texts n
entry fnv_skewed (n: i64): [n][?]u8 =
  map (\i -> map (\j -> u8.i64 (j % 256)) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n)
entry adler_data (n: i64): [n][?]u8 = texts n
entry weighted_data (n: i64): [n][?]u8 = texts n

-- The cases below are written by oracle.py.

-- ==
-- entry: fnv
-- input { empty([0][?]u8) }
-- output { empty([0]u32) }
-- input { [[97u8]] }
-- output { [3826002220u32] }
-- input { [empty([0]u8), [1u8, 2u8, 3u8, 255u8, 0u8], empty([0]u8), [200u8, 200u8], [119u8, 105u8, 110u8, 100u8, 114u8, 111u8, 119u8]] }
-- output { [2166136261u32, 1107540340u32, 2166136261u32, 128912813u32, 1228906261u32] }

-- ==
-- entry: adler
-- input { empty([0][?]u8) }
-- output { empty([0]u32) }
-- input { [[97u8]] }
-- output { [6422626u32] }
-- input { [empty([0]u8), [1u8, 2u8, 3u8, 255u8, 0u8], empty([0]u8), [200u8, 200u8], [119u8, 105u8, 110u8, 100u8, 114u8, 111u8, 119u8]] }
-- output { [1u32, 35193094u32, 1u32, 39453073u32, 203358987u32] }

-- ==
-- entry: weighted
-- input { empty([0][?]u8) }
-- output { empty([0]u32) }
-- input { [[97u8]] }
-- output { [97u32] }
-- input { [empty([0]u8), [1u8, 2u8, 3u8, 255u8, 0u8], empty([0]u8), [200u8, 200u8], [119u8, 105u8, 110u8, 100u8, 114u8, 111u8, 119u8]] }
-- output { [0u32, 1034u32, 0u32, 600u32, 3128u32] }
