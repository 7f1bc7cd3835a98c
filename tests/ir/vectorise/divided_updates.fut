-- Lanes divide numbers of 32 bits, sixteen at a time; the place, which is wider, is left to each update.
-- after: vectorise
-- count: 1 updating
-- count: 2 vector

entry slope (n: i64) (w: i64) (dx: i32) (dy: i32) (steps: i32) : []i32 =
  let place k =
    let (x, y) = (i64.i32 (dx * i32.i64 k / steps), i64.i32 (dy * i32.i64 k / steps))
    in if x >= 0 && x < w && y >= 0 && y < w then y * w + x else -1
  in scatter (replicate (w * w) 0) (map place (iota n)) (map (const 1) (iota n))
