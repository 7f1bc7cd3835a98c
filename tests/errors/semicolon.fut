entry main (x: i64): i64 =
  let y = x; in y
