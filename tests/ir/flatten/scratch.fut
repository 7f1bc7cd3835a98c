-- Memory whose contents are unspecified is not filled: neither what is scattered into, nor what a loop overwrites, nor a row.
-- after: flatten
-- count: 3 scratch
-- count: 3 seg
-- count: 3 launches
entry f [n] (xs: [n]i64) (at: [n]i64) =
  ( scatter (#[scratch] copy xs) at xs
  , loop ys = #[scratch] replicate n 0i64 for i < n do ys with [i] = i
  , map (\x -> loop zs = #[scratch] replicate n 0i64 for i < n do zs with [i] = x * i) xs )
