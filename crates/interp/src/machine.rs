//! The state of a run: variables, accumulators, fuel; calls.

use crate::accs::{Acc, Aliases};
use crate::checks::failure;
use crate::exp::{self, Eval};
use crate::fast;
use crate::memory::{self, Full};
use crate::value::{Arr, V};
use crate::{Error, Executed, Options};
use base::{Id, Loc, Scalar};
use ir::failure::{call_of_row, what};
use ir::{Atom, Failure, FunId, Pat, Prog, Type, Value, Var, Vars};
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
    pub(crate) accs: Vec<Acc<'p>>,
    pub(crate) aliases: Aliases,
    running: Vec<bool>,
    /// What a function binds, found when it first calls itself.
    bound: Vec<Option<Vec<Var>>>,
    /// Where the stack began.
    stack: usize,
    /// Whether calls have used it up.
    too_deep: bool,
    pub(crate) fuel: u64,
    fuel_limit: u64,
    /// How many statements have computed with scalars.
    pub(crate) operations: u64,
    pub(crate) check: bool,
    /// Used where nothing is checked.
    pub(crate) fast: fast::Cache,
}

/// The statement that calls a function.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    pub(crate) loc: &'a Loc,
    /// The indices that a failure inside the call names first: numbers, or arrays with one number a row of a call for many rows,
    /// inside of which failures name the row.
    pub(crate) at: &'a [V],
    /// Where the other calls stand that this one is, too, each with an equal part of so many rows.
    pub(crate) beside: &'a [Loc],
    pub(crate) rows: i64,
}

/// The functions of a program, whatever their operators.
pub(crate) trait Functions: Sync {
    fn call<'p>(&'p self, m: &mut Machine<'p>, fun: FunId, args: Vec<V>, caller: Caller<'_>) -> Res<Vec<V>>;
}

impl<O: Eval> Functions for Prog<O> {
    fn call<'p>(&'p self, m: &mut Machine<'p>, id: FunId, args: Vec<V>, caller: Caller<'_>) -> Res<Vec<V>> {
        let Some(fun) = self.funs.get(id.index()) else { return internal(format!("no function {id:?}")) };
        if m.stack.abs_diff(stack_address()) > CALLS {
            m.too_deep = true;
            return failure(what::DEPTH, &[], vec![], caller.loc);
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
        let params = Pat::vals(fun.params.iter().map(|p| p.var).collect());
        m.bind(&params, args)?;
        let results = exp::eval_body(m, &fun.body);
        // The indices of thousands of calls tell nobody anything.
        let caller = if m.too_deep { Caller { at: &[], ..caller } } else { caller };
        let results = results.map_err(|error| called_by(error, caller))?;
        m.running[id.index()] = recursive;
        if let (true, Some(bound)) = (recursive, m.bound[id.index()].take()) {
            bound.iter().zip(saved).for_each(|(v, x)| m.set(*v, x));
            m.bound[id.index()] = Some(bound);
        }
        Ok(results)
    }
}

/// A failure inside a call: the position of the call follows its own, the indices of the call precede its own.
fn called_by(mut error: Box<Error>, caller: Caller<'_>) -> Box<Error> {
    let mut place = caller.loc;
    if let Error::Failure(Failure { at, .. }) = &mut *error {
        let rows = !caller.beside.is_empty() || caller.at.iter().any(|index| matches!(index, V::Array(_)));
        let row = if rows && !at.is_empty() { at.remove(0) } else { 0 };
        let call = call_of_row(row, caller.rows, 1 + caller.beside.len());
        place = call.checked_sub(1).map_or(place, |at| &caller.beside[at]);
        at.splice(0..0, caller.at.iter().filter_map(|index| index.number_at(row)));
    }
    if let Error::Failure(Failure { loc, .. }) | Error::Memory { loc, .. } = &mut *error {
        *loc = loc.through_call(place);
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
            accs: vec![],
            aliases: Aliases::of(prog),
            running: vec![false; prog.funs.len()],
            bound: vec![None; prog.funs.len()],
            stack: stack_address(),
            too_deep: false,
            fuel: options.fuel,
            fuel_limit: options.fuel,
            operations: 0,
            check: options.check,
            fast: fast::Cache::default(),
        }
    }

    /// Runs a function from outside: existential sizes, then values.
    pub(crate) fn enter<O: Eval>(
        &mut self,
        prog: &'p Prog<O>,
        fun: usize,
        args: &[Value],
    ) -> Res<Vec<Value>> {
        args.iter().try_for_each(|arg| memory::room(memory::bytes_of::<Scalar>(arg.len())))?;
        let args = args.iter().map(V::from_value).collect();
        let results = prog.call(
            self,
            FunId::from_index(fun),
            args,
            Caller { loc: &Loc::none(), at: &[], beside: &[], rows: 0 },
        )?;
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

    /// How much has been executed.
    pub(crate) fn executed(&self) -> Executed {
        Executed { statements: self.fuel_limit - self.fuel, operations: self.operations }
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
        let value = self.var(var)?;
        self.set(var, V::Gone);
        Ok(value)
    }

    pub(crate) fn var(&self, var: Var) -> Res<V> {
        let value = &self.env[var.index()];
        if *value == V::Gone { self.gone(var) } else { Ok(value.clone()) }
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
                V::Array(_) | V::Acc(_) | V::Cert | V::Offsets(_) => {
                    internal(format!("{} is no scalar", self.name(v)))
                }
            },
        }
    }

    pub(crate) fn array(&self, var: Var) -> Res<Rc<Arr>> {
        match self.var(var)? {
            V::Array(arr) => Ok(arr),
            V::Scalar(_) | V::Acc(_) | V::Cert | V::Offsets(_) | V::Gone => {
                internal(format!("{} is no array", self.name(var)))
            }
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
}
