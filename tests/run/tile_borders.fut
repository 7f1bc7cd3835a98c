-- Rows that begin and end at every place of a tile, also between two tiles, among empty ones. What is computed over all rows at once
-- is compared with loops that go through one row after the other.

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- Lengths up to `most`, and long runs of empty rows.
def lengths (n: i64) (most: i64) : [n]i64 =
  map (\i -> if noise (i / 5) % 3 == 0 then 0 else noise i % (most + 1)) (iota n)

-- Rows of exactly `size` between empty ones.
def even (n: i64) (size: i64) (apart: i64) : [n]i64 = map (\i -> if i % apart == 0 then size else 0) (iota n)

def value (i: i64) (j: i64) : i64 = noise (i * 1009 + j) % 19 - 9

-- Composition of lines: it does not commute.
def compose (a: i64, b: i64) (c: i64, d: i64) : (i64, i64) = ((a * c) % 1009, (b * c + d) % 1009)

def right [n] (sizes: [n]i64) : (bool, bool, bool, bool) =
  let rows = map2 (\i s -> map (value i) (iota s)) (iota n) sizes
  let alone i s = loop (a, b) = (1, 0) for j < s do compose (a, b) (value i j, j)
  let sums = map2 (\i s -> reduce compose (1, 0) (map (\j -> (value i j, j)) (iota s))) (iota n) sizes
  let lines = map2 (\i s -> scan compose (1, 0) (map (\j -> (value i j, j)) (iota s))) (iota n) sizes
  -- The sum of all results of a scan, each with its index, and the same one after the other.
  let weighed (line: [](i64, i64)) = i64.sum (map2 (\j (a, b) -> (j + 1) * (a + 7 * b)) (indices line) line)
  let all_alone i s =
    (loop (a, b, sum) = (1, 0, 0) for j < s do
       let (c, d) = compose (a, b) (value i j, j)
       in (c, d, sum + (j + 1) * (c + 7 * d))).2
  let scanned =
    map (\row -> let s = length row
                 in (if s == 0 then 0 else row[s - 1]))
        (map (scan (+) 0) rows)
  let kept = map (filter (> 2)) rows
  let counted i s = loop c = 0 for j < s do if value i j > 2 then c + 1 else c
  let place i s = loop (c, sum) = (0, 0) for j < s do if value i j > 2 then (c + 1, sum + (c + 1) * value i j) else (c, sum)
  let total i s = loop sum = 0 for j < s do sum + value i j
  let first (i: i64) = sums[i].0
  let second (i: i64) = sums[i].1
  in ( and (map2 (\i s -> let (a, b) = alone i s in first i == a && second i == b) (iota n) sizes)
     , and (map3 (\i s t -> total i s == t) (iota n) sizes scanned) && and (map3 (\i s line -> all_alone i s == weighed line) (iota n) sizes lines)
     , and (map3 (\i s row -> counted i s == length row) (iota n) sizes kept)
     , and (map3 (\i s row ->
                    (place i s).1 == i64.sum (map2 (\c x -> (c + 1) * x) (indices row) row))
                 (iota n) sizes kept))

-- ==
-- entry: of_lengths
-- input { 40i64 2i64 } output { true true true true }
-- input { 60i64 5i64 } output { true true true true }
-- input { 60i64 12i64 } output { true true true true }
-- input { 30i64 25i64 } output { true true true true }
-- input { 9i64 100i64 } output { true true true true }
entry of_lengths (n: i64) (most: i64) : (bool, bool, bool, bool) = right (lengths n most)

-- ==
-- entry: of_even
-- input { 20i64 11i64 1i64 } output { true true true true }
-- input { 20i64 12i64 1i64 } output { true true true true }
-- input { 20i64 12i64 2i64 } output { true true true true }
-- input { 33i64 12i64 13i64 } output { true true true true }
-- input { 20i64 13i64 3i64 } output { true true true true }
-- input { 40i64 1i64 1i64 } output { true true true true }
-- input { 40i64 3i64 12i64 } output { true true true true }
-- input { 5i64 3840i64 2i64 } output { true true true true }
-- input { 9i64 3839i64 2i64 } output { true true true true }
-- input { 9000i64 1i64 1i64 } output { true true true true }
entry of_even (n: i64) (size: i64) (apart: i64) : (bool, bool, bool, bool) = right (even n size apart)

-- Long rows, of which one ends with the share of a group where lanes are interpreted.
-- ==
-- entry: long_ends
-- input { [84i64, 54i64] } output { [252i64, 157i64] }
-- input { [62i64, 70i64, 55i64, 45i64] } output { [183i64, 210i64, 162i64, 129i64] }
-- input { [89i64, 56i64] } output { [262i64, 168i64] }
-- input { [62i64, 41i64, 88i64, 63i64] } output { [183i64, 120i64, 258i64, 189i64] }
-- input { [72i64, 4i64, 44i64, 65i64, 44i64] } output { [211i64, 6i64, 127i64, 190i64, 127i64] }
-- input { [46i64, 40i64, 37i64, 48i64, 52i64] } output { [132i64, 115i64, 106i64, 141i64, 150i64] }
-- input { [10i64, 76i64, 54i64] } output { [24i64, 225i64, 157i64] }
-- input { [52i64, 21i64, 63i64, 50i64, 69i64] } output { [150i64, 63i64, 189i64, 147i64, 204i64] }
entry long_ends [n] (sizes: [n]i64) : [n]i64 = map (\s -> i64.sum (map (% 7) (iota s))) sizes
