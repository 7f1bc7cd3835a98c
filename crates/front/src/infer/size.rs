//! When two sizes are the same.

use super::scope::map_size;
use super::solver::Solver;
use super::unify::Clash;
use crate::types::{RowName, Size, SizeOp, SizeVar};
use std::collections::BTreeMap;

impl Solver {
    /// Makes the size that is got what is wanted. A size that is wanted to vary may be any.
    pub(super) fn go_size(&mut self, wanted: &Size, got: &Size) -> Result<(), Clash> {
        // What widens is a point of many values, of which this is one.
        let widens = self.widenable(wanted);
        let mark = self.trail.len();
        let result = self.same_size(wanted, got);
        if let Some((v, row)) = widens
            && (result.is_err() || self.fixes_carried(mark))
        {
            self.undo(mark);
            let row = self.size(got).row().map_or(row, |own| own.min(row));
            self.solve_size(v, Size::of_row(row));
            return Ok(());
        }
        if result.is_err() {
            self.undo(mark);
        }
        result
    }
    /// Whether two sizes are known to be the same.
    pub(super) fn equal(&self, a: &Size, b: &Size) -> bool {
        normal(&self.size(a)) == normal(&self.size(b))
    }
    fn same_size(&mut self, wanted: &Size, got: &Size) -> Result<(), Clash> {
        let (a, b) = (self.size(wanted), self.size(got));
        match (&a, &b) {
            // Sizes of a row are also sizes of the rows in it, not the other way.
            (Size::Any(row, name), _) if b.row().is_none_or(|own| own >= *row) => match name {
                Some(name) => self.meet_row(*name, &b),
                None => Ok(()),
            },
            _ if a == b => Ok(()),
            // One for every call is not one for every row.
            (Size::Ext(_), _) if b.by_row() => Err(Clash::Sizes(a, b)),
            (Size::Ext(k), _) => match self.met.get(k).cloned() {
                Some(met) if !self.equal(&met, &b) => Err(Clash::Sizes(met, b)),
                Some(_) => Ok(()),
                None => {
                    self.met.insert(*k, b);
                    Ok(())
                }
            },
            (_, Size::Ext(_)) => Err(Clash::Sizes(a, b)),
            (Size::Var(v), _) => self.bind_size(*v, &b),
            (_, Size::Var(w)) => self.bind_size(*w, &a),
            (_, Size::Any(..)) => Err(Clash::Sizes(a, b)),
            _ if normal(&a) == normal(&b) => Ok(()),
            // The factors of a product tell how an array is to be split: there are other ways.
            (Size::Term(op, x), Size::Term(other, y)) if op == other => self
                .same_size(&x.0, &y.0)
                .and_then(|()| self.same_size(&x.1, &y.1))
                .map_err(|_| Clash::Sizes(a.clone(), b.clone())),
            (Size::Exp(x), Size::Exp(y)) if x.key == y.key => {
                let mut names = x.names.iter().zip(&y.names);
                names
                    .try_for_each(|((_, x), (_, y))| self.same_size(x, y))
                    .map_err(|_| Clash::Sizes(a.clone(), b.clone()))
            }
            _ => Err(Clash::Sizes(a, b)),
        }
    }
    /// All that stand for a size of a row with a name are the same.
    fn meet_row(&mut self, name: RowName, got: &Size) -> Result<(), Clash> {
        match self.met_rows.get(&name).cloned() {
            None => {
                self.met_rows.insert(name, got.clone());
                Ok(())
            }
            Some(met) if !met.by_row() && !got.by_row() => self.same_size(&met, got),
            Some(met) => match (self.of_named_rows(&met), self.of_named_rows(got)) {
                (Some(a), Some(b)) if a == b => Ok(()),
                _ => Err(Clash::Named),
            },
        }
    }
    /// A size by which it is known again in its row: nothing if it is, or is made of, one without a name.
    pub(super) fn of_named_rows(&self, size: &Size) -> Option<Normal> {
        let size = self.size(size);
        (!size.any(&|s| matches!(s, Size::Any(_, None)))).then(|| normal(&size))
    }
    fn bind_size(&mut self, v: SizeVar, size: &Size) -> Result<(), Clash> {
        if size.any(&|s| *s == Size::Var(v)) {
            let same = normal(size) == normal(&Size::Var(v));
            return if same { Ok(()) } else { Err(Clash::Sizes(Size::Var(v), size.clone())) };
        }
        if self.sizes[v].uniform && size.by_row() {
            return Err(Clash::Sizes(Size::Var(v), size.clone()));
        }
        self.admit_size(size, self.sizes[v].level)?;
        // Names belong to the elements of one array, and a size may be that of several.
        let size = map_size(size, &mut |part| match part {
            Size::Any(row, _) => Size::of_row(*row),
            part => part.clone(),
        });
        self.solve_size(v, size);
        Ok(())
    }
    /// Checks that a size exists at a level, and has its variables solved by nothing deeper.
    pub(super) fn admit_size(&mut self, size: &Size, level: u32) -> Result<(), Clash> {
        match self.size(size) {
            Size::Var(w) => {
                self.sizes[w].level = self.sizes[w].level.min(level);
                Ok(())
            }
            Size::Term(_, parts) => {
                self.admit_size(&parts.0, level)?;
                self.admit_size(&parts.1, level)
            }
            Size::Exp(term) => term.names.iter().try_for_each(|(_, size)| self.admit_size(size, level)),
            size if self.size_level(&size) > level => Err(Clash::Scope(size)),
            _ => Ok(()),
        }
    }
    /// The variable that a size is the value of and that may be made to vary, and with which row.
    fn widenable(&self, size: &Size) -> Option<(SizeVar, u32)> {
        let mut size = size;
        while let Size::Var(v) = size {
            if let Some(row) = self.sizes[*v].widens {
                return Some((*v, row));
            }
            size = self.sizes[*v].value.as_ref()?;
        }
        None
    }
}

/// A sum of products: for each product of what has no parts, in order, how often it is taken.
pub(super) type Normal = BTreeMap<Vec<String>, i64>;

fn normal(size: &Size) -> Normal {
    let mut sum = match size {
        Size::Const(n) => BTreeMap::from([(vec![], *n)]),
        Size::Term(op, parts) => {
            let (a, b) = (normal(&parts.0), normal(&parts.1));
            match op {
                SizeOp::Add | SizeOp::Sub => {
                    let sign = if *op == SizeOp::Add { 1i64 } else { -1 };
                    b.into_iter().fold(a, |mut sum, (product, n)| {
                        let times = sum.entry(product).or_insert(0);
                        *times = times.wrapping_add(sign.wrapping_mul(n));
                        sum
                    })
                }
                SizeOp::Mul => {
                    let mut product = BTreeMap::new();
                    for (x, m) in &a {
                        for (y, n) in &b {
                            let mut factors: Vec<String> = x.iter().chain(y).cloned().collect();
                            factors.sort();
                            let times = product.entry(factors).or_insert(0i64);
                            *times = times.wrapping_add(m.wrapping_mul(*n));
                        }
                    }
                    product
                }
            }
        }
        Size::Exp(term) => {
            let names: Vec<_> = term.names.iter().map(|(_, size)| normal(size)).collect();
            BTreeMap::from([(vec![format!("{} {names:?}", term.key)], 1)])
        }
        Size::Any(_, Some(name)) => BTreeMap::from([(vec![format!("{name:?}")], 1)]),
        Size::Param(..) | Size::Var(_) | Size::Unknown(_) | Size::Any(_, None) | Size::Ext(_) => {
            BTreeMap::from([(vec![format!("{size:?}")], 1)])
        }
    };
    sum.retain(|_, n| *n != 0);
    sum
}
