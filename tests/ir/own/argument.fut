-- An argument belongs to the caller: it is copied before the update.
-- after: fuse
-- count: 1 copy

entry f (xs: []i64) (i: i64): []i64 = copy xs with [i] = 3
