//! Short rows: where the next rows have few elements, lanes would be empty, and combining them would cost more than the elements do.
//!
//! ```text
//! search (lt.index(g, last)) {                search (lt.index(g, last)) {
//!   index stop = offsets[add.index(g, 1)];      index many = min.index(add.index(g, 16), last);
//!   for (q = p to stop) vector 16 { .. }   =>   bool few = le.index(sub.index(offsets[many], p), mul.index(sub.index(many, g), 4));
//!   p = stop;                                   if (few) { search (lt.index(g, many)) { .. for (q = p to stop) { .. } .. } }
//!   g = add.index(g, 1);                        else { search (lt.index(g, many)) { .. for (q = p to stop) vector 16 { .. } .. } }
//! }                                           }
//! ```
//!
//! Asked row by row, the branch would be guessed wrong wherever lengths differ; some rows together are mostly like those in front of them. A reduction
//! of 16 lanes takes as long as 4 elements of costly code one after the other, or 12 of cheap code.
//!
//! Precondition: loops are marked. Rows of one length need none of it: the printer asks for that length.

use super::loops::declared;
use base::{BinOp, IdVec, ScalarType};
use ir::kernel::{Exp, KType, KVar, KVarInfo, Kernel, Stm};
use rustc_hash::FxHashSet;

/// So many rows are looked at together.
const ROWS: i64 = 16;

/// The elements that short rows have on average, at most.
const FEW: i64 = 4;

/// Lets short rows go through their loops in order, in all loops over rows of a kernel.
pub(super) fn in_order(kernel: &mut Kernel) {
    let mut body = std::mem::take(&mut kernel.body);
    block(&mut kernel.vars, &mut body);
    kernel.body = body;
}

fn block(vars: &mut IdVec<KVar, KVarInfo>, stms: &mut [Stm]) {
    for stm in stms {
        match Rows::of(stm).map(|rows| rows.versions(vars)) {
            Some(versions) => *stm = versions,
            None => stm.blocks_mut().into_iter().for_each(|inner| block(vars, inner)),
        }
    }
}

/// A loop over rows that go through their elements in lanes.
struct Rows<'a> {
    /// What is done for a row.
    body: &'a [Stm],
    /// The row.
    row: KVar,
    /// The first row that is none of the loop's.
    last: Exp,
    /// The first element of the row that is left.
    first: KVar,
    /// Where the row ends, said by the row.
    end: Exp,
}

impl<'a> Rows<'a> {
    fn of(stm: &'a Stm) -> Option<Rows<'a>> {
        let Stm::While { bounded: true, pre, cond: Exp::IndexBin(BinOp::Lt, row, last), body } = stm else {
            return None;
        };
        let (Exp::Var(row), Some(Stm::Set(counted, next))) = (&**row, body.last()) else { return None };
        let step = Exp::IndexBin(BinOp::Add, Box::new(Exp::Var(*row)), Box::new(Exp::Index(1)));
        let (first, stop) = lanes(body)?;
        let end = body.iter().find_map(|stm| {
            if let Stm::Let(var, exp) = stm { (*var == stop).then(|| exp.clone()) } else { None }
        })?;
        let goes_on = body.contains(&Stm::Set(first, Exp::Var(stop)));
        let mut own = FxHashSet::default();
        declared(body, &mut own);
        let known = !end.any(&|exp| matches!(exp, Exp::Var(var) if own.contains(var)));
        let ragged = end.any(&|exp| exp.is_load());
        let counts = counted == row && *next == step && pre.is_empty();
        (counts && goes_on && known && ragged).then(|| Rows {
            body,
            row: *row,
            last: (**last).clone(),
            first,
            end,
        })
    }

    /// The rows that come next: in order if they are short, else as they are.
    fn versions(&self, vars: &mut IdVec<KVar, KVarInfo>) -> Stm {
        let index = |op, a: Exp, b: Exp| Exp::IndexBin(op, Box::new(a), Box::new(b));
        let row = Exp::Var(self.row);
        let many = vars.push(KVarInfo::new("many", KType::Index));
        let few = vars.push(KVarInfo::new("few", KType::Scalar(ScalarType::Bool)));
        let behind = index(BinOp::Add, row.clone(), Exp::Index(ROWS));
        let mut end = self.end.clone();
        let before = index(BinOp::Sub, Exp::Var(many), Exp::Index(1));
        end.uses_mut(self.row).into_iter().for_each(|place| *place = before.clone());
        let elements = index(BinOp::Sub, end, Exp::Var(self.first));
        let most = index(BinOp::Mul, index(BinOp::Sub, Exp::Var(many), row.clone()), Exp::Index(FEW));
        let over = |last: Exp, body: Vec<Stm>| Stm::While {
            bounded: true,
            pre: vec![],
            cond: index(BinOp::Lt, row.clone(), last),
            body,
        };
        let mut short = self.body.to_vec();
        one_by_one(&mut short);
        let next = vec![
            Stm::Let(many, index(BinOp::Min, behind, self.last.clone())),
            Stm::Let(few, index(BinOp::Le, elements, most)),
            Stm::If {
                cond: Exp::Var(few),
                then: vec![over(Exp::Var(many), short)],
                els: vec![over(Exp::Var(many), self.body.to_vec())],
            },
        ];
        over(self.last.clone(), next)
    }
}

/// The bounds of the only loop that is run in lanes, if both are variables.
fn lanes(stms: &[Stm]) -> Option<(KVar, KVar)> {
    fn find<'a>(stms: &'a [Stm], into: &mut Vec<&'a Stm>) {
        for stm in stms {
            if let Stm::For { vector: Some(_), .. } = stm {
                into.push(stm);
            } else {
                stm.blocks().into_iter().for_each(|block| find(block, into));
            }
        }
    }
    let mut found = vec![];
    find(stms, &mut found);
    let [Stm::For { from: Exp::Var(from), to: Exp::Var(to), .. }] = found[..] else { return None };
    Some((*from, *to))
}

fn one_by_one(stms: &mut [Stm]) {
    for stm in stms {
        if let Stm::For { vector, .. } = stm {
            *vector = None;
        }
        stm.blocks_mut().into_iter().for_each(|stms| one_by_one(stms));
    }
}
