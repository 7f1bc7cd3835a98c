-- The sizes that a `type~` hides vary from element to element, also where it is the argument of another abbreviation.
type~ bag = []i64
type~ opt '~t = #none | #some t
type~ both '~a '~b = (a, b)
type~ table '~t = []t
type~ spare '~a = (a, []a)

-- ==
-- entry: options
-- input { [3i64, 0i64, 1i64] } output { [[0i64, 1i64, 2i64], empty([0]i64), [0i64]] [true, false, true] }
entry options [n] (ns: [n]i64): ([n]bag, [n]bool) =
  let os: [n](opt bag) = map (\k -> if k == 0 then #none else #some (iota k)) ns
  in unzip (map (\o -> match o case #none -> ([], false) case #some xs -> (xs, true)) os)

-- ==
-- entry: nested
-- input { [2i64, 1i64] } output { [[0i64, 1i64], [0i64]] [[0i64, 1i64], [0i64]] [[empty([0]i64), [0i64]], [empty([0]i64)]] }
entry nested [n] (ns: [n]i64) =
  let xs: [n](both bag (table (both i64 bag))) = map (\k -> (iota k, map (\i -> (i, iota i)) (iota k))) ns
  in (map (.0) xs, map (\x -> map (.0) x.1) xs, map (\x -> map (.1) x.1) xs)

-- ==
-- entry: spares
-- input { [2i64, 1i64] } output { 5i64 [2i64, 1i64] [[0i64, 1i64], [0i64]] }
def with_spare [n] (ns: [n]i64): spare bag = (iota 5, map iota ns)
entry spares (ns: []i64) =
  let (one, many) = with_spare ns
  let rows: table bag = many
  in (length one, map length many, rows)
