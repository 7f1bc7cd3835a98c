-- Streaming. Lowering takes the form `_whole` of a stream where no chunk size is chosen, and `_chunks` otherwise. An empty
-- array is one empty chunk.

val stream_map 'a 'b [n] : (*[?]a -> []b) -> [n]a -> [n]b
val stream_red 'a 'b 'c [n] : (c -> c -> c) -> (*c -> *[?]a -> (c, []b)) -> c -> [n]a -> (c, [n]b)
val stream_fold 'a 'c [n] : (c -> c -> c) -> (*c -> *[?]a -> c) -> c -> [n]a -> c
val stream_seq 'a 'b 'c [n] : (*c -> *[?]a -> (c, []b)) -> c -> [n]a -> (c, [n]b)

def stream_map_whole 'a 'b [n] (f: *[?]a -> []b) (xs: [n]a): [n]b = intrinsics.of_chunk n (f (copy xs))
def stream_red_whole 'a 'b 'c [n] (_: c -> c -> c) (f: *c -> *[?]a -> (c, []b)) (ne: c) (xs: [n]a): (c, [n]b) =
  let (acc, ys) = f (copy ne) (copy xs) in (acc, intrinsics.of_chunk n ys)
def stream_fold_whole 'a 'c [n] (_: c -> c -> c) (f: *c -> *[?]a -> c) (ne: c) (xs: [n]a): c = f (copy ne) (copy xs)
def stream_seq_whole 'a 'b 'c [n] (f: *c -> *[?]a -> (c, []b)) (ne: c) (xs: [n]a): (c, [n]b) =
  let (acc, ys) = f (copy ne) (copy xs) in (acc, intrinsics.of_chunk n ys)

-- Where the chunks of an array of size n begin and end.
def stream_bounds (n: i64): [](i64, i64) =
  let c = intrinsics.chunk_size ()
  in map (\i -> (i * c, i64.min n (i * c + c))) (iota (i64.max 1 (n / c + i64.bool (n % c != 0))))

def stream_map_chunks 'a 'b [n] (f: *[?]a -> []b) (xs: [n]a): [n]b =
  flatten (map (\(i, j) -> intrinsics.of_chunk (j - i) (f (copy xs[i:j]))) (stream_bounds n)) :> [n]b
def stream_red_chunks 'a 'b 'c [n] (op: c -> c -> c) (f: *c -> *[?]a -> (c, []b)) (ne: c) (xs: [n]a): (c, [n]b) =
  let chunk (i, j) = let (acc, ys) = f (copy ne) (copy xs[i:j]) in (acc, intrinsics.of_chunk (j - i) ys)
  let (accs, rows) = unzip (map chunk (stream_bounds n))
  in (reduce op ne accs, flatten rows :> [n]b)
def stream_fold_chunks 'a 'c [n] (op: c -> c -> c) (f: *c -> *[?]a -> c) (ne: c) (xs: [n]a): c =
  reduce op ne (map (\(i, j) -> f (copy ne) (copy xs[i:j])) (stream_bounds n))
def stream_seq_chunks 'a 'b 'c [n] (f: *c -> *[?]a -> (c, []b)) (ne: c) (xs: [n]a): (c, [n]b) =
  let k = i64.min n (intrinsics.chunk_size ())
  let (acc, ys) = f (copy ne) (copy xs[:k])
  in intrinsics.stream_rest f acc (intrinsics.of_chunk k ys) xs

-- The rest of a sequential stream, after the first chunk: its results have room in an array of scalars, or are put behind
-- each other.
def stream_rest_in_place 'a 'b 'c [n] [k] (f: *c -> *[?]a -> (c, []b)) (acc: c) (ys: [k]b) (xs: [n]a): (c, [n]b) =
  if k == n then (acc, ys :> [n]b) else
  loop (acc, out) = (acc, replicate n ys[0] with [:k] = ys) for (i, j) in tail (stream_bounds n) do
    let (acc, zs) = f (copy acc) (copy xs[i:j])
    in (acc, out with [i:j] = intrinsics.of_chunk (j - i) zs)
def stream_rest_appended 'a 'b 'c [n] [k] (f: *c -> *[?]a -> (c, []b)) (acc: c) (ys: [k]b) (xs: [n]a): (c, [n]b) =
  let (acc, out) =
    loop (acc, out: []b) = (acc, ys) for (i, j) in tail (stream_bounds n) do
      let (acc, zs) = f (copy acc) (copy xs[i:j])
      in (acc, out ++ intrinsics.of_chunk (j - i) zs)
  in (acc, out :> [n]b)
