//! Vertical fusion: a producer becomes a part of its consumer.
//!
//! The consumer reads what the producer has at every element, in front of its own folds. Whatever clauses both have go on side by
//! side; what others use of the producer's results escapes from the joint operator.

use super::order::{between, escapes, folds_scalars, is_early, join_pair, screma};
use super::{Block, MOST_RESULTS};
use crate::element_code::late_vars;
use ir::{Atom, Exp, Input, Out, Pat, Screma, Soac, Stm, Var, Vars, walk};
use rustc_hash::FxHashMap;

/// Joins one producer with its consumer; whether there was one.
pub(super) fn fuse(block: &mut Block, vars: &mut Vars) -> bool {
    join_pair(block, vars, joint)
}

fn joint(block: &Block, vars: &mut Vars, from: usize, to: usize) -> Option<(Vec<usize>, Stm<Soac>)> {
    let (producer, consumer) = (screma(block, from)?, screma(block, to)?);
    let pat = &block.stms[from].pat;
    if producer.width != consumer.width || !fit_together(producer, consumer, vars) {
        return None;
    }
    let late_in = late_vars(&producer.clauses);
    // What each result of the producer is at one element.
    let made: FxHashMap<Var, Atom> = pat
        .all()
        .zip(&producer.clauses.outs)
        .filter_map(|(var, out)| match out {
            Out::Point(a) if is_early(*a, &late_in) => Some((var, *a)),
            Out::Point(_) | Out::Kept(_) | Out::Row(_) | Out::Count | Out::Acc(_) | Out::Owned(_) => None,
            Out::Offsets(_) | Out::Cert => None,
        })
        .collect();
    if !consumer.arrays().any(|(_, arr)| made.contains_key(&arr)) {
        return None;
    }
    // Its results are inputs of the consumer and nothing else to it.
    let mut rest = consumer.clone();
    rest.inputs.retain(|(_, input)| !matches!(input, Input::Array(arr) if made.contains_key(arr)));
    let inner = walk::free_vars(&Exp::Op(Soac::Screma(rest)), vars);
    let types = block.stms[to].pat.all().flat_map(|v| vars[v].ty.dims()).filter_map(|d| d.size.var());
    let results: Vec<Var> = pat.all().collect();
    if inner.iter().copied().chain(types).any(|v| results.contains(&v)) {
        return None;
    }
    let escaping = escaping(block, vars, from, to);
    if escaping.len() + consumer.clauses.outs.len() > MOST_RESULTS && !escaping.is_empty() {
        return None;
    }
    let late = between(block, vars, from, to)?;
    let (producer, consumer) = (block.stms[from].clone(), block.stms[to].clone());
    Some((late, join(producer, consumer, &made, &escaping, vars)?))
}

/// Whether the clauses of two operators can stand side by side: `each` runs at kept elements.
pub(super) fn fit_together(a: &Screma<Soac>, b: &Screma<Soac>, vars: &Vars) -> bool {
    let keeps = [&a.clauses, &b.clauses].iter().filter(|c| c.keep.is_some()).count();
    let each = !a.clauses.each.is_empty() || !b.clauses.each.is_empty();
    // What a scan gives is changed in `each` where its neutral element varies.
    let varying = |s: &Screma<Soac>| s.clauses.scans.iter().flat_map(|f| &f.ne).any(|z| z.var().is_some());
    if keeps > 0 && (varying(a) || varying(b)) {
        return false;
    }
    let alone = (keeps > 0 || each) && !(folds_scalars(a, vars) && folds_scalars(b, vars));
    !alone && (keeps == 0 || keeps == 1 && !each)
}

/// The results of the statement at `from` that others use than the one at `to`, with the sizes that their types name.
fn escaping(block: &Block, vars: &Vars, from: usize, to: usize) -> Vec<Var> {
    let pat = &block.stms[from].pat;
    let mut needed: Vec<Var> = pat.all().filter(|v| escapes(block, *v, to)).collect();
    for var in pat.all().collect::<Vec<Var>>().into_iter().rev() {
        if needed.contains(&var) {
            let sizes = vars[var].ty.dims().iter().filter_map(|d| d.size.var());
            needed.extend(sizes.filter(|size| pat.sizes.contains(size)));
        }
    }
    pat.all().filter(|v| needed.contains(v)).collect()
}

/// Makes the producer a part of the consumer. Accumulators and results of folds always escape.
fn join(
    producer: Stm<Soac>,
    consumer: Stm<Soac>,
    made: &FxHashMap<Var, Atom>,
    escaping: &[Var],
    vars: &mut Vars,
) -> Option<Stm<Soac>> {
    let Exp::Op(Soac::Screma(first)) = producer.exp else { return None };
    let Exp::Op(Soac::Screma(second)) = consumer.exp else { return None };
    let outs = producer.pat.all().zip(first.clauses.outs.iter().copied());
    let own: Vec<(Var, Out)> =
        outs.filter(|(var, out)| escaping.contains(var) || !matches!(out, Out::Point(_))).collect();
    let second = subst_inputs(second, made, vars);
    let joint = side_by_side(first, second, vars);
    Some(bind(joint, consumer.pat, &own, |var| producer.pat.sizes.contains(var), consumer.loc))
}

/// Replaces the parameters of a screma that stand for elements of arrays by what those elements are.
fn subst_inputs(mut s: Screma<Soac>, made: &FxHashMap<Var, Atom>, vars: &mut Vars) -> Screma<Soac> {
    let mut subst: Vec<(Var, Atom)> = vec![];
    s.inputs.retain(|(param, input)| match input {
        Input::Array(arr) if made.contains_key(arr) => {
            subst.push((*param, made[arr]));
            false
        }
        Input::Array(_) | Input::Iota | Input::Acc(_) => true,
    });
    walk::Subst::new(vars, subst).apply(s)
}

/// Both operators over the elements of one; the results are those of the second.
pub(super) fn side_by_side(first: Screma<Soac>, mut second: Screma<Soac>, vars: &mut Vars) -> Screma<Soac> {
    let mut subst: Vec<(Var, Atom)> = vec![];
    let all: Vec<Var> = first.arrays().chain(second.arrays()).map(|(_, arr)| arr).collect();
    // What types name is a size, too, where that is inside.
    let inside: Vec<Var> =
        walk::bound_vars(&first.body).into_iter().chain(walk::bound_vars(&second.body)).collect();
    let names = |of: &Var, size: Var| vars[*of].ty.dims().iter().any(|d| d.size == Atom::Var(size));
    let params: Vec<(Var, Var)> = first.arrays().chain(second.arrays()).collect();
    let is_size = |arr: Var| {
        let mut own = params.iter().filter(|(_, of)| *of == arr).map(|(param, _)| *param);
        all.iter().any(|other| names(other, arr)) || own.any(|param| inside.iter().any(|v| names(v, param)))
    };
    let mut inputs = first.inputs;
    for (param, input) in std::mem::take(&mut second.inputs) {
        // Scalars and sizes of rows are read only.
        let read_only = match input {
            Input::Array(arr) => vars[arr].ty.rank() == 1 || is_size(arr),
            Input::Iota => true,
            Input::Acc(_) => false,
        };
        match inputs.iter().find(|(_, other)| *other == input && read_only) {
            // Both read the same array.
            Some((other, _)) => subst.push((param, (*other).into())),
            None => inputs.push((param, input)),
        }
    }
    let own: Vec<(Var, Input)> = inputs;
    second.inputs = own.clone();
    let mut second = walk::Subst::new(vars, subst).apply(second);
    second.inputs = own;
    let mut body = first.body;
    body.append(&mut second.body);
    second.body = body;
    let mut reds = first.clauses.reds;
    reds.append(&mut second.clauses.reds);
    second.clauses.reds = reds;
    let mut scans = first.clauses.scans;
    scans.append(&mut second.clauses.scans);
    second.clauses.scans = scans;
    let mut each = first.clauses.each;
    each.append(&mut second.clauses.each);
    second.clauses.each = each;
    second.clauses.keep = second.clauses.keep.or(first.clauses.keep);
    second
}

/// The statement that binds what the joint operator gives: the pattern of one, and results of the other beside it.
pub(super) fn bind(
    mut joint: Screma<Soac>,
    pat: Pat,
    own: &[(Var, Out)],
    is_size: impl Fn(&Var) -> bool,
    loc: base::Loc,
) -> Stm<Soac> {
    let outs = std::mem::take(&mut joint.clauses.outs);
    let (size_outs, val_outs) = outs.split_at(pat.sizes.len());
    let mut sizes: Vec<(Var, Out)> = pat.sizes.iter().copied().zip(size_outs.iter().copied()).collect();
    let mut vals: Vec<(Var, Out)> = pat.vals.iter().copied().zip(val_outs.iter().copied()).collect();
    // Sizes of the other come first: types of this one may not name them, but theirs never name this one's.
    let (own_sizes, own_vals): (Vec<_>, Vec<_>) = own.iter().copied().partition(|(var, _)| is_size(var));
    sizes.splice(0..0, own_sizes);
    vals.extend(own_vals);
    joint.clauses.outs = sizes.iter().chain(&vals).map(|(_, out)| *out).collect();
    let pat = Pat {
        sizes: sizes.into_iter().map(|(v, _)| v).collect(),
        vals: vals.into_iter().map(|(v, _)| v).collect(),
    };
    Stm::new(pat, Exp::Op(Soac::Screma(joint)), loc)
}
