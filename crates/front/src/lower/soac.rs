//! The parallel operators: map, reduce, scan, filter, and accumulation.

use super::accs::computes_scalars;
use super::value::Value;
use super::{Low, Lower, shape};
use ir::{
    AccOp, Atom, Body, Clauses, Dim, Exp, Fold, Input, Keep, Lambda, Out, Pat, Results, Screma, Soac, Type,
    Var, builder, peel,
};
use rustc_hash::FxHashMap;

/// The inputs of a map, with the arrays of sizes that their elements' types need.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) inputs: Vec<(Var, Input)>,
    of: FxHashMap<Var, Var>,
}

impl Lower<'_> {
    pub(super) fn add_input(&mut self, inputs: &mut Inputs, arr: Var, is_size: bool) -> Var {
        if let Some(param) = inputs.of.get(&arr) {
            return *param;
        }
        let ty = self.vars[arr].ty.clone();
        for dim in ty.dims() {
            if let (Atom::Var(sizes), true) = (dim.size, dim.on.contains(&0)) {
                self.add_input(inputs, sizes, true);
            }
        }
        let elem = peel(&ty, |size| inputs.of.get(&size).copied().map_or(Atom::Var(size), Atom::Var));
        let name = self.vars[arr].name.clone();
        let param = self.fresh(&name, elem);
        let iota = self.iotas.contains(&arr) && !is_size;
        inputs.inputs.push((param, if iota { Input::Iota } else { Input::Array(arr) }));
        if is_size {
            self.sizes.insert(param);
        }
        inputs.of.insert(arr, param);
        param
    }
    pub(super) fn add_array(&mut self, inputs: &mut Inputs, array: &Value) -> Low<Value> {
        let Value::Array(elem) = array else { base::bug!("lower", "a map over something that is no array") };
        let leaves: Vec<Var> = elem.leaves().into_iter().filter_map(|a| a.var()).collect();
        let params: Vec<Atom> = leaves.iter().map(|v| self.add_input(inputs, *v, false).into()).collect();
        Ok(elem.with_leaves(params))
    }
    /// Arrays brought to the size of the first one, and that size.
    fn same_width(&mut self, arrays: &[Value]) -> Low<(Atom, Vec<Value>)> {
        let width = self.size_of(&arrays[0])?;
        let mut sized = vec![];
        for array in arrays {
            sized.push(self.sized(array, width, shape::MISMATCH)?);
        }
        Ok((width, sized))
    }

    /// Maps `f` over the elements of arrays.
    pub(super) fn map(
        &mut self,
        arrays: &[Value],
        f: impl FnOnce(&mut Self, Vec<Value>) -> Low<Value>,
    ) -> Low<Value> {
        let (width, arrays) = self.same_width(arrays)?;
        let loc = self.loc.clone();
        let mark = self.vars.len();
        let mut inputs = Inputs::default();
        let mut elems = vec![];
        for array in &arrays {
            elems.push(self.add_array(&mut inputs, array)?);
        }
        let (stms, value) = self.capture_over(mark, Some(width), |l| f(l, elems))?;
        self.loc = loc;
        self.plain(&value)?;
        let value = value.as_element(Atom::bool(true));
        let vals = value.leaves();
        let known = array_params(&inputs);
        let sizes = self.sizes_since(mark, &vals, &known);
        let body = Body { stms, result: Results { sizes, vals } };
        let pat = self.screma("r", width, inputs, body);
        Ok(Value::array(value.with_leaves(pat.vals.iter().map(|v| Atom::Var(*v)))))
    }
    /// A map.
    pub(super) fn screma(&mut self, name: &str, width: Atom, inputs: Inputs, body: Body<Soac>) -> Pat {
        let sizes = body.result.sizes.len();
        let screma = Screma::map(width, inputs.inputs, body, &self.vars);
        self.push_screma(name, screma, sizes)
    }
    /// An operator whose first `sizes` results are existential sizes.
    fn push_screma(&mut self, name: &str, screma: Screma<Soac>, sizes: usize) -> Pat {
        let pat = builder::screma_pat(&mut self.vars, name, &screma, sizes);
        self.push(pat.clone(), Exp::Op(Soac::Screma(screma)));
        pat
    }
    /// Refuses functions inside of values that must become data.
    pub(super) fn plain(&self, value: &Value) -> Low<()> {
        if value.has_function() {
            return Err(self.unsupported("functions as results of maps, branches and loops"));
        }
        Ok(())
    }

    /// A reduction or a scan.
    pub(super) fn fold(
        &mut self,
        scan: bool,
        comm: bool,
        op: &Value,
        ne: &Value,
        array: &Value,
    ) -> Low<Value> {
        let width = self.size_of(array)?;
        let (array, ne) = &self.fold_operands(op, ne, array)?;
        let Value::Array(elem) = array else { base::bug!("lower", "a fold over something that is no array") };
        for leaf in elem.leaves() {
            if self.dims(leaf).iter().any(|d| !d.is_uniform()) {
                let name = if scan { "scan" } else { "reduce" };
                return Err(self
                    .error("irregular-fold", format!("{name} over elements of varying shape"))
                    .note("`flatten` joins the rows first; `map (reduce ..)` folds each row"));
            }
        }
        let types: Vec<Type> = elem.leaves().iter().map(|l| peel(&self.ty(*l), Atom::Var)).collect();
        let ne = self.like(ne, &types)?;
        let lam = self.op_lambda(op, elem, &types)?;
        let mut inputs = Inputs::default();
        let row = self.add_array(&mut inputs, array)?;
        let res: Vec<Var> = types.iter().map(|ty| self.fresh("t", ty.clone())).collect();
        let out = |v: &Var| if scan { Out::Point((*v).into()) } else { Out::Row((*v).into()) };
        let outs = res.iter().map(out).collect();
        let fold =
            vec![Fold { op: lam, ne: ne.leaves(), args: row.leaves(), res, comm, kept: false, index: None }];
        let (reds, scans) = if scan { (vec![], fold) } else { (fold, vec![]) };
        let clauses = Clauses { reds, scans, outs, ..Clauses::default() };
        let screma = Screma { width, inputs: inputs.inputs, body: vec![], clauses };
        let pat = self.push_screma(if scan { "scan" } else { "red" }, screma, 0);
        let value = elem.with_leaves(pat.vals.iter().map(|v| Atom::Var(*v)));
        Ok(if scan { Value::array(value) } else { value })
    }
    /// The array and the neutral element with all payloads that the operator may return.
    fn fold_operands(&mut self, op: &Value, ne: &Value, array: &Value) -> Low<(Value, Value)> {
        if !ne.has_sum() {
            return Ok((array.clone(), ne.clone()));
        }
        let mark = self.vars.len();
        let whole = [super::index::At::Index(Atom::i64(0))];
        let (mut array, mut ne) = self.unify_part(array, ne, &whole)?;
        loop {
            // What the operator returns is only known by lowering it, for elements that nothing is known about.
            let elems = [self.unknown_like(&ne), self.unknown_like(&ne)];
            let (_, result) = self.capture(|l| l.apply_all(op, elems.to_vec()))?;
            let more = self.extended(&ne, &result, mark)?;
            if more.constructors() == ne.constructors() {
                return Ok((array, ne));
            }
            (array, ne) = self.unify_part(&array, &more, &whole)?;
        }
    }
    /// A value of the same types whose leaves are new variables.
    fn unknown_like(&mut self, value: &Value) -> Value {
        let leaves: Vec<Atom> = value.leaves();
        let new: Vec<Atom> = leaves.iter().map(|leaf| self.fresh("x", self.ty(*leaf)).into()).collect();
        value.with_leaves(new)
    }
    /// A binary operator on elements as a lambda whose results have the types of the elements.
    pub(super) fn op_lambda(&mut self, op: &Value, elem: &Value, types: &[Type]) -> Low<Lambda<Soac>> {
        let shapes = [(elem, types.to_vec()), (elem, types.to_vec())];
        let mark = self.vars.len();
        self.lambda(&shapes, |l, args| {
            let result = l.apply_all(op, args)?;
            let result = l.extended(&result, elem, mark)?;
            Ok(l.like(&result, types)?.leaves())
        })
    }
    /// The value with exactly these types at its leaves: sizes are compared.
    pub(super) fn like(&mut self, value: &Value, types: &[Type]) -> Low<Value> {
        let mut leaves = vec![];
        let (mut certs, mut cast) = (FxHashMap::default(), FxHashMap::default());
        for (mut leaf, ty) in value.leaves().into_iter().zip(types) {
            for (level, dim) in ty.dims().iter().enumerate() {
                leaf = self.recast_level(leaf, level, dim.size, shape::MISMATCH, &mut certs, &mut cast)?;
            }
            leaves.push(leaf);
        }
        Ok(value.with_leaves(leaves))
    }

    /// The elements that fulfil `p`.
    pub(super) fn filter(&mut self, p: &Value, array: &Value) -> Low<Value> {
        let width = self.size_of(array)?;
        let Value::Array(elem) = array else { base::bug!("lower", "a filter of something that is no array") };
        let scalars = elem.leaves().iter().all(|l| self.ty(*l).rank() == 1);
        let mark = self.vars.len();
        let mut inputs = Inputs::default();
        let row = self.add_array(&mut inputs, array)?;
        let kept = if scalars {
            row.leaves()
        } else {
            let index = self.fresh("i", Type::i64());
            inputs.inputs.push((index, Input::Iota));
            vec![index.into()]
        };
        let loc = self.loc.clone();
        let (stms, flag) = self.capture_over(mark, Some(width), |l| l.apply_all(p, vec![row]))?;
        self.loc = loc;
        let [flag] = flag.leaves()[..] else { base::bug!("lower", "a predicate gives one bool") };
        let keep = Some(Keep { flag, place: None, count: None, whole: false });
        let outs = [Out::Count].into_iter().chain(kept.into_iter().map(Out::Kept)).collect();
        let clauses = Clauses { keep, outs, ..Clauses::default() };
        let screma = Screma { width, inputs: inputs.inputs, body: stms, clauses };
        let pat = self.push_screma("kept", screma, 1);
        if scalars {
            return Ok(Value::array(elem.with_leaves(pat.vals.iter().map(|v| Atom::Var(*v)))));
        }
        self.gather(array, pat.vals[0])
    }

    /// `scatter`: writes `vals` at the positions `at` into a copy of `dest`.
    pub(super) fn scatter(&mut self, dest: &Value, at: &Value, vals: &Value) -> Low<Value> {
        let unified = self.unified(&[dest.clone(), vals.clone()])?;
        let (dest, vals) = (&unified[0], &unified[1]);
        if element_rank(at) == 1 && !self.rows_agree(dest, vals) {
            return self.scatter_rows(dest, at, vals);
        }
        if !self.is_one_space(dest) {
            return self.scatter_apart(dest, at, vals);
        }
        self.accumulate(dest, None, at, vals)
    }

    /// `reduce_by_index` and, without a neutral element, `permute`: combines `vals` with what is at the positions `at` of a copy of
    /// `dest`. In place where a kernel can combine two values, else the values of each position are brought together.
    pub(super) fn combine(
        &mut self,
        dest: &Value,
        (op, ne): (&Value, Option<&Value>),
        at: &Value,
        vals: &Value,
    ) -> Low<Value> {
        let unified = self.unified(&[dest.clone(), vals.clone()])?;
        let (dest, vals) = (&unified[0], &unified[1]);
        let agree = self.rows_agree(dest, vals);
        if agree
            && let Some(acc_op) = self.acc_op(dest, op, ne)?
            && computes_scalars(&acc_op.lam.body.stms, &self.vars)
        {
            return self.accumulate(dest, Some(acc_op), at, vals);
        }
        let [op, dest, at, vals] = [op, dest, at, vals].map(Value::clone);
        match ne {
            Some(ne) if agree => {
                self.prelude_call("reduce_by_index_rows", vec![op, ne.clone(), dest, at, vals])
            }
            _ => self.prelude_call("combine_rows", vec![op, dest, at, vals]),
        }
    }

    /// Writes `vals` at the positions `at` into a copy of `dest`, or combines them with what is there.
    fn accumulate(&mut self, dest: &Value, op: Option<AccOp<Soac>>, at: &Value, vals: &Value) -> Low<Value> {
        self.with_acc(dest, op, |l, acc| {
            let space = l.vars[acc].ty.dims().to_vec();
            let (width, arrays) = l.same_width(&[at.clone(), vals.clone()])?;
            let mut inputs = Inputs::default();
            let index = l.add_array(&mut inputs, &arrays[0])?;
            let value = l.add_array(&mut inputs, &arrays[1])?;
            l.map_with_acc(width, inputs, acc, |l, acc| {
                let rows: Vec<Type> = value
                    .leaves()
                    .iter()
                    .map(|v| Type::scalar(l.scalar_ty(*v)).with_dims(space[1..].to_vec()))
                    .collect();
                let value = l.like(&value, &rows)?;
                l.update_acc(acc, index.leaves(), &value.leaves(), &space[1..])
            })
        })
    }

    /// Whether the rows of two arrays are known to have one shape.
    fn rows_agree(&self, a: &Value, b: &Value) -> bool {
        let agree = |(a, b): (Atom, Atom)| {
            let (a, b) = (self.dims(a), self.dims(b));
            a.iter()
                .zip(&b)
                .skip(1)
                .all(|(a, b)| a.is_uniform() && b.is_uniform() && self.same_size(a.size, b.size))
        };
        a.leaves().into_iter().zip(b.leaves()).all(agree)
    }

    /// Whether all components of an array are known to have the same sizes.
    pub(super) fn is_one_space(&self, array: &Value) -> bool {
        let spaces: Vec<Vec<Dim>> = array.leaves().into_iter().map(|leaf| self.dims(leaf)).collect();
        let same = |a: &Dim, b: &Dim| a.on == b.on && self.same_size(a.size, b.size);
        let like = |a: &[Dim], b: &[Dim]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
        spaces.windows(2).all(|pair| like(&pair[0], &pair[1]))
    }

    /// A scatter of components of different shapes: one after the other.
    fn scatter_apart(&mut self, dest: &Value, at: &Value, vals: &Value) -> Low<Value> {
        let mut new = vec![];
        for (d, v) in dest.leaves().into_iter().zip(vals.leaves()) {
            let nest = |leaf: Atom, rank: usize| (0..rank).fold(Value::Scalar(leaf), |x, _| Value::array(x));
            let rank = self.ty(d).rank();
            let (part, source) = (nest(d, rank), nest(v, self.ty(v).rank()));
            new.extend(self.scatter(&part, at, &source)?.leaves());
        }
        Ok(dest.with_leaves(new))
    }

    /// A fresh copy of every array in a value.
    pub(super) fn copy(&mut self, value: &Value) -> Value {
        let mut leaves = vec![];
        for leaf in value.leaves() {
            leaves.push(match leaf {
                Atom::Var(arr) if self.vars[arr].ty.is_array() => {
                    let ty = self.vars[arr].ty.clone();
                    self.bind("copy", ty, Exp::Copy { arr }).into()
                }
                Atom::Var(_) | Atom::Const(_) => leaf,
            });
        }
        value.with_leaves(leaves)
    }
}

/// How many components an index has.
fn element_rank(at: &Value) -> usize {
    at.leaves().len()
}

/// The parameters that stand for elements of arrays.
fn array_params(inputs: &Inputs) -> Vec<Var> {
    inputs.inputs.iter().filter(|(_, i)| matches!(i, Input::Array(_))).map(|(p, _)| *p).collect()
}
