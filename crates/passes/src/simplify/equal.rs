//! Sizes that are equal though they have different names, and the sizes of loops that this shows not to change.
//!
//! ```text
//! let n = size! k                                                    -- n is k from here on
//! loop (m | xs: [m]i64) = (k | ys) .. do { .. in (n | zs) }          =>   loop (xs: [k]i64) = (ys) .. do { .. in (zs recast to [k]) }
//! ```
//!
//! Equality is used to prove, never to replace: whoever uses `n` stays after the check that made it. What rests on an assertion
//! takes over its evidence.

use super::Simplifier;
use base::{BinOp, ScalarType};
use ir::walk::Mapper;
use ir::{Atom, Check, CheckKind, Exp, Loop, Pat, Prim, Soac, Stm, Var, View, fresh};
use rustc_hash::FxHashMap;

/// How deep expressions are compared.
const DEPTH: usize = 6;

/// What is known of equal numbers: what variables were computed from, and what was asserted.
#[derive(Clone, Default)]
pub(super) struct Definitions {
    of: FxHashMap<Var, Definition>,
    /// Two sizes and the evidence that they are equal.
    asserted: Vec<(Atom, Atom, Var)>,
}

/// Why two sizes are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Because {
    /// By what they are.
    Proved,
    /// By an assertion with this evidence.
    Asserted(Var),
}

#[derive(Clone, Copy)]
enum Definition {
    Same(Atom),
    Bin(BinOp, ScalarType, Atom, Atom),
}

impl Definitions {
    /// Remembers what a statement says.
    pub(super) fn learn(&mut self, stm: &Stm<Soac>) {
        let ([], [var]) = (stm.pat.sizes.as_slice(), stm.pat.vals.as_slice()) else { return };
        let definition = match &stm.exp {
            Exp::Atom(a) | Exp::Check(Check { kind: CheckKind::Size { a, .. }, .. }) => Definition::Same(*a),
            Exp::Prim(Prim::Bin { op, ty, a, b, .. }) => Definition::Bin(*op, *ty, *a, *b),
            Exp::Check(Check { kind: CheckKind::Equal { a, b, .. }, .. }) => {
                self.asserted.push((*a, *b, *var));
                return;
            }
            Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => return,
        };
        self.of.insert(*var, definition);
    }

    fn of(&self, atom: Atom) -> Option<Definition> {
        atom.var().and_then(|v| self.of.get(&v).copied())
    }
}

impl Simplifier<'_> {
    /// Why two sizes are equal, if they are known to be.
    pub(super) fn equal(&self, a: Atom, b: Atom) -> Option<Because> {
        let same = |a, b| self.equal_to(a, b, DEPTH);
        if same(a, b) {
            return Some(Because::Proved);
        }
        let asserted = self.known.definitions.asserted.iter();
        let mut asserted =
            asserted.filter(|(x, y, _)| same(a, *x) && same(b, *y) || same(a, *y) && same(b, *x));
        asserted.next().map(|(_, _, cert)| Because::Asserted(*cert))
    }

    /// Whether two sizes are equal whatever was asserted of them.
    fn equal_to(&self, a: Atom, b: Atom, depth: usize) -> bool {
        let (a, b) = (self.original(a), self.original(b));
        if a == b || depth == 0 {
            return a == b;
        }
        let same = |x, y| self.equal_to(x, y, depth - 1);
        let definitions = &self.known.definitions;
        match (definitions.of(a), definitions.of(b)) {
            (Some(Definition::Bin(op, ty, x, y)), Some(Definition::Bin(other, other_ty, v, w)))
                if op == other && ty == other_ty =>
            {
                let straight = || same(x, v) && same(y, w);
                let crossed = || op.commutes() && same(x, w) && same(y, v);
                straight() || crossed() || self.facts.query(self.vars).same(a, b)
            }
            _ => self.facts.query(self.vars).same(a, b),
        }
    }

    /// The number that this one is another name of. The larger of a size and 0 is the size.
    fn original(&self, mut atom: Atom) -> Atom {
        loop {
            atom = match self.known.definitions.of(atom) {
                Some(Definition::Same(a)) => a,
                Some(Definition::Bin(BinOp::Max, ScalarType::I64, a, b))
                    if b == Atom::i64(0) && self.is_natural(a) =>
                {
                    a
                }
                _ => return atom,
            }
        }
    }
}

/// A size that was taken away from a loop: what a round returns for it, what it is, and why they are equal.
pub(super) struct FixedSize {
    returned: Atom,
    init: Atom,
    because: Because,
}

impl Simplifier<'_> {
    /// Takes sizes away from a loop that every round returns as they are (WHILE-SHAPE): they are the initial ones. The results
    /// of the body have the sizes of the round until [`Simplifier::hold_sizes`].
    pub(super) fn drop_fixed_sizes(&mut self, l: &mut Loop<Soac>, pat: &mut Pat) -> Vec<FixedSize> {
        let mut fixed = vec![];
        for i in (0..l.params.sizes.len()).rev() {
            let Some(because) = self.is_fixed(l, i) else { continue };
            let (init, returned) = (l.init.sizes.remove(i), l.body.result.sizes.remove(i));
            self.replace(l.params.sizes.remove(i), init);
            self.replace(pat.sizes.remove(i), init);
            fixed.push(FixedSize { returned, init, because });
        }
        fixed
    }

    /// Why every round returns the size that it was given, or the initial one.
    fn is_fixed(&mut self, l: &Loop<Soac>, i: usize) -> Option<Because> {
        let (param, init, size) = (l.params.sizes[i], l.init.sizes[i], l.body.result.sizes[i]);
        if size == Atom::Var(param) {
            return Some(Because::Proved);
        }
        // Sizes of rows that the loop carries would have to be counted by the new name too.
        let counts = |v: &Var| self.vars[*v].ty.dims().iter().any(|d| d.size == Atom::Var(param));
        if l.params.sizes.iter().any(counts) {
            return None;
        }
        // What holds at the end of a round counts: whoever uses a result of the loop has waited for its assertions.
        let place = self.place();
        for stm in &l.body.stms {
            self.facts.learn(self.vars, stm);
            self.known.definitions.learn(stm);
        }
        let because = self.equal(size, Atom::Var(param)).or_else(|| self.equal(size, init));
        self.leave(place);
        because
    }

    /// Gives the results of a loop's body the sizes of its parameters, one after the other.
    pub(super) fn hold_sizes(&mut self, l: &mut Loop<Soac>, fixed: Vec<FixedSize>) {
        let loc = l.body.stms.last().map_or_else(base::Loc::none, |stm| stm.loc.clone());
        for size in fixed {
            let returned = self.atom(size.returned);
            let under = match size.because {
                Because::Proved => vec![],
                Because::Asserted(cert) => vec![self.var(cert)],
            };
            let under: Vec<Var> = under.into_iter().filter(|cert| !self.known_cert(*cert)).collect();
            for (param, result) in l.params.vals.iter().zip(&mut l.body.result.vals) {
                let Atom::Var(arr) = *result else { continue };
                let ty = self.vars[arr].ty.clone();
                // A constant may be the size of other dimensions too.
                let params = self.vars[*param].ty.clone();
                let mut params = params.dims().iter().map(|dim| self.atom(dim.size));
                let wanted = ty.map_sizes(|a| {
                    let is_it = params.next().is_none_or(|param| param == size.init);
                    if a == returned && is_it { size.init } else { a }
                });
                if ty == wanted {
                    continue;
                }
                let (name, dims) = (self.vars[arr].name.clone(), wanted.dims().to_vec());
                let var = fresh(self.vars, &name, wanted);
                let exp = Exp::View(View::Recast { arr, dims, under: under.clone(), inside: vec![] });
                l.body.stms.push(Stm::new(Pat::one(var), exp, loc.clone()));
                *result = var.into();
            }
        }
    }
}
