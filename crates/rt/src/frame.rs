//! One run of a host part: what its statements do to buffers, kernels and the failure record.
//!
//! The evaluator ([`crate::host`]) and compiled host parts ([`crate::table`]) both work on a frame. A buffer is named by the
//! number of the variable that holds it.

use crate::RunError;
use crate::calls::Calls;
use crate::device::{DeviceError, Launch, LaunchArg, Module, Param, Piece, Raw, Signature};
use crate::launches::Launches;
use crate::memory::{Handle, Memory};
use crate::profile::Profile;
use crate::{Stop, record};
use base::{Id, Scalar, ScalarType};
use ir::kernel::{CheckId, HostFun, KType, KVar, KernelId, Program};
use std::time::Instant;

/// What does not change between runs of a loaded program.
pub(crate) struct Code<'a> {
    pub(crate) program: &'a Program,
    pub(crate) signatures: &'a [Signature],
    pub(crate) module: &'a dyn Module,
    pub(crate) device: &'a dyn crate::Device,
    /// The failure record.
    pub(crate) record: Raw,
    /// Asks the run to end.
    pub(crate) stop: &'a Stop,
}

/// After so many launches the failure record is looked at, even if the program reads nothing.
const UNLOOKED: u32 = 256;

pub(crate) struct Frame<'a> {
    pub(crate) code: &'a Code<'a>,
    pub(crate) fun: &'a HostFun,
    pub(crate) memory: &'a Memory,
    profile: Option<&'a mut Profile>,
    pub(crate) held: Vec<Option<Handle>>,
    pub(crate) calls: Calls<'a>,
    launches: &'a mut Launches,
    /// How many kernels have run since one that can fail ran unlooked at; 0 if the record holds no failure for certain.
    unsure: u32,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(
        code: &'a Code<'a>,
        fun: &'a HostFun,
        memory: &'a Memory,
        launches: &'a mut Launches,
        profile: Option<&'a mut Profile>,
    ) -> Result<Frame<'a>, RunError> {
        code.device.zero(code.record, record::BYTES)?;
        let held = vec![None; fun.vars.len()];
        Ok(Frame { code, fun, memory, profile, held, calls: Calls::new(), launches, unsure: 0 })
    }

    /// Notes something in the profile, if there is one.
    fn note(&mut self, what: impl FnOnce(&mut Profile)) {
        if let Some(profile) = &mut self.profile {
            what(profile);
        }
    }

    pub(crate) fn holding(&self, var: KVar) -> Result<Handle, RunError> {
        let held = self.held.get(var.index()).copied().flatten();
        held.ok_or_else(|| self.broken(format!("variable {} holds no buffer", var.0)))
    }

    pub(crate) fn broken(&self, what: String) -> RunError {
        RunError::Broken(format!("{}: {what}", self.fun.name))
    }

    /// The type of the elements of what `var` holds.
    fn elem(&self, var: KVar) -> Result<ScalarType, RunError> {
        match self.fun.vars.get(var).map(|v| v.ty) {
            Some(KType::Buf(elem)) => Ok(elem),
            Some(KType::Scalar(_) | KType::Index) | None => {
                Err(self.broken(format!("variable {} is no buffer", var.0)))
            }
        }
    }

    /// The number of bytes of `count` elements of what `var` holds.
    pub(crate) fn size(&self, var: KVar, count: i64) -> Result<usize, RunError> {
        let elem = self.elem(var)?.bytes();
        let count = usize::try_from(count).map_err(|_| self.broken(format!("negative size {count}")))?;
        let too_much = DeviceError::OutOfMemory { bytes: usize::MAX };
        count.checked_mul(elem).ok_or(RunError::Device(too_much))
    }

    pub(crate) fn hold(&mut self, var: KVar, handle: Handle) -> Result<(), RunError> {
        if let Some(before) = self.held[var.index()].replace(handle) {
            self.memory.release(before)?;
        }
        Ok(())
    }

    pub(crate) fn alloc(&mut self, var: KVar, count: i64, zeroed: bool) -> Result<(), RunError> {
        self.make(var, count, zeroed).or_else(|error| self.blame_failure(error))
    }

    /// A size or a position may be wrong because a kernel has failed: that is told then.
    fn blame_failure<T>(&mut self, error: RunError) -> Result<T, RunError> {
        self.look().and(Err(error))
    }

    fn make(&mut self, var: KVar, count: i64, zeroed: bool) -> Result<(), RunError> {
        let bytes = self.size(var, count)?;
        self.release(var)?;
        let handle = self.memory.alloc(bytes, zeroed)?;
        self.note(|profile| profile.allocated.count(bytes));
        self.hold(var, handle)
    }

    /// Stops where that was asked for.
    pub(crate) fn go_on(&self) -> Result<(), RunError> {
        if self.code.stop.requested() { Err(RunError::Cancelled) } else { Ok(()) }
    }

    pub(crate) fn share(&mut self, to: KVar, from: KVar) -> Result<(), RunError> {
        self.elem(to)?;
        let handle = self.holding(from)?;
        let handle = self.memory.share(handle)?;
        self.hold(to, handle)
    }

    /// The buffer of `from`, where nobody else holds it and it has the right size, else a new one.
    pub(crate) fn reuse(&mut self, to: KVar, from: KVar, count: i64) -> Result<(), RunError> {
        let handle = self.holding(from)?;
        let bytes = self.size(to, count).or_else(|error| self.blame_failure(error))?;
        if self.memory.is_shared(handle)? || self.memory.bytes(handle)? != bytes {
            return self.alloc(to, count, false);
        }
        self.share(to, from)
    }

    /// Gives up what the variable holds, if anything.
    pub(crate) fn release(&mut self, var: KVar) -> Result<(), RunError> {
        match self.held.get_mut(var.index()).and_then(Option::take) {
            Some(handle) => Ok(self.memory.release(handle)?),
            None => Ok(()),
        }
    }

    pub(crate) fn copy(
        &mut self,
        (to, to_at): (KVar, i64),
        (from, from_at): (KVar, i64),
        count: i64,
    ) -> Result<(), RunError> {
        self.transfer((to, to_at), (from, from_at), count).or_else(|error| self.blame_failure(error))
    }

    fn transfer(
        &mut self,
        (to, to_at): (KVar, i64),
        (from, from_at): (KVar, i64),
        count: i64,
    ) -> Result<(), RunError> {
        let (to_at, from_at) = (self.size(to, to_at)?, self.size(from, from_at)?);
        let bytes = self.size(to, count)?;
        let (to, from) = (self.holding(to)?, self.holding(from)?);
        self.note(|profile| profile.ended.count(bytes));
        Ok(self.memory.copy(to, to_at, from, from_at, bytes)?)
    }

    pub(crate) fn workers_for(&self, n: i64) -> i64 {
        n.min(self.code.device.info().workers).max(1)
    }

    /// Runs a kernel. A slot holds the bits of a scalar or the number of the variable that holds a buffer.
    pub(crate) fn launch(&mut self, kernel: KernelId, groups: i64, slots: &[u64]) -> Result<(), RunError> {
        let Some(signature) = self.code.signatures.get(kernel.index()) else {
            return Err(self.broken(format!("there is no kernel {}", kernel.0)));
        };
        if signature.params.len() != slots.len() {
            let (wanted, got) = (signature.params.len(), slots.len());
            return Err(self.broken(format!("{} takes {wanted} arguments, got {got}", signature.name)));
        }
        if groups <= 0 {
            return Ok(());
        }
        self.go_on()?;
        self.memory.count_launch();
        let params = || signature.params.iter().zip(slots);
        let bufs = params().filter(|(param, _)| **param == Param::Buf);
        let handles: Vec<Handle> =
            bufs.map(|(_, slot)| self.holding(KVar(*slot as u32))).collect::<Result<_, _>>()?;
        let pin = self.memory.pin(&handles)?;
        let mut raws = pin.raws.iter().copied();
        let arg = |(param, slot): (&Param, &u64)| match (param, *slot) {
            (Param::Buf, _) => raws.next().map(LaunchArg::Buf),
            (Param::Scalar(_), bits) => Some(LaunchArg::Bits(bits)),
        };
        let args: Vec<LaunchArg> = params().filter_map(arg).collect();
        let record = self.code.record;
        let (marks, values) = match signature.chain {
            0 => (record, record),
            words => self.launches.chain(groups, words)?,
        };
        let number = self.launches.next()?;
        // A loop that reads nothing has to stop too.
        if self.unsure >= UNLOOKED {
            self.look()?;
        }
        if self.unsure > 0 || self.code.program.kernels[kernel].can_fail {
            self.unsure += 1;
        }
        let launch = Launch { kernel: kernel.index(), groups, number, record, marks, values, args: &args };
        if self.profile.is_none() {
            return Ok(self.code.module.launch(&launch)?);
        }
        let mut sizes = self.memory.sizes(&handles)?.into_iter();
        let bytes = |param: &Param| match param {
            Param::Buf => sizes.next().unwrap_or(0),
            Param::Scalar(_) => 0,
        };
        let bytes: Vec<usize> = signature.params.iter().map(bytes).collect();
        self.code.device.sync()?;
        let start = Instant::now();
        self.code.module.launch(&launch)?;
        self.code.device.sync()?;
        let time = start.elapsed();
        self.note(|profile| profile.launched(kernel, time, &bytes));
        Ok(())
    }

    /// Looks at the failure record if there may be something in it.
    pub(crate) fn look(&mut self) -> Result<(), RunError> {
        if std::mem::take(&mut self.unsure) == 0 {
            return Ok(());
        }
        let mut bytes = [0; record::BYTES];
        self.code.device.download(self.code.record, 0, &mut bytes)?;
        self.judge(&bytes)
    }

    /// Fails if the record says that a kernel has.
    fn judge(&mut self, record: &[u8; record::BYTES]) -> Result<(), RunError> {
        match record::decode(&self.code.program.checks, record) {
            None => Ok(()),
            Some((failure, too_deep)) => {
                self.calls.too_deep |= too_deep;
                Err(RunError::Failure(failure))
            }
        }
    }

    /// Elements of buffers, each with its position. They come in one transfer, together with the failure record.
    pub(crate) fn read(&mut self, places: &[(KVar, i64)]) -> Result<Vec<Scalar>, RunError> {
        self.bring(places).or_else(|error| self.blame_failure(error))
    }

    fn bring(&mut self, places: &[(KVar, i64)]) -> Result<Vec<Scalar>, RunError> {
        let elems: Vec<ScalarType> =
            places.iter().map(|(buf, _)| self.elem(*buf)).collect::<Result<_, RunError>>()?;
        let mut words = vec![[0u8; 8]; places.len()];
        let mut from = vec![];
        for (((buf, at), elem), word) in places.iter().zip(&elems).zip(&mut words) {
            from.push((self.holding(*buf)?, self.size(*buf, *at)?, &mut word[..elem.bytes()]));
        }
        let mut record = [0; record::BYTES];
        let unsure = self.unsure > 0;
        let beside = unsure.then_some(Piece { from: self.code.record, at: 0, into: &mut record });
        self.memory.download_all(from, beside)?;
        self.note(|profile| profile.reads.count(elems.iter().map(|elem| elem.bytes()).sum()));
        // Behind a failure the numbers mean nothing.
        self.unsure = 0;
        if unsure {
            self.judge(&record)?;
        }
        let scalar =
            |(elem, word): (&ScalarType, [u8; 8])| Scalar::from_bits(*elem, u64::from_le_bytes(word));
        Ok(elems.iter().zip(words).map(scalar).collect())
    }

    /// Whether a variable has an array.
    pub(crate) fn holds(&self, buf: KVar) -> bool {
        self.holding(buf).is_ok()
    }

    /// A share of the array of a result, which has `count` valid elements, and how many bytes these are. Kernels may have been given
    /// more memory than they filled.
    pub(crate) fn detach(&mut self, buf: KVar, count: i64) -> Result<(Handle, usize), RunError> {
        let (handle, bytes) = (self.holding(buf)?, self.size(buf, count)?);
        self.memory.truncate(handle, bytes)?;
        Ok((self.memory.share(handle)?, bytes))
    }

    /// What a failing check of the host part says, from its indices and then its operands.
    pub(crate) fn failure(&self, check: CheckId, words: &[u64]) -> RunError {
        let checks = &self.code.program.checks;
        let indices = checks.get(check).map_or(0, |line| line.at.min(words.len()));
        let (at, vals) = words.split_at(indices);
        let at = at.iter().map(|word| *word as i64).collect();
        RunError::Failure(record::failure(checks, check, at, vals))
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let waiting = self.calls.end();
        for handle in self.held.drain(..).chain(waiting).flatten() {
            // Releasing what the frame holds cannot fail.
            let _ = self.memory.release(handle);
        }
    }
}
