//! The `windrow` command.

fn main() -> std::process::ExitCode {
    windrow::command::main()
}
