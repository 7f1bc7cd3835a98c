-- A check that does not vary is made once, in front, and not at all where there is no element; one behind a check that varies
-- stays where it is, and so does one in a branch.
-- test: hoist
-- count: 2 select
-- count: 5 checks

entry f [n] (d: i64) (xs: [n]i64): [n]i64 = map (\x -> x / d) xs
entry g [n] (d: i64) (xs: [n]i64): [n]i64 = map (\x -> 7 / x + x / d) xs
entry h [n] (d: i64) (xs: [n]i64): [n]i64 = map (\x -> if x > 3 then let y = loop y = x for i < 3 do y + i in y / d else x) xs
entry loops (n: i64) (d: i64) (x: i64): i64 = loop x for _i < n do x / d
