//! Bodies, statements and expressions, written once for all operators.

use crate::Error;
use crate::accs::{Acc, Aliases, Operator};
use crate::machine::{Machine, Res, internal};
use crate::memory;
use crate::value::{Arr, V};
use base::scalar::{self, ScalarFault};
use base::{Loc, Scalar, ScalarType};
use ir::failure::what;
use ir::{Atom, Body, Exp, Lambda, Loop, LoopForm, Pat, Stm};
use std::rc::Rc;

/// A parallel operator that can be interpreted: [`ir::Soac`], [`ir::SegOp`] and [`ir::Inner`].
pub trait Eval: ir::walk::Walk + Sync + Sized {
    /// Evaluates the operator and binds its results.
    #[doc(hidden)]
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Result<(), Box<crate::Error>>;
    /// Says which accumulators its results are, in `pat` and in its own bodies.
    #[doc(hidden)]
    fn link(&self, aliases: &mut Aliases, pat: &Pat);
}

/// Runs the statements of a body; its results can then be read.
pub(crate) fn exec<'p, O: Eval>(m: &mut Machine<'p>, body: &'p Body<O>) -> Res<()> {
    body.stms.iter().try_for_each(|stm| eval_stm(m, stm).map_err(|error| located(error, &stm.loc)))
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
    exec(m, body)?;
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
    exec(m, &lam.body)?;
    lam.body.result.all().map(|a| m.atom(a)).collect()
}

fn eval_stm<'p, O: Eval>(m: &mut Machine<'p>, stm: &'p Stm<O>) -> Res<()> {
    m.step()?;
    let loc = &stm.loc;
    let value = match &stm.exp {
        Exp::Atom(a) => m.atom(*a)?,
        Exp::Bin { op, ty: _, a, b, checked } => {
            let (x, y) = (m.scalar(*a)?, m.scalar(*b)?);
            V::Scalar(match scalar::binary(*op, x, y) {
                Ok(result) => result,
                Err(fault) => return fault_of(m, fault, y, *checked, loc),
            })
        }
        Exp::Un { op, ty: _, a } => match scalar::unary(*op, m.scalar(*a)?) {
            Ok(result) => V::Scalar(result),
            Err(fault) => return fault_of(m, fault, m.scalar(*a)?, false, loc),
        },
        Exp::Conv { from: _, to, a } => V::Scalar(scalar::convert(*to, m.scalar(*a)?)),
        Exp::Select { cond, a, b } => {
            let (x, y) = (m.scalar(*a)?, m.scalar(*b)?);
            V::Scalar(if m.scalar(*cond)?.as_bool() { x } else { y })
        }
        Exp::Size { a, iota, checked } => {
            let n = m.scalar(*a)?;
            if n.as_i64() < 0 {
                return broken(m, what::size(*iota), &[n], *checked, loc);
            }
            V::Scalar(n)
        }
        Exp::Bounds { index, size, checked } => {
            let (i, n) = (m.scalar(*index)?, m.scalar(*size)?);
            if !(0..n.as_i64()).contains(&i.as_i64()) {
                return broken(m, what::INDEX, &[i, n], *checked, loc);
            }
            V::Scalar(i)
        }
        Exp::SliceLen { start, end, stride, size, checked } => {
            let operands = [*start, *end, *stride, *size];
            let ints = m.ints(&operands)?;
            match slice_len(ints[0], ints[1], ints[2], ints[3]) {
                Some(len) => V::i64(len),
                None => {
                    let (what, shown) = what::slice(*stride);
                    let shown: Vec<Scalar> = shown.iter().map(|i| Scalar::I64(ints[*i])).collect();
                    return broken(m, what, &shown, *checked, loc);
                }
            }
        }
        Exp::Assert { cond, what, vals } => {
            if !m.scalar(*cond)?.as_bool() {
                let vals = vals.iter().map(|a| m.scalar(*a)).collect::<Res<Vec<Scalar>>>()?;
                return m.fail(what, &vals, loc);
            }
            V::Cert
        }
        Exp::Trace { what, vals } => {
            let vals = m.atoms(vals)?.iter().map(|v| v.text()).collect::<Vec<String>>();
            eprintln!("Trace: {}", ir::failure::fill(what, &vals));
            V::Cert
        }
        Exp::AssertEq { a, b, what } => {
            m.assert_eq(&m.atom(*a)?, &m.atom(*b)?, what, loc)?;
            V::Cert
        }
        Exp::Recast { arr, dims: _, under: _ } => m.var(*arr)?,
        Exp::Index { arr, index, checked } => return m.index(&stm.pat, *arr, index, *checked, loc),
        Exp::Slice { arr, slices } => m.slice(*arr, slices)?,
        Exp::Update { arr, index, val, checked } => {
            let updated = m.update(*arr, index, *val, *checked, loc)?;
            if let Some(var) = stm.pat.vals.first().filter(|_| m.scalar(*val).is_ok()) {
                // One element cannot change a size; checking all rows would make a loop of updates quadratic.
                m.set(*var, updated);
                return Ok(());
            }
            updated
        }
        Exp::Iota { n } => {
            let n = m.int(*n)?;
            memory::room(Arr::bytes_of(1, usize::try_from(n).unwrap_or(0)))?;
            V::Array(Arr::i64s(0..n))
        }
        Exp::Replicate { n, x } => m.replicate(*n, *x)?,
        Exp::Copy { arr } => m.var(*arr)?,
        Exp::Concat { arrs, size: _ } => return m.concat(&stm.pat, arrs),
        Exp::Reshape { arr, dims } => m.reshape(*arr, dims)?,
        Exp::Rearrange { perm, arr } => m.rearrange(perm, *arr)?,
        Exp::GatherRows { arr, at } => return m.gather_rows(&stm.pat, *arr, *at),
        Exp::Total { sizes } => m.total(sizes)?,
        Exp::Literal { elem: _, elems } => V::Array(Arr::collect(1, m.atoms(elems)?)?),
        Exp::Call { fun, args } => {
            let args = m.atoms(args)?;
            let results = m.funs.call(m, *fun, args, loc)?;
            return m.bind(&stm.pat, results);
        }
        Exp::If { cond, then, els } => {
            let taken = if m.scalar(*cond)?.as_bool() { then } else { els };
            let results = eval_body(m, taken)?;
            return m.bind(&stm.pat, results);
        }
        Exp::Loop(l) => {
            let results = eval_loop(m, l)?;
            return m.bind(&stm.pat, results);
        }
        Exp::WithAcc { accs, body } => {
            let first = m.accs.len();
            for def in accs {
                let arrs = def.arrs.iter().map(|v| m.take(*v)).collect::<Res<Vec<V>>>()?;
                let op = def.op.as_ref().map(|op| &op.lam as &'p dyn Operator);
                let id = m.new_acc(Acc { arrs, op });
                m.set(def.param, V::Acc(id));
            }
            let mut results = eval_body(m, body)?;
            let sizes = body.result.sizes.len();
            let done = m.accs.split_off(first);
            results.splice(sizes..sizes + accs.len(), done.into_iter().flat_map(|acc| acc.arrs));
            return m.bind(&stm.pat, results);
        }
        Exp::UpdateAcc { acc, index, vals } => m.update_acc(*acc, index, vals)?,
        Exp::Op(op) => return op.eval(m, &stm.pat),
    };
    bind_one(m, &stm.pat, value)
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

/// A scalar operation without a result.
fn fault_of(m: &Machine<'_>, fault: ScalarFault, operand: Scalar, checked: bool, loc: &Loc) -> Res<()> {
    match fault {
        ScalarFault::DivisionByZero => broken(m, what::DIVISION, &[], checked, loc),
        ScalarFault::NegativeExponent => broken(m, what::POWER, &[operand], checked, loc),
        ScalarFault::Undefined => internal(format!("an operator is not defined on {operand}")),
    }
}

/// A condition that does not hold: a failure if it was to be checked, else a broken proof.
pub(crate) fn broken<T>(m: &Machine<'_>, what: &str, vals: &[Scalar], checked: bool, loc: &Loc) -> Res<T> {
    if checked {
        return m.fail(what, vals, loc);
    }
    let shown: Vec<String> = vals.iter().map(|x| x.to_string()).collect();
    internal(format!("{} without a check", ir::failure::fill(what, &shown)))
}

/// The length of `start:end:stride` in an array of `size` elements. As in Futhark, only elements that are touched must exist:
/// an empty slice may start anywhere, and a stride may step over the end.
pub(crate) fn slice_len(start: i64, end: i64, stride: i64, size: i64) -> Option<i64> {
    let (start, end, stride, size) = (start as i128, end as i128, stride as i128, size as i128);
    if stride == 0 {
        return None;
    }
    let span = if stride > 0 { end - start } else { start - end };
    let step = stride.abs();
    let len = span.div_euclid(step) + (span.rem_euclid(step) != 0) as i128;
    let last = start + (len - 1) * stride;
    let inside = |i: i128| (0..size).contains(&i);
    (len == 0 || (len > 0 && inside(start) && inside(last))).then_some(len as i64)
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
                exec(m, cond)?;
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
                m.set(*index, V::Scalar(Scalar::from_i64(ScalarType::I64, round)));
                round += 1;
            }
        }
        let around = l.rows.then(|| m.go_to(round - 1, false));
        let next = eval_body(m, &l.body)?;
        around.into_iter().for_each(|around| m.come_back(around));
        m.bind(&l.params, next)?;
    }
    let results = l.params.all().map(|v| m.var(v)).collect();
    l.params.all().for_each(|v| m.set(v, V::Gone));
    results
}

/// Compares sizes in order; the first pair that differs is a failure at its own indices.
impl Machine<'_> {
    fn assert_eq(&mut self, a: &V, b: &V, what: &str, loc: &Loc) -> Res<()> {
        match (a, b) {
            (V::Scalar(x), V::Scalar(y)) if x == y => Ok(()),
            (V::Scalar(x), V::Scalar(y)) => self.fail(what, &[*x, *y], loc),
            (V::Array(xs), V::Array(ys)) if Rc::ptr_eq(xs, ys) => Ok(()),
            (V::Array(xs), V::Array(ys)) if xs.len() == ys.len() => {
                for i in 0..xs.len() {
                    self.at.push(i as i64);
                    self.assert_eq(&xs.at(i), &ys.at(i), what, loc)?;
                    self.at.pop();
                }
                Ok(())
            }
            _ => internal("assert_eq of different dimensions"),
        }
    }
}
