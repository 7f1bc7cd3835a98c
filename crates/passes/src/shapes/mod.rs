//! Shape analysis: which arrays have equal shapes, and by which rules that is known (seed 000, section 4.2).
//!
//! ```text
//! screma n (i <- iota) { let (m | xs: [m]i64) = row xss[i]  let ys: [m]i64 = screma m (x <- xs) { .. } }  out (m, ys)
//!   -- m is the element of s at the index of the map (INDEX, S1); the array of all m is s (S4): the result has the shape of xss
//! ```
//!
//! Core names the sizes of an array in its type, so the shape of an array is known from what its sizes are. Every number is described
//! ([`numbers`]); sizes with equal descriptors are equal. Two that are described differently may be equal all the same.
//!
//! The tables are keyed by variable. [`share`] uses them: arrays of one shape get one name for their sizes.

mod checked;
mod numbers;
mod recycle;
mod share;
mod walk;

pub(crate) use numbers::{Node, Number, Numbers};
pub use share::share;

use base::Scalar;
use ir::{Atom, Core, Fun, Soac, Var, Vars};
use rustc_hash::FxHashMap;

/// The shapes of the arrays of a function.
#[derive(Default)]
pub struct Shapes {
    pub(crate) numbers: Numbers,
    /// What every number and array of numbers is.
    of: FxHashMap<Var, Number>,
    /// Why it is known.
    rules: FxHashMap<Var, Vec<&'static str>>,
    /// The variables in the order in which they are bound.
    order: Vec<Var>,
}

/// Analyses a function.
pub fn analyse(vars: &Vars, fun: &Fun<Soac>) -> Shapes {
    walk::analyse(vars, fun)
}

impl Shapes {
    /// What a variable is.
    pub(crate) fn number(&self, var: Var) -> Option<Number> {
        self.of.get(&var).copied()
    }

    /// What an operand is.
    pub(crate) fn atom(&mut self, atom: Atom) -> Number {
        match atom {
            Atom::Const(c) => self.numbers.make(Node::Const(c)),
            Atom::Var(v) => match self.of.get(&v) {
                Some(number) => *number,
                None => self.numbers.make(Node::Label(v, vec![])),
            },
        }
    }

    /// The sizes of an array with the levels that they vary with: equal ones are equal shapes.
    pub(crate) fn shape(&mut self, vars: &Vars, var: Var) -> Vec<(Number, Vec<u32>)> {
        let dims = vars[var].ty.dims().to_vec();
        dims.into_iter().map(|dim| (self.atom(dim.size), dim.on)).collect()
    }

    fn record(&mut self, var: Var, rules: &[&'static str]) {
        let known = self.rules.entry(var).or_default();
        for rule in rules {
            if !known.contains(rule) {
                known.push(rule);
            }
        }
    }

    /// The table: a line for every array with its type, its shape in terms of the first variables that are equal, the first array of the
    /// same shape, the array whose memory it may take (`over`), and the rules.
    pub fn table(&mut self, vars: &Vars, fun: &Fun<Soac>) -> String {
        let over = recycle::recycled(vars, fun, self);
        let mut first: FxHashMap<Number, Var> = FxHashMap::default();
        for var in &self.order {
            if let Some(number) = self.of.get(var) {
                first.entry(*number).or_insert(*var);
            }
        }
        let mut shapes: FxHashMap<Vec<(Number, Vec<u32>)>, Var> = FxHashMap::default();
        let mut text = String::new();
        for var in self.order.clone() {
            if !vars[var].ty.is_array() {
                continue;
            }
            let shape = self.shape(vars, var);
            let mut printed = vars[var].ty.clone();
            let sizes: Vec<Atom> = shape
                .iter()
                .map(|(number, _)| match (self.numbers.node(*number), first.get(number)) {
                    (Node::Const(Scalar::I64(n)), _) => Atom::i64(*n),
                    (_, Some(var)) => Atom::Var(*var),
                    (_, None) => base::bug!("shapes", "a size is bound nowhere"),
                })
                .collect();
            let mut dims = printed.dims().to_vec();
            dims.iter_mut().zip(&sizes).for_each(|(dim, size)| dim.size = *size);
            let renamed = dims != printed.dims();
            printed = printed.with_dims(dims);
            let same = *shapes.entry(shape.clone()).or_insert(var);
            let mut rules = self.rules.get(&var).cloned().unwrap_or_default();
            if renamed {
                rules.extend(self.comparison(&shape));
            }
            let named = |word: &str, other: Var| format!("{word}{}", ir::print::print_var(vars, other));
            let same = if same == var { String::new() } else { named(" = ", same) };
            let over = over.get(&var).map(|over| named(", over ", *over)).unwrap_or_default();
            text += &format!(
                "{}: {}, shape {}{same}{over}, by {}\n",
                ir::print::print_var(vars, var),
                ir::print::print_type(vars, &vars[var].ty),
                shape_text(&ir::print::print_type(vars, &printed)),
                rules.join(" ")
            );
        }
        text
    }

    /// The rules by which sizes of other names are compared: E1 where the indices of maps occur, E2 where they are computed from others.
    fn comparison(&self, shape: &[(Number, Vec<u32>)]) -> Vec<&'static str> {
        let holds = |is: &dyn Fn(&Node) -> bool| shape.iter().any(|(n, _)| self.numbers.any(*n, is));
        let mut rules = vec![];
        if holds(&|node| matches!(node, Node::Level(_))) {
            rules.push("E1");
        }
        if holds(&|node| matches!(node, Node::Op(..))) {
            rules.push("E2");
        }
        rules
    }
}

/// The dimensions of a type as text, without the type of the elements.
fn shape_text(ty: &str) -> &str {
    ty.rfind(']').map_or("", |end| &ty[..=end])
}

/// The tables of all functions of a program.
pub fn tables(prog: &Core) -> String {
    let table = |fun: &Fun<Soac>| {
        format!("shapes of {}\n{}", fun.name, analyse(&prog.vars, fun).table(&prog.vars, fun))
    };
    prog.funs.iter().map(table).collect::<Vec<String>>().join("\n")
}
