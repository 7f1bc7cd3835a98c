-- What Futhark's programs use of the compiler's own names. Accumulators are write-only: `acc t` stands for an array of type
-- `t` that is being updated.

module intrinsics : {
  type~ acc '~t
  val scatter_stream 'a 'b [k] [n] : *[k]a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
  val hist_stream 'a 'b [k] [n] : *[k]a -> (a -> a -> a) -> a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
  val acc_write 'a [k] : *acc ([k]a) -> i64 -> a -> *acc ([k]a)
  val size : i64 -> i64
  val split_by 'a [n] [k] : [n]i64 -> i64 -> [k]a -> [n][?]a
  val of_side 'a [k] : (n: i64) -> [k]a -> [n]a
  val key 'k : k -> k
  val sort_order 'k [n] : (k -> k -> bool) -> [n]k -> [n]i64
  val flat_index_2d 'a [n] : [n]a -> i64 -> (n1: i64) -> i64 -> (n2: i64) -> i64 -> [n1][n2]a
  val flat_index_3d 'a [n] : [n]a -> i64 -> (n1: i64) -> i64 -> (n2: i64) -> i64 -> (n3: i64) -> i64 -> [n1][n2][n3]a
  val flat_index_4d 'a [n] : [n]a -> i64 -> (n1: i64) -> i64 -> (n2: i64) -> i64 -> (n3: i64) -> i64 -> (n4: i64) -> i64 -> [n1][n2][n3][n4]a
  val flat_update_2d 'a [n] [k] [l] : *[n]a -> i64 -> i64 -> i64 -> [k][l]a -> *[n]a
  val flat_update_3d 'a [n] [k] [l] [p] : *[n]a -> i64 -> i64 -> i64 -> i64 -> [k][l][p]a -> *[n]a
  val flat_update_4d 'a [n] [k] [l] [p] [q] : *[n]a -> i64 -> i64 -> i64 -> i64 -> i64 -> [k][l][p][q]a -> *[n]a
} = {
  type~ acc '~t = t
  val scatter_stream 'a 'b [k] [n] : *[k]a -> (*[k]a -> b -> [k]a) -> [n]b -> *[k]a
  val hist_stream 'a 'b [k] [n] : *[k]a -> (a -> a -> a) -> a -> (*[k]a -> b -> [k]a) -> [n]b -> *[k]a
  val acc_write 'a [k] : *[k]a -> i64 -> a -> *[k]a
  -- A size, checked.
  val size : i64 -> i64
  -- Rows of these sizes, and how many elements that makes, which is checked.
  val split_by 'a [n] [k] : [n]i64 -> i64 -> [k]a -> [n][?]a
  -- A side of a zip, checked to be as long as the first one.
  val of_side 'a [k] : (n: i64) -> [k]a -> [n]a
  -- What a comprehension orders or groups by.
  val key 'k : k -> k
  -- The positions of keys, stably sorted by a `<=`.
  val sort_order 'k [n] : (k -> k -> bool) -> [n]k -> [n]i64

  def flat_index_2d 'a [n] (xs: [n]a) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64): [n1][n2]a =
    map (\i -> map (\j -> xs[o + i * s1 + j * s2]) (iota n2)) (iota n1)
  def flat_index_3d 'a [n] (xs: [n]a) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64): [n1][n2][n3]a =
    map (\i -> flat_index_2d xs (o + i * s1) n2 s2 n3 s3) (iota n1)
  def flat_index_4d 'a [n] (xs: [n]a) (o: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64) (n3: i64) (s3: i64) (n4: i64) (s4: i64): [n1][n2][n3][n4]a =
    map (\i -> flat_index_3d xs (o + i * s1) n2 s2 n3 s3 n4 s4) (iota n1)

  -- Where an update would write, checked; a scatter alone would drop what lies outside.
  def inside (n: i64) (i: i64): i64 = (iota n)[i]
  def flat_update_2d 'a [n] [k] [l] (xs: *[n]a) (o: i64) (s1: i64) (s2: i64) (vs: [k][l]a): *[n]a =
    let at = map (\i -> map (\j -> inside n (o + i * s1 + j * s2)) (iota l)) (iota k)
    in scatter xs (flatten at) (flatten vs)
  def flat_update_3d 'a [n] [k] [l] [p] (xs: *[n]a) (o: i64) (s1: i64) (s2: i64) (s3: i64) (vs: [k][l][p]a): *[n]a =
    let at = map (\i -> map (\j -> map (\h -> inside n (o + i * s1 + j * s2 + h * s3)) (iota p)) (iota l)) (iota k)
    in scatter xs (flatten (flatten at)) (flatten (flatten vs))
  def flat_update_4d 'a [n] [k] [l] [p] [q] (xs: *[n]a) (o: i64) (s1: i64) (s2: i64) (s3: i64) (s4: i64) (vs: [k][l][p][q]a): *[n]a =
    let at = map (\i -> map (\j -> map (\h -> map (\g -> inside n (o + i * s1 + j * s2 + h * s3 + g * s4)) (iota q)) (iota p)) (iota l)) (iota k)
    in scatter xs (flatten (flatten (flatten at))) (flatten (flatten (flatten vs)))
}

-- As flatmap, without further values.
def flatmap' 'a 'b [n] (f: a -> ?[m].[m]b) (xs: [n]a): ?[k].([n]i64, [k]bool, [n]i64, [k]b) =
  let rows = map f xs
  let sizes = lengths rows
  let whole = flatten rows
  let flags = flatten (map (\s -> map (\i -> i == 0) (iota s)) sizes)
  in (sizes, flags :> [length whole]bool, exscan (+) 0 sizes, whole)

-- For every element a row of its own size and one more value: the sizes of the rows, the flags at which they begin, where
-- they begin, the rows one after the other, and the values.
def flatmap 'a 'b 'c [n] (f: a -> ?[m].([m]b, c)) (xs: [n]a): ?[k].([n]i64, [k]bool, [n]i64, [k]b, [n]c) =
  let rows = map f xs
  let sizes = map (\r -> length r.0) rows
  let offsets = exscan (+) 0 sizes
  let whole = flatten (map (\r -> r.0) rows)
  let flags = flatten (map (\s -> map (\i -> i == 0) (iota s)) sizes)
  in (sizes, flags :> [length whole]bool, offsets, whole, map (\r -> r.1) rows)
