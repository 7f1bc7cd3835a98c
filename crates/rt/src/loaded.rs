//! A program on a device, ready to be run any number of times.

use crate::RunError;
use crate::device::{Device, Module, Raw, Signature};
use crate::frame::{Context, Frame};
use crate::host::{Evaluator, scalar_type};
use crate::launches::Launches;
use crate::memory::{Memory, Stats};
use crate::profile::Profile;
use crate::{calls, record, table};
use base::{Scalar, ScalarType};
use ir::Value;
use ir::kernel::{HostFun, HostStm, KType, Program};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A result as it leaves the host part: existential sizes and data are results of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// A scalar.
    Scalar(Scalar),
    /// The dense data of an array.
    Dense {
        /// The type of the elements.
        elem: ScalarType,
        /// The elements in order, little-endian.
        data: Vec<u8>,
    },
}

/// Choices of a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Use at most this much device memory.
    pub memory: Option<usize>,
    /// Evaluate the host part even where it was compiled.
    pub host_eval: bool,
    /// Keep a profile of each run.
    pub profile: bool,
}

/// A program on a device.
pub struct Loaded {
    program: Program,
    signatures: Vec<Signature>,
    module: Box<dyn Module>,
    memory: Memory,
    launches: Launches,
    record: Raw,
    device: Arc<dyn Device>,
    options: Options,
    /// Of the last run.
    profile: Option<Profile>,
    /// Of the last run.
    time: Duration,
}

impl Loaded {
    /// Builds `source`, the text of `program` in the dialect of `device`.
    pub fn new(
        device: Arc<dyn Device>,
        program: Program,
        source: &str,
        options: Options,
    ) -> Result<Loaded, RunError> {
        let signatures: Vec<Signature> = program.kernels.iter().map(|(_, k)| Signature::of(k)).collect();
        let module = device.load(source, &signatures)?;
        let record = device.alloc(record::BYTES)?;
        let memory = Memory::new(device.clone(), options.memory);
        let launches = Launches::new(device.clone());
        Ok(Loaded {
            program,
            signatures,
            module,
            memory,
            launches,
            record,
            device,
            options,
            profile: None,
            time: Duration::ZERO,
        })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// How device memory has been used.
    pub fn memory(&self) -> Stats {
        self.memory.stats()
    }

    /// What the last run did, if that was asked for.
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// How long the last run took, from when its arguments were on the device until the device was done: without the transfers of
    /// arguments and results.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Runs the function called `name` on one value per parameter: a scalar, or an array of which only the data counts.
    pub fn run(&mut self, name: &str, args: &[Value]) -> Result<Vec<Output>, RunError> {
        let Some((number, fun)) = self.program.funs.iter().enumerate().find(|(_, f)| f.name == name) else {
            return Err(RunError::Argument(format!("there is no entry point called {name}")));
        };
        let context = Context {
            program: &self.program,
            signatures: &self.signatures,
            module: self.module.as_ref(),
            device: self.device.as_ref(),
            record: self.record,
        };
        self.profile = self.options.profile.then(|| Profile::new(&self.program));
        self.memory.forget_peak();
        let start = Instant::now();
        let mut frame =
            Frame::new(&context, fun, &mut self.memory, &mut self.launches, self.profile.as_mut())?;
        let scalars = pass(&mut frame, args)?;
        // Uploads may still be under way.
        context.device.sync()?;
        let passed = Instant::now();
        let compiled =
            if self.options.host_eval { None } else { self.module.host(&format!("host_{number}")) };
        let host_part = |frame: &mut Frame| match compiled {
            Some(entry) => table::call(entry, frame, &scalars),
            None => Evaluator::new(frame).body(&scalars),
        };
        let calls = calls_functions(&fun.body) || !self.program.device_funs.is_empty();
        let numbers = match calls {
            false => host_part(&mut frame),
            true => calls::on_large_stack(|| {
                frame.begin();
                host_part(&mut frame)
            })?,
        }?;
        frame.look()?;
        context.device.sync()?;
        self.time = passed.elapsed();
        let outputs = collect(&mut frame, &numbers);
        drop(frame);
        if let Some(profile) = &mut self.profile {
            profile.peak = self.memory.stats().peak;
            profile.time = start.elapsed();
        }
        outputs
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        self.device.free(self.record);
    }
}

/// Uploads the arguments and what comes with them, and returns the bits of the scalar ones, one number per parameter.
fn pass(frame: &mut Frame, args: &[Value]) -> Result<Vec<u64>, RunError> {
    let fun: &HostFun = frame.fun;
    let own = fun.params.len() - 2 * fun.given.len();
    if own != args.len() {
        let (wanted, got) = (own, args.len());
        return Err(RunError::Argument(format!("{} takes {wanted} values, got {got}", fun.name)));
    }
    let mut scalars = vec![];
    for (param, value) in fun.params.iter().zip(args) {
        let info = &fun.vars[*param];
        let wrong = |wanted: &str| {
            let (name, elem, rank) = (&info.name, value.elem, value.lens.len());
            let message = format!("argument {name} must be {wanted}, got {elem} of rank {rank}");
            RunError::Argument(message)
        };
        let is_scalar = value.lens.is_empty() && value.len() == 1;
        scalars.push(match info.ty {
            KType::Buf(elem) if elem == value.elem => {
                frame.upload(*param, &value.data)?;
                0
            }
            KType::Buf(elem) => return Err(wrong(&format!("an array of {elem}"))),
            KType::Scalar(ty) if ty == value.elem && is_scalar => value.get(0).bits(),
            KType::Index if value.elem == ScalarType::I64 && is_scalar => value.get(0).bits(),
            KType::Scalar(ty) => return Err(wrong(ty.name())),
            KType::Index => return Err(wrong("i64")),
        });
    }
    for (sizes, made) in fun.given.iter().zip(fun.params[own..].chunks(2)) {
        let sizes = sizes.iter().filter_map(|size| fun.params.iter().position(|param| param == size));
        let sizes: Vec<&Value> = sizes.filter_map(|i| args.get(i)).collect();
        let (offsets, total) = offsets(&sizes);
        frame.upload(made[0], &offsets)?;
        scalars.extend([0, total as u64]);
    }
    Ok(scalars)
}

/// The offsets of a volume, little-endian, and their total: what the products of sizes sum up to.
fn offsets(sizes: &[&Value]) -> (Vec<u8>, i64) {
    let rows = sizes.first().map_or(0, |sizes| sizes.data.len() / 8);
    let mut offsets = Vec::with_capacity(8 * (rows + 1));
    let mut total = 0i64;
    for row in 0..rows {
        offsets.extend(total.to_le_bytes());
        let size = |sizes: &Value| sizes.data[8 * row..8 * row + 8].try_into().map_or(0, i64::from_le_bytes);
        total = total.wrapping_add(sizes.iter().map(|sizes| size(sizes)).fold(1, i64::wrapping_mul));
    }
    offsets.extend(total.to_le_bytes());
    (offsets, total)
}

/// Fetches the results.
fn collect(frame: &mut Frame, numbers: &[u64]) -> Result<Vec<Output>, RunError> {
    let fun: &HostFun = frame.fun;
    let output = |(result, number): (&ir::kernel::KVar, &u64)| match fun.vars[*result].ty {
        KType::Buf(elem) => {
            let data = frame.download(*result, *number as i64)?;
            Ok(Output::Dense { elem, data })
        }
        ty @ (KType::Scalar(_) | KType::Index) => {
            Ok(Output::Scalar(Scalar::from_bits(scalar_type(ty).unwrap_or(ScalarType::I64), *number)))
        }
    };
    fun.results.iter().zip(numbers).map(output).collect()
}

/// Whether statements call functions.
fn calls_functions(stms: &[HostStm]) -> bool {
    stms.iter().any(|stm| match stm {
        HostStm::Call { .. } => true,
        HostStm::If { then, els, .. } => calls_functions(then) || calls_functions(els),
        HostStm::While { pre, body, .. } => calls_functions(pre) || calls_functions(body),
        HostStm::Set(..)
        | HostStm::Share { .. }
        | HostStm::Alloc { .. }
        | HostStm::Reuse { .. }
        | HostStm::Release(_)
        | HostStm::Copy { .. }
        | HostStm::Launch { .. }
        | HostStm::Read { .. }
        | HostStm::Check { .. } => false,
    })
}
