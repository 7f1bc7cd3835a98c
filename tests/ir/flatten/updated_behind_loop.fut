-- The elements of a row that a loop has gone through update an accumulator at the same point: what the loop found is not stored.
-- after: flatten
-- spaces: 2 1
-- count: 2 screma.seq

entry f [n] [d] (xss: [n][d]i64): [10][d]i64 =
  let nearest xs = (loop (best, most) = (0, 0) for c < 10 do
                      let s = i64.sum (map (\x -> x * c % 7) xs)
                      in if s > most then (c, s) else (best, most)).0
  in reduce_by_index (replicate 10 (replicate d 0)) (map2 (+)) (replicate d 0) (map nearest xss) xss
