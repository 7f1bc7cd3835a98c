#!/usr/bin/env python3
"""How long `order by` and `group by` take on native, against NumPy's stable sort.

Sorts 5 million random keys of each type once, through `windrow run` with binary input and output. The time of an entry point
that only reads and writes the same array is subtracted, so that starting, reading and writing do not count; both programs
are compiled before they are timed. Prints seconds and the ratio to `np.sort(kind="stable")` for `order by` and to
`np.argsort(kind="stable")` for `group by`; without NumPy only the seconds.

    cargo build --release -p windrow-cli && bench/sort.py
"""
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
except ImportError:
    np = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINDROW = ROOT / "target/release/windrow"
COUNT = 5_000_000
TYPES = {"i64": "q", "i32": "i", "f64": "d"}


def program(ty: str) -> str:
    return f"""
entry read [n] (xs: [n]{ty}): [n]{ty} = map (+ 1) xs
entry order [n] (xs: [n]{ty}): []{ty} = [ x | x <- xs, order by x ]
entry group [n] (xs: [n]{ty}): []i64 = [ length x | x <- xs, group by _ = x ]
"""


def value(ty: str, data: bytes, count: int) -> bytes:
    """An array in Futhark's binary format."""
    return b"b" + bytes([2, 1]) + ty.rjust(4).encode() + struct.pack("<q", count) + data


def keys(ty: str, count: int) -> bytes:
    rng = random.Random(count)
    if ty == "f64":
        # Random bits would be numbers of all magnitudes, and some that are none.
        return b"".join(struct.pack("<d", rng.gauss(0, 1e6)) for _ in range(count))
    return rng.randbytes(count * struct.calcsize(TYPES[ty]))


def windrow(file: pathlib.Path, entry: str, argument: bytes) -> float:
    start = time.perf_counter()
    command = [WINDROW, "run", file, "-e", entry, "-b", "native", "--binary"]
    subprocess.run(command, input=argument, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def numpy(ty: str, data: bytes, entry: str) -> float:
    array = np.frombuffer(data, dtype=ty.replace("i", "int").replace("f", "float"))
    start = time.perf_counter()
    if entry == "order":
        np.sort(array, kind="stable")
    else:
        np.argsort(array, kind="stable")
    return time.perf_counter() - start


def main() -> None:
    if not WINDROW.exists():
        sys.exit(f"{WINDROW} is missing: cargo build --release -p windrow-cli")
    if np is None:
        print("NumPy is not installed: no ratios")
    with tempfile.TemporaryDirectory() as folder:
        for ty in TYPES:
            file = pathlib.Path(folder) / f"sort_{ty}.fut"
            file.write_text(program(ty))
            data = keys(ty, COUNT)
            few, many = value(ty, keys(ty, 10), 10), value(ty, data, COUNT)
            for entry in ["read", "order", "group"]:
                windrow(file, entry, few)
            around = windrow(file, "read", many)
            for entry in ["order", "group"]:
                took = windrow(file, entry, many) - around
                ratio = f", {took / numpy(ty, data, entry):.1f} times NumPy" if np else ""
                print(f"{entry} by of {COUNT} {ty}: {took:.2f} s{ratio}")


if __name__ == "__main__":
    main()
