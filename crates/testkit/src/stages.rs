//! One program through every pass: interpreted, verified, printed and parsed back after each.

use crate::clock::timed;
use crate::differ::{Outcome, Plan, from_interp, guarded};
use driver::pipeline::{self, Observer};
use driver::{Error, Options, Program};
use ir::{Core, Flat, Prog, Value, kernel};

/// Something wrong at a stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The option set and pass.
    pub stage: String,
    /// What is wrong.
    pub what: String,
}

/// Why a program does not get past a stage.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// A construct that is not supported yet.
    Limit(String),
    /// A bug.
    Bug(Problem),
}

/// The programs that an entry has been so far, over all option sets: those that were found good need not be judged again.
#[derive(Default)]
pub struct Seen {
    core: Vec<Core>,
    flat: Vec<Flat>,
    kernels: Vec<kernel::Program>,
}

/// Runs an entry on inputs at each stage of a compilation and judges the outcomes.
pub struct Stages<'a> {
    /// The entry point.
    pub entry: &'a str,
    /// The arguments of each run.
    pub inputs: &'a [Vec<Value>],
    /// What each run must give.
    pub truth: &'a [Outcome],
    /// How many places may fail.
    pub risks: usize,
    /// The name of the option set.
    pub options: String,
    /// Whether what is printed is parsed, verified and run too.
    pub reread: bool,
    /// What has been judged.
    pub seen: &'a mut Seen,
    /// The first problem.
    pub problem: Option<Problem>,
}

/// Statements that an interpreted run may take: random programs can be slow.
pub const FUEL: u64 = 400_000;

/// How many bytes the arrays of a program may hold, likewise.
pub const MEMORY: usize = 1 << 24;

/// What a program may take after it was transformed: more than before, by a factor that no transformation should come near.
pub fn transformed(check: bool) -> interp::Options {
    interp::Options { fuel: 10 * FUEL, memory: 10 * MEMORY, check }
}

impl Stages<'_> {
    /// Takes a program through all passes with some options, lowering to every target.
    pub fn compile(&mut self, program: &Program, options: &Options, plan: &Plan) -> Result<(), Stop> {
        // Every stage is verified here.
        let options = &Options { verify: false, ..options.clone() };
        let made = guarded(|| {
            let core = pipeline::optimise(program.core.clone(), options, self)?;
            let flat = pipeline::flatten(core, options, self)?;
            for backend in &plan.backends {
                let kernel =
                    timed("lower", || pipeline::lower(flat.clone(), backend.target(None), options, self))?;
                timed("emit", || driver::target::source(&kernel, *backend))?;
            }
            Ok(())
        });
        let problem = self.problem.take();
        if let Some(problem) = problem {
            return Err(Stop::Bug(problem));
        }
        match made {
            Ok(Ok(())) => Ok(()),
            Ok(Err(Error::Limit(text))) => Err(Stop::Limit(text)),
            Ok(Err(e)) => Err(Stop::Bug(self.problem(&e.to_string()))),
            Err(panic) => Err(Stop::Bug(self.problem(&panic))),
        }
    }

    fn problem(&self, what: &str) -> Problem {
        Problem { stage: format!("compile {}", self.options), what: what.to_string() }
    }

    fn note(&mut self, pass: &str, what: String) {
        if self.problem.is_none() {
            self.problem = Some(Problem { stage: format!("{pass} {}", self.options), what });
        }
    }

    fn stage<O: interp::Eval + ir::PrintOp + ir::verify::VerifyOp>(
        &mut self,
        pass: &str,
        prog: &Prog<O>,
        parse: fn(&str) -> Result<Prog<O>, ir::ParseError>,
        seen: fn(&mut Seen) -> &mut Vec<Prog<O>>,
    ) where
        Prog<O>: Clone + PartialEq,
    {
        if let Err(errors) = timed("verify", || ir::verify(prog)) {
            return self.note(pass, format!("not well-formed: {}", errors.join("\n")));
        }
        // But for the numbers of variables, which change nothing.
        let program = timed("compare", || ir::compact(prog.clone()));
        if timed("compare", || seen(self.seen).contains(&program)) {
            return;
        }
        self.evaluate(pass, prog);
        if self.reread {
            self.reread(pass, prog, &program, parse);
        }
        seen(self.seen).push(program);
    }

    /// What is printed is the program. If it is so to the last detail, it need not be run again.
    fn reread<O: interp::Eval + ir::PrintOp + ir::verify::VerifyOp>(
        &mut self,
        pass: &str,
        prog: &Prog<O>,
        compact: &Prog<O>,
        parse: fn(&str) -> Result<Prog<O>, ir::ParseError>,
    ) where
        Prog<O>: Clone + PartialEq,
    {
        let text = timed("print", || ir::print(prog));
        match timed("parse", || parse(&text)) {
            Err(e) => self.note(pass, format!("what is printed does not parse: {e}")),
            Ok(back) if ir::compact(back.clone()) == *compact => {}
            Ok(back) if ir::print(&back) != text => {
                self.note(pass, "what is printed parses to another program".into());
            }
            Ok(back) => {
                if let Err(errors) = ir::verify(&back) {
                    self.note(pass, format!("not well-formed after parsing: {}", errors.join("\n")));
                }
                self.evaluate(&format!("{pass} printed and parsed"), &back);
            }
        }
    }

    /// Runs a program on all inputs.
    fn evaluate<O: interp::Eval>(&mut self, pass: &str, prog: &Prog<O>) {
        for (i, input) in self.inputs.iter().enumerate() {
            let options = transformed(true);
            let got = timed("interpret", || guarded(|| interp::run_with(prog, self.entry, input, options)));
            let got = from_interp(got, &prog.files);
            if let Err(what) = self.truth[i].agrees(&got, self.risks) {
                self.note(pass, format!("on input {i}: {what}"));
            }
        }
    }
}

impl Observer for Stages<'_> {
    fn core(&mut self, pass: &str, prog: &Core) -> Result<(), Error> {
        self.stage(pass, prog, ir::parse_core, |seen| &mut seen.core);
        Ok(())
    }
    fn flat(&mut self, pass: &str, prog: &Flat) -> Result<(), Error> {
        self.stage(pass, prog, ir::parse_flat, |seen| &mut seen.flat);
        Ok(())
    }
    fn kernel(&mut self, pass: &str, prog: &kernel::Program) -> Result<(), Error> {
        if timed("compare", || self.seen.kernels.contains(prog)) {
            return Ok(());
        }
        self.seen.kernels.push(prog.clone());
        if let Err(errors) = timed("verify", || ir::verify_kernel(prog)) {
            self.note(pass, format!("not well-formed: {}", errors.join("\n")));
        }
        let text = timed("print", || ir::print_kernel(prog));
        match timed("parse", || ir::parse_kernel(&text)) {
            Err(e) => self.note(pass, format!("what is printed does not parse: {e}")),
            Ok(back) if back == *prog => {}
            Ok(back) if ir::print_kernel(&back) != text => {
                self.note(pass, "what is printed parses to another program".into());
            }
            Ok(_) => {}
        }
        Ok(())
    }
}
