//! The `windrow` command, and the program of every executable that it builds.

mod command;
mod executable;
mod json;
mod tables;

fn main() -> std::process::ExitCode {
    // A panic is caught and reported as a bug; its own message on the way would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    executable::main().unwrap_or_else(command::main)
}
