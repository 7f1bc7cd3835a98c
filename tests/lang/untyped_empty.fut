-- Empty arrays in definitions with type parameters take the type that the use gives them.

-- ==
-- entry: pairs
-- input { [1i64,2i64] } output { [0i64,0i64,1i64] [0.0, 0.0, 1.0] }

-- ==
-- entry: branches
-- input { false } output { [1.5] }
-- input { true } output { empty([0]f64) }

-- ==
-- entry: joins
-- input { [1i64,2i64] } output { [0i64,0i64,1i64] }

def joined 'a 'b [n] (f: a -> []b) (xs: [n]a): []b = loop acc = [] for x in xs do acc ++ f x
def perhaps 'a [n] (none: bool) (xs: [n]a): []a = if none then [] else xs
entry pairs (ns: []i64) = unzip (joined (\n -> map (\i -> (i, f64.i64 i)) (iota n)) ns)
entry branches (x: bool) = perhaps x [1.5]
entry joins (ns: []i64) = joined (\n -> [] ++ iota n) ns
