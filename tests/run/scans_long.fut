-- Running values and counts over rows that give every worker several vectors, of every type: compared with what a loop finds in order.
def in_order [n] 'a (add: a -> a -> a) (zero: a) (xs: [n]a): [n]a =
  let one (row: [n]a) =
    (loop (acc, out) = (zero, map (const zero) row) for i < n do
       let next = add acc row[i]
       in (next, out with [i] = next)).1
  in (map one [xs])[0]
def equal [n] 'a (same: a -> a -> bool) (xs: [n]a) (ys: [n]a): bool = and (map2 same xs ys)
def some (i: i64): i64 = ((i * 7919 + 13) & 63) - 31

def scanned [n] 'a (same: a -> a -> bool) (add: a -> a -> a) (zero: a) (xs: [n]a): bool =
  equal same (scan add zero xs) (in_order add zero xs)

-- ==
-- entry: running
-- input { 0i64 } output { true true true true true true true true true }
-- input { 100i64 } output { true true true true true true true true true }
-- input { 4000i64 } output { true true true true true true true true true }
entry running (n: i64) =
  let xs = map some (iota n)
  in (scanned (==) (+) 0 xs, scanned (==) i32.max i32.lowest (map i32.i64 xs), scanned (==) i16.min i16.highest (map i16.i64 xs),
      scanned (==) (*) 1 (map (\x -> u8.i64 (2 * x + 1)) xs), scanned (==) (^) 0 (map u32.i64 xs), scanned (==) (|) 0 (map u64.i64 xs),
      scanned (==) (&&) true (map (< 20) xs), scanned (==) (+) 0 (map f64.i64 xs), scanned (==) f32.min f32.inf (map f32.i64 xs))

def anew 'a (add: a -> a -> a) (f: bool, x: a) (g: bool, y: a): (bool, a) = (f || g, if g then y else add x y)
def other 'a (add: a -> a -> a) (f: bool, x: a) (g: bool, y: a): (bool, a) = (f || g, if !g then add x y else y)
def begun [n] 'a (same: a -> a -> bool) (by: (bool, a) -> (bool, a) -> (bool, a)) (zero: a) (flags: [n]bool) (xs: [n]a): bool =
  equal (\a b -> same a.1 b.1) (scan by (false, zero) (zip flags xs)) (in_order by (false, zero) (zip flags xs))

-- ==
-- entry: running_anew
-- input { 0i64 } output { true true true true true true }
-- input { 100i64 } output { true true true true true true }
-- input { 4000i64 } output { true true true true true true }
entry running_anew (n: i64) =
  let xs = map some (iota n)
  in (begun (==) (anew (+)) 0 (map (> 12) xs) (map i32.i64 xs), begun (==) (other i8.max) i8.lowest (map (> 15) xs) (map i8.i64 xs),
      begun (==) (anew (+)) 0 (map (< -30) xs) (map f32.i64 xs), begun (==) (anew (||)) false (map (> 12) xs) (map (== -20) xs),
      begun (==) (other (*)) 1 (map (> -15) xs) (map u16.i64 xs), begun (==) (anew (+)) 0 (map (== 7) xs) xs)

-- ==
-- entry: tallies
-- input { 0i64 } output { true true true }
-- input { 4000i64 } output { true true true }
entry tallies (n: i64) =
  let xs = map some (iota n)
  let last 'a [n] (zero: a) (ys: [n]a): a = if n == 0 then zero else ys[n - 1]
  in (i64.sum (map (\x -> i64.bool (x > 0)) xs) == last 0 (in_order (+) 0 (map (\x -> i64.bool (x > 0)) xs)),
      i8.sum (map (\x -> i8.bool (i32.i64 x <= 0)) xs) == last 0 (in_order (+) 0 (map (\x -> i8.bool (x <= 0)) xs)),
      u16.sum (map (\x -> u16.bool (i16.i64 x == 3)) xs) == last 0 (in_order (+) 0 (map (\x -> u16.bool (x == 3)) xs)))

-- A check that does not hold in one lane, late.
-- ==
-- entry: places
-- input { 4000i64 4001i64 } output { 8002000i64 }
-- input { 4000i64 4000i64 } error: Index \[4000\] out of bounds
entry places (n: i64) (m: i64): i64 =
  let ys = iota m
  in i64.sum (map (\i -> ys[i]) (scan (+) 0 (map (\i -> if i < n then 1 else 0) (iota n))))

-- In as many lanes as there are of 32 bits, of 8 bits.
-- ==
-- entry: small
-- input { 4000i64 } output { true true true true }
entry small (n: i64) =
  let xs = in_order (\_ x -> x) 0 (map (\i -> i32.i64 (some i)) (iota n))
  let bytes = in_order (\_ x -> x) 0 (map u8.i32 xs)
  in (scanned (==) (+) 0 xs, scanned (==) u8.max 0 bytes, begun (==) (anew i32.min) i32.highest (map (> 25) xs) xs,
      begun (==) (other (+)) 0 (map (== 7) bytes) bytes)
