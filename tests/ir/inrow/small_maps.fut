-- Maps of few elements in the rounds of a loop are filled by the point: the loop is one of a kernel, whatever its trip count.
-- after: fuse_flat
-- count: 2 segs
-- count: 2 launches
-- count: 0 reads
-- count without inrow: 1 reads

def next (v: [3]f32) (i: i64): [3]f32 = map (\j -> v[(j + 1) % 3] * 0.5 + f32.i64 (i * j) - v[j]) (iota 3)

-- Vectors are carried.
entry vectors [n] (ks: [n]i64) (vs: [n][3]f32): [n][3]f32 =
  map2 (\k v -> loop v for i < k do next v i) ks vs

-- Words are read again and again.
entry words [n] (ks: [n]i64) (xs: [n]u32): [n]u32 =
  map2 (\k x ->
          loop x for i < k do
            let block = map (\j -> (x >> u32.i64 j) ^ (u32.i64 (i * j) + 7)) (iota 16)
            in loop s = x for j < 32 do s * 31 + block[(5 * j + 1) % 16])
       ks xs
