entry main (x: i64): i64 =
  let a = (x + , x)
  let b = [1, * 2, 3 x )]
  in if a then ) else 1
