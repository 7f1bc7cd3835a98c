//! What happens to sizes where a scope ends, a function is called, or a row is taken out of an array.

use super::solver::{SizeState, Solution, Solver};
use crate::types::{ParamId, RowName, Size, Ty};
use rustc_hash::FxHashMap;

/// What becomes of a size that exists only inside of a scope that ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaving {
    /// A block: it is some size that nothing else is known of.
    Block,
    /// A function: there is another one at every call.
    Function,
}

impl Solver {
    /// A type as it is seen outside of the scope that was left for `self.level`. The arguments `own` of a function that is left
    /// are known to its result; `known` are sizes inside that are known otherwise outside.
    pub(super) fn leave(&mut self, ty: &Ty, how: Leaving, own: &[ParamId], known: &[(Size, Size)]) -> Ty {
        self.leave_with(ty, how, own, known, &[])
    }
    /// The same; `inner` are numbers inside of arguments, which nothing outside can name.
    pub(super) fn leave_with(
        &mut self,
        ty: &Ty,
        how: Leaving,
        own: &[ParamId],
        known: &[(Size, Size)],
        inner: &[ParamId],
    ) -> Ty {
        let mut leave = Leave { how, own: own.to_vec(), outside: known.to_vec(), inner: inner.to_vec() };
        let left = self.leave_type(ty, &mut leave);
        let new: Vec<&Size> = leave.outside.iter().map(|(_, new)| new).collect();
        self.hidden_in_param |= how == Leaving::Function && takes_hidden(&self.resolve(&left), &new);
        left
    }
    fn leave_type(&mut self, ty: &Ty, leave: &mut Leave) -> Ty {
        let ty = self.shallow(ty);
        match &ty {
            Ty::Var(v) => {
                if let Solution::Free(mut free) = self.solution(*v) {
                    free.level = free.level.min(self.level);
                    self.tys[*v] = Solution::Free(free);
                }
                ty
            }
            Ty::Scalar(_) | Ty::Param(..) => ty,
            Ty::Fun(name, from, to) => {
                leave.own.extend(name);
                let known = leave.outside.len();
                let from = self.leave_type(from, leave);
                self.hidden_in_param |= leave.outside.len() > known;
                let to = self.leave_type(to, leave);
                leave.own.truncate(leave.own.len() - name.iter().len());
                Ty::Fun(*name, from.into(), to.into())
            }
            Ty::Record(_) | Ty::Array(..) | Ty::Sum(_) | Ty::Opaque(..) => {
                let sizes: Vec<Size> = ty.sizes().iter().map(|s| self.leave_size(s, leave)).collect();
                let mut sizes = sizes.into_iter();
                let mut size = |old: &Size| sizes.next().unwrap_or_else(|| old.clone());
                ty.map_parts(&mut |t| self.leave_type(t, leave), &mut size)
            }
        }
    }
    fn leave_size(&mut self, size: &Size, leave: &mut Leave) -> Size {
        let known = self.size(size);
        // What widens is still found by its variable.
        let hidden = |s: &Size| matches!(s, Size::Param(_, p) if leave.inner.contains(p));
        if !known.any(&hidden) && self.admit_size(&known, self.level).is_ok() {
            return size.clone();
        }
        self.leave_known(&known, leave)
    }
    fn leave_known(&mut self, size: &Size, leave: &mut Leave) -> Size {
        match size {
            Size::Term(..) | Size::Exp(_) => return size.map_parts(&mut |s| self.leave_known(s, leave)),
            Size::Param(_, p) if leave.own.contains(p) => return size.clone(),
            Size::Param(_, p) if leave.inner.contains(p) => {}
            size if self.size_level(size) <= self.level => return size.clone(),
            _ => {}
        }
        if let Some((_, found)) = leave.outside.iter().find(|(inside, _)| inside == size) {
            return found.clone();
        }
        let new = match leave.how {
            Leaving::Block => self.unknown_outside(size),
            Leaving::Function => self.fresh_ext(),
        };
        leave.outside.push((size.clone(), new.clone()));
        new
    }

    /// The type of what a call returns: sizes that differ from call to call are new ones.
    pub(super) fn open_result(&mut self, ty: &Ty) -> Ty {
        let ty = self.resolve(ty);
        if matches!(ty, Ty::Fun(..)) {
            return ty;
        }
        let ty = self.with_exts(&ty, &mut |solver| solver.fresh_unknown());
        self.taken_row(&ty)
    }
    /// The declared type of a result for one call, whose body still has to choose the sizes that differ from call to call.
    pub(super) fn with_chosen_sizes(&mut self, ty: &Ty) -> Ty {
        let ty = self.resolve(ty);
        self.with_exts(&ty, &mut |solver| solver.uniform_size())
    }
    /// A resolved type with a new size for each one that differs from call to call.
    fn with_exts(&mut self, ty: &Ty, new: &mut dyn FnMut(&mut Self) -> Size) -> Ty {
        let mut exts = vec![];
        collect_exts(ty, &mut exts);
        if exts.is_empty() {
            return ty.clone();
        }
        let new: FxHashMap<u32, Size> = exts.into_iter().map(|k| (k, new(self))).collect();
        map_sizes(ty, &mut |size| match size {
            Size::Ext(k) => new.get(k).cloned().unwrap_or_else(|| size.clone()),
            size => size.clone(),
        })
    }
    /// The type of one row: its sizes are its own, and exist from a level on.
    pub(super) fn open_rows(&mut self, ty: &Ty, level: u32) -> Ty {
        self.open_around(ty, 0, &mut Opening { level: Some(level), named: FxHashMap::default() })
    }
    /// The same for a row that an expression takes out of an array.
    pub(super) fn taken_row(&mut self, ty: &Ty) -> Ty {
        self.open_around(ty, 0, &mut Opening { level: None, named: FxHashMap::default() })
    }
    /// The same for a part of it, with so many arrays around.
    fn open_around(&mut self, ty: &Ty, around: u32, opening: &mut Opening) -> Ty {
        let ty = self.shallow(ty);
        match &ty {
            Ty::Array(size, elem) => {
                let known = self.size(size);
                let size = match known {
                    Size::Any(row, Some(name)) if row >= around => match opening.named.get(&name) {
                        Some(size) => size.clone(),
                        None => {
                            let size = self.own_size(opening);
                            opening.named.insert(name, size.clone());
                            size
                        }
                    },
                    known if known.row().is_some_and(|row| row >= around) => self.own_size(opening),
                    _ => size.clone(),
                };
                Ty::array(size, self.open_around(elem, around + 1, opening))
            }
            Ty::Record(_) | Ty::Sum(_) => {
                ty.map_parts(&mut |t| self.open_around(t, around, opening), &mut |size| size.clone())
            }
            _ => ty,
        }
    }
    fn own_size(&mut self, opening: &Opening) -> Size {
        match opening.level {
            Some(level) => self.unknown_at(level),
            None => self.fresh_unknown(),
        }
    }
    /// Whether a type is that of rows with sizes of their own.
    pub(super) fn has_open_rows(&self, ty: &Ty) -> bool {
        self.has_open_around(ty, 0)
    }
    fn has_open_around(&self, ty: &Ty, around: u32) -> bool {
        match self.shallow(ty) {
            Ty::Array(size, elem) => {
                let own = self.size(&size).row().is_some_and(|row| row >= around);
                own || self.has_open_around(&elem, around + 1)
            }
            ty @ (Ty::Record(_) | Ty::Sum(_)) => {
                ty.parts().into_iter().any(|t| self.has_open_around(t, around))
            }
            _ => false,
        }
    }
    /// The type of what stands at one index of a row that itself stays in an array: the row's sizes are now its own.
    pub(super) fn out_of_row(&self, ty: &Ty, around: u32) -> Ty {
        match self.resolve(ty) {
            Ty::Array(size, elem) => {
                let size = map_size(&size, &mut |part| match part {
                    Size::Any(row, name) if *row > around => Size::Any(row - 1, *name),
                    part => part.clone(),
                });
                Ty::array(size, self.out_of_row(&elem, around + 1))
            }
            ty @ (Ty::Record(_) | Ty::Sum(_)) => {
                ty.map_parts(&mut |t| self.out_of_row(t, around), &mut |size| size.clone())
            }
            ty => ty,
        }
    }
    /// The type with a size for what it calls an argument.
    pub(super) fn replace_param(&self, ty: &Ty, param: Option<ParamId>, size: &Size) -> Ty {
        let Some(param) = param else { return ty.clone() };
        map_sizes(&self.resolve(ty), &mut |s| match s {
            Size::Param(_, p) if *p == param => size.clone(),
            s => s.clone(),
        })
    }
    /// A size that becomes one of a row where it would have to be another one too.
    pub(super) fn widening_size(&mut self, size: Size, level: u32, row: u32) -> Size {
        let state = SizeState {
            value: Some(size),
            level,
            widens: Some(row),
            carried: false,
            uniform: false,
            given: false,
        };
        Size::Var(self.sizes.push(state))
    }
    /// The type with sizes that may be any, those of abstract types too.
    pub(super) fn with_any_sizes(&mut self, ty: &Ty) -> Ty {
        match self.shallow(ty) {
            Ty::Array(_, elem) => {
                let size = self.fresh_size();
                Ty::array(size, self.with_any_sizes(&elem))
            }
            Ty::Opaque(name, types, sizes) => {
                Ty::Opaque(name, types, sizes.iter().map(|_| self.fresh_size()).collect())
            }
            ty @ (Ty::Record(_) | Ty::Sum(_)) => {
                ty.map_parts(&mut |t| self.with_any_sizes(t), &mut |size| size.clone())
            }
            ty @ (Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) | Ty::Fun(..)) => ty,
        }
    }
    /// The type with every size made anew.
    pub(super) fn with_sizes(&mut self, ty: &Ty, new: &mut dyn FnMut(&mut Self, &Size) -> Size) -> Ty {
        match self.shallow(ty) {
            Ty::Array(size, elem) => {
                let size = new(self, &size);
                Ty::array(size, self.with_sizes(&elem, new))
            }
            ty @ (Ty::Record(_) | Ty::Sum(_)) => {
                ty.map_parts(&mut |t| self.with_sizes(t, new), &mut |size| size.clone())
            }
            ty @ (Ty::Scalar(_) | Ty::Var(_) | Ty::Param(..) | Ty::Fun(..) | Ty::Opaque(..)) => ty,
        }
    }
}

/// A row that is taken out of an array.
struct Opening {
    /// From where on its sizes exist; nothing if an expression computes them.
    level: Option<u32>,
    /// Those that have names.
    named: FxHashMap<RowName, Size>,
}

/// A scope that is left.
struct Leave {
    how: Leaving,
    /// Arguments of functions around, which are known to their results.
    own: Vec<ParamId>,
    /// What sizes of the scope are outside.
    outside: Vec<(Size, Size)>,
    /// Numbers inside of arguments.
    inner: Vec<ParamId>,
}

/// Whether a function in a result takes an array of one of these sizes, and nothing else in the result tells it.
fn takes_hidden(ty: &Ty, new: &[&Size]) -> bool {
    fn told(ty: &Ty, sizes: &mut Vec<Size>) {
        if !matches!(ty, Ty::Fun(..)) {
            sizes.extend(ty.sizes().iter().cloned());
            ty.parts().into_iter().for_each(|t| told(t, sizes));
        }
    }
    fn holds(ty: &Ty, hidden: &[&Size]) -> bool {
        let own = |s: &Size| s.any(&|part| hidden.contains(&part));
        ty.sizes().iter().any(own) || ty.parts().into_iter().any(|t| holds(t, hidden))
    }
    fn taken(ty: &Ty, hidden: &[&Size]) -> bool {
        match ty {
            Ty::Fun(_, from, to) => holds(from, hidden) || taken(to, hidden),
            ty => ty.parts().into_iter().any(|t| taken(t, hidden)),
        }
    }
    let mut sizes = vec![];
    told(ty, &mut sizes);
    let hidden: Vec<&Size> = new.iter().copied().filter(|size| !sizes.contains(size)).collect();
    !hidden.is_empty() && taken(ty, &hidden)
}
/// The size with everything in it replaced that has no parts.
pub(super) fn map_size(size: &Size, f: &mut dyn FnMut(&Size) -> Size) -> Size {
    match size {
        Size::Term(..) | Size::Exp(_) => size.map_parts(&mut |s| map_size(s, f)),
        size => f(size),
    }
}
/// The type with every part of every size replaced.
pub(super) fn map_sizes(ty: &Ty, f: &mut dyn FnMut(&Size) -> Size) -> Ty {
    fn go(ty: &Ty, f: &mut dyn FnMut(&Size) -> Size) -> Ty {
        let sizes: Vec<Size> = ty.sizes().iter().map(|s| map_size(s, f)).collect();
        let mut sizes = sizes.into_iter();
        ty.map_parts(&mut |t| go(t, f), &mut |s| sizes.next().unwrap_or_else(|| s.clone()))
    }
    go(ty, f)
}
/// The sizes of a result that differ from call to call, those of functions inside left out.
fn collect_exts(ty: &Ty, exts: &mut Vec<u32>) {
    if matches!(ty, Ty::Fun(..)) {
        return;
    }
    for size in ty.sizes() {
        ext_parts(size, exts);
    }
    ty.parts().into_iter().for_each(|t| collect_exts(t, exts));
}
fn ext_parts(size: &Size, exts: &mut Vec<u32>) {
    match size {
        Size::Ext(k) if !exts.contains(k) => exts.push(*k),
        Size::Term(_, parts) => {
            ext_parts(&parts.0, exts);
            ext_parts(&parts.1, exts);
        }
        Size::Exp(term) => term.names.iter().for_each(|(_, size)| ext_parts(size, exts)),
        _ => {}
    }
}
