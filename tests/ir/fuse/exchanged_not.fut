-- Places that are computed from the array that a loop overwrites are computed in front.
-- after: fuse
-- count: 2 screma

entry f [n] (keys: [n]i64) (k: i64): [n]i64 =
  let (xs, _) =
    loop (xs: *[n]i64, spare: *[n]i64) = (iota n, iota n) for i < k do
      (scatter spare (map (\j -> keys[spare[j]] % n + i) (iota n)) xs, xs)
  in xs
