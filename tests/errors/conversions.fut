def first (x: i32) (y: i64) = x + y
def second (x: i64) (y: i32) = x + y
def floats (x: i64) (y: f32) = x * y
def argument (n: i32) = iota n
def result (x: f32): i64 = x
