-- Rows that are updated in place where their elements are scanned or filtered: scans and filters visit every point twice.
-- ==
-- entry: scanned
-- input { [[1i64, 2i64], [3i64, 4i64]] }
-- output { [2i64, 6i64] }
-- input { empty([0][2]i64) }
-- output { empty([0]i64) }

-- ==
-- entry: filtered
-- input { [[1i64, 2i64], [3i64], [6i64, 0i64]] }
-- output { [2i64, 4i64] }

entry scanned [n] [m] (xss: [n][m]i64): [n]i64 =
  scan (+) 0 (map (\xs -> let ys = copy xs
                          let ys = ys with [0] = ys[0] + 1
                          in ys[0])
                  xss)
entry filtered [n] (xss: [n][?]i64): []i64 =
  filter (\y -> y < 5) (map (\xs -> let ys = copy xs
                                    let ys = ys with [0] = ys[0] + 1
                                    in ys[0])
                            xss)
