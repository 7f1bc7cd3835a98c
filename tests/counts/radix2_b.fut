-- A radix sort by one bit: elements without the bit first, by counting; and by filtering twice.

entry split_counted [n] (xs: [n]u32) (bit: u32): [n]u32 =
  let ones = map (\x -> i64.u32 ((x >> bit) & 1)) xs
  let zeros = map (1 -) ones
  let before0 = scan (+) 0 zeros
  let before1 = scan (+) 0 ones
  let all0 = i64.sum zeros
  let at = map3 (\o z t -> if o == 1 then all0 + t - 1 else z - 1) ones before0 before1
  in scatter (replicate n 0) at xs

entry split_filtered [n] (xs: [n]u32) (bit: u32): [n]u32 =
  let set x = (x >> bit) & 1 == 1
  in (filter (\x -> !(set x)) xs ++ filter set xs) :> [n]u32

entry split_counted_data (n: i64): ([n]u32, u32) = (map (\i -> u32.i64 (i * 2654435761)) (iota n), 6)
entry split_filtered_data (n: i64): ([n]u32, u32) = (map (\i -> u32.i64 (i * 2654435761)) (iota n), 6)

-- The cases below are written by oracle.py.

-- ==
-- entry: split_counted
-- input { empty([0]u32) 0u32 }
-- output { empty([0]u32) }
-- input { [3u32, 1u32, 2u32] 0u32 }
-- output { [2u32, 3u32, 1u32] }
-- input { [4294967295u32, 5u32, 0u32, 70000u32, 5u32, 2147483648u32, 12345u32] 2u32 }
-- output { [0u32, 70000u32, 2147483648u32, 12345u32, 4294967295u32, 5u32, 5u32] }

-- ==
-- entry: split_filtered
-- input { empty([0]u32) 0u32 }
-- output { empty([0]u32) }
-- input { [3u32, 1u32, 2u32] 0u32 }
-- output { [2u32, 3u32, 1u32] }
-- input { [4294967295u32, 5u32, 0u32, 70000u32, 5u32, 2147483648u32, 12345u32] 2u32 }
-- output { [0u32, 70000u32, 2147483648u32, 12345u32, 4294967295u32, 5u32, 5u32] }
