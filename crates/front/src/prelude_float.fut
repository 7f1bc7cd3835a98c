  def from_fraction (a: i64) (b: i64): @ = @.i64 a / @.i64 b
  def to_i64 (x: @): i64 = i64.@ x
  def to_f64 (x: @): f64 = f64.@ x
  def exp2 (x: @): @ = 2 ** x
  def exp10 (x: @): @ = 10 ** x
  def pow (x: @) (y: @): @ = x ** y
  def expm1 (x: @): @ = @.exp x - 1
  def sinpi (x: @): @ = @.sin (@.pi * x)
  def cospi (x: @): @ = @.cos (@.pi * x)
  def tanpi (x: @): @ = @.tan (@.pi * x)
  def asinpi (x: @): @ = @.asin x / @.pi
  def acospi (x: @): @ = @.acos x / @.pi
  def atanpi (x: @): @ = @.atan x / @.pi
  def atan2pi (y: @) (x: @): @ = @.atan2 y x / @.pi
  def fma (a: @) (b: @) (c: @): @ = a * b + c
  def mad (a: @) (b: @) (c: @): @ = a * b + c
  def lerp (a: @) (b: @) (t: @): @ = a + (b - a) * t
  def epsilon : @ = let (e, _) = loop (e, go) = (1, true) while go do
      if 1 + e / 2 != 1 then (e / 2, true) else (e, false)
    in e
  def erf (x: @): @ =
    -- A power series near zero, a continued fraction further out.
    let z = @.abs x
    let near = let (s, _, _) = loop (s, t, n) = (z, z, 1) while n < 80 && @.abs t > 0 do
        let t = -t * z * z / n in (s + t / (2 * n + 1), t, n + 1) in 2 / @.sqrt @.pi * s
    let far = let f = loop f = 0 for i < 60i32 do @.i32 (60 - i) / 2 / (z + f) in 1 - @.exp (-(z * z)) / ((z + f) * @.sqrt @.pi)
    let v = if @.isnan x then x else if z < 2 then near else if z > 6 then 1 else far
    in if x < 0 then -v else v
  def erfc (x: @): @ =
    let z = @.abs x
    let far = let f = loop f = 0 for i < 60i32 do @.i32 (60 - i) / 2 / (z + f) in @.exp (-(z * z)) / ((z + f) * @.sqrt @.pi)
    in if @.isnan x then x else if z < 2 then 1 - erf x else if x < 0 then 2 - far else far
  def lgamma (x: @): @ = @.f64 (
    -- Lanczos, g = 7.
    let x = f64.@ x
    let cs = [0.99999999999980993f64, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
              -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
              1.5056327351493116e-7]
    let part (y: f64): f64 =
      let y = y - 1
      let a = loop a = cs[0] for i < 8i64 do a + cs[i + 1] / (y + f64.i64 i + 1)
      let t = y + 7.5
      in 0.9189385332046727 + (y + 0.5) * f64.log t - t + f64.log a
    in if x < 0.5 then f64.log (3.141592653589793 / f64.abs (f64.sin (3.141592653589793 * x))) - part (1 - x) else part x)
  def gamma (x: @): @ =
    let whole = @.floor x
    in if x == whole && x > 0 && x < 25
       then loop p = 1 for i < i64.@ x - 1 do p * @.i64 (i + 1)
       else let g = @.exp (lgamma x)
            in if x < 0 && @.i64 (i64.@ whole % 2) != 0 then -g else g
  type int_t = uBITS
  def num_bits : i32 = BITS
  def get_bit (i: i32) (x: @): i32 = i32.uBITS ((@.to_bits x >> uBITS.i32 i) & 1)
  def set_bit (i: i32) (x: @) (b: i32): @ =
    @.from_bits ((@.to_bits x & !(1 << uBITS.i32 i)) | (uBITS.i32 b << uBITS.i32 i))
  def nextafter (x: @) (y: @): @ =
    if @.isnan x || @.isnan y then @.nan
    else if x == y then y
    else if x == 0 then @.copysign (@.from_bits 1) y
    else @.from_bits (if (x < y) == (x > 0) then @.to_bits x + 1 else @.to_bits x - 1)
  def ldexp (x: @) (n: i32): @ =
    let (y, _) = loop (y, k) = (x, n) while k != 0 && y != 0 && !(@.isinf y) && !(@.isnan y) do
        if k > 0 then (y * 2, k - 1) else (y / 2, k + 1)
    in y
