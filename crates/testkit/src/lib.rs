//! Tests of the whole: random programs, every pass and every backend against the interpreter.
//!
//! | file | what |
//! |---|---|
//! | `rng` | a small generator of random numbers |
//! | `tree` | source expressions as trees with types, printed and shrunk |
//! | `generate` | well-typed random programs |
//! | `data` | random arguments |
//! | `coverage` | what the generator has made |
//! | `stages` | one program through every pass |
//! | `sources` | one program formatted, and in chunks |
//! | `differ` | the differential runner |
//! | `shrink` | smaller programs that fail alike |
//! | `clock` | where the time goes |
//! | `fuzz` | many programs, in processes of their own |
//! | `hostile` | broken and deeply nested programs and values |
//! | `mutants` | deliberate bugs that the above must find |
//! | `witness` | an evaluator of its own for random programs |
//! | `filetest` | IR file tests |
//! | `yardstick` | what programs cost, recorded in tables |

pub mod clock;
pub mod coverage;
pub mod data;
pub mod differ;
pub mod filetest;
pub mod fuzz;
pub mod generate;
pub mod hostile;
pub mod mutants;
pub mod rng;
pub mod shrink;
pub mod sources;
pub mod stages;
pub mod tree;
pub mod witness;
pub mod yardstick;
