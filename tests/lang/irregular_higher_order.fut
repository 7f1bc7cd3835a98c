-- Functions of rows: passed, composed, returned; records of rows.

def compose '~a '~b '~c (f: b -> c) (g: a -> b) (x: a) = f (g x)
def on_each '~a '~b [n] (f: a -> b) (xs: [n]a): [n]b = map f xs
-- ==
-- entry: applied_to_each
-- input { [[1i64,-2i64,3i64],[],[-4i64]] } output { [[3i64,1i64],[],[]] [4i64,0i64,0i64] [[2i64,-1i64,4i64],[1i64],[-3i64,1i64]] }
entry applied_to_each [n] (xss: [n][?]i64) =
  (on_each (\x -> reverse (filter (> 0) x)) xss, on_each (\x -> x |> filter (> 0) |> i64.sum) xss,
   xss |> on_each (\x -> x ++ [0]) |> on_each (map (+1)) |> map2 (\i x -> if i == 0 then x[:length x - 1] else x) (iota n))
-- ==
-- entry: composed
-- input { [[1i64,-2i64,3i64],[],[-4i64]] } output { [[3i64],[],[]] [[2i64,-4i64,6i64],[],[-8i64]] [[1i64,4i64,9i64],[],[16i64]] }
entry composed (xss: [][?]i64) =
  let pipeline = map (map (*2)) >-> map (filter (> 2)) >-> map (map (/ 2))
  let f k = map (map (* k))
  in (pipeline xss, f 2 xss, map (\x -> map2 (*) x x) xss)
-- function that takes function returning rows
def expand_with '~a [n] (f: i64 -> a) (ks: [n]i64): [n]a = map f ks
-- ==
-- entry: returning_rows
-- input { [2i64,0i64] } output { [[0i64,1i64],[]] [[5i64,5i64],[]] [[[0i64],[0i64]],[]] [2i64,0i64] }
entry returning_rows [n] (ks: [n]i64) = (expand_with iota ks, expand_with (`replicate` 5i64) ks, expand_with (\k -> replicate k (iota 1)) ks, expand_with id ks)
def iter '~a (n: i64) (f: a -> a) (x: a): a = loop x for _i < n do f x
-- ==
-- entry: iterated
-- input { [[1i64],[2i64,3i64]] } output { [[1i64,1i64,1i64,1i64],[2i64,3i64,2i64,3i64,2i64,3i64,2i64,3i64]] [[1i64],[2i64,3i64]] }
entry iterated (xss: [][?]i64) = (iter 2 (map (\x -> x ++ x)) xss, iter 2 reverse xss)
-- records with updates
type~ state = {rows: [][?]i64, k: i64, sub: {x: []i64, y: bool}}
-- ==
-- entry: record_updates
-- input { [[1i64],[2i64,3i64]] } output { [[1i64],[2i64,3i64],[1i64]] 3i64 [1i64,2i64,3i64] [[9i64],[2i64,3i64]] }
entry record_updates (xss: [][?]i64) =
  let s : state = {rows = xss, k = 1, sub = {x = [], y = true}}
  let s = s with k = s.k + 2
  let s = s with sub.x = flatten s.rows
  let s' = s with rows = s.rows ++ [s.rows[0]]
  in (s'.rows, s'.k, s'.sub.x, copy s.rows with [0] = [9])
-- loop with records changing
-- ==
-- entry: record_in_loop
-- input { 3i64 } output { [[0i64],[0i64,1i64],[0i64,1i64,2i64]] [0i64,0i64,1i64,0i64,1i64,2i64] 3i64 }
entry record_in_loop (n: i64) =
  let r = loop s = {rows = [], all = [], k = 0i64} for i < n do
    {rows = s.rows ++ [iota (i + 1)], all = s.all ++ iota (i + 1), k = s.k + 1}
  in (r.rows, r.all, r.k)
