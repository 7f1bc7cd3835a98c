-- What is pushed on a stack in memory is in bounds when it is popped, because every element of the stack is: only the stack itself is
-- checked to be large enough.
-- after: simplify
-- count: 2 checks

entry f [n] (xs: [n]i64) : i64 =
  let los = replicate 64 0i64
  let his = replicate 64 0i64 with [0] = n
  in (loop (sum, los, his, top) = (0, los, his, 1i64) while top > 0 do
        let (lo, hi) = (los[top - 1], his[top - 1])
        in
          if hi - lo < 2
          then (if lo < hi then sum + xs[lo] else sum, los, his, top - 1)
          else let mid = lo + (hi - lo) / 2
               let los = los with [top - 1] = mid with [top] = lo
               let his = his with [top] = mid
               in (sum + xs[mid], los, his, top + 1)).0
