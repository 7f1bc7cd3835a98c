//! The order of the passes, in one place.
//!
//! A pass is a function from program to program. This file times nothing and decides nothing beyond the order: the observer sees
//! every intermediate program (`windrow dev --until PASS` prints one, tests interpret each), the verifier runs around every
//! pass in debug builds and where asked for, and every pass that is an optimisation can be switched off by its name.

use crate::error::{Error, guarded};
use ir::{Core, Flat, kernel};
use passes::{Policy, Target};
use rt::compilation::Effort;
use std::collections::BTreeSet;

/// Choices of a compilation.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Optimisations that are switched off, by name.
    pub without: BTreeSet<String>,
    /// What the program leaves to the compiler before there is Core.
    pub choices: front::Choices,
    /// How much nested parallelism to exploit.
    pub policy: Policy,
    /// The schedule of every kernel for which it is one.
    pub by: Option<ir::By>,
    /// Whether every intermediate program is verified.
    pub verify: bool,
    /// Whether checks that are proved stay, marked, so that the interpreter tests the proofs.
    pub paranoid: bool,
    /// Whether a product and a sum of floats may be rounded once.
    pub contract: bool,
    /// Whether floats of a reduction may be combined in another order inside of a worker's share.
    pub reorder: bool,
    /// How much the C compiler optimises.
    pub effort: Effort,
    /// Run the host part by the evaluator even where it can be compiled.
    pub host_eval: bool,
    /// Most memory to use for arrays, in bytes: of the device, or of the interpreter.
    pub memory: Option<usize>,
    /// How many statements the interpreter may execute.
    pub fuel: u64,
    /// Whether the interpreter holds every variable to its type: how errors of the compiler are found, at some cost.
    pub check: bool,
    /// Whether runs on a device are profiled.
    pub profile: bool,
    /// Whether arguments are placed so that an access outside of them ends the process, where the device uses host memory.
    pub guard: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            without: BTreeSet::new(),
            choices: front::Choices::default(),
            policy: Policy::FULL,
            by: None,
            verify: cfg!(debug_assertions),
            paranoid: false,
            contract: true,
            reorder: true,
            effort: Effort::Full,
            host_eval: false,
            memory: None,
            fuel: u64::MAX,
            check: false,
            profile: false,
            guard: false,
        }
    }
}

/// Sees every intermediate program. Names are those of the passes that made them.
pub trait Observer {
    /// A Core program.
    fn core(&mut self, _pass: &str, _prog: &Core) -> Result<(), Error> {
        Ok(())
    }
    /// A Flat program.
    fn flat(&mut self, _pass: &str, _prog: &Flat) -> Result<(), Error> {
        Ok(())
    }
    /// A Kernel program.
    fn kernel(&mut self, _pass: &str, _prog: &kernel::Program) -> Result<(), Error> {
        Ok(())
    }
}

/// Sees nothing.
pub struct Blind;
impl Observer for Blind {}

/// A pass over Core.
pub struct CorePass {
    /// Its verb: file, function, flag and dump have it too.
    pub name: &'static str,
    /// The function.
    pub run: fn(Core) -> Core,
    /// The same, leaving what it proves to be tested: [`Options::paranoid`].
    pub paranoid: Option<fn(Core) -> Core>,
    /// Whether the program may go on without it: `--no-PASS`.
    pub optional: bool,
}

/// The passes over Core, in order.
pub const CORE_PASSES: &[CorePass] = &[
    // Everything after it sees what callees do.
    CorePass { name: "inline", run: passes::inline, paranoid: None, optional: true },
    CorePass {
        name: "simplify",
        run: passes::simplify,
        paranoid: Some(passes::simplify_paranoid),
        optional: true,
    },
    // What is done with the same chunks is one stream before they are chosen.
    CorePass { name: "fuse_streams", run: passes::fuse_streams, paranoid: None, optional: true },
    // Everything behind it knows maps, folds and loops, and no streams.
    CorePass { name: "stream", run: passes::stream, paranoid: None, optional: false },
    // What has one shape gets one type; proofs of bounds show more of it.
    CorePass { name: "shapes", run: passes::share, paranoid: None, optional: true },
    CorePass { name: "hoist", run: passes::hoist, paranoid: None, optional: true },
    // Before ownership and fusion, which go by the order of statements.
    CorePass { name: "join", run: passes::join, paranoid: None, optional: true },
    // What does not vary with the rounds has left them; fusion finds a map where a loop was.
    CorePass { name: "sink", run: passes::sink, paranoid: None, optional: true },
    // What simplification has shown to be the same array is owned under every name.
    CorePass { name: "own", run: passes::own, paranoid: None, optional: true },
    // Before fusion: operators that leave a branch stand beside those they can be fused with.
    CorePass { name: "mask", run: passes::mask, paranoid: None, optional: true },
    CorePass { name: "fuse", run: passes::fuse, paranoid: None, optional: true },
    // Behind fusion, which moves what is accumulated into the accumulation; before what proves updates to be inside.
    CorePass { name: "inrow", run: passes::inrow, paranoid: None, optional: true },
    // Behind fusion, which makes one operator of a fold and what it combines.
    CorePass { name: "unpack", run: passes::unpack, paranoid: None, optional: true },
    // Fusion leaves copies and dead results behind.
    CorePass { name: "tidy", run: passes::tidy, paranoid: Some(passes::tidy_paranoid), optional: true },
    // Kernels fold scalars, from one neutral element each.
    CorePass { name: "interchange", run: passes::interchange, paranoid: None, optional: false },
    CorePass { name: "neutral", run: passes::neutral, paranoid: None, optional: false },
];

/// A pass over Flat; all are optimisations.
pub struct FlatPass {
    /// Its verb: file, function, flag and dump have it too.
    pub name: &'static str,
    /// The function.
    pub run: fn(Flat) -> Flat,
}

/// The passes over Flat, in order.
pub const FLAT_PASSES: &[FlatPass] = &[
    // The flattener copies what is overwritten. First, while copies stand alone.
    FlatPass { name: "inplace", run: passes::inplace },
    // Before offsets are made: a nest and its flattened elements have the same.
    FlatPass { name: "refine", run: passes::refine },
    // The flattener makes offsets of stored sizes.
    FlatPass { name: "offsets", run: passes::offsets },
    // Flattening sets apart what stands at different levels.
    FlatPass { name: "fuse_flat", run: passes::fuse_flat },
    // What rows were read by stands beside their elements now.
    FlatPass { name: "positions", run: passes::positions },
];

/// The last pass over Core; it is always there.
pub const LAST_OF_CORE: &str = "neutral";

/// The pass over Flat that keeps numbers which loops carry on the device, for targets whose host would wait for them.
pub const CARRY: &str = "carry";

/// The pass over Flat that turns reductions whose neighbouring rows lie side by side, for a target.
pub const ACROSS: &str = "across";

/// The pass over Flat that says how points are dealt out, for a target.
pub const SCHEDULE: &str = "schedule";

/// The pass over Kernel that gives workers or groups copies of accumulators.
pub const PRIVATISE: &str = "privatise";

/// The pass over Kernel that cuts kernels whose groups wait for each other, for targets where they may not.
pub const UNCHAIN: &str = "unchain";

/// The pass over Kernel, for targets with vectors.
pub const VECTORISE: &str = "vectorise";

/// Regularity detection, which flattening asks.
const REGULARITY: &str = "regularity";

/// Numbers of the host that kernels compute.
const LATE: &str = "late";

/// Memory for a bound of sizes that only the device knows.
const BOUND: &str = "bound";

/// Maps that write over their inputs.
const REUSE: &str = "reuse";

/// Groups that wait for others, where the target allows it.
const LOOK_BACK: &str = "look_back";

/// A line of the list of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The name of the pass or of the part of one.
    pub name: &'static str,
    /// The pass that it is a part of; such a part makes no program of its own.
    pub part_of: Option<&'static str>,
    /// Whether `--no NAME` switches it off.
    pub optional: bool,
}

/// All passes in order, each followed by the parts of it that can be switched off.
pub fn listing() -> Vec<Listed> {
    let pass = |name, optional| Listed { name, part_of: None, optional };
    let part = |name, of| Listed { name, part_of: Some(of), optional: true };
    let mut list = vec![pass("core", false)];
    list.extend(CORE_PASSES.iter().map(|core| pass(core.name, core.optional)));
    list.extend([pass("flatten", false), part(REGULARITY, "flatten")]);
    list.extend(FLAT_PASSES.iter().map(|flat| pass(flat.name, true)));
    list.extend([pass(CARRY, true), pass(ACROSS, true), pass(SCHEDULE, false), pass("lower", false)]);
    list.extend([LATE, BOUND, REUSE].map(|name| part(name, "lower")));
    list.extend([pass(PRIVATISE, true), pass(UNCHAIN, false), part(LOOK_BACK, UNCHAIN)]);
    list.push(pass(VECTORISE, true));
    list
}

/// The names of all passes, in order.
pub fn pass_names() -> Vec<&'static str> {
    listing().iter().filter(|listed| listed.part_of.is_none()).map(|listed| listed.name).collect()
}

/// The names of what `--no` switches off.
pub fn optimisations() -> Vec<&'static str> {
    listing().iter().filter(|listed| listed.optional).map(|listed| listed.name).collect()
}

/// The passes over Core.
pub fn optimise(prog: Core, options: &Options, observer: &mut dyn Observer) -> Result<Core, Error> {
    check_core("core", &prog, options)?;
    observer.core("core", &prog)?;
    let mut prog = prog;
    for pass in CORE_PASSES {
        if pass.optional && options.without.contains(pass.name) {
            continue;
        }
        let run = pass.paranoid.filter(|_| options.paranoid).unwrap_or(pass.run);
        prog = guarded(|| run(prog))?;
        check_core(pass.name, &prog, options)?;
        observer.core(pass.name, &prog)?;
    }
    Ok(prog)
}

/// Core to Flat, and the passes over Flat.
pub fn flatten(prog: Core, options: &Options, observer: &mut dyn Observer) -> Result<Flat, Error> {
    let files = prog.files.clone();
    let limit = |l: ir::Limitation| Error::Limit(l.describe(&files));
    let on = |name: &str| !options.without.contains(name);
    let policy = Policy { regularity: on(REGULARITY), shapes: on("shapes"), ..options.policy };
    let mut prog = guarded(|| passes::flatten(prog, &policy))?.map_err(limit)?;
    check_flat("flatten", &prog, options)?;
    observer.flat("flatten", &prog)?;
    for pass in FLAT_PASSES.iter().filter(|pass| !options.without.contains(pass.name)) {
        prog = guarded(|| (pass.run)(prog))?;
        check_flat(pass.name, &prog, options)?;
        observer.flat(pass.name, &prog)?;
    }
    Ok(prog)
}

/// Flat to Kernel.
pub fn lower(
    prog: Flat,
    target: Target,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<kernel::Program, Error> {
    let files = prog.files.clone();
    let limit = |l: ir::Limitation| Error::Limit(l.describe(&files));
    let on = |name: &str| !options.without.contains(name);
    let looks_back = target.looks_back && on(LOOK_BACK);
    let target = Target { late: on(LATE), carry: on(CARRY), bound: on(BOUND), looks_back, ..target };
    let exact = !options.reorder || !passes::rounds_freely(&prog);
    let mut prog = prog;
    if on(CARRY) {
        prog = guarded(|| passes::carry(prog, target))?;
        check_flat(CARRY, &prog, options)?;
        observer.flat(CARRY, &prog)?;
    }
    // A schedule that is asked for gets the kernels as they are.
    if on(ACROSS) && options.by.is_none() {
        prog = guarded(|| passes::across(prog, target))?;
        check_flat(ACROSS, &prog, options)?;
        observer.flat(ACROSS, &prog)?;
    }
    let prog = guarded(|| passes::schedule(prog, target, options.by))?;
    check_flat(SCHEDULE, &prog, options)?;
    observer.flat(SCHEDULE, &prog)?;
    let mut prog = guarded(|| passes::lower(prog, target))?.map_err(limit)?;
    if !on(REUSE) {
        prog = passes::allocate_apart(prog);
    }
    if exact {
        prog = passes::exact_roots(prog);
    }
    if options.verify {
        ir::verify_kernel(&prog).map_err(|errors| broken("lower", &errors, &ir::print_kernel(&prog)))?;
    }
    observer.kernel("lower", &prog)?;
    if !options.without.contains(PRIVATISE) {
        prog = guarded(|| passes::privatise(prog, target))?;
        if options.verify {
            ir::verify_kernel(&prog)
                .map_err(|errors| broken(PRIVATISE, &errors, &ir::print_kernel(&prog)))?;
        }
        observer.kernel(PRIVATISE, &prog)?;
    }
    if !target.looks_back {
        prog = guarded(|| passes::unchain(prog))?;
        if options.verify {
            ir::verify_kernel(&prog).map_err(|errors| broken(UNCHAIN, &errors, &ir::print_kernel(&prog)))?;
        }
        observer.kernel(UNCHAIN, &prog)?;
    }
    if target.vector > 0 && !options.without.contains(VECTORISE) {
        let vectors = passes::Vectors { bytes: target.vector, reorder: options.reorder, exact };
        prog = guarded(|| passes::vectorise(prog, vectors))?;
        if options.verify {
            ir::verify_kernel(&prog)
                .map_err(|errors| broken(VECTORISE, &errors, &ir::print_kernel(&prog)))?;
        }
        observer.kernel(VECTORISE, &prog)?;
    }
    Ok(prog)
}

fn check_core(pass: &str, prog: &Core, options: &Options) -> Result<(), Error> {
    if !options.verify {
        return Ok(());
    }
    ir::verify(prog).map_err(|errors| broken(pass, &errors, &ir::print(prog)))
}

fn check_flat(pass: &str, prog: &Flat, options: &Options) -> Result<(), Error> {
    if !options.verify {
        return Ok(());
    }
    ir::verify(prog).map_err(|errors| broken(pass, &errors, &ir::print(prog)))
}

fn broken(pass: &str, errors: &[String], text: &str) -> Error {
    Error::Bug(format!("after pass {pass} the program is not well-formed:\n{}\n\n{text}", errors.join("\n")))
}
