//! A program on a device, ready to be run any number of times.

use crate::context::Context;
use crate::device::{Device, Module, Signature};
use crate::frame::{Code, Frame};
use crate::host::{Evaluator, scalar_type};
use crate::lengths::{Lengths, put, starts};
use crate::memory::{Buffer, Memory, Stats};
use crate::profile::Profile;
use crate::{RunError, Stop, calls, inputs, table};
use base::{Scalar, ScalarType};
use ir::Value;
use ir::kernel::{HostFun, HostStm, KType, Program};
use ir::value::Misfit;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An argument of a host part.
#[derive(Clone, Debug)]
pub enum Input {
    /// A scalar.
    Scalar(Scalar),
    /// The dense data of an array. The host part may overwrite it if nobody else holds it.
    Buffer(Buffer),
    /// An array that the host part does not use.
    Unused,
}

/// A result as it leaves the host part: existential sizes and data are results of their own.
#[derive(Clone, Debug)]
pub enum Returned {
    /// A scalar.
    Scalar(Scalar),
    /// The dense data of an array, which stays on the device.
    Dense {
        /// The type of the elements.
        elem: ScalarType,
        /// Where they are; it may be larger.
        data: Buffer,
        /// How many there are.
        len: usize,
    },
    /// Sizes of rows, by where each of them begins and the last one ends.
    Offsets {
        /// One number more than rows.
        data: Buffer,
        /// How many rows there are.
        rows: usize,
    },
    /// A parameter as it was, which the caller did not pass because nothing else is done with it: [`Input::Unused`].
    Passed,
}

/// What a run gave and took.
#[derive(Clone, Debug)]
pub struct Called {
    /// The results.
    pub results: Vec<Returned>,
    /// How long it took, until the device was done.
    pub time: Duration,
    /// What it did, if that was asked for.
    pub profile: Option<Profile>,
}

/// A result on the host.
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
    /// For each function, which of its parameters it does more with than returning them.
    used: Vec<Vec<bool>>,
    signatures: Vec<Signature>,
    /// For each function, its host part where that was compiled and is to be used.
    hosts: Vec<Option<table::HostEntry>>,
    module: Box<dyn Module>,
    context: Arc<Context>,
    options: Options,
}

impl Loaded {
    /// Builds `source`, the text of `program` in the dialect of `device`, with memory of its own.
    pub fn new(
        device: Arc<dyn Device>,
        program: Program,
        source: &str,
        options: Options,
    ) -> Result<Loaded, RunError> {
        let context = Arc::new(Context::new(device, options.memory)?);
        Loaded::within(context, program, source, options)
    }

    /// The same, with memory that other programs use too; it has its own limit.
    pub fn within(
        context: Arc<Context>,
        program: Program,
        source: &str,
        options: Options,
    ) -> Result<Loaded, RunError> {
        let signatures: Vec<Signature> = program.kernels.iter().map(|(_, k)| Signature::of(k)).collect();
        let module = context.device().load(source, &signatures)?;
        let used = program.funs.iter().map(inputs::used).collect();
        let host = |number| module.host(&format!("host_{number}")).filter(|_| !options.host_eval);
        let hosts = (0..program.funs.len()).map(host).collect();
        Ok(Loaded { program, used, signatures, hosts, module, context, options })
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Where it is.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// How device memory has been used.
    pub fn memory(&self) -> Stats {
        self.context.stats()
    }

    /// The number of a function.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.program.funs.iter().position(|f| f.name == name)
    }

    /// For each parameter of a function, whether anything is done with it but returning it.
    pub(crate) fn used(&self, number: usize) -> &[bool] {
        &self.used[number]
    }

    /// Runs a function, after those that other threads run, on one argument per parameter: those of the Flat function, then offsets
    /// and total of each volume that is given.
    pub fn call(&self, number: usize, inputs: Vec<Input>, stop: &Stop) -> Result<Called, RunError> {
        let fun = &self.program.funs[number];
        let mut queue = self.context.queue();
        let queue = &mut *queue;
        let memory = self.context.memory();
        let code = Code {
            program: &self.program,
            signatures: &self.signatures,
            module: self.module.as_ref(),
            device: self.context.device().as_ref(),
            record: queue.record,
            stop,
        };
        let mut profile = self.options.profile.then(|| Profile::new(&self.program));
        memory.forget_peak();
        let mut frame = Frame::new(&code, fun, memory, &mut queue.launches, profile.as_mut())?;
        let scalars = pass(&mut frame, inputs)?;
        // Uploads may still be under way.
        code.device.sync()?;
        let start = Instant::now();
        frame.go_on()?;
        let host_part = |frame: &mut Frame| match self.hosts[number] {
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
        code.device.sync()?;
        let time = start.elapsed();
        let results = detach(&mut frame, memory, &numbers);
        drop(frame);
        if let Some(profile) = &mut profile {
            profile.peak = memory.stats().peak;
            profile.time = time;
        }
        Ok(Called { results: results?, time, profile })
    }

    /// Runs the function called `name` on one value per parameter of the Flat function: a scalar, or an array of which only the data
    /// counts. Everything is copied, to the device and back.
    pub fn run(&self, name: &str, args: &[Value]) -> Result<Vec<Output>, RunError> {
        let (outputs, _) = self.run_profiled(name, args)?;
        Ok(outputs)
    }

    /// The same, with what the run did if the options ask for it.
    pub fn run_profiled(
        &self,
        name: &str,
        args: &[Value],
    ) -> Result<(Vec<Output>, Option<Profile>), RunError> {
        let Some(number) = self.find(name) else {
            return Err(wrong(format!("there is no entry point called {name}")));
        };
        let fun = &self.program.funs[number];
        let own = fun.params.len() - 2 * fun.given.len();
        if own != args.len() {
            return Err(wrong(format!("{} takes {own} values, got {}", fun.name, args.len())));
        }
        let start = Instant::now();
        let before = self.context.stats().copies;
        let mut inputs = vec![];
        for value in args {
            inputs.push(match value.lens.is_empty() && value.len() == 1 {
                true => Input::Scalar(value.get(0)),
                false => Input::Buffer(self.context.upload(&value.data)?),
            });
        }
        // A parameter that is an array of one element may look like a scalar.
        for ((input, param), value) in inputs.iter_mut().zip(&fun.params).zip(args) {
            if matches!((&input, fun.vars[*param].ty), (Input::Scalar(_), KType::Buf(_))) {
                *input = Input::Buffer(self.context.upload(&value.data)?);
            }
        }
        for sizes in &fun.given {
            let sizes = sizes.iter().filter_map(|size| fun.params.iter().position(|param| param == size));
            let sizes: Vec<Vec<i64>> = sizes.filter_map(|i| args.get(i)).map(Value::to_i64s).collect();
            let (offsets, total) = starts(&products(&sizes));
            let offsets = put(self.context.memory(), &offsets)?;
            inputs.extend([Input::Buffer(offsets), Input::Scalar(Scalar::I64(total))]);
        }
        let called = self.call(number, inputs, &Stop::new())?;
        let output = |result: &Returned| match result {
            Returned::Scalar(x) => Ok(Output::Scalar(*x)),
            Returned::Dense { elem, data, len } => {
                let array = crate::Array::new(*elem, vec![], data.clone(), *len);
                Ok(Output::Dense { elem: *elem, data: array.download()? })
            }
            Returned::Offsets { data, rows } => {
                let sizes = Lengths::of_offsets(data.clone(), *rows);
                let data = sizes.host()?.iter().flat_map(|size| size.to_le_bytes()).collect();
                Ok(Output::Dense { elem: ScalarType::I64, data })
            }
            Returned::Passed => Err(RunError::Broken(format!("{name}: an argument is lost"))),
        };
        let outputs = called.results.iter().map(output).collect::<Result<_, RunError>>()?;
        let mut profile = called.profile;
        if let Some(profile) = &mut profile {
            profile.transfers(&before, &self.context.stats().copies);
            profile.time = start.elapsed();
        }
        Ok((outputs, profile))
    }
}

fn wrong(text: String) -> RunError {
    RunError::Argument(Misfit::of(text))
}

/// For each row, the product of its sizes.
pub(crate) fn products(sizes: &[impl AsRef<[i64]>]) -> Vec<i64> {
    let rows = sizes.first().map_or(0, |sizes| sizes.as_ref().len());
    let size = |sizes: &[i64], row: usize| sizes.get(row).copied().unwrap_or(0);
    let product = |row| sizes.iter().map(|sizes| size(sizes.as_ref(), row)).fold(1, i64::wrapping_mul);
    (0..rows).map(product).collect()
}

/// Gives the arguments to the variables of the parameters, and returns the bits of the scalar ones, one number per parameter.
fn pass(frame: &mut Frame, inputs: Vec<Input>) -> Result<Vec<u64>, RunError> {
    let fun: &HostFun = frame.fun;
    if fun.params.len() != inputs.len() {
        let (wanted, got) = (fun.params.len(), inputs.len());
        return Err(wrong(format!("{} takes {wanted} arguments, got {got}", fun.name)));
    }
    let mut scalars = vec![];
    for (param, input) in fun.params.iter().zip(inputs) {
        let info = &fun.vars[*param];
        scalars.push(match (scalar_type(info.ty), input) {
            (Some(ty), Input::Scalar(x)) if x.ty() == ty => x.bits(),
            (None, Input::Buffer(buffer)) => {
                frame.hold(*param, buffer.into_handle())?;
                0
            }
            (None, Input::Unused) => 0,
            (Some(ty), Input::Scalar(x)) => {
                return Err(wrong(format!("argument {} must be {ty}, got {}", info.name, x.ty())));
            }
            (Some(ty), Input::Buffer(_) | Input::Unused) => {
                return Err(wrong(format!("argument {} must be {ty}, got an array", info.name)));
            }
            (None, Input::Scalar(x)) => {
                return Err(wrong(format!("argument {} must be an array, got {}", info.name, x.ty())));
            }
        });
    }
    Ok(scalars)
}

/// Takes the results out of the frame.
fn detach(frame: &mut Frame, memory: &Arc<Memory>, numbers: &[u64]) -> Result<Vec<Returned>, RunError> {
    let fun: &HostFun = frame.fun;
    let mut detached = vec![];
    for (result, number) in fun.results.iter().zip(numbers) {
        detached.push(match fun.vars[*result].ty {
            KType::Buf(_) if fun.params.contains(result) && !frame.holds(*result) => Returned::Passed,
            KType::Buf(elem) => {
                let (handle, bytes) = frame.detach(*result, *number as i64)?;
                let data = Buffer::new(memory.clone(), handle);
                let len = bytes / elem.bytes();
                match fun.as_offsets.contains(result) {
                    true => Returned::Offsets { data, rows: len.saturating_sub(1) },
                    false => Returned::Dense { elem, data, len },
                }
            }
            KType::Scalar(ty) => Returned::Scalar(Scalar::from_bits(ty, *number)),
            KType::Index => Returned::Scalar(Scalar::I64(*number as i64)),
        });
    }
    Ok(detached)
}

/// Whether statements call functions.
fn calls_functions(stms: &[HostStm]) -> bool {
    let calls = |stm: &HostStm| matches!(stm, HostStm::Call { .. });
    stms.iter().any(|stm| calls(stm) || stm.blocks().into_iter().any(calls_functions))
}
