-- Arrays of which rounds overwrite elements, in loops that stop row by row.

-- Rows replaced, in matrices of different sizes.
-- ==
-- entry: averaged
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry averaged (ms: []i64): []f64 =
  map (\m -> let a = tabulate_2d m m (\i j -> f64.i64 (i * m + j))
             in f64.sum (flatten (loop a for r in 1..<i64.max 1 m do a with [r] = map2 (\x y -> 0.5 * (x + y)) a[r] a[r - 1]))) ms

-- Elimination: the row of a loop inside of a loop.
-- ==
-- entry: eliminated
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry eliminated (ms: []i64): []i64 =
  map (\m -> let a = tabulate_2d m m (\i j -> if i == j then 1 else (i * 7 + j * 3) % 101)
             let a = loop a for i < m do
                       loop a for r in i + 1..<m do
                         let f = a[r, i]
                         in a with [r] = map2 (\x y -> (x - f * y) %% 101) a[r] a[i]
             in i64.sum (map (\i -> (i + 1) * a[i, i]) (iota m))) ms

-- The same with the largest pivot, whose row is exchanged where it is another one.
-- ==
-- entry: pivoted
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry pivoted (ms: []i64): []i64 =
  map (\m -> let a = tabulate_2d m m (\i j -> (i * i * 7 + j * 3 + i * j) % 101)
             let a = loop a for i < m do
                       let (_, p) = reduce (\(x, i) (y, j) -> if x > y || (x == y && i < j) then (x, i) else (y, j)) (-1, -1)
                                           (map (\r -> (a[r, i], r)) (i..<m))
                       let a = if p == i then a
                               else let (x, y) = (copy a[i], copy a[p])
                                    in (a with [i] = y) with [p] = x
                       in loop a for r in i + 1..<m do
                            let f = a[r, i]
                            in a with [r] = map2 (\x y -> (a[i, i] * x - f * y) %% 101) a[r] a[i]
             in i64.sum (map (\i -> (i + 1) * a[i, i]) (iota m))) ms

-- Elements: the shortest ways from the first vertex, by Dijkstra.
-- ==
-- entry: ways
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry ways (ns: []i64): []i64 =
  map (\n -> let w = \i j -> 1 + (i * 31 + j * 17) % 23
             let dist = tabulate n (\i -> if i == 0 then 0 else 1000000)
             let (dist, _) =
               loop (dist, seen) = (dist, replicate n false) for _i < n do
                 let (d, u) = reduce (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i64.highest, -1)
                                     (map2 (\d (s, i) -> (if s then i64.highest else d, i)) dist (zip seen (iota n)))
                 in (map2 (\x v -> i64.min x (d + w u v)) dist (iota n), seen with [u] = true)
             in i64.sum dist) ns

-- Scattered: breadth-first search in rings with chords.
-- ==
-- entry: levels
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry levels (ns: []i64): []i64 =
  map (\n -> let level = replicate n (-1)
             let level = if n > 0 then level with [0] = 0 else level
             let (level, _, _) =
               loop (level, front, d) = (level, [0], 1) while n > 0 && length front > 0 do
                 let next = filter (\v -> level[v] < 0) (flatten (map (\v -> [(v + 1) % n, (v * 2) % n]) front))
                 in (scatter level next (map (\_ -> d) next), next, d + 1)
             in i64.sum level) ns

-- Combined, by an operator that is the same everywhere and by one that is not.
-- ==
-- entry: counted
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry counted (ns: []i64): [](i64, i64) =
  map (\n -> let (a, b) =
               loop (a, b) = (replicate (n + 70) 0, replicate (n + 70) 0) for i < n do
                 let at = map (\j -> (j * j + i) % (n + 70)) (filter (\j -> j % 3 < 2) (iota (i + 1)))
                 in (reduce_by_index a (+) 0 at (map (+ 1) at), reduce_by_index b (\x y -> (x + y) %% (n + 1)) 0 at at)
             in (i64.sum a, i64.sum b)) ns

-- What is not the loop's own stays as it was.
-- ==
-- entry: shared
-- input { [[3i64, 1i64, 4i64], [], [5i64]] } auto output
entry shared (xss: [][?]i64): ([][?]i64, [][?]i64) =
  unzip (map (\xs -> let n = length xs
                     let ys = loop ys = copy xs for i < n do ys with [i] = i64.sum (map (\j -> ys[j]) (iota i))
                     in (xs, ys)) xss)

-- In maps inside of maps.
-- ==
-- entry: deep
-- input { [[3i64, 0i64, 5i64], [], [1i64], [12i64, 2i64]] } auto output
-- input { empty([0][0]i64) } auto output
entry deep (nss: [][?]i64): [][?]i64 =
  map (\ns -> map (\n -> let a = replicate n (replicate (n + 9) 1)
                         let (a, _) = loop (a, k) = (a, 0) while k < n do
                                        (a with [k] = map2 (\x j -> x + j + k) a[(k + n - 1) % n] (iota (n + 9)), k + 1)
                         in i64.sum (flatten a)) ns) nss

-- Rows replaced on one side of a branch.
-- ==
-- entry: sometimes
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry sometimes (ns: []i64): []i64 =
  map (\n -> let a = replicate n (replicate n 1)
             let a = loop a for k < n do
                       if k % 2 == 0 then a with [k] = map (\x -> x + k) a[n - 1 - k] else a
             in i64.sum (flatten a)) ns

-- On both sides, with a loop inside, and not at all.
-- ==
-- entry: either
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry either (ns: []i64): []i64 =
  map (\n -> let a = replicate n (replicate (n + 60) 1)
             let (a, _) =
               loop (a, s) = (a, 0) for k < n do
                 let a = if (k + n) % 3 == 0 then a with [k] = map (\x -> x + k + s) a[n - 1 - k]
                         else if (k + n) % 3 == 1 then
                           let a = a with [n - 1 - k] = map2 (\x y -> x * 2 - y) a[k] a[n - 1 - k]
                           in loop a for i in k..<i64.min n (k + s % 3) do a with [i] = map (+ i) a[i]
                         else a
                 in (a, (s + i64.sum a[k]) % 7)
             in i64.sum (flatten a) % 1000003) ns

-- Rows, and elements by a loop of scalars.
-- ==
-- entry: by_elements
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry by_elements (ns: []i64): []i64 =
  map (\n -> let a = replicate n (replicate n 1)
             let a = loop a for k < n do
                       let a = a with [k] = map (\x -> x + k) a[n - 1 - k]
                       in loop a for j < n do a with [k, j] = a[k, j] * 2 + a[k, (j + 1) % n] % 3
             in i64.sum (flatten a) % 1000003) ns

-- Two arrays, one of which is made anew, exchanged in the middle.
-- ==
-- entry: exchanged
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry exchanged (ns: []i64): []i64 =
  map (\n -> let (a, b) = loop (a, b) = (replicate n (replicate 70 1), replicate n (replicate 70 2)) for k < n do
                            let (x, y) = (map (+ k) a[k], map (* 2) b[k])
                            in (b with [k] = x, a with [n - 1 - k] = y)
             in i64.sum (flatten a) + 3 * i64.sum (flatten b)) ns

-- A place outside of a row.
-- ==
-- entry: outside
-- input { [3i64, 4i64, 0i64] 0i64 } output { [18i64, 40i64, 0i64] }
-- input { [3i64, 4i64, 0i64] 1i64 } error: Index \[3\] out of bounds for array of shape \[3\] \(row 0\)
entry outside (ns: []i64) (at: i64): []i64 =
  map (\n -> let a = replicate n (replicate n 1)
             let a = loop a for k < n do a with [k + at] = map (\x -> x + k) a[k]
             in i64.sum (flatten a)) ns

-- Under other dimensions before it is overwritten.
-- ==
-- entry: flattened
-- input { [3i64, 0i64, 5i64, 12i64, 1i64, 70i64, 2i64, 12i64] } auto output
-- input { empty([0]i64) } auto output
entry flattened (ns: []i64): []i64 =
  map (\n -> let a = tabulate_2d n n (\i j -> i * 3 + j)
             let a = loop a for k < n do
                       let b = flatten a
                       let s = i64.sum (map (\i -> b[i]) (iota k)) % 11
                       let a = a with [k] = map (+ s) a[n - 1 - k]
                       in if n % 2 == 0 then a with [0, 0] = i64.sum (map (\i -> i * s) (iota k)) else a
             in i64.sum (flatten a)) ns

-- Former versions that are still read: copies, parts of others, and another name on both sides of a branch.
-- ==
-- entry: kept cut named
-- input { 7i64 [3i64, 0i64, 5i64, 12i64, 1i64, 40i64, 2i64, 12i64] } auto output
-- input { 1i64 [3i64, 0i64] } auto output
entry kept (m: i64) (ns: []i64): []i64 =
  map (\n -> let (a, t) = loop (a, t) = (replicate m n, 0) for k < n do
                            let old = copy a
                            let is = filter (\j -> (j + k) % m < m / 2) (iota m)
                            let a = scatter a is (map (+ k) is)
                            in (a, (t + old[k % m] + a[(k + 1) % m]) % 1009)
             in i64.sum a + t) ns
entry cut (m: i64) (ns: []i64): []i64 =
  map (\n -> let (a, t) = loop (a, t) = (replicate m n, 0) for k < n do
                            let r = a[:m / 2] ++ [k, a[0]]
                            let b = copy a
                            let a = a with [k % m:] = scan (+) 0 (map (% 10) a[k % m:])
                            let b = b with [0] = a[m - 1]
                            in (a, (t + r[k % 2] + i64.sum b) % 1009)
             in i64.sum a + t) ns
entry named (m: i64) (ns: []i64): []i64 =
  map (\n -> let (a, t) = loop (a, t) = (replicate m (replicate m n), 0) for k < n do
                            let b = a :> [i64.max 0 m][m]i64
                            let a = if (k + t) % 2 == 0 then a with [k % m] = scan (+) 0 (map (% 1009) b[k % m])
                                    else a with [(k + 1) % m] = scan (+) 0 (map (% 109) b[k % m])
                            in (a, (t + a[k % m, 0]) % 1009)
             in i64.sum (flatten a) + t) ns

-- Arrays of tuples, which are arrays side by side: scattered into, combined, on one side of a branch, and in inner loops.
-- ==
-- entry: pairs paired_sums pairs_inside pairs_and_more
-- input { 7i64 [3i64, 0i64, 5i64, 12i64, 1i64, 40i64, 2i64, 12i64] } auto output
-- input { 1i64 [3i64, 0i64] } auto output
-- input { 40i64 empty([0]i64) } auto output
entry pairs (m: i64) (ns: []i64): []i64 =
  map (\n -> let ps = loop ps = replicate m (n, true) for k < n do
                        let is = filter (\j -> (j * k + n) % 3 != 0) (iota m)
                        let (x, b) = ps[k % m]
                        in scatter ps is (map (\i -> (i + x, b != (i > k))) is)
             in i64.sum (map (\(x, b) -> if b then x else -x) ps)) ns
entry paired_sums (m: i64) (ns: []i64): []i64 =
  map (\n -> let ps = loop ps = replicate m (0, i64.lowest) for k < n do
                        let is = filter (\j -> (j * k + n) % 3 != 0) (iota (2 * m))
                        in reduce_by_index ps (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest)
                                        is (map (\i -> (i, (i * n) % 17)) is)
             in i64.sum (map (\(a, b) -> a * 3 + i64.max (-1) b) ps)) ns
entry pairs_inside (m: i64) (ns: []i64): []i64 =
  map (\n -> let (ps, t) =
               loop (ps, t) = (replicate m (n, 0.5f64), 0) for k < n do
                 let is = filter (\j -> (j * k + n) % 3 != 0) (iota m)
                 let ps = if (k + n) % 3 == 0 then scatter ps is (map (\i -> (i + t, 1.5)) is)
                          else loop ps for l < 1 + k % 4 do
                                 let js = filter (\j -> (j + l) % 2 != 0) is
                                 in scatter ps js (map (\i -> (i + k, f64.i64 (l + i))) js)
                 in (ps, (t + i64.f64 (f64.sum (map (.1) ps))) % 1009)
             in t + i64.sum (map (.0) ps)) ns
entry pairs_and_more (m: i64) (ns: []i64): []i64 =
  map (\n -> let ps = loop ps = map (\i -> (i, (i, i % 2 == 0))) (iota m) for k < n do
                        let old = copy ps
                        let is = filter (\j -> (j + k) % 3 != 1) (iota m)
                        let ps = scatter ps is (map (\i -> let (a, (b, c)) = old[(i + k) % m] in (b + i, (a % 1009, c != (i > k)))) is)
                        in scatter ps [k % m] [old[(k + 1) % m]]
             in i64.sum (map (\(a, (b, c)) -> if c then a + b else a - b) ps)) ns

-- One part of the tuples is the outer loop's, the other one of each of its rounds.
-- ==
-- entry: pairs_of_two_loops
-- input { 7i64 [3i64, 0i64, 5i64, 12i64, 1i64, 40i64, 2i64, 12i64] } auto output
-- input { 1i64 [3i64, 0i64] } auto output
entry pairs_of_two_loops (m: i64) (ns: []i64): []i64 =
  map (\n -> let (xs, t) =
               loop (xs, t) = (replicate m n, 0) for k < n do
                 let ps = loop ps = zip xs (replicate m k) for l < 1 + (k + n) % 4 do
                            let is = filter (\j -> (j + l * n) % 3 != 0) (iota m)
                            in scatter ps is (map (\i -> let (a, b) = ps[(i + 1) % m] in ((a + i) % 1009, b + l)) is)
                 in (map (.0) ps, (t + i64.sum (map (.1) ps)) % 1009)
             in t + i64.sum xs) ns
