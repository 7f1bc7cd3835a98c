-- A map over what a scan gives runs where that is known.
-- after: flatten
-- count: 1 seg
-- count: 1 each

entry f (xs: []i64): []i64 = map (* 2) (scan (+) 0 xs)
