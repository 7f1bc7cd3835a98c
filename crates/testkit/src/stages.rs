//! One program through every pass: interpreted, verified, printed and parsed back after each.

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
    /// The first problem.
    pub problem: Option<Problem>,
}

/// Statements that an interpreted run may take: random programs can be slow.
pub const FUEL: u64 = 400_000;

impl Stages<'_> {
    /// Takes a program through all passes with some options, lowering to every target.
    pub fn compile(&mut self, program: &Program, options: &Options, plan: &Plan) -> Result<(), Stop> {
        let made = guarded(|| {
            let core = pipeline::optimise(program.core.clone(), options, self)?;
            let flat = pipeline::flatten(core, options, self)?;
            for backend in &plan.backends {
                let kernel = pipeline::lower(flat.clone(), backend.target(None), options, self)?;
                driver::target::source(&kernel, *backend)?;
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

    fn stage<O: interp::Eval + ir::PrintOp + ir::verify::VerifyOp + PartialEq>(
        &mut self,
        pass: &str,
        prog: &Prog<O>,
        parse: fn(&str) -> Result<Prog<O>, ir::ParseError>,
    ) where
        Prog<O>: PartialEq,
    {
        if let Err(errors) = ir::verify(prog) {
            self.note(pass, format!("not well-formed: {}", errors.join("\n")));
        }
        self.evaluate(pass, prog);
        if !self.reread {
            return;
        }
        let text = ir::print(prog);
        match parse(&text) {
            Err(e) => self.note(pass, format!("what is printed does not parse: {e}")),
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
            let options = interp::Options { fuel: 10 * FUEL, check: true, ..interp::Options::default() };
            let got = guarded(|| interp::run_with(prog, self.entry, input, options));
            let got = from_interp(got, &prog.files);
            if let Err(what) = self.truth[i].agrees(&got, self.risks) {
                self.note(pass, format!("on input {i}: {what}"));
            }
        }
    }
}

impl Observer for Stages<'_> {
    fn core(&mut self, pass: &str, prog: &Core) -> Result<(), Error> {
        self.stage(pass, prog, ir::parse_core);
        Ok(())
    }
    fn flat(&mut self, pass: &str, prog: &Flat) -> Result<(), Error> {
        self.stage(pass, prog, ir::parse_flat);
        Ok(())
    }
    fn kernel(&mut self, pass: &str, prog: &kernel::Program) -> Result<(), Error> {
        if let Err(errors) = ir::verify_kernel(prog) {
            self.note(pass, format!("not well-formed: {}", errors.join("\n")));
        }
        let text = ir::print_kernel(prog);
        match ir::parse_kernel(&text) {
            Err(e) => self.note(pass, format!("what is printed does not parse: {e}")),
            Ok(back) if ir::print_kernel(&back) != text => {
                self.note(pass, "what is printed parses to another program".into());
            }
            Ok(_) => {}
        }
        Ok(())
    }
}
