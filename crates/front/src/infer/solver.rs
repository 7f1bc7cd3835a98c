//! Variables of inference, solved and not, and the levels that say where each may be used.
//!
//! A level is how many scopes (definitions, lambdas, bodies of `let` and of loops) are around something. A variable made
//! at a level is never solved by something that exists only at a deeper one: so a size that a lambda computes for one
//! element cannot become the size of all of them, and a local name cannot become the size of a parameter.

use super::class::Class;
use crate::ast::Lift;
use crate::types::{ParamId, RowName, Size, SizeVar, Ty, TyVar};
use base::diag::Span;
use base::{Id, IdVec, ScalarType};
use rustc_hash::FxHashMap;

/// A type variable.
#[derive(Clone, Debug)]
pub(super) enum Solution {
    Bound(Ty),
    Free(Free),
}

/// What is known of a type variable that is not solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free {
    pub level: u32,
    pub class: Class,
    /// Whether values of the type have one shape, so that no function may return them with sizes of its own.
    pub plain: bool,
    /// Whether arrays have elements of the type, which may then come to be irregular: a widening point. The number counts the
    /// arrays in between.
    pub under: Option<u32>,
    /// Whether all values of the type have one shape, as folds need it: nothing in it is `[?]`.
    pub one_shape: bool,
}

impl Free {
    /// What is known of a variable that stands for both, if there is a type for it.
    pub(super) fn meet(self, other: Free) -> Option<Free> {
        Some(Free {
            level: self.level.min(other.level),
            class: self.class.meet(other.class)?,
            plain: self.plain || other.plain,
            under: self.under.into_iter().chain(other.under).min(),
            one_shape: self.one_shape || other.one_shape,
        })
    }
}

/// A size variable.
#[derive(Clone, Debug)]
pub(super) struct SizeState {
    pub value: Option<Size>,
    pub level: u32,
    /// Whether it becomes a size of this row where it would have to be two sizes at once.
    pub widens: Option<u32>,
    /// Whether it is a size of what a loop carries, which may change from round to round.
    pub carried: bool,
    /// Whether it is written as the size of rows, which then all have one size: it is never `[?]`.
    pub uniform: bool,
    /// Whether it is a size of a parameter, which is whatever the caller says: it is not told by what else a branch returns.
    pub given: bool,
}

#[derive(Clone, Copy)]
struct ParamState {
    lift: Lift,
    level: u32,
    /// Whether the types that it stands for have values of one shape.
    one_shape: bool,
}

#[derive(Clone, Copy)]
struct UnknownState {
    level: u32,
    /// Whether an expression computes it; others come with a row or a name.
    computed: bool,
    /// The expression that it is a size of, or that was checked when it was made.
    made: Option<Span>,
}

/// The level of what exists nowhere but inside of a type.
pub(super) const NOWHERE: u32 = u32::MAX;

/// All variables, solved and not.
#[derive(Default)]
pub(super) struct Solver {
    pub(super) tys: IdVec<TyVar, Solution>,
    pub(super) sizes: IdVec<SizeVar, SizeState>,
    params: Vec<ParamState>,
    unknowns: Vec<UnknownState>,
    exts: u32,
    row_names: u32,
    /// The sizes that were solved, with what they were before: what is tried can be taken back.
    pub(super) trail: Vec<(SizeVar, SizeState)>,
    /// What sizes that differ from call to call have been met by while two types are made one: each by one size.
    pub(super) met: FxHashMap<u32, Size>,
    /// The same for sizes of rows that have names.
    pub(super) met_rows: FxHashMap<RowName, Size>,
    /// The names that sizes have in the solution of a type variable that is being made: two variables share none.
    pub(super) renamed: Vec<(Size, RowName)>,
    /// Whether a scope has been left by a function that takes arrays of a size that is known only inside.
    pub hidden_in_param: bool,
    /// For sizes that are those of one branch or another, that of one of them.
    pub(super) joined_of: FxHashMap<u32, Size>,
    /// The sizes that the loops around carry.
    pub loops_around: Vec<Size>,
    /// The level of what is made now.
    pub level: u32,
    /// The expression that is checked now.
    pub here: Option<Span>,
    /// What the unknown sizes are called in the error that is told now.
    pub(super) called: Vec<(u32, &'static str)>,
    /// Whether widening points are open: the second check of a definition.
    pub widening: bool,
    /// Whether the sizes that loops carry are then taken to change where they meet others: the last check.
    pub loops_change: bool,
}

impl Solver {
    /// A new type variable.
    pub(super) fn fresh_of(&mut self, class: Class) -> Ty {
        self.fresh_free(Free { level: self.level, class, plain: false, under: None, one_shape: false })
    }
    pub(super) fn fresh_free(&mut self, free: Free) -> Ty {
        Ty::Var(self.tys.push(Solution::Free(free)))
    }
    /// A new type variable that may be anything.
    pub(super) fn fresh(&mut self) -> Ty {
        self.fresh_of(Class::Any)
    }
    /// A new size variable.
    pub(super) fn fresh_size(&mut self) -> Size {
        self.push_size(false, false)
    }
    /// A new size of what a loop carries.
    pub(super) fn carried_size(&mut self) -> Size {
        self.push_size(true, false)
    }
    /// A new size that rows are written to have.
    pub(super) fn uniform_size(&mut self) -> Size {
        self.push_size(false, true)
    }
    fn push_size(&mut self, carried: bool, uniform: bool) -> Size {
        let state =
            SizeState { value: None, level: self.level, widens: None, carried, uniform, given: false };
        Size::Var(self.sizes.push(state))
    }
    /// A new size that some expression returns.
    pub(crate) fn fresh_unknown(&mut self) -> Size {
        self.push_unknown(self.level, true, self.here)
    }
    /// The same size outside of the scope that it is computed in.
    pub(super) fn unknown_outside(&mut self, size: &Size) -> Size {
        let made = match size {
            Size::Unknown(k) => self.unknowns[*k as usize].made,
            _ => self.here,
        };
        self.push_unknown(self.level, true, made)
    }
    /// A new size that exists from a level on, with a row or a name.
    pub(super) fn unknown_at(&mut self, level: u32) -> Size {
        self.push_unknown(level, false, self.here)
    }
    fn push_unknown(&mut self, level: u32, computed: bool, made: Option<Span>) -> Size {
        self.unknowns.push(UnknownState { level, computed, made });
        Size::Unknown(self.unknowns.len() as u32 - 1)
    }
    /// How many unknown sizes there are.
    pub(super) fn unknown_count(&self) -> u32 {
        self.unknowns.len() as u32
    }
    /// Whether an expression computes an unknown size.
    pub(super) fn is_computed(&self, unknown: u32) -> bool {
        self.unknowns[unknown as usize].computed
    }
    /// The expression that computes an unknown size.
    pub(super) fn made(&self, unknown: u32) -> Option<Span> {
        self.unknowns[unknown as usize].made.filter(|_| self.is_computed(unknown))
    }
    /// A new size of the result of a function.
    pub(super) fn fresh_ext(&mut self) -> Size {
        self.exts += 1;
        Size::Ext(self.exts)
    }
    /// A new name for sizes of a row.
    pub(super) fn fresh_row_name(&mut self) -> RowName {
        self.row_names += 1;
        RowName::from_index(self.row_names as usize)
    }
    /// A new declared parameter.
    pub(super) fn fresh_param(&mut self, lift: Lift) -> ParamId {
        self.param_at(lift, self.level)
    }
    /// A new parameter that exists from a level on.
    pub(super) fn param_at(&mut self, lift: Lift, level: u32) -> ParamId {
        self.params.push(ParamState { lift, level, one_shape: false });
        ParamId::from_index(self.params.len() - 1)
    }
    /// What may be inside the types that a parameter stands for.
    pub(super) fn lift(&self, param: ParamId) -> Lift {
        self.params[param.index()].lift
    }
    /// Whether the types that a parameter stands for have values of one shape.
    pub(super) fn has_one_shape(&self, param: ParamId) -> bool {
        self.params[param.index()].one_shape
    }
    /// Restricts a parameter to types whose values have one shape.
    pub(super) fn need_one_shape(&mut self, param: ParamId) {
        self.params[param.index()].one_shape = true;
    }
    /// The level of a parameter.
    pub(super) fn param_level(&self, param: ParamId) -> u32 {
        self.params[param.index()].level
    }
    /// The level of a size that is no variable and has no parts.
    pub(super) fn size_level(&self, size: &Size) -> u32 {
        match size {
            Size::Param(_, p) => self.param_level(*p),
            Size::Unknown(k) => self.unknowns[*k as usize].level,
            Size::Const(_) | Size::Any(..) | Size::Ext(_) | Size::Var(_) | Size::Exp(_) | Size::Term(..) => 0,
        }
    }
    pub(super) fn solution(&self, v: TyVar) -> Solution {
        self.tys[v].clone()
    }
    pub(super) fn solve(&mut self, v: TyVar, ty: Ty) {
        self.tys[v] = Solution::Bound(ty);
    }
    /// Solves a size, which can be taken back.
    pub(super) fn solve_size(&mut self, v: SizeVar, size: Size) {
        if let Size::Var(w) = &size {
            let SizeState { uniform, given, .. } = self.sizes[v];
            let own = &self.sizes[*w];
            if (uniform && !own.uniform) || (given && !own.given) {
                self.trail.push((*w, own.clone()));
                self.sizes[*w].uniform |= uniform;
                self.sizes[*w].given |= given;
            }
        }
        self.trail.push((v, self.sizes[v].clone()));
        self.sizes[v].value = Some(size);
    }
    /// Keeps a size from coming to vary with the row, which can be taken back.
    pub(super) fn close_size(&mut self, size: &Size) {
        let mut next = Some(size.clone());
        while let Some(Size::Var(v)) = next {
            self.trail.push((v, self.sizes[v].clone()));
            self.sizes[v].widens = None;
            self.sizes[v].uniform = true;
            next = self.sizes[v].value.clone();
        }
    }
    /// Takes back the sizes solved since `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        for (v, before) in self.trail.drain(mark..).rev() {
            self.sizes[v] = before;
        }
    }

    /// The type, looked up one step deep.
    pub(super) fn shallow(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        while let Ty::Var(v) = ty {
            match self.solution(v) {
                Solution::Bound(t) => ty = t,
                Solution::Free(_) => break,
            }
        }
        ty
    }
    /// The size with everything looked up that is known.
    pub(super) fn size(&self, size: &Size) -> Size {
        let mut size = size.clone();
        while let Size::Var(v) = size {
            match &self.sizes[v].value {
                Some(s) => size = s.clone(),
                None => break,
            }
        }
        size.map_parts(&mut |s| self.size(s))
    }
    /// The type with everything looked up that is known.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        self.shallow(ty).map_parts(&mut |t| self.resolve(t), &mut |s| self.size(s))
    }

    /// Gives every number whose type is still open its default: `i32`, or `f64` for what has a point.
    pub(super) fn default_numbers(&mut self, from: usize) {
        for i in from..self.tys.len() {
            let v = TyVar::from_index(i);
            if let Solution::Free(free) = self.solution(v) {
                match free.class {
                    Class::Num | Class::Int | Class::Ord | Class::Key => {
                        self.solve(v, Ty::Scalar(ScalarType::I32));
                    }
                    Class::Float => self.solve(v, Ty::Scalar(ScalarType::F64)),
                    Class::Bits => self.solve(v, Ty::bool()),
                    Class::Any | Class::Data | Class::Eq => {}
                }
            }
        }
    }
    /// Whether one of the variables made since is only known to be compared.
    pub(super) fn only_compared(&self, from: usize) -> bool {
        (from..self.tys.len()).any(|i| {
            matches!(self.solution(TyVar::from_index(i)), Solution::Free(Free { class: Class::Eq, .. }))
        })
    }
    /// How many type variables there are.
    pub(super) fn count(&self) -> usize {
        self.tys.len()
    }
}
