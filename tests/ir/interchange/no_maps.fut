-- Any other operator is applied to many pairs at once: a loop over the elements of groups, one over rounds.
-- after: interchange
-- count without unpack: 2 loop

entry f [n] (xss: [n][2]i64): [2]i64 = reduce (\a b -> [a[0] * b[0], a[1] * b[0] + b[1]]) [1, 0] xss
