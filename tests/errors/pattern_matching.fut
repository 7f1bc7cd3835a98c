entry main (x: i64): i64 = match x case 0 -> 1 case _ -> 2
