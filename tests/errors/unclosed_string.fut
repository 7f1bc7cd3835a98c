entry main (x: i64): []u8 = "abc
