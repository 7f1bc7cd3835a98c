-- Kernels whose groups do not wait for each other stay as they are.
-- after: unchain
-- count: 1 kernel
-- count: 1 launch

entry f (xs: []i64): []i64 = map (+ 1) xs
