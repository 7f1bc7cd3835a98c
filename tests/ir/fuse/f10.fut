-- Figure 10 of Henriksen et al.: an expensive formula at the beginning of a chunk, a cheap one behind it, and a sum of all. A thread goes
-- through its chunk with two numbers: no array grows with n, in the kernel or between kernels.
-- after: fuse_flat
-- count: 1 seg
-- count: 1 loop
-- count: 1 red
-- count: 0 scan
-- count: 0 screma.seq
-- count: 0 with
-- count: 0 arrays
-- count: 0 reads
-- count without fuse_streams: 3 seg

def triangles [m] (c: [m]i64): [m]i64 =
  let before = if m == 0 then 0 else c[0] * (c[0] - 1) / 2
  in scan (+) 0 (map (\i -> if i == c[0] then before + i else i) c)
entry f (n: i64): i64 = i64.sum (stream_map triangles (iota n))
