//! Functions that kernels call.
//!
//! ```text
//! fun depth (n: i64) -> (i64) { .. let d = call depth(m) @3:9 .. }
//!   =>
//! function 0 depth (n: i64) -> (i64 r) fails { .. i64 d = 0; call 0 (m) -> (d) check 4; .. }
//! ```
//!
//! They compute scalars from scalars and from arrays of the host, or parts of them, which they read: an array is passed as its buffer and
//! the position where it begins. One that may lead back to itself can fail even if it
//! has no checks: calls may be nested too deeply.

use super::body::{Point, Val, scalar};
use super::code::{KernelBuilder, from_index, to_index};
use super::{Lowerer, Target, number};
use crate::effects::{called_by_kernels, calls_and_checks};
use crate::inline::reached;
use base::{Id, Loc, ScalarType};
use ir::failure::what;
use ir::kernel::{Arg, DeviceFun, DeviceId, Exp as KExp, HostId, KType, Program, RECORD_SLOTS, Stm as KStm};
use ir::{Atom, Body, Exp, Fun, FunId, Inner, Limitation, SegOp, Stm, Var, Vars, map_ops};

/// What becomes of the functions of Flat.
pub(super) struct Functions {
    host: Vec<Option<HostId>>,
    device: Vec<Option<DeviceId>>,
    /// Whether a call of it may fail.
    fails: Vec<bool>,
}

impl Functions {
    pub(super) fn of(funs: &[Fun<SegOp>]) -> Functions {
        let calls: Vec<Vec<FunId>> = funs.iter().map(|fun| calls_and_checks(&fun.body.stms).0).collect();
        let mut on_device = vec![false; funs.len()];
        let mut todo: Vec<FunId> = funs.iter().flat_map(|fun| called_by_kernels(&fun.body.stms)).collect();
        while let Some(fun) = todo.pop() {
            if !std::mem::replace(&mut on_device[fun.index()], true) {
                todo.extend(&calls[fun.index()]);
            }
        }
        // What is called otherwise, from what is no function of kernels alone, is called by the host.
        let outside = (0..funs.len()).filter(|at| !on_device[*at] || funs[*at].entry.is_some());
        let mut on_host = reached(&calls, outside.clone());
        outside.for_each(|at| on_host[at] = true);
        let (mut hosts, mut devices) = (0, 0);
        let (mut host, mut device) = (vec![], vec![]);
        for (on_host, on_device) in on_host.into_iter().zip(on_device) {
            host.push(on_host.then(|| HostId::from_index(hosts)));
            device.push(on_device.then(|| DeviceId::from_index(devices)));
            hosts += usize::from(on_host);
            devices += usize::from(on_device);
        }
        let own: Vec<bool> =
            (0..funs.len()).map(|at| has_checks(&funs[at].body.stms) || reached(&calls, [at])[at]).collect();
        let fails = (0..funs.len()).map(|at| {
            let reached = reached(&calls, [at]);
            own[at] || reached.iter().zip(&own).any(|(reached, own)| *reached && *own)
        });
        let fails = fails.collect();
        Functions { host, device, fails }
    }

    /// The functions of the device, in the order of their numbers.
    pub(super) fn on_device(&self) -> impl Iterator<Item = FunId> {
        let device = self.device.iter().enumerate();
        device.filter(|(_, id)| id.is_some()).map(|(at, _)| FunId::from_index(at))
    }

    /// The function of the device that kernels call for this one.
    fn device(&self, fun: FunId) -> DeviceId {
        match self.device.get(fun.index()).copied().flatten() {
            Some(id) => id,
            None => base::bug!("lower", "function {} is none of kernels", fun.index()),
        }
    }

    /// The function of the host that is called for this one.
    pub(super) fn host(&self, fun: FunId) -> Option<HostId> {
        self.host.get(fun.index()).copied().flatten()
    }
}

fn has_checks(block: &[Stm<SegOp>]) -> bool {
    block.iter().any(|stm| stm.exp.any(&mut |exp| matches!(exp, Exp::Check(check) if !check.proved)))
}

/// The function of the device for a function of Flat.
pub(super) fn lower_fun(
    vars: &mut Vars,
    out: &mut Program,
    functions: &Functions,
    fun: &Fun<SegOp>,
    id: FunId,
) -> Result<DeviceFun, Limitation> {
    // Scalar code is the same for every machine.
    let mut l = Lowerer::new(vars, out, functions, Target::CPU, &fun.name);
    let mut k = KernelBuilder::new();
    k.can_fail = functions.fails[id.index()];
    let mut point = Point::default();
    let mut params = vec![];
    for param in &fun.params {
        let info = l.vars[param.var].clone();
        let Some(elem) = info.ty.elem() else {
            base::bug!("lower", "{} is no argument of a kernel's function", info.name)
        };
        let array = info.ty.is_array();
        let kvar = k.var(&info.name, if array { KType::Buf(elem) } else { KType::Scalar(elem) });
        params.push(kvar);
        let val = match array {
            true => {
                // A row begins anywhere in its buffer.
                let start = k.var("start", KType::Scalar(ScalarType::I64));
                params.push(start);
                Val::Row { buf: kvar, base: to_index(KExp::Var(start)), dims: info.ty.dims().to_vec() }
            }
            false => Val::Scalar(KExp::Var(kvar)),
        };
        point.env.insert(param.var, val);
    }
    let body: Body<Inner> = map_ops::body(fun.body.clone(), &mut |_: SegOp| {
        base::bug!("lower", "an operator in a function of kernels")
    });
    let vals = l.k_body(&mut k, &mut point, &body)?;
    let types = fun.ret.iter().map(|ty| ty.elem().unwrap_or(ScalarType::I64));
    let results = types.zip(vals.into_iter().map(scalar)).collect();
    let (kernel, _) = k.finish(fun.name.clone(), Loc::none(), 1, &number(1));
    Ok(DeviceFun {
        name: fun.name.clone(),
        vars: kernel.vars,
        params,
        body: kernel.body,
        results,
        index: kernel.index,
        can_fail: kernel.can_fail,
    })
}

impl Lowerer<'_> {
    /// A call of a function by a kernel or by another such function.
    pub(super) fn k_call(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        fun: FunId,
        (args, at): (&[Atom], &[Atom]),
    ) -> Result<(), Limitation> {
        let args = args.iter().flat_map(|arg| self.k_arg(k, point, *arg)).collect();
        let fails = self.functions.fails[fun.index()];
        let at = at.iter().take(RECORD_SLOTS).filter(|_| fails);
        let at = at.map(|index| self.k_atom(k, point, *index)).collect();
        k.can_fail |= fails;
        let check = self.check(what::DEPTH, vec![], 0);
        let results = self.k_declare(k, point, &stm.pat.vals).into_iter().flatten().collect();
        k.code.push(KStm::Call { fun: self.functions.device(fun), check, args, results, at });
        Ok(())
    }

    /// What is passed for an argument: a scalar, or the buffer of an array and where the array begins.
    fn k_arg(&mut self, k: &mut KernelBuilder, point: &Point, arg: Atom) -> Vec<Arg> {
        let ty = arg.ty(self.vars);
        match arg {
            Atom::Var(arr) if ty.is_array() => match point.env.get(&arr) {
                Some(Val::Row { buf, base, .. }) => {
                    vec![Arg::Buf(*buf), Arg::Scalar(from_index(base.clone()))]
                }
                Some(val) => base::bug!("lower", "a function is given {val:?}"),
                None => {
                    let name = self.vars[arr].name.clone();
                    let host = self.buf(arr);
                    let buf = k.buf(&name, ty.elem().unwrap_or(ScalarType::I64), host);
                    vec![Arg::Buf(buf), Arg::Scalar(number(0))]
                }
            },
            arg @ (Atom::Var(_) | Atom::Const(_)) => vec![Arg::Scalar(self.k_atom(k, point, arg))],
        }
    }

    /// A part of an array whose elements lie together, from the element at `index` on; indices that are not given are 0.
    pub(super) fn k_part(
        &mut self,
        k: &mut KernelBuilder,
        point: &mut Point,
        stm: &Stm<Inner>,
        arr: Var,
        index: Vec<Atom>,
    ) -> Result<(), Limitation> {
        let ty = self.vars[arr].ty.clone();
        let levels = index.len() as u32;
        let varying =
            ty.dims()[index.len()..].iter().filter(|dim| dim.on.iter().any(|level| *level < levels));
        for (size, dim) in stm.pat.sizes.iter().zip(varying) {
            let Atom::Var(sizes) = dim.size else { base::bug!("lower", "a constant varies") };
            let at: Vec<Atom> = dim.on.iter().map(|level| index[*level as usize]).collect();
            let value = self.k_read(k, point, sizes, &at)?;
            let value = k.let_("n", KType::Scalar(ScalarType::I64), value);
            point.env.insert(*size, Val::Scalar(KExp::Var(value)));
        }
        let mut index = index;
        index.resize(ty.rank(), Atom::i64(0));
        let place = self.k_place(k, point, arr, &index)?;
        let (buf, base) = self.k_address(k, point, &place)?;
        let base = k.let_index("base", base);
        let var = stm.pat.vals[0];
        let dims = self.vars[var].ty.dims().to_vec();
        point.env.insert(var, Val::Row { buf, base, dims });
        Ok(())
    }
}
