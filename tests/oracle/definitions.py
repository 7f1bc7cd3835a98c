"""What the entry points of the programs mean, in Python."""
import base64
import cmath
import hashlib
import itertools
import math
import zlib
from collections import defaultdict
from functools import reduce

from oracle import Fails, entry


def grouped(pairs):
    groups = defaultdict(list)
    for k, v in pairs:
        groups[k].append(v)
    return sorted(groups.items())


def scan(f, xs):
    out = []
    for x in xs:
        out.append(f(out[-1], x) if out else x)
    return out


def columns(rows, n):
    return tuple([row[i] for row in rows] for i in range(n))


# sorting

@entry("sorting", "[][?]i64", "[][?]i64", lambda g: g.rows())
def bubble_all(xss): return [sorted(xs) for xs in xss]

@entry("sorting", "[]i64", "[]i64", lambda g: g.ints(g.n(9)))
def quick(xs): return sorted(xs)

@entry("sorting", "[][?]i64", "[][?]i64", lambda g: g.rows())
def quick_all(xss): return [sorted(xs) for xs in xss]

@entry("sorting", "[][?]i64", "[][?]i64", lambda g: g.rows(lo=0, hi=4))
def rank_sort(xss): return [sorted(xs) for xs in xss]

def _pairs(g):
    kss = g.rows(lo=0, hi=3)
    return kss, [[x / 2 for x in xs] for xs in g.like(kss)]

@entry("sorting", "[][?]i64 [][?]f64", "[][?]i64 [][?]f64", _pairs)
def sorted_pairs(kss, vss):
    rows = [sorted(zip(ks, vs), key=lambda p: p[0]) for ks, vs in zip(kss, vss)]
    return [[k for k, _ in r] for r in rows], [[v for _, v in r] for r in rows]

@entry("sorting", "[][?]u16", "[][?]u16", lambda g: g.rows(lo=0, hi=65535))
def radix_all(xss): return [sorted(xs) for xs in xss]

@entry("sorting", "[][?]f64", "[]f64", lambda g: g.float_rows())
def median_of_rows(xss):
    def median(xs):
        ys, m = sorted(xs), len(xs)
        return -1 if m == 0 else ys[m // 2] if m % 2 else (ys[m // 2 - 1] + ys[m // 2]) / 2
    return [median(xs) for xs in xss]


# lines

def _lines(g):
    n = g.n(5)
    return tuple(g.ints(n, -1, 6) for _ in range(4))

def _line(x1, y1, x2, y2):
    k = max(abs(x2 - x1), abs(y2 - y1))
    s = max(1, k)
    return [(x1 + (x2 - x1) * i // s, y1 + (y2 - y1) * i // s) for i in range(k + 1)]

FOUR = "[]i64 []i64 []i64 []i64"

@entry("lines", FOUR, "[]i64 []i64", _lines)
def points(*ls): return columns([p for l in zip(*ls) for p in _line(*l)], 2)

@entry("lines", FOUR, "[]i64 []i64", _lines)
def points_expand(*ls): return points(*ls)

@entry("lines", FOUR, "[][?]i64 [][?]i64", _lines)
def points_rows(*ls):
    rows = [_line(*l) for l in zip(*ls)]
    return [[x for x, _ in r] for r in rows], [[y for _, y in r] for r in rows]

@entry("lines", "i64 i64 " + FOUR, "[][]i64", lambda g: (g.int(1, 5), g.int(1, 5)) + _lines(g))
def canvas(h, w, *ls):
    out = [[0] * w for _ in range(h)]
    for l in zip(*ls):
        for x, y in _line(*l):
            if 0 <= x < w and 0 <= y < h:
                out[y][x] += 1
    return out

def _circles(g):
    n = g.n(4)
    return g.int(1, 6), g.int(1, 6), g.ints(n, -1, 6), g.ints(n, -1, 6), g.ints(n, 0, 3), g.ints(n, 0, 9)

@entry("lines", "i64 i64 " + FOUR, "[][]i64", _circles)
def circles(h, w, cx, cy, r, z):
    out = [[99] * w for _ in range(h)]
    for cx, cy, r, z in zip(cx, cy, r, z):
        for dy in range(-r, r + 1):
            dx = math.isqrt(r * r - dy * dy)
            for x in range(cx - dx, cx + dx + 1):
                if 0 <= x < w and 0 <= cy + dy < h:
                    out[cy + dy][x] = min(out[cy + dy][x], z)
    return out

def _spans(g):
    n = g.n()
    return g.ints(n), g.ints(n)

@entry("lines", "[]i64 []i64", "[]i64", _spans)
def spans_area(lo, hi): return [sum(range(l, h)) for l, h in zip(lo, hi)]


# queries

def _table(g, lo=0, hi=4):
    n = g.n(9)
    return g.ints(n, lo, hi), g.ints(n)

@entry("queries", FOUR, "[]i64 []i64 []i64", lambda g: _table(g) + _table(g))
def join(ak, av, bk, bv): return columns([(k, x, y) for k, x in zip(ak, av) for l, y in zip(bk, bv) if k == l], 3)

@entry("queries", "[]i64 []i64", "[]i64 []i64 []i64", _table)
def totals(k, v): return columns([(k, sum(vs), len(vs)) for k, vs in grouped(zip(k, v))], 3)

@entry("queries", "[]i64 []i64", "[]i64 []i64", _table)
def totals_desc(k, v):
    return columns(sorted([(k, sum(vs)) for k, vs in grouped(zip(k, v))], key=lambda p: (p[1], p[0]), reverse=True), 2)

@entry("queries", "[]i64 []i64", "[]i64 [][?]i64", _table)
def groups(k, v): return columns(grouped(zip(k, v)), 2)

@entry("queries", "[]i64 []i64", "[][?]i64", lambda g: _table(g, -5, 9))
def groups_by(k, v): return [vs for _, vs in grouped([(k % 3, v) for k, v in zip(k, v)])]

@entry("queries", "[]i64 []i64", "[][?]i64", _table)
def top_of_groups(k, v): return [sorted(vs, reverse=True)[:2] for _, vs in grouped(zip(k, v))]

def _two_keys(g):
    n = g.n(9)
    return g.ints(n, 0, 2), g.bools(n), g.ints(n)

@entry("queries", "[]i64 []bool []i64", "[]i64 []bool []i64", _two_keys)
def two_keys(a, b, v): return columns([(x, y, max(vs)) for (x, y), vs in grouped(zip(zip(a, b), v))], 3)

def _ordered(g):
    n = g.n(8)
    return g.ints(n, 0, 3), g.floats(n, -1, 1)

@entry("queries", "[]i64 []f64", "[]i64 []f64", _ordered)
def ordered(a, b):
    # Stable in both directions: equal keys keep their order.
    return columns(sorted(sorted(zip(a, b), key=lambda p: -p[1]), key=lambda p: p[0]), 2)

@entry("queries", "[]i64 []f64", "[]i64 []f64", _ordered)
def ordered_pair(a, b): return columns(sorted(zip(a, b)), 2)

@entry("queries", "[]i64 []i64 i64", "[]i64", lambda g: _table(g) + (g.int(0, 3),))
def filtered_groups(k, v, least): return [k for k, vs in grouped((k, v) for k, v in zip(k, v) if v > 0) if len(vs) >= least]

@entry("queries", "[][?]i64", "[][?]i64 [][?]i64", lambda g: g.rows(lo=0, hi=3))
def per_row_groups(kss):
    rows = [[(k, len(v)) for k, v in grouped((k, 0) for k in ks)] for ks in kss]
    return [[k for k, _ in r] for r in rows], [[c for _, c in r] for r in rows]

@entry("queries", "[][?]i64", "[]i64 []i64", lambda g: g.rows())
def histogram_of_lengths(xss): return columns([(l, len(v)) for l, v in grouped((len(xs), 0) for xs in xss)], 2)

def _text(g):
    return [g.r.choice([32, 32, 97, 98, 99]) for _ in range(g.n(14))]

@entry("queries", "[]u8", "[][?]u8", _text)
def words(text): return [list(w) for w in bytes(text).split()]

@entry("queries", "[]u8", "[]i64", _text)
def word_lengths(text): return [len(w) for w in bytes(text).split()]


# sparse

def _sparse(g, n=None, m=None):
    n = g.n(5) if n is None else n
    m = g.int(1, 5) if m is None else m
    rows = [sorted(g.r.sample(range(m), g.n(m))) for _ in range(n)]
    return rows, [g.floats(len(r)) for r in rows], m

@entry("sparse", "[][?]i64 [][?]f64 []f64", "[]f64", lambda g: (lambda s: (s[0], s[1], g.floats(s[2])))(_sparse(g)))
def smvm(js, xs, v): return [sum(x * v[j] for j, x in zip(*r)) for r in zip(js, xs)]

@entry("sparse", "[][?]i64 [][?]f64 []f64", "[]f64", lambda g: (lambda s: (s[0], s[1], g.floats(s[2])))(_sparse(g)))
def smvm_compr(js, xs, v): return smvm(js, xs, v)

def _csr(g):
    js, xs, m = _sparse(g)
    return [len(j) for j in js], sum(js, []), sum(xs, []), g.floats(m)

@entry("sparse", "[]i64 []i64 []f64 []f64", "[]f64", _csr)
def csr(sizes, cols, vals, v):
    out, at = [], 0
    for s in sizes:
        out.append(sum(x * v[j] for j, x in zip(cols[at:at + s], vals[at:at + s])))
        at += s
    return out

@entry("sparse", "[][?]i64 [][?]f64 [][2]f64", "[][2]f64",
       lambda g: (lambda s: (s[0], s[1], [g.floats(2) for _ in range(s[2])]))(_sparse(g)))
def smmm(js, xs, b): return [[sum(x * b[j][c] for j, x in zip(*r)) for c in range(2)] for r in zip(js, xs)]

@entry("sparse", "i64 [][?]i64 [][?]f64", "[][?]i64 [][?]f64", lambda g: (lambda s: (s[2], s[0], s[1]))(_sparse(g)))
def transposed(m, js, xs):
    cols = [[(i, x) for i, r in enumerate(zip(js, xs)) for j, x in zip(*r) if j == c] for c in range(m)]
    return [[i for i, _ in c] for c in cols], [[x for _, x in c] for c in cols]

def _two_sparse(g):
    js, xs, m = _sparse(g)
    ks, ys, _ = _sparse(g, n=m)
    return js, xs, ks, ys

@entry("sparse", "[][?]i64 [][?]f64 [][?]i64 [][?]f64", "[][?]i64 [][?]f64", _two_sparse)
def sparse_sparse(js, xs, ks, ys):
    rows = [[(c, sum(vs)) for c, vs in grouped((c, x * y) for j, x in zip(*r) for c, y in zip(ks[j], ys[j]))]
            for r in zip(js, xs)]
    return [[c for c, _ in r] for r in rows], [[v for _, v in r] for r in rows]

@entry("sparse", "[][?]i64 [][?]f64", "[]f64", lambda g: _sparse(g)[:2])
def diagonal(js, xs): return [sum(x for j, x in zip(*r) if j == i) for i, r in enumerate(zip(js, xs))]

@entry("sparse", "[][?]i64 [][?]f64", "[]i64 []f64", lambda g: _sparse(g)[:2])
def norms(js, xs): return [len(j) for j in js], [max([abs(x) for x in r], default=0) for r in xs]

def _graph(g, least=0):
    n = max(least, g.n())
    return [sorted(g.r.sample(range(n), min(n, g.length()))) for _ in range(n)]

@entry("sparse", "[][?]i64 i32", "[]f64", lambda g: (_graph(g, 1), g.int(0, 4)))
def pagerank(links, steps):
    n = len(links)
    ranks = [1 / n] * n
    for _ in range(steps):
        got = [0.0] * n
        for out, r in zip(links, ranks):
            for t in out:
                got[t] += r / len(out)
        ranks = [0.15 / n + 0.85 * x for x in got]
    return ranks


# graphs

def _bfs_levels(adj, source):
    dist, front, levels = [-1] * len(adj), [source], []
    dist[source] = 0
    while front:
        levels.append(front)
        front = sorted({t for f in front for t in adj[f] if dist[t] == -1})
        for t in front:
            dist[t] = len(levels)
    return dist, levels

def _graph_source(g):
    adj = _graph(g, 1)
    return adj, g.int(0, len(adj) - 1)

@entry("graphs", "[][?]i64 i64", "[]i64", _graph_source)
def bfs(adj, source): return _bfs_levels(adj, source)[0]

@entry("graphs", "[][?]i64 i64", "[][?]i64", _graph_source)
def levels(adj, source): return _bfs_levels(adj, source)[1]

@entry("graphs", "[][?]i64", "[]i64 []i64", _graph)
def degrees(adj):
    into = [0] * len(adj)
    for out in adj:
        for t in out:
            into[t] += 1
    return [len(a) for a in adj], into

@entry("graphs", "[][?]i64", "[][?]i64", _graph)
def reversed_(adj): return [[i for i in range(len(adj)) if t in adj[i]] for t in range(len(adj))]

@entry("graphs", "[][?]i64", "i64", _graph)
def triangles(adj):
    return sum(1 for a in range(len(adj)) for b in adj[a] if a < b for c in adj[b] if b < c and c in adj[a])

@entry("graphs", "[][?]i64", "[]i64", _graph)
def components(adj):
    labels = list(range(len(adj)))
    while True:
        best = [min([l] + [labels[t] for t in out]) for l, out in zip(labels, adj)]
        if best == labels:
            return labels
        labels = best

@entry("graphs", "[][?]i64", "[][?]i64", _graph)
def two_hops(adj): return [sorted({b for a in out for b in adj[a] if b != i}) for i, out in enumerate(adj)]

def _kept(g):
    adj = _graph(g)
    return adj, g.bools(len(adj))

@entry("graphs", "[][?]i64 []bool", "[][?]i64", _kept)
def subgraph(adj, keep): return [[t for t in out if keep[t]] if k else [] for k, out in zip(keep, adj)]


# numbers

@entry("numbers", "i64", "[]i64 []i64 []i64", lambda g: g.int(1, 22))
def triples(n):
    return columns([(x, y, z) for x in range(1, n) for y in range(x, n) for z in range(y, min(n, x + y))
                    if x * x + y * y == z * z], 3)

@entry("numbers", "i64", "[]i64", lambda g: g.int(0, 60), cases=10)
def primes(n): return [p for p in range(2, n) if all(p % d for d in range(2, p))]

@entry("numbers", "[]i64", "[][?]i64", lambda g: g.ints(g.n(), 0, 24))
def divisors(xs): return [[d for d in range(1, x + 1) if x % d == 0] for x in xs]

@entry("numbers", "[]i64", "[][?]i64", lambda g: g.ints(g.n(), 0, 12))
def collatz(xs):
    def trace(x):
        out = [x]
        while x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            out.append(x)
        return out
    return [trace(x) for x in xs]

@entry("numbers", "i64", "[][?]i64", lambda g: g.int(0, 8))
def pascal(n): return [[math.comb(i, k) for k in range(i + 1)] for i in range(n)]

@entry("numbers", "i64", "[][?]i64", lambda g: g.int(0, 6), cases=5)
def partitions(n):
    def parts(left, most):
        if left == 0:
            return [[]]
        return [[k] + rest for k in range(min(left, most), 0, -1) for rest in parts(left - k, k)]
    return parts(n, n)

@entry("numbers", "[]u32", "[][?]u8", lambda g: [g.int(0, 10 ** g.int(1, 9) - 1) for _ in range(g.n())])
def digits(xs): return [[int(c) for c in str(x)] for x in xs]

@entry("numbers", "i64", "[][?]i64", lambda g: g.int(0, 6), cases=4)
def multiplication(n): return [[i * j for j in range(i + 1)] for i in range(n)]

def _complex(g):
    n = g.n()
    return g.floats(n, -2, 1), g.floats(n, -1, 1), g.int(0, 50)

@entry("numbers", "[]f64 []f64 i32", "[]i32", _complex)
def mandelbrot(re, im, limit):
    def steps(a, b):
        x = y = 0.0
        k = 0
        while k < limit and x * x + y * y < 4:
            x, y, k = x * x - y * y + a, 2 * x * y + b, k + 1
        return k
    return [steps(a, b) for a, b in zip(re, im)]

def _powers(g):
    n = g.n()
    return g.ints(n, -4, 4), g.ints(n, 0, 6)

@entry("numbers", "[]i64 []i64", "[][?]i64", _powers)
def powers(bases, counts): return [[b ** (i + 1) for i in range(k)] for b, k in zip(bases, counts)]

@entry("numbers", "[][?]i64 []i64", "[][?]i64", lambda g: (g.rows(), g.ints(g.n(3))))
def convolve(xss, kernel):
    def one(xs):
        if not xs or not kernel:
            return []
        out = [0] * (len(xs) + len(kernel) - 1)
        for i, x in enumerate(xs):
            for j, k in enumerate(kernel):
                out[i + j] += x * k
        return out
    return [one(xs) for xs in xss]

def _signals(g):
    n = g.n(4)
    sizes = [1 << g.int(0, 4) for _ in range(n)]
    return [g.floats(s) for s in sizes], [g.floats(s) for s in sizes]

@entry("numbers", "[][?]f64 [][?]f64", "[][?]f64 [][?]f64", _signals)
def fft_rows(res, ims):
    def dft(xs):
        m = len(xs)
        return [sum(x * cmath.exp(-2j * cmath.pi * i * k / m) for i, x in enumerate(xs)) for k in range(m)]
    rows = [dft([complex(a, b) for a, b in zip(*r)]) for r in zip(res, ims)]
    return [[z.real for z in r] for r in rows], [[z.imag for z in r] for r in rows]


# shapes

def _sizes2(g):
    n = g.n(5)
    return g.ints(n, 0, 3), g.ints(n, 0, 3)

def _matrices(rs, cs): return [[[10 * i + j for j in range(c)] for i in range(r)] for r, c in zip(rs, cs)]

def _sizes2_full(g):
    n = g.n(5)
    return g.ints(n, 1, 3), g.ints(n, 1, 3)

@entry("shapes", "[]i64 []i64", "[][][]i64", _sizes2_full)
def matrices(rs, cs): return _matrices(rs, cs)

@entry("shapes", "[]i64 []i64", "[]i64", _sizes2)
def matrix_sums(rs, cs): return [sum(map(sum, m)) for m in _matrices(rs, cs)]

@entry("shapes", "[]i64 []i64", "[][][]i64", _sizes2_full)
def transposes(rs, cs): return [[list(c) for c in zip(*m)] for m in _matrices(rs, cs)]

@entry("shapes", "[]i64 []i64", "[][?]i64", _sizes2)
def column_sums(rs, cs): return [[sum(10 * i + j for i in range(r)) for j in range(c)] for r, c in zip(rs, cs)]

@entry("shapes", "[]i64", "[][?][?]i64", lambda g: g.ints(g.n(5), 0, 4))
def depth3(ns): return [[list(range(j)) for j in range(k)] for k in ns]

@entry("shapes", "[]i64", "[][?][?][?]i64", lambda g: g.ints(g.n(4), 0, 4))
def depth4(ns): return [[[list(range(i)) for i in range(j)] for j in range(k)] for k in ns]

@entry("shapes", "[][?][?]i64", "[][?]i64", lambda g: g.rows3())
def flatten_outer(xsss): return sum(xsss, [])

@entry("shapes", "[][?][?]i64", "[][?]i64", lambda g: g.rows3())
def flatten_inner(xsss): return [sum(xss, []) for xss in xsss]

@entry("shapes", "[][?][?]i64", "[]i64", lambda g: g.rows3())
def flatten_all(xsss): return sum(sum(xsss, []), [])

@entry("shapes", "[][?][?]i64", "[]i64 [][?]i64", lambda g: g.rows3())
def lengths2(xsss): return [len(x) for x in xsss], [[len(y) for y in x] for x in xsss]

@entry("shapes", "[][?][?]i64", "[][?][?]i64 [][?][?]i64 [][?][?]i64", lambda g: g.rows3())
def reverse_levels(xsss): return xsss[::-1], [x[::-1] for x in xsss], [[y[::-1] for y in x] for x in xsss]

@entry("shapes", "[][?]i64", "[][?][3]i64", lambda g: g.rows())
def triple_rows(xss): return [[[x, x + 1, x * x] for x in xs] for xs in xss]

@entry("shapes", "i64 [][?]i64", "[][][?]i64", lambda g: (g.int(1, 3), g.rows(g.int(1, 4))))
def swap_levels(k, xss): return [xss] * k

@entry("shapes", "[][?]i64", "[]i64", lambda g: g.rows())
def heads(xss): return [xs[0] for xs in xss if xs]

@entry("shapes", "[][?]i64", "[][?]i64", lambda g: g.rows())
def tails(xss): return [xs[1:] for xs in xss]

@entry("shapes", "[][?]i64", "[][?]i64", lambda g: g.rows())
def evens(xss): return [xs[::2] for xs in xss]

@entry("shapes", "[][?]i64", "[][?]i64", lambda g: g.rows())
def backwards(xss): return [xs[::-1] for xs in xss]

@entry("shapes", "[][?]i64 i64", "[][?]i64", lambda g: (g.rows(), g.int(0, 2)))
def cut(xss, k):
    if any(len(xs) < k for xs in xss):
        return Fails("shapes.fut:")
    return [xs[k:] for xs in xss]

@entry("shapes", "[][?]i64 i64 i64", "[][?]i64", lambda g: (g.rows(5), g.int(0, 4), g.int(0, 6)))
def part(xss, a, b): return xss[a:b] if a <= b <= 5 else Fails("shapes.fut:")

@entry("shapes", "[][?]i64", "[][?]i64 [][?]i64", lambda g: g.rows())
def rotated(xss): return xss[1:] + xss[:1], [xs[1:] + xs[:1] for xs in xss]

def _maybe_equal(g):
    xss = g.rows()
    yss = [list(xs) for xs in xss]
    if g.r.random() < 0.5 and any(yss):
        row = g.r.choice([ys for ys in yss if ys])
        if g.r.random() < 0.5:
            row[0] += 1
        else:
            row.append(1)
    return xss, yss

@entry("shapes", "[][?]i64 [][?]i64", "bool", _maybe_equal)
def equal(xss, yss): return xss == yss

@entry("shapes", "[][?]i64 [][?]i64", "[]bool", _maybe_equal)
def equal_rows(xss, yss): return [xs == ys for xs, ys in zip(xss, yss)]

def _same_count(g):
    n = g.n()
    return g.rows(n), g.rows(n)

@entry("shapes", "[][?]i64 [][?]i64", "[][?]i64", _same_count)
def appended(xss, yss): return [xs + ys for xs, ys in zip(xss, yss)]

@entry("shapes", "[][?]i64 [][?]i64", "[][?]i64", lambda g: (g.rows(), g.rows()))
def stacked(xss, yss): return xss + yss

@entry("shapes", "i64 i64", "[][?]i64", lambda g: (g.int(0, 4), g.int(0, 4)))
def literal(a, b): return [list(range(a)), [], list(range(b)), [a, b]]

@entry("shapes", "[][?]i64 [][?]i64", "[][?]i64", _same_count)
def zipped(xss, yss): return [[x * y for x, y in zip(xs, ys)] for xs, ys in zip(xss, yss)]

@entry("shapes", "[][?]i64", "[][][]i64", lambda g: [xs or [7] for xs in g.rows()])
def outer(xss): return [[[x * y for y in xs] for x in xs] for xs in xss]

@entry("shapes", "[][?]i64 i64", "[][?]i64 [][?]i64", lambda g: (g.rows(), g.int(0, 2)))
def partitioned(xss, k): return [xs for xs in xss if len(xs) > k], [xs for xs in xss if len(xs) <= k]

@entry("shapes", "[][?]i64", "[][?]i64 [][?]i64", lambda g: g.rows())
def refiltered(xss): return [[x for x in xs if x > 0] for xs in xss], [[x for x in xs if x <= 0] for xs in xss]

@entry("shapes", "[]i64 []i64", "[][?]i64", _sizes2)
def replicated(ns, xs): return [[x] * n for n, x in zip(ns, xs)]

def _dup(g):
    n = g.n(4)
    return g.ints(n, 0, 3), g.rows(n)

@entry("shapes", "[]i64 [][?]i64", "[][?][?]i64", _dup)
def dup_rows(ns, xss): return [[xs] * n for n, xs in zip(ns, xss)]

def _split(g):
    ns = g.ints(g.n(), 0, 3)
    if g.r.random() < 0.2 and ns:
        ns[0] = -1
    total = max(0, sum(ns) + g.r.choice([0, 0, 0, 1]))
    return ns, g.ints(total)

@entry("shapes", "[]i64 []i64", "[][?]i64", _split)
def of_sizes(ns, xs):
    if any(n < 0 for n in ns) or sum(ns) != len(xs):
        return Fails("shapes.fut:")
    out, at = [], 0
    for n in ns:
        out.append(xs[at:at + n])
        at += n
    return out

def _maybe_square(g):
    n = g.int(1, 3)
    xss = [g.ints(n) for _ in range(n)]
    if g.r.random() < 0.4:
        g.r.choice(xss).append(0)
    return xss, n

@entry("shapes", "[][?]i64 i64", "[][]i64", _maybe_square)
def square(xss, n): return xss if all(len(xs) == n for xs in xss) else Fails(r"shapes.fut:\d+:\d+:.*")

@entry("shapes", "[][?]i64 i64", "[]i64", _maybe_square)
def thick(xss, m):
    return [sum(c) for c in zip(*xss)] if all(len(xs) == m for xs in xss) else Fails(r"shapes.fut:\d+:\d+:.*")

@entry("shapes", "[][?]i64 i64", "[][?]i64", lambda g: (g.rows(), g.int(0, 3)))
def taken(xss, k): return [xs[:k] for xs in xss]

@entry("shapes", "[][?]i64 i64", "[][?]i64", lambda g: (g.rows(), g.int(0, 3)))
def dropped(xss, k): return [xs[k:] for xs in xss]

def _reads(g):
    xss = g.rows(g.int(1, 5))
    k = g.n(3)
    at = [(i, j) for i, xs in enumerate(xss) for j in range(len(xs) + (g.r.random() < 0.05))]
    at = [g.r.choice(at) for _ in range(k)] if at else []
    return xss, [i for i, _ in at], [j for _, j in at]

@entry("shapes", "[][?]i64 []i64 []i64", "[]i64", _reads)
def indexed(xss, is_, js):
    if any(j >= len(xss[i]) for i, j in zip(is_, js)):
        return Fails("shapes.fut:")
    return [xss[i][j] for i, j in zip(is_, js)]

@entry("shapes", "[][?]i64", "[]i64 []i64", lambda g: g.rows(g.int(1, 4)))
def last_rows(xss): return xss[-1], xss[0]


# segments

ROWS = lambda g: g.rows()  # noqa: E731
FULL = lambda g: [xs or [3] for xs in g.rows()]  # noqa: E731

def _same_shape(g):
    xss = g.rows(lo=-3, hi=3)
    return xss, g.like(xss)

@entry("segments", "[][?]i64", "[]i64", ROWS)
def sums(xss): return [sum(xs) for xs in xss]

@entry("segments", "[][?]i64", "[][?]i64", ROWS)
def scans(xss): return [scan(lambda a, b: a + b, xs) for xs in xss]

@entry("segments", "[][?]i64", "[]i64", ROWS)
def maxes(xss): return [max(xs, default=-2 ** 63) for xs in xss]

@entry("segments", "[][?]i64", "[][?]i64", ROWS)
def exclusive(xss): return [[sum(xs[:i]) for i in range(len(xs))] for xs in xss]

@entry("segments", "[][?]i64", "[][?]i64", ROWS)
def from_right(xss): return [[sum(xs[i:]) for i in range(len(xs))] for xs in xss]

@entry("segments", "[][?]i64 i64", "[]i64", lambda g: (g.rows(), g.int(0, 9)))
def fold1(xss, d): return [min(xs, default=d) for xs in xss]

@entry("segments", "[][?]i64 [][?]i64", "[]i64 []i64", _same_shape)
def affine(ass, bss):
    rows = [reduce(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), zip(a, b), (1, 0)) for a, b in zip(ass, bss)]
    return columns(rows, 2)

@entry("segments", "[][?]i64", "[]i64", FULL)
def argmax(xss): return [xs.index(max(xs)) for xs in xss]

@entry("segments", "[][?]i64", "[]i64", ROWS)
def alternating(xss): return [sum(x if i % 2 == 0 else -x for i, x in enumerate(xs)) for xs in xss]

@entry("segments", "[][?]i32", "[]bool", lambda g: [[g.r.choice([1, -1]) for _ in range(g.length())] for _ in range(g.n())])
def brackets(sss):
    return [all(sum(s[:i + 1]) >= 0 for i in range(len(s))) and sum(s) == 0 for s in sss]

@entry("segments", "[][?]i64 i64", "[][3]i64", lambda g: (g.rows(lo=-1, hi=3), 3))
def counts(xss, k): return [[xs.count(i) for i in range(k)] for xs in xss]

@entry("segments", "[][?]i64", "[]i64 []i64", FULL)
def minmax(xss): return [min(xs) for xs in xss], [max(xs) for xs in xss]

@entry("segments", "[][?]f64", "[]f64", lambda g: g.float_rows())
def variance(xss):
    def one(xs):
        m = sum(xs) / len(xs) if xs else 0
        return sum((x - m) ** 2 for x in xs) / len(xs) if xs else 0
    return [one(xs) for xs in xss]

VECS = lambda g: [[g.ints(3) for _ in range(g.length())] for _ in range(g.n())]  # noqa: E731

@entry("segments", "[][?][3]i64", "[][3]i64", VECS)
def vec_sums(xsss): return [[sum(v[i] for v in vs) for i in range(3)] for vs in xsss]

@entry("segments", "[][?][3]i64", "[][?][3]i64", VECS)
def vec_scans(xsss): return [[[sum(v[i] for v in vs[:k + 1]) for i in range(3)] for k in range(len(vs))] for vs in xsss]

@entry("segments", "[][?][?]i64", "[]i64", lambda g: g.rows3())
def sum_of_maxes(xsss): return [sum(max(xs, default=0) for xs in xss) for xss in xsss]

@entry("segments", "[][?]i64", "[][?]i64", lambda g: g.rows(lo=0))
def last_positive(xss): return [scan(lambda a, b: b if b > 0 else a, xs) for xs in xss]

@entry("segments", "[][?]bool", "[]bool []bool", lambda g: [g.bools(g.length()) for _ in range(g.n())])
def all_any(bss): return [all(b) for b in bss], [any(b) for b in bss]

@entry("segments", "[][?]i64", "[]i64", ROWS)
def folded(xss): return [reduce(lambda a, x: a * 3 + x, xs, 1) for xs in xss]

@entry("segments", "[][?]i64", "[]i64", ROWS)
def foldedr(xss): return [reduce(lambda a, x: a * 3 + x, xs[::-1], 1) for xs in xss]

@entry("segments", "[][?]i64", "[][?]i64 [][?]i64", lambda g: g.rows(lo=0, hi=1))
def run_lengths(xss):
    def runs(xs):
        out = []
        for x in xs:
            if out and out[-1][0] == x:
                out[-1][1] += 1
            else:
                out.append([x, 1])
        return out
    rows = [runs(xs) for xs in xss]
    return [[x for x, _ in r] for r in rows], [[k for _, k in r] for r in rows]


# updates

def _place(g):
    xss = g.rows(g.int(1, 5))
    i = g.int(0, len(xss) - 1)
    return xss, i, g.int(0, max(0, len(xss[i]) - 1)), g.int(0, 99)

@entry("updates", "[][?]i64 i64 i64 i64", "[][?]i64", _place)
def set_element(xss, i, j, v):
    if j >= len(xss[i]):
        return Fails("updates.fut:")
    return [xs[:j] + [v] + xs[j + 1:] if k == i else xs for k, xs in enumerate(xss)]

def _row(g):
    xss = g.rows(g.int(1, 5))
    i = g.int(0, len(xss) - 1)
    return xss, i, g.ints(len(xss[i]) + (g.r.random() < 0.25))

@entry("updates", "[][?]i64 i64 []i64", "[][?]i64", _row)
def set_row(xss, i, row):
    return [row if k == i else xs for k, xs in enumerate(xss)] if len(row) == len(xss[i]) else Fails("updates.fut:")

@entry("updates", "[][?]i64", "[][?]i64", ROWS)
def double_firsts(xss): return [[2 * xs[0]] + xs[1:] if xs else [] for xs in xss]

def _scattered(g):
    xss = g.rows(g.int(1, 5))
    is_ = [i for i in range(-1, len(xss) + 1) if g.r.random() < 0.5]
    g.r.shuffle(is_)
    return xss, is_, g.rows(len(is_))

@entry("updates", "[][?]i64 []i64 [][?]i64", "[][?]i64", _scattered)
def scatter_rows(xss, is_, yss):
    out = list(xss)
    for i, ys in zip(is_, yss):
        if 0 <= i < len(out):
            out[i] = ys
    return out

def _bumps(g):
    k, n = g.int(0, 5), g.n(8)
    return k, g.ints(n, -1, k), g.ints(n)

@entry("updates", "i64 []i64 []i64", "[]i64", _bumps)
def bump(k, is_, vs): return [100 + sum(v for i, v in zip(is_, vs) if i == j) for j in range(k)]

@entry("updates", "i64 []i64", "[]bool", lambda g: (g.int(0, 20), g.ints(g.n(3), 2, 6)))
def sieve_marks(n, ps): return [all(i % p for p in ps) for i in range(n)]

@entry("updates", "i64 [][?]i64", "[][3]i64", lambda g: (3, g.rows(lo=-1, hi=3)))
def row_histograms(k, xss): return [[xs.count(i) for i in range(k)] for xs in xss]

@entry("updates", "[][?]i64", "[][?]i64", ROWS)
def swap_ends(xss): return [xs if len(xs) < 2 else [xs[-1]] + xs[1:-1] + [xs[0]] for xs in xss]

@entry("updates", "[][]bool i32", "[][]bool",
       lambda g: (lambda n, m: ([g.bools(m) for _ in range(n)], g.int(0, 3)))(g.int(1, 5), g.int(1, 5)))
def life(grid, steps):
    n, m = len(grid), len(grid[0])
    for _ in range(steps):
        near = lambda i, j: sum(grid[(i + a) % n][(j + b) % m] for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)  # noqa: E731
        grid = [[near(i, j) == 3 or (grid[i][j] and near(i, j) == 2) for j in range(m)] for i in range(n)]
    return grid

@entry("updates", "[][?]i64 i64", "[][?]i64", lambda g: (g.rows(), g.int(0, 3)))
def update_slice(xss, k): return [[-1] * min(k, len(xs)) + xs[k:] for xs in xss]

def _items(g):
    n = g.n(5)
    return g.ints(n, 1, 5), g.ints(n, 0, 9), g.int(0, 10)

@entry("updates", "[]i64 []i64 i64", "i64", _items)
def knapsack(ws, vs, cap):
    best = 0
    for mask in range(1 << len(ws)):
        chosen = [i for i in range(len(ws)) if mask >> i & 1]
        if sum(ws[i] for i in chosen) <= cap:
            best = max(best, sum(vs[i] for i in chosen))
    return best

def _strings(g):
    n = g.n(4)
    return g.rows(n, 97, 99), g.rows(n, 97, 99)

@entry("updates", "[][?]u8 [][?]u8", "[]i64", _strings)
def distance_rows(ass, bss):
    def distance(a, b):
        if not a or not b:
            return len(a) + len(b)
        return min(distance(a[1:], b[1:]) + (a[0] != b[0]), distance(a[1:], b) + 1, distance(a, b[1:]) + 1)
    return [distance(a, b) for a, b in zip(ass, bss)]

@entry("updates", "[][?]i64", "[]i64", ROWS)
def counts_in_loop(xss): return [sum(x if x % 2 == 0 else -1 for x in xs) for xs in xss]

def _boxes(g):
    n = g.n(5)
    return g.int(1, 5), g.int(1, 5), g.ints(n, -1, 4), g.ints(n, -1, 4), g.ints(n, 0, 3), g.ints(n, 0, 3), g.ints(n, 0, 9)

@entry("updates", "i64 i64 " + FOUR + " []i64", "[][]i64", _boxes)
def z_buffer(h, w, x0, y0, dx, dy, z):
    out = [[-1] * w for _ in range(h)]
    for x0, y0, dx, dy, z in zip(x0, y0, dx, dy, z):
        for y in range(y0, y0 + dy):
            for x in range(x0, x0 + dx):
                if 0 <= x < w and 0 <= y < h:
                    out[y][x] = max(out[y][x], z)
    return out


# streams

FLAT = lambda g: g.ints(g.n(12))  # noqa: E731

@entry("streams", "[]i64", "[]i64", FLAT)
def doubled(xs): return [2 * x for x in xs]

@entry("streams", "[]i64", "i64", FLAT)
def summed(xs): return sum(xs)

@entry("streams", "[]i64", "i64 []i64", FLAT)
def running(xs): return sum(xs), scan(lambda a, b: a + b, xs)

@entry("streams", "[]i64", "i64 []i64", FLAT)
def sum_and_squares(xs): return sum(xs), [x * x for x in xs]

@entry("streams", "i64 []i64", "[]i64", lambda g: (4, g.ints(g.n(12), 0, 3)))
def histogram(k, xs): return [xs.count(i) for i in range(k)]

@entry("streams", "[]f64 []f64", "[]i64 []i64", lambda g: (g.floats(g.int(1, 3)), g.floats(g.n(9))))
def kmeans_counts(means, xs):
    at = [min(range(len(means)), key=lambda i: (abs(means[i] - x), i)) for x in xs]
    return [at.count(i) for i in range(len(means))], at

@entry("streams", "[][?]i64", "[][?]i64", ROWS)
def rows_doubled(xss): return [[2 * x for x in xs] for xs in xss]

@entry("streams", "[][?]i64", "[][?]i64", ROWS)
def rows_running(xss): return [scan(lambda a, b: a + b, xs) for xs in xss]

@entry("streams", "[][?]i64", "[]i64", ROWS)
def ragged_stream(xss): return [sum(xs) for xs in xss]

@entry("streams", "[][?]i64", "i64", ROWS)
def ragged_fold(xss): return sum(len(xs) for xs in xss)

@entry("streams", "[]u8", "i64 []i64", lambda g: [g.r.choice([32, 48, 49, 50, 57]) for _ in range(g.n(12))])
def parse_numbers(text):
    a, out = 0, []
    for b in text:
        a = a * 10 + b - 48 if 48 <= b <= 57 else 0
        out.append(a)
    return a, out


# modules

SIZES = lambda g: g.ints(g.n(5), 0, 5)  # noqa: E731

@entry("modules", "[]i64", "[]i64 []i64", SIZES)
def bag_sums(ks): return ([sum(range(k)) for k in ks],) * 2

@entry("modules", "[]i64", "[]i64 []i64", SIZES)
def bag_sizes(ks): return ks, ks

@entry("modules", "[][?]i64", "[][?]i64", ROWS)
def doubled(xss): return [[4 * x for x in xs] for xs in xss]

@entry("modules", "[][?]i64", "[][?]i64", ROWS)
def long_rows(xss): return [xs for xs in xss if len(xs) > 1]

@entry("modules", "[][?]i64", "[][?]i64", ROWS)
def grown(xss): return [4 * xs for xs in xss]

@entry("modules", "[][?]i64", "[]i64", ROWS)
def composed(xss): return [sum(x + 1 for x in xs) for xs in xss]

@entry("modules", "[][?]i64", "i64", ROWS)
def piped(xss): return sum(1 for xs in xss for x in xs if x > 0)

@entry("modules", "[][?]i64", "[][?]i64", ROWS)
def chained(xss): return [[x + 1 for x in xs if (x + 1) % 2 == 0][::-1] for xs in xss]

@entry("modules", "[][?]i64", "[]bool", ROWS)
def row_pairs(xss): return [len(a) <= len(b) for a, b in zip(xss, xss[1:])]

@entry("modules", "[][?]i64", "[]i64 [][?]i64", ROWS)
def tags(xss): return [i * (len(xs) + 1) for i, xs in enumerate(xss)], [xs + [i] for i, xs in enumerate(xss)]

@entry("modules", "[][?]i64", "[]i64 []i64", ROWS)
def stats_of_rows(xss): return [sum(xs) for xs in xss], [max([0] + xs) for xs in xss]

@entry("modules", "[]i64", "[][?]i64", lambda g: g.ints(g.n(5), 0, 40))
def halvings(ns):
    def halve(n): return [n] + halve(n // 2) if n > 0 else []
    return [halve(n) for n in ns]

@entry("modules", "[][?]i64 i64", "[]i64", lambda g: (g.rows(), g.int(0, 3)))
def last_long(xss, k): return ([[]] + [xs for xs in xss if len(xs) >= k])[-1]


# sums

def _area(i): return [3 * i * i, i * (i + 1), 0][i % 3]

@entry("sums", "[]i64", "[][?]i64", SIZES)
def areas(ks): return [[_area(i) for i in range(k)] for k in ks]

@entry("sums", "[]i64", "[]i64", SIZES)
def only_boxes(ks): return [sum(i % 3 == 1 for i in range(k)) for k in ks]

@entry("sums", "[]i64", "[][?]i64", SIZES)
def none_left(ks): return [[_area(i) for i in range(k) if i % 3 != 2] for k in ks]

@entry("sums", "[]i64", "[]i64", SIZES)
def weights(ks): return [[sum(range(k)), -k, 2 * sum(range(k))][k % 3] for k in ks]

@entry("sums", "[]i64", "[]i64", SIZES)
def doc_sizes(ks): return [[k, 1, 2 * k][k % 3] for k in ks]

@entry("sums", "[]i64", "[][?]i64", SIZES)
def picked(ks): return [[k] if k % 3 == 1 else list(range(k)) for k in ks]

def _events(g):
    xss = g.rows()
    return g.ints(len(xss), -2, 3), xss

@entry("sums", "[]i64 [][?]i64", "[]i64 [][?]i64", _events)
def events(at, vss):
    return columns(sorted([e for e in zip(at, vss) if e[0] > 0], key=lambda e: -e[0]), 2)

@entry("sums", "[]i64 [][?]i64", "[]i64 [][?]i64", _events)
def merged(at, vss): return columns([(k, sum(vs, [])) for k, vs in grouped(zip(at, vss))], 2)

@entry("sums", "[]i64 [][?]i64", "[]i64 [][?]i64", _events)
def updated(at, vss): return columns([(a, []) if a < 0 else (a + len(vs), vs) for a, vs in zip(at, vss)], 2)

@entry("sums", "[][?]i64", "[][?]i64 []i64 [][?]bool", ROWS)
def tuples(xss): return [[x for x in xs if x > 0] for xs in xss], [len(xs) for xs in xss], [[x > 0 for x in xs] for xs in xss]

@entry("sums", "[][?]i64", "[][?]i64 [][?]i64", ROWS)
def nested_pairs(xss): return [[a - b for a, b in zip(xs, xs[::-1])] for xs in xss], [xs[::-1] for xs in xss]

def _quotients(g):
    n = g.n()
    return g.ints(n), g.ints(n, -2, 2)

@entry("sums", "[]i64 []i64", "[]i64", _quotients)
def safe_div(xs, ys): return [x // y if y else -99 for x, y in zip(xs, ys)]

@entry("sums", "[][?]i64", "[]i64", lambda g: g.rows(lo=-1, hi=6))
def machine(progs):
    def run(p):
        pc = acc = 0
        while pc < len(p) and p[pc] >= 0:
            if p[pc] % 2 == 0:
                pc, acc = pc + 1, acc + p[pc]
            else:
                pc, acc = pc + 2, acc * 2
        return acc
    return [run(p) for p in progs]


# recursion

@entry("recursion", "[]i64", "[]i64", FLAT)
def sorted_(xs): return sorted(xs)

@entry("recursion", "[][?]i64", "[][?]i64", ROWS)
def sorted_rows(xss): return [sorted(xs) for xs in xss]

@entry("recursion", "[]i64", "[]i64", FLAT)
def sorted_nested(xs): return sorted(xs)

@entry("recursion", "[]i64", "[]i64", FLAT)
def merged_(xs): return sorted(xs)

@entry("recursion", "[]i64", "[][?]i64", lambda g: g.ints(g.n(4)))
def all_subsets(xs):
    def subsets(xs):
        if not xs:
            return [[]]
        rest = subsets(xs[1:])
        return rest + [[xs[0]] + s for s in rest]
    return subsets(xs)

def _bases(g):
    n = g.n()
    return g.ints(n, -3, 3), g.ints(n, 0, 9)

@entry("recursion", "[]i64 []i64", "[]i64", _bases)
def powers_(xs, ks): return [x ** k for x, k in zip(xs, ks)]

@entry("recursion", "[][?]i64", "[]i64", ROWS)
def tree_sums(xss): return [sum(xs) for xs in xss]

@entry("recursion", "[][?]i64", "[][?]i64", ROWS)
def kept(xss): return xss

@entry("recursion", "[]i64", "[][?]i64", lambda g: g.ints(g.n(4)), cases=5)
def permutations(xs): return [list(p) for p in itertools.permutations(xs)]


# comprehensions

PAIR = "[]i64 []i64"

def _pair(g):
    n = g.n()
    return g.ints(n), g.ints(n)

def _two(g): return g.ints(g.n(5)), g.ints(g.n(5))

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def squares(xs): return [x * x for x in xs]

@entry("comprehensions", "i64 i64", "[]i64 []i64 []i64", lambda g: (lambda a: (a, a + g.int(0, 6)))(g.int(-4, 4)))
def ranges(a, b): return list(range(a, b)), list(range(a, b + 1)), list(range(b, a - 1, -2))

@entry("comprehensions", PAIR, "[]i64", _two)
def product(a, b): return [x * 10 + y for x in a for y in b]

@entry("comprehensions", "i64", "[]i64", lambda g: g.int(0, 6))
def dependent(n): return [x * 100 + y * 10 + z for x in range(n) for y in range(x) for z in range(y, x)]

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def filters(a): return [x for x in a if x > 0 and x % 2 == 0]

@entry("comprehensions", PAIR, "[]i64", _two)
def interleaved(a, b): return [x - y for x in a if x > 0 for y in b if y < x and (x - y) % 2 == 1]

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def lets(a): return [2 * x * x + x for x in a]

@entry("comprehensions", PAIR, "[]i64", _pair)
def zips(a, b): return [x * y for x, y in zip(a, b)]

@entry("comprehensions", PAIR, "[]i64", _pair)
def zips3(a, b): return [x * y + i for i, (x, y) in enumerate(zip(a, b))]

def _ranges(g):
    a = g.ints(g.n(5))
    return a, [x + g.int(-1, 3) for x in a] + ([1] if g.r.random() < 0.2 else [])

@entry("comprehensions", PAIR, "[]i64", _ranges)
def zip_then(a, b):
    if len(a) != len(b):
        return Fails(r"comprehensions.fut:\d+:\d+")
    return [k for x, y in zip(a, b) for k in range(x, y + 1) if k % 2 == 0]

@entry("comprehensions", PAIR, "[]i64", _two)
def zip_filtered(a, b):
    a, b = [x for x in a if x > 0], [y for y in b if y > 0]
    return [x - y for x, y in zip(a, b)] if len(a) == len(b) else Fails(r"comprehensions.fut:\d+:\d+")

@entry("comprehensions", "[][?]i64 [][?]i64", "[]i64", _same_shape)
def zip_in_outer(xss, yss): return [x * y for xs, ys in zip(xss, yss) for x, y in zip(xs, ys)]

@entry("comprehensions", "[][?]i64", "[]i64", ROWS)
def over_rows(xss): return [x + len(xs) for xs in xss for x in xs]

@entry("comprehensions", "[][?][?]i64", "[]i64", lambda g: g.rows3())
def three_levels(xsss): return [x for xss in xsss for xs in xss for x in xs if x]

@entry("comprehensions", "[][?]i64", "[][?]i64", ROWS)
def nested(xss): return [[x * 2 for x in xs if x > 0] for xs in xss]

@entry("comprehensions", "i64 i64", "[][]i64", lambda g: (g.int(1, 4), g.int(1, 4)))
def regular_nest(n, m): return [[i * m + j for j in range(m)] for i in range(n)]

@entry("comprehensions", "[][?]i64", "[][?]i64", ROWS)
def filtered_rows(xss): return [[y + len(xs) for y in xs] for xs in xss if len(xs) % 2 == 1]

@entry("comprehensions", "i64", "[]i64", lambda g: g.int(0, 6))
def nested_source(n): return [x + y for x in [k * k for k in range(n)] for y in [j for j in range(x) if j % 3 == 0]]

@entry("comprehensions", "[]i64", "[]i64", SIZES)
def maps_of_ranges(ks): return [i * i + k for k in ks for i in range(k)]

@entry("comprehensions", "[]i64", "[]i64", lambda g: g.ints(g.n(5)))
def slices(xs): return [y for i in range(len(xs) + 1) for y in xs[i:]]

@entry("comprehensions", "[]i64 i64", "[]i64", lambda g: (g.ints(g.n(4)), g.int(0, 3)))
def invariant(xs, k): return [x + i for i in range(k) for x in xs]

@entry("comprehensions", "[][?]i64", "[]i64", ROWS)
def computed(xss): return [y for xs in xss for y in scan(lambda a, b: a + b, xs)]

@entry("comprehensions", PAIR, "[]i64", _pair)
def tuples_(a, b): return [x * y for x, y in zip(a, b) if x < y]

@entry("comprehensions", PAIR, "[]i64", _pair)
def records(a, b): return [p - q for p, q in zip(a, b)]

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def wild(xs): return [1] * len(xs)

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def shadowed(xs): return [y for x in xs for y in range(max(0, x))]

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def sorted_desc(xs): return sorted(xs, reverse=True)

@entry("comprehensions", PAIR, PAIR, _pair)
def sorted_by_last(a, b): return columns(sorted(sorted(zip(a, b), key=lambda p: -(p[1] % 3)), key=lambda p: p[0] % 2), 2)

@entry("comprehensions", "[]i64", "[]i64", FLAT)
def sorted_bool(xs): return sorted(xs, key=lambda x: (x > 0, x))

@entry("comprehensions", "[][?]i64", "[][?]i64", ROWS)
def sorted_rows_(xss): return sorted(xss, key=len)

@entry("comprehensions", "[]i64", "[]i64", lambda g: g.ints(g.n(6), -2, 4))
def sorted_then(xs): return [y for x in sorted(xs) for y in range(max(0, x))]

@entry("comprehensions", "[]i64", "[]i64", lambda g: g.ints(g.n(6), -2, 4))
def groups_after(xs): return [sum(ys) for _, ys in grouped((x + y, y) for x in xs for y in range(max(0, x)))]

@entry("comprehensions", PAIR, PAIR, lambda g: (lambda n: (g.ints(n, 0, 3), g.ints(n)))(g.n()))
def group_group(a, b):
    totals = [(sum(bs) % 2, k) for k, bs in grouped(zip(a, b))]
    return columns([(l, len(ks)) for l, ks in grouped(totals)], 2)

@entry("comprehensions", "[]f64", "[]f64 []i64", lambda g: g.floats(g.n(), -1, 1))
def group_keys(xs): return columns([(k, len(v)) for k, v in grouped((x, 0) for x in xs)], 2)

@entry("comprehensions", "[][?]i64", "[][?]i64", ROWS)
def group_rows(xss): return [sum(rows, []) for _, rows in grouped((len(xs), xs) for xs in xss)]

@entry("comprehensions", "[]i64", "[]i64", SIZES)
def inside_map(ks): return [sum(x * y for x in range(k) for y in range(x)) for k in ks]

@entry("comprehensions", "i64", "[]i64", lambda g: g.int(0, 5), cases=5)
def in_loop(n):
    xs = [1]
    for i in range(n):
        xs = [x + y for x in xs for y in (0, 1) if x % 7 != i % 3]
    return xs

@entry("comprehensions", "i64 i64", "[]i64", lambda g: (g.int(0, 15), g.int(0, 15)))
def bitwise_or(a, b): return [a | b]

@entry("comprehensions", "[]i64", "[]i64", SIZES)
def matrices_(ks): return [i + j for k in ks for i in range(k) for j in range(2)]


# text

def _bytes(g, most=70): return [[g.int(0, 255) for _ in range(g.r.choice([0, 1, 2, 3, 5, g.n(most)]))] for _ in range(g.n(4))]

def _words(g): return [[g.int(97, 99) for _ in range(g.length())] for _ in range(g.n(6))]

@entry("text", "[][?]u8", "[][16]u8", lambda g: _bytes(g, 130))
def md5(msgs): return [list(hashlib.md5(bytes(m)).digest()) for m in msgs]

@entry("text", "[][?]u8", "[]u32", _bytes)
def crc32(msgs): return [zlib.crc32(bytes(m)) for m in msgs]

@entry("text", "[][?]u8", "[][?]u8", lambda g: _bytes(g, 9))
def base64_(msgs): return [list(base64.b64encode(bytes(m))) for m in msgs]

@entry("text", "[][?]u32", "[][?]u8",
       lambda g: [[g.r.choice([g.int(1, 127), g.int(128, 0x7ff), g.int(0x800, 0xd7ff), g.int(0x10000, 0x10ffff)])
                   for _ in range(g.length())] for _ in range(g.n())])
def utf8(texts): return [list("".join(map(chr, t)).encode()) for t in texts]

@entry("text", "[]u8", "[][?]u8", lambda g: [g.r.choice([10, 97, 98]) for _ in range(g.n(12))])
def lines(text): return [list(l) for l in bytes(text).split(b"\n")]

def _rows_of_numbers(g):
    return [list(",".join(str(g.int(0, 99)) for _ in range(g.int(1, 4))).encode()) for _ in range(g.n(4))]

@entry("text", "[][?]u8", "[][?][?]u8", lambda g: [[g.r.choice([44, 97, 98]) for _ in range(g.n(6))] for _ in range(g.n(4))])
def fields(rows): return [[list(f) for f in bytes(r).split(b",")] for r in rows]

@entry("text", "[][?]u8", "[][?]i64", _rows_of_numbers)
def numbers(rows): return [[int(f) for f in bytes(r).split(b",")] for r in rows]

@entry("text", "[][?]u8", "[]bool", _words)
def palindromes(ws): return [w == w[::-1] for w in ws]

@entry("text", "[]u8 []u8", "[]i64", lambda g: ([g.int(97, 98) for _ in range(g.n(10))], [g.int(97, 98) for _ in range(g.n(3))]))
def find(text, pattern): return [i for i in range(len(text) - len(pattern) + 1) if text[i:i + len(pattern)] == pattern]

@entry("text", "[][?]u8 []u8", "[][?]u8", lambda g: (lambda ws: (ws, g.ints(len(ws), 0, 25)))(_words(g)))
def caesar(ws, ks): return [[97 + (c - 97 + k) % 26 for c in w] for w, k in zip(ws, ks)]


# physics

def _bodies(g):
    n = g.n(5)
    return tuple(g.floats(n) for _ in range(3)) + (g.floats(n, 0, 4),)

@entry("physics", "[]f64 []f64 []f64 []f64", "[]f64 []f64 []f64", _bodies)
def n_body(xs, ys, zs, ms):
    out = []
    for x, y, z in zip(xs, ys, zs):
        f = [0.0] * 3
        for a, b, c, m in zip(xs, ys, zs, ms):
            d = (a - x, b - y, c - z)
            r = sum(v * v for v in d) + 0.25
            f = [f[i] + m / (r * math.sqrt(r)) * d[i] for i in range(3)]
        out.append(f)
    return columns(out, 3)

@entry("physics", "[][?]f64 f64", "[][?]i64", lambda g: (g.float_rows(), g.int(0, 8) / 2))
def cells(pss, near):
    return [[sum(abs(p - q) <= near for qs in pss[max(0, i - 1):i + 2] for q in qs) for p in ps] for i, ps in enumerate(pss)]

def _grids(g):
    n, m = g.int(1, 4), g.int(1, 4)
    return [g.floats(m) for _ in range(n)], [g.floats(m) for _ in range(n)], g.int(0, 3)

@entry("physics", "[][]f64 [][]f64 i32", "[][]f64", _grids)
def hot_spot(t, p, steps):
    n, m = len(t), len(t[0])
    for _ in range(steps):
        at = lambda i, j: t[max(0, min(n - 1, i))][max(0, min(m - 1, j))]  # noqa: E731
        t = [[t[i][j] + 0.125 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1) - 4 * t[i][j]) + p[i][j]
              for j in range(m)] for i in range(n)]
    return t

@entry("physics", "[][]i64", "i64", lambda g: (lambda m: [g.ints(m, 0, 9) for _ in range(g.int(1, 4))])(g.int(1, 4)))
def path(cost):
    n, m = len(cost), len(cost[0])
    def best(i, j): return 0 if i < 0 else cost[i][j] + min(best(i - 1, max(0, min(m - 1, k))) for k in (j - 1, j, j + 1))
    return min(best(n - 1, j) for j in range(m))

@entry("physics", "[]f64 []f64 []f64 []f64", "[]i64",
       lambda g: (lambda n, m: (g.floats(n), g.floats(n), g.floats(m), g.floats(m)))(g.n(5), g.n(4)))
def nearest(px, py, qx, qy):
    return [min(range(len(qx)), key=lambda i: ((qx[i] - x) ** 2 + (qy[i] - y) ** 2, i), default=-1) for x, y in zip(px, py)]

@entry("physics", "[]f64 []f64 i32", "[]f64", lambda g: (g.floats(g.n(8)), g.floats(g.int(1, 3)), g.int(0, 3)))
def k_means(xs, means, steps):
    for _ in range(steps):
        at = [min(range(len(means)), key=lambda i: (abs(means[i] - x), i)) for x in xs]
        near = [[x for x, a in zip(xs, at) if a == i] for i in range(len(means))]
        means = [sum(n) / len(n) if n else m for m, n in zip(means, near)]
    return means

def _matrix_pairs(g):
    n = g.n(4)
    shapes = [(g.int(1, 3), g.int(1, 3), g.int(1, 3)) for _ in range(n)]
    return [[g.ints(k) for _ in range(r)] for r, k, _ in shapes], [[g.ints(c) for _ in range(k)] for _, k, c in shapes]

@entry("physics", "[][][]i64 [][][]i64", "[][][]i64", lambda g: _matrix_pairs(g) if g.size else ([[[1]]], [[[2]]]))
def ragged_matmul(ass, bss): return [[[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a] for a, b in zip(ass, bss)]

def _triangle(g):
    n = g.n(5)
    return [g.floats(g.int(0, i)) for i in range(n)], g.floats(n)

@entry("physics", "[][?]f64 []f64", "[]f64", _triangle)
def triangular(rows, b):
    x = []
    for row, v in zip(rows, b):
        x.append(v - sum(a * c for a, c in zip(row, x)))
    return x

@entry("physics", "[]i64 f64", "[]f64", lambda g: (g.ints(g.n(5), 0, 6), 1.25))
def option_paths(steps, up):
    return [sum(math.comb(k, i) * max(0, up ** (2 * i - k) - 1) for i in range(k + 1)) / 2 ** k for k in steps]

def _polygons(g):
    sizes = [g.length() for _ in range(g.n(5))]
    return [g.floats(s) for s in sizes], [g.floats(s) for s in sizes]

@entry("physics", "[][?]f64 [][?]f64", "[]f64", _polygons)
def polygon_areas(xss, yss):
    def area(xs, ys):
        n = len(xs)
        return abs(sum(xs[i] * ys[(i + 1) % n] - xs[(i + 1) % n] * ys[i] for i in range(n))) / 2
    return [area(xs, ys) for xs, ys in zip(xss, yss)]

def _mesh(g):
    n = g.int(3, 6)
    return g.floats(n), g.floats(n), g.floats(n), [g.ints(g.r.choice([2, 3, 3, 4]), 0, n - 1) for _ in range(g.n(4))]

@entry("physics", "[]f64 []f64 []f64 [][?]i64", "[]f64 []f64 []f64", _mesh)
def mesh_normals(xs, ys, zs, faces):
    out = []
    for f in faces:
        if len(f) < 3:
            out.append((0, 0, 0))
            continue
        a, b, c = [(xs[i], ys[i], zs[i]) for i in f[:3]]
        u, w = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
        out.append((u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]))
    return columns(out, 3)

@entry("physics", "[][?]f64 i64", "[][?]f64", lambda g: (g.float_rows(), g.int(1, 3)))
def moving_average(xss, w): return [[sum(xs[i:i + w]) / w for i in range(len(xs) - w + 1)] for xs in xss]

@entry("physics", "[][?]i64 i64", "[][?]i64", lambda g: ([sorted(xs) for xs in g.rows(lo=0, hi=20)], g.int(1, 5)))
def sessions(times, gap):
    def sizes(ts):
        out = []
        for i, t in enumerate(ts):
            if i == 0 or t - ts[i - 1] > gap:
                out.append(0)
            out[-1] += 1
        return out
    return [sizes(ts) for ts in times]
