-- By induction j stays between 0 and i.
-- after: simplify
-- count: 0 checks

entry f [n] (xs: [n]i32): [n]i32 =
  loop xs = copy xs for i < n do
    let x = xs[i]
    let (xs, j) = loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do (xs with [j] = copy xs[j - 1], j - 1)
    in xs with [j] = x
