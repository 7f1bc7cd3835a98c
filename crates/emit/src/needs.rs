//! Which vector functions a program uses: a C compiler takes longer to read all of them than to compile most programs.
//!
//! `vector.h` holds macros that define what there is of a type: `LANES_f32x16` its operators and accesses to memory, `MASKS_i32x16` what is
//! asked of truth values, `FOLD(add, f32, 16, 8)` one fold, `SCAN(add, f32, i32, 16)` one scan. Names end in their type, so that the text of the kernels says what it needs.
//! A fold goes by halves, and needs the operator and the fold of the half.

use std::collections::BTreeSet;

/// The lines that define what `text` uses, to stand between `vector.h` and it.
pub(crate) fn definitions(text: &str) -> String {
    let mut needs = Needs::default();
    let name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.split(name).filter_map(Function::of).for_each(|function| needs.add(&function));
    needs.lines()
}

/// A function of vectors, by its name.
struct Function<'a> {
    /// What it does.
    operator: &'a str,
    elem: &'a str,
    lanes: u32,
}

impl<'a> Function<'a> {
    fn of(name: &'a str) -> Option<Function<'a>> {
        let (operator, ty) = name.rsplit_once('_')?;
        let (elem, lanes) = ty.split_once('x')?;
        let known = ["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64"].contains(&elem);
        let lanes = lanes.parse().ok().filter(|lanes| known && [2, 4, 8, 16].contains(lanes))?;
        Some(Function { operator, elem, lanes })
    }
}

/// What is needed, in the order in which it has to be defined.
#[derive(Default)]
struct Needs<'a> {
    lanes: BTreeSet<(u32, &'a str)>,
    folds: BTreeSet<(u32, &'a str, &'a str)>,
    scans: BTreeSet<(u32, &'a str, &'a str)>,
    lasts: BTreeSet<(u32, &'a str)>,
    masks: BTreeSet<(u32, &'a str)>,
    bits: BTreeSet<(u32, &'a str)>,
}

impl<'a> Needs<'a> {
    fn add(&mut self, function: &Function<'a>) {
        let Function { operator, elem, lanes } = *function;
        let scan = operator.strip_prefix("scan_").map(|op| op.strip_prefix("anew_").unwrap_or(op));
        match (operator, operator.strip_prefix("fold_"), scan) {
            (_, Some(op), _) => self.fold(op, elem, lanes),
            (_, None, Some(op)) => {
                self.lanes.insert((lanes, elem));
                self.scans.insert((lanes, elem, op));
            }
            ("last", None, None) => _ = self.lasts.insert((lanes, elem)),
            ("bits", None, None) => _ = self.bits.insert((lanes, elem)),
            ("any" | "count", None, None) => {
                // Where there are no instructions for it.
                self.fold("or", elem, lanes);
                self.fold("add", elem, lanes);
                self.masks.insert((lanes, elem));
            }
            (_, None, None) => _ = self.lanes.insert((lanes, elem)),
        }
    }

    fn fold(&mut self, op: &'a str, elem: &'a str, lanes: u32) {
        self.folds.insert((lanes, elem, op));
        if lanes > 2 {
            self.lanes.insert((lanes / 2, elem));
            self.fold(op, elem, lanes / 2);
        }
    }

    fn lines(&self) -> String {
        let lanes = self.lanes.iter().map(|(lanes, elem)| format!("LANES_{elem}x{lanes}\n"));
        let folds = self.folds.iter().map(|(lanes, elem, op)| match lanes {
            2 => format!("FOLD_LAST({op}, {elem})\n"),
            _ => format!("FOLD({op}, {elem}, {lanes}, {})\n", lanes / 2),
        });
        let scans = self.scans.iter().map(|(lanes, elem, op)| {
            let bits = elem.trim_start_matches(char::is_alphabetic);
            format!("SCAN({op}, {elem}, i{bits}, {lanes})\n")
        });
        let lasts = self.lasts.iter().map(|(lanes, elem)| format!("LAST({elem}, {lanes})\n"));
        let masks = self.masks.iter().map(|(lanes, elem)| format!("MASKS_{elem}x{lanes}\n"));
        let bits = self.bits.iter().map(|(lanes, elem)| format!("BITS({elem}, {lanes})\n"));
        lanes.chain(folds).chain(scans).chain(lasts).chain(masks).chain(bits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_need_their_halves() {
        let text =
            "f32x8 v = load_some_f32x8(p, n); x = fold_add_f32x8(v); if (any_i32x4(wrong)) y_3 = a_0x2;";
        let wanted = "LANES_f32x2 LANES_i32x2 LANES_f32x4 LANES_f32x8 FOLD_LAST(add,f32) FOLD_LAST(add,i32) FOLD_LAST(or,i32) \
                      FOLD(add,f32,4,2) FOLD(add,i32,4,2) FOLD(or,i32,4,2) FOLD(add,f32,8,4) MASKS_i32x4";
        let lines = definitions(text).replace(", ", ",");
        assert_eq!(lines.split('\n').filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" "), wanted);
    }
}
