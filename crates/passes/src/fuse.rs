//! Fusion of producers into consumers: a map whose results only one screma of the same width reads becomes a part of it.
//!
//! ```text
//! let ys = screma n (x <- xs) { let y = mul.f64 x 2.0 } out (y)
//! let r = screma n (y2 <- ys) {} red (t) = add.f64 (y2) ne (0.0) out (row t)
//!   =>
//! let r = screma n (x <- xs) { let y = mul.f64 x 2.0 } red (t) = add.f64 (y) ne (0.0) out (row t)
//! ```
//!
//! At every nesting level. The producer is a map without clauses; every result of it, existential sizes included, is used by
//! the consumer's inputs only, so no work is done twice. Nothing is moved past the consumption of an array it reads. A recast
//! between the two changes places with the producer (`recast.rs`).
//!
//! Precondition and postcondition: verified Core. Does not do: horizontal fusion, fusion through reshapes and indexing.

use crate::effects::writes;
use crate::recast::{known_sizes, recast_before_map};
use ir::{Atom, Core, Exp, Input, Screma, Soac, Stm, Var, Vars, walk};
use rustc_hash::{FxHashMap, FxHashSet};

/// Fuses in every function.
pub fn fuse(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let known = known_sizes(fun, &prog.vars);
        let returned: Vec<Var> = fun.body.result.all().filter_map(Atom::var).collect();
        fuse_block(&mut fun.body.stms, &returned, &mut prog.vars, &known);
    }
    prog
}

/// Fuses in a block; `behind` are the variables used behind it.
fn fuse_block(block: &mut Vec<Stm<Soac>>, behind: &[Var], vars: &mut Vars, known: &FxHashSet<Var>) {
    loop {
        while let Some((producer, consumer)) = find(block, behind, vars) {
            let producer_stm = block.remove(producer);
            join(producer_stm, &mut block[consumer - 1], vars);
        }
        if !recast_before_map(block, behind, vars, known) {
            break;
        }
    }
    for stm in block {
        stm.exp.blocks_mut(&mut |block, behind| fuse_block(block, behind, vars, known));
    }
}

/// A producer and the consumer it can be fused into, by their positions.
fn find(block: &[Stm<Soac>], behind: &[Var], vars: &Vars) -> Option<(usize, usize)> {
    let uses: Vec<Vec<Var>> = block.iter().map(|s| walk::free_vars(s, vars)).collect();
    for (i, stm) in block.iter().enumerate() {
        let Exp::Op(Soac::Screma(producer)) = &stm.exp else { continue };
        if !is_map(producer) || stm.pat.vals.is_empty() {
            continue;
        }
        let results: Vec<Var> = stm.pat.all().collect();
        let returned = behind.iter().any(|v| results.contains(v));
        let mut users = (i + 1..block.len()).filter(|j| uses[*j].iter().any(|v| results.contains(v)));
        let (Some(j), None, false) = (users.next(), users.next(), returned) else { continue };
        let Exp::Op(Soac::Screma(consumer)) = &block[j].exp else { continue };
        let only_inputs = {
            let mut rest = consumer.clone();
            rest.inputs.retain(|(_, input)| !is_result(input, &results));
            let gone: Vec<Var> = consumer.inputs.iter().map(|(param, _)| *param).collect();
            let inner: Vec<Var> = walk::free_vars(&Exp::Op(Soac::Screma(rest)), vars);
            let types = block[j].pat.all().flat_map(|v| vars[v].ty.dims().to_vec());
            !inner.iter().any(|v| results.contains(v) && !gone.contains(v))
                && !types.filter_map(|d| d.size.var()).any(|v| results.contains(&v))
        };
        let consumed_between = block[i + 1..j].iter().any(|s| writes(&s.exp));
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
fn is_map(s: &Screma<Soac>) -> bool {
    s.clauses.is_map() && !s.inputs.iter().any(|(_, input)| matches!(input, Input::Acc(_)))
}

/// Makes the producer a part of the consumer.
fn join(producer: Stm<Soac>, consumer: &mut Stm<Soac>, vars: &mut Vars) {
    let Exp::Op(Soac::Screma(first)) = producer.exp else { return };
    let Exp::Op(Soac::Screma(second)) = &mut consumer.exp else { return };
    // What each result of the producer is at one element.
    let made: FxHashMap<Var, Atom> = producer.pat.all().zip(first.clauses.out_atoms()).collect();
    let mut inputs = first.inputs;
    let mut subst: Vec<(Var, Atom)> = vec![];
    for (param, input) in std::mem::take(&mut second.inputs) {
        match input {
            Input::Array(arr) if made.contains_key(&arr) => subst.push((param, made[&arr])),
            Input::Array(_) | Input::Iota | Input::Acc(_) => {
                match inputs.iter().find(|(_, other)| *other == input) {
                    // Both read the same array.
                    Some((other, _)) => subst.push((param, (*other).into())),
                    None => inputs.push((param, input)),
                }
            }
        }
    }
    // Types of parameters that stay may name parameters that are gone: they are rewritten where they are bound.
    let rest = Screma { inputs, body: std::mem::take(&mut second.body), ..second.clone() };
    *second = walk::Subst::new(vars, subst).apply(rest);
    let mut stms = first.body;
    stms.append(&mut second.body);
    second.body = stms;
}
