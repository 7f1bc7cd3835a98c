//! Statements that nobody uses.

use crate::effects::has_effect;
use ir::{Body, Exp, LoopForm, Soac, Stm, Type, Var, Vars, walk};
use rustc_hash::FxHashSet;

/// Removes unused statements; `ret` are the types that the results are declared with. Says whether any was removed.
pub(super) fn remove(body: &mut Body<Soac>, vars: &Vars, ret: &[Type]) -> bool {
    let mut used = Used { vars, used: FxHashSet::default() };
    for ty in ret {
        used.ty(ty);
    }
    remove_from(body, &mut used)
}

/// Variables that later code uses, sizes in its types included.
struct Used<'a> {
    vars: &'a Vars,
    used: FxHashSet<Var>,
}

impl Used<'_> {
    fn ty(&mut self, ty: &Type) {
        self.used.extend(ty.dims().iter().filter_map(|d| d.size.var()));
    }
    fn add(&mut self, stm: &Stm<Soac>) {
        self.used.extend(walk::free_vars(stm, self.vars));
    }
}

fn remove_from(body: &mut Body<Soac>, used: &mut Used<'_>) -> bool {
    let mut removed = false;
    used.used.extend(body.result.all().filter_map(|a| a.var()));
    let mut kept = vec![];
    for mut stm in std::mem::take(&mut body.stms).into_iter().rev() {
        let needed = stm.pat.all().any(|v| used.used.contains(&v)) || has_effect(&stm.exp);
        if !needed {
            removed = true;
            continue;
        }
        removed |= inside(&mut stm, used.vars);
        used.add(&stm);
        kept.push(stm);
    }
    kept.reverse();
    body.stms = kept;
    removed
}

fn inside(stm: &mut Stm<Soac>, vars: &Vars) -> bool {
    // A nested body starts afresh: what is used in it is found in it.
    let nested = |body: &mut Body<Soac>| {
        let mut used = Used { vars, used: FxHashSet::default() };
        remove_from(body, &mut used)
    };
    match &mut stm.exp {
        Exp::If { then, els, .. } => nested(then) | nested(els),
        Exp::Loop(l) => {
            let cond = match &mut l.form {
                LoopForm::While(cond) => nested(cond),
                LoopForm::For { .. } => false,
            };
            cond | nested(&mut l.body)
        }
        Exp::WithAcc { body, .. } => nested(body),
        Exp::Op(Soac::Screma(s)) => {
            let mut any = nested(&mut s.map.body);
            for fold in s.reds.iter_mut().chain(&mut s.scans) {
                any |= nested(&mut fold.op.body);
            }
            any
        }
        _ => false,
    }
}
