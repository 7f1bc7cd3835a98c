-- A size of a local function that hides another one is called as it is written.
entry main [m] (xs: [m]i64) = let f [m] (ys: []i64) = length ys + m in f xs
