//! The program of executables: `windrow build` copies it and appends what it runs.

mod program;

fn main() -> std::process::ExitCode {
    // A panic is caught and reported as a bug; its own message on the way would only be noise.
    std::panic::set_hook(Box::new(|_| {}));
    program::main().unwrap_or_else(|| {
        // `windrow build` asks before it makes copies.
        if std::env::args().nth(1).as_deref() == Some(program::ASK) {
            println!("{}", driver::STAMP);
            return std::process::ExitCode::SUCCESS;
        }
        eprintln!("this is the runtime of executables that `windrow build` makes; there is no program in it");
        std::process::ExitCode::from(2)
    })
}
