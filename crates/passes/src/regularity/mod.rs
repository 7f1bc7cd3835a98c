//! Regularity detection: what is the same for every row, and which levels of arrays are regular (seed 000, section 4.3; avoidance and
//! tuples component by component: seed 002, section 4.3).
//!
//! ```text
//! screma m (xs: [n]i64 <- xss) { let h = div.i64 n 2i64  let ys: [h]i64 = ..  in (h, ys) }
//!   -- h is computed from n alone (OP): the same for every row, so the result of the map is a matrix (GENERATE-1)
//! ```
//!
//! A variable depends on the indices of some of the maps around it. A level of an array is regular (`R`) if its size depends on
//! none, in whatever row; else it is irregular (`Ir`). Sizes that shape analysis shows to be equal depend on the same indices.
//!
//! The table is keyed by variable. Flattening asks it which loops and branches the host takes for all rows at once, and which numbers
//! it computes once ([`Regularity::is_avoided`]); `sink` asks it which loops these are.

mod walk;

use crate::shapes::{self, Node, Number, Shapes};
use ir::{Atom, Body, Core, Fun, Soac, Type, Var, Vars};
use rustc_hash::{FxHashMap, FxHashSet};

/// The indices that a value depends on, by the nesting level of their maps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Levels(u64);

impl Levels {
    fn one(level: u32) -> Levels {
        Levels(1 << level.min(63))
    }
    /// The indices of all maps around a place.
    fn below(depth: u32) -> Levels {
        Levels((0..depth).fold(0, |all, level| all | Levels::one(level).0))
    }
    fn and(self, other: Levels) -> Levels {
        Levels(self.0 | other.0)
    }
    fn both(self, other: Levels) -> Levels {
        Levels(self.0 & other.0)
    }
    fn without(self, level: u32) -> Levels {
        Levels(self.0 & !Levels::one(level).0)
    }
    fn has(self, level: u32) -> bool {
        self.0 & Levels::one(level).0 != 0
    }
    fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// Most steps of a chain that are printed; the line of the last variable goes on with it.
const STEPS: usize = 8;

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Known {
    /// What its value depends on.
    levels: Levels,
    /// Whether the elements of an array are all equal.
    same: bool,
}

/// The regularity of the variables of a function.
#[derive(Default)]
pub struct Regularity {
    known: FxHashMap<Var, Known>,
    /// Numbers that total code computes from what is known outside of maps.
    avoided: FxHashSet<Var>,
    rules: FxHashMap<Var, Vec<&'static str>>,
    /// The variables that the rules of a variable look at.
    premises: FxHashMap<Var, Vec<Var>>,
    /// The variables in the order in which they are bound.
    order: Vec<Var>,
}

/// Analyses a function, with what shape analysis knows of it, if that is switched on.
pub fn analyse(vars: &Vars, fun: &Fun<Soac>, shapes: Option<&Shapes>) -> Regularity {
    let params: Vec<Var> = fun.params.iter().map(|p| p.var).collect();
    of_body(vars, &params, &fun.body, shapes)
}

/// Analyses a body whose parameters are known outside of maps.
pub(crate) fn of_body(vars: &Vars, params: &[Var], body: &Body<Soac>, shapes: Option<&Shapes>) -> Regularity {
    walk::analyse(vars, params, body, shapes)
}

impl Regularity {
    /// Whether a number is the same for every row and computed by total code from what is known outside of maps, so that the host
    /// computes it once. Loops and branches inside of others are not looked into.
    pub(crate) fn is_avoided(&self, atom: Atom) -> bool {
        atom.var().is_none_or(|v| self.avoided.contains(&v))
    }

    fn of(&self, atom: Atom) -> Known {
        let constant = Known { levels: Levels::default(), same: true };
        atom.var().map_or(constant, |v| self.known.get(&v).copied().unwrap_or_default())
    }

    /// What a described number depends on.
    fn number(&self, shapes: &Shapes, number: Number) -> Levels {
        self.number_in(shapes, number, &mut FxHashMap::default())
    }

    /// The same; `known` are the numbers that it is known of.
    fn number_in(&self, shapes: &Shapes, number: Number, known: &mut FxHashMap<Number, Levels>) -> Levels {
        if let Some(levels) = known.get(&number) {
            return *levels;
        }
        let mut all = |of: &[Number]| {
            of.iter().fold(Levels::default(), |l, n| l.and(self.number_in(shapes, *n, known)))
        };
        let levels = match shapes.numbers.node(number) {
            Node::Const(_) => Levels::default(),
            Node::Level(level) => Levels::one(*level),
            Node::Op(_, of) => all(of),
            Node::Inner(array, index) => all(&[*array, *index]),
            Node::Each { width, level, body } => all(&[*width]).and(all(&[*body]).without(*level)),
            Node::Label(var, at) => {
                let own = self.of((*var).into()).levels;
                let at = at.iter().zip(0..).filter(|(_, level)| own.has(*level)).map(|(n, _)| *n);
                all(&at.collect::<Vec<Number>>())
            }
        };
        known.insert(number, levels);
        levels
    }

    /// Whether the size of every row at each level of an array is the same.
    fn levels_of(&self, ty: &Type) -> Vec<bool> {
        let regular = |dim: &ir::Dim| {
            let size = self.of(dim.size);
            size.levels.is_none() && (dim.is_uniform() || size.same)
        };
        ty.dims().iter().map(regular).collect()
    }

    /// The variable that decides how regular another one is: the size of the first irregular level, else the innermost size, of a nested
    /// array; else what brings the outermost index, if there is one.
    fn premise(&self, vars: &Vars, var: Var) -> Option<Var> {
        let ty = &vars[var].ty;
        if ty.rank() > 1 {
            let irregular = self.levels_of(ty).iter().position(|regular| !regular);
            let level = irregular.unwrap_or(ty.rank() - 1);
            if let Some(size) = ty.dims()[level].size.var() {
                return Some(size);
            }
        }
        let premises = self.premises.get(&var)?;
        let first = self.of(var.into()).levels.0.trailing_zeros();
        let brings = |premise: &&Var| first < 64 && self.of((**premise).into()).levels.has(first);
        premises.iter().find(brings).or(premises.first()).copied()
    }

    /// The rules of a variable, and those of the variables that they led from.
    fn chain(&self, vars: &Vars, var: Var) -> String {
        let rules = |var: &Var| self.rules.get(var).map(|rules| rules.join(" ")).unwrap_or_default();
        let mut text = rules(&var);
        let mut seen = vec![var];
        while let Some(next) = self.premise(vars, seen[seen.len() - 1]) {
            if seen.contains(&next) {
                break;
            }
            if seen.len() > STEPS {
                text += ", ..";
                break;
            }
            text += &format!(", from {} by {}", ir::print::print_var(vars, next), rules(&next));
            seen.push(next);
        }
        text
    }

    /// The table: for every variable its type, `<levels, independent, outermost index>` as the paper writes it, and the chain of rules
    /// that led there.
    pub fn table(&self, vars: &Vars) -> String {
        let mut text = String::new();
        for var in &self.order {
            let ty = &vars[*var].ty;
            if !matches!(ty, Type::Data { .. }) {
                continue;
            }
            let levels: Vec<&str> =
                self.levels_of(ty).iter().map(|regular| if *regular { "R>" } else { "Ir>" }).collect();
            let on = self.of((*var).into()).levels;
            let (independent, first) = match on.is_none() {
                true => ("T", "inf".to_string()),
                false => ("F", on.0.trailing_zeros().to_string()),
            };
            text += &format!(
                "{}: {}, <{}S, {independent}, {first}>, by {}\n",
                ir::print::print_var(vars, *var),
                ir::print::print_type(vars, ty),
                levels.concat(),
                self.chain(vars, *var)
            );
        }
        text
    }
}

/// The tables of all functions of a program.
pub fn tables(prog: &Core, with_shapes: bool) -> String {
    let table = |fun: &Fun<Soac>| {
        let shapes = with_shapes.then(|| shapes::analyse(&prog.vars, fun));
        let regularity = analyse(&prog.vars, fun, shapes.as_ref());
        format!("regularity of {}\n{}", fun.name, regularity.table(&prog.vars))
    };
    prog.funs.iter().map(table).collect::<Vec<String>>().join("\n")
}
