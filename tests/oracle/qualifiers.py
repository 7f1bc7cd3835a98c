"""What the entry points of qualifiers.fut mean."""
from oracle import Fails, entry

ROWS = "[][?]i64"


def columns(rows, n):
    return tuple([row[i] for row in rows] for i in range(n))


def grouped(rows, key):
    groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return sorted(groups.items())


def falling(rows, key):
    """Stable, from large to small."""
    return list(reversed(sorted(reversed(rows), key=key)))


def some(g): return g.ints(g.n(9), -6, 8)

def pairs(g):
    n = g.n(8)
    return g.ints(n, -4, 5), g.ints(n, -4, 5)

def flagged(g):
    n = g.n(8)
    return g.ints(n, -4, 5), g.bools(n)


Q = "qualifiers"

@entry(Q, "[]i64", "[]i64", some)
def hidden_by_let(xs): return [2 * (x + 1) for x in xs if x + 1 > 2 and 2 * (x + 1) < 12]

@entry(Q, "[]i64 []i64", "[]i64", pairs)
def hidden_in_pair(a, b): return [(y - 1) * 100 + x for x, y in zip(a, b) if y < x and y - 1 != 0]

@entry(Q, ROWS, "[]i64", lambda g: g.rows())
def hidden_by_binding(xss): return [x for xs in xss if len(xs) > 1 for x in xs if x > 0]

@entry(Q, "[]i64", "[]i64 []i64", some)
def hidden_by_group(xs): return columns([(k, len(g)) for k, g in grouped(xs, lambda x: x % 3)], 2)

@entry(Q, "[]i64 i64", "[]i64", lambda g: (some(g), g.int(-5, 5)))
def hidden_outer(xs, x): return [x + y for y in xs if y > 0]

@entry(Q, "[]i64 []bool", "[]i64", flagged)
def typed_patterns(a, b): return [x for x, c in zip(a, b) if c and x > 0]

@entry(Q, "[]i64 []i64", "[]i64", pairs)
def record_patterns(a, b): return [k * u + k + u for k, u in falling(list(zip(a, b)), lambda p: p[0]) if k != 1]

@entry(Q, "[]i64", "[]i64 []i64", some)
def nothing_bound(xs): return [0, 1] * len(xs), [len(g) for _, g in grouped(range(len(xs)), lambda i: i % 2)]

@entry(Q, "[]i64 []i64", "[]i64", lambda g: (some(g), some(g)))
def in_condition(xs, ys): return [x for x in xs if x in ys]

@entry(Q, ROWS, ROWS, lambda g: g.rows())
def in_key(xss): return sorted(xss, key=lambda xs: (sum(x * x for x in xs), len(xs)))

@entry(Q, ROWS, "[]i64", lambda g: g.rows())
def in_let(xss): return [len(ys) * 10 + k for ys in [[x for x in xs if x > 0] for xs in xss] for k in ys]

@entry(Q, ROWS, "[]i64 " + ROWS, lambda g: g.rows())
def in_group_key(xss):
    return columns([(k, [len(xs) for xs in g]) for k, g in grouped(xss, lambda xs: sum(x % 2 == 0 for x in xs))], 2)

@entry(Q, "i64", "[][?][?][?]i64", lambda g: g.int(0, 5), cases=5)
def four_deep(n):
    return [[[[i + j + k + l for l in range(k)] for k in range(j)] for j in range(i)] for i in range(n)]

@entry(Q, ROWS, "[][?][?]i64", lambda g: g.rows())
def head_groups(xss): return [[vs for _, vs in grouped(xs, lambda x: x % 2)] for xs in xss]

@entry(Q, ROWS, ROWS, lambda g: g.rows())
def head_sorted(xss): return [falling(xs, abs) for xs in sorted(xss, key=len)]

@entry(Q, "[]i64", "[]i64", some)
def source_groups(xs): return [sum(g) * k for k, g in grouped(xs, lambda x: x % 3) if len(g) > 1]

@entry(Q, "[]i64 []i64", "[]i64", lambda g: (some(g), some(g)))
def zip_of_groups(xs, ys):
    a = sorted(len(g) for _, g in grouped(xs, lambda x: x % 2 == 0))
    b = sorted((len(g) for _, g in grouped(ys, lambda x: x % 2 == 0)), reverse=True)
    return [x * 100 + y for x, y in zip(a, b)] if len(a) == len(b) else Fails(r"qualifiers.fut:\d+:\d+: one side of a zip")

@entry(Q, "[]i64", "[]i64 []i64", some)
def bind_after_group(xs):
    rows = [(k, y) for k, g in grouped(xs, lambda x: x % 3) for y in g if y > 0]
    return columns(sorted(rows, key=lambda r: (r[1], r[0])), 2)

@entry(Q, "[]i64", "[]i64 []i64 " + ROWS, some)
def group_twice(xs):
    first = grouped(xs, lambda x: x % 4)
    second = grouped(first, lambda kg: len(kg[1]))
    return columns([(m, sum(sum(g) for _, g in gs), [k for k, _ in gs]) for m, gs in second], 3)

@entry(Q, ROWS, "[]i64 [][?][?]i64", lambda g: g.rows())
def group_of_rows(xss): return columns(grouped(xss, len), 2)

@entry(Q, "[]i64", "[]i64 " + ROWS, some)
def order_group_order(xs):
    groups = grouped(sorted(xs, reverse=True), lambda x: x % 3)
    return columns(falling(groups, lambda kg: (len(kg[1]), kg[0])), 2)

@entry(Q, "[]i64 []i64", "[]i64", pairs)
def order_in_order(a, b):
    rows = falling(list(zip(a, b)), lambda p: p[1])
    rows = sorted(sorted(rows, key=lambda p: p[0] % 3), key=lambda p: p[0] > 2)
    return [x * 100 + y for x, y in rows]

@entry(Q, "[]i64 []bool", "[]i64 []bool", flagged)
def desc_of_tuple(a, b): return columns(falling(list(zip(a, b)), lambda p: (p[1], p[0])), 2)

@entry(Q, "[]i64 []bool", "[]i64 []bool", flagged)
def nested_keys(a, b): return columns(sorted(zip(a, b), key=lambda p: (p[0] % 2, p[1], p[0])), 2)

@entry(Q, "[]i64 []bool", "[]bool []i64 []i64", flagged)
def group_by_pair(a, b):
    return columns([(k[0], k[1], len(g)) for k, g in grouped(list(zip(a, b)), lambda p: (p[1], p[0] % 2))], 3)

@entry(Q, "[]i64 []i64", "[]i64 []i64", pairs)
def group_by_tuple(a, b):
    groups = grouped(list(zip(a, b)), lambda p: (p[1] % 2, p[0] % 2))
    return columns([(k[0] * 10 + k[1], sum(p[0] for p in g)) for k, g in groups], 2)

@entry(Q, "i64", "[]i64 []i64", lambda g: g.int(0, 6))
def counts_under(n):
    products = [x * y for x in range(1, n + 1) for y in range(1, n + 1)]
    return columns([(k, len(g)) for k, g in grouped(products, lambda s: s % 5) if k != 2], 2)

def _bytes(g):
    n = g.n(8)
    return g.ints(n, 250, 255), g.ints(n, -300, 300)

@entry(Q, "[]u8 []i16", "[]u8 []i64", _bytes)
def small_keys(a, b):
    return columns([(k, sum(p[1] for p in g)) for k, g in reversed(grouped(list(zip(a, b)), lambda p: p[0]))], 2)

@entry(Q, "[]i64 i64", "[]i64", lambda g: (some(g), g.int(0, 5)))
def top(xs, k): return sorted(xs, reverse=True)[:k]

@entry(Q, "[]i64 i64", "[]i64 []i64 []i64", lambda g: (some(g), 0))
def sides(a, k):
    kept = [x for x in a if x != 0]
    return sorted(kept, key=lambda x: x * x), sorted(kept, reverse=True), kept

@entry(Q, "i64", "[]i64", lambda g: g.int(1, 6))
def zip_inside(n):
    return [x * 100 + y * 10 + z for x in range(1, n) for y, z in zip(range(x), reversed(range(x, 2 * x))) if (y + z) % 2 == 0]

@entry(Q, "i64", "[]i64", lambda g: g.int(0, 7))
def zip_of_zips(n): return [a + (a + 1) * (a + 2) - (a + 3) for a in range(n) if a != 2]

@entry(Q, ROWS, "[]i64", lambda g: g.rows())
def zip_rows(xss): return [x + i * y for xs in xss for i, (x, y) in enumerate(zip(xs, xs[::-1])) if x > 0]

@entry(Q, "i64", "[]i64 []i64 []i64", lambda g: g.int(1, 7))
def steps(n):
    return (list(range(0, n, 2)), [x * y for x in range(1, 4) for y in range(n, -1, -x)],
            [x for a in range(n) for x in range(n, a, -1)])

@entry(Q, "u8", "[]u8", lambda g: g.int(0, 9))
def bytes_(n): return [2 * x for x in range(n) if x > 1]

@entry(Q, "i64", "[]f64", lambda g: g.int(0, 5))
def floats(n): return [x / y for x in range(n) for y in range(x, n + 1) if y > 0]
