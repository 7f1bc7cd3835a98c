-- Scans over segments that are marked by flags: what comes before the last flag of a worker's share does not matter to the next one.

def segmented [n] 't (op: t -> t -> t) (zero: t) (flags: [n]bool) (xs: [n]t): [n]t =
  let add (f, x) (g, y) = (f || g, if g then y else op x y)
  in (unzip (scan add (false, zero) (zip flags xs))).1

def noise (i: i64) = (i * 7919 + (i / 3) * 104729) % 1009

-- Flags in every element, in a few, in one far in front, at both ends, and in none.
def flags (n: i64) (kind: i64): [n]bool =
  tabulate n (\i -> if kind == 0 then true
                    else if kind == 1 then noise i % 16 == 0
                    else if kind == 2 then i == n / 7
                    else if kind == 3 then i == 0 || i == n - 1
                    else if kind == 4 then i % 40000 == 39999
                    else false)

-- ==
-- entry: sums largest products last_ones
-- input { 0i64 1i64 } auto output
-- input { 1i64 0i64 } auto output
-- input { 500i64 1i64 } auto output
-- input { 513i64 2i64 } auto output
-- input { 3000i64 1i64 } auto output
-- input { 3000i64 2i64 } auto output
-- input { 3000i64 3i64 } auto output
-- input { 3000i64 5i64 } auto output
entry sums (n: i64) (kind: i64) = segmented (+) 0 (flags n kind) (tabulate n noise)
entry largest (n: i64) (kind: i64) = segmented i64.max i64.lowest (flags n kind) (tabulate n noise)
entry products (n: i64) (kind: i64) = segmented (\(a, b) (c, d) -> (a * c % 1009, (b * c + d) % 1009)) (1, 0) (flags n kind) (tabulate n (\i -> (noise i, i)))
-- The flag is computed, and what is chosen as well.
entry last_ones (n: i64) (kind: i64) =
  let ks = map i64.bool (flags n kind)
  let add (f, x) (g, y) = (f || g, if g then y else x ^ y)
  in (unzip (scan add (false, 0) (map2 (\k i -> (k * 3 > 2, noise i * 2)) ks (iota n)))).1

-- Shares of several blocks.
-- ==
-- entry: long
-- input { 6000i64 } auto output
entry long (n: i64) =
  map (\kind -> let s = segmented (+) 0 (flags n kind) (tabulate n noise)
                let weighed = map2 (\x i -> x * (i % 31 + 1)) s (iota n)
                in i64.sum weighed) [1, 2, 4]

-- In rows: short ones, an empty one, and a long one.
-- ==
-- entry: by_row
-- input { 700i64 } auto output
-- input { 40i64 } auto output
entry by_row (n: i64) =
  map (\r -> let m = if r == 3 then n * 2 else r * 5 % 23
             in segmented (+) 0 (flags m (r % 6)) (tabulate m noise)) (iota 30)
