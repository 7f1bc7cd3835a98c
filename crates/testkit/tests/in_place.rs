//! Loops that update an array they own stay in one kernel and copy nothing, whatever the array is called on the way.

use driver::pipeline::{self, Observer};
use driver::{Error, Options, Program};
use ir::{Body, Exp, Flat, LoopForm, SegOp};
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

/// How many loops of the host a body has, however deep.
fn host_loops(body: &Body<SegOp>) -> usize {
    let inside = |stm: &ir::Stm<SegOp>| match &stm.exp {
        Exp::Loop(l) => {
            let cond = match &l.form {
                LoopForm::While(cond) => host_loops(cond),
                LoopForm::For { .. } => 0,
            };
            1 + cond + host_loops(&l.body)
        }
        Exp::If { then, els, .. } => host_loops(then) + host_loops(els),
        Exp::WithAcc { body, .. } => host_loops(body),
        Exp::Op(SegOp::Active(active)) => 1 + host_loops(&active.cond) + host_loops(&active.body),
        _ => 0,
    };
    body.stms.iter().map(inside).sum()
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
            host_loops(&fun.body),
            0,
            "{} does not stay in its kernel:\n{}",
            fun.name,
            ir::print(&flat)
        );
    }
}
