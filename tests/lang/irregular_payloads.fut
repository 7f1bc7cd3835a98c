-- Abbreviations with `[?]` in payloads and fields, as values and as elements.

type~ shape = #circle f64 | #poly ([?]f64) | #many ([?][?]f64)
def area (s: shape): f64 = match s case #circle r -> r case #poly p -> f64.sum p case #many m -> f64.sum (flatten m)
def grow (s: shape): shape = match s case #circle r -> #poly [r, r] case #poly p -> #many [p, []] case #many m -> #many (m ++ [[1]])

-- ==
-- entry: number_payload
-- input { 2i64 } output { 2.0 }
entry number_payload (x: i64) = area (#circle 2)

-- ==
-- entry: row_payload
-- input { 2i64 } output { 6.0 }
entry row_payload (x: i64) = area (#poly [1,2,3])

-- ==
-- entry: mixed_payloads
-- input { 2i64 } output { [1.0,3.0,1.0,1.0] }
entry mixed_payloads (x: i64) = map area [#circle 1, #poly [1,2], #many [[1],[]], #poly (map f64.i64 (iota x))]

-- ==
-- entry: grown_each
-- input { 2i64 } output { [2.0,3.0,2.0] }
entry grown_each (x: i64) = map (area <-< grow) [#circle 1, #poly [1,2], #many [[1],[]]]

-- ==
-- entry: grown_in_turn
-- input { 2i64 } output { 7.0 }
entry grown_in_turn (x: i64) = let s : shape = #circle 3 in area (grow (grow (grow s)))

-- ==
-- entry: grown_in_loop
-- input { 2i64 } output { 6.0 }
entry grown_in_loop (x: i64) = area (loop s = (#circle 3 : shape) for i < x do grow s)
type~ ev = {at: i64, vals: [?]f64}
def tot (e: ev): f64 = f64.sum e.vals + f64.i64 e.at
def more (e: ev): ev = e with vals = e.vals ++ [1]
def mk (k: i64): ev = {at = k, vals = replicate k 0.5}

-- ==
-- entry: record_literal
-- input { 2i64 } output { 4.0 }
entry record_literal (x: i64) = tot {at = 1, vals = [1,2]}

-- ==
-- entry: mapped_records
-- input { 2i64 } output { [1.0,2.5] }
entry mapped_records (x: i64) = map tot (map more (map mk (iota x)))

-- ==
-- entry: field_of_result
-- input { 2i64 } output { [0.5,0.5,1.0] }
entry field_of_result (x: i64) = (more (mk x)).vals

-- ==
-- entry: fields_of_filtered
-- input { 2i64 } output { [[0.5]] }
entry fields_of_filtered (x: i64) = map (\e -> e.vals) (filter (\e -> e.at > 0) (map mk (iota x)))

-- ==
-- entry: mapped_field
-- input { 2i64 } output { [1.5,1.5] }
entry mapped_field (x: i64) = let e = mk x in map (+ 1) e.vals

-- ==
-- entry: array_of_records
-- input { 2i64 } output { [1i64,2i64,0i64] [[0.5],[0.5,0.5],empty([0]f64)] }
entry array_of_records (x: i64) = let es : []ev = [mk 1, mk 2, {at = 0, vals = []}] in (map (.at) es, map (.vals) es)

-- ==
-- entry: fields_added
-- input { 2i64 } output { [1.0,1.0] }
entry fields_added (x: i64) = let (a, b) = ((mk x).vals, (mk x).vals) in map2 (+) a (b :> [length a]f64)
def both (p: ([?]i64, [?]i64)): i64 = length p.0 * length p.1

-- ==
-- entry: tuple_of_rows
-- input { 2i64 } output { 6i64 }
entry tuple_of_rows (x: i64) = both (iota x, iota 3)

-- ==
-- entry: array_of_tuples
-- input { 2i64 } output { [6i64,0i64] }
entry array_of_tuples (x: i64) = map both [(iota x, iota 3), ([], [1])]
