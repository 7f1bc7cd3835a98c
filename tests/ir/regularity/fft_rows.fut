-- The Fourier transform of the rows of a matrix by halving as the paper does: a `while` makes ever more and ever shorter rows, equally
-- often for every row of the matrix (WHILE-INDEP), then another joins them: no level is ragged.
-- after: flatten
-- count: 2 loops
-- count: 0 active
-- count: 0 ragged
-- count: 0 reads

type complex = (f64, f64)

def twiddle (k: i64) (n: i64) ((re, im): complex): complex =
  let angle = -2 * f64.pi * f64.i64 k / f64.i64 n
  let (c, s) = (f64.cos angle, f64.sin angle)
  in (re * c - im * s, re * s + im * c)

def add (a: complex) (b: complex): complex = (a.0 + b.0, a.1 + b.1)
def sub (a: complex) (b: complex): complex = (a.0 - b.0, a.1 - b.1)

def transform [n] (xs: [n]complex): [n]complex =
  -- Parts of `size` elements, each one of every `n / size`-th element.
  let (parts, _) =
    loop (parts, size) = (xs, n) while size > 1 do
      let half = size / 2
      let at i = i / size * size + (if i % size < half then i % size * 2 else (i % size - half) * 2 + 1)
      in (map (\i -> parts[at i]) (iota n), half)
  let (done, _) =
    loop (parts, size) = (parts, 1) while size < n do
      let wide = 2 * size
      let one i =
        let (base, k) = (i / wide * wide, i % size)
        let (a, b) = (parts[base + k], twiddle k wide parts[base + k + size])
        in if i % wide < size then add a b else sub a b
      in (map one (iota n), wide)
  in done

entry fft [m] [n] (xss: [m][n]complex): [m][n]complex = map transform xss
