//! `windrow dev`: the program after any pass, or the generated text.

use super::{CompileArgs, Stop};
use clap::Args;
use driver::backend::Backend;
use driver::pipeline::{self, Blind, Observer, Options};
use driver::target::source;
use driver::{Error, Program, counts};
use ir::{Core, Flat, kernel};

#[derive(Args)]
pub(super) struct DevArgs {
    /// The program: source, or the text of a Core (`.core`) or Flat (`.flat`) program to go on from.
    file: Option<String>,
    /// Print the program after this pass.
    #[arg(long, default_value = "lower", value_name = "PASS")]
    until: String,
    /// Print the generated text for a backend (native, opencl, cuda) instead.
    #[arg(long, value_name = "BACKEND", value_parser = super::parse_backend)]
    emit: Option<Backend>,
    /// Count kernels, launches, reads and buffers of every entry point, as lowered for a GPU.
    #[arg(long, conflicts_with = "emit")]
    counts: bool,
    /// Print what shape analysis and regularity detection find, of the program after the last pass over Core, or after PASS.
    #[arg(long, conflicts_with_all = ["emit", "counts"])]
    facts: bool,
    /// Print how long each pass takes. A debug build verifies after every pass, which is counted.
    #[arg(long, conflicts_with_all = ["emit", "counts", "facts"])]
    times: bool,
    /// List the passes in order, and how each is switched off.
    #[arg(long)]
    passes: bool,
    #[command(flatten)]
    compile: CompileArgs,
}

/// Keeps the text after one pass, or what is known of the program.
struct Until<'a> {
    pass: &'a str,
    facts: Option<&'a Options>,
    text: Option<String>,
}

impl Observer for Until<'_> {
    fn core(&mut self, pass: &str, prog: &Core) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(match self.facts {
                Some(options) => driver::facts::tables(prog, options),
                None => ir::print(prog),
            });
        }
        Ok(())
    }
    fn flat(&mut self, pass: &str, prog: &Flat) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(ir::print(prog));
        }
        Ok(())
    }
    fn kernel(&mut self, pass: &str, prog: &kernel::Program) -> Result<(), Error> {
        if pass == self.pass {
            self.text = Some(ir::print_kernel(prog));
        }
        Ok(())
    }
}

/// A line of `--passes`: the name, how it is switched off, and the pass that it is a part of.
fn list_line(listed: &pipeline::Listed) -> String {
    let switch = if listed.optional { format!("--no-{}", listed.name) } else { String::new() };
    let of = listed.part_of.map(|pass| format!("part of {pass}")).unwrap_or_default();
    format!("{:<14}{switch:<19}{of}", listed.name).trim_end().to_string()
}

pub(super) fn dev(args: &DevArgs) -> Result<bool, Stop> {
    if args.passes {
        pipeline::listing().iter().for_each(|listed| println!("{}", list_line(listed)));
        return Ok(true);
    }
    let Some(file) = &args.file else { return Err(Stop::Use("which program?".into())) };
    let options = args.compile.options().map_err(Stop::Use)?;
    if !pipeline::pass_names().contains(&args.until.as_str()) {
        let known = pipeline::pass_names().join(", ");
        return Err(Stop::Use(format!("there is no pass called {}; there are: {known}", args.until)));
    }
    if options.without.contains(&args.until) {
        return Err(Stop::Use(format!("pass {} is switched off", args.until)));
    }
    if args.emit == Some(Backend::Interp) {
        return Err(Stop::Use("the interpreter has no generated text".into()));
    }
    print_stage(args, &options, file).map_err(Stop::Failed)?;
    Ok(true)
}

fn print_stage(args: &DevArgs, options: &Options, file: &str) -> Result<(), Error> {
    if args.times {
        let begin = std::time::Instant::now();
        let program = Program::from_file_chosen(file, &options.choices)?.warned();
        print!("{}", super::times::table(program.core, options, begin)?);
        return Ok(());
    }
    // Facts are about Core.
    let core = pipeline::pass_names()
        .into_iter()
        .take_while(|name| *name != "flatten")
        .any(|name| name == args.until);
    let pass = if args.facts && !core { pipeline::LAST_OF_CORE } else { &args.until };
    let mut until = Until { pass, facts: args.facts.then_some(options), text: None };
    let flat = if file.ends_with(".flat") {
        let text = std::fs::read_to_string(file)
            .map_err(|e| Error::File { path: file.to_string(), cause: e.to_string() })?;
        ir::parse_flat(&text).map_err(|e| Error::Text { path: file.to_string(), cause: e.to_string() })?
    } else {
        let program = Program::from_file_chosen(file, &options.choices)?.warned();
        let core = pipeline::optimise(program.core, options, &mut until)?;
        if let Some(text) = &until.text {
            print!("{text}");
            return Ok(());
        }
        let suited = args.emit.map(|backend| backend.suited(options));
        pipeline::flatten(core, suited.as_ref().unwrap_or(options), &mut until)?
    };
    if args.counts {
        let kernel = pipeline::lower(flat.clone(), passes::Target::GPU, options, &mut Blind)?;
        print!("{}", counts::table(&counts::counts(&flat, &kernel)));
        return Ok(());
    }
    if let (Some(text), None) = (&until.text, args.emit) {
        print!("{text}");
        return Ok(());
    }
    if let Some(backend) = args.emit {
        let kernel = pipeline::lower(flat, backend.target(None), options, &mut Blind)?;
        print!("{}", source(&kernel, backend)?);
        return Ok(());
    }
    let target = if [pipeline::PRIVATISE, pipeline::VECTORISE].contains(&args.until.as_str()) {
        Backend::Native.target(None)
    } else {
        passes::Target { looks_back: args.until != pipeline::UNCHAIN, ..passes::Target::GPU }
    };
    pipeline::lower(flat, target, options, &mut until)?;
    print!("{}", until.text.unwrap_or_default());
    Ok(())
}
