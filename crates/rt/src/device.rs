//! What a device can do: the one interface between the runtime and a machine that runs kernels.
//!
//! A device reports only what callers cannot foresee: no memory, a lost device, a program that does not build, a missing
//! library. Ranges and argument lists are checked above it, by [`crate::memory`] and [`crate::Loaded`].

use ir::kernel::{IndexWidth, KType, Kernel};
use std::fmt;

/// A machine that runs kernels and the memory beside it. Work is done in the order it is asked for.
pub trait Device: Send + Sync {
    /// What it is and what it likes.
    fn info(&self) -> &Info;
    /// New memory with unspecified contents, aligned for every scalar, of [`padded`] size.
    fn alloc(&self, bytes: usize) -> Result<Raw, DeviceError>;
    /// Gives memory back.
    fn free(&self, raw: Raw);
    /// From the host to `to`, starting `at` bytes into it.
    fn upload(&self, to: Raw, at: usize, data: &[u8]) -> Result<(), DeviceError>;
    /// From `from`, starting `at` bytes into it, to the host; waits for work that was asked for before.
    fn download(&self, from: Raw, at: usize, data: &mut [u8]) -> Result<(), DeviceError>;
    /// Several pieces of memory to the host, as [`Device::download`] brings each; the host waits once.
    fn download_all(&self, pieces: &mut [Piece]) -> Result<(), DeviceError> {
        pieces.iter_mut().try_for_each(|piece| self.download(piece.from, piece.at, piece.into))
    }
    /// Between two places in device memory, which do not overlap.
    fn copy(&self, to: Raw, to_at: usize, from: Raw, from_at: usize, bytes: usize)
    -> Result<(), DeviceError>;
    /// Clears the first bytes.
    fn zero(&self, raw: Raw, bytes: usize) -> Result<(), DeviceError>;
    /// Builds a program text; `kernels` are the kernels it defines.
    fn load(&self, source: &str, kernels: &[Signature]) -> Result<Box<dyn Module>, DeviceError>;
    /// Waits until everything asked for is done.
    fn sync(&self) -> Result<(), DeviceError>;
    /// Whether [`Raw::number`] is an address of this process: the device uses host memory where it is, and the host reads what the
    /// device wrote where that is.
    fn uses_host_memory(&self) -> bool {
        false
    }
    /// How the device is shared with other libraries of this process, if it can be: then [`Raw::number`] is an address that they know.
    fn sharing(&self) -> Option<&dyn Sharing> {
        None
    }
}

/// A CUDA device whose memory other libraries of this process read and write, too.
///
/// Streams are handles of the driver; 0 and 1 are the default stream, 2 is that of the thread.
pub trait Sharing {
    /// Its number among the devices of CUDA.
    fn ordinal(&self) -> i32;
    /// The stream that all work is done in.
    fn stream(&self) -> u64;
    /// Says why the device cannot use memory at this address, if it cannot.
    fn check(&self, address: u64) -> Result<(), String>;
    /// Lets all work that is asked for from now on wait for work of others.
    ///
    /// # Safety
    /// The stream or event exists.
    unsafe fn wait_for(&self, work: Work) -> Result<(), DeviceError>;
    /// Lets what is put into a stream of others from now on wait for all work that has been asked for here.
    ///
    /// # Safety
    /// The stream exists.
    unsafe fn hold_back(&self, stream: u64) -> Result<(), DeviceError>;
    /// Waits for all work on the device, whoever asked for it.
    fn settle(&self) -> Result<(), DeviceError>;
}

/// Work of another library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// What is in a stream now.
    Stream(u64),
    /// What an event was recorded after.
    Event(u64),
}

/// So many bytes as whole 64-bit words, and one word more: a kernel in which a check has failed may read the element behind the last.
pub fn padded(bytes: usize) -> Result<usize, DeviceError> {
    let words = bytes.checked_next_multiple_of(8).and_then(|size| size.checked_add(8));
    words.ok_or(DeviceError::OutOfMemory { bytes })
}

/// A program on a device; dropping it unloads it.
pub trait Module: Send + Sync {
    /// Starts a kernel. There is at least one group, and the arguments fit the signature.
    fn launch(&self, launch: &Launch) -> Result<(), DeviceError>;
    /// The compiled host part with this symbol, where the device has one.
    fn host(&self, _symbol: &str) -> Option<crate::table::HostEntry> {
        None
    }
}

/// What a device is and what it likes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// For people.
    pub name: String,
    /// Its name in the list of the backend's devices.
    pub listed: String,
    /// How many lanes that work for themselves keep it busy.
    pub workers: i64,
    /// How many lanes a group should have.
    pub lanes: u32,
    /// Whether every group that has begun gets on while others wait for it.
    pub groups_progress: bool,
    /// Its memory in bytes, where known.
    pub memory: Option<usize>,
    /// Why it was taken although a user would expect another, where that is so.
    pub remark: Option<String>,
}

/// A device of this machine that has not been opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its name and platform; no other device of its backend has the same.
    pub name: String,
    /// Why it cannot be used.
    pub problem: Option<String>,
}

/// Memory of a device: an address or an object, as the device that made it likes. It does not say which device that was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Raw(pub(crate) u64);

impl Raw {
    /// What a device made.
    pub fn new(number: u64) -> Raw {
        Raw(number)
    }

    /// What it was made of.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// A piece of device memory that the host wants.
#[derive(Debug)]
pub struct Piece<'a> {
    /// The memory.
    pub from: Raw,
    /// How many bytes into it the piece begins.
    pub at: usize,
    /// Where it goes, of its length.
    pub into: &'a mut [u8],
}

/// One run of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Position in the list of signatures.
    pub kernel: usize,
    /// How many groups.
    pub groups: i64,
    /// The number by which a failing lane claims the record, and by which groups that wait for each other know that what they see is of
    /// this launch; not 0, and no other launch since the memory for chains was cleared has it.
    pub number: i32,
    /// The failure record.
    pub record: Raw,
    /// Memory for chains, so many words for each group as the signature says: one where only marks with numbers of launches are, behind a
    /// word that is 0, and one for values. Any, if the signature says 0.
    pub marks: Raw,
    /// Its second part.
    pub values: Raw,
    /// One per parameter.
    pub args: &'a [LaunchArg],
}

/// An argument of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaunchArg {
    /// A scalar, in the low bytes.
    Bits(u64),
    /// A buffer.
    Buf(Raw),
}

/// What a kernel is called and what it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The symbol.
    pub name: String,
    /// Its parameters in front of those that every kernel has.
    pub params: Vec<Param>,
    /// How many lanes a group has.
    pub lanes: u32,
    /// How many words of memory for chains a group needs.
    pub chain: u32,
}

/// A parameter of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// A scalar of this many bytes.
    Scalar(usize),
    /// A buffer.
    Buf,
}

impl Signature {
    /// The signature that generated text gives a kernel.
    pub fn of(kernel: &Kernel) -> Signature {
        let param = |ty: KType| match (ty, kernel.index) {
            (KType::Scalar(ty), _) => Param::Scalar(ty.bytes()),
            (KType::Index, IndexWidth::W32) => Param::Scalar(4),
            (KType::Index, IndexWidth::W64) => Param::Scalar(8),
            (KType::Buf(_), _) => Param::Buf,
        };
        let params = kernel.params.iter().map(|p| param(kernel.vars[*p].ty)).collect();
        Signature {
            name: format!("kernel_{}", kernel.name),
            params,
            lanes: kernel.lanes,
            chain: kernel.chain,
        }
    }
}

/// Why a device did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// Not enough memory for this many bytes.
    OutOfMemory {
        /// How many were asked for.
        bytes: usize,
    },
    /// The device broke down; nothing on it can be used any more.
    Lost {
        /// What it said.
        what: String,
    },
    /// The program text was refused.
    Build {
        /// What the compiler said.
        log: String,
    },
    /// A library, a program or a capability is not there.
    Missing {
        /// What.
        what: String,
        /// How to get it.
        how: String,
    },
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceError::OutOfMemory { bytes } => write!(f, "the device has no memory for {bytes} bytes"),
            DeviceError::Lost { what } => write!(f, "the device failed: {what}"),
            DeviceError::Build { log } => write!(f, "the generated code does not compile:\n{log}"),
            DeviceError::Missing { what, how } => write!(f, "{what} is missing; {how}"),
        }
    }
}
impl std::error::Error for DeviceError {}
