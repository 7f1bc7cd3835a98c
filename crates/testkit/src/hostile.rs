//! Hostile input for the front end and the readers of data: broken programs and values, and deep nesting.
//!
//! Each input follows from a seed and the corpus. A child process takes one after the other; the driver looks for panics, for
//! messages that call themselves a bug, for crashes (a stack overflow among them), and for inputs that take too long.

mod corpus;
mod deep;
mod driver;
mod mutate;
mod target;

pub use driver::{fuzz_data, fuzz_front};

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How long.
    #[arg(long, default_value_t = 20.0)]
    pub minutes: f64,
    /// The seed of the first input; the others follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Stop after this many inputs.
    #[arg(long)]
    pub count: Option<u64>,
    /// Another folder with programs to start from, besides tests/ and examples/.
    #[arg(long, value_name = "FOLDER")]
    pub corpus: Vec<String>,
    /// Longest time for one input in seconds.
    #[arg(long, default_value_t = 30.0)]
    pub limit: f64,
    /// Stop after this many findings.
    #[arg(long, default_value_t = 20)]
    pub findings: usize,
    /// Folder for the inputs that are findings.
    #[arg(long, default_value = "target/fuzz")]
    pub out: String,
    /// Do the work here; the driver starts these.
    #[arg(long, hide = true)]
    pub worker: bool,
}
