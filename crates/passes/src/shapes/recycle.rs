//! Arrays that die where another of the same shape is made: the new one may lie in the memory of the old one.
//!
//! ```text
//! let ys = screma n (x <- xs) .. scan ..   let zs = screma n (y <- ys) { .. }      -- nothing else uses ys: zs over ys
//! ```

use super::Shapes;
use ir::walk::{Visitor, Walk};
use ir::{Exp, Fun, Out, Soac, Stm, Var, Vars};
use rustc_hash::FxHashMap;

/// For each array that an operator makes, an input of that operator which has its shape and type of elements, is made in the same
/// block and used nowhere else.
pub(super) fn recycled(vars: &Vars, fun: &Fun<Soac>, shapes: &mut Shapes) -> FxHashMap<Var, Var> {
    let mut uses = Uses::default();
    fun.body.visit(&mut uses);
    let mut found = FxHashMap::default();
    block(vars, &fun.body.stms, &uses, shapes, &mut found);
    found
}

fn block(vars: &Vars, stms: &[Stm<Soac>], uses: &Uses, shapes: &mut Shapes, found: &mut FxHashMap<Var, Var>) {
    // Arrays in memory of their own that were made here.
    let mut made: Vec<Var> = vec![];
    for stm in stms {
        if let Exp::Op(Soac::Screma(s)) = &stm.exp {
            let dying: Vec<Var> = s
                .arrays()
                .map(|(_, arr)| arr)
                .filter(|arr| made.contains(arr) && uses.of(*arr) == 1)
                .collect();
            for (out, var) in s.clauses.outs.iter().zip(stm.pat.all()) {
                let over = dying.iter().find(|arr| {
                    let free = found.values().all(|taken| taken != *arr);
                    let elem = vars[**arr].ty.elem() == vars[var].ty.elem();
                    free && elem && shapes.shape(vars, **arr) == shapes.shape(vars, var)
                });
                if let (Out::Point(_), Some(over)) = (out, over) {
                    found.insert(var, *over);
                }
            }
            made.extend(stm.pat.vals.iter().filter(|v| vars[**v].ty.is_array()));
        }
        stm.exp.blocks(&mut |inner| block(vars, inner, uses, shapes, found));
    }
}

/// How often variables are used.
#[derive(Default)]
struct Uses(FxHashMap<Var, usize>);

impl Uses {
    fn of(&self, var: Var) -> usize {
        self.0.get(&var).copied().unwrap_or(0)
    }
}

impl Visitor for Uses {
    fn used(&mut self, var: Var) {
        *self.0.entry(var).or_default() += 1;
    }
    fn bound(&mut self, _: Var) {}
}
