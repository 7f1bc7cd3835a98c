-- A radix sort by two bits at a time. A pass counts the digits in front of every element and moves it behind them.

def sort_digit [n] (xs: [n]u32) (bit: u32): [n]u32 =
  let digit x = (x >> bit) & 3
  let one d x = i64.bool (digit x == d)
  let add (a0, a1, a2, a3) (b0, b1, b2, b3) = (a0 + b0, a1 + b1, a2 + b2, a3 + b3)
  let counts = scan add (0, 0, 0, 0) (map (\x -> (one 0 x, one 1 x, one 2 x, one 3 x)) xs)
  let (t0, t1, t2, _) = if n == 0 then (0, 0, 0, 0) else counts[n - 1]
  let target x (c0, c1, c2, c3) =
    let d = digit x
    in if d == 0 then c0 - 1 else if d == 1 then t0 + c1 - 1 else if d == 2 then t0 + t1 + c2 - 1 else t0 + t1 + t2 + c3 - 1
  in scatter (#[scratch] copy xs) (map2 target xs counts) xs

entry pass [n] (xs: [n]u32) (bit: u32): [n]u32 = sort_digit xs bit

entry radix2 [n] (xs: [n]u32): [n]u32 = loop xs for i < 16 do sort_digit xs (u32.i32 (2 * i))

entry pass_data (n: i64): ([n]u32, u32) = (map (\i -> u32.i64 (i * 2654435761)) (iota n), 6)
entry radix2_data (n: i64): [n]u32 = map (\i -> u32.i64 (i * 2654435761)) (iota n)

-- The cases below are written by oracle.py.

-- ==
-- entry: pass
-- input { empty([0]u32) 0u32 }
-- output { empty([0]u32) }
-- input { [3u32, 1u32, 2u32] 0u32 }
-- output { [1u32, 2u32, 3u32] }
-- input { [4294967295u32, 5u32, 0u32, 70000u32, 5u32, 2147483648u32, 12345u32] 2u32 }
-- output { [0u32, 70000u32, 2147483648u32, 5u32, 5u32, 12345u32, 4294967295u32] }
-- input { [4294967295u32, 5u32, 0u32, 70000u32, 5u32, 2147483648u32, 12345u32] 30u32 }
-- output { [5u32, 0u32, 70000u32, 5u32, 12345u32, 2147483648u32, 4294967295u32] }

-- ==
-- entry: radix2
-- input { empty([0]u32) }
-- output { empty([0]u32) }
-- input { [3u32, 1u32, 2u32] }
-- output { [1u32, 2u32, 3u32] }
-- input { [4294967295u32, 5u32, 0u32, 70000u32, 5u32, 2147483648u32, 12345u32] }
-- output { [0u32, 5u32, 5u32, 12345u32, 70000u32, 2147483648u32, 4294967295u32] }
