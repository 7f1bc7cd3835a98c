-- A loop that carries a vector stays in its kernel; without, what the row is made of is memory.
-- after: fuse_flat
-- count: 1 seg
-- count: 0 loops
-- spaces: 1
-- count without unpack: 1 loops

def acc (p: [3]f64) (q: [3]f64): [3]f64 =
  let d = map2 (-) q p
  in map (/ (f64.sum (map (\x -> x * x) d) + 1)) d
entry f [n] (xs: [n][3]f64): [n][3]f64 = map (\p -> loop s = [0, 0, 0] for q in xs do map2 (+) s (acc p q)) xs
