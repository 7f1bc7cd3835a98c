-- What failed checks say: the words, the values, the position and the calls.

-- ==
-- entry: index
-- input { [1i64, 2i64] 1i64 } output { 2i64 }
-- input { [1i64, 2i64] 2i64 } error: messages.fut:[0-9]+:[0-9]+: Index \[2\] out of bounds for array of shape \[2\]
-- input { [1i64, 2i64] -1i64 } error: Index \[-1\] out of bounds for array of shape \[2\]
-- input { empty([0]i64) 0i64 } error: ^Error: .*Index \[0\] out of bounds for array of shape \[0\]

-- ==
-- entry: row
-- input { [[1i64, 2i64]] 1i64 } error: Index \[1\] out of bounds for array of shape \[1\]

-- ==
-- entry: element
-- input { [[1i64, 2i64]] 0i64 2i64 } error: Index \[2\] out of bounds for array of shape \[2\]

-- ==
-- entry: update
-- input { [1i64, 2i64] 5i64 } error: Index \[5\] out of bounds for array of shape \[2\]

-- ==
-- entry: slice
-- input { [1i64, 2i64, 3i64] 1i64 3i64 } output { [2i64, 3i64] }
-- input { [1i64, 2i64, 3i64] 3i64 3i64 } output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] 2i64 1i64 } error: Index \[2:1\] out of bounds for array of shape \[3\]
-- input { [1i64, 2i64, 3i64] 0i64 4i64 } error: Index \[0:4\] out of bounds for array of shape \[3\]

-- ==
-- entry: strided
-- input { [1i64, 2i64, 3i64, 4i64] 2i64 } output { [1i64, 3i64] }
-- input { [1i64, 2i64, 3i64, 4i64] -1i64 } error: Index \[0:4:-1\] out of bounds for array of shape \[4\]
-- input { [1i64, 2i64, 3i64, 4i64] 0i64 } error: Index \[0:4:0\] out of bounds for array of shape \[4\]

-- ==
-- entry: in_rows
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 1i64] } output { [1i64, 4i64] }
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 7i64] } error: Index \[7\] out of bounds for array of shape \[2\] \(row 1\)

-- ==
-- entry: called
-- input { [1i64] 4i64 } error: Index \[4\] out of bounds for array of shape \[1\], called at .*messages.fut:[0-9]+:[0-9]+, called at .*messages.fut:[0-9]+:[0-9]+

-- ==
-- entry: negative_iota
-- input { 3i64 } output { 3i64 }
-- input { -3i64 } error: Range 0\.\.1\.\.<-3 is invalid

-- ==
-- entry: negative_replicate
-- input { 2i64 } output { [true, true] }
-- input { -2i64 } error: negative size -2

-- ==
-- entry: coerce
-- input { [1i64, 2i64] 2i64 } output { [1i64, 2i64] }
-- input { [1i64, 2i64] 3i64 } error: Value of shape \[2\] cannot match shape of type "\[k\]i64", which is "\[3\]i64" here

-- ==
-- entry: coerce_rows
-- input { [1i64, 1i64] 1i64 } output { [[0i64], [0i64]] }
-- input { [1i64, 2i64] 1i64 } error: Value of size 2 cannot match shape of type .*, which has size 1 here

-- ==
-- entry: asserted
-- input { 4i64 } output { 2i64 }
-- input { 3i64 } error: Assertion is false: n % 2 == 0

-- ==
-- entry: asserted_parts
-- input { 1i64 5i64 } error: Assertion is false: \(a < 3\) && \(b < 3\)$

-- ==
-- entry: asserted_call
-- input { [0i64] } error: Assertion is false: not \(null \(filter \(> 0\) xs\)\)$

-- ==
-- entry: asserted_tuple
-- input { 1i64 5i64 } error: Assertion is false: \(a, b\) == \(b, a\)$

-- ==
-- entry: asserted_rows
-- input { [4i64, 3i64] } error: Assertion is false: n % 2 == 0 \(row 1\)

-- ==
-- entry: cut
-- input { [1i64, 2i64, 3i64, 4i64] 2i64 2i64 } output { [[1i64, 2i64], [3i64, 4i64]] }
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 2i64 } error: Value of shape \[4\] cannot match shape of type "\[n \* m\]i64", which is "\[6\]i64" here
-- input { [1i64, 2i64, 3i64, 4i64] -2i64 -2i64 } error: Cannot unflatten array of shape \[4\] to array of shape \[-2\]\[-2\]

-- ==
-- entry: zipped
-- input { [1i64] [2i64, 3i64] } error: which is "\[1\]i64" here

-- ==
-- entry: divided
-- input { [4i64, 6i64] [2i64, 3i64] } output { [2i64, 2i64] }
-- input { [4i64, 6i64] [2i64, 0i64] } error: messages.fut:[0-9]+:[0-9]+: division by zero \(row 1\)

-- ==
-- entry: remainder
-- input { 7i32 0i32 } error: division by zero

-- ==
-- entry: powers
-- input { 2i64 10i64 } output { 1024i64 }
-- input { 2i64 -1i64 } error: negative exponent -1

-- ==
-- entry: sized_argument
-- input { 2i64 [1i64, 2i64, 3i64] } output { 6i64 }
-- input { 3i64 [1i64, 2i64, 3i64] } error: invalid size 3, where size 4 is expected

-- ==
-- entry: unfinished
-- input { 1i64 } output { 1i64 }
-- input { -1i64 } error: hole

-- ==
-- entry: block
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 1i64 3i64 } output { [[2i64, 3i64], [5i64, 6i64]] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 2i64 4i64 } error: Index \[0:2, 2:4\] out of bounds for array of shape \[2\]\[3\]

-- ==
-- entry: part_of_row
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 1i64 2i64 } output { [4i64, 5i64] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 2i64 2i64 } error: Index \[2, 0:2\] out of bounds for array of shape \[2\]\[3\]

-- ==
-- entry: parts_of_rows
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 1i64] } output { [[[2i64]], [[4i64]]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 2i64] } error: Index \[2:3, 1:2\] out of bounds for array of shape \[2\]\[2\] \(row 1\)

-- ==
-- entry: coerce_both
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 2i64 } output { [[1i64, 2i64], [3i64, 4i64]] }
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 4i64 } error: Value of shape \[2\]\[2\] cannot match shape of type "\[a\]\[b\]i64", which is "\[2\]\[4\]i64" here

entry block [n] (xss: [n][]i64) (i: i64) (j: i64) = xss[:n, i:j]
entry part_of_row (xss: [][]i64) (i: i64) (j: i64) = xss[i, :j]
entry parts_of_rows (xss: [][]i64) (is: []i64) = map (\i -> xss[i:i + 1, 1:2]) is
entry coerce_both (xss: [][]i64) (a: i64) (b: i64) = xss :> [a][b]i64

entry index (xs: []i64) (i: i64) = xs[i]
entry row (xss: [][]i64) (i: i64) = xss[i]
entry element (xss: [][]i64) (i: i64) (j: i64) = xss[i, j]
entry update (xs: *[]i64) (i: i64) = xs with [i] = 0
entry slice (xs: []i64) (a: i64) (b: i64) = xs[a:b]
entry strided (xs: []i64) (s: i64) = xs[0:4:s]
entry in_rows [n] (xss: [n][]i64) (is: [n]i64) = map2 (\xs i -> xs[i]) xss is

def at (xs: []i64) (i: i64): i64 = xs[i]
def twice (xs: []i64) (i: i64): i64 = 2 * at xs i
entry called (xs: []i64) (i: i64) = twice xs i

entry negative_iota (n: i64) = i64.sum (iota n)
entry negative_replicate (n: i64) = replicate n true
entry coerce (xs: []i64) (k: i64) = xs :> [k]i64
entry coerce_rows [n] (ns: [n]i64) (k: i64) = map iota ns :> [n][k]i64
entry asserted (n: i64) = assert (n % 2 == 0) (n / 2)
entry asserted_parts (a: i64) (b: i64) = assert ((a < 3) && (b < 3)) (a + b)
entry asserted_call (xs: []i64) = assert (not (null (filter (> 0) xs))) xs
entry asserted_tuple (a: i64) (b: i64) = assert ((a, b) == (b, a)) (a + b)
entry asserted_rows (ns: []i64) = map (\n -> assert (n % 2 == 0) (n / 2)) ns
entry cut (xs: []i64) (n: i64) (m: i64): [n][m]i64 = unflatten (xs :> [n * m]i64)
entry zipped (xs: []i64) (ys: []i64) = map2 (+) xs (ys :> [length xs]i64)
entry divided [n] (xs: [n]i64) (ys: [n]i64) = map2 (/) xs ys
entry remainder (x: i32) (y: i32) = x % y
entry powers (x: i64) (y: i64) = x ** y
entry sized_argument (k: i64) (xs: [k + 1]i64) = i64.sum xs
entry unfinished (x: i64): i64 = if x < 0 then ??? else x
