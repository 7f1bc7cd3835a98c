-- Every type of elements at ranks 1 to 3.

entry i8s (a: []i8) (b: [][]i8) (c: [][][]i8): ([]i8, [][]i8, [][][]i8) = (reverse a, transpose b, map transpose c)
entry i16s (a: []i16) (b: [][]i16) (c: [][][]i16): ([]i16, [][]i16, [][][]i16) = (reverse a, transpose b, map transpose c)
entry i32s (a: []i32) (b: [][]i32) (c: [][][]i32): ([]i32, [][]i32, [][][]i32) = (reverse a, transpose b, map transpose c)
entry i64s (a: []i64) (b: [][]i64) (c: [][][]i64): ([]i64, [][]i64, [][][]i64) = (reverse a, transpose b, map transpose c)
entry u8s (a: []u8) (b: [][]u8) (c: [][][]u8): ([]u8, [][]u8, [][][]u8) = (reverse a, transpose b, map transpose c)
entry u16s (a: []u16) (b: [][]u16) (c: [][][]u16): ([]u16, [][]u16, [][][]u16) = (reverse a, transpose b, map transpose c)
entry u32s (a: []u32) (b: [][]u32) (c: [][][]u32): ([]u32, [][]u32, [][][]u32) = (reverse a, transpose b, map transpose c)
entry u64s (a: []u64) (b: [][]u64) (c: [][][]u64): ([]u64, [][]u64, [][][]u64) = (reverse a, transpose b, map transpose c)
entry f16s (a: []f16) (b: [][]f16) (c: [][][]f16): ([]f16, [][]f16, [][][]f16) = (reverse a, transpose b, map transpose c)
entry f32s (a: []f32) (b: [][]f32) (c: [][][]f32): ([]f32, [][]f32, [][][]f32) = (reverse a, transpose b, map transpose c)
entry f64s (a: []f64) (b: [][]f64) (c: [][][]f64): ([]f64, [][]f64, [][][]f64) = (reverse a, transpose b, map transpose c)
entry bools (a: []bool) (b: [][]bool) (c: [][][]bool): ([]bool, [][]bool, [][][]bool) = (reverse a, transpose b, map transpose c)
