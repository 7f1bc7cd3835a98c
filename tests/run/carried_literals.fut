-- Loops inside of maps that carry small arrays and write them out anew every round.

entry mixed [n] (rs: [n][?]u32): [n][4]u32 =
  map (\r -> loop s = [1u32, 2, 3, 4] for w in r do [s[3], s[0] + ((s[1] ^ w) << 3), s[1], s[2] + w]) rs

entry walk [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop p = [0i64, 0] for i < k do if i % 2 == 0 then [p[0] + 1, p[1]] else [p[0], p[1] + i]) ks

-- The index varies.
entry turned [n] (ks: [n]i64): [n]i64 =
  map (\k -> let p = loop p = [1i64, 2, 3] for i < k do [p[2], p[i % 3], p[1] + i] in p[k % 3] * 100 + p[0]) ks

-- The index may be outside.
entry outside [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop p = [0i64, 1] for i < k do [p[i], p[0] + p[1]]) ks

-- A row of the round is overwritten.
entry updated [n] (ks: [n]i64): [n][3]i64 =
  map (\k -> loop p = [1i64, 2, 3] for i < k do let q = copy p with [i % 3] = 10 * i in [q[1], q[2], q[0] + p[0]]) ks

-- Some rounds overwrite the row, others write it out.
entry either [n] (ks: [n]i64): [n][3]i64 =
  map (\k -> loop p: *[3]i64 = [1, 2, 3] for i < k do if i % 2 == 0 then p with [i % 3] = 7 * i else [p[2], p[0], p[1]]) ks

entry inner [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop s = [1i64, k] for i < k do loop t = s for j < i do [t[1] % 1000, t[0] + j]) ks

entry until [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop s = [0i64, 1] while s[0] < k do [s[1], s[0] + s[1]]) ks

-- The loop starts with a row that is used later, and its result is mapped over.
entry given [n] (ps: [n][3]i64) (ks: [n]i64): ([n][3]i64, [n]i64) =
  unzip (map2 (\p k -> let q = loop q = p for i < k do [q[1], q[2], q[0] + i] in (map2 (-) q p, i64.sum q)) ps ks)

-- What is carried is mapped over and summed in the round.
entry summed [n] (ks: [n]i64): [n][2]i64 =
  map (\k -> loop s = [k, 1i64] for i < k do [i64.sum s % 1000, i64.maximum (map (* i) s)]) ks

entry matrix [n] (rs: [n][?]i64): [n][2][2]i64 =
  map (\r -> loop m = [[1i64, 0], [0, 1]] for x in r do [[m[0, 0] * x + m[0, 1], m[0, 0]], [m[1, 0] * x + m[1, 1], m[1, 0]]]) rs

entry rows_of_matrix [n] (ks: [n]i64): [n][2][2]i64 =
  map (\k -> loop m = [[1i64, 2], [3, 4]] for i < k do if i % 3 == 0 then [m[1], m[0]] else [[m[0, 1], i], m[i % 2]]) ks

-- One array is handed on, one made anew, and they change places.
entry exchanged [n] (ks: [n]i64): ([n][2]i64, [n][2]i64) =
  unzip (map (\k -> loop (a: [2]i64, b: [2]i64) = ([1, 2], [3, 4]) for i < k do (b, [a[1] + i, a[0] * b[1] % 100])) ks)

-- ==
-- entry: mixed
-- input { [[1u32, 2u32], empty([0]u32), [7u32, 8u32, 9u32], [0u32, 2654435761u32, 1013904226u32, 3668339987u32, 2027808452u32, 387276917u32, 3041712678u32, 1401181143u32, 4055616904u32, 2415085369u32, 774553834u32, 3428989595u32, 1788458060u32, 147926525u32, 2802362286u32, 1161830751u32, 3816266512u32, 2175734977u32, 535203442u32, 3189639203u32, 1549107668u32, 4203543429u32, 2563011894u32, 922480359u32, 3576916120u32, 1936384585u32, 295853050u32, 2950288811u32, 1309757276u32, 3964193037u32, 2323661502u32, 683129967u32, 3337565728u32, 1697034193u32, 56502658u32, 2710938419u32, 1070406884u32, 3724842645u32, 2084311110u32, 443779575u32, 3098215336u32, 1457683801u32, 4112119562u32, 2471588027u32, 831056492u32, 3485492253u32, 1844960718u32, 204429183u32, 2858864944u32, 1218333409u32, 3872769170u32, 2232237635u32, 591706100u32, 3246141861u32, 1605610326u32, 4260046087u32, 2619514552u32, 978983017u32, 3633418778u32, 1992887243u32]] }
-- output { [[4u32, 220u32, 25u32, 4u32], [1u32, 2u32, 3u32, 4u32], [10u32, 2098u32, 268u32, 50u32], [2880679451u32, 416401765u32, 1426051535u32, 2373392021u32]] }
-- input { empty([0][?]u32) }
-- output { empty([0][4]u32) }

-- ==
-- entry: walk
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[0i64, 0i64], [3i64, 4i64], [1i64, 0i64], [0i64, 0i64], [6i64, 36i64], [2i64, 1i64]] }
-- input { empty([0]i64) }
-- output { empty([0][2]i64) }

-- ==
-- entry: turned
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [101i64, 605i64, 103i64, 301i64, 2323i64, 202i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: updated
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[1i64, 2i64, 3i64], [40i64, 31i64, 40i64], [2i64, 3i64, 1i64], [1i64, 2i64, 3i64], [181i64, 110i64, 200i64], [1i64, 20i64, 20i64]] }
-- input { empty([0]i64) }
-- output { empty([0][3]i64) }

-- ==
-- entry: either
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[1i64, 2i64, 3i64], [14i64, 28i64, 0i64], [0i64, 2i64, 3i64], [1i64, 2i64, 3i64], [42i64, 56i64, 70i64], [3i64, 0i64, 14i64]] }
-- input { empty([0]i64) }
-- output { empty([0][3]i64) }

-- ==
-- entry: inner
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[1i64, 0i64], [5i64, 11i64], [1i64, 1i64], [1i64, -1i64], [111i64, 122i64], [3i64, 2i64]] }
-- input { empty([0]i64) }
-- output { empty([0][2]i64) }

-- ==
-- entry: until
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[0i64, 1i64], [5i64, 8i64], [1i64, 1i64], [0i64, 1i64], [13i64, 21i64], [3i64, 5i64]] }
-- input { empty([0]i64) }
-- output { empty([0][2]i64) }

-- ==
-- entry: summed
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[0i64, 1i64], [60i64, 144i64], [2i64, 0i64], [-1i64, 1i64], [882i64, 518918400i64], [8i64, 8i64]] }
-- input { empty([0]i64) }
-- output { empty([0][2]i64) }

-- ==
-- entry: rows_of_matrix
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [[1i64, 4i64], [4i64, 1i64]], [[3i64, 4i64], [1i64, 2i64]], [[1i64, 2i64], [3i64, 4i64]], [[10i64, 11i64], [1i64, 7i64]], [[1i64, 2i64], [4i64, 1i64]]] }
-- input { empty([0]i64) }
-- output { empty([0][2][2]i64) }

-- ==
-- entry: outside
-- input { [0i64, 2i64, 1i64, -3i64] }
-- output { [[0i64, 1i64], [1i64, 1i64], [0i64, 1i64], [0i64, 1i64]] }
-- input { [1i64, 4i64, 2i64] }
-- error: carried_literals.fut:15:47: Index \[2\] out of bounds for array of shape \[2\] \(row 1\)

-- ==
-- entry: given
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64], [7i64, 8i64, 9i64]] [0i64, 4i64, -2i64] }
-- output { [[0i64, 0i64, 0i64], [2i64, 3i64, 1i64], [0i64, 0i64, 0i64]] [6i64, 21i64, 24i64] }

-- ==
-- entry: matrix
-- input { [[1i64, 2i64], empty([0]i64), [3i64, 4i64, 5i64]] }
-- output { [[[3i64, 1i64], [2i64, 1i64]], [[1i64, 0i64], [0i64, 1i64]], [[68i64, 13i64], [21i64, 4i64]]] }

-- ==
-- entry: exchanged
-- input { [0i64, 5i64, 1i64, -1i64, 12i64, 3i64] }
-- output { [[1i64, 2i64], [15i64, 20i64], [3i64, 4i64], [1i64, 2i64], [10i64, 0i64], [5i64, 12i64]] [[3i64, 4i64], [28i64, 20i64], [2i64, 4i64], [3i64, 4i64], [11i64, 0i64], [6i64, 24i64]] }
