//! The streaming combinators: a function of chunks becomes a stream of Core, whose chunks a pass chooses.
//!
//! The chunk and the accumulator belong to the function, which may overwrite them: it is given copies. A result has the size of its
//! chunk. Sizes of rows that are computed for a chunk are seen as varying from row to row.

use super::exp::project;
use super::spread::{Spreads, union};
use super::value::{Chosen, Value};
use super::{Low, Lower};
use base::diag::Span;
use ir::{Atom, Body, Exp, Lambda, Results, Soac, Stream, Type, Var, builder};

/// What is wrong with the result of a chunk.
const WRONG_RESULT: &str = "the result has size {} for a chunk of size {}";

/// Where the code of the prelude stands that lowering calls by itself.
const PRELUDE_SPAN: Span = Span { file: crate::PRELUDE as u16, lo: 0, hi: 0 };

/// A streaming combinator and its arguments.
struct Call<'a> {
    /// How accumulators combine, where chunks do not wait for each other.
    op: Option<&'a Value>,
    f: &'a Value,
    /// What accumulators begin with; a stream without one has none.
    ne: Option<Value>,
    /// Whether chunks give arrays.
    gives: bool,
}

impl Lower<'_> {
    /// A streaming combinator.
    pub(super) fn streaming(&mut self, name: &str, args: &[Value]) -> Low<Value> {
        let (call, array) = match (name, args) {
            ("stream_map", [f, xs]) => (Call { op: None, f, ne: None, gives: true }, xs),
            ("stream_red", [op, f, ne, xs]) => {
                (Call { op: Some(op), f, ne: Some(ne.clone()), gives: true }, xs)
            }
            ("stream_fold", [op, f, ne, xs]) => {
                (Call { op: Some(op), f, ne: Some(ne.clone()), gives: false }, xs)
            }
            ("stream_seq", [f, ne, xs]) => (Call { op: None, f, ne: Some(ne.clone()), gives: true }, xs),
            _ => base::bug!("lower", "no streaming combinator {name}"),
        };
        let width = self.size_of(array)?;
        let irregular = |dims: Vec<ir::Dim>| dims.iter().any(|d| !d.is_uniform());
        if call.ne.iter().flat_map(Value::leaves).any(|leaf| irregular(self.dims(leaf))) {
            // Its sizes may change from chunk to chunk.
            let (acc, ys) = self.of_chunk(&call, call.ne.as_ref(), array, width)?;
            return Ok(joined(acc, ys));
        }
        let call = self.with_constructors(call, array, width)?;
        self.stream_of(&call, array, width)
    }

    /// What a chunk of some size leaves in the accumulator, and its results.
    fn of_chunk(
        &mut self,
        call: &Call<'_>,
        acc: Option<&Value>,
        chunk: &Value,
        size: Atom,
    ) -> Low<(Option<Value>, Option<Value>)> {
        let mut args: Vec<Value> = acc.iter().map(|acc| self.copy(acc)).collect();
        args.push(self.copy(chunk));
        let loc = self.loc.clone();
        let result = self.apply_all(call.f, args)?;
        self.loc = loc;
        let (acc, ys) = match (acc.is_some(), call.gives) {
            (true, true) => (Some(project(&result, "0")), Some(project(&result, "1"))),
            (true, false) => (Some(result), None),
            (false, _) => (None, Some(result)),
        };
        let ys = ys.map(|ys| self.sized(&ys, size, WRONG_RESULT)).transpose()?;
        Ok((acc, ys))
    }

    /// The call with all payloads in its accumulator that chunks may leave there.
    fn with_constructors<'a>(&mut self, mut call: Call<'a>, array: &Value, width: Atom) -> Low<Call<'a>> {
        while let Some(ne) = call.ne.clone().filter(Value::has_sum) {
            let mark = self.vars.len();
            // What a chunk leaves is only known by lowering it.
            let (_, (left, _)) = self.capture(|l| l.of_chunk(&call, Some(&ne), array, width))?;
            let more = left.map(|left| self.extended(&ne, &left, mark)).transpose()?;
            let same = more.as_ref().is_none_or(|more| more.constructors() == ne.constructors());
            call.ne = more;
            if same {
                break;
            }
        }
        Ok(call)
    }

    fn stream_of(&mut self, call: &Call<'_>, array: &Value, width: Atom) -> Low<Value> {
        let Value::Array(elem) = array else { base::bug!("lower", "a stream of something that is no array") };
        let start = call.ne.clone().unwrap_or(Value::Record([].into()));
        let types: Vec<Type> = start.leaves().iter().map(|leaf| self.ty(*leaf)).collect();
        let op = match (call.op, &call.ne) {
            (Some(op), _) => Some(self.op_lambda(op, &start, &types)?),
            (None, Some(_)) => None,
            (None, None) => {
                let body = Body { stms: vec![], result: Results::default() };
                Some(Lambda { params: vec![], body })
            }
        };
        let loc = self.loc.clone();
        let mark = self.vars.len();
        let size = self.fresh("size", Type::i64());
        let first = self.fresh("first", Type::i64());
        self.sizes.extend([size, first]);
        let body = Body { stms: vec![], result: Results::default() };
        let chunk = self.choices.chunk.map(|chunk| Atom::i64(i64::from(chunk.get())));
        let mut stream = Stream { width, chunk, size, first, inputs: vec![], accs: vec![], op, body };
        let leaves: Vec<Var> = elem.leaves().into_iter().filter_map(|a| a.var()).collect();
        let parts: Vec<Atom> = leaves.iter().map(|v| self.add_chunk(&mut stream, *v).into()).collect();
        for (ty, begin) in types.iter().zip(start.leaves()) {
            let acc = self.fresh("acc", ty.clone());
            stream.accs.push((acc, begin));
        }
        let acc = start.with_leaves(stream.accs.iter().map(|(acc, _)| Atom::Var(*acc)));
        let part = array.with_leaves(parts);
        let begin = call.ne.is_some().then_some(&acc);
        let (stms, (left, ys)) = self.capture_since(mark, |l| {
            let (left, ys) = l.of_chunk(call, begin, &part, size.into())?;
            let left = match left {
                Some(left) => {
                    l.plain(&left)?;
                    let left = l.extended(&left, &start, mark)?;
                    Some(l.like(&left, &types)?)
                }
                None => None,
            };
            let ys = ys.map(|ys| l.rows_of_chunk(&ys, mark)).transpose()?;
            Ok((left, ys))
        })?;
        self.loc = loc;
        let arrays: Vec<Atom> = ys.iter().flat_map(Value::leaves).collect();
        let known: Vec<Var> = [size].into_iter().chain(stream.inputs.iter().map(|(part, _)| *part)).collect();
        let sizes = self.sizes_since(mark, &arrays, &known);
        let vals = left.iter().flat_map(Value::leaves).chain(arrays).collect();
        stream.body = Body { stms, result: Results { sizes, vals } };
        let pat = builder::stream_pat(&mut self.vars, "r", &stream);
        self.push(pat.clone(), Exp::Op(Soac::Stream(stream)));
        let (accs, arrays) = pat.vals.split_at(types.len());
        let named = |value: Value, vars: &[Var]| value.with_leaves(vars.iter().map(|v| Atom::Var(*v)));
        Ok(joined(left.map(|left| named(left, accs)), ys.map(|ys| named(ys, arrays))))
    }

    /// Adds a chunk of an array, and chunks of the arrays of sizes that its rows have.
    fn add_chunk(&mut self, stream: &mut Stream<Soac>, arr: Var) -> Var {
        if let Some((part, _)) = stream.inputs.iter().find(|(_, other)| *other == arr) {
            return *part;
        }
        let ty = self.vars[arr].ty.clone();
        for dim in ty.dims().iter().filter(|dim| dim.on.contains(&0)) {
            if let Atom::Var(sizes) = dim.size {
                self.add_chunk(stream, sizes);
            }
        }
        let name = self.vars[arr].name.clone();
        let part = self.fresh(&name, stream.chunk_type(&ty));
        stream.inputs.push((part, arr));
        part
    }

    /// The results of a chunk, whose rows vary in every size that the body, which began at `mark`, has computed.
    fn rows_of_chunk(&mut self, ys: &Value, mark: usize) -> Low<Value> {
        self.plain(ys)?;
        let mut known = Spreads::default();
        let mut leaves = vec![];
        for leaf in ys.leaves() {
            let Atom::Var(var) = leaf else { base::bug!("lower", "a chunk that is no array") };
            let wanted = self.dims(leaf).into_iter().enumerate().map(|(level, dim)| {
                let inside = level > 0 && !self.is_outer(mark, dim.size);
                if inside { union(&dim.on, &[0]) } else { dim.on }
            });
            let wanted: Vec<Vec<u32>> = wanted.collect();
            leaves.push(self.spread_all(var, &wanted, &mut known)?.into());
        }
        Ok(ys.with_leaves(leaves))
    }

    /// Calls a function of the prelude.
    pub(super) fn prelude_call(&mut self, name: &str, args: Vec<Value>) -> Low<Value> {
        let fun = self.global(&name.into(), PRELUDE_SPAN, None, &Chosen::default())?;
        self.apply_all(&fun, args)
    }
}

/// What a combinator gives.
fn joined(acc: Option<Value>, ys: Option<Value>) -> Value {
    match (acc, ys) {
        (Some(acc), Some(ys)) => Value::tuple(vec![acc, ys]),
        (Some(value), None) | (None, Some(value)) => value,
        (None, None) => Value::tuple(vec![]),
    }
}
