entry main (b: bool): i64 = if b then 1 else 2.5
