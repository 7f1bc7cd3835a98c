-- The same counts by a comprehension that groups, and by a histogram of all words.

entry grouped [n] (k: i64) (dna: [n]u8): ([]i64, []i64) =
  let codes = map (\i -> loop code = 0 for j < k do 4 * code + i64.u8 dna[i + j]) (iota (i64.max 0 (n - k + 1)))
  in unzip [ (word, length code) | code <- codes, group by word = code ]

entry tabulated [n] (k: i64) (dna: [n]u8): []i64 =
  let codes = map (\i -> loop code = 0 for j < k do 4 * code + i64.u8 dna[i + j]) (iota (i64.max 0 (n - k + 1)))
  in hist (+) 0 (4 ** k) codes (map (const 1) codes)

def text (n: i64): [n]u8 = map (\i -> u8.i64 ((i * i + i / 3) % 4)) (iota n)
entry grouped_data (n: i64): (i64, [n]u8) = (3, text n)
entry tabulated_data (n: i64): (i64, [n]u8) = (3, text n)

-- The cases below are written by oracle.py.

-- ==
-- entry: grouped
-- input { 3i64 empty([0]u8) }
-- output { empty([0]i64) empty([0]i64) }
-- input { 3i64 [1u8, 2u8] }
-- output { empty([0]i64) empty([0]i64) }
-- input { 2i64 [0u8, 1u8, 0u8, 1u8, 3u8] }
-- output { [1i64, 4i64, 7i64] [2i64, 1i64, 1i64] }
-- input { 1i64 [3u8, 3u8, 3u8] }
-- output { [3i64] [3i64] }
-- input { 3i64 [0u8, 1u8, 2u8, 3u8, 0u8, 1u8, 2u8, 2u8, 3u8, 0u8, 1u8, 2u8, 0u8] }
-- output { [6i64, 24i64, 26i64, 27i64, 43i64, 44i64, 49i64] [3i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64] }

-- ==
-- entry: tabulated
-- input { 3i64 empty([0]u8) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 3i64 [1u8, 2u8] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 2i64 [0u8, 1u8, 0u8, 1u8, 3u8] }
-- output { [0i64, 2i64, 0i64, 0i64, 1i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 1i64 [3u8, 3u8, 3u8] }
-- output { [0i64, 0i64, 0i64, 3i64] }
-- input { 3i64 [0u8, 1u8, 2u8, 3u8, 0u8, 1u8, 2u8, 2u8, 3u8, 0u8, 1u8, 2u8, 0u8] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 3i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 1i64, 1i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 2i64, 0i64, 0i64, 0i64, 0i64, 2i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
