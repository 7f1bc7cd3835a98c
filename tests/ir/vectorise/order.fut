-- Rounds that depend on each other stay in order: scatters, operators that do not commute. So do operators without vector instructions.
-- after: vectorise
-- count: 0 vector

entry last_of [n] (xs: [n]i32): i32 = reduce (\_ y -> y) 0 xs
entry horner [n] (xs: [n]f32): f32 = reduce (\a b -> a - b) 0 xs
entry divided [n] (k: i64) (xs: [n]i64): [n]i64 = map (/ k) xs
entry placed [n] [k] (ys: *[k]i64) (is: [n]i64): [k]i64 = scatter ys is is
