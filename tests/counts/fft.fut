-- The Fourier transform of every row of a matrix; the number of columns is a power of two. Stockham's order: no bit reversal.

type complex = (f32, f32)

def stage [n] (half: i64) (xs: [n]complex): [n]complex =
  map (\t ->
         let k = t % (2 * half)
         let from = t / (2 * half) * half + k % half
         let (ar, ai) = xs[from]
         let (br, bi) = xs[from + n / 2]
         let angle = -f32.pi * f32.i64 (k % half) / f32.i64 half
         let (wr, wi) = (f32.cos angle, f32.sin angle)
         let (cr, ci) = (br * wr - bi * wi, br * wi + bi * wr)
         in if k < half then (ar + cr, ai + ci) else (ar - cr, ai - ci))
      (iota n)

def transform [n] (xs: [n]complex): [n]complex =
  let bits = 63 - i64.i32 (i64.clz n)
  in loop xs for s < bits do stage (1 << s) xs

entry fft [m] [n] (xss: [m][n]complex): [m][n]complex = map transform xss

entry fft_data (n: i64): [4][]complex =
  let columns = loop c = 1 while c < n do 2 * c
  in map (\i -> map (\j -> (f32.i64 ((i + j) % 5), f32.i64 (j % 3))) (iota columns)) (iota 4)

-- The cases below are written by oracle.py.

-- ==
-- entry: fft
-- input { empty([0][0]f32) empty([0][0]f32) }
-- output { empty([0][0]f32) empty([0][0]f32) }
-- input { [empty([0]f32)] [empty([0]f32)] }
-- output { [empty([0]f32)] [empty([0]f32)] }
-- input { [[3.0f32], [4.0f32]] [[1.0f32], [2.0f32]] }
-- output { [[3.0f32], [4.0f32]] [[1.0f32], [2.0f32]] }
-- input { [[1.0f32, 2.0f32, 3.0f32, 4.0f32], [1.0f32, 0.0f32, 0.0f32, 0.0f32]] [[0.0f32, 0.0f32, 0.0f32, 0.0f32], [0.0f32, 1.0f32, 0.0f32, 0.0f32]] }
-- output { [[10.0f32, -2.0000000000000004f32, -2.0f32, -1.9999999999999982f32], [1.0f32, 2.0f32, 1.0000000000000002f32, 0.0f32]] [[0.0f32, 1.9999999999999996f32, -9.797174393178826e-16f32, -2.000000000000001f32], [1.0f32, 6.123233995736766e-17f32, -1.0f32, -1.8369701987210297e-16f32]] }
-- input { [[1.0f32, 5.0f32, -2.0f32, 0.0f32, 3.0f32, 3.0f32, 1.0f32, 2.0f32]] [[0.0f32, 1.0f32, 0.0f32, -1.0f32, 2.0f32, 0.0f32, 0.0f32, 4.0f32]] }
-- output { [[13.0f32, -2.000000000000001f32, 3.000000000000001f32, -7.6568542494923815f32, -6.999999999999997f32, -1.999999999999993f32, 6.999999999999989f32, 3.65685424949238f32]] [[6.0f32, 5.242640687119284f32, -4.000000000000001f32, -9.242640687119282f32, -2.0000000000000027f32, -3.242640687119283f32, 7.999999999999998f32, -0.7573593128807037f32]] }
