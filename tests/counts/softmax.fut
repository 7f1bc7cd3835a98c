-- Softmax of every row.

entry softmax [n] (xss: [n][?]f32): [n][?]f32 =
  map (\xs ->
         let m = f32.maximum xs
         let es = map (\x -> f32.exp (x - m)) xs
         let z = f32.sum es
         in map (/ z) es)
      xss

entry softmax_data (n: i64): [n][?]f32 = map (\i -> map (\j -> f32.i64 ((i + j) % 3)) (iota (i * 7 % 5))) (iota n)
entry softmax_skewed (n: i64): [n][?]f32 =
  map (\i -> map (\j -> f32.i64 ((i + j) % 3)) (iota (if i == n / 2 then 2 * n else i % 2))) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: softmax
-- input { empty([0][?]f32) }
-- output { empty([0][?]f32) }
-- input { [[1.0f32, 2.0f32]] }
-- output { [[0.2689414213699951f32, 0.7310585786300049f32]] }
-- input { [empty([0]f32), [1.0f32, 3.0f32, 2.0f32, 0.5f32], [4.0f32], empty([0]f32), [7.0f32, 7.0f32]] }
-- output { [empty([0]f32), [0.08536889350978889f32, 0.6307955432474669f32, 0.23205671194331448f32, 0.05177885129942981f32], [1.0f32], empty([0]f32), [0.5f32, 0.5f32]] }
