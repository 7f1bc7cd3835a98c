"""Ray Data: batches on several actors give what one call gives. Runs where Ray is installed."""

import numpy as np
import pyarrow as pa
import pytest
import windrow

SOURCE = "entry sums [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss"


def test_a_million_rows_on_two_actors():
    ray = pytest.importorskip("ray")
    import ray.data

    rows = 1_000_000
    sizes = np.random.default_rng(1).integers(0, 4, rows)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    values = np.arange(offsets[-1], dtype=np.float64)
    readings = pa.LargeListArray.from_arrays(pa.array(offsets), pa.array(values))
    expected = np.asarray(windrow.compile(SOURCE).sums(readings))
    # Two for the actors, which hold them, and some for the tasks that bring them data.
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
    try:
        dataset = ray.data.from_arrow(pa.table({"row": np.arange(rows), "readings": readings})).repartition(8)
        sums = dataset.map_batches(
            windrow.Batches,
            fn_constructor_args=[SOURCE, "sums", {"xss": "readings"}, "total"],
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=2),
        )
        result = pa.concat_tables(ray.get(sums.select_columns(["row", "total"]).to_arrow_refs()))
    finally:
        ray.shutdown()
    found = result.sort_by("row")["total"].to_numpy()
    assert np.array_equal(found, expected)
