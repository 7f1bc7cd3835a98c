-- Truth values that are added up are counted, in as many lanes as what is compared fills.
-- after: vectorise
-- count: 1 vector
-- count: 1 tallying

entry positive [n] (xs: [n]i32): i64 = i64.sum (map (\x -> i64.bool (x > 0)) xs)
