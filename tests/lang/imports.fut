-- Definitions and modules of another file. An import that follows a module is a declaration, not an argument of that module.
-- ==
-- entry: areas
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[2i64, 8i64], [], [18i64]] }

module offset = { def by (x: i64): i64 = x + 1 }
import "lib/shapes"
module again = import "lib/shapes"
import "lib/shapes"
open import "lib/shapes"
import "lib/lengths"
module keyed_pair: keyed with t = (i64, i64) = { type t = (i64, i64) def key ((k, _): t) = k }
local import "lib/lengths"
module sealed = import "lib/lengths" : { val total [n] : [n]i64 -> i64 }
import "lib/shapes"

entry areas [n] (xss: [n][?]i64): [n][?]i64 = map (map (\x -> twice (square.area x))) xss

-- ==
-- entry: sums
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [8i64, 2i64, 8i64] }
entry sums [n] (xss: [n][?]i64): [n]i64 =
  map (\xs -> again.twice (offset.by (sealed.total xs) + keyed_pair.key (0, 1))) xss
