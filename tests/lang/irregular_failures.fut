-- Every failure at run time names its place, the row, and the calls that led there.

entry index [n] (xss: [n][?]i64) (i: i64): []i64 = xss[i]
-- ==
-- entry: index
-- input { [[1i64]] 1i64 }
-- error: irregular_failures\.fut:3:52: Index \[1\] out of bounds for array of shape \[1\]$

entry elem (xss: [][?]i64) (i: i64) (j: i64): i64 = xss[i, j]
-- ==
-- entry: elem
-- input { [[1i64],[]] 1i64 0i64 }
-- error: irregular_failures\.fut:9:53: Index \[0\] out of bounds for array of shape \[0\]$

entry slice [n] (xss: [n][?]i64): [n][?]i64 = xss[:, 1:3]
-- ==
-- entry: slice
-- input { [[1i64,2i64,3i64],[1i64]] }
-- error: irregular_failures\.fut:15:47: Index \[1:3\] out of bounds for array of shape \[1\] \(row 1\)$

entry neg_iota [n] (ks: [n]i64): [n][?]i64 = map iota ks
-- ==
-- entry: neg_iota
-- input { [1i64,-2i64] }
-- error: irregular_failures\.fut:21:50: Range 0\.\.1\.\.<-2 is invalid \(row 1\)$

entry neg_rep [n] (ks: [n]i64): [n][?]bool = map (\k -> replicate k true) ks
-- ==
-- entry: neg_rep
-- input { [1i64,-2i64] }
-- error: irregular_failures\.fut:27:57: negative size -2 \(row 1\)$

entry upd (xss: *[][?]i64) (i: i64) (j: i64): [][?]i64 = xss with [i, j] = 0
-- ==
-- entry: upd
-- input { [[1i64],[]] 1i64 0i64 }
-- error: irregular_failures\.fut:33:58: Index \[0\] out of bounds for array of shape \[0\]$

entry updrow (xss: *[][?]i64): [][?]i64 = xss with [0] = [1, 2, 3]
-- ==
-- entry: updrow
-- input { [[1i64]] }
-- error: irregular_failures\.fut:39:43: array of size 3 where size 1 is expected$

entry coerce (xss: [][?]i64): [][2]i64 = xss :> [][2]i64
-- ==
-- entry: coerce
-- input { [[1i64,2i64],[3i64]] }
-- error: irregular_failures\.fut:45:42: Value of size 1 cannot match shape of type "\[\]\[2\]i64", which has size 2 here \(row 1\)$

entry coerce2 [n] (xss: [n][?][?]i64): [n][?][2]i64 = xss :> [n][?][2]i64
-- ==
-- entry: coerce2
-- input { [[[1i64,2i64],[3i64]]] }
-- error: irregular_failures\.fut:51:55: Value of size 1 cannot match shape of type "\[n\]\[\?\]\[2\]i64", which has size 2 here \(row 0, 1\)$

entry zips [n] (xss: [n][?]i64) (yss: [n][?]i64): [n][?]i64 = map2 (\xs ys -> map2 (+) xs (ys :> [length xs]i64)) xss yss
-- ==
-- entry: zips
-- input { [[1i64],[2i64]] [[1i64],[1i64,2i64]] }
-- error: irregular_failures\.fut:57:92: Value of shape \[2\] cannot match shape of type "\[length xs\]i64", which is "\[1\]i64" here \(row 1\)$

entry unfl (ks: []i64) (xs: []i64): [][?]i64 = unflatten_by ks xs
-- ==
-- entry: unfl
-- input { [1i64,-1i64] [1i64] }
-- error: irregular_failures\.fut:63:48: negative size -1 \(row 1\)$
-- input { [1i64,1i64] [1i64] }
-- error: irregular_failures\.fut:63:48: 1 elements for rows whose sizes add up to 2$

entry exp (ks: []i64): []i64 = expand id (\k i -> k + i) ks
-- ==
-- entry: exp
-- input { [1i64,-1i64] }
-- error: irregular_failures\.fut:71:32: negative size -1 \(row 1\)$

entry exprows (ks: []i64): [][?]i64 = expand_rows id (\k i -> k + i) ks
-- ==
-- entry: exprows
-- input { [1i64,-1i64] }
-- error: irregular_failures\.fut:77:39: negative size -1 \(row 1\)$

entry expred (ks: []i64): []i64 = expand_reduce id (\k i -> k + i) (+) 0 ks
-- ==
-- entry: expred
-- input { [1i64,-1i64] }
-- error: irregular_failures\.fut:83:35: negative size -1 \(row 1\)$

entry heads [n] (xss: [n][?]i64): [n]i64 = map head xss
-- ==
-- entry: heads
-- input { [[1i64],[]] }
-- error: irregular_failures\.fut:89:48: Index \[0\] out of bounds for array of shape \[0\] \(row 1\)$

entry lasts [n] (xss: [n][?]i64): [n]i64 = map last xss
-- ==
-- entry: lasts
-- input { [[1i64],[]] }
-- error: irregular_failures\.fut:95:48: Index \[-1\] out of bounds for array of shape \[0\] \(row 1\)$

entry takes [n] (xss: [n][?]i64): [n][2]i64 = map (take 2) xss
-- ==
-- entry: takes
-- input { [[1i64,2i64],[1i64]] }
-- error: irregular_failures\.fut:101:52: Index \[0:2\] out of bounds for array of shape \[1\] \(row 1\)$

entry divs [n] (xss: [n][?]i64): [n][?]i64 = map (map (\x -> 10 / x)) xss
-- ==
-- entry: divs
-- input { [[1i64,2i64],[1i64,0i64]] }
-- error: irregular_failures\.fut:107:62: division by zero \(row 1, 1\)$

entry cond [n] (xss: [n][?]i64): [n]i64 = map (\xs -> if null xs then 0 else xs[length xs]) xss
-- ==
-- entry: cond
-- input { [[1i64]] }
-- error: irregular_failures\.fut:113:78: Index \[1\] out of bounds for array of shape \[1\] \(row 0\)$

entry loopy [n] (xss: [n][?]i64): [n]i64 = map (\xs -> loop a = 0 for i < 3 do a + xs[i]) xss
-- ==
-- entry: loopy
-- input { [[1i64,2i64,3i64],[1i64]] }
-- error: irregular_failures\.fut:119:84: Index \[1\] out of bounds for array of shape \[1\] \(row 1\)$

entry zipc (xs: []i64) (ys: []i64): []i64 = [ x + y | x <- xs | y <- ys ]
-- ==
-- entry: zipc
-- input { [1i64,2i64] [3i64] }
-- error: irregular_failures\.fut:125:55: one side of a zip has 1 elements, another one 2$

entry zipin (xss: [][?]i64): []i64 = [ x + y | xs <- xss, (x <- xs | y <- 0..<2) ]
-- ==
-- entry: zipin
-- input { [[1i64,2i64],[3i64]] }
-- error: irregular_failures\.fut:131:59: one side of a zip has 2 elements, another one 1 \(row 1\)$

entry rng (a: i64) (b: i64): []i64 = [ x | x <- a..<b ]
-- ==
-- entry: rng
-- input { 3i64 1i64 }
-- error: irregular_failures\.fut:137:49: Range 3\.\.<1 is invalid$

entry rng2 [n] (ks: [n]i64): [n][?]i64 = [ [ x | x <- 1..<k ] | k <- ks ]
-- ==
-- entry: rng2
-- input { [1i64,0i64] }
-- error: irregular_failures\.fut:143:55: Range 1\.\.<0 is invalid \(row 1\)$

entry redop [n] (xss: [n][?]i64): [n]i64 = map (reduce (\a b -> assert (b != 0) (a + b)) 0) xss
-- ==
-- entry: redop
-- input { [[1i64],[2i64,0i64]] }
-- error: irregular_failures\.fut:149:65: Assertion is false: b != 0 \(row 1, 1\)$

entry scat (xss: *[][?]i64) (is: []i64) (yss: [][?]i64): [][?]i64 = scatter xss is (yss :> [length is][?]i64)
-- ==
-- entry: scat
-- input { [[1i64]] [0i64,1i64] [[1i64]] }
-- error: irregular_failures\.fut:155:85: Value of size 1 cannot match shape of type "\[length is\]\[\?\]i64", which has size 2 here$

def helper (xs: []i64) = xs[7]

entry called [n] (xss: [n][?]i64): [n]i64 = map (\xs -> helper xs) xss
-- ==
-- entry: called
-- input { [[1i64]] }
-- error: irregular_failures\.fut:161:26: Index \[7\] out of bounds for array of shape \[1\] \(row 0\), called at .*irregular_failures\.fut:163:57

entry rec (n: i64): i64 = (loop xs = [n] while true do if length xs > 3 then assert false xs else xs ++ [n])[0]
-- ==
-- entry: rec
-- input { 3i64 }
-- error: irregular_failures\.fut:169:78: Assertion is false: false$

entry chunk [n] (xs: [n]i64): [n]i64 = stream_map (\c -> filter (> 0) c) xs
-- ==
-- entry: chunk
-- input { [1i64,-1i64] }
-- error: irregular_failures\.fut:175:40: the result has size 1 for a chunk of size 2$

entry unflat (xs: []i64): [][3]i64 = unflatten (xs :> [2*3]i64)
-- ==
-- entry: unflat
-- input { [1i64,2i64] }
-- error: irregular_failures\.fut:181:49: Value of shape \[2\] cannot match shape of type "\[2\*3\]i64", which is "\[6\]i64" here$

entry shr [n] (xss: [n][?]i64): [n][?]i64 = map (\xs -> map (\i -> xs[i]) [0, 1, 2]) xss
-- ==
-- entry: shr
-- input { [[1i64,2i64]] }
-- error: irregular_failures\.fut:187:68: Index \[2\] out of bounds for array of shape \[2\] \(row 0, 2\)$

entry hole (x: i64): i64 = if x > 0 then ??? else 0
-- ==
-- entry: hole
-- input { 1i64 }
-- error: irregular_failures\.fut:193:42: reached a hole$

entry sgrp (xs: []i64): [][?]i64 = [ [x[0], x[1]] | x <- xs, group by k = x ]
-- ==
-- entry: sgrp
-- input { [1i64,1i64,2i64] }
-- error: irregular_failures\.fut:199:45: Index \[1\] out of bounds for array of shape \[1\] \(row 1\)$

entry zip_turned (xs: []i64): []i64 = [ x + y | x <- [1] | y <- rotate 1 xs ]
-- ==
-- entry: zip_turned
-- input { empty([0]i64) }
-- error: irregular_failures\.fut:205:49: one side of a zip has 0 elements, another one 1$
