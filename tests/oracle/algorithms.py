"""What the entry points of algorithms.fut and divide.fut mean."""
import itertools
from fractions import Fraction

from oracle import entry

A = "algorithms"
ROWS = "[][?]i64"
PAIRS = "[][?]i64 [][?]i64"


def columns(rows, n):
    return tuple([row[i] for row in rows] for i in range(n))


def pair_rows(rows, n=2):
    return tuple([[x[i] for x in row] for row in rows] for i in range(n))


@entry(A, "i64", ROWS, lambda g: g.int(0, 5), cases=6)
def queens(n):
    ok = lambda b: all(b[i] != b[j] and abs(b[i] - b[j]) != j - i for j in range(n) for i in range(j))
    return [list(b) for b in itertools.product(range(n), repeat=n) if ok(b)]

def _points(g):
    n = g.n(9)
    return g.ints(n, 0, 6), g.ints(n, 0, 6)

@entry("divide", "[]i64 []i64", "[]i64 []i64", _points)
def hull(xs, ys):
    ps = sorted(zip(xs, ys))
    if len(ps) < 2:
        return columns(ps, 2)
    cross = lambda o, a, b: (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    def split(ps, a, b):
        above = [(-cross(a, b, p), p) for p in ps if cross(a, b, p) > 0]
        if not above:
            return [a]
        m = min(above)[1]
        rest = [p for _, p in above]
        return split(rest, a, m) + split(rest, m, b)
    a, b = ps[0], ps[-1]
    return columns([a] if a == b else split(ps, a, b) + split(ps, b, a), 2)

@entry("divide", "[]i64", "[]i64", lambda g: g.ints(g.n(12)))
def sorted_by_parts(xs): return sorted(xs)

def _edges(g):
    n, m = g.int(1, 9), g.n(8)
    return n, g.ints(m, 0, n - 1), g.ints(m, 0, n - 1)

@entry(A, "i64 []i64 []i64", "[]i64", _edges)
def components(n, us, vs):
    label = list(range(n))
    for _ in range(n):
        for u, v in zip(us, vs):
            label[u] = label[v] = min(label[u], label[v])
    return label

def _adj(g):
    n = g.int(1, 7)
    return [g.ints(g.length(), 0, n - 1) for _ in range(n)]

@entry(A, "[][?]i64 i64", "[]f64", lambda g: (_adj(g), g.int(0, 4)))
def ranks(links, steps):
    rank = [64.0] * len(links)
    for _ in range(steps):
        new = [1.0] * len(links)
        for u, vs in enumerate(links):
            for v in vs:
                new[v] += rank[u] / 8
        rank = new
    return rank

def _weighted(g):
    adj = _adj(g)
    return adj, g.like(adj, 1, 9)

def _distances(adj, ws):
    n = len(adj)
    d = [[0 if i == j else 1000 for j in range(n)] for i in range(n)]
    for u in range(n):
        for v, w in zip(adj[u], ws[u]):
            d[u][v] = min(d[u][v], w)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d

@entry(A, PAIRS + " i64", "[]i64", lambda g: _weighted(g) + (0,))
def bellman_ford(adj, ws, s): return _distances(adj, ws)[s]

@entry(A, PAIRS, "[][]i64", _weighted)
def floyd_warshall(adj, ws): return _distances(adj, ws)

def _dag(g):
    n = g.n(7)
    return [[v for v in g.ints(g.length(), 0, n - 1) if v > u] for u in range(n)]

@entry(A, ROWS, ROWS, _dag)
def layers(adj):
    n, out = len(adj), []
    indegree = [sum(vs.count(v) for vs in adj) for v in range(n)]
    while any(d == 0 for d in indegree):
        layer = [v for v in range(n) if indegree[v] == 0]
        out.append(layer)
        for v in layer:
            indegree[v] = -1
        for v in layer:
            for w in adj[v]:
                indegree[w] -= 1
    return out

def _matrix(g):
    # A product of triangles with ones and powers of two: its inverse is exact.
    n = g.int(1, 4)
    low = [[g.int(-2, 2) if j < i else 1 if i == j else 0 for j in range(n)] for i in range(n)]
    return [[float(low[i][j]) for j in range(n)] for i in g.r.sample(range(n), n)]

@entry(A, "[][]f64", "[][]f64", _matrix)
def inverse(a):
    n = len(a)
    m = [[Fraction(x) for x in row] + [Fraction(i == j) for j in range(n)] for i, row in enumerate(a)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: (abs(m[i][k]), -i))
        m[k], m[p] = m[p], m[k]
        m[k] = [x / m[k][k] for x in m[k]]
        m = [row if i == k else [x - row[k] * t for x, t in zip(row, m[k])] for i, row in enumerate(m)]
    # Zeros may have either sign.
    return [[float(x) for x in row[n:]] for row in m]

def _lower(g):
    n = g.n(5)
    return [[float(g.int(-3, 3)) for _ in range(i)] + [g.r.choice([1.0, 2.0, -1.0])] for i in range(n)], g.floats(n)

@entry(A, "[][?]f64 []f64", "[]f64", _lower)
def solve_lower(rows, b):
    xs = []
    for row, y in zip(rows, b):
        xs.append((y - sum(r * x for r, x in zip(row, xs))) / row[-1])
    return xs

def _words(g):
    return [g.ints(g.length(), 97, 99) for _ in range(g.n(4))]

def edit(a, b):
    d = list(range(len(b) + 1))
    for i, x in enumerate(a):
        new = [i + 1]
        for j, y in enumerate(b):
            new.append(min(d[j] + (x != y), d[j + 1] + 1, new[j] + 1))
        d = new
    return d[-1]

@entry(A, "[][?]u8", ROWS, _words)
def edits(ws): return [[edit(a, b) for b in ws] for a in ws]

@entry(A, "[]u8", "[]i64", lambda g: g.ints(g.n(9), 97, 98))
def suffix_array(text): return sorted(range(len(text)), key=lambda i: text[i:])

@entry(A, "[]i64", "[]i64 []i64 bool", lambda g: g.ints(g.n(9), 0, 1))
def runs(xs):
    rs = [(k, len(list(v))) for k, v in itertools.groupby(xs)]
    return columns(rs, 2) + (True,)

@entry(A, "[]u8", "[]i64 []i64", lambda g: [g.r.choice(b"ab ,ab") for _ in range(g.n(12))])
def word_counts(text):
    words = bytes(text).replace(b",", b" ").split()
    number = lambda w: sum((c - 96) * 27 ** i for i, c in enumerate(reversed(w)))
    return columns(sorted((number(w), words.count(w)) for w in set(words)), 2)

def digits(n): return [int(c) for c in str(n)[::-1]]

def _numbers(g):
    n = g.n(4)
    return [digits(g.int(1, 9999)) for _ in range(n)], [digits(g.int(1, 999)) for _ in range(n)]

@entry(A, PAIRS, ROWS, _numbers)
def products_of_digits(xs, ys):
    value = lambda ds: sum(d * 10 ** i for i, d in enumerate(ds))
    def mul(a, b):
        p = digits(value(a) * value(b))
        return p + [0] * (len(a) + len(b) - 1 - len(p))
    return [mul(a, b) for a, b in zip(xs, ys)]

@entry(A, "i64", ROWS, lambda g: g.int(0, 12), cases=5)
def factorials(n):
    fs = list(itertools.accumulate(range(1, n + 1), lambda a, b: a * b, initial=1))
    return [digits(f) for f in fs]

def _bodies(g):
    rows = g.rows(lo=0, hi=15)
    return rows, g.like(rows, 1, 5)

@entry("divide", PAIRS, "[][?]i64 [][?]i64 [][?]i64 [][?]i64", _bodies)
def trees(xss, mss):
    def tree(lo, hi, bs):
        mass = sum(m for _, m in bs)
        if len(bs) <= 2 or hi - lo <= 1:
            return [(lo, hi, len(bs), mass)]
        mid = (lo + hi) // 2
        return ([(lo, hi, -1, mass)] + tree(lo, mid, [b for b in bs if b[0] < mid])
                + tree(mid, hi, [b for b in bs if b[0] >= mid]))
    return pair_rows([tree(0, 16, list(zip(xs, ms))) for xs, ms in zip(xss, mss)], 4)

@entry(A, "[]i64", ROWS, lambda g: g.ints(g.n(4)))
def subsets(xs):
    out = [[]]
    for x in xs:
        out += [s + [x] for s in out]
    return out

@entry("divide", "i64", ROWS, lambda g: g.int(0, 4), cases=5)
def permutations(n): return [list(p) for p in itertools.permutations(range(n))]

def _clusters(g):
    n, k = g.n(9), g.int(1, 3)
    return g.ints(n), g.ints(n), g.ints(k), g.ints(k), g.int(0, 3)

@entry(A, "[]i64 []i64 []i64 []i64 i64", "[]i64 []i64", _clusters)
def clusters(xs, ys, us, vs, steps):
    cs = list(zip(us, vs))
    for _ in range(steps):
        near = [min((( x - u) ** 2 + (y - v) ** 2, i) for i, (u, v) in enumerate(cs))[1] for x, y in zip(xs, ys)]
        for i in range(len(cs)):
            own = [p for p, a in zip(zip(xs, ys), near) if a == i]
            if own:
                cs[i] = sum(x for x, _ in own) // len(own), sum(y for _, y in own) // len(own)
    return columns(cs, 2)

@entry("divide", "i64", "[]i64", lambda g: g.int(0, 100))
def primes(n): return [p for p in range(2, n + 1) if all(p % d for d in range(2, p))]

def _polys(g):
    ps = g.rows(lo=0, hi=5)
    qs = [g.ints(g.length(), 0, 5) for _ in ps]
    return ps, g.like(ps), qs, g.like(qs)

@entry(A, PAIRS + " " + PAIRS, PAIRS, _polys)
def poly_products(pi, pa, qi, qb):
    out = []
    for i, a, j, b in zip(pi, pa, qi, qb):
        sums = {}
        for k, x in zip(i, a):
            for l, y in zip(j, b):
                sums[k + l] = sums.get(k + l, 0) + x * y
        out.append(sorted((k, v) for k, v in sums.items() if v != 0))
    return pair_rows(out)

@entry(A, "[]i64", "[]i64", lambda g: g.ints(g.n(7), 1, 9))
def code_lengths(ws):
    heap = [(w, [i]) for i, w in enumerate(ws)]
    depth = [0] * len(ws)
    while len(heap) > 1:
        heap.sort(key=lambda e: e[0])
        (a, s), (b, t) = heap[:2]
        for i in s + t:
            depth[i] += 1
        heap = heap[2:] + [(a + b, s + t)]
    return depth
