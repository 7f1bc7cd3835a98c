-- Where [?] may stand, what is widened, and coercions.
-- ==
-- entry: literal
-- input { 1i64 }
-- output { [[1i64, 2i64], [3i64], empty([0]i64)] }

-- ==
-- entry: literal_deep
-- input { 1i64 }
-- output { [[[1i64, 2i64], [3i64]], [[4i64]], empty([0][?]i64)] }

-- ==
-- entry: literal_mixed
-- input { [1i64, 2i64, 3i64] }
-- output { [[1i64, 2i64], [1i64, 2i64, 3i64], [0i64], [2i64, 3i64]] }

-- ==
-- entry: regular_pair
-- input { [1i64, 2i64] [3i64, 4i64] }
-- output { [[1i64, 2i64], [3i64, 4i64]] }

-- ==
-- entry: branches
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], [0i64], [3i64, 0i64]] }

-- ==
-- entry: matched
-- input { [2i64, 0i64, 1i64] }
-- output { [[0i64, 1i64], empty([0]i64), [7i64]] }

-- ==
-- entry: whole_branches
-- input { true [2i64, 1i64] }
-- output { [[0i64, 1i64], [0i64]] }
-- input { false [2i64, 1i64] }
-- output { [[1i64]] }

-- ==
-- entry: abbreviated
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[false, true], empty([0]bool), [true]] }

-- ==
-- entry: records
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [2i64, 0i64, 1i64] [[1i64, 2i64], empty([0]i64), [3i64]] }

-- ==
-- entry: independent
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64]] [[true], empty([0]bool), [true]] }

-- ==
-- entry: matrices
-- input { [1i64, 0i64, 2i64] }
-- output { [[[0i64, 1i64]], empty([0][?]i64), [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]]] }

-- ==
-- entry: transposed
-- input { [[[1i64, 2i64]], [[3i64], [4i64]]] }
-- output { [[[1i64], [2i64]], [[3i64, 4i64]]] }

-- ==
-- entry: flattened
-- input { [[[1i64, 2i64]], [[3i64], [4i64]]] }
-- output { [[1i64, 2i64], [3i64, 4i64]] }

-- ==
-- entry: linked
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64]] [[false, true], empty([0]bool), [true]] }

-- ==
-- entry: signature
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [3i64, 0i64, 3i64] }

-- ==
-- entry: abstract_type
-- input { [3i64, 4i64] }
-- output { 9i64 }

-- ==
-- entry: open_variable
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[3i64], empty([0]i64), [2i64, 1i64]] [2i64, 0i64, 1i64] [[1i64, 2i64], empty([0]i64), [3i64]] [[1i64, 2i64, 1i64, 2i64, 1i64, 2i64, 1i64, 2i64], empty([0]i64), [3i64, 3i64, 3i64, 3i64]] }

-- ==
-- entry: any_size
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [3i64, 0i64, 3i64] [2i64, 0i64, 1i64] }

-- ==
-- entry: regular_in
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { 4i64 }

-- ==
-- entry: regular_out
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 }
-- output { [[1i64, 2i64], [3i64, 4i64]] }
-- input { [[1i64, 2i64], [3i64]] 2i64 }
-- error: irregular_types\.fut:202:51: Value of size 1 cannot match shape of type "\[n\]\[m\]i64", which has size 2 here
-- input { empty([0][?]i64) 2i64 }
-- output { empty([0][2]i64) }

-- ==
-- entry: inner_out
-- input { [[[1i64, 2i64], [3i64, 4i64]], []] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], empty([0][2]i64)] }
-- input { [[[1i64, 2i64], [3i64]], []] }
-- error: irregular_types\.fut:204:44: Value of size 1 cannot match shape of type "\[n\]\[\?\]\[2\]i64", which has size 2 here

-- ==
-- entry: outer_out
-- input { [[1i64, 2i64], [], [3i64]] 3i64 }
-- output { [[1i64, 2i64], empty([0]i64), [3i64]] }
-- input { [[1i64, 2i64], [], [3i64]] 2i64 }
-- error: irregular_types\.fut:206:44: Value of size 3 cannot match shape of type "\[n\]\[\?\]i64", which has size 2 here

-- ==
-- entry: by_length
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[0i64, 1i64], empty([0]i64), [0i64]] }

-- ==
-- entry: hole
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { [[1i64, 2i64], empty([0]i64), [3i64]] }
-- input { [[1i64, 2i64, 3i64, 4i64, 5i64]] }
-- error: irregular_types\.fut:210:82: reached a hole

-- ==
-- entry: size_of_rows
-- input { [[1i64, 2i64], [], [3i64]] }
-- output { 3i64 }

entry literal (x: i64) = [[x, 2], [3], []]

entry literal_deep (x: i64) = [[[x, 2], [3]], [[4i64]], []]

entry literal_mixed (xs: []i64) = [[1, 2], xs, iota xs[0], filter (> 1) xs]

-- Parameters of anonymous size are made one size.
entry regular_pair [n] (xs: [n]i64) (ys: [n]i64): [2][n]i64 = [xs, ys]

entry branches (xss: [][?]i64) = map (\xs -> if length xs > 1 then xs else xs ++ [0]) xss

entry matched (ns: []i64) = map (\n -> match n case 0 -> [] case 1 -> [7] case _ -> iota n) ns

entry whole_branches (b: bool) (ns: []i64) = if b then map iota ns else [[1]]

type~ table [n] 't = [n][?]t
entry abbreviated [n] (t: table [n] i64): table [n] bool = map (map (> 1)) t

entry records [n] (xss: [n][?]i64): [n]{k: i64, v: [?]i64} = map (\xs -> {k = length xs, v = xs}) xss

-- Several [?] in one element are independent.
entry independent [n] (xss: [n][?]i64): [n]([?]i64, [?]bool) = map (\xs -> (xs, map (> 1) (filter (> 1) xs))) xss

entry matrices [n] (ns: [n]i64): [n](?[r][c].[r][c]i64) = map (\k -> tabulate_2d k (k + 1) (\i j -> i * 10 + j)) ns

entry transposed [n] (ms: [n](?[r][c].[r][c]i64)) = map transpose ms

entry flattened [n] (ms: [n](?[r][c].[r][c]i64)) = map flatten ms

-- Two arrays of one size in every element.
entry linked [n] (xss: [n][?]i64): [n](?[k].([k]i64, [k]bool)) = map (\xs -> (xs, map (> 1) xs)) xss

module type summing = { val sums [n] : [n][?]i64 -> [n]i64 }
module summing : summing = { def sums [n] (xss: [n][?]i64): [n]i64 = map i64.sum xss }
entry signature [n] (xss: [n][?]i64) = summing.sums xss

module type rows = {
  type~ t
  val make [n] : [n]i64 -> t
  val total : t -> i64
}
module rows : rows = {
  type~ t = [][?]i64
  def make [n] (ns: [n]i64): t = map iota ns
  def total (x: t): i64 = i64.sum (flatten x)
}
entry abstract_type (ns: []i64) = rows.total (rows.make ns)

-- A type variable of a library function stands for rows too.
def backwards 't [n] (xs: [n]t): [n]t = map (\i -> xs[n - 1 - i]) (iota n)
def swap 'a 'b (x: a, y: b): (b, a) = (y, x)
def twice '~t (f: t -> t) (x: t): t = f (f x)
entry open_variable (xss: [][?]i64) =
  (backwards (map backwards xss), map swap (zip xss (lengths xss)), twice (map (\xs -> xs ++ xs)) xss)

-- A function of arrays of any size.
def on_rows [n] (f: [?]i64 -> i64) (xss: [n][?]i64): [n]i64 = map f xss
entry any_size (xss: [][?]i64) = (on_rows i64.sum xss, on_rows (\xs -> length xs) xss)

-- Regular is accepted where irregular is expected.
def count (xss: [][?]i64): i64 = i64.sum (lengths xss)
entry regular_in [n] [m] (xss: [n][m]i64) = count xss

entry regular_out [n] (xss: [n][?]i64) (m: i64) = xss :> [n][m]i64

entry inner_out [n] (xsss: [n][?][?]i64) = xsss :> [n][?][2]i64

entry outer_out (xss: [][?]i64) (n: i64) = xss :> [n][?]i64

entry by_length (xss: [][?]i64) = map (\xs -> iota (length xs) :> [length xs]i64) xss

entry hole (xss: [][?]i64): [][?]i64 = map (\xs -> if length xs < 5 then xs else ???) xss

entry size_of_rows (xss: [][?]i64) = let [n] (_: [n][?]i64) = xss in n

-- The sizes that a `type~` hides belong to each value: arrays of such values are irregular, and matrices stay rectangles.
type~ hidden_grid = [][]i64
type~ hidden_event = {at: i64, values: []i64}

-- ==
-- entry: hidden_rows
-- input { [2i64, 0i64, 1i64] } output { [1i64, 0i64, 0i64] [2i64, 0i64, 1i64] }
entry hidden_rows [n] (ks: [n]i64): ([n]i64, [n]i64) =
  let es: [n]hidden_event = map (\k -> {at = i64.sum (iota k), values = iota k}) ks
  in (map (.at) es, map (\(e: hidden_event) -> length e.values) es)

-- ==
-- entry: hidden_matrices
-- input { [2i64, 1i64] } output { [[[0i64, 10i64], [1i64, 11i64], [2i64, 12i64]], [[0i64], [1i64], [2i64]]] }
entry hidden_matrices [n] (ks: [n]i64): [n]hidden_grid =
  let ms: [n]hidden_grid = map (\k -> tabulate_2d k 3 (\i j -> 10 * i + j)) ks
  in map transpose ms

-- ==
-- entry: squares
-- input { [2i64, 1i64] } output { [[[0i64, 1i64], [1i64, 2i64]], [[0i64]]] }
entry squares [n] (ks: [n]i64): [n](?[m].[m][m]i64) = map (\k -> tabulate_2d k k (+)) ks

-- ==
-- entry: not_squares
-- input { [2i64, 1i64] } error: irregular_types\.fut:\d+:\d+: Value of size [32] cannot match shape of type "\[n\]\(\?\[m\]\.\[m\]\[m\]i64\)", which has size [21] here \(row [01]\)
entry not_squares [n] (ks: [n]i64) = map (\k -> tabulate_2d k (k + 1) (+)) ks :> [n](?[m].[m][m]i64)

-- Two dimensions with one array of sizes, under a third one that has sizes over both.
-- ==
-- entry: shared_sizes
-- input { [1i64, -1i64] } output { [[[[1i64], [2i64, 3i64]], [[1i64], [1i64]]], [[[1i64]]]] }
entry shared_sizes [n] (xs: [n]i64): [n][?][?][?]i64 =
  reverse (map (\x -> if x > 0 then [[[1i64]]] else [[[1i64], [2, 3]], [[1], [1]]]) xs)

-- Rows of one size for each element meet rows that vary inside of the elements, also in a loop.
-- ==
-- entry: deeper
-- input { 0i64 } output { [[[1i64], [1i64]], [[5i64, 1i64]]] }
-- input { 1i64 } output { [[[1i64, 3i64], [6i64]], [[5i64, 6i64]]] }
entry deeper (k: i64): [][?][?]i64 =
  loop x = [[[1], [1]], [[5, 1]]] for _i < k do
    let both = [x] ++ [[[[1, 3], [6]], [[5, 6]]]]
    in both[k]

-- Matrices in a literal are rectangles of their own.
-- ==
-- entry: literal_matrices
-- input { 5i64 }
-- output { [[[5i64]], [[5i64, 5i64], [5i64, 5i64]]] [[[5i64, 5i64]], [[5i64], [5i64]]] [[[5i64], [5i64]], [[5i64, 5i64]], [[5i64], [5i64, 5i64]]] }
entry literal_matrices (x: i64): ([](?[r][c].[r][c]i64), [][?][?]i64, [][?][?]i64) =
  ([[[x]], [[x, x], [x, x]]], map transpose [[[x], [x]], [[x, x]]], [[[x], [x]], [[x, x]]] ++ [[[x], [x, x]]])
