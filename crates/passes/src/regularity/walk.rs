//! The walk of regularity detection over a function: what every variable depends on, loops to a fixpoint.

use super::{Known, Levels, Regularity};
use crate::effects::is_total;
use crate::shapes::{Node, Number, Shapes};
use ir::{
    Atom, Body, CheckKind, Exp, Input, Loop, LoopForm, Out, Pat, Prim, Screma, Soac, Stm, Type, Var, Vars,
    View, walk::free_vars,
};
use rustc_hash::FxHashSet;

/// What the variables of a body depend on.
pub(super) fn analyse(vars: &Vars, params: &[Var], body: &Body<Soac>, shapes: Option<&Shapes>) -> Regularity {
    let mut walker = Walker {
        vars,
        shapes,
        table: Regularity::default(),
        depth: 0,
        control: 0,
        seen: FxHashSet::default(),
    };
    for param in params {
        walker.bind(*param, Known::default(), &["VAR"]);
        walker.table.avoided.insert(*param);
    }
    walker.block(&body.stms);
    walker.table
}

struct Walker<'a> {
    vars: &'a Vars,
    shapes: Option<&'a Shapes>,
    table: Regularity,
    /// How many maps are around.
    depth: u32,
    /// How many branches and loops are around, inside of the innermost map.
    control: u32,
    seen: FxHashSet<Var>,
}

impl Walker<'_> {
    /// A variable depends on these levels, or on those that its descriptor does.
    fn bind(&mut self, var: Var, mut known: Known, rules: &[&'static str]) {
        if self.seen.insert(var) {
            self.table.order.push(var);
        }
        if let Some((shapes, number)) = self.shapes.and_then(|s| Some((s, s.number(var)?)))
            && !matches!(shapes.numbers.node(number), Node::Label(own, _) if *own == var)
        {
            known.levels = known.levels.both(self.table.number(shapes, number));
            known.same |= self.is_same(shapes, number);
        }
        self.table.known.insert(var, known);
        match self.depth == 0 && self.is_number(var) {
            true => _ = self.table.avoided.insert(var),
            false => _ = self.table.avoided.remove(&var),
        }
        self.table.rules.insert(var, rules.to_vec());
    }

    /// Whether all elements of a described array are equal.
    fn is_same(&self, shapes: &Shapes, number: Number) -> bool {
        match shapes.numbers.node(number) {
            Node::Each { level, body, .. } => !self.table.number(shapes, *body).has(*level),
            Node::Label(var, _) => self.table.of((*var).into()).same,
            Node::Const(_) | Node::Level(_) | Node::Op(..) | Node::Inner(..) => false,
        }
    }

    fn levels(&self, atoms: impl IntoIterator<Item = Atom>) -> Levels {
        atoms.into_iter().fold(Levels::default(), |levels, a| levels.and(self.table.of(a).levels))
    }

    fn block(&mut self, block: &[Stm<Soac>]) {
        block.iter().for_each(|stm| self.stm(stm));
    }

    /// The rules of a variable look at these.
    fn rests(&mut self, var: Var, on: impl IntoIterator<Item = Atom>) {
        let premises = on.into_iter().filter_map(Atom::var).collect();
        self.table.premises.insert(var, premises);
    }

    fn bind_all(&mut self, pat: &Pat, levels: Levels, rules: &[&'static str]) {
        pat.all().for_each(|var| self.bind(var, Known { levels, same: false }, rules));
    }

    fn stm(&mut self, stm: &Stm<Soac>) {
        let mut leaf = true;
        stm.exp.blocks(&mut |_| leaf = false);
        if leaf {
            let used: Vec<Atom> = free_vars(&stm.exp, self.vars).into_iter().map(Atom::Var).collect();
            stm.pat.all().for_each(|var| self.rests(var, used.iter().copied()));
        }
        match &stm.exp {
            Exp::If { cond, then, els } => self.branch(&stm.pat, *cond, then, els),
            Exp::Loop(l) => self.looping(&stm.pat, l),
            Exp::Op(Soac::Screma(s)) => self.screma(&stm.pat, s),
            Exp::Op(Soac::Stream(s)) => {
                let all = Levels::below(self.depth);
                if let Some(op) = &s.op {
                    self.operator(&op.params, &op.body);
                }
                let chunks = s.inputs.iter().map(|(chunk, _)| *chunk);
                let params: Vec<Var> = [s.size, s.first]
                    .into_iter()
                    .chain(chunks)
                    .chain(s.accs.iter().map(|(acc, _)| *acc))
                    .collect();
                self.operator(&params, &s.body);
                self.bind_all(&stm.pat, all, &["FALLBACK"]);
            }
            Exp::WithAcc { accs, body } => {
                let all = Levels::below(self.depth);
                for def in accs {
                    self.bind(def.param, Known { levels: all, same: false }, &[]);
                    if let Some(op) = &def.op {
                        self.operator(&op.lam.params, &op.lam.body);
                    }
                }
                self.block(&body.stms);
                self.bind_all(&stm.pat, all, &["FOLD"]);
                let arrs = accs.iter().flat_map(|def| &def.arrs);
                for (var, arr) in stm.pat.vals.iter().zip(arrs) {
                    self.rests(*var, [(*arr).into()]);
                }
            }
            Exp::View(view) => self.view(&stm.pat, view),
            Exp::Prim(prim) => {
                let levels = self.levels(free_vars(prim, self.vars).into_iter().map(Atom::Var));
                let avoided = self.is_avoided_prim(prim);
                let rules: &[&str] = if avoided && self.depth > 0 { &["OP", "AVOID"] } else { &["OP"] };
                self.bind(stm.pat.vals[0], Known { levels, same: false }, rules);
                if avoided {
                    self.table.avoided.insert(stm.pat.vals[0]);
                }
            }
            Exp::Atom(a) => {
                let known = self.table.of(*a);
                self.bind(stm.pat.vals[0], known, &["VAR"]);
                if self.table.is_avoided(*a) {
                    self.table.avoided.insert(stm.pat.vals[0]);
                }
            }
            Exp::Copy { arr } => {
                let known = self.table.of((*arr).into());
                self.bind(stm.pat.vals[0], known, &["VAR"]);
            }
            Exp::Check(check) => {
                let levels = self.levels(free_vars(&check.kind, self.vars).into_iter().map(Atom::Var));
                let levels = if let CheckKind::Bounds { index, .. } = &check.kind {
                    self.levels([*index])
                } else {
                    levels
                };
                self.bind_all(&stm.pat, levels, &["OP"]);
            }
            Exp::Read { arr, index } => {
                let array = self.table.of((*arr).into());
                let at = if array.same { Levels::default() } else { self.levels(index.iter().copied()) };
                self.bind_all(&stm.pat, array.levels.and(at), &["INDEX"]);
            }
            Exp::Trace { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. } => {
                let levels = self.levels(free_vars(&stm.exp, self.vars).into_iter().map(Atom::Var));
                self.bind_all(&stm.pat, levels, &["OP"]);
            }
        }
    }

    fn is_avoided_prim(&self, prim: &Prim) -> bool {
        is_total(prim) && free_vars(prim, self.vars).iter().all(|v| self.table.avoided.contains(v))
    }

    fn view(&mut self, pat: &Pat, view: &View) {
        let var = pat.vals[0];
        let levels = self.levels(free_vars(view, self.vars).into_iter().map(Atom::Var));
        match view {
            View::Iota { n } => self.generated(var, *n, Known::default()),
            View::Replicate { n, x } => {
                let row = self.table.of(*x);
                let scalar = x.ty(self.vars).as_scalar().is_some();
                self.generated(var, *n, Known { levels: row.levels, same: scalar || row.same });
            }
            View::Row { arr, index } => {
                let depth = index.len() as u32;
                let dims = self.vars[*arr].ty.dims()[index.len()..].to_vec();
                let varying = dims.iter().filter(|d| d.on.iter().any(|l| *l < depth));
                for (size, dim) in pat.sizes.iter().zip(varying) {
                    self.extent(*size, dim.size, self.levels(index.iter().copied()));
                }
                let array = self.table.of((*arr).into());
                let at = if array.same { Levels::default() } else { self.levels(index.iter().copied()) };
                let known = Known { levels: array.levels.and(at), same: array.same };
                self.bind(var, known, &["INDEX"]);
            }
            View::Recast { arr, .. } => {
                let known = self.table.of((*arr).into());
                self.bind(var, known, &["VAR"]);
            }
            View::Literal { .. } => self.bind(var, Known { levels, same: false }, &["CONST-REGULAR"]),
            View::Concat { arrs, .. } => {
                // Sizes of the rows: one only if all operands have it.
                let rule = if pat.sizes.is_empty() { "CONST-REGULAR" } else { "CONST-IRR" };
                let levels = self.levels(arrs.iter().map(|a| Atom::Var(*a)));
                self.bind_all(pat, levels, &[rule]);
            }
            View::Gather { arr, at } => {
                let positions = self.table.of((*at).into()).levels;
                let dims = self.vars[*arr].ty.dims().to_vec();
                for (size, dim) in pat.sizes.iter().zip(dims.iter().filter(|d| d.on.contains(&0))) {
                    let sizes = self.table.of(dim.size);
                    let at = if sizes.same { Levels::default() } else { positions };
                    self.bind(*size, Known { levels: sizes.levels.and(at), same: sizes.same }, &["INDEX"]);
                }
                self.bind(var, Known { levels, same: false }, &["INDEX"]);
            }
            View::Slice { .. } | View::Rearrange { .. } | View::Reshape { .. } => {
                self.bind(var, Known { levels, same: false }, &["INDEX"]);
            }
        }
    }

    /// The size of a row, from the sizes of all rows: one number if they are regular.
    fn extent(&mut self, size: Var, sizes: Atom, at: Levels) {
        let all = self.table.of(sizes);
        let levels = if all.same { all.levels } else { all.levels.and(at) };
        self.bind(size, Known { levels, same: all.same }, &[]);
        self.rests(size, [sizes]);
        let rule = if self.table.of(size.into()).levels.is_none() { "EXTENT-REGULAR" } else { "EXTENT-IRR" };
        self.table.rules.insert(size, vec![rule]);
    }

    /// An array of `width` elements that depend on `row.levels` besides their own index.
    fn generated(&mut self, var: Var, width: Atom, row: Known) {
        let width = self.table.of(width).levels;
        let levels = width.and(row.levels);
        self.bind(var, Known { levels, same: row.same }, &[generate_rule(width, row.levels)]);
    }

    fn operator(&mut self, params: &[Var], body: &Body<Soac>) {
        let all = Known { levels: Levels::below(self.depth), same: false };
        params.iter().for_each(|param| self.bind(*param, all, &["FOLD"]));
        self.nested(|this| this.block(&body.stms));
    }

    /// What stands in a branch, a loop or an operator.
    fn nested(&mut self, f: impl FnOnce(&mut Self)) {
        self.control += 1;
        f(self);
        self.control -= 1;
    }

    fn screma(&mut self, pat: &Pat, s: &Screma<Soac>) {
        let level = self.depth;
        let own = Levels::one(level);
        let width = self.table.of(s.width).levels;
        let sizes: FxHashSet<Atom> = s
            .arrays()
            .flat_map(|(_, arr)| self.vars[arr].ty.dims())
            .filter(|d| !d.is_uniform())
            .map(|d| d.size)
            .collect();
        let control = std::mem::take(&mut self.control);
        self.depth += 1;
        for (param, input) in &s.inputs {
            match input {
                Input::Iota => self.bind(*param, Known { levels: own, same: false }, &["GENERATE"]),
                Input::Array(arr) if sizes.contains(&Atom::Var(*arr)) => {
                    self.extent(*param, (*arr).into(), own)
                }
                Input::Array(arr) => {
                    self.rests(*param, [(*arr).into()]);
                    let array = self.table.of((*arr).into());
                    let at = if array.same { Levels::default() } else { own };
                    self.bind(*param, Known { levels: array.levels.and(at), same: array.same }, &["INDEX"]);
                }
                Input::Acc(_) => self.bind(*param, Known { levels: Levels::below(level), same: false }, &[]),
            }
        }
        self.block(&s.body);
        let all = Known { levels: Levels::below(level + 1), same: false };
        for scan in &s.clauses.scans {
            scan.res.iter().for_each(|res| self.bind(*res, all, &["FOLD"]));
        }
        let keep = s.clauses.keep.as_ref();
        keep.and_then(|keep| keep.place).into_iter().for_each(|place| self.bind(place, all, &["FOLD"]));
        self.block(&s.clauses.each);
        for fold in s.clauses.folds() {
            fold.index.iter().for_each(|index| self.bind(*index, all, &["FOLD"]));
            self.operator(&fold.op.params, &fold.op.body);
        }
        self.depth -= 1;
        self.control = control;
        for red in &s.clauses.reds {
            let used = free_vars(&red.op, self.vars).into_iter().map(Atom::Var);
            let levels = self.levels(red.ne.iter().chain(&red.args).copied().chain(used));
            let known = Known { levels: levels.without(level).and(width), same: false };
            for res in &red.res {
                self.bind(*res, known, &["FOLD"]);
                self.rests(*res, red.args.iter().chain([&s.width]).chain(&red.ne).copied());
            }
        }
        let kept = keep.map_or(Levels::default(), |keep| self.table.of(keep.flag).levels.without(level));
        for (out, var) in s.clauses.outs.iter().zip(pat.all()) {
            let value = out.atom().map_or(Known::default(), |a| self.table.of(a));
            let row = value.levels.without(level);
            let flag = keep.map(|keep| keep.flag).filter(|_| matches!(out, Out::Count | Out::Kept(_)));
            self.rests(var, flag.into_iter().chain(out.atom()).chain([s.width]));
            match out {
                Out::Point(a) => {
                    let scalar = a.ty(self.vars).as_scalar().is_some();
                    let same = !value.levels.has(level) && (scalar || value.same);
                    self.generated(var, s.width, Known { levels: row, same });
                }
                Out::Row(_) => self.bind(var, Known { levels: row, same: false }, &["FOLD"]),
                Out::Count => self.bind(var, Known { levels: kept.and(width), same: false }, &["FILTER"]),
                Out::Kept(_) => {
                    self.bind(var, Known { levels: row.and(kept).and(width), same: false }, &["FILTER"]);
                }
                Out::Acc(_) | Out::Owned(_) | Out::Offsets(_) | Out::Cert => {
                    self.bind(var, Known { levels: Levels::below(level), same: false }, &["FOLD"]);
                }
            }
            if pat.vals.len() > 1 {
                self.table.rules.entry(var).or_default().push("TUPLE");
            }
        }
    }

    /// Each result of a branch or a loop by itself: the rule by which it is regular or not.
    fn control_rule(&self, names: [&'static str; 3], var: Var, cond: Levels, pat: &Pat) -> Vec<&'static str> {
        let ty = &self.vars[var].ty;
        // Existential sizes that the sides do not share; without them the shape is one.
        let open = |size: &Var| match self.shapes.and_then(|s| Some((s, s.number(*size)?))) {
            Some((shapes, number)) => {
                matches!(shapes.numbers.node(number), Node::Label(own, _) if own == size)
            }
            None => true,
        };
        let named = ty.dims().iter().filter_map(|d| d.size.var());
        let mut sizes = named.chain([var]).filter(|v| pat.sizes.contains(v));
        let rule = match (sizes.any(|size| open(&size)), cond.is_none()) {
            (false, _) => names[0],
            (true, true) => names[1],
            (true, false) => names[2],
        };
        let mut rules = vec![rule];
        if pat.vals.len() > 1 {
            rules.push("TUPLE");
        }
        rules
    }

    fn branch(&mut self, pat: &Pat, cond: Atom, then: &Body<Soac>, els: &Body<Soac>) {
        self.nested(|this| {
            this.block(&then.stms);
            this.block(&els.stms);
        });
        let chosen = self.table.of(cond).levels;
        let host = self.control == 0 && self.table.is_avoided(cond);
        let sides: Vec<(Atom, Atom)> = then.result.all().zip(els.result.all()).collect();
        for (var, (a, b)) in pat.all().zip(sides) {
            let levels = chosen.and(self.levels([a, b]));
            let rules = self.control_rule(["COND-SHAPE", "COND-INDEP", "COND-IRR"], var, chosen, pat);
            self.bind(var, Known { levels, same: false }, &rules);
            self.rests(var, [cond, a, b]);
            if host && self.is_number(var) && self.table.is_avoided(a) && self.table.is_avoided(b) {
                self.table.avoided.insert(var);
            }
        }
    }

    fn is_number(&self, var: Var) -> bool {
        matches!(self.vars[var].ty, Type::Data { .. }) && self.vars[var].ty.rank() == 0
    }

    fn looping(&mut self, pat: &Pat, l: &Loop<Soac>) {
        let params: Vec<Var> = l.params.all().collect();
        let inits: Vec<Atom> = l.init.all().collect();
        let results: Vec<Atom> = l.body.result.all().collect();
        let mut levels: Vec<Levels> = inits.iter().map(|a| self.levels([*a])).collect();
        // Numbers that every round computes on the host, until one is found not to be.
        let mut host: Vec<bool> = params
            .iter()
            .zip(&inits)
            .map(|(param, init)| self.control == 0 && self.is_number(*param) && self.table.is_avoided(*init))
            .collect();
        let decides: Vec<Atom> = match &l.form {
            LoopForm::While(body) => body.result.vals.clone(),
            LoopForm::For { count, .. } => vec![*count],
        };
        let cond = loop {
            for ((param, levels), host) in params.iter().zip(&levels).zip(&host) {
                self.bind(*param, Known { levels: *levels, same: false }, &["WHILE-SHAPE"]);
                if *host {
                    self.table.avoided.insert(*param);
                }
            }
            let mut cond = Levels::default();
            let mut avoided = false;
            self.nested(|this| {
                match &l.form {
                    LoopForm::While(body) => {
                        this.block(&body.stms);
                        cond = this.levels(body.result.vals.iter().copied());
                        avoided = body.result.vals.iter().all(|a| this.table.is_avoided(*a));
                    }
                    LoopForm::For { index, count } => {
                        cond = this.table.of(*count).levels;
                        avoided = this.table.is_avoided(*count);
                        this.bind(*index, Known { levels: cond, same: false }, &["VAR"]);
                        if avoided {
                            this.table.avoided.insert(*index);
                        }
                    }
                }
                this.block(&l.body.stms);
            });
            let next: Vec<Levels> =
                levels.iter().zip(&results).map(|(old, a)| old.and(self.levels([*a])).and(cond)).collect();
            let still: Vec<bool> = host
                .iter()
                .zip(&results)
                .map(|(host, a)| *host && avoided && self.table.is_avoided(*a))
                .collect();
            if next == levels && still == host {
                break cond;
            }
            (levels, host) = (next, still);
        };
        for (i, var) in pat.all().enumerate() {
            let rules = self.control_rule(["WHILE-SHAPE", "WHILE-INDEP", "WHILE-IRR"], var, cond, pat);
            self.bind(var, Known { levels: levels[i], same: false }, &rules);
            self.table.rules.insert(params[i], rules);
            self.rests(params[i], decides.iter().copied().chain([inits[i], results[i]]));
            self.rests(var, decides.iter().copied().chain([params[i]].map(Atom::Var)));
            if host[i] {
                self.table.avoided.insert(var);
            }
        }
    }
}

/// Which rule says how regular an array of so many elements is: its width may depend on something, or only its elements.
fn generate_rule(width: Levels, row: Levels) -> &'static str {
    match (width.is_none(), row.is_none()) {
        (true, true) => "GENERATE-1",
        (true, false) => "GENERATE-2",
        (false, _) => "GENERATE-3",
    }
}
