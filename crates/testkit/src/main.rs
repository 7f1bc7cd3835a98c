//! The `testkit` command.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use testkit::{filetest, fuzz, hostile, mutants};

#[derive(Parser)]
#[command(about = "Random programs through every pass and backend; deliberate bugs that must be found.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run random programs everywhere and compare with the interpreter.
    Fuzz(fuzz::Args),
    /// Give broken and deeply nested programs to the front end.
    FuzzFront(hostile::Args),
    /// Give broken and deeply nested values to the readers of data.
    FuzzData(hostile::Args),
    /// Run IR file tests, up to the first that fails.
    Files(filetest::Args),
    /// Plant bugs in the compiler, switch on one at a time, and see that some test notices it.
    Mutants(mutants::Args),
}

fn main() -> ExitCode {
    let good = match Cli::parse().command {
        Command::Fuzz(args) => fuzz::fuzz(&args),
        Command::FuzzFront(args) => hostile::fuzz_front(&args),
        Command::FuzzData(args) => hostile::fuzz_data(&args),
        Command::Files(args) => filetest::files(&args),
        Command::Mutants(args) => mutants::mutants(&args),
    };
    match good {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}
