//! Statements and expressions of one lane.

use super::Fault;
use super::memory::{BufId, How, Memory, Who};
use super::record::Record;
use base::scalar::{ScalarFault, binary, convert, unary};
use base::{Id, IdVec, Scalar, ScalarType};
use ir::kernel::{Arg, CheckId, DeviceId, Exp, KType, KVar, KVarInfo, OnDevice, Program, Stm};
use ir::vector::{Vector, fails, type_of};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Calls of device functions that may be under way.
const DEPTH: usize = 400;

/// What all lanes of a launch have in common.
pub(super) struct World<'a> {
    pub(super) program: &'a Program,
    pub(super) vars: &'a IdVec<KVar, KVarInfo>,
    pub(super) memory: &'a mut Memory,
    pub(super) record: &'a mut Record,
    pub(super) number: i32,
}

/// The variables of a lane or of a group: scalars, and the buffers that it knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) scalars: FxHashMap<KVar, Scalar>,
    pub(super) bufs: FxHashMap<KVar, BufId>,
    /// Memory of the lane's own.
    pub(super) locals: FxHashMap<KVar, Vec<Scalar>>,
    /// Whether the lane has failed (1), and has claimed the record (2).
    pub(super) bad: u8,
}

/// A lane at work.
pub(super) struct Lane<'w, 'a> {
    pub(super) world: &'w mut World<'a>,
    /// What its group has; only read.
    pub(super) group: Option<&'w Scope>,
    pub(super) own: &'w mut Scope,
    pub(super) who: Who,
    /// Whether it holds a lock.
    pub(super) locked: bool,
    pub(super) depth: usize,
}

impl<'w, 'a> Lane<'w, 'a> {
    fn fault<T>(&self, what: impl Into<String>) -> Result<T, Fault> {
        Err(Fault(format!("lane {} of group {}: {}", self.who.lane, self.who.group, what.into())))
    }

    fn name(&self, var: KVar) -> String {
        ir::print_kvar(self.world.vars, var)
    }

    pub(super) fn block(&mut self, stms: &[Stm]) -> Result<(), Fault> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    pub(super) fn stm(&mut self, stm: &Stm) -> Result<(), Fault> {
        match stm {
            Stm::Let(var, exp) | Stm::Set(var, exp) => {
                let value = self.exp(exp)?;
                self.own.scalars.insert(*var, value);
            }
            Stm::Local { buf, len } => {
                let KType::Buf(ty) = self.world.vars[*buf].ty else { return self.fault("memory of no type") };
                let anything = if ty == ScalarType::Bool { 1 } else { 0xA5A5_A5A5_A5A5_A5A5 };
                self.own.locals.insert(*buf, vec![Scalar::from_bits(ty, anything); *len as usize]);
            }
            Stm::Loads { vars, first } => {
                let Exp::Only(OnDevice::Load(buf, at)) = first else {
                    return self.fault("neighbours of what is no element");
                };
                let at = self.number(at)?;
                for (var, at) in vars.iter().zip(at..) {
                    let value = self.load(*buf, at, How::Read)?;
                    self.own.scalars.insert(*var, value);
                }
            }
            Stm::Stores { buf, at, vals } => {
                let at = self.number(at)?;
                for (val, at) in vals.iter().zip(at..) {
                    let val = self.exp(val)?;
                    self.store(*buf, at, val, How::Write)?;
                }
            }
            Stm::Store { buf, at, val } => {
                let (at, val) = (self.number(at)?, self.exp(val)?);
                self.store(*buf, at, val, How::Write)?;
            }
            Stm::If { cond, then, els } => {
                let block = if self.exp(cond)?.as_bool() { then } else { els };
                self.block(block)?;
            }
            Stm::While { bounded, pre, cond, body } => loop {
                self.block(pre)?;
                if !self.exp(cond)?.as_bool() || (!bounded && self.own.bad != 0) {
                    break;
                }
                self.block(body)?;
            },
            Stm::For { var, from, to, vector, body } => {
                let (from, to) = (self.number(from)?, self.number(to)?);
                if let Some(vector) = vector.as_ref().filter(|vector| vector.updates > 0) {
                    return self.updating(vector, *var, from..to, body);
                }
                let backwards = vector.as_ref().is_some_and(|vector| self.any_order(vector, body));
                for i in from..to {
                    let i = if backwards { from + (to - 1 - i) } else { i };
                    self.own.scalars.insert(*var, Scalar::I64(i));
                    self.block(body)?;
                }
            }
            Stm::Atomic { op, buf, at, val, old: before } => {
                let (at, val) = (self.number(at)?, self.exp(val)?);
                let old = self.load(*buf, at, How::Together)?;
                let Ok(new) = binary(*op, old, val) else {
                    return self.fault("an atomic that is not defined");
                };
                self.store(*buf, at, new, How::Together)?;
                self.own.scalars.extend(before.map(|before| (before, old)));
            }
            Stm::Locked { locks: _, count, at: _, vals: _, body } => {
                if !u64::try_from(self.number(count)?).is_ok_and(u64::is_power_of_two) {
                    return self.fault("a number of locks that is no power of two");
                }
                let outside = std::mem::replace(&mut self.locked, true);
                self.block(body)?;
                self.locked = outside;
            }
            Stm::Fail { check, at, vals } => {
                let at = self.numbers(at)?;
                let mut bits = vec![];
                for val in vals {
                    bits.push(self.exp(val)?.bits());
                }
                self.fail(*check, false, &at, &bits);
            }
            Stm::Call { fun, check, args, results, at } => {
                let at = self.numbers(at)?;
                self.call(*fun, *check, args, results, &at)?;
            }
            Stm::Lanes { .. } | Stm::Fold(_) | Stm::Count { .. } | Stm::Chain(_) | Stm::LastOut { .. } => {
                return self.fault("code of a group inside of a lane");
            }
        }
        Ok(())
    }

    /// A vector loop with updates: the lanes of a vector, then the updates of each. If one of them fails, they run in order.
    fn updating(
        &mut self,
        vector: &Vector,
        var: KVar,
        rounds: Range<i64>,
        body: &[Stm],
    ) -> Result<(), Fault> {
        let (together, updates) = vector.parts(body);
        let lanes = if fails(together) { 1 } else { i64::from(vector.lanes) };
        let declared: Vec<KVar> =
            together.iter().flat_map(|stm| stm.declares()).copied().chain([var]).collect();
        let mut at = rounds.start;
        while at < rounds.end {
            let stop = (at + lanes).min(rounds.end);
            let mut waiting = vec![];
            for round in at..stop {
                self.own.scalars.insert(var, Scalar::I64(round));
                self.block(together)?;
                let own = declared.iter().filter_map(|var| Some((*var, *self.own.scalars.get(var)?)));
                waiting.push(own.collect::<Vec<_>>());
            }
            for own in waiting {
                self.own.scalars.extend(own);
                self.block(updates)?;
            }
            at = stop;
        }
        Ok(())
    }

    /// Whether the order of the rounds of a vector loop cannot be seen: who fails first can, how floats are rounded, and
    /// what is counted.
    fn any_order(&self, vector: &Vector, body: &[Stm]) -> bool {
        let float = |fold: KVar| type_of(self.world.vars, &Exp::Var(fold)).is_float();
        let in_order = !vector.counters.is_empty() || !vector.scans.is_empty();
        !fails(body) && !in_order && !vector.folds.iter().any(|(fold, _)| float(*fold))
    }

    fn fail(&mut self, check: CheckId, deep: bool, at: &[i64], vals: &[u64]) {
        let first = self.world.record.claim(self.world.number, check, deep, at, vals);
        self.own.bad = if first { 2 } else { self.own.bad.max(1) };
    }

    fn call(
        &mut self,
        fun: DeviceId,
        check: CheckId,
        args: &[Arg],
        results: &[KVar],
        at: &[i64],
    ) -> Result<(), Fault> {
        let callee = &self.world.program.device_funs[fun];
        if callee.can_fail && self.own.bad != 0 {
            return Ok(());
        }
        if callee.can_fail && self.depth >= DEPTH {
            self.fail(check, true, &[], &[]);
            return Ok(());
        }
        let mut scope = Scope::default();
        for (param, arg) in callee.params.iter().zip(args) {
            match arg {
                Arg::Scalar(exp) => _ = scope.scalars.insert(*param, self.exp(exp)?),
                Arg::Buf(buf) => _ = scope.bufs.insert(*param, self.buf(*buf)?),
            }
        }
        let vars = std::mem::replace(&mut self.world.vars, &callee.vars);
        let (who, locked, depth) = (self.who, self.locked, self.depth + 1);
        let mut inner = Lane { world: &mut *self.world, group: None, own: &mut scope, who, locked, depth };
        inner.block(&callee.body)?;
        let mut values = vec![];
        for (_, exp) in &callee.results {
            values.push(inner.exp(exp)?);
        }
        self.world.vars = vars;
        self.own.scalars.extend(results.iter().copied().zip(values));
        if callee.can_fail {
            self.own.bad = scope.bad;
            if scope.bad == 2 {
                self.world.record.called(check, at);
            }
        }
        Ok(())
    }

    fn buf(&self, var: KVar) -> Result<BufId, Fault> {
        let known = self.own.bufs.get(&var).or_else(|| self.group?.bufs.get(&var));
        known.copied().map_or_else(|| self.fault(format!("{} is no buffer", self.name(var))), Ok)
    }

    fn how(&self, how: How) -> How {
        match how {
            how if !self.locked => how,
            How::Read | How::ReadTogether => How::ReadTogether,
            How::Write | How::WriteSame | How::Together => How::Together,
        }
    }

    /// What a lane that has failed reads or writes may not be there.
    fn lost(&self) -> bool {
        self.own.bad != 0
    }

    fn load(&mut self, var: KVar, at: i64, how: How) -> Result<Scalar, Fault> {
        let lost = self.lost();
        if let Some(local) = self.own.locals.get(&var) {
            let value = usize::try_from(at).ok().and_then(|at| local.get(at).copied());
            return match value {
                Some(value) => Ok(value),
                None if lost => Ok(self.elem(var).zero()),
                None => self.fault(format!("element {at} of {}, which has {}", self.name(var), local.len())),
            };
        }
        let (buf, ty) = (self.buf(var)?, self.elem(var));
        match self.world.memory.load(buf, ty, at) {
            Ok(value) => {
                let how = self.how(how);
                self.touch(var, buf, at, how)?;
                Ok(value)
            }
            Err(_) if lost => Ok(ty.zero()),
            Err(Fault(what)) => self.fault(format!("{} is read: {what}", self.name(var))),
        }
    }

    fn store(&mut self, var: KVar, at: i64, val: Scalar, how: How) -> Result<(), Fault> {
        let len = self.own.locals.get(&var).map(Vec::len);
        if let Some(local) = self.own.locals.get_mut(&var) {
            if let Some(cell) = usize::try_from(at).ok().and_then(|at| local.get_mut(at)) {
                *cell = val;
                return Ok(());
            }
            return self.fault(format!("element {at} of {}, which has {len:?}", self.name(var)));
        }
        let (buf, ty) = (self.buf(var)?, self.elem(var));
        let same = self.world.memory.load(buf, ty, at).is_ok_and(|old| old.bits() == val.bits());
        let how = if same && how == How::Write { How::WriteSame } else { how };
        if let Err(Fault(what)) = self.world.memory.store(buf, at, val) {
            return self.fault(format!("{} is written: {what}", self.name(var)));
        }
        let how = self.how(how);
        self.touch(var, buf, at, how)
    }

    fn touch(&mut self, var: KVar, buf: BufId, at: i64, how: How) -> Result<(), Fault> {
        let touched = self.world.memory.touch(buf, at, self.who, how);
        touched.map_err(|Fault(what)| Fault(format!("{}: {what}", self.name(var))))
    }

    fn elem(&self, buf: KVar) -> ScalarType {
        match self.world.vars[buf].ty {
            KType::Buf(ty) | KType::Scalar(ty) => ty,
            KType::Index => ScalarType::I64,
        }
    }

    fn numbers(&mut self, exps: &[Exp]) -> Result<Vec<i64>, Fault> {
        exps.iter().map(|exp| self.number(exp)).collect()
    }

    pub(super) fn number(&mut self, exp: &Exp) -> Result<i64, Fault> {
        Ok(self.exp(exp)?.as_i64())
    }

    pub(super) fn exp(&mut self, exp: &Exp) -> Result<Scalar, Fault> {
        Ok(match exp {
            Exp::Const(x) => *x,
            Exp::Index(n) => Scalar::I64(*n),
            Exp::Var(var) => {
                let known = self.own.scalars.get(var).or_else(|| self.group?.scalars.get(var));
                match known {
                    Some(value) => *value,
                    None => return self.fault(format!("{} has no value", self.name(*var))),
                }
            }
            Exp::Bin(op, ty, a, b) => {
                let (a, b) = (self.exp(a)?, self.exp(b)?);
                self.safe(*ty, binary(*op, a, b))?
            }
            Exp::IndexBin(op, a, b) => {
                let (a, b) = (self.exp(a)?, self.exp(b)?);
                self.safe(ScalarType::I64, binary(*op, a, b))?
            }
            Exp::Un(op, ty, a) => {
                let a = self.exp(a)?;
                self.safe(*ty, unary(*op, a))?
            }
            Exp::Conv(_, to, a) => convert(*to, self.exp(a)?),
            Exp::FromIndex(a) | Exp::ToIndex(a) => self.exp(a)?,
            Exp::Small(a) => {
                let value = self.number(a)?;
                match i32::try_from(value) {
                    Ok(small) => Scalar::I32(small),
                    Err(_) => return self.fault(format!("{value}, which is no small index")),
                }
            }
            Exp::Select(cond, a, b) => {
                let side = if self.exp(cond)?.as_bool() { a } else { b };
                self.exp(side)?
            }
            Exp::Only(OnDevice::Load(buf, at)) => {
                let at = self.number(at)?;
                self.load(*buf, at, How::Read)?
            }
            Exp::Only(OnDevice::Failed) => Scalar::Bool(self.own.bad != 0),
        })
    }

    /// Expressions never fault: where an operator has no result, it is zero.
    fn safe(&self, ty: ScalarType, result: Result<Scalar, ScalarFault>) -> Result<Scalar, Fault> {
        match result {
            Ok(value) => Ok(value),
            Err(ScalarFault::DivisionByZero | ScalarFault::NegativeExponent) => Ok(ty.zero()),
            Err(ScalarFault::Undefined) => self.fault(format!("an operator that is not defined on {ty}")),
        }
    }
}

/// What a group knows when it begins: its parameters.
pub(super) fn bind(kernel: &ir::kernel::Kernel, args: &[u64]) -> Scope {
    let mut scope = Scope::default();
    for (param, bits) in kernel.params.iter().zip(args) {
        match kernel.vars[*param].ty {
            KType::Scalar(ty) => _ = scope.scalars.insert(*param, Scalar::from_bits(ty, *bits)),
            KType::Index => _ = scope.scalars.insert(*param, Scalar::I64(*bits as i64)),
            KType::Buf(_) => _ = scope.bufs.insert(*param, BufId::from_index(*bits as usize)),
        }
    }
    scope
}
