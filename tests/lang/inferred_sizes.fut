-- A size parameter that only the inferred type of the result mentions: uses of the result choose it.
-- ==
-- entry: main
-- input { 5i64 [1i64, 2i64] } output { 5i64 10i64 [8i64, 9i64] 3i64 }

def mk [m] 'a (x: a) = {w = replicate m (), x}
def size_of [m] 'a (r: {w: [m](), x: a}): i64 = m
def resize [n] [m] 'a (r: {w: [n](), x: a}) = {w = replicate m (), x = r.x}
def filled [n] (x: i64) = replicate n x

entry main (k: i64) (xs: []i64): (i64, i64, []i64, i64) =
  let r: {w: [k](), x: i64} = mk 7
  let q: {w: [2 * k](), x: i64} = resize r
  let row [n] (ys: [n]i64) = let f [l] (y: i64) = replicate l y in map2 (+) ys (f r.x)
  let three: [3]i64 = filled 1
  in (size_of r, size_of q, row xs, i64.sum three)

-- Parameters without a type share the sizes that the declared result binds.
-- ==
-- entry: packed
-- input { [[1i64, 2i64], [3i64, 4i64]] [5i32, 6i32] } output { 2i64 2i64 21i64 }
type~ packed = ?[a][b].{rows: [a][b]i64, tags: [a]i32}
def pack rows tags: packed = {rows = map (map (+ 0)) rows, tags}
def checked [a] [b] (p: {rows: [a][b]i64, tags: [a]i32}): i64 =
  i64.sum (map2 (\row tag -> i64.sum row + i64.i32 tag) p.rows p.tags)
entry packed (rows: [][]i64) (tags: []i32): (i64, i64, i64) =
  let p = pack (rows :> [length rows][2]i64) (tags :> [length rows]i32)
  in (length p.rows, length p.tags, checked p)
