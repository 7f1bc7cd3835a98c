-- A size that is left out is one size, also for rows.
def main (xss: [][?]i64): [][]i64 = map (filter (> 0)) xss
