"""A pipeline of Ray Data: two actors compile the program once each and call it on the batches that they are given."""

import pyarrow as pa
import ray
import ray.data
import windrow

SOURCE = """
    def mean [k] (xs: [k]f64): f64 = if k == 0 then 0 else f64.sum xs / f64.i64 k

    entry statistics [n] (readings: [n][?]f64) (limit: f64): ([n]f64, [n]i64) =
      (map (\\xs -> mean xs) readings, map (\\xs -> length (filter (> limit) xs)) readings)
"""

readings = [[float(i + j) for j in range(i % 4)] for i in range(1000)]
table = pa.table({"sensor": list(range(1000)), "readings": readings})

ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, logging_level="error")
ray.data.DataContext.get_current().enable_progress_bars = False
result = ray.data.from_arrow(table).repartition(4).map_batches(
    windrow.Batches,
    # The parameters by column, or as constants; the names of the new columns.
    fn_constructor_args=[SOURCE, "statistics", {"readings": "readings", "limit": 500.0}, ["mean", "high"]],
    batch_format="pyarrow",
    compute=ray.data.ActorPoolStrategy(size=2),
)  # fmt: skip
rows = sorted(result.take_all(), key=lambda row: row["sensor"])
ray.shutdown()

print([(row["sensor"], row["mean"], row["high"]) for row in rows[500:504]])
print(sum(row["high"] for row in rows))

# prints: [(500, 0.0, 0), (501, 501.0, 1), (502, 502.5, 2), (503, 504.0, 3)]
# prints: 751
