-- MD5 of words of different lengths.

def row [k] [m] 't (offs: [k]i32) (xs: [m]t) (i: i64) : []t =
  xs[i64.i32 offs[i]:i64.i32 offs[i + 1]]

type state = (u32, u32, u32, u32)

def table : [64]u32 =
  map (\i -> u32.i64 (i64.f64 (f64.abs (f64.sin (f64.i64 (i + 1))) * 4294967296))) (iota 64)
def turns : [16]u32 = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

def step (block: [16]u32) ((a, b, c, d): state) (i: i64) : state =
  let (f, g) =
    if i < 16
    then ((b & c) | (!b & d), i)
    else if i < 32
    then ((d & b) | (!d & c), 5 * i + 1)
    else if i < 48
    then (b ^ c ^ d, 3 * i + 5)
    else (c ^ (b | !d), 7 * i)
  let sum = a + f + table[i] + block[g % 16]
  let turn = turns[i / 16 * 4 + i % 4]
  in (d, b + ((sum << turn) | (sum >> (32 - turn))), b, c)

-- The bytes of a word, one that ends it, zeros, and its length in bits.
def byte [m] (word: [m]u8) (blocks: i64) (i: i64) : u32 =
  if i < m
  then u32.u8 word[i]
  else if i == m
  then 0x80
  else if i < 64 * blocks - 8
  then 0
  else u32.i64 ((8 * m) >> (8 * (i % 8))) & 0xff

def md5 (word: []u8) : state =
  let blocks = (length word + 8) / 64 + 1
  in
    loop (a, b, c, d) = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476) for k < blocks do
      let four i =
        let at j = byte word blocks (64 * k + 4 * i + j)
        in at 0 | (at 1 << 8) | (at 2 << 16) | (at 3 << 24)
      let block = map four (iota 16)
      let (e, f, g, h) = loop state = (a, b, c, d) for i < 64 do step block state i
      in (a + e, b + f, c + g, d + h)

entry digests [k] [m] (offs: [k]i32) (letters: [m]u8) : ([]u32, []u32, []u32, []u32) =
  unzip4 (map (\i -> md5 (row offs letters i)) (iota (k - 1)))

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

entry digests_data (n: i64) : ([]i32, []u8) =
  let offs = [0] ++ map i32.i64 (scan (+) 0 (map (\i -> noise i % 150) (iota n)))
  in (offs, map (\i -> u8.i64 (97 + noise i % 26)) (iota (i64.i32 offs[n])))
