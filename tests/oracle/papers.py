"""What the programs of the papers mean."""
import itertools
import struct
from functools import reduce

from oracle import entry

ROWS = "[][?]i64"


def rounded(x):
    return round(x)  # to even, as IEEE's


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def matrix(g, n=None, m=None):
    n, m = g.int(1, 4) if n is None else n, g.int(1, 4) if m is None else m
    return [g.ints(m) for _ in range(n)]


def two_matrices(g):
    n, m = g.int(1, 4), g.int(1, 4)
    return matrix(g, n, m), matrix(g, n, m)


@entry("papers", "[][]i64 [][]i64", "[]i64", two_matrices)
def dotp_rows(xss, yss): return [sum(x * y for x, y in zip(xs, ys)) for xs, ys in zip(xss, yss)]

@entry("papers", "[][]i64", ROWS, matrix)
def filter_rows(xss): return [[x for x in xs if x > 0] for xs in xss]

@entry("papers", ROWS, ROWS, lambda g: g.rows())
def incremented(xss): return [[x + 1 for x in xs] for xs in xss]

@entry("papers", ROWS, ROWS, lambda g: g.rows())
def incremented_if(xss): return [xs if xs and xs[0] > 1 else [x + 1 for x in xs] for xs in xss]

@entry("papers", ROWS, "bool", lambda g: g.rows())
def same_shape(xss): return True

@entry("papers", ROWS + " i64", ROWS, lambda g: (g.rows(), g.int(0, 9)))
def doubled_until(xss, limit):
    def grow(xs):
        while xs and len(xs) < limit:
            xs = xs + xs
        return xs
    return [grow(xs) for xs in xss]

@entry("papers", ROWS, ROWS, lambda g: g.rows())
def branches_differ(xss): return [xs[:2] if len(xs) > 2 else xs + xs[::-1] if xs else [7] for xs in xss]

@entry("papers", ROWS, ROWS + " []i64", lambda g: g.rows())
def projections(xss): return [[2 * x for x in xs] for xs in xss], [len(xs) for xs in xss]

@entry("papers", "[][][]i64", "[][]i64", lambda g: [matrix(g, 2, 3) for _ in range(g.int(1, 3))])
def folded_matrix(xsss): return [[sum(xs) for xs in xss] for xss in xsss]

@entry("papers", "i64", "i64", lambda g: g.int(-9, 9))
def constant_rows(i): return 4 * i

@entry("papers", ROWS, ROWS, lambda g: g.rows())
def sorted_until(xss): return [sorted(xs) for xs in xss]


def _lines(g):
    n = g.n(5)
    return tuple(g.ints(n, -3, 6) for _ in range(4))

def compare(a, b): return (b > a) - (a > b)

def slope(x1, y1, x2, y2):
    return (1 if y2 > y1 else -1) if x1 == x2 else f32((y2 - y1) / abs(x2 - x1))

def point_in_line(x1, y1, x2, y2, i):
    if abs(x1 - x2) > abs(y1 - y2):
        return x1 + compare(x1, x2) * i, y1 + rounded(f32(slope(x1, y1, x2, y2) * i))
    return x1 + rounded(f32(slope(y1, x1, y2, x2) * i)), y1 + i * compare(y1, y2)

@entry("papers", "[]i32 []i32 []i32 []i32", "[]i32 []i32", _lines)
def lines_points(*ls):
    ps = [point_in_line(*l, i) for l in zip(*ls) for i in range(1 + max(abs(l[2] - l[0]), abs(l[3] - l[1])))]
    return [p[0] for p in ps], [p[1] for p in ps]

@entry("papers", "[]i64", "[]i64", lambda g: g.ints(g.n(5), -3, 4))
def expand_times(xs): return [x * i for x in xs for i in range(abs(x))]

@entry("papers", "[]i64", "bool", lambda g: g.ints(g.n(5), -3, 4))
def expand_as_comprehension(xs): return True

@entry("papers", "i64", "[]i64 []i64 []i64", lambda g: g.int(0, 30))
def triples_under(n):
    rows = [(x, y, z) for x in range(1, n) for y in range(x, n) for z in range(y, x + y) if z < n and x * x + y * y == z * z]
    return tuple([r[i] for r in rows] for i in range(3))

def _csr(g):
    sizes = [g.length() for _ in range(g.n())]
    m = g.int(1, 5)
    return sizes, g.ints(sum(sizes), 0, m - 1), g.ints(sum(sizes)), g.ints(m)

@entry("papers", "[]i64 []i64 []i64 []i64", "[]i64", _csr)
def sparse_product(sizes, cols, vals, v):
    out, at = [], 0
    for k in sizes:
        out.append(sum(vals[j] * v[cols[j]] for j in range(at, at + k)))
        at += k
    return out

@entry("papers", "i64", "[]i64 []i64", lambda g: g.int(0, 5))
def triangle_lines(n):
    ps = [(x, y) for y in range(n) for x in range(n - y, n + y + 1)]
    return [p[0] for p in ps], [p[1] for p in ps]

@entry("papers", "", "[]i64", lambda g: ())
def expand_thirds(): return [0, 1, 2, 0, 2, 4, 0, 3, 6, 0, 4, 8]

def _segments(g):
    sizes = [g.length() for _ in range(g.n())]
    return g.ints(sum(sizes)), sizes

@entry("papers", "[]i64 []i64", ROWS, _segments)
def prefix_sums_of_segments(xs, sizes):
    out, at = [], 0
    for k in sizes:
        out.append([0] + list(itertools.accumulate(xs[at:at + k])))
        at += k
    return out

@entry("papers", "i64", "[]i64", lambda g: g.int(0, 120))
def sieve(n): return [p for p in range(2, n + 1) if all(p % d for d in range(2, p))]

def _graph(g):
    n = g.int(1, 7)
    return [g.ints(g.length(), 0, n - 1) for _ in range(n)], g.int(0, n - 1)

@entry("papers", ROWS + " i64", "[]i64", _graph)
def parents(adj, root):
    parents = [root if i == root else -1 for i in range(len(adj))]
    frontier = [root]
    while frontier:
        found = {}
        for u in frontier:
            for v in adj[u]:
                if parents[v] < 0:
                    found[v] = min(found.get(v, u), u)
        for v, u in found.items():
            parents[v] = u
        frontier = sorted(found)
    return parents

@entry("papers", "[]i64 []i64 []i64", "[]i64 []i64 []i64",
       lambda g: (g.ints(g.n(5), 0, 9), g.ints(g.n(8), -1, 6), g.ints(g.n(8), 0, 9)))
def combined(ds, at, vs):
    def go(op):
        out = list(ds)
        for i, v in zip(at, vs):
            if 0 <= i < len(out):
                out[i] = op(out[i], v)
        return out
    return go(lambda a, b: a + b), go(max), go(lambda a, b: a * b % 1009)

@entry("papers", "[][]f64", "[][]f64 []f64", lambda g: [g.floats(3) for _ in range(g.int(1, 4))])
def row_and_sum(m): return [[x + 1 for x in r] for r in m], [sum(r) for r in m]

def _members(g):
    k = g.int(1, 5)
    return k, g.ints(g.n(9), 0, k - 1)

@entry("papers", "i64 []i64", "[]i64", _members)
def counts_loop(k, ms): return [ms.count(i) for i in range(k)]

@entry("papers", "i64 []i64", "[]i64", _members)
def counts_parallel(k, ms): return counts_loop(k, ms)

@entry("papers", "i64 []i64", "[]i64", _members)
def counts_stream(k, ms): return counts_loop(k, ms)

@entry("papers", "i64", "[]i64", lambda g: g.int(0, 20))
def strength_reduced(n): return [((i ^ (i >> 1)) * 37) & 255 for i in range(n)]

@entry("papers", "i64", "i64 i64", lambda g: g.int(0, 20))
def option_pricing(n):
    ys = [i * i % 17 for i in range(n)]
    return sum(ys), max(ys, default=0)
