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

-- Sorts positions by merging runs of doubling length, the first of them sorted by insertion. 32 elements at a time are merged one after
-- the other, from where a binary search says that they come from. A `leq` which is no order leaves positions out or repeats them, but
-- what it gives are positions.
def merge_order 'k [n] (leq: k -> k -> bool) (ks: [n]k): [n]i64 =
  let pieces = (n + 31) / 32
  let size = 32 * pieces
  let run (piece: i64): [32]i64 =
    let base = 32 * piece
    in loop order = map (+ base) (iota 32) for before < i64.min 32 (n - base) - 1 do
      let i = before + 1
      let x = ks[base + i]
      let (order, place) =
        loop (order, j) = (order, i) while j > 0 && !(leq ks[order[j - 1]] x) do
          (order with [j] = order[j - 1], j - 1)
      in order with [place] = base + i
  let (order, _) =
    loop (order: [size]i64, w) = (flatten (map run (iota pieces)) :> [size]i64, 32) while w < n do
      let merged (piece: i64): [32]i64 =
        let base = 32 * piece - 32 * piece % (2 * w)
        let (mid, end) = (i64.min (base + w) n, i64.min (base + 2 * w) n)
        let before = 32 * piece - base
        let (l, _) =
          loop (l, h) = (i64.max 0 (before - (end - mid)), i64.min before (mid - base)) while l < h do
            let c = l + (h - l) / 2
            in if leq ks[order[base + c]] ks[order[mid + before - 1 - c]] then (c + 1, h) else (l, c)
        let (part, _, _) =
          loop (part, i, j) = (replicate 32 0, base + l, mid + before - l) for t < 32 do
            let left = i < mid && (if j < end then leq ks[order[i]] ks[order[j]] else true)
            let from = if left then i else i64.min j (size - 1)
            in (part with [t] = order[from], if left then i + 1 else i, if left then j else j + 1)
        in part
      in (flatten (map merged (iota pieces)) :> [size]i64, 2 * w)
  in take n order

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
