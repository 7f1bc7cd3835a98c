//! The reference interpreter of Core and Flat: slow, obvious, the definition of correct.
//!
//! Values are trees that share unchanged parts; an update gives a new value. Every bound variable is held to the sizes its
//! type declares, so running a program also checks the passes that made it: a broken promise (a size that is not what the
//! type says, an unchecked index out of bounds, a use after consumption) is an [`Error::Limit`] that begins with `internal:`.
//!
//! | file | what |
//! |---|---|
//! | `value` | scalars, trees, conversion from and to [`ir::Value`] |
//! | `machine` | variables, failures, fuel, calls |
//! | `shape` | sizes that types declare: checked, and used to build trees |
//! | `exp` | bodies, statements, expressions |
//! | `checks` | checks, and what their failures say |
//! | `arrays` | reads, writes and views |
//! | `accs` | accumulators |
//! | `clauses` | one row of an operator: elements, folds, compaction, results |
//! | `screma`, `seg`, `active` | the parallel operators |
//! | `kernel` | launches of Kernel programs: an interpreter of its own |
//! | `fast` | no part of the definition: scremas of scalar code, quickly, where nothing is checked |

#![warn(clippy::wildcard_enum_match_arm)] // a new construct of the IR is looked at everywhere

mod accs;
mod active;
mod arrays;
mod checks;
mod clauses;
mod exp;
mod fast;
pub mod kernel;
mod machine;
mod memory;
mod screma;
mod seg;
mod shape;
mod stream;
#[cfg(test)]
mod tests;
mod value;

pub use exp::Eval;
pub use machine::Machine;

use ir::{Prog, Value};

/// Why there is no result.
#[derive(Clone, PartialEq, Debug)]
pub enum Error {
    /// A check of the program failed.
    Failure(ir::Failure),
    /// The arguments do not fit the function.
    Args(String),
    /// There is no memory for an array.
    Memory {
        /// How many bytes more were needed.
        bytes: usize,
        /// How many there may be in all.
        limit: usize,
        /// What needed them.
        loc: base::Loc,
    },
    /// So many statements have been executed, which is the limit.
    Fuel(u64),
    /// No thread to run on, or (after `internal:`) an ill-formed program.
    Limit(String),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Failure(failure) => f.write_str(&failure.describe(&[])),
            Error::Args(text) | Error::Limit(text) => f.write_str(text),
            Error::Memory { bytes, limit, .. } => {
                write!(f, "the interpreter has no memory for {bytes} more bytes; its limit is {limit}")
            }
            Error::Fuel(limit) => write!(f, "the interpreter has executed {limit} statements, its limit"),
        }
    }
}

impl std::error::Error for Error {}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many statements may be executed.
    pub fuel: u64,
    /// How many bytes the arrays of the run may hold.
    pub memory: usize,
    /// Whether every bound variable is held to its type. Without this, scalar code is evaluated in a faster way.
    pub check: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { fuel: u64::MAX, memory: usize::MAX, check: true }
    }
}

/// The stack of an interpreter: nested bodies and calls recurse on it.
pub(crate) const STACK: usize = 512 << 20;

/// Runs an entry point on its source-level arguments and returns its values, without sizes.
pub fn run<O: Eval>(prog: &Prog<O>, fun: &str, args: &[Value]) -> Result<Vec<Value>, Error> {
    run_with(prog, fun, args, Options::default())
}

/// As [`run`], with options.
pub fn run_with<O: Eval>(
    prog: &Prog<O>,
    fun: &str,
    args: &[Value],
    options: Options,
) -> Result<Vec<Value>, Error> {
    let found = find(prog, fun)?;
    let args = ir::value::bind_args(&prog.funs[found], &prog.vars, args);
    let args = args.map_err(|misfit| Error::Args(misfit.text))?;
    let mut results = run_raw(prog, fun, &args, options)?;
    Ok(results.split_off(prog.funs[found].ret_sizes.len()))
}

/// How much a run executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executed {
    /// Statements, those that hold others included, and rounds of loops whose number is not known before.
    pub statements: u64,
    /// Those of them that compute with scalars and do nothing else, and decisions of branches: a `select` may stand for one.
    pub operations: u64,
}

/// Runs an entry point and counts what is executed.
pub fn count<O: Eval>(prog: &Prog<O>, fun: &str, args: &[Value]) -> Result<Executed, Error> {
    let found = find(prog, fun)?;
    let args =
        ir::value::bind_args(&prog.funs[found], &prog.vars, args).map_err(|e| Error::Args(e.to_string()))?;
    // The faster way of evaluation counts otherwise.
    let options = Options { check: true, ..Options::default() };
    Ok(execute(prog, fun, &args, options)?.1)
}

/// Runs any function on values for all of its parameters, sizes included; returns existential sizes, then values.
pub fn run_raw<O: Eval>(
    prog: &Prog<O>,
    fun: &str,
    args: &[Value],
    options: Options,
) -> Result<Vec<Value>, Error> {
    Ok(execute(prog, fun, args, options)?.0)
}

fn execute<O: Eval>(
    prog: &Prog<O>,
    fun: &str,
    args: &[Value],
    options: Options,
) -> Result<(Vec<Value>, Executed), Error> {
    let fun = find(prog, fun)?;
    let (wanted, got) = (prog.funs[fun].params.len(), args.len());
    if wanted != got {
        return Err(Error::Args(format!(
            "{} has {wanted} parameters, got {got} values",
            prog.funs[fun].name
        )));
    }
    let work = || {
        let mut machine = Machine::new(prog, options);
        let values = machine.enter(prog, fun, args).map_err(|e| *e)?;
        Ok((values, machine.executed()))
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|e| Error::Limit(format!("no thread to interpret on: {e}")))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn find<O>(prog: &Prog<O>, fun: &str) -> Result<usize, Error> {
    let found = prog.funs.iter().position(|f| f.name == fun);
    found.ok_or_else(|| Error::Args(format!("there is no function {fun}")))
}
