-- Rows that a point makes for itself: they are overwritten, carried by loops, exchanged, and returned by branches.

-- Two rows change places every round; the one that is overwritten is a copy.
def fibonacci [n] (xs: [n]i64) (k: i64): ([n]i64, [n]i64) =
  loop (a: [n]i64, b: [n]i64) = (copy xs, replicate n 1) for i < k do
    let c = loop (c: *[n]i64) = copy a for j < n do c with [j] = c[j] + b[j]
    in (b, c)

entry exchanged [m] (xss: [m][?]i64) (k: i64): ([m][?]i64, [m][?]i64) = unzip (map (\xs -> fibonacci xs k) xss)

-- ==
-- entry: exchanged
-- input { [[1i64, 2i64, 3i64], [10i64]] 3i64 }
-- output { [[3i64, 4i64, 5i64], [12i64]] [[5i64, 7i64, 9i64], [23i64]] }
-- input { [[1i64, 2i64, 3i64], [10i64]] 0i64 }
-- output { [[1i64, 2i64, 3i64], [10i64]] [[1i64, 1i64, 1i64], [1i64]] }
-- input { [empty([0]i64), [5i64], empty([0]i64)] 2i64 }
-- output { [empty([0]i64), [6i64], empty([0]i64)] [empty([0]i64), [7i64], empty([0]i64)] }
-- input { empty([0][?]i64) 5i64 }
-- output { empty([0][?]i64) empty([0][?]i64) }

-- The best row so far is kept, the next one made from the current one: a branch returns either of two rows.
def climb [n] (xs: [n]i64) (k: i64): ([n]i64, i64) =
  let score [n] (ys: [n]i64) = loop s = 0 for i < n do s + ys[i] * (1 - 2 * (i % 2))
  let (best, _, top) =
    loop (best: [n]i64, cur: *[n]i64, top) = (copy xs, copy xs, score xs) for i < k do
      let cur = if n == 0 then cur else cur with [i % n] = (cur[(i + 1) % n] * 7 + i) % 11
      let s = score cur
      in if s > top then (copy cur, cur, s) else (best, cur, top)
  in (best, top)

entry climbed [m] (xss: [m][?]i64) (k: i64): ([m][?]i64, [m]i64) = unzip (map (\xs -> climb xs k) xss)

-- ==
-- entry: climbed
-- input { [[1i64, 2i64, 3i64], [4i64], empty([0]i64), [9i64, 9i64, 9i64, 0i64]] 6i64 }
-- output { [[3i64, 0i64, 4i64], [10i64], empty([0]i64), [9i64, 9i64, 9i64, 0i64]] [7i64, 10i64, 0i64, 9i64] }

-- Small arrays in the rounds of a loop, one of them with two dimensions.
entry small [m] (xs: [m]i64) (k: i64): [m]i64 =
  map (\x ->
         loop x for i < k do
           let t = replicate 3 x with [1] = i
           let u = [x, t[1], i * 2] with [i % 3] = t[0] + t[2]
           let table = replicate 2 (replicate 3 0) with [1, 2] = u[0] with [0, i % 3] = u[2]
           in (table[1, 2] + table[0, i % 3] + u[1]) % 1000)
      xs

-- ==
-- entry: small
-- input { [1i64, 2i64, 30i64] 5i64 }
-- output { [191i64, 299i64, 323i64] }
-- input { empty([0]i64) 5i64 }
-- output { empty([0]i64) }

-- The smaller of two rows, in another one's place.
entry chosen [m] [n] (xss: [m][n]i64) (yss: [m][n]i64): [m][n]i64 =
  map2 (\xs ys ->
          let r = if n > 0 && xs[0] < ys[0] then copy xs else copy ys
          in loop r for i < n / 2 do
               let (a, b) = (r[i], r[n - 1 - i])
               in r with [i] = b with [n - 1 - i] = a)
       xss yss

-- ==
-- entry: chosen
-- input { [[1i64, 2i64, 3i64], [7i64, 8i64, 9i64]] [[4i64, 5i64, 6i64], [0i64, 1i64, 2i64]] }
-- output { [[3i64, 2i64, 1i64], [2i64, 1i64, 0i64]] }
-- input { [empty([0]i64)] [empty([0]i64)] }
-- output { [empty([0]i64)] }

-- What a branch returns may be used beside the row that it is.
entry beside [m] (xs: [m]i64) (k: i64): [m]i64 =
  map (\x ->
         let a = replicate 4 x with [0] = 1
         let b = replicate 4 (x + 1) with [1] = 2
         let (a, b, s) =
           loop (a: [4]i64, b: [4]i64, s) = (a, b, 0) for i < k do
             let c = if (x + i) % 2 == 0 then a else b
             let s = s + a[0] * 3 + b[1] * 5 + c[i % 4]
             let c = copy c with [i % 4] = s % 17
             in (b, c, s % 1009)
         in s + a[2] + b[3])
      xs

-- ==
-- entry: beside
-- input { [0i64, 1i64, 5i64] 9i64 }
-- output { [314i64, 713i64, 546i64] }

-- A stack that grows too high names the row.
entry pushed [m] (xs: [m]i64): [m]i64 =
  map (\x ->
         let (stack, top) = loop (stack, top) = (replicate 4 0i64, 0i64) while top < x do (stack with [top] = top, top + 1)
         in if top > 0 then stack[top - 1] else -1)
      xs

-- ==
-- entry: pushed
-- input { [0i64, 4i64, 2i64] }
-- output { [-1i64, 3i64, 1i64] }
-- input { [1i64, 5i64] }
-- error: Index \[4\] out of bounds for array of shape \[4\] \(row 1\)

-- One long row among empty ones.
entry long (n: i64): i64 =
  let rows = map (\i -> iota (if i == 1 then n else 0)) (iota 4)
  let (as, bs) = unzip (map (\xs -> fibonacci xs 3) rows)
  in i64.sum (flatten as) + 2 * i64.sum (flatten bs)

-- ==
-- entry: long
-- input { 100000i64 }
-- output { 25000550000i64 }

-- Rows of one size for all points, larger than what a worker keeps to itself.
entry wide [m] (xs: [m]i64) (n: i64): [m]i64 =
  map (\x ->
         let (a, b) =
           loop (a: [n]i64, b: [n]i64) = (iota n, replicate n x) for i < 3 do
             (b, loop (c: *[n]i64) = copy a for j < n do c with [j] = c[j] + b[n - 1 - j] * i)
         in loop s = 0 for j < n do (s * 3 + a[j] - b[j]) % 10007)
      xs

-- ==
-- entry: wide
-- input { [1i64, 2i64, 3i64] 200i64 }
-- output { [2379i64, 6096i64, 9813i64] }
-- input { [1i64, 2i64] 0i64 }
-- output { [0i64, 0i64] }

-- Rows of a table of the point's own are replaced by others, of the table too.
entry tables [m] (xss: [m][?]i64): [m][3][4]i64 =
  map (\xs ->
         loop t = replicate 3 (replicate 4 0i64) for i < length xs do
           let row = replicate 4 xs[i] with [i % 4] = t[i % 3, 1]
           let t = t with [i % 3] = row
           let t = t with [(i + 1) % 3] = reverse t[(i + 1) % 3]
           in t with [(i + 2) % 3] = copy t[i % 3])
      xss

-- ==
-- entry: tables
-- input { [[5i64, 6i64, 7i64, 8i64, 9i64], empty([0]i64), [1i64]] }
-- output { [[[5i64, 9i64, 9i64, 9i64], [5i64, 9i64, 9i64, 9i64], [6i64, 8i64, 8i64, 8i64]], [[0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64]], [[0i64, 1i64, 1i64, 1i64], [0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 1i64, 1i64]]] }

-- Points without loops, of which a lane could take several at once: each has its array to itself.
def added (a: i64) (b: i64): i64 =
  let pair = [a, b] with [0] = a + b
  in pair[0] * pair[1]
entry taken_at_once [n] (xs: [n]i64) (ys: [n]i64): ([n]i64, [n]i32) =
  (map2 added xs ys, map (\i -> i32.i64 (added xs[i] ys[(i * 7) % n])) (iota n))

-- ==
-- entry: taken_at_once
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] [10i64, 20i64, 30i64, 40i64, 50i64] }
-- output { [110i64, 440i64, 990i64, 1760i64, 2750i64] [110i32, 960i32, 2650i32, 480i32, 1800i32] }
-- input { empty([0]i64) empty([0]i64) }
-- output { empty([0]i64) empty([0]i32) }
