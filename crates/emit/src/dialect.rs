//! What differs between the C-family languages, as small facts.
//!
//! Spelling that text alone can settle (types, qualifiers, atomics, groups and lanes) is in the support files as macros
//! and functions of one name; this table holds what the printer itself must know.

use ir::Processor;

/// One C-family language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Its name, for people.
    pub name: &'static str,
    /// The text in front of every program.
    pub support: &'static [&'static str],
    /// Whether a kernel gets its arguments as an array of slots; else as parameters of its own.
    pub slots: bool,
    /// Whether groups can have several lanes.
    pub lanes: bool,
    /// How many neighbouring lanes see each other's registers, if any do: these have shuffles, and look back together.
    pub warp: Option<u32>,
    /// What groups share that run at a time.
    pub processor: Processor,
    /// Whether elements that lie side by side can be read and written at once.
    pub wide: bool,
    /// Whether functions may call themselves.
    pub recursion: bool,
    /// Whether a product is so much faster than a division that loops have reciprocals of what they divide by.
    pub reciprocals: bool,
    /// Whether loops have pointers to the rows that they access: registers for addresses are there.
    pub row_pointers: bool,
    /// The text in front of programs with vector loops, where they run in lanes.
    pub vectors: Option<&'static str>,
    /// Whether a text can be compiled in parts.
    pub parts: bool,
}

impl Dialect {
    /// C for the system compiler: a kernel runs a range of groups, one after the other.
    pub const NATIVE: Dialect = Dialect {
        name: "native",
        support: &[
            include_str!("support/native.h"),
            include_str!("support/common.h"),
            include_str!("support/divide.h"),
        ],
        slots: true,
        lanes: false,
        warp: None,
        processor: Processor::CPU,
        wide: false,
        recursion: true,
        reciprocals: true,
        row_pointers: true,
        vectors: Some(include_str!("support/vector.h")),
        parts: true,
    };
    /// OpenCL C 1.2 with doubles and 64-bit atomics: a thread is a lane.
    pub const OPENCL: Dialect = Dialect {
        name: "opencl",
        support: &[include_str!("support/opencl.cl"), include_str!("support/common.h")],
        slots: false,
        lanes: true,
        warp: None,
        processor: Processor::GPU,
        wide: false,
        recursion: false,
        reciprocals: false,
        row_pointers: false,
        vectors: None,
        parts: false,
    };
    /// CUDA C++ for NVRTC: a thread is a lane.
    pub const CUDA: Dialect = Dialect {
        name: "cuda",
        support: &[
            include_str!("support/cuda.cu"),
            include_str!("support/common.h"),
            include_str!("support/divide.h"),
        ],
        slots: false,
        lanes: true,
        warp: Some(32),
        processor: Processor::GPU,
        wide: true,
        recursion: true,
        reciprocals: true,
        row_pointers: false,
        vectors: None,
        parts: false,
    };
}
