-- Definitions and modules of another file.
-- ==
-- entry: areas
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[2i64, 8i64], [], [18i64]] }

import "lib/shapes"

entry areas [n] (xss: [n][?]i64): [n][?]i64 = map (map (\x -> twice (square.area x))) xss
