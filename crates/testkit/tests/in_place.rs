//! Loops that update an array they own stay in one kernel and copy nothing, whatever the array is called on the way.

use driver::pipeline::{self, Observer};
use driver::{Error, Options, Program};
use ir::{Exp, Flat, SegOp, Stm};
use std::path::Path;

/// Keeps the Flat program.
#[derive(Default)]
struct Keep(Option<Flat>);

impl Observer for Keep {
    fn flat(&mut self, _pass: &str, prog: &Flat) -> Result<(), Error> {
        self.0 = Some(prog.clone());
        Ok(())
    }
}

/// How many loops of the host a block has, however deep.
fn host_loops(block: &[Stm<SegOp>]) -> usize {
    let mut count = 0;
    for stm in block {
        count += usize::from(matches!(stm.exp, Exp::Loop(_) | Exp::Op(SegOp::Active(_))));
        stm.exp.blocks(&mut |block| count += host_loops(block));
    }
    count
}

#[test]
fn renamed_arrays_are_updated_in_place() {
    stays_in_kernels("updates_renamed.fut");
}

#[test]
fn arrays_are_updated_in_place_on_sides_of_branches() {
    stays_in_kernels("updates_branched.fut");
}

fn stays_in_kernels(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run").join(name);
    let program = Program::from_file(&path.display().to_string()).unwrap();
    let options = Options::default();
    let mut keep = Keep::default();
    let core = pipeline::optimise(program.core, &options, &mut keep).unwrap();
    pipeline::flatten(core, &options, &mut keep).unwrap();
    let flat = keep.0.unwrap();
    for fun in &flat.funs {
        // A copy inside a loop would be a kernel of its own, in a loop of the host.
        assert_eq!(
            host_loops(&fun.body.stms),
            0,
            "{} does not stay in its kernel:\n{}",
            fun.name,
            ir::print(&flat)
        );
    }
}
