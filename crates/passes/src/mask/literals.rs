//! Branches that return array literals of one size.
//!
//! ```text
//! let r = if c { let a = array [1, 2] in (a) } else { let b = array [x, y] in (b) }
//!   =>
//! let (e, f) = if c { in (1, 2) } else { in (x, y) }
//! let r = array [e, f]
//! ```
//!
//! A branch of scalars is scalar code, whatever its condition; a chain of branches, as `match` is one, becomes so from the inside.

use super::Masker;
use base::{Loc, ScalarType};
use ir::walk::used_vars;
use ir::{Atom, Body, Exp, Pat, Soac, Stm, Type, View, fresh};

/// Most elements of a literal that becomes scalars.
const SMALL: usize = 16;

impl Masker<'_> {
    /// Makes the branch return the elements of such literals; gives the literals of what it returns.
    pub(super) fn literals(
        &mut self,
        pat: &mut Pat,
        [then, els]: [&mut Body<Soac>; 2],
        loc: &Loc,
    ) -> Vec<Stm<Soac>> {
        let mut made = vec![];
        for i in (0..pat.vals.len()).rev() {
            let here = literal(then, then.result.vals[i]);
            let there = literal(els, els.result.vals[i]);
            let (Some((elem, here)), Some((_, there))) = (here, there) else { continue };
            if here.len() != there.len() || here.len() > SMALL {
                continue;
            }
            let elems: Vec<_> = here.iter().map(|_| fresh(self.vars, "elem", Type::scalar(elem))).collect();
            let var = pat.vals[i];
            pat.vals.splice(i..=i, elems.iter().copied());
            then.result.vals.splice(i..=i, here);
            els.result.vals.splice(i..=i, there);
            let elems = elems.into_iter().map(Atom::Var).collect();
            let exp = Exp::View(View::Literal { elem, elems });
            made.push(Stm::new(Pat::one(var), exp, loc.clone()));
        }
        if !made.is_empty() {
            for side in [then, els] {
                drop_unused(side);
            }
        }
        made
    }
}

/// The elements of a literal that a body makes and returns.
fn literal(body: &Body<Soac>, result: Atom) -> Option<(ScalarType, Vec<Atom>)> {
    let var = result.var()?;
    let stm = body.stms.iter().find(|stm| stm.pat.vals == [var])?;
    let Exp::View(View::Literal { elem, elems }) = &stm.exp else { return None };
    Some((*elem, elems.clone()))
}

/// Drops the literals that nothing in the body uses any more.
fn drop_unused(body: &mut Body<Soac>) {
    let mut used = used_vars(&body.result);
    body.stms.iter().for_each(|stm| used.extend(used_vars(&stm.exp)));
    let unused = |stm: &Stm<Soac>| {
        matches!(stm.exp, Exp::View(View::Literal { .. })) && !stm.pat.vals.iter().any(|v| used.contains(v))
    };
    body.stms.retain(|stm| !unused(stm));
}
