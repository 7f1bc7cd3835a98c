-- Points that work on rows of their own, each as long as the point says: where a worker goes through many points, one row serves all of
-- them. There are so many elements that this is worth while, and few beside.

def sizes (n: i64) (k: i64): [n]i64 = map (\i -> (i * 7 + k) % 11 + (if i % 97 == 5 then 60 else 0)) (iota n)

-- One row, overwritten in rounds.
def pascal (m: i64) (rounds: i64): i64 =
  let row = loop row = map (\j -> j % 3) (iota (m + 1)) for r < rounds do
    (loop (row, before) = (row, r) for j < m + 1 do
       let own = row[j]
       in (row with [j] = (own + before) % 1009, own)).0
  in row[m]

entry one_row (n: i64): (i64, i64) =
  let rs = map (\s -> pascal s (s % 4 + 1)) (sizes n 3)
  in (i64.sum rs, i64.maximum rs)

-- ==
-- entry: one_row
-- input { 0i64 }
-- output { 0i64 -9223372036854775808i64 }
-- input { 1i64 }
-- output { 14i64 14i64 }
-- input { 50i64 }
-- output { 313i64 17i64 }
-- input { 3000i64 }
-- output { 18295i64 17i64 }

-- Two rows change places in every round.
def heat (m: i64) (rounds: i64): i64 =
  let (a, _) = loop (a, b) = (map (\j -> j * j % 17) (iota m), replicate m 0) for _ < rounds do
    let b = loop b for j < m do
      let left = if j == 0 then 0 else a[j - 1]
      let right = if j == m - 1 then 0 else a[j + 1]
      in b with [j] = (left + 2 * a[j] + right) % 101
    in (b, a)
  in loop s = 0 for j < m do (s * 3 + a[j]) % 1000003

entry two_rows (n: i64): i64 = i64.sum (map (\s -> heat s (s % 5)) (sizes n 1))

-- ==
-- entry: two_rows
-- input { 0i64 }
-- output { 0i64 }
-- input { 50i64 }
-- output { 3463219i64 }
-- input { 3000i64 }
-- output { 200984040i64 }

-- Rows of two types, and of two sizes.
entry two_types (n: i64): (i64, f64) =
  let one (s: i64) (t: i64): (i64, f64) =
    let xs = loop xs = iota s for r < t do (loop xs for j < s do xs with [j] = (xs[j] * 5 + r) % 257)
    let ys = loop ys = map f64.i64 (iota t) for r < 3 do (loop ys for j < t do ys with [j] = ys[j] * 0.5 + f64.i64 r)
    in (loop a = 0 for j < s do a + xs[j], loop b = 0 for j < t do b + ys[j])
  let rs = map2 one (sizes n 2) (sizes n 9)
  in (i64.sum (map (.0) rs), f64.sum (map (.1) rs))

-- ==
-- entry: two_types
-- input { 0i64 }
-- output { 0i64 0.0f64 }
-- input { 50i64 }
-- output { 34986i64 1081.25f64 }
-- input { 2000i64 }
-- output { 1268243i64 37355.5f64 }

-- What is computed with the row decides which points are kept, and is scanned.
entry kept (n: i64): (i64, i64) =
  let rs = filter (\r -> r % 3 == 0) (map (\s -> pascal s 3) (sizes n 5))
  let sums = scan (+) 0 (map (\s -> pascal s 2) (sizes n 6))
  in (length rs + i64.sum rs, i64.sum (map (% 1000) sums))

-- ==
-- entry: kept
-- input { 0i64 }
-- output { 0i64 0i64 }
-- input { 50i64 }
-- output { 140i64 4484i64 }
-- input { 3000i64 }
-- output { 9280i64 1465013i64 }

-- Rows that are results stay where they are, beside others that are not.
entry results (n: i64): (i64, i64) =
  let one (s: i64): ([]i64, i64) =
    let own = loop row = iota (s + 1) for r < 2 do (loop row for j < s do row with [j] = row[j] + row[j + 1] + r)
    in (own, pascal s 2)
  let (rows, ends) = unzip (map one (sizes n 4))
  in (i64.sum (map (\row -> i64.sum row % 1000) rows), i64.sum ends)

-- ==
-- entry: results
-- input { 0i64 }
-- output { 0i64 0i64 }
-- input { 50i64 }
-- output { 5025i64 172i64 }
-- input { 2500i64 }
-- output { 220493i64 8649i64 }

-- A point fails after its worker has been through others.
entry fails (n: i64) (bad: i64): i64 =
  let one (i: i64) (s: i64): i64 =
    let row = loop row = iota (s + 1) for r < 2 do (loop row for j < s do row with [j] = row[j] + r)
    in if i == bad then row[s + row[0]] else row[s]
  in i64.sum (map2 one (iota n) (sizes n 0))

-- ==
-- entry: fails
-- input { 2000i64 -1i64 }
-- output { 11258i64 }
-- input { 2000i64 1234i64 }
-- error: Index \[4\] out of bounds for array of shape \[4\] \(row 1234\)

-- Points of a nest.
entry nest (n: i64): i64 =
  i64.sum (map (\i -> i64.sum (map (\j -> pascal (i % 13 + j) 2) (iota (i % 7)))) (iota n))

-- ==
-- entry: nest
-- input { 0i64 }
-- output { 0i64 }
-- input { 40i64 }
-- output { 440i64 }
-- input { 1500i64 }
-- output { 17252i64 }
