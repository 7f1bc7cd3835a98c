//! Bodies, statements and expressions, written once for all operators.

use crate::Error;
use crate::accs::{Acc, Aliases, Operator};
use crate::checks::unproved;
use crate::machine::{Caller, Machine, Res, internal};
use crate::value::V;
use base::scalar::{self, ScalarFault};
use base::{Loc, Scalar};
use ir::failure::what;
use ir::{AccDef, Atom, Body, Exp, Lambda, Loop, LoopForm, Pat, Prim, Stm, View};

/// A parallel operator that can be interpreted: [`ir::Soac`], [`ir::SegOp`] and [`ir::Inner`].
pub trait Eval: ir::walk::Walk + Sync + Sized {
    /// Evaluates the operator and binds its results.
    #[doc(hidden)]
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Result<(), Box<crate::Error>>;
    /// Says which accumulators its results are, in `pat` and in its own statements.
    #[doc(hidden)]
    fn link(&self, aliases: &mut Aliases, pat: &Pat);
}

/// Runs statements; what they bind can then be read.
pub(crate) fn exec<'p, O: Eval>(m: &mut Machine<'p>, stms: &'p [Stm<O>]) -> Res<()> {
    stms.iter().try_for_each(|stm| eval_stm(m, stm).map_err(|error| located(error, &stm.loc)))
}

/// The position of an error that has none yet: memory runs out where nothing of positions is known.
fn located(mut error: Box<Error>, loc: &Loc) -> Box<Error> {
    if let Error::Memory { loc: own, .. } = &mut *error
        && own.0.is_empty()
    {
        *own = loc.clone();
    }
    error
}

/// Runs a body and returns its results, sizes first.
pub(crate) fn eval_body<'p, O: Eval>(m: &mut Machine<'p>, body: &'p Body<O>) -> Res<Vec<V>> {
    exec(m, &body.stms)?;
    let results = body.result.all().map(|a| m.atom(a)).collect::<Res<Vec<V>>>()?;
    // What the body bound is out of scope: holding on to it would make later updates copy.
    for var in body.stms.iter().flat_map(|stm| stm.pat.all()) {
        m.set(var, V::Gone);
    }
    Ok(results)
}

/// Applies a lambda.
pub(crate) fn apply<'p, O: Eval>(m: &mut Machine<'p>, lam: &'p Lambda<O>, args: Vec<V>) -> Res<Vec<V>> {
    if args.len() != lam.params.len() {
        return internal(format!("{} arguments for {} parameters", args.len(), lam.params.len()));
    }
    lam.params.iter().zip(args).for_each(|(var, value)| m.set(*var, value));
    m.check_vars(lam.params.iter().copied())?;
    exec(m, &lam.body.stms)?;
    lam.body.result.all().map(|a| m.atom(a)).collect()
}

fn eval_stm<'p, O: Eval>(m: &mut Machine<'p>, stm: &'p Stm<O>) -> Res<()> {
    m.step()?;
    let (pat, loc) = (&stm.pat, &stm.loc);
    let results = match &stm.exp {
        Exp::Atom(a) => return bind_one(m, pat, m.atom(*a)?),
        Exp::Prim(p) => {
            m.operations += 1;
            return bind_one(m, pat, V::Scalar(prim(m, p)?));
        }
        Exp::Read { arr, index } => return bind_one(m, pat, m.read(*arr, index)?),
        Exp::Check(check) => return m.check(pat, check, loc),
        Exp::Trace { what, vals } => {
            let vals = m.atoms(vals)?.iter().map(|v| v.text()).collect::<Vec<String>>();
            eprintln!("Trace: {}", ir::failure::fill(what, &vals));
            vec![V::Cert]
        }
        // Where there is no point nobody reads it, whatever its sizes.
        Exp::View(View::Recast { arr, inside, .. }) if m.no_points(inside)? => {
            let value = m.var(*arr)?;
            pat.vals.iter().for_each(|var| m.set(*var, value.clone()));
            return Ok(());
        }
        Exp::View(view) => m.view(view)?,
        Exp::Copy { arr } => vec![m.var(*arr)?],
        Exp::Scratch { ty, part: _ } => vec![m.scratch(ty)?],
        Exp::Total { sizes } => vec![m.total(sizes)?],
        Exp::Write { arr, index, val } => {
            let written = m.write(*arr, index, *val)?;
            if let (Ok(_), [var]) = (m.scalar(*val), pat.vals.as_slice()) {
                // One element cannot change a size; checking all rows would make a loop of writes quadratic.
                m.set(*var, written);
                return Ok(());
            }
            vec![written]
        }
        Exp::UpdateAcc { acc, index, vals } => vec![m.update_acc(*acc, index, vals)?],
        Exp::Call { fun, args, at, beside } => {
            let rows = if beside.is_empty() { 0 } else { m.scalar(args[0])?.as_i64() };
            let (args, at) = (m.atoms(args)?, m.atoms(at)?);
            m.funs.call(m, *fun, args, Caller { loc, at: &at, beside, rows })?
        }
        Exp::If { cond, then, els } => {
            m.operations += 1;
            let taken = if m.scalar(*cond)?.as_bool() { then } else { els };
            eval_body(m, taken)?
        }
        Exp::Loop(l) => eval_loop(m, l)?,
        Exp::WithAcc { accs, body } => with_acc(m, accs, body)?,
        Exp::Op(op) => return op.eval(m, pat),
    };
    m.bind(pat, results)
}

pub(crate) fn bind_one(m: &mut Machine<'_>, pat: &Pat, value: V) -> Res<()> {
    match (pat.sizes.as_slice(), pat.vals.as_slice()) {
        ([], [var]) => {
            m.set(*var, value);
            m.check_vars([*var])
        }
        _ => m.bind(pat, vec![value]),
    }
}

/// Scalar operations are total: that a divisor is not 0 and an exponent not negative was checked or proved before.
fn prim(m: &Machine<'_>, prim: &Prim) -> Res<Scalar> {
    match *prim {
        Prim::Bin { op, ty: _, a, b } => {
            let (x, y) = (m.scalar(a)?, m.scalar(b)?);
            scalar::binary(op, x, y).or_else(|fault| undefined(fault, y))
        }
        Prim::Un { op, ty: _, a } => {
            let x = m.scalar(a)?;
            scalar::unary(op, x).or_else(|fault| undefined(fault, x))
        }
        Prim::Conv { from: _, to, a } => Ok(scalar::convert(to, m.scalar(a)?)),
        Prim::Select { cond, a, b } => {
            let (x, y) = (m.scalar(a)?, m.scalar(b)?);
            Ok(if m.scalar(cond)?.as_bool() { x } else { y })
        }
    }
}

/// A scalar operation without a result.
fn undefined(fault: ScalarFault, operand: Scalar) -> Res<Scalar> {
    match fault {
        ScalarFault::DivisionByZero => unproved(what::DIVISION, &[]),
        ScalarFault::NegativeExponent => unproved(what::POWER, &[operand]),
        ScalarFault::Undefined => internal(format!("an operator is not defined on {operand}")),
    }
}

fn eval_loop<'p, O: Eval>(m: &mut Machine<'p>, l: &'p Loop<O>) -> Res<Vec<V>> {
    let init = l.init.all().map(|a| m.atom(a)).collect::<Res<Vec<V>>>()?;
    m.bind(&l.params, init)?;
    let mut round = 0;
    loop {
        match &l.form {
            LoopForm::While(cond) => {
                // A loop without statements must run out of fuel too.
                m.step()?;
                exec(m, &cond.stms)?;
                let Some(Atom::Var(_) | Atom::Const(Scalar::Bool(_))) = cond.result.vals.first() else {
                    return internal("a loop condition without a result");
                };
                if !m.scalar(cond.result.vals[0])?.as_bool() {
                    break;
                }
            }
            LoopForm::For { index, count } => {
                if round >= m.int(*count)? {
                    break;
                }
                m.set(*index, V::i64(round));
                round += 1;
            }
        }
        let next = eval_body(m, &l.body)?;
        m.bind(&l.params, next)?;
    }
    let results = l.params.all().map(|v| m.var(v)).collect();
    l.params.all().for_each(|v| m.set(v, V::Gone));
    results
}

fn with_acc<'p, O: Eval>(m: &mut Machine<'p>, accs: &'p [AccDef<O>], body: &'p Body<O>) -> Res<Vec<V>> {
    let first = m.accs.len();
    for def in accs {
        let arrs = def.arrs.iter().map(|v| m.take(*v)).collect::<Res<Vec<V>>>()?;
        let op = def.op.as_ref().map(|op| op as &'p dyn Operator);
        let id = m.new_acc(Acc { arrs, op });
        m.set(def.param, V::Acc(id));
    }
    let mut results = eval_body(m, body)?;
    let sizes = body.result.sizes.len();
    let done = m.accs.split_off(first);
    results.splice(sizes..sizes + accs.len(), done.into_iter().flat_map(|acc| acc.arrs));
    Ok(results)
}
