-- A literal that is no size is an argument like any other.
-- ==
-- entry: main
-- input { 1u64 } output { 10945218004983760458u64 14695981039346656038u64 }

def twice (x: u64): u64 = 2 * x
def or_zero (x: u64) (y: u64): u64 = if y == 0 then 0 else x + y

entry main (y: u64): (u64, u64) =
  (twice 14695981039346656037 + twice (0 * 14695981039346656037), or_zero 14695981039346656037 y)
