//! The `windrow` command: arguments and exit codes. 0 is success, 1 a failure of the program or a test, 2 wrong use.

mod bench;
mod build;
mod dev;
mod fmt;
mod help;
mod interrupt;
mod profile;
mod repl;
mod run;
mod sources;
mod test;
mod times;

use clap::{Args, Parser, Subcommand};
use driver::devices::Devices;
use driver::pipeline::{self, Options};
use driver::{Backend, Error};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "windrow", version, about = "Nested data parallelism over irregular arrays")]
#[command(long_about = None, after_help = help::WINDROW)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a program without running it.
    Check {
        /// The program.
        file: String,
        /// Print the type of every definition.
        #[arg(long)]
        types: bool,
    },
    /// Run an entry point on values from standard input.
    #[command(after_help = help::RUN)]
    Run(run::RunArgs),
    /// Format programs: spaces, indentation and long lines.
    Fmt(fmt::FmtArgs),
    /// Evaluate definitions and expressions one after the other.
    Repl(repl::ReplArgs),
    /// Run the test stanzas of programs.
    #[command(after_help = help::TEST)]
    Test(test::TestArgs),
    /// Measure how long entry points take on the data sets of test stanzas.
    #[command(after_help = help::BENCH)]
    Bench(bench::BenchArgs),
    /// Make an executable of a program.
    #[command(after_help = help::BUILD)]
    Build(build::BuildArgs),
    /// Look inside the compiler.
    #[command(after_help = help::DEV)]
    Dev(dev::DevArgs),
    /// List the devices of all backends, with the numbers that `--device` takes.
    Devices,
}

/// Options of compilation.
#[derive(Args, Clone)]
pub(crate) struct CompileArgs {
    /// Switch an optimisation off; may be given several times (`windrow dev --passes` lists them).
    #[arg(long = "no", value_name = "PASS")]
    without: Vec<String>,
    /// Exploit only so many levels of nested maps; deeper reductions run inside kernels.
    #[arg(long, value_name = "N")]
    levels: Option<usize>,
    /// Cut streams into chunks of N elements; without it the compiler chooses.
    #[arg(long, value_name = "N")]
    chunk: Option<std::num::NonZeroU32>,
    /// Deal out the points of every kernel so that can be: walk, each, blocks, lanes(N), rows(N), short, share, chain or deal.
    #[arg(long, value_name = "SCHEDULE", value_parser = schedule)]
    by: Option<ir::By>,
    /// Round every operation on floats, and keep the order of reductions within a worker's share.
    #[arg(long)]
    strict_fp: bool,
    /// Verify every intermediate program.
    #[arg(long)]
    verify: bool,
    /// Let the interpreter test what the optimiser has proved.
    #[arg(long)]
    paranoid: bool,
}

/// Options of compilation and of what runs afterwards.
#[derive(Args, Clone)]
pub(crate) struct ExecuteArgs {
    #[command(flatten)]
    compile: CompileArgs,
    /// Evaluate the host part instead of compiling it.
    #[arg(long)]
    host_eval: bool,
    /// Use at most so many bytes of memory for arrays: of the device, or of the interpreter.
    #[arg(long, value_name = "BYTES")]
    memory: Option<usize>,
    /// Stop the interpreter after so many statements.
    #[arg(long, value_name = "STATEMENTS")]
    fuel: Option<u64>,
    /// The device: its number in `windrow devices`, its name, or a part of its name.
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
}

/// Where to run, as it is given on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// Wherever it is best.
    Auto,
    /// On this backend.
    On(Backend),
}

impl Where {
    /// The backends that come into question, best first.
    fn backends(self) -> Vec<Backend> {
        match self {
            Where::Auto => Backend::PREFERRED.to_vec(),
            Where::On(backend) => vec![backend],
        }
    }
}

/// A schedule by its name.
fn schedule(name: &str) -> Result<ir::By, String> {
    let known = ir::By::parse(name).filter(|by| *by != ir::By::Within);
    known.ok_or_else(|| format!("there is no such schedule; take one of: {}", ir::By::NAMES))
}

impl CompileArgs {
    fn options(&self) -> Result<Options, String> {
        let mut options = Options::default();
        for name in &self.without {
            if !pipeline::optimisations().contains(&name.as_str()) {
                let known = pipeline::optimisations().join(", ");
                return Err(format!("there is no optimisation called {name}; there are: {known}"));
            }
            options.without.insert(name.clone());
        }
        if let Some(levels) = self.levels {
            options.policy.levels = levels;
        }
        options.choices.chunk = self.chunk;
        options.by = self.by;
        options.verify |= self.verify;
        options.paranoid |= self.paranoid;
        options.contract &= !self.strict_fp;
        options.reorder &= !self.strict_fp;
        Ok(options)
    }
}

impl ExecuteArgs {
    fn options(&self) -> Result<Options, String> {
        let options = self.compile.options()?;
        let fuel = self.fuel.unwrap_or(options.fuel);
        Ok(Options { host_eval: self.host_eval, memory: self.memory, fuel, ..options })
    }

    /// The options as they were given.
    fn given(&self) -> Vec<String> {
        let mut given = vec![];
        let mut named = |name: &str, value: Option<String>| {
            value.into_iter().for_each(|value| given.extend([name.to_string(), value]));
        };
        let compile = &self.compile;
        compile.without.iter().for_each(|pass| named("--no", Some(pass.clone())));
        named("--levels", compile.levels.map(|n| n.to_string()));
        named("--chunk", compile.chunk.map(|n| n.to_string()));
        named("--by", compile.by.map(|by| by.to_string()));
        named("--memory", self.memory.map(|n| n.to_string()));
        named("--fuel", self.fuel.map(|n| n.to_string()));
        let flags = [
            ("--verify", compile.verify),
            ("--paranoid", compile.paranoid),
            ("--strict-fp", compile.strict_fp),
            ("--host-eval", self.host_eval),
        ];
        given.extend(flags.iter().filter(|(_, on)| *on).map(|(name, _)| name.to_string()));
        given
    }
}

/// `--no-fuse` is `--no fuse`.
fn arguments() -> Vec<String> {
    let mut args = vec![];
    for arg in std::env::args() {
        match arg.strip_prefix("--no-").filter(|name| pipeline::optimisations().contains(name)) {
            Some(name) => args.extend(["--no".to_string(), name.to_string()]),
            None => args.push(arg),
        }
    }
    args
}

fn parse_backend(name: &str) -> Result<Backend, String> {
    Backend::from_name(name).ok_or_else(|| "expected interp, native, opencl or cuda".to_string())
}

fn parse_where(name: &str) -> Result<Where, String> {
    if name == "auto" {
        return Ok(Where::Auto);
    }
    let backend = Backend::from_name(name).map(Where::On);
    backend.ok_or_else(|| "expected auto, interp, native, opencl or cuda".to_string())
}

/// Why a command stopped.
pub(crate) enum Stop {
    /// It was used wrongly: exit code 2.
    Use(String),
    /// Something failed: exit code 1.
    Failed(Error),
    /// The same, in words that are ready: exit code 1.
    Told(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

impl From<String> for Stop {
    fn from(text: String) -> Stop {
        Stop::Told(text)
    }
}

/// Checks a program, and perhaps prints its types: those that are known if something is wrong.
fn check(file: &str, types: bool) -> Result<bool, Error> {
    if types {
        for line in driver::Program::signatures(file)? {
            println!("{line}");
        }
    }
    _ = driver::Program::from_file(file)?.warned();
    Ok(true)
}

/// Runs the command on the arguments of the process.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version are no errors, but come this way.
            let code = if e.use_stderr() { 2 } else { 0 };
            return match e.print() {
                Ok(()) => ExitCode::from(code),
                Err(_) => ExitCode::from(2),
            };
        }
    };
    let result = match cli.command {
        Command::Check { file, types } => check(&file, types).map_err(Stop::Failed),
        Command::Run(args) => run::run(&args),
        Command::Fmt(args) => fmt::fmt(&args).map_err(Stop::Told),
        Command::Repl(args) => repl::repl(&args),
        Command::Test(args) => test::test(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Build(args) => build::build(&args),
        Command::Dev(args) => dev::dev(&args),
        Command::Devices => {
            println!("{}", Devices::list());
            Ok(true)
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Stop::Failed(Error::Use(text))) | Err(Stop::Use(text)) => {
            eprintln!("error: {text}");
            ExitCode::from(2)
        }
        Err(Stop::Failed(e)) => {
            eprintln!("{e}");
            ExitCode::from(1)
        }
        Err(Stop::Told(text)) => {
            eprintln!("{text}");
            ExitCode::from(1)
        }
    }
}
