-- What finds the row that a failure names does not keep a loop from running in lanes.
-- after: vectorise
-- count: 1 vector

entry checked [n] [m] (t: [m]f32) (iss: [n][?]i64): [n][?]f32 = map (map (\i -> t[i])) iss
