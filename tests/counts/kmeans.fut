-- A step of k-means: every point joins the nearest centre; the centres move to the means of their points.

def distance [d] (p: [d]f32) (q: [d]f32): f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) p q)

def nearest [k] [d] (centres: [k][d]f32) (p: [d]f32): i64 =
  let (best, _) =
    loop (best, least) = (0, f32.inf) for c < k do
      let there = distance p centres[c]
      in if there < least then (c, there) else (best, least)
  in best

entry kmeans [n] [k] [d] (points: [n][d]f32) (centres: [k][d]f32): [k][d]f32 =
  let memberships = map (nearest centres) points
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) memberships points
  let counts = reduce_by_index (replicate k 0) (+) 0 memberships (replicate n 1i32)
  in map2 (\sum count -> map (/ f32.i32 (i32.max 1 count)) sum) sums counts

def cloud (n: i64) (d: i64): [n][d]f32 = map (\i -> map (\j -> f32.i64 ((i * 13 + j * 7) % 31)) (iota d)) (iota n)
entry kmeans_data (n: i64): ([n][3]f32, [4][3]f32) = (cloud n 3, cloud 4 3)

-- The cases below are written by oracle.py.

-- ==
-- entry: kmeans
-- input { empty([0][2]f32) [[1.0f32, 2.0f32]] }
-- output { [[0.0f32, 0.0f32]] }
-- input { [[1.0f32, 2.0f32], [3.0f32, 4.0f32]] [[0.0f32, 0.0f32]] }
-- output { [[2.0f32, 3.0f32]] }
-- input { [[1.0f32, 2.0f32], [9.0f32, 12.0f32], [3.0f32, 0.0f32], [8.0f32, 8.0f32], [7.0f32, 10.0f32], [-2.0f32, 1.0f32]] [[0.0f32, 0.0f32], [10.0f32, 10.0f32], [100.0f32, 0.0f32]] }
-- output { [[0.6666666666666666f32, 1.0f32], [8.0f32, 10.0f32], [0.0f32, 0.0f32]] }
