-- Neighbours in a ring are remainders without a division (`wrap`). Loops over them run in pieces, as over other remainders: a division for
-- each column of neighbours and piece, and elements that stand together. Where rows are short, the loop runs in lanes as it is. Rows stand
-- twice: the last one of a worker is open.
-- after: vectorise
-- count: 4 vector
-- count: 4 mod.i64

entry ring [h] [w] (xss: [h][w]i32): [h][w]i32 =
  tabulate_2d h w (\y x -> xss[(y + 1) % h, (x + 1) % w] + xss[y, (x - 1 + w) % w])
