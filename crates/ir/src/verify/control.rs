//! Calls, branches, loops and accumulation.

use super::{Verifier, VerifyOp, substitute};
use crate::body::{AccDef, Body, FunId, Loop, LoopForm, Pat, Results};
use crate::types::{Atom, Type, Var};
use base::{Id, ScalarType};
use rustc_hash::FxHashMap;

impl Verifier<'_> {
    pub(super) fn call(&mut self, pat: &Pat, fun: FunId, args: &[Atom]) {
        let got: Vec<Type> = args.iter().map(|a| self.operand(*a)).collect();
        self.no_evidence(pat);
        let Some(sig) = self.sigs.get(fun.index()) else { return self.error("a call of no function") };
        let (name, params) = (sig.name.to_string(), sig.params.to_vec());
        let (ret_sizes, ret) = (sig.ret_sizes.to_vec(), sig.ret.to_vec());
        if params.len() != args.len() {
            return self.error(format!("{name} takes {} arguments, not {}", params.len(), args.len()));
        }
        let mut map: FxHashMap<Var, Atom> = params.iter().map(|p| p.var).zip(args.iter().copied()).collect();
        for ((param, arg), got) in params.iter().zip(args).zip(got) {
            let wanted = substitute(&self.type_of(param.var), &map);
            self.same(&got, &wanted, &format!("an argument of {name}"));
            if let Atom::Var(arg) = arg
                && param.consumed
                && got.is_array()
            {
                self.spend(*arg);
            }
        }
        self.bind_pat(pat);
        map.extend(ret_sizes.iter().copied().zip(pat.sizes.iter().map(|v| Atom::Var(*v))));
        let sizes: Vec<Type> = ret_sizes.iter().map(|v| substitute(&self.type_of(*v), &map)).collect();
        let vals: Vec<Type> = ret.iter().map(|ty| substitute(ty, &map)).collect();
        let atoms = |vars: &[Var]| vars.iter().map(|v| Atom::Var(*v)).collect();
        let bound = Results { sizes: atoms(&pat.sizes), vals: atoms(&pat.vals) };
        self.fits(&pat.sizes, &sizes, &vals, &bound);
    }

    pub(super) fn branch<O: VerifyOp>(&mut self, pat: &Pat, cond: Atom, then: &Body<O>, els: &Body<O>) {
        self.scalar(cond, ScalarType::Bool);
        self.no_evidence(pat);
        let before = self.spent.clone();
        let mut after = before.clone();
        for body in [then, els] {
            self.spent = before.clone();
            let start = self.stack.len();
            let results = self.body_open(body);
            self.fits_pat(pat, &results);
            self.leave(start);
            after.extend(&self.spent);
        }
        self.spent = after;
        self.bind_pat(pat);
    }

    pub(super) fn loop_exp<O: VerifyOp>(&mut self, pat: &Pat, l: &Loop<O>) {
        l.init.all().for_each(|a| {
            self.operand(a);
        });
        self.no_evidence(pat);
        if let LoopForm::For { count, .. } = &l.form {
            self.int(*count);
        }
        let (start, floor) = (self.stack.len(), self.floor);
        self.floor = floor.max(start);
        self.bind_pat(&l.params);
        self.fits_pat(&l.params, &l.init);
        match &l.form {
            LoopForm::While(cond) => self.repeated(cond, |v, results| {
                let flag = results.sizes.is_empty() && results.vals.len() == 1;
                let flag = flag && v.atom_type(results.vals[0]) == Type::bool();
                v.require(flag, |_| "the condition of a loop is not one bool".into());
            }),
            LoopForm::For { index, count: _ } => {
                self.bind_all(&[*index]);
                let ty = self.type_of(*index);
                self.same(&ty, &Type::i64(), "the index");
            }
        }
        let results = self.body_open(&l.body);
        self.fits_pat(&l.params, &results);
        self.floor = floor;
        let params = Results {
            sizes: l.params.sizes.iter().map(|v| Atom::Var(*v)).collect(),
            vals: l.params.vals.iter().map(|v| Atom::Var(*v)).collect(),
        };
        self.fits_pat(pat, &params);
        self.leave(start);
        self.bind_pat(pat);
    }

    pub(super) fn with_acc<O: VerifyOp>(&mut self, pat: &Pat, accs: &[AccDef<O>], body: &Body<O>) {
        self.no_evidence(pat);
        let mut arrays = vec![];
        for acc in accs {
            let types: Vec<Type> = acc.arrs.iter().map(|a| self.array(*a)).collect();
            acc.arrs.iter().for_each(|a| self.spend(*a));
            let Type::Acc { elems, dims } = self.type_of(acc.param) else {
                self.error(format!("{} is no accumulator", self.name(acc.param)));
                continue;
            };
            let wanted: Vec<Type> = elems.iter().map(|e| Type::array(*e, dims.clone())).collect();
            self.require(types == wanted, |_| "arrays that do not fit their accumulator".into());
            arrays.extend(types);
            if let Some(op) = &acc.op {
                let scalars: Vec<Type> = elems.iter().map(|e| Type::scalar(*e)).collect();
                let start = self.stack.len();
                self.bind_all(&op.index);
                let indices = op.index.iter().all(|i| self.type_of(*i) == Type::i64());
                self.require(indices && op.index.len() <= dims.len(), |_| {
                    "an operator that uses what are no indices of its accumulator".into()
                });
                self.operator(&op.lam, &scalars);
                self.leave(start);
                if let Some(ne) = &op.ne {
                    let got: Vec<Type> = ne.iter().map(|a| self.operand(*a)).collect();
                    self.require(got == scalars, |_| "neutral elements of other types".into());
                }
            }
        }
        let start = self.stack.len();
        accs.iter().for_each(|a| self.bind_all(&[a.param]));
        let results = self.body_open(body);
        for (i, acc) in accs.iter().enumerate() {
            let got = results.vals.get(i).map(|a| self.atom_type(*a));
            let fits = got == Some(self.type_of(acc.param));
            self.require(fits, |v| format!("result {i} is not the accumulator {}", v.name(acc.param)));
        }
        // The arrays that are bound have the place of the accumulators among the results.
        let others = Results { vals: results.vals.iter().skip(accs.len()).copied().collect(), ..results };
        let (first, rest) = pat.vals.split_at(arrays.len().min(pat.vals.len()));
        self.fits_pat(&Pat { sizes: pat.sizes.clone(), vals: rest.to_vec() }, &others);
        self.leave(start);
        self.bind_pat(pat);
        let got: Vec<Type> = first.iter().map(|v| self.type_of(*v)).collect();
        self.require(got == arrays, |_| "the arrays of the accumulators come first".into());
    }
}
