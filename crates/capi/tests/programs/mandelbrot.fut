-- A picture whose size the caller chooses.

type view = {centre: (f32, f32), zoom: f32}

entry escapes (height: i64) (width: i64) (limit: i32) (v: view): [height][width]i32 =
  tabulate_2d height width (\i j ->
    let cx = v.centre.0 + (f32.i64 j / f32.i64 width - 0.5) / v.zoom
    let cy = v.centre.1 + (f32.i64 i / f32.i64 height - 0.5) / v.zoom
    let (_, _, n) =
      loop (x, y, n) = (0, 0, 0) while x * x + y * y < 4 && n < limit do
        (x * x - y * y + cx, 2 * x * y + cy, n + 1)
    in n)

entry colours [h] [w] (limit: i32) (ns: [h][w]i32): [h][w][3]u8 =
  map (map (\n -> let level = u8.i32 (255 * n / limit) in [level, level / 2, 255 - level])) ns
