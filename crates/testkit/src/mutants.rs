//! Deliberate bugs.

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {}

/// All.
pub fn mutants(_: &Args) -> Result<bool, String> {
    Ok(true)
}
