//! The walk of shape analysis over a function: every variable is described once, those of loops as often as it takes to know which
//! of their sizes stay as they are.

use super::Shapes;
use super::numbers::{Node, Number, Operation};
use base::BinOp;
use ir::{
    Atom, Body, CheckKind, Exp, Fun, Input, Loop, LoopForm, Out, Pat, Prim, Results, Screma, Soac, Stm, Var,
    Vars, View,
};
use rustc_hash::FxHashSet;

/// Most rounds in which parameters of a loop are found to change.
const ROUNDS: usize = 4;

/// Describes the variables of a function.
pub(super) fn analyse(vars: &Vars, fun: &Fun<Soac>) -> Shapes {
    let mut walker = Walker {
        vars,
        shapes: Shapes::default(),
        depth: 0,
        seen: FxHashSet::default(),
        sizes: FxHashSet::default(),
    };
    for param in &fun.params {
        walker.label(param.var, &["FALLBACK"]);
    }
    walker.block(&fun.body.stms);
    walker.shapes
}

struct Walker<'a> {
    vars: &'a Vars,
    shapes: Shapes,
    /// How many maps are around.
    depth: u32,
    seen: FxHashSet<Var>,
    /// The sizes of the arrays so far.
    sizes: FxHashSet<Atom>,
}

impl Walker<'_> {
    fn number(&mut self, atom: Atom) -> Number {
        self.shapes.atom(atom)
    }

    /// A variable is this number.
    fn bind(&mut self, var: Var, number: Number, rules: &[&'static str]) {
        if self.seen.insert(var) {
            self.shapes.order.push(var);
        }
        self.shapes.of.insert(var, number);
        self.shapes.rules.remove(&var);
        self.shapes.record(var, rules);
        self.sizes.extend(self.vars[var].ty.dims().iter().map(|dim| dim.size));
        if let Some(dim) = self.vars[var].ty.dims().first() {
            let width = self.number(dim.size);
            self.shapes.numbers.has_width(number, width);
        }
    }

    /// Nothing is known of a variable but the maps it stands in.
    fn label(&mut self, var: Var, rules: &[&'static str]) {
        let number = self.unknown(var);
        self.bind(var, number, rules);
    }

    fn unknown(&mut self, var: Var) -> Number {
        let levels = (0..self.depth).map(|level| self.shapes.numbers.make(Node::Level(level))).collect();
        self.shapes.numbers.make(Node::Label(var, levels))
    }

    fn block(&mut self, block: &[Stm<Soac>]) {
        block.iter().for_each(|stm| self.stm(stm));
    }

    fn stm(&mut self, stm: &Stm<Soac>) {
        match &stm.exp {
            Exp::If { cond: _, then, els } => self.branch(&stm.pat, then, els),
            Exp::Loop(l) => self.looping(&stm.pat, l),
            Exp::Op(Soac::Screma(s)) => self.screma(&stm.pat, s),
            Exp::Op(Soac::Stream(s)) => {
                let chunks = s.inputs.iter().map(|(chunk, _)| *chunk);
                let accs = s.accs.iter().map(|(acc, _)| *acc);
                let operands = s.op.iter().flat_map(|op| op.params.iter().copied());
                [s.size, s.first]
                    .into_iter()
                    .chain(chunks)
                    .chain(accs)
                    .chain(operands)
                    .for_each(|v| self.label(v, &[]));
                s.op.iter().for_each(|op| self.block(&op.body.stms));
                self.block(&s.body.stms);
                stm.pat.all().for_each(|var| self.label(var, &["FALLBACK"]));
            }
            Exp::WithAcc { accs, body } => {
                let arrs = accs.iter().flat_map(|acc| &acc.arrs);
                for def in accs {
                    self.label(def.param, &[]);
                    if let Some(op) = &def.op {
                        op.lam.params.iter().for_each(|param| self.label(*param, &[]));
                        self.block(&op.lam.body.stms);
                    }
                }
                self.block(&body.stms);
                // The arrays come back changed, but of the same shape; the other results are those of the body.
                let updated = arrs.count();
                for (i, var) in stm.pat.vals.iter().enumerate() {
                    self.label(*var, if i < updated { &["VAR"] } else { &["FALLBACK"] });
                }
                stm.pat.sizes.iter().for_each(|var| self.label(*var, &["FALLBACK"]));
            }
            Exp::View(view) => self.view(&stm.pat, view),
            exp @ (Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }) => {
                let Some(var) = stm.pat.vals.first().copied() else { return };
                match self.value(exp) {
                    Some((number, rule)) => self.bind(var, number, &[rule]),
                    None => {
                        let same = matches!(exp, Exp::Write { .. });
                        let rule = if same { "VAR" } else { "FALLBACK" };
                        stm.pat.all().for_each(|var| self.label(var, &[rule]));
                    }
                }
            }
        }
    }

    /// What an expression with one result is.
    fn value(&mut self, exp: &Exp<Soac>) -> Option<(Number, &'static str)> {
        Some(match exp {
            Exp::Atom(a) => (self.number(*a), "VAR"),
            Exp::Copy { arr } => (self.number((*arr).into()), "VAR"),
            Exp::Prim(prim) => (self.prim(prim), "SCALAR"),
            Exp::Read { arr, index } => (self.element((*arr).into(), index), "INDEX"),
            // Whoever uses the value of a check has passed it.
            Exp::Check(check) => match &check.kind {
                CheckKind::Size { a, .. }
                | CheckKind::Bounds { index: a, .. }
                | CheckKind::NonZero { a, .. }
                | CheckKind::Exponent { a, .. } => (self.number(*a), "SCALAR"),
                CheckKind::SliceLen { .. } | CheckKind::Assert { .. } | CheckKind::Equal { .. } => {
                    return None;
                }
            },
            Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => return None,
        })
    }

    fn prim(&mut self, prim: &Prim) -> Number {
        let (op, operands) = match prim {
            // Sizes are not negative.
            Prim::Bin { op: BinOp::Max, a, b, .. } if *b == Atom::i64(0) && self.sizes.contains(a) => {
                return self.number(*a);
            }
            Prim::Bin { op, ty, a, b } => (Operation::Bin(*op, *ty), vec![*a, *b]),
            Prim::Un { op, ty, a } => (Operation::Un(*op, *ty), vec![*a]),
            Prim::Conv { from, to, a } => (Operation::Conv(*from, *to), vec![*a]),
            Prim::Select { cond, a, b } => (Operation::Select, vec![*cond, *a, *b]),
        };
        let operands = operands.into_iter().map(|a| self.number(a)).collect();
        self.shapes.numbers.operation(op, operands)
    }

    /// The element or row of an array of numbers.
    fn element(&mut self, arr: Atom, index: &[Atom]) -> Number {
        let mut number = self.number(arr);
        for index in index {
            let index = self.number(*index);
            number = self.shapes.numbers.inner(number, index).0;
        }
        number
    }

    /// An array that the index at a new level gives the elements of.
    fn generated(&mut self, width: Atom, element: impl FnOnce(&mut Self, Number) -> Number) -> Number {
        let level = self.shapes.numbers.make(Node::Level(self.depth));
        let (width, body) = (self.number(width), element(self, level));
        self.shapes.numbers.each(width, self.depth, body).0
    }

    fn view(&mut self, pat: &Pat, view: &View) {
        let Some(var) = pat.vals.first().copied() else { return };
        let (number, rule) = match view {
            View::Iota { n } => (self.generated(*n, |_, index| index), "GENERATE"),
            View::Replicate { n, x } => (self.generated(*n, |this, _| this.number(*x)), "GENERATE"),
            View::Recast { arr, .. } => (self.number((*arr).into()), "VAR"),
            View::Row { arr, index } => {
                let depth = index.len() as u32;
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims[index.len()..].iter().filter(|d| d.on.iter().any(|l| *l < depth));
                for (size, dim) in pat.sizes.iter().zip(varying) {
                    let at: Vec<Atom> =
                        dim.on.iter().filter(|l| **l < depth).map(|l| index[*l as usize]).collect();
                    let number = self.element(dim.size, &at);
                    self.bind(*size, number, &["INDEX"]);
                }
                let rules: &[&str] = if pat.sizes.is_empty() { &["INDEX"] } else { &["INDEX", "S1"] };
                let number = self.element((*arr).into(), index);
                return self.bind(var, number, rules);
            }
            View::Gather { arr, at } => {
                let width = self.vars[*at].ty.dims()[0].size;
                let dims = self.vars[*arr].ty.dims().to_vec();
                let varying = dims.iter().filter(|d| d.on.contains(&0));
                for (size, dim) in pat.sizes.iter().zip(varying) {
                    if dim.on != [0] {
                        self.label(*size, &["FALLBACK"]);
                        continue;
                    }
                    let number = self.gathered(width, dim.size, *at);
                    self.bind(*size, number, &["GENERATE"]);
                }
                (self.gathered(width, (*arr).into(), *at), "GENERATE")
            }
            View::Literal { .. } => (self.unknown(var), "CONST-SHAPE"),
            View::Slice { .. } | View::Rearrange { .. } | View::Reshape { .. } => {
                (self.unknown(var), "GENERATE")
            }
            View::Concat { .. } => {
                pat.sizes.iter().for_each(|size| self.label(*size, &["FALLBACK"]));
                (self.unknown(var), if pat.sizes.is_empty() { "CONST-SHAPE" } else { "FALLBACK" })
            }
        };
        self.bind(var, number, &[rule]);
    }

    /// The elements of an array at the positions in another one.
    fn gathered(&mut self, width: Atom, arr: Atom, at: Var) -> Number {
        self.generated(width, |this, index| {
            let (arr, at) = (this.number(arr), this.number(at.into()));
            let position = this.shapes.numbers.inner(at, index).0;
            this.shapes.numbers.inner(arr, position).0
        })
    }

    fn screma(&mut self, pat: &Pat, s: &Screma<Soac>) {
        let level = self.shapes.numbers.make(Node::Level(self.depth));
        let mut rules: Vec<&'static str> = vec!["GENERATE"];
        for (param, input) in &s.inputs {
            match input {
                Input::Iota => self.bind(*param, level, &["GENERATE"]),
                Input::Array(arr) => {
                    let array = self.number((*arr).into());
                    let (number, known) = self.shapes.numbers.inner(array, level);
                    // The width of the map is the extent of the array.
                    let made = self.shapes.rules.get(arr).is_some_and(|by| !by.contains(&"FALLBACK"));
                    for rule in [Some("S1"), (made || known).then_some("S3")].into_iter().flatten() {
                        if !rules.contains(&rule) {
                            rules.push(rule);
                        }
                    }
                    self.depth += 1;
                    self.bind(*param, number, &["INDEX"]);
                    self.depth -= 1;
                }
                Input::Acc(_) => self.label(*param, &[]),
            }
        }
        let flat = s.arrays().any(|(_, arr)| self.vars[arr].ty.rank() == 1);
        self.depth += 1;
        self.block(&s.body);
        for scan in &s.clauses.scans {
            scan.res.iter().for_each(|res| self.label(*res, &["FALLBACK"]));
        }
        if let Some(place) = s.clauses.keep.as_ref().and_then(|keep| keep.place) {
            self.label(place, &["FALLBACK"]);
        }
        self.block(&s.clauses.each);
        for fold in s.clauses.folds() {
            fold.op.params.iter().chain(&fold.index).for_each(|param| self.label(*param, &[]));
            self.block(&fold.op.body.stms);
        }
        self.depth -= 1;
        for red in &s.clauses.reds {
            red.res.iter().for_each(|res| self.label(*res, &["FOLD"]));
        }
        let several = pat.vals.len() > 1;
        for (out, var) in s.clauses.outs.iter().zip(pat.all()) {
            match out {
                Out::Point(a) => {
                    let (width, body) = (self.number(s.width), self.number(*a));
                    let (number, own) = self.shapes.numbers.each(width, self.depth, body);
                    let rank = self.vars[var].ty.rank();
                    let shared = self.shares_sizes(var, s, pat);
                    self.bind(var, number, &rules);
                    let more = [
                        (flat && rank == 1).then_some("S2"),
                        (own && pat.sizes.contains(&var) || shared).then_some("S4"),
                        several.then_some("TUPLE"),
                    ];
                    more.into_iter().flatten().for_each(|rule| self.shapes.record(var, &[rule]));
                }
                Out::Row(_) => self.label(var, &["FOLD"]),
                Out::Kept(_) | Out::Count => self.label(var, &["FALLBACK"]),
                Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => self.label(var, &["VAR"]),
            }
        }
    }

    /// Whether the rows of a result have the sizes of the rows of an array that was there before the map: by name, or because the array
    /// of sizes that the map returns is that one.
    fn shares_sizes(&mut self, var: Var, s: &Screma<Soac>, pat: &Pat) -> bool {
        let inputs: Vec<Var> = s.arrays().map(|(_, arr)| arr).collect();
        let sizes: Vec<Var> = self.vars[var]
            .ty
            .dims()
            .iter()
            .filter(|d| !d.is_uniform())
            .filter_map(|d| d.size.var())
            .collect();
        sizes.into_iter().any(|size| {
            inputs.contains(&size)
                || pat.sizes.contains(&size)
                    && self.shapes.rules.get(&size).is_some_and(|rules| rules.contains(&"S4"))
        })
    }

    /// A branch has the shape of its sides where these have one shape.
    fn branch(&mut self, pat: &Pat, then: &Body<Soac>, els: &Body<Soac>) {
        self.block(&then.stms);
        self.block(&els.stms);
        let sides: Vec<(Atom, Atom)> = then.result.all().zip(els.result.all()).collect();
        for (var, (a, b)) in pat.all().zip(sides) {
            let rule = if self.same_shape(a, b) { "COND-SHAPE" } else { "FALLBACK" };
            let (x, y) = (self.number(a), self.number(b));
            match x == y {
                true => self.bind(var, x, &[rule]),
                false => self.label(var, &[if pat.sizes.contains(&var) { "FALLBACK" } else { rule }]),
            }
            if pat.vals.len() > 1 {
                self.shapes.record(var, &["TUPLE"]);
            }
        }
    }

    fn same_shape(&mut self, a: Atom, b: Atom) -> bool {
        let shape = |this: &mut Self, atom: Atom| match atom {
            Atom::Var(v) => this.shapes.shape(this.vars, v),
            Atom::Const(_) => vec![],
        };
        shape(self, a) == shape(self, b)
    }

    /// A loop: parameters are what they were initially until a round returns something else.
    fn looping(&mut self, pat: &Pat, l: &Loop<Soac>) {
        let params: Vec<Var> = l.params.all().collect();
        let mut changes: FxHashSet<Var> = FxHashSet::default();
        for round in 0..=ROUNDS {
            for (param, init) in params.iter().zip(l.init.all()) {
                let number = self.number(init);
                match changes.contains(param) {
                    false => self.bind(*param, number, &["WHILE-SHAPE"]),
                    true => self.label(*param, &["FALLBACK"]),
                }
            }
            self.round(l);
            let next = self.changed(&params, &l.body.result);
            if next.is_subset(&changes) {
                break;
            }
            // After the last round nothing is taken to stay.
            changes.extend(if round + 1 >= ROUNDS { params.clone() } else { next.into_iter().collect() });
        }
        for ((var, param), init) in pat.all().zip(&params).zip(l.init.all()) {
            let (number, rule) = match changes.contains(param) {
                false => (self.number(init), "WHILE-SHAPE"),
                true if pat.sizes.contains(&var) => (self.unknown(var), "FALLBACK"),
                true => {
                    let same = self.same_shape((*param).into(), init);
                    (self.unknown(var), if same { "WHILE-SHAPE" } else { "FALLBACK" })
                }
            };
            self.bind(var, number, &[rule]);
            if pat.vals.len() > 1 {
                self.shapes.record(var, &["TUPLE"]);
            }
        }
    }

    fn round(&mut self, l: &Loop<Soac>) {
        match &l.form {
            LoopForm::While(cond) => self.block(&cond.stms),
            LoopForm::For { index, .. } => self.label(*index, &["FALLBACK"]),
        }
        self.block(&l.body.stms);
    }

    /// The parameters that a round does not return as they are taken to be.
    fn changed(&mut self, params: &[Var], result: &Results) -> FxHashSet<Var> {
        let results: Vec<Atom> = result.all().collect();
        let changed = params.iter().zip(results).filter(|(param, next)| {
            let (old, new) = (self.number((**param).into()), self.number(*next));
            old != new
        });
        changed.map(|(param, _)| *param).collect()
    }
}
