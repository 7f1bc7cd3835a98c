-- A filter counts in lanes, and stores what it keeps together: both walks count how many are kept.
-- after: vectorise
-- count: 2 vector
-- count: 2 counting

entry f [n] (xs: [n]i32): []i32 = filter (> 0) xs
