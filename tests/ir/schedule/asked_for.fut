-- What a program asks for, also of what is fused with others; where it is no schedule of a kernel the attribute says nothing.
-- after: schedule
-- count: 1 by lanes(32)
-- count: 1 by rows(8)
-- count: 4 by each
-- count: 3 by chain
-- count: 3 by rows(16)
-- count: 3 by lanes(16)
-- count: 0 by share

entry lanes [n] (xss: [n][?]f32): [n][?]f32 = #[by(lanes(32))] map (map (* 2)) xss
entry rows [n] (xss: [n][?]f32): [n]f32 = map f32.sum (#[by(rows(8))] map (map (* 2)) xss)
entry each [n] (xss: [n][?]f32): [n][?]f32 = map (\xs -> #[by(each)] map (* 2) xs) xss
entry no_rows [n] (xs: [n]f32): [n]f32 = #[by(rows(8))] map (* 2) xs
entry still_a_chain [n] (xs: [n]i64): [n]i64 = #[by(each)] scan (+) 0 xs

-- Of a function that is applied to something else: what it gives.
entry piped [n] (xss: [n][?]f32): [n][?]f32 = xss |> #[by(lanes(16))] map (map (* 2))
entry piped_on [n] (xss: [n][?]f32): [n]f32 = xss |> #[by(rows(16))] map (map f32.sqrt) |> map f32.sum
entry piped_back [n] (xss: [n][?]f32): [n][?]f32 = #[by(lanes(16))] map (map (* 2)) <| xss
entry in_parentheses [n] (xss: [n][?]f32): [n][?]f32 = (#[by(lanes(16))] map (map (* 2))) xss

-- Of what accumulates, and of what is reduced: asked for by the nest itself.
entry nest [n] (sizes: [n]i64): [8]i64 =
  let is = flatten (#[by(rows(16))] map (\s -> map (* s) (iota s)) sizes) in reduce_by_index (replicate 8 0) (+) 0 is (map (const 1) is)
entry flattened [n] (sizes: [n]i64): [8]i64 =
  let is = #[by(rows(16))] flatten (map (\s -> map (* s) (iota s)) sizes) in reduce_by_index (replicate 8 0) (+) 0 is (map (const 1) is)
