//! Evidence: which checks say that an array has the sizes that it is seen under.
//!
//! ```text
//! let c = assert_eq! a b  let ys: [b] = recast xs to [b] under (c)  .. ys[i] ..
//!   =>
//! let c2 = seg (..) { let c = assert_eq! a b } out (cert)  .. seg (i < b) under (c2) { .. xs[i] .. }
//! ```
//!
//! A recast costs nothing: what is read is the array that it was made of. Everybody who reads it stands under the evidence, so that no
//! later pass can move the read in front of the check.
//!
//! Inside of maps a check runs at every point. Where there is none nothing was checked, and nothing is read either, but sizes that are the
//! same at every point still say what the space without points looks like: their recast names the sizes of the maps (`inside`).

use super::Flattener;
use super::kernel::Kernel;
use super::rep::Rep;
use ir::{Atom, Dim, Exp, Var, View};

impl Flattener<'_> {
    /// The Flat evidence that stands for that of Core; none where everything is proved.
    pub(super) fn evidence(&self, under: &[Var]) -> Vec<Var> {
        let mut certs = vec![];
        for core in under {
            if let Some(Rep::Cert(found)) = self.env.get(core) {
                add(&mut certs, found);
            }
        }
        certs
    }

    /// Says that an array is seen under sizes for which there is this evidence, beside that for the array that it is made of.
    pub(super) fn rest_on(&mut self, result: Var, arr: Var, mut certs: Vec<Var>) {
        add(&mut certs, self.rests.get(&arr).map_or(&[][..], Vec::as_slice));
        if !certs.is_empty() {
            self.rests.insert(result, certs);
        }
    }

    /// What an array rests on.
    pub(super) fn rests(&self, core: Var) -> Vec<Var> {
        self.rests.get(&core).cloned().unwrap_or_default()
    }

    /// A kernel reads an array: it stands under what that rests on.
    pub(super) fn k_rest(&self, k: &mut Kernel, core: Var) {
        if let Some(certs) = self.rests.get(&core) {
            k.rest(certs);
        }
    }

    /// A Flat array is used as the sizes that a Core one stands for.
    pub(super) fn size_rests(&mut self, flat: Var, core: Var) {
        if let Some(certs) = self.rests.get(&core) {
            add(self.sizes_rest.entry(flat).or_default(), certs);
        }
    }

    /// The same data under these sizes, which are equal by proof or under the evidence.
    pub(super) fn recast(&mut self, atom: Atom, dims: Vec<Dim>, under: Vec<Var>) -> Atom {
        match atom {
            Atom::Var(arr) => self.recast_inside(arr, dims, under, vec![]).into(),
            Atom::Const(_) => atom,
        }
    }

    /// The same, if the maps of these sizes have a point.
    pub(super) fn recast_inside(
        &mut self,
        arr: Var,
        dims: Vec<Dim>,
        under: Vec<Var>,
        inside: Vec<Atom>,
    ) -> Var {
        let ty = self.vars[arr].ty.clone();
        if ty.dims() == dims.as_slice() || dims.is_empty() {
            return arr;
        }
        let name = self.name(arr);
        let ty = ty.with_dims(dims.clone());
        self.bind(&name, ty, Exp::View(View::Recast { arr, dims, under, inside }))
    }
}

/// Adds what is not there yet.
fn add(certs: &mut Vec<Var>, more: &[Var]) {
    for cert in more {
        if !certs.contains(cert) {
            certs.push(*cert);
        }
    }
}
