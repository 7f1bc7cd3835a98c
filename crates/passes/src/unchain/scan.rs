//! One group scans what the groups of a kernel have, which was cut at a chain.
//!
//! Where groups have one lane, the last one out of the part in front of the cut does it. Else a kernel of one group does: its lanes go through
//! equal shares of the groups, in order, twice: to combine what those of the share have, which is folded over the lanes, and to put in the
//! place of each total what stands in front of it. The first one stays, since nothing does. Operators come without a neutral element, so a
//! state says whether it is one of any group at all.

use super::live::{Layout, loaded, stored, zero};
use super::new;
use crate::lower::ix;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, KVarInfo, Kernel, Stm, mentioned_by_operator};

/// Code for the end of the part in front of a cut, whose groups have one lane: nobody waits for the last one out.
pub(super) fn by_last_group(kernel: &mut Kernel, chain: &Combine, totals: &[KVar]) -> Vec<Stm> {
    let (mut code, mut before, mut leave) = (vec![], vec![], vec![]);
    for (own, total) in chain.own.iter().zip(totals) {
        let ty = kernel.vars[*own].ty;
        let var = new(kernel, "before", ty);
        code.push(Stm::Let(var, zero(ty)));
        leave.push(Stm::Store { buf: *total, at: Exp::Var(kernel.group), val: stored(kernel, var) });
        before.push(var);
    }
    let body = vec![Stm::Lanes { lane: new(kernel, "lane", KType::Index), body: leave }];
    let combine = Combine { before, ..chain.clone() };
    code.push(Stm::LastOut { combine, saved: vec![], body });
    code
}

/// The code of a kernel of one group of lanes, and its last parameter: how many groups there are.
pub(super) fn by_lanes(
    kernel: &mut Kernel,
    chain: &Combine,
    (layout, totals, saved): (&Layout, &[KVar], &[KVar]),
) -> (Vec<Stm>, KVar) {
    let [count, share, lane] = ["count", "share", "lane"].map(|name| new(kernel, name, KType::Index));
    let own = State::new(kernel, chain, "own");
    let before = State::new(kernel, chain, "before");
    let mut code = layout.of_first_group(kernel, saved, &mentioned_by_operator(chain));
    let lanes = Exp::Index(kernel.lanes.into());
    let up = ix(BinOp::Add, Exp::Var(count), Exp::Index(i64::from(kernel.lanes) - 1));
    code.push(Stm::Let(share, ix(BinOp::Div, up, lanes)));
    code.extend(own.declare(kernel));
    code.extend(before.declare(kernel));

    let [of_sum, of_scan] = [(); 2].map(|()| new(kernel, "g", KType::Index));
    let sum = own.advance(kernel, chain, (totals, of_sum), false);
    code.push(through_share(kernel, (lane, share, count), (of_sum, sum)));
    code.push(Stm::Fold(own.fold(kernel, chain, &before)));
    let scan = before.advance(kernel, chain, (totals, of_scan), true);
    code.push(through_share(kernel, (lane, share, count), (of_scan, scan)));
    (code, count)
}

/// What the groups that a lane has seen have together.
struct State {
    /// Whether there are any.
    some: KVar,
    values: Vec<KVar>,
}

impl State {
    fn new(kernel: &mut Kernel, chain: &Combine, name: &str) -> State {
        let types: Vec<KType> = chain.own.iter().map(|own| kernel.vars[*own].ty).collect();
        let mut of_lanes =
            |name: &str, ty| kernel.vars.push(KVarInfo { per_lane: true, ..KVarInfo::new(name, ty) });
        let some = of_lanes("some", KType::Scalar(ScalarType::Bool));
        let values = types.into_iter().map(|ty| of_lanes(name, ty)).collect();
        State { some, values }
    }

    fn vars(&self) -> Vec<KVar> {
        [self.some].into_iter().chain(self.values.iter().copied()).collect()
    }

    fn declare(&self, kernel: &Kernel) -> Vec<Stm> {
        self.vars().into_iter().map(|var| Stm::Let(var, zero(kernel.vars[var].ty))).collect()
    }

    /// Combines the state with the total of a group; where `leave`, puts the state in its place.
    fn advance(
        &self,
        kernel: &Kernel,
        chain: &Combine,
        (totals, group): (&[KVar], KVar),
        leave: bool,
    ) -> Stm {
        let (front, behind) = chain.params.split_at(chain.own.len());
        let total = |i: usize| loaded(kernel, chain.own[i], totals[i], Exp::Var(group));
        let each = 0..totals.len();
        let mut then: Vec<Stm> = each.clone().map(|i| Stm::Let(front[i], Exp::Var(self.values[i]))).collect();
        then.extend(each.clone().map(|i| Stm::Let(behind[i], total(i))));
        if leave {
            let place = |i: usize| (totals[i], stored(kernel, self.values[i]));
            let store = |(buf, val)| Stm::Store { buf, at: Exp::Var(group), val };
            then.extend(each.clone().map(place).map(store));
        }
        then.extend(chain.body.iter().cloned());
        then.extend(self.values.iter().zip(&chain.results).map(|(to, exp)| Stm::Set(*to, exp.clone())));
        let mut els: Vec<Stm> = each.map(|i| Stm::Set(self.values[i], total(i))).collect();
        els.push(Stm::Set(self.some, Exp::Const(Scalar::Bool(true))));
        Stm::If { cond: Exp::Var(self.some), then, els }
    }

    /// Folds the states of the lanes.
    fn fold(&self, kernel: &mut Kernel, chain: &Combine, before: &State) -> Combine {
        let bool = KType::Scalar(ScalarType::Bool);
        let [in_front, there] = ["in_front", "there"].map(|name| new(kernel, name, bool));
        let (front, behind) = chain.params.split_at(chain.own.len());
        let mut results = vec![];
        for own in &chain.own {
            let ty = kernel.vars[*own].ty;
            results.push(new(kernel, "result", ty));
        }
        let set = |from: &[Exp]| -> Vec<Stm> {
            results.iter().zip(from).map(|(to, exp)| Stm::Set(*to, exp.clone())).collect()
        };
        let values = |vars: &[KVar]| -> Vec<Exp> { vars.iter().map(|var| Exp::Var(*var)).collect() };
        let mut both = chain.body.clone();
        both.extend(set(&chain.results));
        let goes_on = Stm::If { cond: Exp::Var(there), then: both, els: set(&values(front)) };
        let mut body: Vec<Stm> =
            results.iter().zip(behind).map(|(to, from)| Stm::Let(*to, Exp::Var(*from))).collect();
        body.push(Stm::If { cond: Exp::Var(in_front), then: vec![goes_on], els: vec![] });
        let side = |some: KVar, values: &[KVar]| [some].into_iter().chain(values.to_vec());
        let any =
            Exp::Bin(BinOp::Or, ScalarType::Bool, Box::new(Exp::Var(in_front)), Box::new(Exp::Var(there)));
        Combine {
            own: self.vars(),
            before: before.vars(),
            total: vec![],
            params: side(in_front, front).chain(side(there, behind)).collect(),
            body,
            results: [any].into_iter().chain(values(&results)).collect(),
        }
    }
}

/// Lanes go through their shares of the groups, and execute a statement for each `group`.
fn through_share(
    kernel: &mut Kernel,
    (lane, share, count): (KVar, KVar, KVar),
    (group, each): (KVar, Stm),
) -> Stm {
    let from = new(kernel, "from", KType::Index);
    let upto_count = |exp| ix(BinOp::Min, exp, Exp::Var(count));
    let first = upto_count(ix(BinOp::Mul, Exp::Var(lane), Exp::Var(share)));
    let to = upto_count(ix(BinOp::Add, Exp::Var(from), Exp::Var(share)));
    let all = Stm::For { var: group, from: Exp::Var(from), to, vector: None, body: vec![each] };
    Stm::Lanes { lane, body: vec![Stm::Let(from, first), all] }
}
