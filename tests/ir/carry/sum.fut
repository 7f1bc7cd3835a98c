-- A sum that a loop carries is computed where the reduction ends, and stays on the device until the loop is over.
-- after: carry
-- count: 1 loops
-- count: 1 end
-- count: 2 segs
-- count: 2 launches
-- count: 0 reads
-- count without late: 1 reads

entry f [n] (k: i64) (xs: [n]f32): (f32, [n]f32) =
  loop (s, xs) = (0, xs) for _i < k do
    let t = f32.sum xs
    in (s + t, map (\x -> x / (1 + t)) xs)
