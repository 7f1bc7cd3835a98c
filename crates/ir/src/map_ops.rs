//! Changing the parallel operators of a piece of program, and nothing else.

use crate::body::{AccDef, AccOp, Body, Exp, Lambda, Loop, LoopForm, Stm};

/// Rebuilds a body with every operator replaced by `f`.
pub fn body<A, B>(b: Body<A>, f: &mut impl FnMut(A) -> B) -> Body<B> {
    let stms = b
        .stms
        .into_iter()
        .map(|s| Stm { pat: s.pat, exp: exp(s.exp, f), loc: s.loc, attrs: s.attrs })
        .collect();
    Body { stms, result: b.result }
}

/// Rebuilds a lambda with every operator replaced by `f`.
pub fn lambda<A, B>(l: Lambda<A>, f: &mut impl FnMut(A) -> B) -> Lambda<B> {
    Lambda { params: l.params, body: body(l.body, f) }
}

/// Rebuilds an expression with every operator replaced by `f`.
pub fn exp<A, B>(e: Exp<A>, f: &mut impl FnMut(A) -> B) -> Exp<B> {
    match e {
        Exp::Atom(a) => Exp::Atom(a),
        Exp::Prim(prim) => Exp::Prim(prim),
        Exp::Read { arr, index } => Exp::Read { arr, index },
        Exp::Check(check) => Exp::Check(check),
        Exp::Trace { what, vals } => Exp::Trace { what, vals },
        Exp::View(view) => Exp::View(view),
        Exp::Copy { arr } => Exp::Copy { arr },
        Exp::Scratch { ty, part } => Exp::Scratch { ty, part },
        Exp::Total { sizes } => Exp::Total { sizes },
        Exp::Write { arr, index, val } => Exp::Write { arr, index, val },
        Exp::UpdateAcc { acc, index, vals } => Exp::UpdateAcc { acc, index, vals },
        Exp::Call { fun, args, at, beside } => Exp::Call { fun, args, at, beside },
        Exp::If { cond, then, els } => {
            Exp::If { cond, then: Box::new(body(*then, f)), els: Box::new(body(*els, f)) }
        }
        Exp::Loop(l) => {
            let form = match l.form {
                LoopForm::While(cond) => LoopForm::While(body(cond, f)),
                LoopForm::For { index, count } => LoopForm::For { index, count },
            };
            Exp::Loop(Box::new(Loop { params: l.params, init: l.init, form, body: body(l.body, f) }))
        }
        Exp::WithAcc { accs, body: b } => {
            let accs = accs.into_iter().map(|d| AccDef {
                param: d.param,
                arrs: d.arrs,
                op: d.op.map(|op| AccOp { index: op.index, lam: lambda(op.lam, f), ne: op.ne }),
            });
            Exp::WithAcc { accs: accs.collect(), body: Box::new(body(*b, f)) }
        }
        Exp::Op(o) => Exp::Op(f(o)),
    }
}
