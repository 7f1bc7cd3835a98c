"""The same over a column of lists of a polars frame."""

import polars as pl
import windrow

prog = windrow.compile("""
    def mean [k] (xs: [k]f64): f64 = if k == 0 then 0 else f64.sum xs / f64.i64 k

    entry near [n] (readings: [n][?]f64) (limit: f64): [n][?]f64 =
      map (\\xs -> let m = mean xs in filter (\\x -> f64.abs (x - m) <= limit) xs) readings
    entry means [n] (readings: [n][?]f64): [n]f64 = map (\\xs -> mean xs) readings
""")

frame = pl.DataFrame({
    "sensor": ["a", "b", "c"],
    "readings": [[20.0, 21.0, 48.0, 19.0], [], [1.0, 2.0, 3.0, 4.0, 90.0, 5.0]],
})  # fmt: skip
kept = frame.with_columns(kept=prog.near.expr("readings", 25.0))
print(kept.with_columns(mean=prog.means.expr("kept")).select("sensor", "kept", "mean").rows())

# prints: [('a', [20.0, 21.0, 48.0, 19.0], 27.0), ('b', [], 0.0), ('c', [1.0, 2.0, 3.0, 4.0, 5.0], 3.0)]
