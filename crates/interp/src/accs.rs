//! Accumulators: their arrays, their updates, and which accumulator a result is when nothing was evaluated.

use crate::arrays::{Place, copied, in_bounds, place};
use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::memory;
use crate::value::V;
use base::Scalar;
use ir::{Atom, Body, Exp, Lambda, Loop, LoopForm, Pat, Prog, Var};
use rustc_hash::FxHashMap;

/// The accumulators of a run are a stack; this is the place on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccId(usize);

/// An accumulator in use.
pub(crate) struct Acc<'p> {
    pub(crate) arrs: Vec<V>,
    pub(crate) op: Option<&'p dyn Operator>,
}

/// A combining operator. A kernel updates accumulators whose operators are not the kernel's: hence a trait object.
pub(crate) trait Operator: Sync {
    fn combine<'p>(&'p self, m: &mut Machine<'p>, args: Vec<V>) -> Res<Vec<V>>;
}

impl<O: Eval> Operator for Lambda<O> {
    fn combine<'p>(&'p self, m: &mut Machine<'p>, args: Vec<V>) -> Res<Vec<V>> {
        exp::apply(m, self, args)
    }
}

impl<'p> Machine<'p> {
    pub(crate) fn new_acc(&mut self, acc: Acc<'p>) -> AccId {
        self.accs.push(acc);
        AccId(self.accs.len() - 1)
    }

    /// Combines values into an accumulator; outside of its row they are dropped.
    pub(crate) fn update_acc(&mut self, acc: Var, index: &[Atom], vals: &[Atom]) -> Res<V> {
        let V::Acc(id) = self.var(acc)? else { return internal("an update of no accumulator") };
        let index = index.iter().map(|a| self.scalar(*a)).collect::<Res<Vec<Scalar>>>()?;
        let mut vals = self.atoms(vals)?;
        if id.0 >= self.accs.len() || vals.len() != self.accs[id.0].arrs.len() {
            return internal("an accumulator is updated out of its scope or with too few values");
        }
        if let Some(op) = self.accs[id.0].op {
            let Some(mut args) = self.current(id, &index) else { return Ok(V::Acc(id)) };
            args.extend(vals);
            vals = op.combine(self, args)?;
        }
        for arr in &self.accs[id.0].arrs {
            if let V::Array(arr) = arr {
                memory::room(copied(arr, &index))?;
            }
        }
        for (arr, val) in self.accs[id.0].arrs.iter_mut().zip(vals) {
            let V::Array(arr) = arr else { return internal("an accumulator over no array") };
            match place(arr, &index, val) {
                Place::Done | Place::Outside(..) => {}
                Place::Misfit => return internal("an accumulator update does not fit"),
            }
        }
        Ok(V::Acc(id))
    }

    /// The current values at an index in bounds.
    fn current(&self, id: AccId, index: &[Scalar]) -> Option<Vec<V>> {
        let element = |arr: &V| {
            index.iter().try_fold(arr.clone(), |value, i| match value {
                V::Array(arr) => in_bounds(*i, arr.len()).map(|i| arr.at(i)),
                V::Scalar(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => None,
            })
        };
        self.accs[id.0].arrs.iter().map(element).collect()
    }

    /// The accumulator that a result of an operator over nothing is.
    pub(crate) fn untouched_acc(&self, result: Atom) -> Res<V> {
        let mut var = result.var();
        while let Some(v) = var {
            if let Some(next) = self.aliases.0.get(&v) {
                var = next.var();
                continue;
            }
            return self.var(v);
        }
        internal("a constant as an accumulator")
    }
}

/// For each accumulator that is a result, what it is another name of. Following it from a result of a body leads out of the
/// body, to the accumulator that entered it.
#[derive(Default)]
pub struct Aliases(FxHashMap<Var, Atom>);

impl Aliases {
    pub(crate) fn of<O: Eval>(prog: &Prog<O>) -> Aliases {
        let mut aliases = Aliases::default();
        prog.funs.iter().for_each(|f| aliases.body(&f.body));
        aliases
    }

    pub(crate) fn body<O: Eval>(&mut self, body: &Body<O>) {
        for stm in &body.stms {
            let pat = &stm.pat;
            match &stm.exp {
                Exp::Atom(a) => self.link(pat.vals[0], *a),
                Exp::UpdateAcc { acc, .. } => self.link(pat.vals[0], Atom::Var(*acc)),
                Exp::If { then, els, .. } => {
                    self.body(then);
                    self.body(els);
                    self.links(&pat.vals, &then.result.vals);
                }
                Exp::Loop(l) => self.loop_exp(pat, l),
                Exp::WithAcc { accs, body } => {
                    self.body(body);
                    let arrays: usize = accs.iter().map(|a| a.arrs.len()).sum();
                    let others = body.result.vals.iter().skip(accs.len());
                    for (v, a) in pat.vals.iter().skip(arrays).zip(others) {
                        self.link(*v, *a);
                    }
                }
                Exp::Op(op) => op.link(self, pat),
                _ => {}
            }
        }
    }

    fn loop_exp<O: Eval>(&mut self, pat: &Pat, l: &Loop<O>) {
        if let LoopForm::While(cond) = &l.form {
            self.body(cond);
        }
        self.body(&l.body);
        self.links(&l.params.vals, &l.init.vals);
        self.links(&pat.vals, &l.init.vals);
    }

    pub(crate) fn links(&mut self, vars: &[Var], atoms: &[Atom]) {
        vars.iter().zip(atoms).for_each(|(v, a)| self.link(*v, *a));
    }

    pub(crate) fn link(&mut self, var: Var, atom: Atom) {
        self.0.insert(var, atom);
    }
}
