//! The state of a run: variables, where in the nest it is, accumulators, fuel; calls.

use crate::accs::{Acc, Aliases};
use crate::exp::{self, Eval};
use crate::memory::{self, Full};
use crate::registers::{self, Code, Ready};
use crate::value::{V, show};
use crate::{Error, Options};
use base::{Id, Loc, Scalar};
use ir::{Atom, Failure, FunId, Lambda, Pat, Prog, Type, Value, Var, Vars};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The result of a step. The error is boxed because steps are many and errors end the run.
pub(crate) type Res<T> = Result<T, Box<Error>>;

/// How much of the stack calls may use; the rest is for what the last of them does.
const CALLS: usize = crate::STACK / 4 * 3;

/// A run in progress.
pub struct Machine<'p> {
    pub(crate) vars: &'p Vars,
    /// A call from a kernel reaches functions whose operators are not the kernel's: hence the trait object.
    pub(crate) funs: &'p dyn Functions,
    /// The value of every variable. Names are unique, so only recursion has to save any.
    env: Vec<V>,
    /// Indices of the enclosing operators, as failures name them: outermost first.
    pub(crate) at: Vec<i64>,
    /// How many of the last of them stand behind the index of the next operator.
    behind: usize,
    pub(crate) accs: Vec<Acc<'p>>,
    pub(crate) aliases: Aliases,
    running: Vec<bool>,
    /// What a function binds, found when it first calls itself.
    bound: Vec<Option<Vec<Var>>>,
    /// Where the stack began.
    stack: usize,
    pub(crate) fuel: u64,
    fuel_limit: u64,
    /// The scalar code that lambdas are, by where they stand in the program.
    codes: FxHashMap<usize, Option<Rc<Code>>>,
    pub(crate) check: bool,
}

/// The functions of a program, whatever their operators.
pub(crate) trait Functions: Sync {
    fn call<'p>(&'p self, m: &mut Machine<'p>, fun: FunId, args: Vec<V>, loc: &Loc) -> Res<Vec<V>>;
}

impl<O: Eval> Functions for Prog<O> {
    fn call<'p>(&'p self, m: &mut Machine<'p>, id: FunId, args: Vec<V>, loc: &Loc) -> Res<Vec<V>> {
        let Some(fun) = self.funs.get(id.index()) else { return internal(format!("no function {id:?}")) };
        if m.stack.abs_diff(stack_address()) > CALLS {
            return m.fail("Calls are nested too deeply", &[], loc);
        }
        let recursive = std::mem::replace(&mut m.running[id.index()], true);
        let mut saved = vec![];
        if recursive {
            let bound = m.bound[id.index()].take().unwrap_or_else(|| {
                let mut bound = ir::walk::bound_vars(&fun.body);
                bound.extend(fun.params.iter().map(|p| p.var));
                bound
            });
            saved.extend(bound.iter().map(|v| m.get(*v)));
            m.bound[id.index()] = Some(bound);
        }
        // Rows are counted inside of the function.
        let around = (std::mem::take(&mut m.at), std::mem::take(&mut m.behind));
        let params = Pat::vals(fun.params.iter().map(|p| p.var).collect());
        m.bind(&params, args)?;
        let results = exp::eval_body(m, &fun.body).map_err(|error| called_at(error, loc))?;
        (m.at, m.behind) = around;
        m.running[id.index()] = recursive;
        if let (true, Some(bound)) = (recursive, m.bound[id.index()].take()) {
            bound.iter().zip(saved).for_each(|(v, x)| m.set(*v, x));
            m.bound[id.index()] = Some(bound);
        }
        Ok(results)
    }
}

/// A failure inside of a call, with the position of the call behind its own. Calls from one place count once.
fn called_at(mut error: Box<Error>, loc: &Loc) -> Box<Error> {
    if let Error::Failure(Failure { loc: own, .. }) | Error::Memory { loc: own, .. } = &mut *error
        && !own.0.ends_with(&loc.0)
    {
        *own = own.called_from(loc);
    }
    error
}

/// Where the stack has got to.
fn stack_address() -> usize {
    let here = 0u8;
    std::ptr::from_ref(&here).addr()
}

/// The statement that memory ran out at gives the error its position ([`exp::exec`]).
impl From<Full> for Box<Error> {
    fn from(Full { bytes, limit }: Full) -> Box<Error> {
        Box::new(Error::Memory { bytes, limit, loc: Loc::none() })
    }
}

/// The program is not what the verifier accepts.
pub(crate) fn internal<T>(what: impl std::fmt::Display) -> Res<T> {
    Err(Box::new(Error::Limit(format!("internal: {what}"))))
}

impl<'p> Machine<'p> {
    pub(crate) fn new<O: Eval>(prog: &'p Prog<O>, options: Options) -> Machine<'p> {
        memory::set_limit(options.memory);
        Machine {
            vars: &prog.vars,
            funs: prog,
            env: vec![V::Gone; prog.vars.len()],
            at: vec![],
            behind: 0,
            accs: vec![],
            aliases: Aliases::of(prog),
            running: vec![false; prog.funs.len()],
            bound: vec![None; prog.funs.len()],
            stack: stack_address(),
            fuel: options.fuel,
            fuel_limit: options.fuel,
            codes: FxHashMap::default(),
            check: options.check,
        }
    }

    /// Runs a function from outside: existential sizes, then values.
    pub(crate) fn enter<O: Eval>(mut self, prog: &'p Prog<O>, fun: usize, args: &[Value]) -> Res<Vec<Value>> {
        args.iter().try_for_each(|arg| memory::room(memory::bytes_of::<Scalar>(arg.len())))?;
        let args = args.iter().map(V::from_value).collect();
        let results = prog.call(&mut self, FunId::from_index(fun), args, &Loc::none())?;
        let fun = &prog.funs[fun];
        for (size, value) in fun.ret_sizes.iter().zip(&results) {
            self.set(*size, value.clone());
        }
        let types = fun.ret_sizes.iter().map(|v| &prog.vars[*v].ty).chain(&fun.ret);
        let mut values = vec![];
        for (ty, value) in types.zip(&results) {
            if self.check {
                self.check_shape(ty, value, "a result")?;
            }
            let Some(elem) = ty.elem() else { return internal("a result that is no data") };
            // The result is made of its scalars, which are in memory twice for a moment.
            memory::room(value.count().saturating_mul(size_of::<Scalar>() + elem.bytes()))?;
            let mut lost = None;
            let assembled = ir::value::assemble(ty, value.bytes(elem), |size| match self.atom(size) {
                Ok(v) => v.sizes(),
                Err(e) => {
                    lost = Some(e);
                    vec![0]
                }
            });
            if let Some(e) = lost {
                return Err(e);
            }
            values.push(assembled);
        }
        Ok(values)
    }

    /// A lambda as scalar code, if it is such, with what it needs from outside; to be applied to many elements at a time if that
    /// is possible and wanted.
    pub(crate) fn ready<O: Eval>(&mut self, lam: &'p Lambda<O>, many: bool) -> Option<Ready> {
        if self.check {
            return None;
        }
        // The program outlives the machine, so no other lambda comes to stand in the same place.
        let place = std::ptr::from_ref(lam).addr();
        let vars = self.vars;
        let code = self.codes.entry(place).or_insert_with(|| registers::compile(vars, lam).map(Rc::new));
        let code = code.clone()?;
        Ready::new(self, code, many)
    }

    /// Counts a statement.
    pub(crate) fn step(&mut self) -> Res<()> {
        if self.fuel == 0 {
            return Err(Box::new(Error::Fuel(self.fuel_limit)));
        }
        self.fuel -= 1;
        Ok(())
    }

    /// What a variable holds now, bound or not.
    pub(crate) fn get(&self, var: Var) -> V {
        self.env[var.index()].clone()
    }

    pub(crate) fn set(&mut self, var: Var, value: V) {
        self.env[var.index()] = value;
    }

    /// What a variable holds, which then is gone: how consumed arrays are updated without a copy.
    pub(crate) fn take(&mut self, var: Var) -> Res<V> {
        match std::mem::replace(&mut self.env[var.index()], V::Gone) {
            V::Gone => self.gone(var),
            value => Ok(value),
        }
    }

    pub(crate) fn var(&self, var: Var) -> Res<V> {
        match &self.env[var.index()] {
            V::Gone => self.gone(var),
            value => Ok(value.clone()),
        }
    }

    fn gone<T>(&self, var: Var) -> Res<T> {
        internal(format!("{} is not bound or was consumed", self.name(var)))
    }

    pub(crate) fn name(&self, var: Var) -> String {
        ir::print::print_var(self.vars, var)
    }

    pub(crate) fn atom(&self, atom: Atom) -> Res<V> {
        match atom {
            Atom::Var(v) => self.var(v),
            Atom::Const(c) => Ok(V::Scalar(c)),
        }
    }

    pub(crate) fn atoms(&self, atoms: &[Atom]) -> Res<Vec<V>> {
        atoms.iter().map(|a| self.atom(*a)).collect()
    }

    pub(crate) fn scalar(&self, atom: Atom) -> Res<Scalar> {
        match atom {
            Atom::Const(c) => Ok(c),
            Atom::Var(v) => match &self.env[v.index()] {
                V::Scalar(x) => Ok(*x),
                V::Gone => self.gone(v),
                _ => internal(format!("{} is no scalar", self.name(v))),
            },
        }
    }

    pub(crate) fn int(&self, atom: Atom) -> Res<i64> {
        Ok(self.scalar(atom)?.as_i64())
    }

    pub(crate) fn ints(&self, atoms: &[Atom]) -> Res<Vec<i64>> {
        atoms.iter().map(|a| self.int(*a)).collect()
    }

    /// Binds sizes and values together, then holds them to their types, which may name each other.
    pub(crate) fn bind(&mut self, pat: &Pat, values: Vec<V>) -> Res<()> {
        let wanted = pat.sizes.len() + pat.vals.len();
        if wanted != values.len() {
            return internal(format!("{} results for {wanted} variables", values.len()));
        }
        pat.all().zip(values).for_each(|(var, value)| self.set(var, value));
        self.check_vars(pat.all())
    }

    /// Holds variables to their types.
    pub(crate) fn check_vars(&self, vars: impl IntoIterator<Item = Var>) -> Res<()> {
        if self.check {
            for var in vars {
                self.check_var(var)?;
            }
        }
        Ok(())
    }

    fn check_var(&self, var: Var) -> Res<()> {
        let ty = &self.vars[var].ty;
        match (&self.env[var.index()], ty) {
            (V::Scalar(x), Type::Data { elem, dims }) if dims.is_empty() && x.ty() == *elem => Ok(()),
            (value, _) => self.check_shape(ty, value, &self.name(var)),
        }
    }

    /// A failed check at the current place.
    /// Goes to an element of an operator, whose index stands behind that of the next one if `behind`. Returns what `come_back` takes.
    pub(crate) fn go_to(&mut self, index: i64, behind: bool) -> usize {
        let before = self.behind;
        let place = if behind { self.at.len() } else { self.at.len() - before };
        self.at.insert(place, index);
        self.behind = if behind { before + 1 } else { 0 };
        before
    }
    /// Comes back from the element that `go_to` went to last.
    pub(crate) fn come_back(&mut self, before: usize) {
        let behind = self.behind > before;
        let place = if behind { self.at.len() } else { self.at.len() - before };
        self.at.remove(place - 1);
        self.behind = before;
    }
    pub(crate) fn fail<T>(&self, what: &str, vals: &[Scalar], loc: &Loc) -> Res<T> {
        let vals: Vec<String> = vals.iter().map(|x| show(*x)).collect();
        let message = ir::failure::fill(what, &vals);
        Err(Box::new(Error::Failure(Failure { message, loc: loc.clone(), at: self.at.clone() })))
    }
}
