-- What needs the numeric functions.

-- Sorts positions by merging runs of doubling length: every element finds its place in the other run by binary search.
def sort_by_key 'k 't [n] (leq: k -> k -> bool) (ks: [n]k) (xs: [n]t): ([n]k, [n]t) =
  let (order, _) =
    loop (order, w) = (iota n, 1) while w < n do
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
      in (scatter (copy order) (map target (iota n)) order, 2 * w)
  in (map (\i -> ks[i]) order, map (\i -> xs[i]) order)

def group_by_key 'k 't [n] (leq: k -> k -> bool) (ks: [n]k) (xs: [n]t): ?[m].([m]k, [m][?]t) =
  let (sorted, ys) = sort_by_key leq ks xs
  let [m] (starts: [m]i64) = filter (\i -> if i == 0 then true else !(leq sorted[i] sorted[i - 1])) (iota n)
  let rows = map (\g -> ys[starts[g]:if g + 1 < m then starts[g + 1] else n]) (iota m)
  in (map (\i -> sorted[i]) starts, rows)
