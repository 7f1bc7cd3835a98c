-- Arrays with rows of given sizes. `intrinsics.size` is a number that is checked not to be negative.

def expand_rows 'a 'b [n] (size: a -> i64) (elem: a -> i64 -> b) (xs: [n]a): [n][?]b =
  map (\x -> map (\i -> elem x i) (iota (intrinsics.size (size x)))) xs
def expand 'a 'b [n] (size: a -> i64) (elem: a -> i64 -> b) (xs: [n]a): []b =
  flatten (expand_rows size elem xs)
def expand_reduce 'a 'b [n] (size: a -> i64) (elem: a -> i64 -> b) (op: b -> b -> b) (ne: b) (xs: [n]a): [n]b =
  map (\x -> reduce op ne (map (\i -> elem x i) (iota (intrinsics.size (size x))))) xs
def unflatten_by 't [n] [k] (sizes: [n]i64) (xs: [k]t): [n][?]t =
  let sizes = map intrinsics.size sizes
  -- Sizes are less than 2**48. A sum that stops at 2**56 does not wrap around to the number of elements.
  let total = reduce_comm (\a b -> i64.min (a + b) 0x100000000000000) 0 sizes
  in intrinsics.split_by sizes total xs

-- The sides of a comprehension that go in step.
def zip_same 'a 'b [n] [m] (xs: [n]a) (ys: [m]b): [n](a, b) = zip xs (intrinsics.of_side n ys)
