//! Branches of the host whose condition is a number that an operator leaves on the device: the host would have to wait for it.
//!
//! ```text
//! let (k | kept) = screma n (x <- xs) {..} keep c
//! let none = eq.i64 k 0
//! let r = if none { in (0.0) } else { let t = screma k (x <- kept) {} red + (x)  let d = div.f64 t 2.0 in (d) }
//!   =>
//! let t = screma k (x <- kept) {} red + (x)
//! let d = div.f64 t 2.0
//! let r = select none 0.0 d
//! ```
//!
//! The operators are masked as those of branches inside of maps are; what is left is little total code, of which both sides are
//! evaluated, wherever its result is needed.

use super::{Masker, is_cheap};
use base::Loc;
use ir::walk::used_vars;
use ir::{Atom, Body, Exp, Pat, Soac, Stm};

/// Most operations of sides that are both evaluated.
const MOST_OPERATIONS: usize = 16;

impl Masker<'_> {
    /// Notes which numbers a statement of the host leaves on the device, or computes from such.
    pub(super) fn note(&mut self, stm: &Stm<Soac>) {
        let left = matches!(stm.exp, Exp::Op(_));
        let computed = matches!(stm.exp, Exp::Prim(_))
            && used_vars(&stm.exp).into_iter().any(|v| self.on_device.contains(&v));
        if left || computed {
            let numbers = stm.pat.all().filter(|v| self.vars[*v].ty.as_scalar().is_some());
            self.on_device.extend(numbers);
        }
    }

    /// Whether the host would have to wait for a condition, and both sides of its branch have little code besides operators.
    pub(super) fn is_awaited(&self, cond: Atom, sides: [&Body<Soac>; 2]) -> bool {
        let scalars = sides.iter().flat_map(|side| &side.stms);
        let scalars: Vec<_> = scalars.filter(|stm| !matches!(stm.exp, Exp::Op(_) | Exp::View(_))).collect();
        cond.var().is_some_and(|c| self.on_device.contains(&c))
            && scalars.len() <= MOST_OPERATIONS
            && scalars.iter().all(|stm| is_cheap(stm))
    }

    /// Whether a branch is little code alone, which can be evaluated on both sides.
    pub(super) fn is_selected(&self, pat: &Pat, cond: Atom, sides: [&Body<Soac>; 2]) -> bool {
        let scalars = pat.all().all(|v| self.vars[v].ty.as_scalar().is_some());
        scalars && sides.iter().all(|side| side.stms.iter().all(is_cheap)) && self.is_awaited(cond, sides)
    }

    /// Evaluates both sides of a branch.
    pub(super) fn select(
        &mut self,
        pat: &Pat,
        cond: Atom,
        [then, els]: [Body<Soac>; 2],
        loc: &Loc,
        out: &mut Vec<Stm<Soac>>,
    ) {
        let from = out.len();
        out.extend(then.stms.into_iter().chain(els.stms));
        for ((var, a), b) in pat.all().zip(then.result.all()).zip(els.result.all()) {
            out.push(Stm::new(Pat::one(var), Exp::select(cond, a, b), loc.clone()));
        }
        let made: Vec<Stm<Soac>> = out[from..].to_vec();
        made.iter().for_each(|stm| self.note(stm));
    }
}
