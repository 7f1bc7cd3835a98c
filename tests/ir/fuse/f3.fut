-- F3: a reduction of what a parallel stream gives becomes its accumulator.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 arrays
-- count without fuse_streams: 3 seg

def triangles [m] (c: [m]i64): [m]i64 =
  let before = if m == 0 then 0 else c[0] * (c[0] - 1) / 2
  in scan (+) 0 (map (\i -> if i == c[0] then before + i else i) c)
entry f (n: i64): i64 = i64.maximum (stream_map triangles (iota n))
