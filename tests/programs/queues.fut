-- priority: event simulation with queues per node, ragged state changes shape every step
def simulate [n] (next: [n][?]i64) (queues: [n][?]i64) (steps: i64): [n][?]i64 =
  loop queues for _s < steps do
    let sent = flatten (map2 (\qs outs -> flatten (map (\q -> map (\o -> (o, q + 1)) outs) qs)) queues next)
    in map (\i -> map (.1) (filter (\(o, _) -> o == i) sent)) (iota n)
-- ==
-- entry: main
-- input { [[1i64,2i64],[2i64],[]] [[10i64],[20i64],[]] 1i64 } output { [[],[11i64],[11i64,21i64]] }
-- input { [[1i64,2i64],[2i64],[]] [[10i64],[20i64],[]] 2i64 } output { [[],[],[12i64]] }
-- input { [[1i64,2i64],[2i64],[]] [[10i64],[20i64],[]] 0i64 } output { [[10i64],[20i64],[]] }
entry main [n] (next: [n][?]i64) (qs: [n][?]i64) (k: i64) = simulate next qs k
