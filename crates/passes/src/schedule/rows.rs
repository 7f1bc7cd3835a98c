//! Whether the points of a kernel ask which row they are in.
//!
//! ```text
//! seg (i < n, j < s[i] via o) { let x = xss[i, j]  let y = add.f32 x 1 } out (y)       nobody asks: x lies at the point's position
//! seg (i < n, j < s[i] via o) { let x = xss[i, j]  let a = as[i] .. } out (y)          as[i] is found by the row
//! ```
//!
//! What lies over the points themselves is found by their position, and a failure finds the indices that it names when it happens. Where
//! nothing else is found by an index of a level, the points of all rows are one run of positions, whatever the rows are.

use ir::{Atom, Dim, Exp, Inner, Out, Seg, Stm, Var, Vars, walk};

/// Whether a point, or what is done with its results, asks for the indices of its levels.
pub(crate) fn asks_rows(seg: &Seg, vars: &Vars) -> bool {
    let levels: Vec<Atom> = seg.levels.iter().map(|level| level.index.into()).collect();
    let space = Space { levels, dims: ir::builder::space_dims(&seg.levels), vars };
    let c = &seg.clauses;
    let args = c.folds().flat_map(|fold| &fold.args).chain(c.keep.iter().map(|keep| &keep.flag));
    let outs = c.outs.iter().filter_map(Out::atom);
    !seg.rows.is_empty()
        || [&seg.once, &seg.body, &c.each].into_iter().any(|block| space.asks(block))
        || args.copied().chain(outs).any(|atom| space.levels.contains(&atom))
}

struct Space<'a> {
    levels: Vec<Atom>,
    /// The dimensions of an array over the points.
    dims: Vec<Dim>,
    vars: &'a Vars,
}

impl Space<'_> {
    fn asks(&self, block: &[Stm<Inner>]) -> bool {
        block.iter().any(|stm| {
            if let Exp::Read { arr, index } = &stm.exp
                && *index == self.levels
                && self.vars[*arr].ty.dims() == &self.dims[..]
            {
                return false;
            }
            // What is inside of the statement is looked at statement by statement.
            let mut own = stm.exp.clone();
            own.blocks_mut(&mut |inner, _| inner.clear());
            if let Exp::Check(check) = &mut own {
                check.at.clear();
            }
            let mut asks = self.names_level(&walk::used_vars(&own));
            stm.exp.blocks(&mut |inner| asks |= self.asks(inner));
            asks
        })
    }

    fn names_level(&self, vars: &[Var]) -> bool {
        vars.iter().any(|var| self.levels.contains(&Atom::Var(*var)))
    }
}
