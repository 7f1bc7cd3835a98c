//! The evaluator of host parts, for devices whose host part is not compiled.

use crate::RunError;
use crate::calls::{Call, Indices};
use crate::frame::Frame;
use base::scalar::{ScalarFault, binary, convert, unary};
use base::{BinOp, Id, Scalar, ScalarType};
use ir::kernel::{Arg, Exp, HostArg, HostExp, HostId, HostRead, HostStm, KType, KVar, OnHost};

/// A run in progress: the frame and the values of scalar variables.
pub(crate) struct Evaluator<'f, 'a> {
    frame: &'f mut Frame<'a>,
    scalars: Vec<Option<Scalar>>,
}

impl<'f, 'a> Evaluator<'f, 'a> {
    pub(crate) fn new(frame: &'f mut Frame<'a>) -> Evaluator<'f, 'a> {
        let scalars = vec![None; frame.fun.vars.len()];
        Evaluator { frame, scalars }
    }

    /// Sets a scalar variable.
    fn set(&mut self, var: KVar, value: Scalar) -> Result<(), RunError> {
        match self.scalars.get_mut(var.index()) {
            Some(place) => *place = Some(value),
            None => return Err(self.frame.broken(format!("there is no variable {}", var.0))),
        }
        Ok(())
    }

    /// Runs statements in order.
    fn run(&mut self, stms: &[HostStm]) -> Result<(), RunError> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &HostStm) -> Result<(), RunError> {
        match stm {
            HostStm::Set(var, exp) => {
                let value = self.exp(exp)?;
                self.set(*var, value)
            }
            HostStm::Share { to, from } => self.frame.share(*to, *from),
            HostStm::Alloc { buf, count, zeroed } => {
                let count = self.number(count)?;
                self.frame.alloc(*buf, count, *zeroed)
            }
            HostStm::Reuse { to, from, count } => {
                let count = self.number(count)?;
                self.frame.reuse(*to, *from, count)
            }
            HostStm::Release(buf) => self.frame.release(*buf),
            HostStm::Copy { to, to_at, from, from_at, count } => {
                let (to_at, from_at) = (self.number(to_at)?, self.number(from_at)?);
                let count = self.number(count)?;
                self.frame.copy((*to, to_at), (*from, from_at), count)
            }
            HostStm::Launch { kernel, groups, args } => {
                let groups = self.number(groups)?;
                let slots = self.slots(args)?;
                self.frame.launch(*kernel, groups, &slots)
            }
            HostStm::Call { fun, check, beside, args, results, at } => {
                let slots = self.slots(args)?;
                let checks = [&[*check], beside.as_slice()].concat();
                let at = self.indices(at, checks.len() > 1, &slots)?;
                self.call(*fun, &slots, &Call { checks: &checks, results, at })
            }
            HostStm::Read(reads) => {
                let place = |read: &HostRead| Ok((read.buf, self.number(&read.at)?));
                let places: Vec<(KVar, i64)> = reads.iter().map(place).collect::<Result<_, RunError>>()?;
                let values = self.frame.read(&places)?;
                reads.iter().zip(values).try_for_each(|(read, value)| self.set(read.var, value))
            }
            HostStm::Check { cond, check, at, vals } => {
                if self.exp(cond)?.as_bool() {
                    return Ok(());
                }
                // A failure on the device came first.
                self.frame.look()?;
                let bits = |exp: &HostExp| self.exp(exp).map(Scalar::bits);
                let words: Vec<u64> = at.iter().chain(vals).map(bits).collect::<Result<_, _>>()?;
                Err(self.frame.failure(*check, &words))
            }
            HostStm::If { cond, then, els } => {
                let taken = if self.exp(cond)?.as_bool() { then } else { els };
                self.run(taken)
            }
            HostStm::While { pre, cond, body } => loop {
                self.run(pre)?;
                if !self.exp(cond)?.as_bool() {
                    return Ok(());
                }
                self.run(body)?;
                self.frame.go_on()?;
            },
        }
    }

    /// The bits of scalars, and the numbers of variables that hold buffers.
    fn slots(&self, args: &[HostArg]) -> Result<Vec<u64>, RunError> {
        let slot = |arg: &HostArg| match arg {
            Arg::Scalar(exp) => self.exp(exp).map(Scalar::bits),
            Arg::Buf(buf) => Ok(buf.0 as u64),
        };
        args.iter().map(slot).collect()
    }

    fn indices(&self, at: &[HostArg], joined: bool, slots: &[u64]) -> Result<Indices, RunError> {
        let (mut one, mut rows) = (vec![], vec![]);
        for arg in at {
            match arg {
                Arg::Scalar(exp) => one.push(self.number(exp)?),
                Arg::Buf(buf) => rows.push(*buf),
            }
        }
        let over_rows = joined || !rows.is_empty();
        Ok(if over_rows { Indices::Rows { rows: slots[0] as i64, at: rows } } else { Indices::One(one) })
    }

    /// Runs a function with variables of its own.
    fn call(&mut self, fun: HostId, slots: &[u64], call: &Call) -> Result<(), RunError> {
        let callee = self.frame.enter(fun, call.checks[0], slots)?;
        let own = std::mem::replace(&mut self.scalars, vec![None; callee.vars.len()]);
        let done = self.body(slots);
        self.scalars = own;
        let (done, numbers) = match done {
            Ok(numbers) => (Ok(()), numbers),
            Err(error) => (Err(error), vec![]),
        };
        self.frame.leave(done, call)?;
        for ((to, from), bits) in call.results.iter().zip(&callee.results).zip(numbers) {
            if let Some(ty) = scalar_type(callee.vars[*from].ty) {
                self.set(*to, Scalar::from_bits(ty, bits))?;
            }
        }
        Ok(())
    }

    /// Runs the function of the frame on the bits of its scalar arguments; returns one number per result: the bits of a scalar, or
    /// how many elements of a buffer are valid.
    pub(crate) fn body(&mut self, args: &[u64]) -> Result<Vec<u64>, RunError> {
        let fun = self.frame.fun;
        for (param, bits) in fun.params.iter().zip(args) {
            if let Some(ty) = scalar_type(fun.vars[*param].ty) {
                self.set(*param, Scalar::from_bits(ty, *bits))?;
            }
        }
        self.run(&fun.body)?;
        let mut numbers = vec![];
        for (i, result) in fun.results.iter().enumerate() {
            numbers.push(match (scalar_type(fun.vars[*result].ty), fun.result_lens.get(i)) {
                (None, Some(Some(len))) => self.number(len)? as u64,
                (None, _) => return Err(self.frame.broken(format!("result {i} has no length"))),
                (Some(_), _) => self.exp(&Exp::Var(*result))?.bits(),
            });
        }
        Ok(numbers)
    }

    /// The value of an expression of type `i64` or `Index`.
    fn number(&self, exp: &HostExp) -> Result<i64, RunError> {
        Ok(self.exp(exp)?.as_i64())
    }

    fn exp(&self, exp: &HostExp) -> Result<Scalar, RunError> {
        Ok(match exp {
            Exp::Const(x) => *x,
            Exp::Index(n) => Scalar::I64(*n),
            Exp::Var(var) => match self.scalars.get(var.index()).copied().flatten() {
                Some(value) => value,
                None => return Err(self.frame.broken(format!("variable {} has no value", var.0))),
            },
            Exp::Bin(op, ty, a, b) => self.safe(*op, *ty, binary(*op, self.exp(a)?, self.exp(b)?))?,
            Exp::IndexBin(op, a, b) => {
                self.safe(*op, ScalarType::I64, binary(*op, self.exp(a)?, self.exp(b)?))?
            }
            Exp::Un(op, _, a) => match unary(*op, self.exp(a)?) {
                Ok(value) => value,
                Err(_) => return Err(self.frame.broken(format!("{} is not defined here", op.name()))),
            },
            Exp::Conv(_, to, a) => convert(*to, self.exp(a)?),
            Exp::FromIndex(a) | Exp::ToIndex(a) => self.exp(a)?,
            Exp::Small(a) => convert(ScalarType::I32, self.exp(a)?),
            Exp::Select(cond, a, b) => self.exp(if self.exp(cond)?.as_bool() { a } else { b })?,
            Exp::Only(OnHost::Workers(n)) => Scalar::I64(self.frame.workers_for(self.number(n)?)),
        })
    }

    /// Expressions never fault: where an operator has no result, it is zero.
    fn safe(
        &self,
        op: BinOp,
        ty: ScalarType,
        result: Result<Scalar, ScalarFault>,
    ) -> Result<Scalar, RunError> {
        match result {
            Ok(value) => Ok(value),
            Err(ScalarFault::DivisionByZero | ScalarFault::NegativeExponent) => Ok(ty.zero()),
            Err(ScalarFault::Undefined) => {
                Err(self.frame.broken(format!("{} is not defined on {ty}", op.name())))
            }
        }
    }
}

/// The type of a scalar variable of a host part; none for a buffer.
pub(crate) fn scalar_type(ty: KType) -> Option<ScalarType> {
    match ty {
        KType::Scalar(ty) => Some(ty),
        KType::Index => Some(ScalarType::I64),
        KType::Buf(_) => None,
    }
}
