//! Walks that change statements of the device part.

use super::{Arg, Exp, KVar, Stm};

impl Stm {
    /// The blocks of statements inside of it.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stm>> {
        match self {
            Stm::If { then, els, .. } => vec![then, els],
            Stm::While { pre, body, .. } => vec![pre, body],
            Stm::For { body, .. } | Stm::Locked { body, .. } | Stm::Lanes { body, .. } => vec![body],
            Stm::Fold(combine) | Stm::Chain(combine) => vec![&mut combine.body],
            Stm::LastOut { combine, body, .. } => vec![&mut combine.body, body],
            Stm::Let(..)
            | Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Set(..)
            | Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::Atomic { .. }
            | Stm::Count { .. }
            | Stm::Fail { .. }
            | Stm::Call { .. } => vec![],
        }
    }

    /// The expressions that it evaluates itself, not those of its blocks.
    pub fn exps_mut(&mut self) -> Vec<&mut Exp> {
        fn scalar(arg: &mut Arg) -> Option<&mut Exp> {
            if let Arg::Scalar(exp) = arg { Some(exp) } else { None }
        }
        match self {
            Stm::Let(_, exp)
            | Stm::Loads { first: exp, .. }
            | Stm::Set(_, exp)
            | Stm::If { cond: exp, .. }
            | Stm::While { cond: exp, .. } => vec![exp],
            Stm::Stores { at, vals, .. } => std::iter::once(at).chain(vals).collect(),
            Stm::For { from: a, to: b, .. }
            | Stm::Store { at: a, val: b, .. }
            | Stm::Atomic { at: a, val: b, .. } => vec![a, b],
            Stm::Locked { count, at, vals, .. } => [count, at].into_iter().chain(vals).collect(),
            Stm::Fail { at, vals, .. } => at.iter_mut().chain(vals).collect(),
            Stm::Call { args, at, .. } => args.iter_mut().filter_map(scalar).chain(at).collect(),
            Stm::Fold(combine) | Stm::Chain(combine) | Stm::LastOut { combine, .. } => {
                combine.results.iter_mut().collect()
            }
            Stm::Local { .. } | Stm::Lanes { .. } | Stm::Count { .. } => vec![],
        }
    }

    /// The variables that it declares or sets itself.
    fn targets_mut(&mut self) -> Vec<&mut KVar> {
        match self {
            Stm::Let(var, _)
            | Stm::Set(var, _)
            | Stm::Local { buf: var, .. }
            | Stm::For { var, .. }
            | Stm::Lanes { lane: var, .. }
            | Stm::Count { total: var, .. } => vec![var],
            Stm::Loads { vars, .. } | Stm::Call { results: vars, .. } => vars.iter_mut().collect(),
            Stm::Fold(c) | Stm::Chain(c) | Stm::LastOut { combine: c, .. } => {
                c.before.iter_mut().chain(&mut c.total).chain(&mut c.params).collect()
            }
            Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::If { .. }
            | Stm::While { .. }
            | Stm::Locked { .. }
            | Stm::Fail { .. } => vec![],
            Stm::Atomic { old, .. } => old.iter_mut().collect(),
        }
    }

    /// Gives a scalar variable another name, in its blocks too, where it is declared, set and used in expressions.
    pub fn rename(&mut self, from: KVar, to: KVar) {
        self.replace(from, &Exp::Var(to));
        self.rename_targets(from, to);
    }

    fn rename_targets(&mut self, from: KVar, to: KVar) {
        self.targets_mut().into_iter().filter(|var| **var == from).for_each(|var| *var = to);
        self.blocks_mut().into_iter().flatten().for_each(|stm| stm.rename_targets(from, to));
    }

    /// Puts an expression in place of a scalar variable, in its blocks too.
    pub fn replace(&mut self, var: KVar, with: &Exp) {
        for exp in self.exps_mut() {
            exp.uses_mut(var).into_iter().for_each(|place| *place = with.clone());
        }
        self.blocks_mut().into_iter().flatten().for_each(|stm| stm.replace(var, with));
    }
}
