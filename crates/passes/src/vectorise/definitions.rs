//! Expressions of a loop's body in terms of what is known outside of it and of the loop's variable: index-set splitting evaluates
//! them in front of the loop.

use ir::kernel::{Exp, KVar, Stm};
use ir::vector::assigned;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most parts of expressions once definitions are substituted.
pub(super) const MOST_PARTS: usize = 32;

/// What is known of the variables of a loop's body.
pub(super) struct Definitions {
    /// The definitions of those that it declares.
    lets: FxHashMap<KVar, Exp>,
    /// Those that it assigns.
    set: FxHashSet<KVar>,
}

impl Definitions {
    pub(super) fn of(body: &[Stm]) -> Definitions {
        fn block(stms: &[Stm], lets: &mut FxHashMap<KVar, Exp>) {
            for stm in stms {
                if let Stm::Let(var, exp) = stm {
                    lets.insert(*var, exp.clone());
                }
                stm.blocks().into_iter().for_each(|inner| block(inner, lets));
            }
        }
        let mut known = Definitions { lets: FxHashMap::default(), set: FxHashSet::default() };
        block(body, &mut known.lets);
        assigned(body, &mut known.set);
        known
    }

    pub(super) fn is_set(&self, var: KVar) -> bool {
        self.set.contains(&var)
    }

    /// An expression without the variables that the body declares, if it has at most `left` parts then and reads no memory.
    pub(super) fn resolve(&self, exp: &Exp, left: &mut usize) -> Option<Exp> {
        *left = left.checked_sub(1)?;
        match exp {
            Exp::Var(var) if self.is_set(*var) => None,
            Exp::Var(var) => match self.lets.get(var) {
                Some(definition) => self.resolve(definition, left),
                None => Some(exp.clone()),
            },
            Exp::Only(_) => None,
            Exp::Const(_)
            | Exp::Index(_)
            | Exp::Bin(..)
            | Exp::IndexBin(..)
            | Exp::Un(..)
            | Exp::Conv(..)
            | Exp::FromIndex(_)
            | Exp::ToIndex(_)
            | Exp::Small(_)
            | Exp::Select(..) => {
                let mut exp = exp.clone();
                for part in exp.parts_mut() {
                    *part = self.resolve(part, left)?;
                }
                Some(exp)
            }
        }
    }
}
