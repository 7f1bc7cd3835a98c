//! Pointers to rows: the address where a row begins is computed once, not in every access.
//!
//! ```c
//! widx base_28 = (j_25 * n_26);
//! GLOBAL i32 *copy_27_at_base_28 = copy_27 + base_28;
//! while (..) { .. copy_27_at_base_28[i_55] .. }
//! ```
//!
//! A C compiler does not take `buffer + (base + i)` apart: it adds `base` to every index, and keeps it in a register beside the buffer.

use base::BinOp;
use ir::kernel::{Exp, KType, KVar, KVarInfo, OnDevice, Stm};
use ir::vector::assigned;
use rustc_hash::{FxHashMap, FxHashSet};

/// The first element of a row, and the buffers that loops access at indices from there on.
pub(crate) type RowPointers = FxHashMap<KVar, Vec<KVar>>;

/// The rows of buffers among `params` that loops access, if the row is the same in all their rounds.
pub(crate) fn row_pointers(
    vars: &base::IdVec<KVar, KVarInfo>,
    params: &[KVar],
    body: &[Stm],
    vectors: bool,
) -> RowPointers {
    let mut changed = FxHashSet::default();
    assigned(body, &mut changed);
    let mut walk = Walk {
        vars,
        params,
        vectors,
        changed,
        declared: FxHashMap::default(),
        found: RowPointers::default(),
    };
    walk.block(body, 0);
    walk.found
}

/// An index as the first element of a row and a distance from it.
pub(crate) fn in_row(at: &Exp) -> Option<(KVar, &Exp)> {
    if let Exp::IndexBin(BinOp::Add, base, rest) = at
        && let Exp::Var(base) = **base
    {
        Some((base, rest))
    } else {
        None
    }
}

struct Walk<'a> {
    vars: &'a base::IdVec<KVar, KVarInfo>,
    params: &'a [KVar],
    /// Whether vector loops are printed as such: their lanes have addresses of their own.
    vectors: bool,
    /// The variables that are not the same for as long as they are there.
    changed: FxHashSet<KVar>,
    /// In how many loops an index is declared.
    declared: FxHashMap<KVar, usize>,
    found: RowPointers,
}

impl Walk<'_> {
    fn block(&mut self, stms: &[Stm], loops: usize) {
        for stm in stms {
            stm.exps().into_iter().for_each(|exp| self.exp(exp, loops));
            if let Stm::Store { buf, at, .. } | Stm::Stores { buf, at, .. } = stm {
                self.access(*buf, at, loops);
            }
            if let Stm::Let(var, _) = stm
                && self.vars[*var].ty == KType::Index
                && !self.changed.contains(var)
            {
                self.declared.insert(*var, loops);
            }
            if matches!(stm, Stm::For { vector: Some(_), .. }) && self.vectors {
                continue;
            }
            let inside = loops + usize::from(matches!(stm, Stm::For { .. } | Stm::While { .. }));
            stm.blocks().into_iter().for_each(|block| self.block(block, inside));
        }
    }

    fn exp(&mut self, exp: &Exp, loops: usize) {
        if let Exp::Only(OnDevice::Load(buf, at)) = exp {
            self.access(*buf, at, loops);
        }
        exp.parts().into_iter().for_each(|part| self.exp(part, loops));
    }

    fn access(&mut self, buf: KVar, at: &Exp, loops: usize) {
        if let Some((base, _)) = in_row(at)
            && self.params.contains(&buf)
            && self.declared.get(&base).is_some_and(|outside| *outside < loops)
        {
            let bufs = self.found.entry(base).or_default();
            if !bufs.contains(&buf) {
                bufs.push(buf);
            }
        }
    }
}
