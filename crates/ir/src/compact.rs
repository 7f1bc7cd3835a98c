//! Renumbering: variables in the order in which they are bound, and no others.

use crate::body::Prog;
use crate::types::{Var, Vars};
use crate::walk::{Mapper, Walk, bound_vars};
use base::{Id, IdVec};

/// The same program with a table of exactly the variables it binds, in order of binding. Compact programs are equal if they
/// differ in nothing but the numbers of variables, and survive printing and parsing exactly.
pub fn compact<O: Walk>(mut prog: Prog<O>) -> Prog<O> {
    let mut new: IdVec<Var, Option<Var>> = IdVec::new();
    new.grow(prog.vars.len(), || None);
    let mut order = vec![];
    for fun in &prog.funs {
        let head = fun.params.iter().map(|p| p.var).chain(fun.ret_sizes.iter().copied());
        for var in head.chain(bound_vars(&fun.body)) {
            if new[var].is_none() {
                new[var] = Some(Var::from_index(order.len()));
                order.push(var);
            }
        }
    }
    let mut m = Renumber(new);
    let mut vars = Vars::new();
    for old in order {
        let mut info = prog.vars[old].clone();
        info.ty.map_vars(&mut m);
        vars.push(info);
    }
    for fun in &mut prog.funs {
        fun.params.iter_mut().for_each(|p| p.var = m.var(p.var));
        fun.ret_sizes.iter_mut().for_each(|v| *v = m.var(*v));
        fun.ret.map_vars(&mut m);
        if let Some(entry) = &mut fun.entry {
            entry.args.iter_mut().for_each(|a| a.vars.map_vars(&mut m));
        }
        fun.body.map_vars(&mut m);
    }
    Prog { vars, ..prog }
}

struct Renumber(IdVec<Var, Option<Var>>);

impl Mapper for Renumber {
    fn var(&mut self, var: Var) -> Var {
        match self.0[var] {
            Some(new) => new,
            None => base::bug!("compact", "{var:?} is used but not bound"),
        }
    }
    fn bind(&mut self, var: Var) -> Var {
        self.var(var)
    }
}
