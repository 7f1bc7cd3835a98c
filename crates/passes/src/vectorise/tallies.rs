//! Truth values that are added: `i64 b = bool_to_i64(c); n = add.i64(n, b);` becomes `n = add.i64(n, bool_to_i64(c));`.
//!
//! Lanes count those that hold ([`ir::vector::tallied`]), in as many lanes as what is compared fills: no vector of 64-bit zeros and ones.

use base::ScalarType;
use ir::kernel::{Exp, KVar, Kernel, Stm};
use ir::vector::assigned;
use rustc_hash::FxHashSet;

/// Puts the truth values of a kernel's innermost loops where they are added.
pub(super) fn in_place(kernel: &mut Kernel) {
    super::innermost(&mut kernel.body, &mut in_loop);
}

fn in_loop(body: &mut Vec<Stm>) {
    let mut set = FxHashSet::default();
    assigned(body, &mut set);
    let set: Vec<KVar> = set.into_iter().collect();
    let mut at = 0;
    while at < body.len() {
        if let Stm::Let(var, exp @ Exp::Conv(ScalarType::Bool, to, holds)) = &body[at]
            && matches!(**holds, Exp::Var(_))
            && to.is_integer()
            && !set.contains(var)
            && !exp.mentions(&set)
        {
            let (var, exp) = (*var, exp.clone());
            body.remove(at);
            body[at..].iter_mut().for_each(|stm| stm.replace(var, &exp));
        } else {
            at += 1;
        }
    }
}
