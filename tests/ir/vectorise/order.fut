-- Rounds that depend on each other stay in order: scatters, operators that do not commute. So do operators without vector instructions.
-- Of a scan only the sums of shares run in lanes.
-- after: vectorise
-- count: 1 vector

entry running [n] (xs: [n]i32): [n]i32 = scan (+) 0 xs
entry last_of [n] (xs: [n]i32): i32 = reduce (\_ y -> y) 0 xs
entry horner [n] (xs: [n]f32): f32 = reduce (\a b -> a - b) 0 xs
entry divided [n] (k: i32) (xs: [n]i32): [n]i32 = map (/ k) xs
entry placed [n] [k] (ys: *[k]i64) (is: [n]i64): [k]i64 = scatter ys is is
