//! Arrays of a few elements that folds and loops carry become scalars.
//!
//! ```text
//! let r: [2]t = screma n (x: [2]t <- xs) {} red (s) = (a: [2]t, b: [2]t) { map f a b } (x) ne (z) out (row s)
//!   =>
//! let (r0, r1) = screma n (x: [2]t <- xs) { x0 = x[0]  x1 = x[1] }
//!   red (s0, s1) = (a0, a1, b0, b1) { f a0 b0, f a1 b1 } (x0, x1) ne (z[0], z[1]) out (row s0, row s1)
//! let r: [2]t = array [r0, r1]
//! ```
//!
//! A vector in space or a small matrix is an array to the program and a few registers to a machine. What combines such arrays would
//! otherwise be maps and reductions of their own: inside of another fold or loop, rounds of kernels with memory for every step.
//! Operators over so few elements become code for each of them, in the order that they have (`unroll`), and views of arrays whose
//! elements are known are these elements (`views`). An array that code still needs as a whole, since an index into it is not
//! known, is made of its scalars there.
//!
//! Only folds whose operator is scalar code then, and loops inside of operators whose rounds are. Everything else stays: a map over rows
//! of three elements is one over their elements, side by side in memory.
//!
//! Precondition and postcondition: verified Core. Does not do: arrays that are combined by `reduce_by_index`, which updates each element
//! alone; loops of the host.

mod code;
mod known;
mod rounds;
mod unroll;
mod views;

use crate::interchange::folds_scalars;
use crate::simplify::drop_dead;
use ir::{
    Atom, Body, Core, Exp, Fold, Lambda, Out, Pat, Results, Screma, Soac, Stm, Type, Var, Vars, View, fresh,
    lift, walk,
};
use known::Known;

/// Arrays of at most this many elements become scalars. The components of a fold or loop are not more either.
const FEW: usize = 16;

/// Most statements that the code of one fold or loop becomes.
const MOST: usize = 1000;

/// Rewrites every function.
pub fn unpack(mut prog: Core) -> Core {
    for fun in &mut prog.funs {
        let stms = std::mem::take(&mut fun.body.stms);
        let mut unpacker = Unpacker { vars: &mut prog.vars, known: Known::default(), left: 0 };
        fun.body.stms = unpacker.block(stms, false);
    }
    prog
}

type Block = Vec<Stm<Soac>>;

struct Unpacker<'a> {
    vars: &'a mut Vars,
    known: Known,
    /// How many statements code may still become. At 0 it is given up, whatever it has become.
    left: usize,
}

impl Unpacker<'_> {
    /// Looks for folds and loops that carry small arrays; `inside` of operators.
    fn block(&mut self, block: Block, inside: bool) -> Block {
        let scope = self.known.scope();
        let mut out = vec![];
        for stm in block {
            let begin = out.len();
            self.left = MOST;
            let done = if let Exp::Op(Soac::Screma(s)) = &stm.exp {
                self.folds(s, &stm, &mut out)
            } else if let Exp::Loop(l) = &stm.exp {
                inside && self.carried(l, &stm, &mut out)
            } else {
                self.joined(&stm, &mut out)
            };
            if !done {
                out.push(stm);
            }
            for stm in &mut out[begin..] {
                self.learn(stm);
                let inside = inside || matches!(stm.exp, Exp::Op(_));
                stm.exp.blocks_mut(&mut |block, _| *block = self.block(std::mem::take(block), inside));
            }
        }
        self.known.leave(scope);
        out
    }

    /// An array written down row by row is one of its elements, and not rows side by side.
    fn joined(&mut self, stm: &Stm<Soac>, out: &mut Block) -> bool {
        let (Exp::View(view @ View::Concat { .. }), [var]) = (&stm.exp, stm.pat.vals.as_slice()) else {
            return false;
        };
        let Some(elems) = self.view(view, *var).filter(|_| stm.pat.sizes.is_empty()) else { return false };
        self.name(*var, elems, &stm.loc, out);
        true
    }

    /// The sizes of an array of a few elements, which are numbers.
    fn small(&self, ty: &Type) -> Option<Vec<usize>> {
        if !ty.is_array() {
            return None;
        }
        let sizes = ty.dims().iter().map(|dim| usize::try_from(dim.size.as_i64()?).ok());
        let sizes = sizes.collect::<Option<Vec<usize>>>()?;
        let volume = sizes.iter().try_fold(1, |a: usize, b| a.checked_mul(*b))?;
        (1..=FEW).contains(&volume).then_some(sizes)
    }
    /// How many scalars these are together, if they are scalars and small arrays and some of them are arrays.
    fn components(&self, vars: &[Var]) -> Option<usize> {
        let mut all = 0;
        for var in vars {
            let ty = &self.vars[*var].ty;
            all += match ty.as_scalar() {
                Some(_) => 1,
                None => self.small(ty)?.iter().product(),
            };
        }
        (all > vars.len() || vars.iter().any(|var| self.vars[*var].ty.is_array())).then_some(all)
    }
    /// The types of the scalars that stand for a variable.
    fn scalars(&mut self, var: Var) -> Vec<Var> {
        let ty = &self.vars[var].ty;
        let count = self.small(ty).map_or(1, |sizes| sizes.iter().product());
        let elem = ty.elem().unwrap_or_else(|| base::bug!("unpack", "{var:?} is no data"));
        let name = self.vars[var].name.clone();
        (0..count).map(|_| fresh(self.vars, &name, Type::scalar(elem))).collect()
    }

    /// A fold of small arrays as one of scalars. Says whether it is.
    fn folds(&mut self, s: &Screma<Soac>, stm: &Stm<Soac>, out: &mut Block) -> bool {
        let fits = |fold: &Fold<Soac>| self.components(&fold.op.params).is_some_and(|all| all <= 2 * FEW);
        if s.clauses.keep.is_some() || !s.clauses.folds().any(fits) {
            return false;
        }
        let scope = self.known.scope();
        let mut made = vec![];
        let done = self.folded(s, stm, &mut made).is_some() && self.left > 0;
        self.known.leave(scope);
        if done {
            self.keep(made, out);
        }
        done
    }
    /// Keeps the statements of an attempt that has come out well, and what is known of their arrays.
    fn keep(&mut self, made: Block, out: &mut Block) {
        for stm in made {
            self.learn(&stm);
            out.push(stm);
        }
    }
    fn learn(&mut self, stm: &Stm<Soac>) {
        if let (Exp::View(view), [var]) = (&stm.exp, stm.pat.vals.as_slice())
            && let Some(elems) = self.view(view, *var)
        {
            self.known.insert(*var, elems);
        }
    }

    fn folded(&mut self, s: &Screma<Soac>, stm: &Stm<Soac>, out: &mut Block) -> Option<()> {
        // What is given up leaves no trace in the program's variables.
        let Screma { width, inputs, body: code, clauses } =
            walk::Subst::renaming(self.vars, []).apply(s.clone());
        let mut body = vec![];
        let scope = self.known.scope();
        self.code(code, &mut body);
        let mut clauses = self.resolved(clauses);
        // The results of each fold, and the scalars that they are now.
        let mut results: Vec<(Var, Vec<Var>)> = vec![];
        let mut scanned: Vec<(Var, Vec<Var>)> = vec![];
        let reductions = clauses.reds.len();
        for (i, fold) in clauses.folds_mut().enumerate() {
            if self.components(&fold.op.params).is_none() {
                continue;
            }
            let args: Vec<Atom> = fold.args.iter().flat_map(|arg| self.elements(*arg, &mut body)).collect();
            let res: Vec<(Var, Vec<Var>)> = fold.res.iter().map(|res| (*res, self.scalars(*res))).collect();
            fold.args = args;
            fold.ne = fold.ne.iter().flat_map(|ne| self.elements(*ne, out)).collect();
            fold.res = res.iter().flat_map(|(_, scalars)| scalars.iter().copied()).collect();
            if i < reductions { &mut results } else { &mut scanned }.extend(res);
            fold.op = self.operator(&fold.op);
            if !folds_scalars(fold, self.vars) {
                return None;
            }
        }
        // Who needs a row of a scan whole finds it made of its scalars.
        let mut each = vec![];
        for (res, scalars) in &scanned {
            self.name(*res, scalars.iter().map(|x| Atom::Var(*x)).collect(), &stm.loc, &mut each);
        }
        self.code(std::mem::take(&mut clauses.each), &mut each);
        clauses.outs = self.resolved(clauses.outs);
        // A matrix is a row of its elements in a kernel.
        let mut matrices = vec![];
        for (out, var) in clauses.outs.iter_mut().zip(stm.pat.all()) {
            if let Out::Point(Atom::Var(matrix)) = out
                && let Some(literal) = self.known.literal(*matrix)
            {
                *matrix = literal;
                matrices.push((var, literal));
            }
        }
        let used: Vec<Atom> = clauses.outs.iter().filter_map(Out::atom).collect();
        drop_dead(&mut each, &used, self.vars);
        if each.iter().any(|stm| matches!(stm.exp, Exp::View(View::Reshape { .. }))) {
            return None;
        }
        clauses.each = each;
        self.known.leave(scope);
        // What the pattern receives, and what is made of it.
        let (mut pat, mut outs) = (Pat { sizes: stm.pat.sizes.clone(), vals: vec![] }, vec![]);
        let (mut whole, mut reshaped) = (vec![], vec![]);
        for (result, var) in clauses.outs.iter().zip(stm.pat.all()) {
            if let Some((_, row)) = matrices.iter().find(|(matrix, _)| *matrix == var) {
                let ty = lift(&self.vars[*row].ty.clone(), width, |_| None);
                let flat = fresh(self.vars, "elems", ty);
                outs.push(*result);
                pat.vals.push(flat);
                reshaped.push((var, flat));
                continue;
            }
            let scalars = results.iter().find(|(res, _)| result.atom() == Some(Atom::Var(*res)));
            let Some((res, scalars)) = scalars.filter(|(res, _)| self.vars[*res].ty.is_array()) else {
                let same = results.iter().find(|(res, _)| result.atom() == Some(Atom::Var(*res)));
                let only = same.map_or(*result, |(_, scalars)| Out::Row(scalars[0].into()));
                outs.push(only);
                if !stm.pat.sizes.contains(&var) {
                    pat.vals.push(var);
                }
                continue;
            };
            let ty = Type::scalar(self.vars[*res].ty.elem()?);
            let name = self.vars[var].name.clone();
            let parts: Vec<Var> = scalars.iter().map(|_| fresh(self.vars, &name, ty.clone())).collect();
            outs.extend(scalars.iter().map(|scalar| Out::Row((*scalar).into())));
            pat.vals.extend(&parts);
            whole.push((var, parts));
        }
        clauses.outs = outs;
        let screma = Screma { width, inputs, body, clauses };
        out.push(Stm {
            pat,
            exp: Exp::Op(Soac::Screma(screma)),
            loc: stm.loc.clone(),
            attrs: stm.attrs.clone(),
        });
        for (var, arr) in reshaped {
            let dims = self.vars[var].ty.dims().to_vec();
            let view = View::Reshape { arr, dims, under: vec![] };
            out.push(Stm::new(Pat::one(var), Exp::View(view), stm.loc.clone()));
        }
        for (var, parts) in whole {
            self.name(var, parts.into_iter().map(Atom::Var).collect(), &stm.loc, out);
        }
        Some(())
    }

    /// The operator on scalars.
    fn operator(&mut self, op: &Lambda<Soac>) -> Lambda<Soac> {
        let scope = self.known.scope();
        let (mut params, mut stms) = (vec![], vec![]);
        let loc = op.body.stms.first().map_or_else(base::Loc::none, |stm| stm.loc.clone());
        for param in &op.params {
            if self.vars[*param].ty.is_array() {
                let scalars = self.scalars(*param);
                params.extend(&scalars);
                self.name(*param, scalars.into_iter().map(Atom::Var).collect(), &loc, &mut stms);
            } else {
                params.push(*param);
            }
        }
        self.code(op.body.stms.clone(), &mut stms);
        let vals: Vec<Atom> =
            op.body.result.vals.iter().flat_map(|val| self.elements(*val, &mut stms)).collect();
        self.known.leave(scope);
        drop_dead(&mut stms, &vals, self.vars);
        Lambda { params, body: Body { stms, result: Results::vals(vals) } }
    }
}
