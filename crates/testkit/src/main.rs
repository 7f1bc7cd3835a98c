//! The `testkit` command.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use testkit::{fuzz, mutants};

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
    /// Plant bugs in the compiler, one at a time, and see that random programs find them.
    Mutants(mutants::Args),
}

fn main() -> ExitCode {
    let good = match Cli::parse().command {
        Command::Fuzz(args) => fuzz::fuzz(&args),
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
