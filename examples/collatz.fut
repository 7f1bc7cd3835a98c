-- The way from each number to 1: a loop whose array grows, and every number takes its own number of rounds.
-- ==
-- entry: collatz
-- input { empty([0]i64) }
-- output { empty([0][?]i64) }
-- input { [6i64, 1i64, 8i64] }
-- output { [[6i64, 3i64, 10i64, 5i64, 16i64, 8i64, 4i64, 2i64, 1i64], [1i64], [8i64, 4i64, 2i64, 1i64]] }

def next (x: i64): i64 = if x % 2 == 0 then x / 2 else 3 * x + 1

entry collatz [n] (starts: [n]i64): [n][?]i64 =
  map (\start -> loop path = [start] while last path != 1 do path ++ [next (last path)]) starts
