entry main (x: i64): i64 =
  match x
  case 0 -> 1
  case 1 -> 2
