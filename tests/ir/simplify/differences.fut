-- n - m is not m - n: the sizes are compared.
-- after: tidy
-- count: 1 assert_eq
-- count: 3 checks

entry f (n: i64) (m: i64): []i64 = map2 (+) (iota (n - m)) (iota (m - n) :> [n - m]i64)
