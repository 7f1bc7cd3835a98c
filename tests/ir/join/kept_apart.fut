-- A call that waits for another one, one behind a check of what another one gives, and one behind an update.
-- after: flatten
-- count: 9 call
-- count: 0 beside
def waits (xs: []i64) (k: i64): []i64 =
  if k == 0 then map (+ k) xs else waits (map (* 2) (waits xs (k - 1))) (k - 2 + k % 2)
entry one (xss: [][?]i64) = map (\xs -> waits xs 4) xss

def checks (xs: []i64) (k: i64): []i64 =
  if k == 0 then map (+ k) xs else
  let a = checks xs (k - 1)
  let b = assert (length a < 6) (checks (map (+ 1) xs) (k - 1))
  in a ++ b
entry two (xss: [][?]i64) = map (\xs -> checks xs 4) xss

def updates (xs: *[]i64) (k: i64): []i64 =
  if k == 0 then map (+ k) xs else
  let a = updates (copy xs) (k - 1)
  let xs[0] = k
  in a ++ updates xs (k - 1)
entry three (xss: [][?]i64) = map (\xs -> updates (copy xs) 4) xss
