//! Cells: numbers that loops carry on the device ([`crate::carry`]).
//!
//! ```text
//! alloc s = 1 zeroed;  while (..) { launch t (buf s, buf t, buf u);  launch zs (buf t, ..);  share s = u; .. }
//! ```

use super::body::Point;
use super::code::KernelBuilder;
use super::{Lowerer, Place, number};
use base::ScalarType;
use ir::kernel::{Exp as KExp, HostStm, KType, KVar};
use ir::{Atom, Var};

impl Lowerer<'_> {
    /// Gives numbers cells of their own, by one kernel: from here on they are on the device.
    pub(super) fn store_cells(&mut self, numbers: &[(KVar, Atom)]) {
        let mut k = KernelBuilder::new();
        let mut stored = false;
        for (cell, atom) in numbers {
            let zeroed = matches!(atom, Atom::Const(c) if c.bits() == 0);
            self.code.push(HostStm::Alloc { buf: *cell, count: number(1), zeroed });
            if !zeroed {
                let value = self.k_atom(&mut k, &Point::default(), *atom);
                let cell = self.k_out(&mut k, *cell);
                k.store(cell, KExp::Index(0), value);
                stored = true;
            }
        }
        if stored {
            self.launch(k, number(1));
        }
    }

    /// The cell of a number that has one.
    pub(super) fn cell(&self, atom: Atom) -> Option<KVar> {
        match self.env.get(&atom.var()?) {
            Some(Place::Pending(cell)) => Some(*cell),
            _ => None,
        }
    }

    /// A variable of the host for the cell of a number.
    pub(super) fn new_cell(&mut self, var: Var) -> KVar {
        let info = &self.vars[var];
        let elem = info.ty.elem().unwrap_or(ScalarType::I64);
        self.host_var(&info.name.clone(), KType::Buf(elem))
    }
}
