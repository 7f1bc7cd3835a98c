//! When two sizes are the same.

use super::solver::Solver;
use super::unify::Clash;
use crate::types::{Size, SizeOp, SizeVar};
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
            self.solve_size(v, Size::Any(row));
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
            _ if a == b => Ok(()),
            // Sizes of a row are also sizes of the rows in it, not the other way.
            (Size::Any(row), _) if b.row().is_none_or(|own| own >= *row) => Ok(()),
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
            (_, Size::Any(_)) => Err(Clash::Sizes(a, b)),
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
    fn bind_size(&mut self, v: SizeVar, size: &Size) -> Result<(), Clash> {
        if size.any(&|s| *s == Size::Var(v)) {
            let same = normal(size) == normal(&Size::Var(v));
            return if same { Ok(()) } else { Err(Clash::Sizes(Size::Var(v), size.clone())) };
        }
        if self.sizes[v].uniform && size.by_row() {
            return Err(Clash::Sizes(Size::Var(v), size.clone()));
        }
        self.admit_size(size, self.sizes[v].level)?;
        self.solve_size(v, size.clone());
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
fn normal(size: &Size) -> BTreeMap<Vec<String>, i64> {
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
        Size::Param(..) | Size::Var(_) | Size::Unknown(_) | Size::Any(_) | Size::Ext(_) => {
            BTreeMap::from([(vec![format!("{size:?}")], 1)])
        }
    };
    sum.retain(|_, n| *n != 0);
    sum
}
