"""Sensors with as many readings as they have, as an awkward array: drop the readings far from each sensor's own mean."""

from pathlib import Path

import awkward as ak
import numpy as np
import windrow

prog = windrow.load(Path(__file__).parents[1] / "outliers.fut")

readings = ak.Array([[20.0, 21.0, 48.0, 19.0], [], [7.5], [1.0, 2.0, 3.0, 4.0, 90.0, 5.0]])
kept, means = prog.outliers(readings, 25.0)

# Nothing was copied on the way in, and nothing is on the way out.
print(kept.to_awkward().to_list())
print(np.asarray(means).tolist())
print(ak.num(kept.to_awkward()).to_list())

# prints: [[20.0, 21.0, 48.0, 19.0], [], [7.5], [1.0, 2.0, 3.0, 4.0, 5.0]]
# prints: [27.0, 0.0, 7.5, 3.0]
# prints: [4, 0, 1, 5]
