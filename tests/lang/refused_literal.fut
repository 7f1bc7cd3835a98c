-- ==
-- error: out of bounds

def f: i8 = 128
