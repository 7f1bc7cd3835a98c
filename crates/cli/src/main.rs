//! The `windrow` command.

mod command;
mod json;

fn main() -> std::process::ExitCode {
    command::main()
}
