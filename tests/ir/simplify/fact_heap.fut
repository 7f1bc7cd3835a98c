-- The larger child is in bounds where both are compared with the size.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i32): i64 =
  loop i = 0 while i < n do
    let l = 2 * i + 1
    let big = if l < n && xs[l] > xs[i] then l else i
    in if big == i then n else (if xs[big] > 0 then big else n)
