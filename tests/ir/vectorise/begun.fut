-- What a share leaves behind is looked for from behind: one loop more, over blocks, in front of the first of the two loops.
-- after: vectorise
-- count: 1 min.index

entry sums [n] (flags: [n]bool) (xs: [n]f32): [n]f32 =
  let add (f, x) (g, y) = (f || g, if g then y else x + y)
  in (unzip (scan add (false, 0) (zip flags xs))).1
-- No flag begins anything here.
entry running [n] (xs: [n]f32): [n]f32 = scan (+) 0 xs
