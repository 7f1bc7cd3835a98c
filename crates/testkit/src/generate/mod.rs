//! Well-typed random programs over the constructs of the language.
//!
//! Generation is directed by types: [`Gen::exp`] makes an expression of a wanted type from the productions that give one. Sizes
//! need not be tracked: arrays that must agree are cut to a common length and coerced. Indices are in bounds by construction,
//! except in entries that are allowed one place that may fail. Sizes are small by construction.

mod arrays;
mod compound;
mod comprehensions;
mod control;
mod irregular;
mod linked;
mod nested;
mod rows;
mod scalars;
mod streams;
mod types;

use crate::coverage::{Cell, Control, Coverage};
use crate::data::{Data, Kind, arguments};
use crate::rng::Rng;
use crate::tree::{Entry, Exp, S, Ty};

/// An entry point with arguments to run it on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The entry point.
    pub entry: Entry,
    /// Arguments, a list per run.
    pub inputs: Vec<Vec<Data>>,
}

/// A program: several entry points, so that one compilation serves many functions.
pub fn program(seed: u64, entries: usize, coverage: &mut Coverage) -> Vec<Case> {
    let mut rng = Rng::new(seed);
    let cases = (0..entries).map(|i| case(&mut rng, i, coverage)).collect();
    coverage.program();
    cases
}

fn case(rng: &mut Rng, number: usize, coverage: &mut Coverage) -> Case {
    let mut generator = Gen {
        rng,
        coverage,
        env: vec![],
        names: 0,
        depth: 0,
        control: Control::Straight,
        may_fail: false,
        budget: 0,
    };
    let entry = generator.entry(number);
    let types: Vec<Ty> = entry.params.iter().map(|(_, ty)| ty.clone()).collect();
    let kinds = [Kind::Mixed, *rng.pick(&Kind::ALL), *rng.pick(&Kind::ALL), *rng.pick(&Kind::ALL)];
    let inputs = kinds.into_iter().map(|kind| arguments(rng, kind, &types, coverage)).collect();
    Case { entry, inputs }
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    /// Its value varies with this many of the maps around.
    level: usize,
}

/// The state of generating one entry.
struct Gen<'a> {
    rng: &'a mut Rng,
    coverage: &'a mut Coverage,
    env: Vec<Var>,
    names: usize,
    /// Maps around.
    depth: usize,
    control: Control,
    /// Whether a place that may fail is still to be made.
    may_fail: bool,
    /// Nodes that may still be made.
    budget: usize,
}

impl Gen<'_> {
    fn entry(&mut self, number: usize) -> Entry {
        let count = 1 + self.rng.below(3);
        let mut params = vec![];
        for i in 0..count {
            let ty = self.param_type(i);
            params.push((format!("p{i}"), ty.clone()));
            self.bring(Var { name: format!("p{i}"), ty, level: 0 });
        }
        self.may_fail = self.rng.chance(15);
        self.budget = 12 + self.rng.below(28);
        let fuel = 4 + self.rng.below(4);
        let ty = self.result_type();
        let body = self.exp(&ty, fuel);
        self.env.clear();
        Entry { name: format!("f{number}"), params, body }
    }

    /// An expression of a type.
    fn exp(&mut self, ty: &Ty, fuel: usize) -> Exp {
        if fuel == 0 || self.budget == 0 {
            return self.leaf(ty);
        }
        self.budget -= 1;
        let fuel = fuel - 1;
        self.shape(ty);
        let general = self.rng.below(100);
        if general < 8 {
            return self.bind(ty, fuel);
        }
        if general < 18 {
            if let Some(exp) = self.matched(ty, fuel) {
                return exp;
            }
            return self.branch(ty, fuel);
        }
        if general < 28 {
            return self.repeat(ty, fuel);
        }
        match ty {
            Ty::Scalar(s) => self.scalar(*s, fuel),
            Ty::Arr(elem) => match &**elem {
                Ty::Scalar(s) => self.vector(*s, fuel),
                Ty::Arr(_) | Ty::Mat(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => self.rows(elem, fuel),
            },
            Ty::Mat(s) => self.matrix(*s, fuel),
            Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => self.compound(ty, fuel),
        }
    }

    /// A variable or a constant.
    fn leaf(&mut self, ty: &Ty) -> Exp {
        if let Some(var) = self.variable(ty)
            && self.rng.chance(85)
        {
            return var;
        }
        self.constant(ty)
    }

    /// A variable of a type, the inner ones preferred.
    fn variable(&mut self, ty: &Ty) -> Option<Exp> {
        let fits: Vec<Var> = self.env.iter().filter(|v| v.ty == *ty).cloned().collect();
        if fits.is_empty() {
            return None;
        }
        let first = if self.rng.chance(60) { fits.len() - 1 } else { 0 };
        let var = self.rng.pick(&fits[first..]);
        Some(Exp::var(var.ty.clone(), &var.name))
    }

    /// A closed expression.
    fn constant(&mut self, ty: &Ty) -> Exp {
        match ty {
            Ty::Scalar(S::I64) => {
                let n = self.rng.range(0, 7);
                Exp::text(ty.clone(), format!("{n}i64"))
            }
            Ty::Scalar(S::I32) => {
                let n = self.rng.range(0, 7);
                Exp::text(ty.clone(), format!("{n}i32"))
            }
            Ty::Scalar(S::F64) => {
                let n = self.rng.range(0, 9) as f64 / 2.0;
                Exp::text(ty.clone(), format!("{n:.1}f64"))
            }
            Ty::Scalar(S::Bool) => Exp::text(ty.clone(), if self.rng.chance(50) { "true" } else { "false" }),
            Ty::Arr(elem) => {
                let most = if elem.has_matrices() { 1 } else { 2 };
                let kids: Vec<Exp> = (0..1 + self.rng.below(most)).map(|_| self.leaf(elem)).collect();
                let holes: Vec<String> = (0..kids.len()).map(|i| format!("%{i}")).collect();
                Exp::node(ty.clone(), &format!("[{}]", holes.join(", ")), &[], kids)
            }
            Ty::Mat(s) => {
                let (a, b) = (self.leaf(&Ty::Scalar(*s)), self.leaf(&Ty::Scalar(*s)));
                Exp::node(ty.clone(), "replicate 2i64 [%0, %1]", &[], vec![a, b])
            }
            Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => self.made(ty, |g, t| g.leaf(t)),
        }
    }

    /// An array to work on: of a type that is in scope, of any type, or of scalars.
    fn source(&mut self, fuel: usize) -> Exp {
        let arrays: Vec<Ty> = self.env.iter().map(|v| v.ty.clone()).filter(|t| t.rank() > 0).collect();
        let ty = if !arrays.is_empty() && self.rng.chance(75) {
            // What varies with the innermost map is the most interesting.
            let first = if self.rng.chance(60) { arrays.len() - 1 } else { 0 };
            self.rng.pick(&arrays[first..]).clone()
        } else if self.rng.chance(30) {
            self.array_type()
        } else {
            Ty::arr(Ty::Scalar(self.scalar_type()))
        };
        if self.rng.chance(50) { self.leaf(&ty) } else { self.exp(&ty, fuel) }
    }

    /// Brings a variable into scope, and its parts.
    fn bring(&mut self, var: Var) {
        let parts = var.ty.parts().into_iter().map(|(part, ty)| Var {
            name: format!("{}.{part}", var.name),
            ty: ty.clone(),
            level: var.level,
        });
        let parts: Vec<Var> = parts.collect();
        self.env.push(var);
        parts.into_iter().for_each(|part| self.bring(part));
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// Generates with more variables in scope.
    fn with<T>(&mut self, vars: Vec<Var>, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.env.len();
        vars.into_iter().for_each(|var| self.bring(var));
        let result = f(self);
        self.env.truncate(before);
        result
    }

    /// Generates the body of a map: one more level, and these parameters vary with it.
    fn in_map<T>(&mut self, params: Vec<(String, Ty)>, f: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let control = std::mem::replace(&mut self.control, Control::Straight);
        let level = self.depth;
        let vars = params.into_iter().map(|(name, ty)| Var { name, ty, level }).collect();
        let result = self.with(vars, f);
        self.control = control;
        self.depth -= 1;
        result
    }

    /// Generates below a branch or inside of a loop.
    fn under<T>(&mut self, control: Control, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.control, control);
        let result = f(self);
        self.control = before;
        result
    }

    /// How many of the maps around an expression varies with.
    fn level(&self, exp: &Exp) -> usize {
        let mut level = 0;
        exp.each_var(&mut |name| {
            if let Some(var) = self.env.iter().find(|v| v.name == name) {
                level = level.max(var.level);
            }
        });
        level
    }

    /// Counts a construct that works on `on`.
    fn hit(&mut self, construct: &'static str, on: &Exp) {
        let varying = self.depth > 0 && self.level(on) > 0;
        let cell = Cell { construct, depth: self.depth.min(2), varying, control: self.control };
        self.coverage.hit(cell);
    }

    /// Whether the one place that may fail is to be here.
    fn fail_here(&mut self) -> bool {
        let here = self.may_fail && self.rng.chance(40);
        if here {
            self.may_fail = false;
        }
        here
    }
}
