//! The `windrow` command.

mod command;
mod executable;
mod json;
mod program;
mod tables;

// The compiler makes many small things and drops them soon: a third of its time went into that with the allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // A panic is caught and reported as a bug; its own message on the way would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    // A copy of the command runs a program if one is behind it.
    program::main().unwrap_or_else(command::main)
}
