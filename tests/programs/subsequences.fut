-- dynamic programming on ragged: longest common subsequence for pairs of rows; edit rows
def lcs [n] [m] (a: [n]u8) (b: [m]u8): i64 =
  let row = loop prev = replicate (m + 1) 0 for i < n do
    let next = replicate (m + 1) 0
    in loop next for j < m do
      next with [j+1] = if a[i] == b[j] then prev[j] + 1 else i64.max prev[j+1] next[j]
  in last row
-- ==
-- entry: main
-- input { [[1u8,2u8,3u8],[],[1u8]] [[2u8,3u8],[1u8],[1u8]] } output { [2i64,0i64,1i64] [[3i64,0i64,1i64],[0i64,0i64,0i64],[1i64,0i64,1i64]] }
entry main [n] (xss: [n][?]u8) (yss: [n][?]u8) = (map2 lcs xss yss, map (\x -> map (lcs x) xss) xss)
