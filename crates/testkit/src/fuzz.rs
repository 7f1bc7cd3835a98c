//! Many random programs, in worker processes: a crash or an endless loop of generated code is a finding too.

mod driver;
mod worker;

pub use driver::fuzz;

use ::driver::Backend;

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many programs.
    #[arg(long, default_value_t = 100)]
    pub count: u64,
    /// The seed of the first; the others follow.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to run, besides after every pass: native, opencl, cuda; `interp` alone runs the passes only.
    #[arg(long, value_delimiter = ',', default_value = "interp,native,opencl")]
    pub backends: Vec<String>,
    /// Entry points in each program.
    #[arg(long, default_value_t = 6)]
    pub entries: usize,
    /// Run every option set of every backend, not one of three by turns.
    #[arg(long)]
    pub thorough: bool,
    /// Run every program by every schedule, compiled as users' programs are.
    #[arg(long)]
    pub schedules: bool,
    /// Worker processes.
    #[arg(long, default_value_t = 2)]
    pub jobs: u64,
    /// Stop after this many findings.
    #[arg(long, default_value_t = 20)]
    pub findings: usize,
    /// Attempts to make a failing program smaller.
    #[arg(long, default_value_t = 300)]
    pub shrink: usize,
    /// Longest time for one program, shrinking included, in seconds.
    #[arg(long, default_value_t = 240)]
    pub patience: u64,
    /// Folder for failing programs.
    #[arg(long, default_value = "target/fuzz")]
    pub out: String,
    /// Do the work here; the driver starts these.
    #[arg(long, hide = true)]
    pub worker: bool,
    /// Step between seeds of a worker.
    #[arg(long, hide = true, default_value_t = 1)]
    pub step: u64,
}

impl Args {
    fn backends(&self) -> Result<Vec<Backend>, String> {
        let one = |name: &String| {
            Backend::from_name(name).ok_or_else(|| format!("error: there is no backend called {name}"))
        };
        self.backends.iter().map(one).collect()
    }
}
