-- Sorting and grouping.

-- One pass of a radix sort: sorts keys, and what goes with them, stably by the digit at `shift`. Blocks of `size` elements are counted
-- side by side, each by a loop. Adding up the counts, all blocks of a digit after those of smaller digits, tells each block where
-- its elements of each digit go.
def radix_pass [n] (digits: i64) (size: i64) (shift: u64) (ks: [n]u64) (order: [n]i64): ([n]u64, [n]i64) =
  let size = i64.max 1 (i64.min size n)
  let blocks = (n + size - 1) / size
  let digit (k: u64): i64 = i64.u64 ((k >> shift) & u64.i64 (digits - 1))
  let inside (b: i64): i64 = i64.min size (n - b * size)
  let counts =
    map (\b -> loop count = replicate digits 0 for j < inside b do
                 let d = digit ks[b * size + j]
                 in count with [d] = count[d] + 1)
        (iota blocks)
  let by_digit = flatten (transpose counts)
  let starts = map2 (-) (scan (+) 0 by_digit) by_digit |> unflatten_to digits blocks |> transpose
  let places =
    map (\b -> let (_, places) =
                 loop (next, places) = (copy starts[b], #[scratch] replicate size (-1)) for j < inside b do
                   let d = digit ks[b * size + j]
                   let p = next[d]
                   in (next with [d] = p + 1, places with [j] = p)
               in places)
        (iota blocks)
  let at = (flatten places)[:n]
  in (scatter (#[scratch] copy ks) at ks, scatter (#[scratch] copy order) at order)

-- Sorts positions stably by the keys at them. Digits in which no two keys differ are passed over at the end.
def radix_sort [n] (bits: u64) (size: i64) (ks: [n]u64) (order: [n]i64): [n]i64 =
  let differ = if n == 0 then 0 else reduce_comm (|) 0 (map (^ ks[0]) ks)
  let (_, order, _) =
    loop (ks, order, shift) = (map (\i -> ks[i]) order, order, 0) while shift < 64 && differ >> shift != 0 do
      let (ks, order) = radix_pass (1 << i64.u64 bits) size shift ks order
      in (ks, order, shift + bits)
  in order

-- The same by insertion, which takes no memory and, in a map, one kernel for all rows.
def insertion_sort [n] (ks: [n]u64) (order: [n]i64): [n]i64 =
  loop order = copy order for i < n do
    let at = order[i]
    let (order, place) =
      loop (order, j) = (order, i) while j > 0 && ks[order[j - 1]] > ks[at] do
        (order with [j] = order[j - 1], j - 1)
    in order with [place] = at

-- The same for one long array, and for the rows of another one: many counts pay only for many elements, and any only for some.
def radix_order [n] (ks: [n]u64) (order: [n]i64): [n]i64 = radix_sort 8 4096 ks order
def radix_order_rows [n] (ks: [n]u64) (order: [n]i64): [n]i64 =
  if n <= 32 then insertion_sort ks order else radix_sort 4 256 ks order

-- Sorts positions by merging runs of doubling length: every element finds its place in the other run by binary search. The result of
-- one round is the memory of the round after the next. Its elements are positions, so that those that a `leq` which is no order leaves
-- out are positions too.
def merge_order 'k [n] (leq: k -> k -> bool) (ks: [n]k): [n]i64 =
  let (order, _, _) =
    loop (order: *[n]i64, spare: *[n]i64, w) = (iota n, iota n, 1) while w < n do
      let target (j: i64): i64 =
        let base = j - j % (2 * w)
        let mid = i64.min (base + w) n
        let left = j < mid
        let lo = if left then mid else base
        let hi = if left then i64.min (base + 2 * w) n else mid
        let x = ks[order[j]]
        let (l, _) =
          loop (l, h) = (lo, hi) while l < h do
            let c = l + (h - l) / 2
            let y = ks[order[c]]
            in if (if left then !(leq x y) else leq y x) then (c + 1, h) else (l, c)
        in (if left then j else base + (j - mid)) + (l - lo)
      in (scatter spare (map target (iota n)) order, order, 2 * w)
  in order

def sort_by_key 'k 't [n] (leq: k -> k -> bool) (ks: [n]k) (xs: [n]t): ([n]k, [n]t) =
  let order = intrinsics.sort_order leq ks
  in (map (\i -> ks[i]) order, map (\i -> xs[i]) order)

def group_by_key 'k 't [n] (leq: k -> k -> bool) (ks: [n]k) (xs: [n]t): ?[m].([m]k, [m][?]t) =
  let (sorted, ys) = sort_by_key leq ks xs
  let [m] (starts: [m]i64) = filter (\i -> if i == 0 then true else !(leq sorted[i] sorted[i - 1])) (iota n)
  let rows = map (\g -> ys[starts[g]:if g + 1 < m then starts[g + 1] else n]) (iota m)
  in (map (\i -> sorted[i]) starts, rows)

-- What lowering makes of reduce_by_index whose operator computes with arrays (on rows: is no map): values are sorted by their places,
-- and those of each place reduced, all places at once.
def reduce_by_index_rows 'a [k] [n] (op: a -> a -> a) (ne: a) (dest: [k]a) (is: [n]i64) (xs: [n]a): [k]a =
  let places = map (\i -> if i >= 0 && i < k then i else k) is
  let order = intrinsics.sort_order (<=) places
  let counts = reduce_by_index (replicate k 0) (+) 0 places (replicate n 1)
  let ends = scan (+) 0 counts
  in map3 (\x end count -> op x (reduce op ne (map (\j -> xs[order[end - count + j]]) (iota count)))) dest ends counts
