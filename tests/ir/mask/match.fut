-- A `match` with several cases that reduce is masked whole: every case reduces over no elements where another is taken.
-- after: fuse_flat
-- count: 3 segs
-- count: 2 red
-- count: 0 keep

type choice = #sum | #product | #nothing
entry f [n] (kinds: [n]i64) (xss: [n][?]i64): [n]i64 =
  map2 (\kind xs ->
          let choice: choice = if kind == 0 then #sum else if kind == 1 then #product else #nothing
          in match choice
             case #sum -> i64.sum xs
             case #product -> i64.product xs
             case #nothing -> 0)
       kinds xss
