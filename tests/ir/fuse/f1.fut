-- F1: a map becomes a part of a parallel stream, as the producer of its chunks and as what uses its results. The
-- other kernel is that of the sizes of chunks.
-- after: fuse_flat
-- count: 2 seg
-- count: 0 scan
-- count without fuse_streams: 3 seg

def triangles [m] (c: [m]i64): [m]i64 =
  let before = if m == 0 then 0 else c[0] * (c[0] - 1) / 2
  in scan (+) 0 (map (\i -> if i == c[0] then before + i else i) c)
entry f (k: i64) (n: i64): []i64 = map (* 2) (stream_map triangles (map (+ k) (iota n)))
