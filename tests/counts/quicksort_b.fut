-- Insertion sort and heap sort of every row, in place; rows have their own lengths.

def insert_all [n] (row: [n]i32): [n]i32 =
  loop xs = copy row for i < n do
    let x = xs[i]
    let (xs, j) = loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do (xs with [j] = copy xs[j - 1], j - 1)
    in xs with [j] = x

entry insertion [m] (xss: [m][?]i32): [m][?]i32 = map (\xs -> insert_all xs) xss

-- Lets the element at `at` sink in the heap xs[:size].
def sink [n] (xs: *[n]i32) (at: i64) (size: i64): *[n]i32 =
  let (xs, _) =
    loop (xs: *[n]i32, i) = (xs, at) while i < size do
      let (l, r) = (2 * i + 1, 2 * i + 2)
      let big = if l < size && xs[l] > xs[i] then l else i
      let big = if r < size && xs[r] > xs[big] then r else big
      in if big == i
         then (xs, size)
         else let (x, y) = (xs[i], xs[big]) in (xs with [i] = y with [big] = x, big)
  in xs

entry heap [m] (xss: [m][?]i32): [m][?]i32 =
  map (\row ->
         let n = length row
         let xs = loop xs = copy row for i < n / 2 do sink xs (n / 2 - 1 - i) n
         in loop xs for i < n - 1 do
              let end = n - 1 - i
              let (x, y) = (xs[0], xs[end])
              in sink (xs with [0] = y with [end] = x) 0 end)
      xss

def rows (n: i64) (size: i64 -> i64): [n][?]i32 =
  map (\i -> map (\j -> i32.i64 ((i * 31 + j * 17) % 101)) (iota (size i))) (iota n)
entry insertion_data (n: i64): [n][?]i32 = rows n (% 5)
entry insertion_skewed (n: i64): [n][?]i32 = rows n (\i -> if i == n / 2 then n else i % 2)
entry heap_data (n: i64): [n][?]i32 = rows n (% 5)
entry heap_skewed (n: i64): [n][?]i32 = rows n (\i -> if i == n / 2 then n else i % 2)

-- The cases below are written by oracle.py.

-- ==
-- entry: insertion
-- input { empty([0][?]i32) }
-- output { empty([0][?]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [empty([0]i32), [5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32, 9i32], empty([0]i32), [1i32], [3i32, 2i32, 1i32], empty([0]i32)] }
-- output { [empty([0]i32), [-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32, 9i32], empty([0]i32), [1i32], [1i32, 2i32, 3i32], empty([0]i32)] }

-- ==
-- entry: heap
-- input { empty([0][?]i32) }
-- output { empty([0][?]i32) }
-- input { [empty([0]i32), empty([0]i32)] }
-- output { [empty([0]i32), empty([0]i32)] }
-- input { [[2i32, 1i32]] }
-- output { [[1i32, 2i32]] }
-- input { [empty([0]i32), [5i32, -3i32, 8i32, 8i32, 0i32, 1i32, -7i32, 2i32, 9i32], empty([0]i32), [1i32], [3i32, 2i32, 1i32], empty([0]i32)] }
-- output { [empty([0]i32), [-7i32, -3i32, 0i32, 1i32, 2i32, 5i32, 8i32, 8i32, 9i32], empty([0]i32), [1i32], [1i32, 2i32, 3i32], empty([0]i32)] }
