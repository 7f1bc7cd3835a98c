-- Arrays that a loop of the host carries change places, whatever the branch waits for. A branch with more than total code is taken
-- by the host.
-- after: mask
-- count: 2 if

entry carried [n] (xs: [n]i64): [n]i64 =
  loop ys = xs for _i < 3 do if i64.sum ys > 10 then ys else map (+ 1) ys
entry checked [n] (xs: [n]i64): i64 =
  let kept = filter (> 0) xs in if null kept then 0 else i64.sum xs / length kept / xs[length kept - 1]
