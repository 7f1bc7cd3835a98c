//! The device that interprets kernels: its programs are Kernel text, and it tells races and accesses outside of buffers.
//!
//! For tests of schedules: groups and lanes get on in an order that differs from launch to launch and is the same in every run.

use interp::kernel::{BufId, Memory, Record};
use ir::kernel::{KernelId, Program, RECORD_CALLS, RECORD_SLOTS};
use rt::device::{Info, Launch, LaunchArg, Module, Raw, Signature};
use rt::{Device, DeviceError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A machine made of an interpreter.
pub struct Simulator {
    info: Info,
    memory: Arc<Mutex<Memory>>,
}

/// How many lanes the simulated machine likes: several groups of them, which are so small that little data fills them.
const WORKERS: i64 = 22;
const LANES: u32 = 4;

impl Simulator {
    /// A machine that runs groups of lanes.
    pub fn gpu() -> Simulator {
        Simulator::new("kernel (interpreted)", LANES)
    }

    /// A machine whose groups have one lane.
    pub fn cpu() -> Simulator {
        Simulator::new("kernel-cpu (interpreted)", 1)
    }

    fn new(name: &str, lanes: u32) -> Simulator {
        let name = name.to_string();
        let info = Info {
            listed: name.clone(),
            name,
            workers: WORKERS,
            lanes,
            groups_progress: true,
            memory: None,
            remark: None,
        };
        Simulator { info, memory: Arc::default() }
    }
}

fn lock(memory: &Mutex<Memory>) -> MutexGuard<'_, Memory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lost(what: impl std::fmt::Display) -> DeviceError {
    DeviceError::Lost { what: what.to_string() }
}

fn id(raw: Raw) -> BufId {
    BufId(raw.number() as u32)
}

/// Part of a buffer.
fn part(memory: &mut Memory, raw: Raw, at: usize, len: usize) -> Result<&mut [u8], DeviceError> {
    let bytes = memory.bytes(id(raw)).ok_or_else(|| lost("memory that was given back"))?;
    bytes.get_mut(at..at + len).ok_or_else(|| lost("a copy beyond the end of a buffer"))
}

impl Device for Simulator {
    fn info(&self) -> &Info {
        &self.info
    }

    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError> {
        Ok(Raw::new(lock(&self.memory).alloc(bytes).0.into()))
    }

    fn free(&self, raw: Raw) {
        lock(&self.memory).free(id(raw));
    }

    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError> {
        part(&mut lock(&self.memory), to, at, data.len())?.copy_from_slice(data);
        Ok(())
    }

    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError> {
        data.copy_from_slice(part(&mut lock(&self.memory), from, at, data.len())?);
        Ok(())
    }

    fn copy(
        &self,
        to: Raw,
        to_at: usize,
        from: Raw,
        from_at: usize,
        bytes: usize,
    ) -> Result<(), DeviceError> {
        let mut memory = lock(&self.memory);
        let data = part(&mut memory, from, from_at, bytes)?.to_vec();
        part(&mut memory, to, to_at, bytes)?.copy_from_slice(&data);
        Ok(())
    }

    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError> {
        part(&mut lock(&self.memory), raw, 0, bytes)?.fill(0);
        Ok(())
    }

    fn load(&self, source: &str, _: &[Signature]) -> Result<Box<dyn Module>, DeviceError> {
        let refuse = |log: String| DeviceError::Build { log };
        let program = ir::parse_kernel(source).map_err(|e| refuse(e.to_string()))?;
        ir::verify_kernel(&program).map_err(|errors| refuse(errors.join("\n")))?;
        Ok(Box::new(Simulated { program, memory: self.memory.clone() }))
    }

    fn sync(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}

struct Simulated {
    program: Program,
    memory: Arc<Mutex<Memory>>,
}

impl Module for Simulated {
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError> {
        let mut memory = lock(&self.memory);
        let place = part(&mut memory, launch.record, 0, RECORD_BYTES)?;
        let mut record = read(place);
        let bits = |arg: &LaunchArg| match arg {
            LaunchArg::Bits(bits) => *bits,
            LaunchArg::Buf(raw) => raw.number(),
        };
        let call = interp::kernel::Launch {
            kernel: KernelId(launch.kernel as u32),
            groups: launch.groups,
            number: launch.number,
            args: launch.args.iter().map(bits).collect(),
            seed: 0x5DEE_CE66 ^ ((launch.number as u64) << 20),
        };
        interp::kernel::launch(&self.program, &call, &mut memory, &mut record).map_err(lost)?;
        write(&record, part(&mut memory, launch.record, 0, RECORD_BYTES)?);
        Ok(())
    }
}

/// The failure record in memory, as generated code sees it: claim, check, indices, operands, calls, more, deep, a gap, call.
const RECORD_BYTES: usize = 8 + 16 * RECORD_SLOTS + 16 + 4 * RECORD_CALLS;

fn read(bytes: &[u8]) -> Record {
    let word = |at: usize| bytes[at..at + 4].try_into().map_or(0, i32::from_le_bytes);
    // Whoever claims it writes the rest.
    Record { claim: word(0), ..Record::default() }
}

fn write(record: &Record, to: &mut [u8]) {
    if record.claim == 0 || read(to).claim != 0 {
        return;
    }
    let halves = [record.calls, record.more, i32::from(record.deep), 0];
    let mut bytes = vec![];
    bytes.extend(record.claim.to_le_bytes());
    bytes.extend(record.check.to_le_bytes());
    bytes.extend(record.at.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(record.vals.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend(halves.iter().chain(&record.call).flat_map(|x| x.to_le_bytes()));
    to.copy_from_slice(&bytes);
}
