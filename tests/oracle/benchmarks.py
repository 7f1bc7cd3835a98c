"""What the entry points of benchmarks.fut mean."""
from itertools import accumulate

from oracle import entry

B = "benchmarks"
ROWS = "[][?]i64"


def matrix(g, n, m, lo=-9, hi=9):
    return [g.ints(m, lo, hi) for _ in range(n)]


def sized(g, lo=-9, hi=9):
    return matrix(g, g.int(1, 4), g.int(1, 4), lo, hi)


@entry(B, "[][]i64", "[][][]i64 [][]i64", lambda g: sized(g, 0, 6))
def flattening_before(pss):
    asss, bss = [], []
    for ps in pss:
        ass = [[q + sum(accumulate(range(p))) for q in ps] for p in ps]
        ws = ps
        for _ in range(2):
            ws = [2 * (sum(a) + w) % 1000 for a, w in zip(ass, ws)]
        asss.append(ass)
        bss.append(ws)
    return asss, bss

@entry(B, "[][]i64", "[][][]i64 [][]i64", lambda g: sized(g, 0, 6))
def flattening_after(pss): return flattening_before(pss)

def _net(g):
    n, h = g.int(1, 4), g.int(1, 3)
    return g.floats(n, -2, 2), [g.floats(n, -2, 2) for _ in range(h)], g.floats(h, -2, 2), float(g.int(-3, 3))

@entry(B, "[]f64 [][]f64 []f64 f64", "[][]f64 []f64", _net)
def backprop(xs, w1, w2, target):
    hidden = [max(0.0, sum(w * x for w, x in zip(ws, xs))) for ws in w1]
    delta = target - sum(w * v for w, v in zip(w2, hidden))
    dh = [w * delta if v > 0 else 0.0 for w, v in zip(w2, hidden)]
    return ([[w + 0.5 * d * x for w, x in zip(ws, xs)] for ws, d in zip(w1, dh)],
            [w + 0.5 * delta * v for w, v in zip(w2, hidden)])

def _places(g):
    n = g.n(8)
    return g.ints(n), g.ints(n), g.int(-5, 5), g.int(-5, 5), g.int(0, 4)

@entry(B, "[]i64 []i64 i64 i64 i64", "[]i64", _places)
def nn(a, b, x, y, k):
    return sorted(range(len(a)), key=lambda i: ((a[i] - x) ** 2 + (b[i] - y) ** 2, i))[:k]

@entry(B, ROWS, ROWS, lambda g: g.rows())
def lava_md(boxes):
    near = lambda i: [q for b in boxes[max(0, i - 1):i + 2] for q in b]
    return [[sum((p - q) ** 2 for q in near(i)) for p in box] for i, box in enumerate(boxes)]

@entry(B, "[][]i64 i32", "[][]i64", lambda g: (sized(g), g.int(0, 3)))
def srad(img, steps):
    n, m = len(img), len(img[0])
    for _ in range(steps):
        at = lambda i, j: img[max(0, min(n - 1, i))][max(0, min(m - 1, j))]
        def point(i, j):
            ds = [at(i - 1, j), at(i + 1, j), at(i, j - 1), at(i, j + 1)]
            ds = [d - at(i, j) for d in ds]
            k = 0 if sum(d * d for d in ds) > 16 else 1
            return at(i, j) + k * sum(ds) // 4
        img = [[point(i, j) for j in range(m)] for i in range(n)]
    return img

def _samples(g):
    k = g.n(5)
    return g.ints(g.n(6)), g.ints(k, 0, 9), g.ints(k)

@entry(B, "[]i64 []i64 []i64", "[]i64", _samples)
def mri_q(xs, fs, amps):
    wave = lambda p: 2 - p % 8 if p % 8 < 4 else p % 8 - 6
    return [sum(a * wave(f * x) for f, a in zip(fs, amps)) for x in xs]

@entry(B, "i64 i64", "[][]i64", lambda g: (g.int(1, 5), g.int(0, 4)))
def crystal(size, degree):
    def point(i, j):
        s = sum((d + 1) * i - (d - 1) * j for d in range(degree))
        return s % 8 if s // 8 % 2 == 0 else 7 - s % 8
    return [[point(i, j) for j in range(size)] for i in range(size)]

def _grid(g):
    n = g.int(1, 5)
    return [g.floats(n) for _ in range(n)], g.int(0, 3)

@entry(B, "[][]f64 i32", "[][]f64", _grid)
def fluid(g, steps):
    n = len(g)
    inside = lambda i, j: 0 < i < n - 1 and 0 < j < n - 1
    for _ in range(steps):
        g = [[(g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]) / 4 if inside(i, j) else g[i][j] for j in range(n)]
             for i in range(n)]
    return g

@entry(B, "[][?]f64", "[][?]f64", lambda g: g.float_rows())
def tridags(yss):
    # Below the diagonal there is nothing: 2 u[i] + u[i + 1] = y[i].
    def solve(ys):
        us = []
        for y in reversed(ys):
            us.append((y - us[-1]) / 2 if us else y / 2)
        return us[::-1]
    return [solve(ys) for ys in yss]

@entry(B, "[]i64 i64", "[]f64", lambda g: (g.ints(g.n(6), 0, 6), g.int(-3, 3)))
def binomial(depths, strike):
    def price(d):
        vs = [float(max(0, 2 * i - d + strike)) for i in range(d + 1)]
        for _ in range(d):
            vs = [(a + b) / 2 for a, b in zip(vs, vs[1:])]
        return vs[0]
    return [price(d) for d in depths]

def _tops(g):
    n = g.n(4)
    return g.int(1, 6), g.int(1, 6), g.ints(n, -1, 6), g.ints(n, -1, 6), g.ints(n, 0, 4), g.ints(n, 0, 9)

@entry(B, "i64 i64 []i64 []i64 []i64 []i64", "[][]i64", _tops)
def rendered(h, w, xs, ys, ks, zs):
    out = [[99] * w for _ in range(h)]
    for x, y, k, z in zip(xs, ys, ks, zs):
        for i in range(k):
            for dx in range(-i, i + 1):
                if 0 <= x + dx < w and 0 <= y + i < h:
                    out[y + i][x + dx] = min(out[y + i][x + dx], z)
    return out

@entry(B, "[]i64", ROWS + " []i64", lambda g: g.ints(g.n(12)))
def windows(xs):
    rows, at = [], 0
    while at < len(xs):
        k = min(len(xs) - at, 1 + abs(xs[at]) % 4)
        rows.append(xs[at:at + k])
        at += k
    means = [sum(r) // len(r) for r in rows]
    return [[x - m for x in r] for r, m in zip(rows, means)], means

def _sparse(g):
    m = g.int(1, 5)
    rows = [g.ints(g.length(), 0, m - 1) for _ in range(g.n())]
    return rows, [[x / 2 for x in xs] for xs in g.like(rows)], g.floats(m)

@entry(B, ROWS + " [][?]f64 []f64", "[]f64", _sparse)
def smvm(iss, xss, v): return [sum(x * v[i] for i, x in zip(ii, xx)) for ii, xx in zip(iss, xss)]
