//! Narrowing: a 64-bit number that was one of 32 bits goes on as one of 32 bits, where lanes only compare it and read memory there.
//!
//! ```text
//! i64 c = i32_to_i64(x);
//! bool ok = lt.i64(c, n);                   bool ok = lt.i64(i32_to_i64(x), n);
//! i64 at = select(ok, c, 0);         =>     i32 at' = select(ok, x, 0);
//! f32 y = ys[to_index(at)];                 f32 y = ys[to_index(i32_to_i64(at'))];
//! ```
//!
//! Vectors of 32-bit numbers hold twice as many lanes, and there are instructions that compare and gather by them; see
//! [`ir::vector::narrow`].

use base::{Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVarInfo, Kernel, Stm};
use ir::vector::assigned;
use rustc_hash::FxHashSet;

/// Narrows in the innermost loops of a kernel.
pub(super) fn narrow(kernel: &mut Kernel) {
    let mut body = std::mem::take(&mut kernel.body);
    super::innermost(&mut body, &mut |body| in_loop(kernel, body));
    kernel.body = body;
}

fn in_loop(kernel: &mut Kernel, body: &mut Vec<Stm>) {
    let mut at = 0;
    while at < body.len() {
        // What changes from here on is another number where it is read.
        let mut set = FxHashSet::default();
        assigned(&body[at..], &mut set);
        let set: Vec<_> = set.into_iter().collect();
        let found = if let Stm::Let(var, exp) = &body[at]
            && kernel.vars[*var].ty == KType::Scalar(ScalarType::I64)
            && !set.contains(var)
            && !exp.mentions(&set)
        {
            narrowed(exp).map(|exp| (*var, exp))
        } else {
            None
        };
        let Some((var, exp)) = found else {
            at += 1;
            continue;
        };
        let small = if let Exp::Var(_) = exp {
            body.remove(at);
            exp
        } else {
            let name = kernel.vars[var].name.clone();
            let small = kernel.vars.push(KVarInfo::new(&name, KType::Scalar(ScalarType::I32)));
            body[at] = Stm::Let(small, exp);
            at += 1;
            Exp::Var(small)
        };
        let wide = Exp::Conv(ScalarType::I32, ScalarType::I64, Box::new(small));
        body[at..].iter_mut().for_each(|stm| stm.replace(var, &wide));
    }
}

/// The 32-bit number that a 64-bit one was made from, where it is a conversion or a choice among conversions.
fn narrowed(exp: &Exp) -> Option<Exp> {
    fn either(exp: &Exp) -> Option<Exp> {
        if let Exp::Const(Scalar::I64(x)) = exp {
            return i32::try_from(*x).ok().map(|x| Exp::Const(Scalar::I32(x)));
        }
        narrowed(exp)
    }
    match exp {
        Exp::Conv(ScalarType::I32, ScalarType::I64, a) => Some((**a).clone()),
        Exp::Select(cond, a, b) => {
            let known = narrowed(a).is_some() || narrowed(b).is_some();
            let (a, b) = (either(a)?, either(b)?);
            known.then(|| Exp::Select(cond.clone(), Box::new(a), Box::new(b)))
        }
        Exp::Const(_)
        | Exp::Index(_)
        | Exp::Var(_)
        | Exp::Bin(..)
        | Exp::IndexBin(..)
        | Exp::Un(..)
        | Exp::Conv(..)
        | Exp::FromIndex(_)
        | Exp::ToIndex(_)
        | Exp::Small(_)
        | Exp::Only(_) => None,
    }
}
