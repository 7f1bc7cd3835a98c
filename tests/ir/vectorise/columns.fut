-- Loops that all lanes go through together run in lanes if they read what lies side by side, whether the program writes them as loops or as
-- reductions; those that gather, or end at another time in every lane, do not.
-- after: vectorise
-- count: 2 vector

entry columns [n] [m] (xss: [n][m]f32): [m]f32 = map (\j -> loop s = 0 for i < n do s + xss[i, j]) (iota m)
entry weighted [n] [m] (ws: [n]f32) (xss: [n][m]f32): [m]f32 =
  map (\j -> loop s = 0 for i < n do s + ws[i] * xss[i, j]) (iota m)

entry rows [n] [m] (xss: [n][m]f32): [n]f32 = map (\i -> loop s = 0 for j < m do s * 0.5 + xss[i, j]) (iota n)
entry triangle [n] [m] (xss: [n][m]f32): [m]f32 = map (\j -> loop s = 0 for i < i64.min n j do s + xss[i, j]) (iota m)
