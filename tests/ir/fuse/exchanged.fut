-- A loop that exchanges two arrays every round: what it reads, of one of them and of an array from outside, is not what it overwrites,
-- so the places are computed where they are written to.
-- after: fuse
-- count: 1 screma

entry f [n] (keys: [n]i64) (k: i64): [n]i64 =
  let (xs, _) =
    loop (xs: *[n]i64, spare: *[n]i64) = (iota n, iota n) for i < k do
      (scatter spare (map (\j -> keys[xs[j]] % n + i) (iota n)) xs, xs)
  in xs
