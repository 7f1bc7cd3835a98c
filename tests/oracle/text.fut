-- Text as rows of bytes: checksums, digests, encodings.

def rotl (x: u32) (k: u32): u32 = (x << k) | (x >> (32 - k))

def shifts: [64]u32 =
  map (\i -> ([[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]] :> [4][4]u32)[i / 16, i % 4]) (iota 64)
def sines: [64]u32 = map (\i -> u32.f64 (f64.floor (4294967296.0 * f64.abs (f64.sin (f64.i64 (i + 1)))))) (iota 64)

def padded [n] (msg: [n]u8): []u8 =
  let zeros = (55 - n) % 64
  let bits = u64.i64 n * 8
  in msg ++ [0x80] ++ replicate zeros 0 ++ map (\i -> u8.u64 (bits >> (8 * u64.i64 i))) (iota 8)

def word (bytes: []u8) (at: i64): u32 =
  u32.sum (map (\i -> u32.u8 bytes[at + i] << u32.i64 (8 * i)) (iota 4))

def digest (msg: []u8): [16]u8 =
  let bytes = padded msg
  let start = (0x67452301u32, 0xefcdab89u32, 0x98badcfeu32, 0x10325476u32)
  let (a, b, c, d) =
    loop (a0, b0, c0, d0) = start for block < length bytes / 64 do
      let words = map (\i -> word bytes (64 * block + 4 * i)) (iota 16)
      let (a, b, c, d) =
        loop (a, b, c, d) = (a0, b0, c0, d0) for i < 64 do
          let (f, g) = if i < 16 then ((b & c) | (!b & d), i)
                       else if i < 32 then ((d & b) | (!d & c), (5 * i + 1) % 16)
                       else if i < 48 then (b ^ c ^ d, (3 * i + 5) % 16)
                       else (c ^ (b | !d), (7 * i) % 16)
          in (d, b + rotl (f + a + sines[i] + words[g]) shifts[i], b, c)
      in (a0 + a, b0 + b, c0 + c, d0 + d)
  in sized 16 (flatten (map (\w -> map (\i -> u8.u32 (w >> (8 * u32.i64 i))) (iota 4)) [a, b, c, d]))

entry md5 [n] (msgs: [n][?]u8): [n][16]u8 = map digest msgs

entry crc32 [n] (msgs: [n][?]u8): [n]u32 =
  let table = map (\i -> loop c = u32.i64 i for _k < 8i32 do if c & 1 == 1 then 0xedb88320 ^ (c >> 1) else c >> 1) (iota 256)
  in map (\msg -> !(loop c = 0xffffffff for b in msg do table[i64.u32 ((c ^ u32.u8 b) & 0xff)] ^ (c >> 8))) msgs

entry base64 [n] (msgs: [n][?]u8): [n][?]u8 =
  let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  in map (\msg ->
            let m = length msg
            let at i = if i < m then u32.u8 msg[i] else 0
            in flatten (map (\g ->
                 let v = (at (3*g) << 16) | (at (3*g+1) << 8) | at (3*g+2)
                 let left = m - 3 * g
                 let letter k = letters[i64.u32 ((v >> (18 - 6 * u32.i64 k)) & 63)]
                 in [letter 0, letter 1, if left > 1 then letter 2 else '=', if left > 2 then letter 3 else '='])
               (iota ((m + 2) / 3))))
         msgs

entry utf8 [n] (texts: [n][?]u32): [n][?]u8 =
  let bytes (c: u32): []u8 =
    if c < 0x80 then [u8.u32 c]
    else if c < 0x800 then [u8.u32 (0xc0 | (c >> 6)), u8.u32 (0x80 | (c & 63))]
    else if c < 0x10000 then [u8.u32 (0xe0 | (c >> 12)), u8.u32 (0x80 | ((c >> 6) & 63)), u8.u32 (0x80 | (c & 63))]
    else [u8.u32 (0xf0 | (c >> 18)), u8.u32 (0x80 | ((c >> 12) & 63)), u8.u32 (0x80 | ((c >> 6) & 63)), u8.u32 (0x80 | (c & 63))]
  in map (\text -> flatten (map bytes text)) texts

entry lines [n] (text: [n]u8): [][?]u8 =
  let breaks = [ i | i <- indices text, text[i] == '\n' ]
  let starts = [0] ++ map (+ 1) breaks
  let ends = breaks ++ [n]
  in [ text[a:b] | a <- starts | b <- ends ]

entry fields (rows: [][?]u8): [][?][?]u8 =
  map (\row ->
         let commas = [ i | i <- indices row, row[i] == ',' ]
         in [ row[a:b] | a <- [0] ++ map (+ 1) commas | b <- commas ++ [length row] ]) rows

entry numbers (rows: [][?]u8): [][?]i64 =
  let parse (digits: []u8): i64 = loop v = 0 for d in digits do 10 * v + i64.u8 (d - '0')
  in map (\row ->
            let commas = [ i | i <- indices row, row[i] == ',' ]
            in [ parse row[a:b] | a <- [0] ++ map (+ 1) commas | b <- commas ++ [length row] ]) rows

entry palindromes [n] (ws: [n][?]u8): [n]bool = map (\w -> w == reverse w) ws

entry find [n] [m] (text: [n]u8) (pattern: [m]u8): []i64 =
  [ i | i <- 0..<(i64.max 0 (n - m + 1)), and [ text[i + j] == pattern[j] | j <- 0..<m ] ]

entry caesar [n] (ws: [n][?]u8) (ks: [n]u8): [n][?]u8 = map2 (\w k -> map (\c -> 'a' + (c - 'a' + k) % 26) w) ws ks

-- The cases below are written by oracle.py.

-- ==
-- entry: md5
-- input { empty([0][?]u8) }
-- output { empty([0][16]u8) }
-- input { [[123u8, 180u8, 225u8, 164u8, 98u8]] }
-- output { [[18u8, 11u8, 102u8, 21u8, 113u8, 91u8, 226u8, 190u8, 202u8, 248u8, 155u8, 104u8, 197u8, 235u8, 177u8, 23u8]] }
-- input { [[147u8, 4u8], [62u8, 82u8], empty([0]u8)] }
-- output { [[124u8, 233u8, 61u8, 204u8, 167u8, 22u8, 50u8, 134u8, 210u8, 154u8, 206u8, 32u8, 176u8, 111u8, 170u8, 200u8], [199u8, 129u8, 216u8, 226u8, 229u8, 37u8, 112u8, 81u8, 144u8, 248u8, 223u8, 73u8, 62u8, 164u8, 68u8, 87u8], [212u8, 29u8, 140u8, 217u8, 143u8, 0u8, 178u8, 4u8, 233u8, 128u8, 9u8, 152u8, 236u8, 248u8, 66u8, 126u8]] }
-- input { [[67u8, 145u8, 85u8, 88u8, 134u8]] }
-- output { [[66u8, 33u8, 69u8, 2u8, 201u8, 4u8, 168u8, 149u8, 94u8, 200u8, 105u8, 158u8, 20u8, 87u8, 163u8, 236u8]] }
-- input { [[245u8, 60u8, 189u8]] }
-- output { [[180u8, 49u8, 88u8, 76u8, 126u8, 238u8, 38u8, 247u8, 0u8, 57u8, 62u8, 57u8, 237u8, 211u8, 148u8, 89u8]] }
-- input { [[205u8], [20u8, 120u8, 36u8, 181u8, 70u8], [90u8, 15u8, 254u8, 125u8, 185u8, 221u8, 89u8, 202u8, 133u8, 139u8, 244u8, 33u8, 158u8, 163u8, 130u8, 225u8, 190u8, 223u8, 132u8, 123u8, 98u8, 103u8, 7u8, 195u8, 57u8, 154u8, 152u8, 233u8, 135u8, 45u8, 86u8, 94u8, 165u8, 59u8, 36u8, 165u8, 117u8, 0u8, 167u8, 245u8, 183u8, 214u8, 64u8, 160u8, 54u8, 94u8, 252u8, 138u8, 34u8, 19u8, 14u8, 200u8, 232u8]] }
-- output { [[230u8, 207u8, 42u8, 168u8, 47u8, 163u8, 113u8, 182u8, 134u8, 23u8, 30u8, 205u8, 106u8, 115u8, 78u8, 93u8], [44u8, 246u8, 125u8, 164u8, 129u8, 166u8, 171u8, 181u8, 24u8, 109u8, 92u8, 126u8, 176u8, 85u8, 109u8, 169u8], [253u8, 164u8, 48u8, 249u8, 32u8, 101u8, 225u8, 199u8, 227u8, 56u8, 13u8, 239u8, 101u8, 16u8, 207u8, 247u8]] }
-- input { [[32u8, 205u8, 69u8], [243u8, 65u8, 145u8, 94u8, 198u8, 167u8, 131u8, 31u8, 161u8, 204u8, 244u8, 143u8, 103u8, 239u8]] }
-- output { [[195u8, 128u8, 193u8, 234u8, 64u8, 0u8, 224u8, 65u8, 132u8, 70u8, 118u8, 107u8, 181u8, 124u8, 125u8, 173u8], [39u8, 64u8, 63u8, 190u8, 164u8, 210u8, 169u8, 83u8, 183u8, 178u8, 207u8, 187u8, 182u8, 220u8, 15u8, 110u8]] }
-- input { [[53u8, 150u8, 180u8], [207u8, 156u8, 137u8, 46u8, 35u8, 128u8, 121u8, 46u8, 21u8, 51u8, 151u8, 209u8, 136u8, 188u8, 48u8, 180u8, 167u8, 28u8, 233u8, 161u8, 144u8, 25u8, 240u8, 25u8, 156u8, 133u8, 178u8, 225u8, 123u8, 217u8, 227u8, 239u8, 150u8, 249u8, 233u8, 147u8, 229u8, 107u8, 144u8, 254u8, 73u8, 99u8, 87u8, 62u8, 40u8, 253u8, 212u8, 162u8, 44u8, 230u8, 103u8, 139u8, 159u8, 33u8, 234u8, 152u8, 81u8, 55u8, 83u8, 179u8, 1u8, 82u8, 47u8, 198u8, 62u8, 40u8, 196u8, 127u8, 148u8, 28u8, 200u8, 96u8, 138u8, 151u8, 10u8, 128u8, 235u8, 181u8, 125u8, 170u8, 17u8, 14u8, 222u8, 38u8, 201u8, 2u8, 245u8, 128u8, 86u8, 187u8, 0u8, 62u8]] }
-- output { [[43u8, 171u8, 76u8, 174u8, 108u8, 63u8, 133u8, 239u8, 74u8, 56u8, 191u8, 185u8, 206u8, 79u8, 147u8, 254u8], [235u8, 246u8, 160u8, 73u8, 40u8, 207u8, 144u8, 81u8, 92u8, 146u8, 232u8, 64u8, 206u8, 77u8, 169u8, 128u8]] }

-- ==
-- entry: crc32
-- input { empty([0][?]u8) }
-- output { empty([0]u32) }
-- input { [[122u8, 14u8, 110u8, 88u8, 93u8, 74u8, 196u8, 253u8, 45u8, 167u8, 229u8, 195u8, 159u8, 55u8, 109u8, 18u8, 122u8, 136u8, 119u8, 141u8, 119u8, 32u8, 96u8, 197u8, 102u8, 61u8, 40u8, 233u8, 149u8, 96u8, 71u8, 156u8, 193u8, 157u8, 103u8, 51u8, 218u8, 176u8, 160u8, 94u8, 90u8, 218u8, 165u8, 226u8, 61u8, 169u8, 234u8, 73u8, 224u8, 91u8, 43u8, 181u8, 157u8, 99u8, 243u8, 39u8, 244u8, 224u8, 5u8, 134u8], [246u8, 138u8, 130u8], [216u8, 87u8, 193u8, 38u8, 122u8]] }
-- output { [1011368428u32, 2362590397u32, 3390968815u32] }
-- input { [[91u8, 77u8, 33u8]] }
-- output { [2518038869u32] }
-- input { [[6u8, 225u8], [124u8, 174u8, 168u8, 91u8, 21u8, 61u8, 52u8, 124u8, 145u8, 201u8, 199u8, 55u8, 46u8, 218u8, 193u8, 162u8, 75u8, 228u8, 136u8, 61u8, 246u8]] }
-- output { [3230558103u32, 891515993u32] }
-- input { [[15u8]] }
-- output { [1119744540u32] }
-- input { [empty([0]u8), [226u8, 213u8], [146u8, 237u8, 10u8, 192u8, 126u8, 134u8, 181u8, 33u8, 84u8, 78u8, 223u8, 53u8, 211u8, 24u8, 121u8, 147u8, 179u8, 197u8, 244u8, 87u8, 213u8, 195u8, 151u8, 7u8, 18u8, 208u8, 205u8, 0u8, 9u8, 114u8, 172u8, 233u8, 90u8, 226u8, 132u8, 142u8, 220u8, 92u8, 134u8, 174u8, 72u8, 209u8, 145u8, 174u8, 228u8, 129u8, 155u8, 0u8, 218u8, 74u8, 98u8, 96u8, 68u8, 35u8, 188u8, 117u8, 126u8, 31u8, 168u8, 213u8, 247u8, 41u8, 225u8, 126u8, 228u8, 175u8]] }
-- output { [0u32, 3676874186u32, 3928830089u32] }
-- input { [[166u8, 34u8, 209u8, 242u8, 39u8, 162u8, 210u8, 202u8, 40u8, 13u8, 248u8, 230u8, 240u8, 18u8, 117u8, 33u8, 108u8, 109u8, 8u8, 118u8, 107u8, 89u8, 138u8, 197u8, 157u8, 39u8, 215u8, 18u8, 30u8, 22u8, 66u8, 141u8, 23u8, 230u8, 26u8, 84u8, 16u8, 224u8, 27u8, 190u8, 164u8, 136u8, 148u8, 12u8, 72u8, 49u8, 214u8], empty([0]u8), [29u8, 32u8]] }
-- output { [3335621608u32, 0u32, 2245746219u32] }
-- input { [[4u8, 224u8, 54u8], [211u8], empty([0]u8), [182u8, 117u8]] }
-- output { [1770788795u32, 3453512931u32, 0u32, 3542720114u32] }

-- ==
-- entry: base64
-- input { [[194u8, 214u8, 186u8, 36u8, 239u8], [245u8], [145u8, 208u8, 4u8, 92u8, 168u8], [10u8, 135u8]] }
-- output { [[119u8, 116u8, 97u8, 54u8, 74u8, 79u8, 56u8, 61u8], [57u8, 81u8, 61u8, 61u8], [107u8, 100u8, 65u8, 69u8, 88u8, 75u8, 103u8, 61u8], [67u8, 111u8, 99u8, 61u8]] }
-- input { empty([0][?]u8) }
-- output { empty([0][?]u8) }
-- input { [[43u8, 120u8, 166u8]] }
-- output { [[75u8, 51u8, 105u8, 109u8]] }
-- input { [[208u8, 88u8, 103u8, 81u8, 73u8, 55u8]] }
-- output { [[48u8, 70u8, 104u8, 110u8, 85u8, 85u8, 107u8, 51u8]] }
-- input { [[193u8, 18u8, 75u8], [244u8, 214u8, 32u8], empty([0]u8)] }
-- output { [[119u8, 82u8, 74u8, 76u8], [57u8, 78u8, 89u8, 103u8], empty([0]u8)] }
-- input { [[196u8, 70u8, 117u8], [137u8, 91u8, 107u8], [125u8, 238u8, 238u8]] }
-- output { [[120u8, 69u8, 90u8, 49u8], [105u8, 86u8, 116u8, 114u8], [102u8, 101u8, 55u8, 117u8]] }
-- input { [empty([0]u8), [167u8, 186u8, 216u8]] }
-- output { [empty([0]u8), [112u8, 55u8, 114u8, 89u8]] }
-- input { [empty([0]u8)] }
-- output { [empty([0]u8)] }

-- ==
-- entry: utf8
-- input { empty([0][?]u32) }
-- output { empty([0][?]u8) }
-- input { [[1561u32], [255044u32], [993673u32]] }
-- output { [[216u8, 153u8], [240u8, 190u8, 145u8, 132u8], [243u8, 178u8, 166u8, 137u8]] }
-- input { [[114u32], [638888u32]] }
-- output { [[114u8], [242u8, 155u8, 190u8, 168u8]] }
-- input { [[101u32], [165u32, 484639u32], [740802u32, 396u32, 273676u32], [41880u32], empty([0]u32)] }
-- output { [[101u8], [194u8, 165u8, 241u8, 182u8, 148u8, 159u8], [242u8, 180u8, 183u8, 130u8, 198u8, 140u8, 241u8, 130u8, 180u8, 140u8], [234u8, 142u8, 152u8], empty([0]u8)] }
-- input { [empty([0]u32), empty([0]u32), empty([0]u32), [84u32, 562u32], [801u32, 99u32, 54235u32], empty([0]u32)] }
-- output { [empty([0]u8), empty([0]u8), empty([0]u8), [84u8, 200u8, 178u8], [204u8, 161u8, 99u8, 237u8, 143u8, 155u8], empty([0]u8)] }
-- input { [empty([0]u32), empty([0]u32), [41710u32, 1492u32]] }
-- output { [empty([0]u8), empty([0]u8), [234u8, 139u8, 174u8, 215u8, 148u8]] }
-- input { [[59u32], [47620u32]] }
-- output { [[59u8], [235u8, 168u8, 132u8]] }
-- input { [empty([0]u32), [126u32], [11082u32], [111u32], empty([0]u32)] }
-- output { [empty([0]u8), [126u8], [226u8, 173u8, 138u8], [111u8], empty([0]u8)] }

-- ==
-- entry: lines
-- input { [98u8, 10u8, 10u8, 97u8, 10u8, 97u8, 97u8, 10u8, 97u8, 98u8, 97u8] }
-- output { [[98u8], empty([0]u8), [97u8], [97u8, 97u8], [97u8, 98u8, 97u8]] }
-- input { [97u8, 98u8, 97u8] }
-- output { [[97u8, 98u8, 97u8]] }
-- input { empty([0]u8) }
-- output { [empty([0]u8)] }
-- input { [10u8, 98u8, 98u8, 97u8, 98u8, 97u8] }
-- output { [empty([0]u8), [98u8, 98u8, 97u8, 98u8, 97u8]] }
-- input { [10u8, 98u8, 98u8] }
-- output { [empty([0]u8), [98u8, 98u8]] }
-- input { [10u8, 98u8, 10u8] }
-- output { [empty([0]u8), [98u8], empty([0]u8)] }
-- input { [98u8, 97u8, 98u8, 97u8, 97u8, 97u8] }
-- output { [[98u8, 97u8, 98u8, 97u8, 97u8, 97u8]] }
-- input { [10u8, 10u8] }
-- output { [empty([0]u8), empty([0]u8), empty([0]u8)] }

-- ==
-- entry: fields
-- input { [[98u8, 44u8, 44u8], [98u8, 98u8, 97u8, 44u8, 44u8], empty([0]u8), [97u8, 98u8, 97u8, 44u8, 97u8]] }
-- output { [[[98u8], empty([0]u8), empty([0]u8)], [[98u8, 98u8, 97u8], empty([0]u8), empty([0]u8)], [empty([0]u8)], [[97u8, 98u8, 97u8], [97u8]]] }
-- input { [[44u8, 97u8, 97u8, 98u8], empty([0]u8)] }
-- output { [[empty([0]u8), [97u8, 97u8, 98u8]], [empty([0]u8)]] }
-- input { [[44u8, 98u8, 97u8], [98u8, 97u8], [44u8, 98u8, 44u8, 44u8, 44u8, 97u8]] }
-- output { [[empty([0]u8), [98u8, 97u8]], [[98u8, 97u8]], [empty([0]u8), [98u8], empty([0]u8), empty([0]u8), [97u8]]] }
-- input { [[44u8, 97u8, 44u8, 98u8], [98u8, 44u8, 97u8], [98u8]] }
-- output { [[empty([0]u8), [97u8], [98u8]], [[98u8], [97u8]], [[98u8]]] }
-- input { [[44u8, 98u8, 44u8, 97u8], [98u8, 44u8, 98u8, 98u8, 97u8], [44u8, 44u8, 97u8, 97u8, 97u8]] }
-- output { [[empty([0]u8), [98u8], [97u8]], [[98u8], [98u8, 98u8, 97u8]], [empty([0]u8), empty([0]u8), [97u8, 97u8, 97u8]]] }
-- input { [empty([0]u8), [97u8, 98u8, 97u8, 98u8, 98u8, 44u8], [44u8]] }
-- output { [[empty([0]u8)], [[97u8, 98u8, 97u8, 98u8, 98u8], empty([0]u8)], [empty([0]u8), empty([0]u8)]] }
-- input { [[44u8]] }
-- output { [[empty([0]u8), empty([0]u8)]] }
-- input { [[97u8, 44u8, 98u8, 98u8, 98u8], [44u8]] }
-- output { [[[97u8], [98u8, 98u8, 98u8]], [empty([0]u8), empty([0]u8)]] }

-- ==
-- entry: numbers
-- input { empty([0][?]u8) }
-- output { empty([0][?]i64) }
-- input { [[56u8, 55u8, 44u8, 57u8, 49u8], [51u8, 44u8, 56u8], [54u8, 53u8, 44u8, 53u8, 55u8, 44u8, 57u8, 54u8, 44u8, 55u8, 49u8], [54u8, 52u8, 44u8, 54u8, 56u8]] }
-- output { [[87i64, 91i64], [3i64, 8i64], [65i64, 57i64, 96i64, 71i64], [64i64, 68i64]] }
-- input { [[55u8, 52u8, 44u8, 56u8, 49u8], [50u8, 48u8]] }
-- output { [[74i64, 81i64], [20i64]] }
-- input { [[52u8, 48u8, 44u8, 50u8, 44u8, 50u8, 55u8]] }
-- output { [[40i64, 2i64, 27i64]] }
-- input { [[57u8, 51u8, 44u8, 51u8, 55u8], [55u8, 51u8, 44u8, 52u8, 53u8, 44u8, 53u8, 49u8], [56u8], [55u8, 53u8, 44u8, 54u8, 57u8]] }
-- output { [[93i64, 37i64], [73i64, 45i64, 51i64], [8i64], [75i64, 69i64]] }
-- input { [[56u8, 51u8], [55u8, 55u8, 44u8, 57u8, 55u8], [49u8, 56u8, 44u8, 53u8, 51u8, 44u8, 54u8, 53u8], [51u8, 55u8, 44u8, 53u8, 55u8, 44u8, 55u8, 56u8]] }
-- output { [[83i64], [77i64, 97i64], [18i64, 53i64, 65i64], [37i64, 57i64, 78i64]] }
-- input { [[53u8, 57u8, 44u8, 54u8, 56u8, 44u8, 55u8, 54u8, 44u8, 53u8, 52u8], [54u8, 51u8, 44u8, 56u8, 49u8], [51u8, 57u8, 44u8, 49u8, 51u8], [54u8, 44u8, 57u8, 48u8, 44u8, 57u8, 54u8, 44u8, 55u8, 57u8]] }
-- output { [[59i64, 68i64, 76i64, 54i64], [63i64, 81i64], [39i64, 13i64], [6i64, 90i64, 96i64, 79i64]] }
-- input { [[52u8]] }
-- output { [[4i64]] }

-- ==
-- entry: palindromes
-- input { [empty([0]u8), empty([0]u8), empty([0]u8), empty([0]u8)] }
-- output { [true, true, true, true] }
-- input { [empty([0]u8), [99u8]] }
-- output { [true, true] }
-- input { empty([0][?]u8) }
-- output { empty([0]bool) }
-- input { [[97u8, 99u8], empty([0]u8), [98u8], empty([0]u8), empty([0]u8), [99u8]] }
-- output { [false, true, true, true, true, true] }
-- input { [[98u8]] }
-- output { [true] }
-- input { [empty([0]u8), [97u8, 97u8]] }
-- output { [true, true] }
-- input { [empty([0]u8), [97u8, 99u8, 97u8]] }
-- output { [true, true] }
-- input { [[98u8, 98u8, 99u8], empty([0]u8), [97u8], [98u8, 97u8], empty([0]u8), empty([0]u8)] }
-- output { [false, true, true, false, true, true] }

-- ==
-- entry: find
-- input { [97u8, 98u8, 98u8, 98u8] [97u8] }
-- output { [0i64] }
-- input { [97u8, 98u8, 97u8, 98u8, 98u8] empty([0]u8) }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }
-- input { [97u8, 97u8] [97u8, 97u8, 98u8] }
-- output { empty([0]i64) }
-- input { [98u8, 97u8, 98u8, 97u8, 97u8, 97u8, 98u8, 98u8] [97u8] }
-- output { [1i64, 3i64, 4i64, 5i64] }
-- input { [97u8, 97u8, 97u8, 98u8, 98u8, 98u8, 98u8] [98u8, 97u8, 98u8] }
-- output { empty([0]i64) }
-- input { [97u8, 97u8, 97u8, 98u8] [97u8] }
-- output { [0i64, 1i64, 2i64] }
-- input { [97u8, 98u8, 97u8, 97u8, 97u8, 98u8, 98u8] [98u8, 97u8] }
-- output { [1i64] }
-- input { [97u8, 98u8, 98u8, 98u8, 98u8, 97u8, 98u8, 98u8, 97u8] [97u8, 97u8, 98u8] }
-- output { empty([0]i64) }

-- ==
-- entry: caesar
-- input { [[98u8, 98u8, 99u8], [98u8, 99u8, 99u8], [98u8, 97u8], empty([0]u8), empty([0]u8)] [18u8, 10u8, 14u8, 5u8, 12u8] }
-- output { [[116u8, 116u8, 117u8], [108u8, 109u8, 109u8], [112u8, 111u8], empty([0]u8), empty([0]u8)] }
-- input { empty([0][?]u8) empty([0]u8) }
-- output { empty([0][?]u8) }
-- input { [empty([0]u8), [99u8, 97u8], empty([0]u8), [99u8, 99u8], [99u8, 97u8, 99u8], [97u8, 99u8]] [0u8, 2u8, 24u8, 10u8, 2u8, 3u8] }
-- output { [empty([0]u8), [101u8, 99u8], empty([0]u8), [109u8, 109u8], [101u8, 99u8, 101u8], [100u8, 102u8]] }
-- input { [[97u8], [97u8], empty([0]u8)] [13u8, 14u8, 16u8] }
-- output { [[110u8], [111u8], empty([0]u8)] }
-- input { [empty([0]u8), [98u8, 98u8], [97u8], [98u8], empty([0]u8)] [19u8, 8u8, 24u8, 20u8, 1u8] }
-- output { [empty([0]u8), [106u8, 106u8], [121u8], [118u8], empty([0]u8)] }
-- input { [[98u8], empty([0]u8)] [8u8, 3u8] }
-- output { [[106u8], empty([0]u8)] }
-- input { [[98u8]] [13u8] }
-- output { [[111u8]] }
-- input { [[97u8, 97u8, 98u8], [98u8, 99u8, 99u8], empty([0]u8), [98u8, 99u8], [99u8], [97u8, 98u8]] [25u8, 9u8, 21u8, 7u8, 0u8, 15u8] }
-- output { [[122u8, 122u8, 97u8], [107u8, 108u8, 108u8], empty([0]u8), [105u8, 106u8], [99u8], [112u8, 113u8]] }
