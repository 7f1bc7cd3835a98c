-- Rows that one side of a branch filters, or both: by other flags, of other rows, of computed elements, with several rows of a size, with
-- checks on a side, and sides that have no elements.

entry some [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else xs) cs xss

entry both [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else filter (\x -> x % 3 == 0) xs) cs xss

entry none [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then filter (> 0) xs else []) cs xss

entry long [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if length xs > 2 then let m = i64.sum xs / length xs in filter (<= m) xs else xs) xss

entry there [n] (xss: [n][?]i64): [n][?]i64 =
  map (\xs -> if null xs then [] else let m = i64.sum xs / length xs in filter (<= m) xs) xss

-- The sides go through rows of different sizes.
entry others [n] (cs: [n]bool) (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 =
  map3 (\c xs ys -> if c then filter (> 0) xs else filter (< 0) ys) cs xss yss

entry parts [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> if k >= 0 && k <= length xs then filter (\x -> x % 2 == 0) xs[:k] else xs) ks xss

entry mapped [n] (cs: [n]bool) (xss: [n][?]i64): [n][?]i64 =
  map2 (\c xs -> if c then map (* 2) (filter (> 0) (map (+ 1) xs)) else map (\x -> -x) xs) cs xss

entry pairs [n] (cs: [n]bool) (xss: [n][?]i64): ([n][?]i64, [n][?]i64) =
  unzip (map2 (\c xs ->
                 let ps = if c then filter (\(x, i) -> x > i) (zip xs (indices xs)) else zip xs (map (* 3) xs)
                 in (map (.0) ps, map (.1) ps)) cs xss)

entry counted [n] (cs: [n]bool) (xss: [n][?]i64): ([n][?]i64, [n]i64) =
  unzip (map2 (\c xs -> let ys = if c then filter (> 0) xs else xs in (ys, length ys)) cs xss)

entry summed [n] (cs: [n]bool) (xss: [n][?]i64): [n]i64 =
  map2 (\c xs -> let ys = if c then filter (> 0) xs else map (* 3) xs in i64.sum ys + length ys) cs xss

entry nested [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> if k == 0 then xs else if k == 1 then filter (> 0) xs else filter (< 0) xs) ks xss

-- A side divides by what may be 0 only where it is taken.
entry divides [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> if k == 0 then xs else filter (\x -> x % k == 0) xs) ks xss

-- A side fails.
entry fails [n] (cs: [n]bool) (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map3 (\c k xs -> if c then filter (\x -> x % k == 0) xs else xs) cs ks xss

entry looped [n] (ks: [n]i64) (xss: [n][?]i64): [n][?]i64 =
  map2 (\k xs -> loop ys = xs for i < k do if i % 2 == 0 then filter (> i) ys else ys) ks xss

entry whole (k: i64) (xs: []i64): []i64 =
  let m = i64.maximum xs
  in if m > k then filter (> k) xs else xs

-- ==
-- entry: some both none
-- input { empty([0]bool) empty([0][?]i64) } auto output
-- input { [true, false, true, false] [[1i64, -2, 3], [1i64, -2, 3, -6], empty([0]i64), empty([0]i64)] } auto output
-- input { [false, true, true] [[-1i64, -2], [-5i64], [3i64, 6, 9, -12, 0]] } auto output

-- ==
-- entry: long there
-- input { empty([0][?]i64) } auto output
-- input { [empty([0]i64), [5i64], [1i64, 2], [1i64, 2, 9], [4i64, 4, 4, 4], [-7i64, 100, 3, 2, 1]] } auto output

-- ==
-- entry: others
-- input { [true, false, true, false] [[1i64, -2, 3], [1i64], empty([0]i64), [2i64, 2]] [empty([0]i64), [-4i64, 4, -4], [-1i64], empty([0]i64)] } auto output

-- ==
-- entry: parts nested divides looped
-- input { empty([0]i64) empty([0][?]i64) } auto output
-- input { [0i64, 1, 2, 5, -1, 3] [[1i64, 2], [2i64, -4, 6], [1i64, 2, 3], [2i64, 2], [8i64, -8], empty([0]i64)] } auto output

-- ==
-- entry: mapped pairs counted summed
-- input { empty([0]bool) empty([0][?]i64) } auto output
-- input { [true, false, true, false, true] [[1i64, -2, 3], [1i64, -2, 3, -6], empty([0]i64), empty([0]i64), [0i64, 0, 5]] } auto output

-- ==
-- entry: fails
-- input { [true, false] [2i64, 0] [[1i64, 2, 4], [3i64]] } auto output
-- input { [true, true] [2i64, 0] [[1i64, 2], empty([0]i64)] } auto output
-- input { [false, true, true] [0i64, 1, 0] [[1i64, 2], [7i64], [1i64, 3]] } error: div

-- ==
-- entry: whole
-- input { 3i64 [1i64, 2, 3, 4, 5] } auto output
-- input { 9i64 [1i64, 2, 3, 4, 5] } auto output
-- input { 9i64 empty([0]i64) } auto output
