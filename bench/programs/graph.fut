-- Breadth-first search: how far every vertex is from the first one.

def row [k] [m] 't (offs: [k]i32) (xs: [m]t) (i: i64) : []t =
  xs[i64.i32 offs[i]:i64.i32 offs[i + 1]]

entry bfs [k] [m] (offs: [k]i32) (ends: [m]i32) : []i32 =
  let n = k - 1
  let (depths, _, _, _) =
    loop (depths,
          claims,
          frontier,
          depth) = (replicate n (-1i32) with [0] = 0, replicate n (-1i32), [0i32], 1i32)
    while length frontier > 0 do
      let reached = flatten (map (\v -> row offs ends (i64.i32 v)) frontier)
      let fresh = filter (\v -> depths[i64.i32 v] < 0) reached
      -- Of several that reach a vertex one goes on with it.
      let places = map i64.i32 fresh
      let claims = scatter claims places (map i32.i64 (indices fresh))
      let firsts = filter (\i -> claims[i64.i32 fresh[i]] == i32.i64 i) (indices fresh)
      let depths = scatter depths places (map (const depth) fresh)
      in (depths, claims, map (\i -> fresh[i]) firsts, depth + 1)
  in depths

def noise (i: i64) : i64 =
  let x = u64.i64 i * 0x9E3779B97F4A7C15
  in i64.u64 ((x ^ (x >> 29)) >> 20)

-- Half of the edges lead to vertices near by, so that there are several steps.
entry bfs_data (n: i64) : ([]i32, []i32) =
  let offs = [0] ++ map i32.i64 (scan (+) 0 (map (\i -> 1 + noise (i + 1) % 16) (iota n)))
  let end e = if e % 2 == 0 then noise (e + 1) % n else (noise (e + 1) % 1000 + e / 8) % n
  in (offs, map (\e -> i32.i64 (end e)) (iota (i64.i32 offs[n])))
