//! Fusion of producers into consumers: a map whose results only one screma of the same width reads becomes a part of it.
//!
//! ```text
//! let ys = screma n (xs) map (x) { let y = mul.f64 x 2.0 in (y) }
//! let r = screma n (ys) map (y2) { in (y2) } red add.f64 ne (0.0)
//!   =>
//! let r = screma n (xs) map (x) { let y = mul.f64 x 2.0 in (y) } red add.f64 ne (0.0)
//! ```
//!
//! At every nesting level. The producer is a map without clauses; every result of it, existential sizes included, is used by
//! the consumer's inputs only, so no work is done twice. Nothing is moved past the consumption of an array it reads. A recast
//! between the two changes places with the producer (`recast.rs`).
//!
//! Precondition and postcondition: verified Core. Does not do: horizontal fusion, fusion through reshapes and indexing.

use crate::effects::writes;
use crate::recast::{known_sizes, recast_before_map};
use ir::{Atom, Body, Core, Exp, Input, Lambda, LoopForm, Pat, Screma, Soac, Stm, Var, Vars, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fuses in every function.
pub fn fuse(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let known = known_sizes(fun, &prog.vars);
        fuse_body(&mut fun.body, &mut prog.vars, &known);
    }
    prog
}

fn fuse_body(body: &mut Body<Soac>, vars: &mut Vars, known: &FxHashSet<Var>) {
    loop {
        while let Some((producer, consumer)) = find(body, vars) {
            let producer_stm = body.stms.remove(producer);
            let consumer_stm = &mut body.stms[consumer - 1];
            join(producer_stm, consumer_stm, vars);
        }
        if !recast_before_map(body, vars, known) {
            break;
        }
    }
    for stm in &mut body.stms {
        for nested in nested_bodies(&mut stm.exp) {
            fuse_body(nested, vars, known);
        }
    }
}

fn nested_bodies(exp: &mut Exp<Soac>) -> Vec<&mut Body<Soac>> {
    match exp {
        Exp::If { then, els, .. } => vec![then, els],
        Exp::Loop(l) => match &mut l.form {
            LoopForm::While(cond) => vec![cond, &mut l.body],
            LoopForm::For { .. } => vec![&mut l.body],
        },
        Exp::WithAcc { body, .. } => vec![body],
        Exp::Op(Soac::Screma(s)) => vec![&mut s.map.body],
        _ => vec![],
    }
}

/// A producer and the consumer it can be fused into, by their positions.
fn find(body: &Body<Soac>, vars: &Vars) -> Option<(usize, usize)> {
    let uses: Vec<Vec<Var>> = body.stms.iter().map(|s| walk::free_vars(s, vars)).collect();
    for (i, stm) in body.stms.iter().enumerate() {
        let Exp::Op(Soac::Screma(producer)) = &stm.exp else { continue };
        if !is_map(producer, vars) || stm.pat.vals.is_empty() {
            continue;
        }
        let results: Vec<Var> = stm.pat.all().collect();
        let returned = body.result.all().filter_map(Atom::var).any(|v| results.contains(&v));
        let mut users = (i + 1..body.stms.len()).filter(|j| uses[*j].iter().any(|v| results.contains(v)));
        let (Some(j), None, false) = (users.next(), users.next(), returned) else { continue };
        let Exp::Op(Soac::Screma(consumer)) = &body.stms[j].exp else { continue };
        let only_inputs = {
            let mut rest = consumer.clone();
            rest.inputs.retain(|i| !is_result(i, &results));
            let inner: Vec<Var> = walk::free_vars(&Exp::Op(Soac::Screma(rest)), vars);
            let types = body.stms[j].pat.all().flat_map(|v| vars[v].ty.dims().to_vec());
            !inner.iter().any(|v| results.contains(v))
                && !types.filter_map(|d| d.size.var()).any(|v| results.contains(&v))
        };
        let consumed_between = body.stms[i + 1..j].iter().any(|s| writes(&s.exp));
        if consumer.width == producer.width && only_inputs && !consumed_between {
            return Some((i, j));
        }
    }
    None
}

fn is_result(input: &Input, results: &[Var]) -> bool {
    matches!(input, Input::Array(arr) if results.contains(arr))
}

/// A map without clauses that passes no accumulator on.
fn is_map(s: &Screma<Soac>, vars: &Vars) -> bool {
    let accs = s.map.params.iter().any(|p| vars[*p].ty.is_acc());
    s.reds.is_empty() && s.scans.is_empty() && !s.keep && s.post.is_none() && !accs
}

/// Makes the producer a part of the consumer.
fn join(producer: Stm<Soac>, consumer: &mut Stm<Soac>, vars: &mut Vars) {
    let Stm { pat, exp: Exp::Op(Soac::Screma(first)), .. } = producer else { return };
    let Exp::Op(Soac::Screma(second)) = &mut consumer.exp else { return };
    let made = results_of(&pat, &first);
    let mut inputs = first.inputs.clone();
    let mut params = first.map.params.clone();
    let mut subst: Vec<(Var, Atom)> = vec![];
    for (input, param) in second.inputs.iter().zip(&second.map.params) {
        match input {
            Input::Array(arr) if made.contains_key(arr) => subst.push((*param, made[arr])),
            Input::Array(_) | Input::Iota | Input::Acc(_) => match inputs.iter().position(|i| i == input) {
                // Both read the same array.
                Some(at) => subst.push((*param, params[at].into())),
                None => {
                    inputs.push(*input);
                    params.push(*param);
                }
            },
        }
    }
    let tail = Lambda { params: vec![], body: second.map.body.clone() };
    for param in &second.map.params {
        // Types of parameters that stay may name parameters that are gone.
        let map: FxHashMap<Var, Atom> = subst.iter().copied().collect();
        vars[*param].ty =
            vars[*param].ty.map_sizes(|a| a.var().and_then(|v| map.get(&v).copied()).unwrap_or(a));
    }
    let tail = walk::Subst::new(vars, subst).apply(tail);
    let mut stms = first.map.body.stms;
    stms.extend(tail.body.stms);
    second.inputs = inputs;
    second.map = Lambda { params, body: Body { stms, result: tail.body.result } };
}

/// What each result of a map is at one element.
fn results_of(pat: &Pat, s: &Screma<Soac>) -> FxHashMap<Var, Atom> {
    pat.all().zip(s.map.body.result.all()).collect()
}
