//! Changing the parallel operators of a piece of program, and nothing else.

use crate::body::{AccDef, AccOp, Body, Exp, Lambda, Loop, LoopForm, Stm};

/// Rebuilds a body with every operator replaced by `f`.
pub fn body<A, B>(b: Body<A>, f: &mut impl FnMut(A) -> B) -> Body<B> {
    let stms = b.stms.into_iter().map(|s| Stm { pat: s.pat, exp: exp(s.exp, f), loc: s.loc }).collect();
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
        Exp::Bin { op, ty, a, b, checked } => Exp::Bin { op, ty, a, b, checked },
        Exp::Un { op, ty, a } => Exp::Un { op, ty, a },
        Exp::Conv { from, to, a } => Exp::Conv { from, to, a },
        Exp::Select { cond, a, b } => Exp::Select { cond, a, b },
        Exp::Size { a, iota, checked } => Exp::Size { a, iota, checked },
        Exp::Bounds { index, size, checked } => Exp::Bounds { index, size, checked },
        Exp::SliceLen { start, end, stride, size, checked } => {
            Exp::SliceLen { start, end, stride, size, checked }
        }
        Exp::Assert { cond, what, vals } => Exp::Assert { cond, what, vals },
        Exp::AssertEq { a, b, what } => Exp::AssertEq { a, b, what },
        Exp::Trace { what, vals } => Exp::Trace { what, vals },
        Exp::Recast { arr, dims, under } => Exp::Recast { arr, dims, under },
        Exp::Index { arr, index, checked } => Exp::Index { arr, index, checked },
        Exp::Slice { arr, slices } => Exp::Slice { arr, slices },
        Exp::Update { arr, index, val, checked } => Exp::Update { arr, index, val, checked },
        Exp::Iota { n } => Exp::Iota { n },
        Exp::Replicate { n, x } => Exp::Replicate { n, x },
        Exp::Copy { arr } => Exp::Copy { arr },
        Exp::Concat { arrs, size } => Exp::Concat { arrs, size },
        Exp::Reshape { arr, dims } => Exp::Reshape { arr, dims },
        Exp::Rearrange { perm, arr } => Exp::Rearrange { perm, arr },
        Exp::GatherRows { arr, at } => Exp::GatherRows { arr, at },
        Exp::Total { sizes } => Exp::Total { sizes },
        Exp::Literal { elem, elems } => Exp::Literal { elem, elems },
        Exp::Call { fun, args } => Exp::Call { fun, args },
        Exp::If { cond, then, els } => {
            Exp::If { cond, then: Box::new(body(*then, f)), els: Box::new(body(*els, f)) }
        }
        Exp::Loop(l) => {
            let form = match l.form {
                LoopForm::While(cond) => LoopForm::While(body(cond, f)),
                LoopForm::For { index, count } => LoopForm::For { index, count },
            };
            let (params, init, rows) = (l.params, l.init, l.rows);
            Exp::Loop(Box::new(Loop { params, init, form, rows, body: body(l.body, f) }))
        }
        Exp::WithAcc { accs, body: b } => {
            let accs = accs.into_iter().map(|d| AccDef {
                param: d.param,
                arrs: d.arrs,
                op: d.op.map(|op| AccOp { lam: lambda(op.lam, f), ne: op.ne }),
            });
            Exp::WithAcc { accs: accs.collect(), body: Box::new(body(*b, f)) }
        }
        Exp::UpdateAcc { acc, index, vals } => Exp::UpdateAcc { acc, index, vals },
        Exp::Op(o) => Exp::Op(f(o)),
    }
}
