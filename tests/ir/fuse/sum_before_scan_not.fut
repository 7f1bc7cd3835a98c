-- Operands that are dear are not computed twice.
-- after: fuse
-- count: 1 loop

entry f [n] (xs: [n]i64): [n]i64 =
  let ys = map (\x -> loop y = x for _i < 10 do y * x) xs
  let total = i64.sum ys
  in map (\c -> total - c) (scan (+) 0 ys)
