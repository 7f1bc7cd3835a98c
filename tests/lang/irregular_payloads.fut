-- Abbreviations with `[?]` in payloads and fields, as values and as elements.

type~ shape = #circle f64 | #poly ([?]f64) | #many ([?][?]f64)
def area (s: shape): f64 = match s case #circle r -> r case #poly p -> f64.sum p case #many m -> f64.sum (flatten m)
def grow (s: shape): shape = match s case #circle r -> #poly [r, r] case #poly p -> #many [p, []] case #many m -> #many (m ++ [[1]])

-- ==
-- entry: a
-- input { 2i64 } output { 2.0 }
entry a (x: i64) = area (#circle 2)

-- ==
-- entry: b
-- input { 2i64 } output { 6.0 }
entry b (x: i64) = area (#poly [1,2,3])

-- ==
-- entry: c
-- input { 2i64 } output { [1.0,3.0,1.0,1.0] }
entry c (x: i64) = map area [#circle 1, #poly [1,2], #many [[1],[]], #poly (map f64.i64 (iota x))]

-- ==
-- entry: d
-- input { 2i64 } output { [2.0,3.0,2.0] }
entry d (x: i64) = map (area <-< grow) [#circle 1, #poly [1,2], #many [[1],[]]]

-- ==
-- entry: e
-- input { 2i64 } output { 7.0 }
entry e (x: i64) = let s : shape = #circle 3 in area (grow (grow (grow s)))

-- ==
-- entry: g
-- input { 2i64 } output { 6.0 }
entry g (x: i64) = area (loop s = (#circle 3 : shape) for i < x do grow s)
type~ ev = {at: i64, vals: [?]f64}
def tot (e: ev): f64 = f64.sum e.vals + f64.i64 e.at
def more (e: ev): ev = e with vals = e.vals ++ [1]
def mk (k: i64): ev = {at = k, vals = replicate k 0.5}

-- ==
-- entry: h
-- input { 2i64 } output { 4.0 }
entry h (x: i64) = tot {at = 1, vals = [1,2]}

-- ==
-- entry: i
-- input { 2i64 } output { [1.0,2.5] }
entry i (x: i64) = map tot (map more (map mk (iota x)))

-- ==
-- entry: j
-- input { 2i64 } output { [0.5,0.5,1.0] }
entry j (x: i64) = (more (mk x)).vals

-- ==
-- entry: k
-- input { 2i64 } output { [[0.5]] }
entry k (x: i64) = map (\e -> e.vals) (filter (\e -> e.at > 0) (map mk (iota x)))

-- ==
-- entry: l
-- input { 2i64 } output { [1.5,1.5] }
entry l (x: i64) = let e = mk x in map (+ 1) e.vals

-- ==
-- entry: m
-- input { 2i64 } output { [1i64,2i64,0i64] [[0.5],[0.5,0.5],empty([0]f64)] }
entry m (x: i64) = let es : []ev = [mk 1, mk 2, {at = 0, vals = []}] in (map (.at) es, map (.vals) es)

-- ==
-- entry: n
-- input { 2i64 } output { [1.0,1.0] }
entry n (x: i64) = let (a, b) = ((mk x).vals, (mk x).vals) in map2 (+) a (b :> [length a]f64)
def both (p: ([?]i64, [?]i64)): i64 = length p.0 * length p.1

-- ==
-- entry: o
-- input { 2i64 } output { 6i64 }
entry o (x: i64) = both (iota x, iota 3)

-- ==
-- entry: p
-- input { 2i64 } output { [6i64,0i64] }
entry p (x: i64) = map both [(iota x, iota 3), ([], [1])]
