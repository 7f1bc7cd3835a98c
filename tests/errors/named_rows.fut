-- Sizes of an element that have one name are one size.
type~ square = ?[m].[m][m]i64

def trace_of [m] (x: [m][m]i64): i64 = i64.sum (map (\i -> x[i, i]) (iota m))

def not_squares [n] (ks: [n]i64): [n]square = map (\k -> tabulate_2d k (k + 1) (+)) ks

def traces [n] (xs: [n](?[r][c].[r][c]i64)) = map trace_of xs

def takes_squares [n] (xs: [n]square) = map trace_of xs

def given [n] (xs: [n](?[r][c].[r][c]i64)) = takes_squares xs

def pairs [n] (rows: [n](?[m].([m]i64, [m]i64))) = map (\(a, b) -> map2 (*) a b) rows

def given_pairs [n] (rows: [n]([?]i64, [?]i64)) = pairs rows
