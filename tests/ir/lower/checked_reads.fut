-- An index that is out of bounds becomes 0, where every array can be read: nobody asks whether a check has failed before the element is read.
-- It is asked once, before a lane takes several points together.
-- after: lower
-- count: 1 failed

entry gathered [n] [m] (is: [m]i64) (xs: [n]f32): [m]f32 = map (\i -> xs[i]) is
