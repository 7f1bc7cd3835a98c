entry added (xss: [][?]i64) = map (\x -> x + 1) (map (.0) (map (\x -> (x, length x)) xss))
entry composed (xss: [][?]i64) = map (filter (> 0) >-> length) xss
