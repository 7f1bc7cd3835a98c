-- Bitonic sort of every row of a matrix; the number of columns is a power of two.

def sort_row [n] (xs: [n]i32): [n]i32 =
  let bits = 63 - i64.i32 (i64.clz n)
  in loop xs for p < bits do
       loop xs for q < p + 1 do
         let d = 1 << (p - q)
         in map (\j ->
                   let k = j ^ d
                   let rising = (j >> (p + 1)) & 1 == 0
                   in if (j < k) == rising then i32.min xs[j] xs[k] else i32.max xs[j] xs[k])
                (iota n)

entry bitonic [m] [n] (xss: [m][n]i32): [m][n]i32 = map sort_row xss

entry bitonic_data (n: i64): [4][]i32 =
  let columns = loop c = 1 while c < n do 2 * c
  in map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota columns)) (iota 4)

-- The cases below are written by oracle.py.

-- ==
-- entry: bitonic
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [[5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32]] }
-- output { [[-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32]] }
