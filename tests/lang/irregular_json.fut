-- Sums with payloads of their own sizes: nested, matched in pairs, merged in loops.
type~ json = #null | #num f64 | #arr ([?]f64) | #obj ([?](i64, f64))
def size (j: json): i64 = match j case #null -> 0 case #num _ -> 1 case #arr xs -> length xs case #obj kvs -> length kvs
def total (j: json): f64 = match j case #null -> 0 case #num x -> x case #arr xs -> f64.sum xs case #obj kvs -> f64.sum (map (.1) kvs)
def keys (j: json): []i64 = match j case #obj kvs -> map (.0) kvs case _ -> []
def mk (k: i64): json =
  if k % 4 == 0 then #null else if k % 4 == 1 then #num (f64.i64 k)
  else if k % 4 == 2 then #arr (map f64.i64 (iota k)) else #obj (map (\i -> (i * k, f64.i64 i)) (iota k))
-- ==
-- entry: matched_each
-- input { [0i64,1i64,2i64,3i64,6i64] } output { [0i64,1i64,2i64,3i64,6i64] [0f64,1f64,1f64,3f64,15f64] [[],[],[],[0i64,3i64,6i64],[]] }
entry matched_each (ks: []i64) = let js = map mk ks in (map size js, map total js, map keys js)
-- ==
-- entry: rows_of_sums
-- input { [[0i64,1i64],[],[2i64,3i64]] } output { [[0i64,1i64],[],[2i64,3i64]] [1f64,0f64,4f64] [2i64,0i64,2i64] }
entry rows_of_sums (kss: [][?]i64) =
  let jss : [][?]json = map (map mk) kss
  in (map (map size) jss, map (\js -> f64.sum (map total js)) jss, map length jss)
-- ==
-- entry: filtered_by_constructor
-- input { [0i64,1i64,2i64,3i64] } output { [1i64,2i64] [[1f64],[0f64,1f64]] }
entry filtered_by_constructor (ks: []i64) =
  let js = filter (\j -> match j case #null -> false case #obj _ -> false case _ -> true) (map mk ks)
  in (map size js, map (\j -> match j case #num x -> [x] case #arr xs -> xs case _ -> []) js)
-- ==
-- entry: merged_in_loop
-- input { [2i64,5i64] } output { 3i64 6f64 }
entry merged_in_loop (ks: []i64) =
  let merge (a: json) (b: json): json =
    match (a, b)
    case (#null, y) -> y
    case (x, #null) -> x
    case (#num x, #num y) -> #arr [x, y]
    case (#arr xs, #num y) -> #arr (xs ++ [y])
    case (#num x, #arr ys) -> #arr ([x] ++ ys)
    case (#arr xs, #arr ys) -> #arr (xs ++ ys)
    case (x, _) -> x
  let j = loop j = (#null : json) for k in ks do merge j (mk k)
  in (size j, total j)
-- ==
-- entry: compared
-- input { [3i64,2i64] } output { [true,false] [false,true] }
entry compared (ks: []i64) = let js = map mk ks in (map (\j -> j == mk 3) js, map (\j -> match j case #arr xs -> length xs > 0 case _ -> false) js)
