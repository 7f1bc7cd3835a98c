#!/usr/bin/env python3
"""Writes the cases of the programs in this folder and in tests/counts: each entry point has a second definition here, in Python, and a generator of
arguments. `oracle.py` rewrites the block of cases at the end of every program; `oracle.py --check` only says whether one is stale.

The expected values therefore do not come from Windrow."""
import math
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
MARK = "-- The cases below are written by oracle.py."


# Values as text. A type is its Windrow spelling with one bracket a dimension: "[][?]i64".

def dims_of(t):
    dims = re.findall(r"\[([^\]]*)\]", t)
    return dims, re.sub(r"\[[^\]]*\]", "", t)


def scalar(v, t):
    if t == "bool":
        return "true" if v else "false"
    if t.startswith("f"):
        if math.isinf(v):
            return ("-" if v < 0 else "") + t + ".inf"
        return repr(float(v)) + t
    return f"{v}{t}"


def show(v, t):
    dims, base = dims_of(t)
    return show_dims(v, dims, base)


def show_dims(v, dims, base):
    if not dims:
        return scalar(v, base)
    if len(v) == 0:
        inner = "".join(f"[{d if d else 0}]" for d in dims[1:])
        if len(dims) > 1 and dims[1] == "?":
            inner = "".join(f"[{d if d else '?'}]" for d in dims[1:])
        return f"empty([0]{inner}{base})"
    return "[" + ", ".join(show_dims(x, dims[1:], base) for x in v) + "]"


# Arguments.

class Gen:
    def __init__(self, name):
        self.r = random.Random("windrow " + name)
        self.size = 0

    def int(self, lo, hi):
        return self.r.randint(lo, hi)

    def ints(self, n, lo=-9, hi=9):
        return [self.r.randint(lo, hi) for _ in range(n)]

    def floats(self, n, lo=-8, hi=8):
        return [self.r.randint(lo * 4, hi * 4) / 4 for _ in range(n)]

    def bools(self, n):
        return [self.r.random() < 0.5 for _ in range(n)]

    def n(self, hi=None):
        hi = self.size if hi is None else hi
        return self.r.randint(0, max(0, hi))

    def length(self):
        return self.r.choice([0, 0, 1, 1, 2, 3, self.n()])

    def rows(self, n=None, lo=-9, hi=9):
        n = self.n() if n is None else n
        return [self.ints(self.length(), lo, hi) for _ in range(n)]

    def like(self, xss, lo=-9, hi=9):
        return [self.ints(len(xs), lo, hi) for xs in xss]

    def float_rows(self, n=None):
        return [[x / 2 for x in xs] for xs in self.rows(n)]

    def rows3(self):
        return [self.rows(self.length()) for _ in range(self.n(4))]


ENTRIES = {}


def entry(program, args, results, gen, cases=8):
    """Declares an entry point: types of arguments and results, the generator of the arguments or a list of all of them."""
    def register(f):
        ENTRIES.setdefault(program, {})[f.__name__.rstrip("_")] = (args.split(), results.split(), gen, f, cases)
        return f
    return register


def write_cases(name, args, results, gen, f, cases):
    g = Gen(name)
    lines = ["-- ==", f"-- entry: {name}"]
    seen = set()
    chosen = isinstance(gen, list)
    cases = len(gen) if chosen else cases
    for i in range(cases if chosen else cases * 3):
        g.size = min(i, 7)
        values = gen[i] if chosen else gen(g)
        if not isinstance(values, tuple):
            values = (values,)
        given = " ".join(show(v, t) for v, t in zip(values, args, strict=True))
        if given in seen or len(seen) == cases:
            continue
        seen.add(given)
        got = f(*values)
        if isinstance(got, Fails):
            lines += [f"-- input {{ {given} }}", f"-- error: {got.message}"]
            continue
        if len(results) == 1:
            got = (got,)
        wanted = " ".join(show(v, t) for v, t in zip(got, results, strict=True))
        lines += [f"-- input {{ {given} }}", f"-- output {{ {wanted} }}"]
    return "\n".join(lines)


class Fails:
    """The expected result is a failure whose message matches."""

    def __init__(self, message):
        self.message = message


def main():
    stale = []
    for program, entries in ENTRIES.items():
        path = HERE / f"{program}.fut"
        text = path.read_text()
        body = text.split(MARK)[0].rstrip()
        declared = set(re.findall(r"^entry (\w+)", body, re.M))
        # Entries that only make data for others have no cases.
        missing = {name for name in declared if not name.endswith(("_data", "_skewed"))} ^ set(entries)
        if missing:
            sys.exit(f"{path}: without a partner: {', '.join(sorted(missing))}")
        blocks = [write_cases(name, *spec) for name, spec in entries.items()]
        new = body + "\n\n" + MARK + "\n\n" + "\n\n".join(blocks) + "\n"
        if new != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(new)
    if "--check" in sys.argv and stale:
        sys.exit(f"stale: {', '.join(stale)}; run {__file__}")


if __name__ == "__main__":
    # The module under its own name, so that the definitions register with this one table.
    import oracle
    import algorithms  # noqa: F401
    import benchmarks  # noqa: F401
    import counts  # noqa: F401
    import definitions  # noqa: F401
    import laws  # noqa: F401
    import papers  # noqa: F401
    import qualifiers  # noqa: F401

    oracle.main()
