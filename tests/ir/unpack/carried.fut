-- Small arrays that a loop makes anew every round are scalars of the loop, through branches and inner loops too: every entry point is
-- one kernel.
-- after: fuse_flat
-- count: 6 segs
-- count: 6 launches
-- count: 0 reads
-- count: 0 active
-- count without unpack: 19 segs

entry direct [n] (rs: [n][?]u32): [n][4]u32 =
  map (\r -> loop s = [1u32, 2, 3, 4] for w in r do [s[3], s[0] + w, s[1], s[2] + w]) rs

entry branched [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop p = [0i64, 0] for i < k do if i % 2 == 0 then [p[0] + 1, p[1]] else [p[0], p[1] + i]) ks

entry chosen [n] (ks: [n]i64): [n][3]i64 =
  map (\k -> loop p = [1i64, 2, 3] for i < k do [p[2], p[i % 3], p[1] + i]) ks

entry inner [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop s = [1i64, k] for i < k do loop t = s for j < i do [t[1] % 1000, t[0] + j]) ks

entry matrix [n] (ks: [n]i64): [n][2][2]i64 =
  map (\k -> loop m = [[1i64, 0], [0, 1]] for i < k do [[m[1, 0], m[0, 1] + i], [m[0, 0], m[1, 1] * 3]]) ks

entry given [n] (ps: [n][3]i64) (ks: [n]i64): [n]i64 =
  map2 (\p k -> let q = loop p = p for i < k do [p[1], p[2], p[0] + i] in q[0] * q[2]) ps ks
