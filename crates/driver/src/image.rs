//! A compiled program as bytes: what is needed to run it without the compiler.
//!
//! These are the signatures of its entry points (as Flat, without bodies), how their values are put together, its Kernel program
//! (without the bodies of kernels), all as text, and its code: a shared library for the processor, the text of the kernels for a GPU, whose driver compiles it.

use crate::backend::Backend;
use crate::devices::Place;
use crate::error::{Error, runtime_error};
use crate::interface_text;
use crate::unit::{Unit, count_fits};
use ir::interface::Interface;
use ir::{Flat, kernel};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What an image is read by: the version, and a hash of the sources that decide how it is read and run (`build.rs`).
pub const STAMP: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("WINDROW_STAMP"));

/// A compiled program.
#[derive(Clone, PartialEq, Debug)]
pub struct Image {
    /// Where it runs.
    pub backend: Backend,
    /// The entry points.
    pub entries: Vec<EntryPoint>,
    /// How the values of the entry points are put together.
    pub interfaces: Vec<Interface>,
    /// The text of a Flat program.
    pub(crate) signatures: String,
    /// The text of a Kernel program.
    pub(crate) kernel: String,
    pub(crate) code: Vec<u8>,
    /// The instruction sets of the processor that the code was made for.
    pub(crate) features: BTreeSet<String>,
}

/// An entry point of a compiled program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: String,
    /// Name and type of each value that it takes, in the order in which they are read.
    pub takes: Vec<String>,
}

impl EntryPoint {
    /// Whether it takes so many values.
    pub fn takes_so_many(&self, found: usize) -> Result<(), Error> {
        count_fits(&self.name, &self.takes, found)
    }
}

impl Image {
    /// Opens the device called `wanted`, or the one that the backend prefers.
    pub fn open(&self, wanted: Option<&str>) -> Result<Place, Error> {
        self.open_with(wanted, None)
    }

    /// The same; a program for the processor uses so many threads.
    pub fn open_with(&self, wanted: Option<&str>, threads: Option<usize>) -> Result<Place, Error> {
        if self.backend != Backend::Native {
            return Place::open(self.backend, wanted);
        }
        if let Some(wanted) = wanted {
            let why = format!("there is no device {wanted}: this program runs on the processor");
            return Err(Error::Use(why));
        }
        let missing = rt::processor::missing(&self.features);
        if !missing.is_empty() {
            return Err(Error::Device(format!(
                "this program was built for a processor that also has {}; build it again on a machine like this one",
                missing.join(", ")
            )));
        }
        let native = rt::native::Native::holding(self.code.clone(), threads);
        Ok(Place { backend: self.backend, device: Some(Arc::new(native)), name: None })
    }

    /// Brings the program to a device that [`Image::open`] gave, to use at most so many bytes of its memory.
    pub fn load(&self, place: &Place, memory: Option<usize>) -> Result<Unit, Error> {
        let Some(device) = place.device.clone() else {
            return Err(Error::Bug("an image for a backend without devices".into()));
        };
        let context = rt::Context::new(device, memory).map_err(runtime_error)?;
        self.load_within(Arc::new(context))
    }

    /// The same on a device whose memory others use too.
    pub fn load_within(&self, context: Arc<rt::Context>) -> Result<Unit, Error> {
        let (flat, kernel) = self.parts()?;
        let lanes = kernel.kernels.iter().map(|(_, kernel)| kernel.lanes).max().unwrap_or(1);
        let info = context.device().info();
        if lanes > 1 && info.lanes == 1 {
            return Err(Error::Device(format!(
                "this program was built for a device whose groups have {lanes} lanes, which {} does not like; build it again on a machine like this one",
                info.name
            )));
        }
        // The processor's device holds its code already.
        let text = if self.backend == Backend::Native { &[] } else { self.code.as_slice() };
        let text = std::str::from_utf8(text).map_err(|e| Error::Bug(e.to_string()))?;
        Unit::new(flat, kernel, text, context, rt::Options::default())
    }

    /// A program of which only the signatures of the entry points are whole.
    pub fn signatures(&self) -> Result<Flat, Error> {
        ir::parse_flat(&self.signatures).map_err(not_read)
    }

    pub(crate) fn parts(&self) -> Result<(Flat, kernel::Program), Error> {
        Ok((self.signatures()?, ir::parse_kernel(&self.kernel).map_err(not_read)?))
    }

    /// The bytes of the image: lists of texts, each text with its length in front. The first is [`STAMP`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![];
        let mut part = |part: &[u8]| {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        };
        part(STAMP.as_bytes());
        part(self.backend.name().as_bytes());
        part(self.signatures.as_bytes());
        part(self.kernel.as_bytes());
        part(&self.code);
        let features: Vec<&str> = self.features.iter().map(String::as_str).collect();
        part(features.join("\n").as_bytes());
        let interfaces: Vec<String> = self.interfaces.iter().map(interface_text::print).collect();
        part(interfaces.join("\n").as_bytes());
        for entry in &self.entries {
            let lines: Vec<&str> =
                std::iter::once(&entry.name).chain(&entry.takes).map(String::as_str).collect();
            part(lines.join("\n").as_bytes());
        }
        bytes
    }

    /// Reads what [`Image::to_bytes`] of the same build made; says what else it is.
    pub fn from_bytes(bytes: &[u8]) -> Result<Image, NotRead> {
        let parts = parts(bytes).ok_or(NotRead::Damaged)?;
        let (stamp, parts) = parts.split_first().ok_or(NotRead::Damaged)?;
        if *stamp != STAMP.as_bytes() {
            // A stamp is a short line; anything else was never one.
            let stamp = std::str::from_utf8(stamp).ok().filter(|stamp| stamp.len() < 64);
            return Err(stamp.map_or(NotRead::Damaged, |stamp| NotRead::OtherBuild(stamp.to_string())));
        }
        Image::from_parts(parts).ok_or(NotRead::Damaged)
    }

    fn from_parts(parts: &[&[u8]]) -> Option<Image> {
        let [backend, signatures, kernel, code, features, interfaces, entries @ ..] = parts else {
            return None;
        };
        let text = |part: &[u8]| String::from_utf8(part.to_vec()).ok();
        let lines = |part: &[u8]| Some(text(part)?.lines().map(str::to_string).collect::<Vec<_>>());
        let entry = |part: &&[u8]| {
            let mut lines = lines(part)?.into_iter();
            Some(EntryPoint { name: lines.next()?, takes: lines.collect() })
        };
        Some(Image {
            backend: Backend::from_name(&text(backend)?)?,
            entries: entries.iter().map(entry).collect::<Option<_>>()?,
            interfaces: text(interfaces)?.lines().map(interface_text::parse).collect::<Option<_>>()?,
            signatures: text(signatures)?,
            kernel: text(kernel)?,
            code: code.to_vec(),
            features: lines(features)?.into_iter().collect(),
        })
    }
}

/// Why bytes are no image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotRead {
    /// Nothing was ever written like this.
    Damaged,
    /// Another build has written it, which has this stamp.
    OtherBuild(String),
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRead::Damaged => f.write_str("the compiled program is damaged; build it again"),
            NotRead::OtherBuild(stamp) => write!(
                f,
                "the program was compiled by windrow {stamp}, and this is the runtime of windrow {STAMP}; build it again, with a command \
                 and a runtime of one build"
            ),
        }
    }
}

/// The texts that bytes consist of.
fn parts(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut parts = vec![];
    while !bytes.is_empty() {
        let (len, rest) = bytes.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
        parts.push(part);
        bytes = rest;
    }
    Some(parts)
}

pub(crate) fn not_read(e: ir::ParseError) -> Error {
    Error::Bug(format!("a compiled program cannot be read back: {e}"))
}
