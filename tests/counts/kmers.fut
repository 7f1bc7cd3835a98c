-- How often each word of k letters occurs in a text of four letters: codes are sorted, runs are counted.

entry kmers [n] (k: i64) (dna: [n]u8): ([]i64, []i64) =
  let codes = map (\i -> loop code = 0 for j < k do 4 * code + i64.u8 dna[i + j]) (iota (i64.max 0 (n - k + 1)))
  let (sorted, _) = sort_by_key (\a b -> a <= b) codes codes
  let m = length sorted
  let starts = filter (\i -> if i == 0 then true else sorted[i] != sorted[i - 1]) (iota m)
  let ends = map (\g -> if g + 1 < length starts then starts[g + 1] else m) (indices starts)
  in (map (\s -> sorted[s]) starts, map2 (-) ends starts)

entry kmers_data (n: i64): (i64, [n]u8) = (3, map (\i -> u8.i64 ((i * i + i / 3) % 4)) (iota n))

-- The cases below are written by oracle.py.

-- ==
-- entry: kmers
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
