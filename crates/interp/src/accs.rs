//! Accumulators: their arrays, their updates, and which accumulator a result is when nothing was evaluated.

use crate::arrays::{Place, copied, in_bounds, place};
use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::memory;
use crate::value::V;
use base::Scalar;
use ir::{AccOp, Atom, Clauses, Exp, Loop, LoopForm, Out, Pat, Prog, Stm, Var};
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
    fn combine<'p>(&'p self, m: &mut Machine<'p>, index: &[Scalar], args: Vec<V>) -> Res<Vec<V>>;
}

impl<O: Eval> Operator for AccOp<O> {
    fn combine<'p>(&'p self, m: &mut Machine<'p>, index: &[Scalar], args: Vec<V>) -> Res<Vec<V>> {
        self.index.iter().zip(index).for_each(|(var, i)| m.set(*var, V::Scalar(*i)));
        exp::apply(m, &self.lam, args)
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
            vals = op.combine(self, &index, args)?;
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

    /// The accumulator that a variable inside an operator is. The operator may have evaluated nothing, so the variable need not
    /// be bound: the answer is the accumulator that entered the operator.
    pub(crate) fn same_acc(&self, acc: Var) -> Res<V> {
        let mut var = acc;
        while let Some(next) = self.aliases.0.get(&var) {
            match next {
                Atom::Var(next) => var = *next,
                Atom::Const(_) => return internal("a constant as an accumulator"),
            }
        }
        self.var(var)
    }
}

/// For each accumulator that is a result, what it is another name of. Following it from a result of an operator leads out of
/// the operator, to the accumulator that entered it.
#[derive(Default)]
pub struct Aliases(FxHashMap<Var, Atom>);

impl Aliases {
    pub(crate) fn of<O: Eval>(prog: &Prog<O>) -> Aliases {
        let mut aliases = Aliases::default();
        prog.funs.iter().for_each(|f| aliases.stms(&f.body.stms));
        aliases
    }

    pub(crate) fn stms<O: Eval>(&mut self, stms: &[Stm<O>]) {
        for stm in stms {
            let pat = &stm.pat;
            match &stm.exp {
                Exp::Atom(a) => self.links(&pat.vals, &[*a]),
                Exp::UpdateAcc { acc, .. } => self.links(&pat.vals, &[Atom::Var(*acc)]),
                Exp::If { cond: _, then, els } => {
                    self.stms(&then.stms);
                    self.stms(&els.stms);
                    self.links(&pat.vals, &then.result.vals);
                }
                Exp::Loop(l) => self.loop_exp(pat, l),
                Exp::WithAcc { accs, body } => {
                    self.stms(&body.stms);
                    let arrays: usize = accs.iter().map(|a| a.arrs.len()).sum();
                    let others = body.result.vals.get(accs.len()..).unwrap_or(&[]);
                    self.links(pat.vals.get(arrays..).unwrap_or(&[]), others);
                }
                Exp::Op(op) => op.link(self, pat),
                Exp::Prim(_)
                | Exp::Read { .. }
                | Exp::Check(_)
                | Exp::Trace { .. }
                | Exp::View(_)
                | Exp::Copy { .. }
                | Exp::Scratch { .. }
                | Exp::Total { .. }
                | Exp::Write { .. }
                | Exp::Call { .. } => {}
            }
        }
    }

    fn loop_exp<O: Eval>(&mut self, pat: &Pat, l: &Loop<O>) {
        if let LoopForm::While(cond) = &l.form {
            self.stms(&cond.stms);
        }
        self.stms(&l.body.stms);
        self.links(&l.params.vals, &l.init.vals);
        self.links(&pat.vals, &l.init.vals);
    }

    /// The results of an operator.
    pub(crate) fn clauses<O: Eval>(&mut self, clauses: &Clauses<O>, pat: &Pat) {
        self.stms(&clauses.each);
        self.stms(&clauses.end);
        for (var, out) in pat.all().zip(&clauses.outs) {
            if let Out::Acc(acc) = out {
                self.link(var, Atom::Var(*acc));
            }
        }
    }

    fn links(&mut self, vars: &[Var], atoms: &[Atom]) {
        vars.iter().zip(atoms).for_each(|(v, a)| self.link(*v, *a));
    }

    pub(crate) fn link(&mut self, var: Var, atom: Atom) {
        self.0.insert(var, atom);
    }
}
