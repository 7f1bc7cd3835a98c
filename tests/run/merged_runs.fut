-- Sorting by a comparison of one's own: runs of 32 elements are merged, of which some are cut short and some have no other.
def keys (m: i64): [m]i64 = map (\i -> (i * 7919 + i * i % 31 + m) % 13) (iota m)
def is_sorted [m] (ks: [m]i64) (order: [m]i64): bool =
  let after i = ks[i - 1] < ks[i] || (ks[i - 1] == ks[i] && order[i - 1] < order[i])
  in and (map (\i -> if i == 0 then true else after i) (iota m))
     && and (map (\i -> ks[i] == (order[i] * 7919 + order[i] * order[i] % 31 + m) % 13) (iota m))
     && i64.sum order == m * (m - 1) / 2
def leq (a: i64) (b: i64): bool = a % 13 <= b % 13

entry whole (m: i64): bool = let (ks, order) = sort_by_key leq (keys m) (iota m) in is_sorted ks order
-- ==
-- entry: whole
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 31i64 } output { true }
-- input { 32i64 } output { true }
-- input { 33i64 } output { true }
-- input { 64i64 } output { true }
-- input { 65i64 } output { true }
-- input { 97i64 } output { true }
-- input { 128i64 } output { true }
-- input { 1000i64 } output { true }

entry rows (ms: []i64): []bool =
  map (\m -> let (ks, order) = sort_by_key leq (keys m) (iota m) in is_sorted ks order) ms
-- ==
-- entry: rows
-- input { [0i64, 1i64, 31i64, 32i64, 0i64, 33i64, 64i64, 65i64, 97i64, 300i64, 2i64] }
-- output { [true, true, true, true, true, true, true, true, true, true, true] }
-- input { empty([0]i64) } output { empty([0]bool) }

-- A comparison that is no order says nothing about the result, but that it is made of elements.
entry no_order (m: i64): bool =
  let made leq = let (ks, order) = sort_by_key leq (keys m) (iota m)
                 in and (map2 (\k i -> 0 <= i && i < m && k == (keys m)[i]) ks order)
  in made (\_ _ -> false) && made (\_ _ -> true) && made (\a b -> (a * 7 + b * 5) % 3 == 0) && made (<)
-- ==
-- entry: no_order
-- input { 0i64 } output { true }
-- input { 33i64 } output { true }
-- input { 200i64 } output { true }
