"""Laws hold: every entry point of laws.fut is true for every argument."""
from oracle import entry

ROWS = "[][?]i64"
INTS = "[]i64"
GENERATORS = {
    INTS: lambda g: g.ints(g.n(8), -6, 9),
    ROWS: lambda g: g.rows(),
    "[][?][?]i64": lambda g: g.rows3(),
    "i64": lambda g: g.int(0, 4),
}


def same_length(g):
    n = g.n(8)
    return g.ints(n, -4, 4), g.ints(n, -4, 4)


def matrix(g):
    return [g.ints(3) for _ in range(g.int(1, 4))]


def law(names, types, gen=None):
    types_ = types.split()

    def arguments(g):
        return tuple(GENERATORS[t](g) for t in types_)

    for name in names.split():
        def holds(*_): return True
        holds.__name__ = name
        entry("laws", types, "bool", gen or arguments, cases=6)(holds)


law("map_map fold_is_reduce_map banana_split scan_last f1 f2 f3 f4 f5 f6 f7", INTS)
law("expand_is_nest expand_rows_flat expand_reduce_rows expand_regular map_after_expand expand_after_map", INTS)
law("expand_expand permute_after_expand filter_is_expand one_binding source_substituted filters_join filters_swap", INTS)
law("zip_of_results order_is_sort order_twice desc_is_negative desc_reverses order_permutes", INTS)
law("group_is_group_by_key groups_flatten group_counts group_sums_by_index", INTS)
law("transpose_each", INTS, lambda g: g.ints(g.n(5), 0, 11))
law("map_map_rows all_elements rows_kept flatten_unflatten lengths_are_map lifted_map filter_of_flatten", ROWS)
law("reverse_of_flatten sums_of_segments scan_of_segments branches_select partition_filters coerced_back rows_sorted", ROWS)
law("flatten_twice", "[][?][?]i64")
law("append_rows", ROWS + " " + ROWS)
law("replicate_rows loop_interchange", ROWS + " i64")
law("horizontal zip_is_zip order_lexicographic", INTS + " " + INTS, same_length)
law("reduce_of_append filter_moves_out", INTS + " " + INTS)
law("reduce_map_interchange", "[][]i64", matrix)
law("one_element associative", "i64")
law("rows_and_columns regular_and_flat", "i64 i64")
