-- A point has stacks of its own; a range that it goes through is computed where it is read.
-- after: flatten
-- count: 0 loops
-- count: 1 seg
-- count: 0 reads
-- count: 0 arrays

entry f [n] (xs: [n]i64): [n]i64 =
  map (\x ->
         let (_, top) =
           loop (stack, top) = (replicate 16 0i64, 0i64) for j < 2 do
             loop (stack, top) for i in j..<x + 1 do
               if i % 3 == 0 && top > 0 then (stack, top - 1) else (stack with [top % 16] = i, top + 1)
         in top)
      xs
