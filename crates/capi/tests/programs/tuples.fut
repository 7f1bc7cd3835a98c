-- Tuples everywhere: nested, of records, of arrays, arrays of them, and the empty one.

type size = {height: i64, width: i64}

entry nested (x: (i32, (f32, bool))): ((bool, f32), i32) = ((x.1.1, x.1.0), x.0)

entry unzipped [n] (ps: [n](i32, f64)): ([n]i32, [n]f64) = unzip ps

entry zipped [n] (xs: [n]i32) (ys: [n]f64): [n](i32, f64) = zip xs ys

entry extent [n] [m] (image: [n][m]u8): (size, u8) = ({height = n, width = m}, u8.maximum (flatten image))

entry nothing (x: i32): () = assert (x > 0) ()

entry ignore (_u: ()) (x: i32): i32 = x + 1

entry split [n] (k: i64) (xs: [n]i64): ([]i64, []i64) = (take k xs, drop k xs)

entry triples (n: i64): [n](i64, (i64, bool)) = map (\i -> (i, (i * i, i > 1))) (iota n)
