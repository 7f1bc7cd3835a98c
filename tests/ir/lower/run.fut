-- Points that ask for no row are dealt out by their positions, on three levels too; the row that a failure names is searched where it happens.
-- after: lower
-- count: 5 search
-- count: 1 fail

entry plain [n] (xsss: [n][?][?]f32): [n][?][?]f32 = map (map (map (+ 1))) xsss
entry checked [n] [m] (t: [m]f32) (iss: [n][?]i64): [n][?]f32 = map (map (\i -> t[i])) iss
