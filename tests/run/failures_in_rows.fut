-- What a failed worker hands on keeps nobody going; operators that can fail see no parts without elements.

def odd (a: i64) (b: i64): i64 = loop x = (a * b) % 1000003 while x % 2 == 0 do x / 2

entry reduced [n] [m] (is: [n]i64) (tab: [m]i64): i64 = reduce odd 1 (map (\i -> tab[i]) is)
-- ==
-- entry: reduced
-- input { [0i64, 1i64, 2i64, 9i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 0i64, 0i64, 1i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64] [3i64, 5i64, 7i64] }
-- error: Index \[9\] out of bounds for array of shape \[3\]

entry scanned [n] [m] (is: [n]i64) (tab: [m]i64): [n]i64 = scan odd 1 (map (\i -> tab[i]) is)
-- ==
-- entry: scanned
-- input { [0i64, 1i64, 2i64, 9i64, 1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 0i64, 0i64, 1i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64, 0i64, 1i64, 2i64] [3i64, 5i64, 7i64] }
-- error: Index \[9\] out of bounds for array of shape \[3\]

def positive (a: i64) (b: i64): i64 = i64.max a (assert (b >= 0) b)

entry of_kept (n: i64): i64 = reduce positive (-1) (filter (> 5) (map (\i -> if i == 2 then 7 else if i == n - 10 then 9 else 1) (iota n)))
-- ==
-- entry: of_kept
-- input { 60i64 }
-- output { 9i64 }

entry of_kept_rows (n: i64): []i64 =
  map (\k -> reduce positive (-1) (filter (> 5) (map (\i -> if i == 2 + k then 7 else if i == n - 10 then 9 else 1) (iota n)))) (iota 3)
-- ==
-- entry: of_kept_rows
-- input { 60i64 }
-- output { [9i64, 9i64, 9i64] }
-- input { 4i64 }
-- output { [7i64, 7i64, -1i64] }
