-- inverted index: for documents of word ids, postings lists
def invert [d] (docs: [d][?]i64): ([]i64, [][?]i64) =
  let pairs = flatten (map2 (\i ws -> map (\w -> (w, i)) ws) (iota d) docs)
  in group_by_key (<=) (map (.0) pairs) (map (.1) pairs)
def dedup [n] (xs: [n]i64): []i64 = map (.1) (filter (\(i, x) -> i == 0 || xs[i-1] != x) (zip (iota n) xs))
-- ==
-- entry: main
-- input { [[3i64,1i64],[],[1i64,1i64]] } output { [1i64,3i64] [[0i64,2i64],[0i64]] [2i64,1i64] }
entry main [d] (docs: [d][?]i64) =
  let (keys, posts) = invert docs
  let posts = map dedup posts
  in (keys, posts, map length posts)
