-- A consumed argument is overwritten.
-- after: fuse
-- count: 0 copy
-- count without own: 1 copy

entry f (xs: *[]i64) (i: i64): []i64 = xs with [i] = 3
