-- Quicksort of every row of a matrix, in place, with a stack of the parts that are still to be sorted.

def swap [n] (xs: *[n]i32) (i: i64) (j: i64): *[n]i32 =
  let (x, y) = (xs[i], xs[j])
  in xs with [i] = y with [j] = x

-- Smaller elements of xs[lo:hi] than its last one come first; says where that one then is.
def split_part [n] (xs: *[n]i32) (lo: i64) (hi: i64): (*[n]i32, i64) =
  let pivot = xs[hi - 1]
  let (xs, at) =
    loop (xs: *[n]i32, at) = (xs, lo) for i in lo..<hi - 1 do
      if xs[i] < pivot then (swap xs i at, at + 1) else (xs, at)
  in (swap xs at (hi - 1), at)

def sort_row [n] (row: [n]i32): *[n]i32 =
  let los = replicate 64 0i64
  let his = replicate 64 0i64 with [0] = n
  let (xs, _, _, _) =
    loop (xs: *[n]i32, los: *[64]i64, his: *[64]i64, top) = (copy row, los, his, 1i64) while top > 0 do
      let (lo, hi) = (los[top - 1], his[top - 1])
      in if hi - lo < 2
         then (xs, los, his, top - 1)
         else let (xs, at) = split_part xs lo hi
              -- The smaller part is sorted first: the stack stays short.
              let (lo1, hi1, lo2, hi2) = if at - lo < hi - at then (at + 1, hi, lo, at) else (lo, at, at + 1, hi)
              let los = los with [top - 1] = lo1 with [top] = lo2
              let his = his with [top - 1] = hi1 with [top] = hi2
              in (xs, los, his, top + 1)
  in xs

entry quicksort [m] [n] (xss: [m][n]i32): [m][n]i32 = map sort_row xss

-- Many rows rather than long ones.
entry quicksort_data (n: i64): [][]i32 =
  map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota (i64.min n 48))) (iota (1 + n / 12))
-- One row is sorted already, which takes quadratic time.
entry quicksort_skewed (n: i64): [][]i32 =
  map (\i -> map (\j -> if i == 0 then i32.i64 j else i32.i64 ((i * 31 + j * 17) % 101)) (iota (i64.min n 48)))
      (iota (1 + n / 12))

-- The cases below are written by oracle.py.

-- ==
-- entry: quicksort
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [[5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32]] }
-- output { [[-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32], [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32]] }
-- input { [[3i32], [1i32]] }
-- output { [[3i32], [1i32]] }
-- input { [[2i32, 9i32, 2i32, 9i32, 2i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- output { [[2i32, 2i32, 2i32, 9i32, 9i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
