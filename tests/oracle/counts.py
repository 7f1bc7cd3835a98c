"""What the programs of tests/counts mean: each entry point on nothing, on a little, and on rows that are empty and of many lengths."""
import cmath
import hashlib
import math
import struct
import zlib
from collections import Counter

from oracle import Fails, entry


def counted(program, args, results, cases):
    return entry("../counts/" + program, args, results, cases)


def offsets(sizes):
    offs = [0]
    for size in sizes:
        offs.append(offs[-1] + size)
    return offs


def rows_of(offs, xs):
    return [xs[a:b] for a, b in zip(offs, offs[1:])]


def mean(xs): return sum(xs) / len(xs) if xs else 0.0


# Rows that are summed, and sparse matrices.

@counted("ragged", "[]i32 []f32", "[]f32", [
    ([0], []), ([0, 2, 3], [1, 2, 4]), ([0, 0, 3, 3, 4, 4], [1, 2, 4, 8]), ([1, 3], [9, 1, 2, 9])])
def ragged(offs, vals): return [sum(r) for r in rows_of(offs, vals)]

RAGGED = [[], [[1, 2], [4]], [[], [1, 2, 4, 8, 16], [], [0.5], []], [[], []]]

@counted("ragged_b", "[][?]f32", "[]f32", RAGGED)
def row_sums(xss): return [sum(xs) for xs in xss]

@counted("ragged_b", "[]i64 []f32", "[]f32", [
    ([], []), ([2, 1], [1, 2, 4]), ([0, 3, 0, 1, 0], [1, 2, 4, 8]), ([1, 1], [1, 2, 3])])
def by_sizes(sizes, vals):
    if sum(sizes) != len(vals):
        return Fails("ragged_b.fut:6:")
    return [sum(r) for r in rows_of(offsets(sizes), vals)]

@counted("ragged_b", "[][?]f32", "[]f32", RAGGED)
def means(xss): return [mean(xs) for xs in xss]

@counted("spmv", "[]i32 []i32 []f32 []f32", "[]f32", [
    ([0], [], [], []), ([0, 2, 3], [0, 1, 1], [2, 3, 4], [1, 10]),
    ([0, 0, 3, 3, 4], [2, 0, 2, 1], [1, 2, 3, 4], [1, 10, 100]), ([0, 1], [2], [1], [1, 2])])
def spmv(offs, cols, vals, x):
    if any(c >= len(x) for c in cols):
        return Fails(r"spmv.fut:7:[0-9]+: Index \[2\] out of bounds for array of shape \[2\]")
    return [sum(v * x[c] for c, v in r) for r in rows_of(offs, list(zip(cols, vals)))]

SPARSE = [([], [], [1, 2]), ([[0, 1], [1]], [[2, 3], [4]], [1, 10]), ([[], [2, 0, 2], [], [1], []], [[], [1, 2, 3], [], [4], []], [1, 10, 100])]

def _times(cols, vals, x): return [sum(v * x[c] for c, v in zip(cs, vs)) for cs, vs in zip(cols, vals)]

@counted("spmv_b", "[][?]i64 [][?]f64 []f64", "[]f64", SPARSE)
def by_maps(cols, vals, x): return _times(cols, vals, x)

@counted("spmv_b", "[][?]i64 [][?]f64 []f64", "[]f64", SPARSE)
def by_comprehension(cols, vals, x): return _times(cols, vals, x)

@counted("spmv_b", "[]i64 []i64 []f64 []f64", "[]f64", [
    ([0], [], [], []), ([0, 2, 3], [0, 1, 1], [2, 3, 4], [1, 10]), ([0, 0, 3, 3, 4], [2, 0, 2, 1], [1, 2, 3, 4], [1, 10, 100])])
def by_expansion(offs, cols, vals, x): return _times(rows_of(offs, cols), rows_of(offs, vals), x)


# PageRank: a definition over pairs of vertices.

def rank_step(edges, n, ranks, dangling=True):
    degree = Counter(u for u, _ in edges)
    lost = sum(r for v, r in enumerate(ranks) if degree[v] == 0) if dangling else 0
    return [(0.15 + 0.85 * lost) / n + 0.85 * sum(ranks[u] / degree[u] for u, w in edges if w == v) for v in range(n)]

def _degrees(srcs, n): return [srcs.count(v) for v in range(n)]

def _pull(sources, ranks):
    srcs = [u for us in sources for u in us]
    return offsets(map(len, sources)), srcs, _degrees(srcs, len(ranks)), ranks

LINKS = [[], [[1], [0]], [[1, 2, 3], [], [0], [], [1, 1, 2]]]
RANKS = [[], [0.75, 0.25], [0.5, 0.125, 0.125, 0.25, 0]]

@counted("pull", "[]i32 []i32 []i32 []f32", "[]f32", [_pull(s, r) for s, r in zip(LINKS, RANKS)])
def pull(offs, srcs, degrees, ranks):
    return rank_step([(u, v) for v, us in enumerate(rows_of(offs, srcs)) for u in us], len(ranks), ranks)

@counted("pull_b", "[][?]i64 []i64 []f64", "[]f64", [(s, _pull(s, r)[2], r) for s, r in zip(LINKS, RANKS)])
def pull_rows(sources, degrees, ranks):
    return rank_step([(u, v) for v, us in enumerate(sources) for u in us], len(ranks), ranks)

@counted("pull_b", "[][?]i64 []i64 i32", "[]f64", [(s, _pull(s, r)[2], k) for s, r, k in zip(LINKS, RANKS, [3, 0, 4])])
def pull_steps(sources, degrees, steps):
    n = len(sources)
    ranks = [1 / n for _ in range(n)]
    for _ in range(steps):
        ranks = rank_step([(u, v) for v, us in enumerate(sources) for u in us], n, ranks)
    return ranks

def _push(sources, ranks):
    edges = [(u, v) for v, us in enumerate(sources) for u in us]
    return [u for u, _ in edges], [v for _, v in edges], _degrees([u for u, _ in edges], len(ranks)), ranks

@counted("push", "[]i32 []i32 []i32 []f32", "[]f32", [_push(s, r) for s, r in zip(LINKS, RANKS)])
def push(srcs, dsts, degrees, ranks): return rank_step(list(zip(srcs, dsts)), len(ranks), ranks)

@counted("push_b", "[][?]i64 []f64", "[]f64", list(zip(LINKS, RANKS)))
def push_rows(targets, ranks):
    return rank_step([(u, v) for u, vs in enumerate(targets) for v in vs], len(ranks), ranks, dangling=False)


# k-means.

def _cluster(points, centres):
    groups = [[] for _ in centres]
    for p in points:
        far = [sum((x - y) ** 2 for x, y in zip(p, c)) for c in centres]
        groups[far.index(min(far))].append(p)
    return [[sum(p[j] for p in g) / max(1, len(g)) for j in range(len(c))] for g, c in zip(groups, centres)]

CENTRES = [[0, 0], [10, 10], [100, 0]]

@counted("kmeans", "[][2]f32 [][2]f32", "[][2]f32", [
    ([], [[1, 2]]), ([[1, 2], [3, 4]], [[0, 0]]), ([[1, 2], [9, 12], [3, 0], [8, 8], [7, 10], [-2, 1]], CENTRES)])
def kmeans(points, centres): return _cluster(points, centres)

@counted("kmeans_b", "[]f64 []f64 []f64 []f64", "[]f64 []f64", [
    ([], [], [1], [2]), ([1, 3], [2, 4], [0], [0]), ([1, 9, 3, 8, 7, -2], [2, 12, 0, 8, 10, 1], [0, 10, 100], [0, 10, 0])])
def in_plane(px, py, cx, cy):
    moved = _cluster(list(zip(px, py)), list(zip(cx, cy)))
    return [m[0] for m in moved], [m[1] for m in moved]


# Expansions: primes and lines.

def prime(n): return n > 1 and all(n % d for d in range(2, n))
def struck(primes, bound): return [not any(m % p == 0 and m >= 2 * p for p in primes) for m in range(bound + 1)]
def struck_from(primes, bound): return [m >= 2 and s for m, s in enumerate(struck(primes, bound))]

ROUNDS = [([False, False], 1), ([False, False, True], 4), ([prime(i) for i in range(6)], 29), ([False, False, False, True, False], 20)]

@counted("sieve", "[]bool i64", "[]bool", ROUNDS)
def round_(flags, bound): return struck_from([i for i, f in enumerate(flags) if f], bound)

@counted("sieve", "i64", "[]i64", [(0,), (1,), (2,), (10,), (100,)])
def sieve(n): return [i for i in range(n + 1) if prime(i)]

PRIMES = [([], 3), ([2], 4), ([2, 3, 5], 29), ([7, 3], 20)]

@counted("sieve_b", "[]i64 i64", "[]bool", PRIMES)
def round_expand(primes, bound): return struck_from(primes, bound)

@counted("sieve_b", "[]i64 i64", "[]bool", PRIMES)
def round_comprehension(primes, bound): return struck(primes, bound)

@counted("sieve_b", "i64", "[]i64", [(0,), (1,), (2,), (10,), (100,)])
def sieve_expand(n): return [i for i in range(n + 1) if prime(i)]

def line_points(x1, y1, x2, y2):
    steps = max(abs(x2 - x1), abs(y2 - y1))
    return [(x1 + (x2 - x1) * i // max(1, steps), y1 + (y2 - y1) * i // max(1, steps)) for i in range(steps + 1)]

LINES = [(2, 3, [], [], [], []), (3, 4, [0, 3], [0, 2], [3, 3], [2, 0]),
         (4, 6, [-1, 2, 5, 0], [1, 2, 0, 3], [7, 2, 1, 3], [2, 2, 3, 0])]

def _hits(h, w, lines):
    hits = Counter(p for line in lines for p in line_points(*line))
    return [[hits[x, y] for x in range(w)] for y in range(h)]

@counted("lines", "i64 i64 []i32 []i32 []i32 []i32", "[][]i32", LINES)
def lines(h, w, *ends): return [[min(1, k) for k in row] for row in _hits(h, w, zip(*ends))]

@counted("lines_b", "i64 i64 []i64 []i64 []i64 []i64", "[][]i64", LINES)
def expanded(h, w, *ends): return _hits(h, w, zip(*ends))

@counted("lines_b", "i64 i64 []i64 []i64 []i64 []i64", "[][]i64", LINES)
def bound(h, w, *ends): return _hits(h, w, zip(*ends))


# Sorting.

WORDS = [[], [3, 1, 2], [0xffffffff, 5, 0, 70000, 5, 1 << 31, 12345]]

@counted("radix2", "[]u32 u32", "[]u32", [(WORDS[0], 0), (WORDS[1], 0), (WORDS[2], 2), (WORDS[2], 30)])
def pass_(xs, bit): return sorted(xs, key=lambda x: x >> bit & 3)

@counted("radix2", "[]u32", "[]u32", WORDS)
def radix2(xs): return sorted(xs)

@counted("radix2_b", "[]u32 u32", "[]u32", [(WORDS[0], 0), (WORDS[1], 0), (WORDS[2], 2)])
def split_counted(xs, bit): return sorted(xs, key=lambda x: x >> bit & 1)

@counted("radix2_b", "[]u32 u32", "[]u32", [(WORDS[0], 0), (WORDS[1], 0), (WORDS[2], 2)])
def split_filtered(xs, bit): return sorted(xs, key=lambda x: x >> bit & 1)

def sorted_rows(xss): return [sorted(xs) for xs in xss]

POWERS = [[], [[], []], [[2, 1]], [[5, -3, 8, 8, 0, 1, -7, 2], [1, 2, 3, 4, 5, 6, 7, 8], [8, 7, 6, 5, 4, 3, 2, 1]]]
MATRICES = POWERS + [[[3], [1]], [[2, 9, 2, 9, 2], [0, 0, 0, 0, 0]]]
UNEVEN = [[], [[], []], [[2, 1]], [[], [5, -3, 8, 8, 0, 1, -7, 2, 9], [], [1], [3, 2, 1], []]]


@counted("bitonic", "[][]i32", "[][]i32", POWERS)
def bitonic(xss): return sorted_rows(xss)

@counted("bitonic_b", "[][]i32", "[][]i32", MATRICES)
def inside(xss): return sorted_rows(xss)

@counted("bitonic_b", "[][]i32", "[][]i32", MATRICES)
def around(xss): return sorted_rows(xss)

@counted("bitonic_b", "[][?]i32", "[][?]i32", UNEVEN)
def ragged_rounds(xss): return sorted_rows(xss)

@counted("quicksort", "[][]i32", "[][]i32", MATRICES)
def quicksort(xss): return sorted_rows(xss)

@counted("quicksort_b", "[][?]i32", "[][?]i32", UNEVEN)
def insertion(xss): return sorted_rows(xss)

@counted("quicksort_b", "[][?]i32", "[][?]i32", UNEVEN)
def heap(xss): return sorted_rows(xss)


# Counting and keeping.

@counted("histogram", "i64 []i32", "[]i32", [(0, []), (2, []), (3, [2, 0, 2]), (4, [3, 3, -1, 0, 4, 3, 1])])
def histogram(k, xs): return [xs.count(i) for i in range(k)]

@counted("histogram_b", "i64 []i64 []f64", "[]f64", [(2, [], []), (3, [2, 0, 2], [1, 2, 3]), (4, [3, -1, 3, 4, 0], [1, 2, 3, 4, 5])])
def weighted(k, xs, ws): return [sum(w * w for x, w in zip(xs, ws) if x == i) for i in range(k)]

COUNTED = [(2, []), (3, [[2, 0, 2]]), (4, [[], [3, 3, -1, 0, 4], [], [1]])]

@counted("histogram_b", "i64 [][?]i64", "[][]i64", COUNTED)
def of_rows(k, xss): return [[xs.count(i) for i in range(k)] for xs in xss]

@counted("histogram_b", "i64 []i64", "[]i64", [(2, []), (3, [2, 0, 2]), (4, [3, -3, 0, 3, 1, 9])])
def of_positive(k, xs): return [xs.count(i) if i > 0 else 0 for i in range(k)]

@counted("histogram_b", "i64 [][?]i64", "[][]i64", COUNTED)
def counted_(k, xss): return [[xs.count(i) for i in range(k)] for xs in xss]

NUMBERS = [[], [3, -1, 2], [0, -5, 7, 7, -2, 1, 0, 9], [-1, -2]]

@counted("filter", "[]i32", "[]i32", NUMBERS)
def positive(xs): return [x for x in xs if x > 0]

@counted("filter_b", "[]i64", "i64", NUMBERS)
def squares_sum(xs): return sum(x * x for x in xs if x > 0)

@counted("filter_b", "[]i64", "[]i64", NUMBERS)
def squares(xs): return [x * x for x in xs if x > 0]

@counted("filter_b", "[]i64", "[]i64 []i64", NUMBERS)
def places(xs): return [i for i, x in enumerate(xs) if x > 0], [x for x in xs if x > 0]

@counted("filter_b", "[][?]i64", "[][?]i64", [[], [[3, -1, 2]], [[], [0, -5, 7, 7], [-2], [], [1, 0, 9]]])
def in_rows(xss): return [[2 * x for x in xs if x > 0] for xs in xss]

@counted("filter_b", "[]f64", "f64", NUMBERS)
def mean_of_positive(xs): return mean([x for x in xs if x > 0])


# Rows and their sums.

FLOATS = [[], [[1, 2]], [[], [1, 3, 2, 0.5], [4], [], [7, 7]]]

@counted("softmax", "[][?]f32", "[][?]f32", FLOATS)
def softmax(xss): return [[math.exp(x) / sum(map(math.exp, xs)) for x in xs] for xs in xss]

@counted("softmax_b", "[][?]f64", "[][?]f64", FLOATS)
def centred(xss): return [[x - mean(xs) for x in xs] for xs in xss]

@counted("softmax_b", "[][?]f64", "[][?]f64", FLOATS)
def shares(xss): return [[x / sum(xs) for x in xs] for xs in xss]

@counted("softmax_b", "[][?]f64", "[]f64", [[], [[1, 2]], [[1, 3, 2, 0.5], [4], [7, 7]]])
def log_sum_exp(xss): return [math.log(sum(map(math.exp, xs))) for xs in xss]

READINGS = [([], 5), ([[1, 2, 9]], 4), ([[20, 21, 48, 19], [], [7.5], [], [0, 100]], 15)]

@counted("outliers", "[][?]f64 f64", "[][?]f64 []f64", READINGS)
def outliers(xss, limit):
    kept = [[x for x in xs if abs(x - mean(xs)) <= limit] for xs in xss]
    return kept, [mean(xs) for xs in kept]

@counted("outliers_b", "[][?]f64 f64", "[][?]f64", READINGS)
def compared(xss, limit): return outliers(xss, limit)[0]

@counted("outliers_b", "[][?]f64", "[]i64", [xss for xss, _ in READINGS])
def deviating(xss):
    squared = [[(x - mean(xs)) ** 2 for x in xs] for xs in xss]
    return [sum(s > mean(ss) for s in ss) for ss in squared]

@counted("outliers_b", "[][?]f64", "[]f64", [xss for xss, _ in READINGS])
def rest_means(xss): return [mean([x for x in xs if x < max(xs)]) for xs in xss]


# Transforms.

def dft(zs):
    n = len(zs)
    return [sum(z * cmath.exp(-2j * cmath.pi * j * k / n) for j, z in enumerate(zs)) for k in range(n)]

SIGNALS = [([], []), ([[]], [[]]), ([[3], [4]], [[1], [2]]), ([[1, 2, 3, 4], [1, 0, 0, 0]], [[0, 0, 0, 0], [0, 1, 0, 0]]),
           ([[1, 5, -2, 0, 3, 3, 1, 2]], [[0, 1, 0, -1, 2, 0, 0, 4]])]

@counted("fft", "[][]f32 [][]f32", "[][]f32 [][]f32", SIGNALS)
def fft(res, ims):
    done = [dft([complex(r, i) for r, i in zip(rs, js)]) for rs, js in zip(res, ims)]
    return [[z.real for z in zs] for zs in done], [[z.imag for z in zs] for zs in done]

def walsh(xss):
    return [[sum(x * (-1) ** bin(j & k).count("1") for j, x in enumerate(xs)) for k in range(len(xs))] for xs in xss]

@counted("fft_b", "[][]i64", "[][]i64", POWERS)
def hadamard(xss): return walsh(xss)

@counted("fft_b", "[][]i64", "[][]i64", POWERS)
def hadamard_while(xss): return walsh(xss)


# Graphs. Neighbours are visited in the order of the frontier.

def search_round(graph, dist, front, d):
    dist, found = list(dist), []
    for v in front:
        for w in graph[v]:
            if dist[w] < 0:
                dist[w] = d + 1
                found.append(w)
    return dist, found

GRAPH = [[1, 2, 1], [3], [3, 0, 4], [], [4], [0]]
ROUND = [([], [], [], 0), ([[1], [0]], [0, -1], [0], 0), (GRAPH, [0, 1, 1, -1, -1, -1], [1, 2], 1),
         (GRAPH, [-1, -1, -1, 0, -1, -1], [3], 0), (GRAPH, [0, -1, -1, -1, -1, -1], [0], 0)]

def _flat(graph): return offsets(map(len, graph)), [w for ws in graph for w in ws]

@counted("bfs", "[]i64 []i64 []i64 []i64 i64", "[]i64 []i64", [(*_flat(g), *rest) for g, *rest in ROUND])
def round_(offs, adj, dist, front, d): return search_round(rows_of(offs, adj), dist, front, d)

@counted("bfs", "[]i64 []i64 i64", "[]i64", [(*_flat([[]]), 0), (*_flat(GRAPH), 0), (*_flat(GRAPH), 3), (*_flat(GRAPH), 5)])
def bfs(offs, adj, source):
    dist = [-1] * (len(offs) - 1)
    dist[source] = 0
    front, d = [source], 0
    while front:
        dist, front = search_round(rows_of(offs, adj), dist, front, d)
        d += 1
    return dist

@counted("bfs_b", "[][?]i64 []i64 []i64 i64", "[]i64 []i64", ROUND)
def by_rows(graph, dist, front, d): return search_round(graph, dist, front, d)

@counted("bfs_b", "[][?]i64 []i64 i64", "[]i64", [(g, dist, d) for g, dist, _, d in ROUND])
def by_pulling(sources, dist, d):
    return [old if old >= 0 else d + 1 if any(dist[u] == d for u in us) else -1 for us, old in zip(sources, dist)]


# Texts.

TEXTS = [(3, []), (3, [1, 2]), (2, [0, 1, 0, 1, 3]), (1, [3, 3, 3]), (3, [0, 1, 2, 3, 0, 1, 2, 2, 3, 0, 1, 2, 0])]

def kmer_counts(k, dna):
    found = [int("0" + "".join(map(str, dna[i:i + k])), 4) for i in range(len(dna) - k + 1)]
    return sorted(Counter(found).items())

@counted("kmers", "i64 []u8", "[]i64 []i64", TEXTS)
def kmers(k, dna): return [w for w, _ in kmer_counts(k, dna)], [c for _, c in kmer_counts(k, dna)]

@counted("kmers_b", "i64 []u8", "[]i64 []i64", TEXTS)
def grouped(k, dna): return kmers(k, dna)

@counted("kmers_b", "i64 []u8", "[]i64", TEXTS)
def tabulated(k, dna): return [dict(kmer_counts(k, dna)).get(w, 0) for w in range(4 ** k)]

def padded(message):
    data = message + b"\x80" + b"\0" * ((55 - len(message)) % 64) + struct.pack("<Q", 8 * len(message))
    return list(struct.unpack(f"<{len(data) // 4}I", data))

MESSAGES = {tuple(padded(m)): m for m in [b"", b"a", b"The quick brown fox jumps over the lazy dog", bytes(range(200))]}

@counted("md5", "[][?]u32", "[][4]u32", [[], [padded(b"a")], [padded(m) for m in MESSAGES.values()], [[], padded(b"")]])
def md5(rows):
    start = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
    return [list(struct.unpack("<4I", hashlib.md5(MESSAGES[tuple(r)]).digest())) if r else start for r in rows]

BYTES = [[], [[97]], [[], [1, 2, 3, 255, 0], [], [200, 200], list(b"windrow")]]

@counted("md5_b", "[][?]u8", "[]u32", BYTES)
def fnv(rows):
    def one(row):
        value = 0x811c9dc5
        for b in row:
            value = (value ^ b) * 0x01000193 % 2 ** 32
        return value
    return [one(row) for row in rows]

@counted("md5_b", "[][?]u8", "[]u32", BYTES)
def adler(rows): return [zlib.adler32(bytes(row)) for row in rows]

@counted("md5_b", "[][?]u8", "[]u32", BYTES)
def weighted(rows): return [sum(i * b for i, b in enumerate(row, 1)) % 2 ** 32 for row in rows]

PAIRS = [([], []), ([[1, 2, 3]], [[1, 3]]), ([[], [1, 2, 3, 4, 5], [7], [], [1, 2, 3]], [[], [2, 4, 4, 5], [], [9, 9], [1, 2, 3]])]

def edit(a, b):
    if not a or not b:
        return len(a) + len(b)
    return min(edit(a[1:], b[1:]) + (a[0] != b[0]), edit(a[1:], b) + 1, edit(a, b[1:]) + 1)

@counted("levenshtein", "[][?]u8 [][?]u8", "[]i64", PAIRS)
def levenshtein(xss, yss): return [edit(a, b) for a, b in zip(xss, yss)]

def common(a, b):
    if not a or not b:
        return 0
    return max(common(a[1:], b), common(a, b[1:]), common(a[1:], b[1:]) + 1 if a[0] == b[0] else 0)

@counted("levenshtein_b", "[][?]u8 [][?]u8", "[]i64", PAIRS)
def subsequence(xss, yss): return [common(a, b) for a, b in zip(xss, yss)]

SERIES = [[], [[1, -2, 3]], [[], [4, -1, 2, -7, 5, 1], [-3], [], [-1, -1, 2]]]

@counted("levenshtein_b", "[][?]i64", "[]i64", SERIES)
def best_sum(xss): return [max(sum(xs[i:j]) for i in range(len(xs) + 1) for j in range(i, len(xs) + 1)) for xs in xss]

@counted("levenshtein_b", "[][?]i64", "[]i64", SERIES)
def drawdown(xss):
    return [max(sum(xs[:i]) - sum(xs[:j]) for j in range(len(xs) + 1) for i in range(j + 1)) for xs in xss]


# Pictures.

def span(y, corners):
    xs = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1]):
        if y1 == y2 == y:
            xs += [x1, x2]
        elif y1 != y2 and min(y1, y2) <= y <= max(y1, y2):
            xs.append(x1 + (x2 - x1) * (y - y1) // (y2 - y1))
    return range(min(xs), max(xs) + 1) if xs else range(0)

TRIANGLES = [[], [(0, 0, 4, 1, 1, 3, 2, 5)],
             [(-1, -2, 5, 0, 2, 4, 2, 7), (3, 3, 3, 3, 3, 3, 1, 9), (0, 2, 6, 2, 3, 2, 2, 3), (4, 0, 4, 5, 0, 5, 0.5, 1)]]

@counted("render", "i64 i64 []i64 []i64 []i64 []i64 []i64 []i64 []f32 []i32", "[][]f32 [][]i32",
         [(4, 5, *([[*c] for c in zip(*ts)] or [[]] * 8)) for ts in TRIANGLES])
def render(h, w, *columns):
    seen = {}
    for x1, y1, x2, y2, x3, y3, z, c in zip(*columns):
        for y in range(min(y1, y2, y3), max(y1, y2, y3) + 1):
            for x in span(y, [(x1, y1), (x2, y2), (x3, y3)]):
                seen[x, y] = min(seen.get((x, y), (math.inf, 0)), (z, c))
    canvas = [[seen.get((x, y), (math.inf, 0)) for x in range(w)] for y in range(h)]
    return [[z for z, _ in row] for row in canvas], [[c for _, c in row] for row in canvas]

@counted("render_b", "i64 i64 []i64 []i64 []i64 []i32", "[][]i32", [
    (2, 3, [], [], [], []), (3, 3, [1], [1], [1], [4]), (4, 5, [2, 0, 4, 9], [1, 3, 0, 9], [2, 0, 1, 2], [1, 5, 2, 7])])
def circles(h, w, *columns):
    inside = lambda x, y: [c for a, b, r, c in zip(*columns) if (x - a) ** 2 + (y - b) ** 2 <= r * r]
    return [[max(inside(x, y), default=0) for x in range(w)] for y in range(h)]

def alive(cells):
    h, w = len(cells), len(cells[0]) if cells else 0
    near = lambda y, x: sum(cells[(y + a) % h][(x + b) % w] for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
    return [[int(near(y, x) == 3 or near(y, x) == 2 and cells[y][x]) for x in range(w)] for y in range(h)]

BLINKER = [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
GLIDER = [[0, 1, 0, 0], [0, 0, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
WORLDS = [[], [[], []], [[1]], BLINKER, GLIDER]

@counted("life", "[][]u8", "[][]u8", WORLDS)
def step(cells): return alive(cells)

@counted("life", "i32 [][]u8", "[][]u8", [(3, []), (2, BLINKER), (5, GLIDER), (0, GLIDER)])
def life(steps, cells):
    for _ in range(steps):
        cells = alive(cells)
    return cells

@counted("life_b", "[][]i32", "[][]i32", WORLDS)
def rotated(cells): return alive(cells)

@counted("life_b", "i32 []f64", "[]f64", [(2, []), (1, [8]), (2, [8, 0, 0, 16]), (0, [1, 2])])
def heat(steps, rod):
    for _ in range(steps):
        rod = [x if i in (0, len(rod) - 1) else 0.5 * x + 0.25 * (rod[i - 1] + rod[i + 1]) for i, x in enumerate(rod)]
    return rod

@counted("life_b", "i64 []f64", "[]f64", [(2, []), (2, [1, 3]), (3, [1, 3]), (3, [1, 3, 8, 1, 0, 5])])
def windows(k, xs): return [sum(xs[i:i + k]) / k for i in range(len(xs) - k + 1)]


# Branches.

INTS = [[], [[1, 2, 3], [5]], [[], [1, 2], [], [3, 4, 5, 6], [7]]]

@counted("branch", "[][?]i64", "[][?]i64", INTS)
def t1(xss): return [[x + 1 if len(xs) > 2 else 2 * x for x in xs] for xs in xss]

@counted("branch", "[]i64 []bool [][?]i64", "[]i64", [
    ([], [], []), ([5, 7], [True, False], [[0, 1], [1]]), ([5, 7, -9], [False, True, True, False], [[], [2, 2, 0], [1], [99]]),
    ([5], [True, True], [[0], [4]])])
def t7(ys, cs, xss):
    if any(c and i >= len(ys) for c, xs in zip(cs, xss) for i in xs):
        return Fails(r"branch.fut:7:[0-9]+: Index \[4\] out of bounds for array of shape \[1\] \(row 1, 0\)")
    return [sum(ys[i] for i in xs) // len(xs) if c else 0 for c, xs in zip(cs, xss)]

@counted("branch_b", "[][?]i64", "[][?]i64", INTS)
def other_sizes(xss): return [xs[1:] if len(xs) > 2 else xs for xs in xss]

@counted("branch_b", "[]i64 [][?]i64", "[]i64", [([], []), ([1, 0], [[2, 3, 4], [5, 6]]), ([0, 1, 2, 1, 0], [[], [], [5], [3, 2], [4, -1, 7]])])
def matched(kinds, xss): return [sum(xs) if k == 0 else math.prod(xs) if k == 1 else 0 for k, xs in zip(kinds, xss)]

@counted("branch_b", "[]i64", "[]i64", [[], [5], [0, -3, 1, 1000, 1024, -1]])
def sometimes_long(xs): return [(x - 1).bit_length() if x > 0 else -x for x in xs]

@counted("branch_b", "[][?]f64", "[][?]f64", [[], [[1, 2]], [[], [1, -2, 4], [2, 4], [], [8]]])
def scaled(xss): return [[abs(x) if min(xs) < 0 else x / max(xs) for x in xs] for xs in xss]
