#!/usr/bin/env python3
"""How long the front end takes for a program of about 1,500 lines.

Generates the program (functions over scalars, rows and ragged arrays, each using earlier ones), then runs
`windrow check` on it, which reads, checks and lowers it. Prints the best of several runs.

    cargo build --release -p windrow-cli && bench/front.py
"""
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINDROW = ROOT / "target/release/windrow"


def program(functions: int) -> str:
    lines = ["def clamp (lo: i64) (hi: i64) (x: i64): i64 = i64.max lo (i64.min hi x)", ""]
    for i in range(functions):
        before = f"row{i - 1}" if i % 10 else "id"
        lines += [
            f"def scale{i} (k: i64) (x: i64): i64 =",
            f"  let y = x * {i + 2} + k",
            f"  in if y % 2 == 0 then clamp 0 {1000 + i} y else y - {i}",
            "",
            f"def row{i} [m] (xs: [m]i64): [m]i64 =",
            f"  let t = reduce (+) 0 (map (scale{i} {i}) xs)",
            f"  let (ys, _) = loop (ys, j) = (xs, 0) while j < {i % 5 + 1} do (map (+ t) ys, j + 1)",
            f"  in {before} ys",
            "",
        ]
        if i % 10 == 9:
            lines += [
                f"entry main{i} [n] (xss: [n][?]i64): [n][?]i64 =",
                f"  map (\\xs -> filter (> {i}) (row{i} xs)) xss",
                "",
            ]
    return "\n".join(lines)


def main() -> None:
    if not WINDROW.exists():
        sys.exit(f"{WINDROW} is missing: cargo build --release -p windrow-cli")
    text = program(160)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "large.fut"
        file.write_text(text)
        times = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([WINDROW, "check", file], check=True)
            times.append(time.perf_counter() - start)
    lines = text.count("\n") + 1
    print(f"{lines} lines checked and lowered in {min(times):.3f} s (best of {len(times)}; limit 0.3 s)")


if __name__ == "__main__":
    main()
