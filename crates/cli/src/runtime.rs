//! The program of executables: `windrow build` copies it and appends what it runs.

mod program;

fn main() -> std::process::ExitCode {
    // A panic is caught and reported as a bug; its own message on the way would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    program::main().unwrap_or_else(|| {
        eprintln!("this is the runtime of executables that `windrow build` makes; there is no program in it");
        std::process::ExitCode::from(2)
    })
}
