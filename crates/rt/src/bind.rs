//! Calls of entry points with values that stay: from values to the arguments of a host part, and from what it returns to values.
//!
//! What the rules are stands in [`ir::value`]: [`bind_args`](ir::value::bind_args) says which sizes must agree, and
//! [`assemble`](ir::value::assemble) how results are put together. Both want the sizes of all rows on the host. Here the usual case
//! does without: a size of rows that only one argument determines is handed on in the form in which it came.

use crate::array::{Array, Datum, Dim};
use crate::lengths::{Lengths, put, starts};
use crate::loaded::{Called, Input, Loaded, Returned, products};
use crate::memory::Buffer;
use crate::profile::Profile;
use crate::{RunError, Stop};
use base::{Scalar, ScalarType};
use ir::kernel::HostFun;
use ir::value::{Lens, Misfit};
use ir::{Atom, Fun, Type, Value, Var, Vars};
use std::sync::Arc;
use std::time::Duration;

/// What a call gave and took.
#[derive(Debug)]
pub struct Results {
    /// The results of the entry point, one per component.
    pub values: Vec<Datum>,
    /// How long it took, until the device was done.
    pub time: Duration,
    /// What it did, if the program was loaded so.
    pub profile: Option<Profile>,
}

/// Runs an entry point. Arguments that the caller does not hold any more may be overwritten, where the entry point's parameters are
/// unique; others are copied for that.
pub fn call<O>(
    loaded: &Loaded,
    fun: &Fun<O>,
    vars: &Vars,
    args: Vec<Datum>,
    stop: &Stop,
) -> Result<Results, RunError> {
    let Some(number) = loaded.find(&fun.name) else {
        return Err(RunError::Argument(Misfit::of(format!("there is no entry point called {}", fun.name))));
    };
    let (bound, sizes) = bind(loaded, fun, vars, args)?;
    let inputs = inputs(loaded, number, fun, bound, &sizes)?;
    let Called { results, time, profile } = loaded.call(number, inputs, stop)?;
    let n_sizes = fun.ret_sizes.len();
    let host = &loaded.program().funs[number];
    let sizes = Sizes { fun, host, bound: &sizes, returned: &results[..n_sizes] };
    let values = results[n_sizes..].iter().zip(&fun.ret).map(|(result, ty)| sizes.assemble(ty, result));
    Ok(Results { values: values.collect::<Result<_, _>>()?, time, profile })
}

/// A size that arguments determine.
#[derive(Clone)]
enum Size {
    One(i64),
    Rows(Arc<Lengths>),
}

/// For each parameter of the function: the value that it is bound to, and the size.
type Bound = (Vec<Option<Datum>>, Vec<Option<Size>>);

fn position<O>(fun: &Fun<O>, var: Var) -> Option<usize> {
    fun.params.iter().position(|param| param.var == var)
}

/// Whether an entry point takes these arguments: the error is that of a call, which would not begin.
pub fn check<O>(loaded: &Loaded, fun: &Fun<O>, vars: &Vars, args: &[Datum]) -> Result<(), RunError> {
    sizes(loaded, fun, vars, args).map(drop)
}

fn sizes<O>(
    loaded: &Loaded,
    fun: &Fun<O>,
    vars: &Vars,
    args: &[Datum],
) -> Result<Vec<Option<Size>>, RunError> {
    match usual(fun, vars, args) {
        Some(sizes) => Ok(sizes),
        None => unusual(loaded, fun, vars, args),
    }
}

fn bind<O>(loaded: &Loaded, fun: &Fun<O>, vars: &Vars, args: Vec<Datum>) -> Result<Bound, RunError> {
    let sizes = sizes(loaded, fun, vars, &args)?;
    let mut bound: Vec<Option<Datum>> = fun.params.iter().map(|_| None).collect();
    let named = fun.entry.iter().flat_map(|entry| &entry.args).flat_map(|arg| &arg.vars);
    for (var, datum) in named.zip(args) {
        if let Some(i) = position(fun, *var) {
            bound[i] = Some(datum);
        }
    }
    Ok((bound, sizes))
}

/// The sizes, where everything fits and can be said without looking at rows.
fn usual<O>(fun: &Fun<O>, vars: &Vars, args: &[Datum]) -> Option<Vec<Option<Size>>> {
    let entry = fun.entry.as_ref()?;
    let mut sizes: Vec<Option<Size>> = vec![None; fun.params.len()];
    let named = || entry.args.iter().flat_map(|arg| &arg.vars);
    if named().count() != args.len() {
        return None;
    }
    // Scalars may be sizes.
    for (var, datum) in named().zip(args) {
        let ty = &vars[*var].ty;
        match datum {
            Datum::Scalar(x) if ty.rank() == 0 && ty.elem() == Some(x.ty()) => {
                if x.ty() == ScalarType::I64 {
                    sizes[position(fun, *var)?] = Some(Size::One(x.as_i64()));
                }
            }
            Datum::Array(array) if ty.rank() == array.dims().len() && ty.elem() == Some(array.elem()) => {}
            Datum::Scalar(_) | Datum::Array(_) => return None,
        }
    }
    for (var, datum) in named().zip(args) {
        let Datum::Array(array) = datum else { continue };
        for (level, (dim, own)) in vars[*var].ty.dims().iter().zip(array.dims()).enumerate() {
            let found = match own {
                Dim::Uniform(n) if dim.is_uniform() => Size::One(*n),
                Dim::Each(lengths) if dim.on.len() == level && level > 0 => Size::Rows(lengths.clone()),
                Dim::Uniform(_) | Dim::Each(_) => return None,
            };
            let size = match dim.size {
                Atom::Const(c) => {
                    matches!(found, Size::One(n) if n == c.as_i64()).then_some(())?;
                    continue;
                }
                Atom::Var(size) => &mut sizes[position(fun, size)?],
            };
            match (&size, &found) {
                (None, _) => *size = Some(found),
                (Some(Size::One(a)), Size::One(b)) if a == b => {}
                (Some(Size::Rows(a)), Size::Rows(b)) if Arc::ptr_eq(a, b) => {}
                (Some(_), _) => return None,
            }
        }
    }
    // What nobody determines has a rule of its own.
    let is_size = |var: Var| named().all(|own| *own != var);
    let known = fun.params.iter().zip(&sizes).all(|(param, size)| size.is_some() || !is_size(param.var));
    known.then_some(sizes)
}

/// The sizes, from those of all rows; the error says what does not fit.
fn unusual<O>(
    loaded: &Loaded,
    fun: &Fun<O>,
    vars: &Vars,
    args: &[Datum],
) -> Result<Vec<Option<Size>>, RunError> {
    let named: Vec<Var> =
        fun.entry.iter().flat_map(|entry| &entry.args).flat_map(|arg| arg.vars.iter().copied()).collect();
    // Of most arrays only the dimensions count.
    let as_size =
        |var: &Var| vars.iter().any(|(_, info)| info.ty.dims().iter().any(|d| d.size == Atom::Var(*var)));
    let mut shapes = vec![];
    for (i, datum) in args.iter().enumerate() {
        shapes.push(match datum {
            Datum::Array(array) if !named.get(i).is_some_and(as_size) => {
                Value { elem: array.elem(), lens: array.lens()?, data: vec![] }
            }
            Datum::Array(_) | Datum::Scalar(_) => datum.to_value()?,
        });
    }
    let bound = ir::value::bind_args(fun, vars, &shapes).map_err(RunError::Argument)?;
    let memory = loaded.context().memory();
    let size = |(param, value): (&ir::Param, &Value)| {
        let is_number = value.elem == ScalarType::I64;
        match value.lens.is_empty() {
            true if is_number => Some(Size::One(value.get(0).as_i64())),
            false if is_number && (!named.contains(&param.var) || as_size(&param.var)) => {
                Some(Size::Rows(Arc::new(Lengths::of(memory.clone(), value.to_i64s()))))
            }
            true | false => None,
        }
    };
    Ok(fun.params.iter().zip(&bound).map(size).collect())
}

/// The arguments of the host part.
fn inputs<O>(
    loaded: &Loaded,
    number: usize,
    fun: &Fun<O>,
    bound: Vec<Option<Datum>>,
    sizes: &[Option<Size>],
) -> Result<Vec<Input>, RunError> {
    let host = &loaded.program().funs[number];
    // Sizes of rows that are only returned as such stay with the argument: see `Sizes::of`.
    let data = host.results.get(fun.ret_sizes.len()..).unwrap_or_default();
    let used: Vec<bool> = loaded
        .used(number)
        .iter()
        .zip(&host.params)
        .map(|(used, param)| *used || data.contains(param))
        .collect();
    let broken = |what: &str| RunError::Broken(format!("{}: {what}", fun.name));
    // The sizes of a volume are those of rows of an argument, or numbers that are themselves an argument.
    let rows = |i: usize| match (bound.get(i), sizes.get(i)) {
        (_, Some(Some(Size::Rows(lengths)))) => Ok(lengths.clone()),
        (Some(Some(Datum::Array(array))), _) => {
            Ok(Arc::new(Lengths::of_sizes(array.data().clone(), array.len())))
        }
        _ => Err(broken("offsets of no rows")),
    };
    let mut volumes = vec![];
    for given in &host.given {
        let at = given.iter().filter_map(|size| host.params.iter().position(|param| param == size));
        let rows: Vec<Arc<Lengths>> = at.map(rows).collect::<Result<_, _>>()?;
        volumes.push(match rows.as_slice() {
            [lengths] => {
                let (offsets, total) = lengths.offsets()?;
                (offsets.clone(), total)
            }
            several => {
                let hosts: Vec<&[i64]> = several.iter().map(|rows| rows.host()).collect::<Result<_, _>>()?;
                let (offsets, total) = starts(&products(&hosts));
                (put(loaded.context().memory(), &offsets)?, total)
            }
        });
    }
    let mut inputs = vec![];
    for (i, (datum, size)) in bound.into_iter().zip(sizes).enumerate() {
        inputs.push(match (datum, size) {
            (Some(Datum::Scalar(x)), _) => Input::Scalar(x),
            (Some(Datum::Array(array)), _) if fun.params[i].consumed => Input::Buffer(unshared(array)?),
            (Some(Datum::Array(array)), _) => Input::Buffer(array.into_data()),
            (None, Some(Size::One(n))) => Input::Scalar(Scalar::I64(*n)),
            (None, Some(Size::Rows(lengths))) if used[i] => Input::Buffer(lengths.sizes()?.clone()),
            (None, Some(Size::Rows(_))) => Input::Unused,
            (None, None) => return Err(broken("a size is unknown")),
        });
    }
    for (offsets, total) in volumes {
        inputs.push(if used[inputs.len()] { Input::Buffer(offsets) } else { Input::Unused });
        inputs.push(Input::Scalar(Scalar::I64(total)));
    }
    Ok(inputs)
}

/// The elements of an array in memory that may be overwritten.
fn unshared(array: Array) -> Result<Buffer, RunError> {
    let bytes = array.len() * array.elem().bytes();
    let data = array.into_data();
    let memory = data.memory();
    if !memory.is_shared(data.handle())? {
        return Ok(data);
    }
    let own = Buffer::alloc(memory, bytes)?;
    memory.copy(own.handle(), 0, data.handle(), 0, bytes)?;
    memory.count(|copies| &mut copies.unshared, bytes);
    Ok(own)
}

/// Where the sizes of results come from: results of their own, parameters, constants.
struct Sizes<'a, O> {
    fun: &'a Fun<O>,
    host: &'a HostFun,
    bound: &'a [Option<Size>],
    returned: &'a [Returned],
}

impl<O> Sizes<'_, O> {
    fn of(&self, atom: Atom) -> Result<Size, RunError> {
        let var = match atom {
            Atom::Const(c) => return Ok(Size::One(c.as_i64())),
            Atom::Var(var) => var,
        };
        if let Some(i) = self.fun.ret_sizes.iter().position(|size| *size == var) {
            if let Some(rows) = self.passed(i) {
                return Ok(rows);
            }
            return Ok(match &self.returned[i] {
                Returned::Scalar(x) => Size::One(x.as_i64()),
                Returned::Dense { data, len, .. } => {
                    Size::Rows(Arc::new(Lengths::of_sizes(data.clone(), *len)))
                }
                Returned::Offsets { data, rows } => {
                    Size::Rows(Arc::new(Lengths::of_offsets(data.clone(), *rows)))
                }
                Returned::Passed => {
                    return Err(RunError::Broken(format!("{}: sizes of a result are lost", self.fun.name)));
                }
            });
        }
        let bound = position(self.fun, var).and_then(|i| self.bound[i].clone());
        bound.ok_or_else(|| {
            RunError::Broken(format!("{}: size {var:?} of a result is unknown", self.fun.name))
        })
    }

    /// Sizes that are returned as they came with an argument: in every form in which the argument has them.
    fn passed(&self, result: usize) -> Option<Size> {
        let var = self.host.results.get(result)?;
        let param = self.host.params.iter().position(|param| param == var)?;
        self.bound.get(param)?.clone().filter(|size| matches!(size, Size::Rows(_)))
    }

    fn assemble(&self, ty: &Type, result: &Returned) -> Result<Datum, RunError> {
        let (elem, data, len) = match result {
            Returned::Scalar(x) => return Ok(Datum::Scalar(*x)),
            Returned::Dense { elem, data, len } => (*elem, data.clone(), *len),
            Returned::Offsets { .. } | Returned::Passed => {
                return Err(RunError::Broken(format!("{}: a result that is only sizes", self.fun.name)));
            }
        };
        let sizes: Vec<Size> = ty.dims().iter().map(|dim| self.of(dim.size)).collect::<Result<_, _>>()?;
        let usual = |(level, (dim, size)): (usize, (&ir::Dim, &Size))| match size {
            Size::One(n) if dim.on.is_empty() => Some(Dim::Uniform(*n)),
            Size::Rows(lengths) if dim.on.len() == level => Some(Dim::Each(lengths.clone())),
            Size::One(_) | Size::Rows(_) => None,
        };
        let dims: Option<Vec<Dim>> = ty.dims().iter().zip(&sizes).enumerate().map(usual).collect();
        let dims = match dims {
            Some(dims) => dims,
            None => spread(ty, &sizes, &data)?,
        };
        Ok(Datum::Array(Array::new(elem, dims, data, len)))
    }
}

/// The dimensions of a result in which some sizes are the same for several rows.
fn spread(ty: &Type, sizes: &[Size], data: &Buffer) -> Result<Vec<Dim>, RunError> {
    let mut hosts = vec![];
    for size in sizes {
        hosts.push(match size {
            Size::One(n) => vec![*n],
            Size::Rows(lengths) => lengths.host()?.to_vec(),
        });
    }
    let mut hosts = hosts.into_iter();
    let value = ir::value::assemble(ty, vec![], |_| hosts.next().unwrap_or_default());
    let dim = |lens| match lens {
        Lens::Uniform(n) => Dim::Uniform(n),
        Lens::Each(each) => Dim::Each(Arc::new(Lengths::of(data.memory().clone(), each))),
    };
    Ok(value.lens.into_iter().map(dim).collect())
}
