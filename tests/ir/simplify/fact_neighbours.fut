-- Where a map has an element its width is positive, and a remainder is less than the divisor.
-- after: simplify
-- count: 0 checks

entry f [h] [w] (cells: [h][w]u8): [h][w]u8 =
  map (\y -> map (\x -> cells[(y - 1 + h) % h, x] + cells[y, (x + 1) % w]) (iota w)) (iota h)
