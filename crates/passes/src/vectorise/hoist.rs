//! Loop-invariant code motion in kernels: what a loop would compute anew in every round, loads included, is computed once.
//!
//! ```text
//! for (q = p to stop) {                     if (lt.index(p, stop)) {
//!   i32 x = xs[g];                            i32 x = xs[g];
//!   ys[add.i32(x, q)] = ..;            =>     for (q = p to stop) { ys[add.i32(x, q)] = ..; }
//! }                                         }
//! ```
//!
//! A C compiler cannot do it where the loop stores: it does not know that buffers are apart. Nor does it move divisions, which ask for
//! special cases first. Only what every round executes is moved,
//! and only where there is a round, so that nothing is read that would not have been.

use base::{BinOp, IdVec};
use ir::alias::Aliases;
use ir::kernel::{Exp, KType, KVar, KVarInfo, Kernel, OnDevice, Stm};
use ir::vector::assigned;
use rustc_hash::FxHashSet;

/// Moves what is the same in all rounds of a loop in front of it, in all loops of a kernel.
pub(super) fn hoist(kernel: &mut Kernel, aliases: &Aliases) {
    let constant = aliases.constant(kernel);
    let constant = |buf: KVar| constant.contains(&buf);
    let mut body = std::mem::take(&mut kernel.body);
    name_loads(&mut kernel.vars, &mut body, &constant);
    block(&mut body, &constant);
    kernel.body = body;
}

/// Gives what every round of a loop reads at the same place, as a part of an expression, a statement of its own.
fn name_loads(vars: &mut IdVec<KVar, KVarInfo>, stms: &mut [Stm], constant: &impl Fn(KVar) -> bool) {
    for stm in stms {
        if let Stm::For { var, body, .. } = stm {
            let mut varying = FxHashSet::default();
            varying.insert(*var);
            changed(body, &mut varying);
            let mut named = vec![];
            for inner in body.iter_mut().filter(|inner| !matches!(inner, Stm::While { .. })) {
                let parts = inner
                    .exps_mut()
                    .into_iter()
                    .flat_map(|exp| if exp.is_load() { exp.parts_mut() } else { vec![exp] });
                parts.for_each(|exp| {
                    take_loads(vars, exp, &|exp| invariant(exp, &varying, constant), &mut named)
                });
            }
            body.splice(0..0, named.into_iter().map(|(var, load)| Stm::Let(var, load)));
        }
        stm.blocks_mut().into_iter().for_each(|inner| name_loads(vars, inner, constant));
    }
}

/// Puts variables in place of the loads that are the same in all rounds.
fn take_loads(
    vars: &mut IdVec<KVar, KVarInfo>,
    exp: &mut Exp,
    same: &impl Fn(&Exp) -> bool,
    named: &mut Vec<(KVar, Exp)>,
) {
    // Only one side of a choice is evaluated.
    if let Exp::Select(cond, ..) = exp {
        return take_loads(vars, cond, same, named);
    }
    let buf = if let Exp::Only(OnDevice::Load(buf, _)) = exp { Some(*buf) } else { None };
    if let Some(buf) = buf.filter(|_| same(exp))
        && let KType::Buf(elem) = vars[buf].ty
    {
        let known = named.iter().find(|(_, load)| load == exp).map(|(var, _)| *var);
        let var = known.unwrap_or_else(|| {
            let name = vars[buf].name.clone();
            vars.push(KVarInfo::new(&name, KType::Scalar(elem)))
        });
        let load = std::mem::replace(exp, Exp::Var(var));
        if known.is_none() {
            named.push((var, load));
        }
        return;
    }
    exp.parts_mut().into_iter().for_each(|part| take_loads(vars, part, same, named));
}

fn block(stms: &mut [Stm], constant: &impl Fn(KVar) -> bool) {
    for stm in stms {
        in_front_of(stm, constant);
        stm.blocks_mut().into_iter().for_each(|inner| block(inner, constant));
    }
}

/// Moves out of one loop. `constant` says whether the kernel leaves a buffer as it is.
fn in_front_of(stm: &mut Stm, constant: &impl Fn(KVar) -> bool) {
    let Stm::For { var, from, to, vector: _, body } = stm else { return };
    let mut varying = FxHashSet::default();
    varying.insert(*var);
    changed(body, &mut varying);
    let mut set = FxHashSet::default();
    assigned(body, &mut set);
    let mut moved = vec![];
    let mut costly = false;
    for inner in body.iter() {
        if let Stm::Let(var, exp) = inner
            && !set.contains(var)
            && invariant(exp, &varying, constant)
        {
            varying.remove(var);
            costly |= exp.loads() || exp.any(&divides);
            moved.push(*var);
        }
    }
    // What only computes, the C compiler moves itself.
    if !costly {
        return;
    }
    let (first, rest): (Vec<Stm>, Vec<Stm>) = std::mem::take(body)
        .into_iter()
        .partition(|inner| matches!(inner, Stm::Let(var, _) if moved.contains(var)));
    *body = rest;
    let cond = Exp::IndexBin(BinOp::Lt, Box::new(from.clone()), Box::new(to.clone()));
    let end = Stm::Let(*var, Exp::Index(0));
    let the_loop = std::mem::replace(stm, end);
    *stm = Stm::If { cond, then: first.into_iter().chain([the_loop]).collect(), els: vec![] };
}

/// The variables that statements declare or set.
fn changed(stms: &[Stm], into: &mut FxHashSet<KVar>) {
    assigned(stms, into);
    for stm in stms {
        into.extend(stm.declares());
        if let Stm::Call { results, .. } = stm {
            into.extend(results);
        }
        stm.blocks().into_iter().for_each(|block| changed(block, into));
    }
}

fn invariant(exp: &Exp, varying: &FxHashSet<KVar>, constant: &impl Fn(KVar) -> bool) -> bool {
    let own = match exp {
        Exp::Var(var) => !varying.contains(var),
        Exp::Only(OnDevice::Load(buf, _)) => constant(*buf),
        Exp::Only(OnDevice::Failed) => false,
        Exp::Const(_)
        | Exp::Index(_)
        | Exp::Bin(..)
        | Exp::IndexBin(..)
        | Exp::Un(..)
        | Exp::Conv(..)
        | Exp::FromIndex(_)
        | Exp::ToIndex(_)
        | Exp::Small(_)
        | Exp::Select(..) => true,
    };
    own && exp.parts().into_iter().all(|part| invariant(part, varying, constant))
}

fn divides(exp: &Exp) -> bool {
    use BinOp::{Div, Mod, Pow, Quot, Rem};
    matches!(exp, Exp::Bin(Div | Mod | Quot | Rem | Pow, ty, ..) if ty.is_integer())
        || matches!(exp, Exp::IndexBin(Div | Mod | Quot | Rem | Pow, ..))
}
