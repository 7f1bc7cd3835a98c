//! Ownership: an update copies only where someone could see it.

use ir::{Core, Exp, Soac, Stm};

fn copies(core: &Core, entry: &str) -> usize {
    fn count(block: &[Stm<Soac>]) -> usize {
        let mut sum = 0;
        for stm in block {
            sum += usize::from(matches!(stm.exp, Exp::Copy { .. }));
            stm.exp.blocks(&mut |block| sum += count(block));
        }
        sum
    }
    let fun = core.funs.iter().find(|f| f.name == entry);
    count(&fun.unwrap_or_else(|| panic!("no entry {entry}")).body.stms)
}

#[test]
fn updates_copy_only_where_someone_could_see_it() {
    let program = driver::Program::from_source("updates.fut", include_str!("programs/updates.fut")).unwrap();
    let core = passes::own(program.core);
    ir::verify(&core).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
    for (entry, wanted) in [
        ("u1", 0),
        ("u2", 0),
        ("u3", 1),
        ("u4", 2),
        ("u5", 1),
        ("u6", 1),
        ("u7", 1),
        ("u8", 0),
        ("u9", 0),
        ("u10", 1),
        ("u12", 1),
        ("u13", 0),
    ] {
        assert_eq!(copies(&core, entry), wanted, "copies in {entry}");
    }
}
