-- Rows of all lengths sorted at once: each as if it were sorted alone. Short rows and long ones take different ways.
def keys (i: i64): []i64 = map (\j -> (i * 31 + j * j * 17) % 7 - 3) (iota (i * 19 % 71))
def same [a] [b] (xs: [a]i64) (ys: [b]i64): bool = a == b && and (map2 (==) xs (ys :> [a]i64))
def all_same [n] (xss: [n][?]i64) (alone: i64 -> []i64): bool =
  loop ok = true for i < n do ok && same xss[i] (alone i)

-- ==
-- entry: positions
-- input { 0i64 } output { true true }
-- input { 1i64 } output { true true }
-- input { 150i64 } output { true true }
entry positions (n: i64): (bool, bool) =
  let ascending (xs: []i64) = [ j | (x <- xs | j <- 0..<length xs), order by x ]
  let descending (xs: []i64) = [ j | (x <- xs | j <- 0..<length xs), order by x desc ]
  let up: [n][?]i64 = map (\i -> ascending (keys i)) (iota n)
  let down: [n][?]i64 = map (\i -> descending (keys i)) (iota n)
  in (all_same up (\i -> ascending (keys i)), all_same down (\i -> descending (keys i)))

-- Stable, whatever the length.
-- ==
-- entry: stable
-- input { 150i64 } output { true }
entry stable (n: i64): bool =
  let ordered (xs: []i64) =
    let at = [ j | (x <- xs | j <- 0..<length xs), order by x ]
    in and (map (\j -> j == 0 || xs[at[j - 1]] < xs[at[j]] || xs[at[j - 1]] == xs[at[j]] && at[j - 1] < at[j])
                (indices at))
  in and (map (\i -> ordered (keys i)) (iota n))

-- Floats: numbers in order, both zeros equal, NaN where it is in a row that is sorted alone.
-- ==
-- entry: floats
-- input { [[3.5, f64.nan, -1.0, 0.0], [], [f64.inf, -0.0, 0.0, -f64.inf], [f64.nan]] }
-- output { true [[-1.0, 0.0, 3.5, f64.nan], [], [-f64.inf, -0.0, 0.0, f64.inf], [f64.nan]] }
entry floats [n] (xss: [n][?]f64): (bool, [n][?]f64) =
  let sorted: [n][?]f64 = map (\xs -> [ x | x <- xs, order by x ]) xss
  let long: [n][?]f64 = map (\xs -> [ x | x <- xs ++ replicate 40 f64.inf, order by x ]) xss
  let bits (xs: []f64) = map (\x -> i64.u64 (f64.to_bits x)) xs
  let alone (i: i64) = let xs: []f64 = xss[i] in bits [ x | x <- xs, order by x ]
  let long_alone (i: i64) = let xs: []f64 = xss[i] in bits [ x | x <- xs ++ replicate 40 f64.inf, order by x ]
  in (all_same (map bits sorted) alone && all_same (map bits long) long_alone, sorted)

-- Several keys, one after the other.
-- ==
-- entry: pairs
-- input { [[[1i64, 2i64], [0i64, 5i64], [1i64, 1i64]], [], [[2i64, 2i64], [2i64, 2i64]]] }
-- output { [[1i64, 2i64, 0i64], [], [0i64, 1i64]] }
entry pairs [n] (xss: [n][?][2]i64): [n][?]i64 =
  map (\xs -> [ j | (x <- xs | j <- 0..<length xs), order by (x[0], x[1]) ]) xss
