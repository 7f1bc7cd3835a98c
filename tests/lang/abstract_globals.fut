-- Nothing is known of the memory behind a definition of an abstract type: what is computed from it may be returned by a lambda and
-- updated, and the definition stays as it is.
-- ==
-- entry: rows
-- input { 3i64 } output { [[0i64, 2i64, 3i64], [1i64, 2i64, 3i64], [2i64, 2i64, 3i64]] }

module box: {
  type~ box
  val make: i64 -> box
  val items: box -> []i64
  val set: *box -> i64 -> box
} = {
  type~ box = []i64
  def make (n: i64): box = map (+ 1) (iota n)
  def items (b: box): []i64 = b
  def set (b: *box) (x: i64): box = b with [0] = x
}

def table = box.make 3

entry rows (n: i64): [n][3]i64 = tabulate n (\i -> (box.items table :> [3]i64) with [0] = i)

-- ==
-- entry: updated
-- input { 7i64 } output { [7i64, 2i64, 3i64] [1i64, 2i64, 3i64] }
entry updated (x: i64): ([]i64, []i64) =
  let new = box.items (box.set table x)
  in (new, copy (box.items table))

-- ==
-- entry: shared
-- input { [0i64, 2i64] } output { [[1i64, 2i64, 3i64], [1i64, 2i64, 3i64]] }
entry shared [n] (is: [n]i64): [n][3]i64 = map (\_ -> box.items table :> [3]i64) is
