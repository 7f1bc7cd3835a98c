-- What a definition with an error leaves open is not reported where it is used.
def broken (x: i64) = {count = x + true, rows = [x]}
def used (x: i64): i64 = (broken x).count
def through (x: i64) = used x + length (broken x).rows
