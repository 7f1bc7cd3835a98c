-- ==
-- error: expected bool, got i64

def f (x: i64): bool = x
