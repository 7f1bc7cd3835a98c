//! Lowering: Flat becomes host code and kernels with explicit memory.
//!
//! Every array is one dense buffer; its shape is known from its type and the buffers of its sizes. Offsets are made once per
//! volume, where they are first needed, and shared. On a CPU a kernel is run by a few workers, each with an equal share
//! of the points *and* row ends in order (so any skew costs the same); on a GPU a lane has a point where points are independent, else
//! groups of lanes go through tiles of points and row ends together (`tile`).
//! What workers or groups leave for each other is chained, so that a reduction, a scan or a compaction is one launch.
//! Buffers are released after their last use.
//!
//! Precondition: a verified [`Flat`] program. Postcondition: a Kernel program with one host function per Flat function, or one of the device if kernels call it.
//! Does not do: tiles of two levels, 32-bit index arithmetic.

mod active;
mod blocks;
mod body;
mod bound;
mod carried;
mod chain;
mod code;
mod control;
mod device;
mod elem;
mod folds;
mod grid;
mod groups;
mod host;
mod late;
mod longest;
mod neighbours;
mod offsets;
mod private;
mod quiet;
mod reads;
mod release;
mod reuse;
mod run;
mod seg;
mod shape;
mod tile;
mod versions;
mod visits;
mod walker;

pub use reuse::allocate_apart;

use crate::carry::Carried;
use base::{BinOp, Id, Loc};
pub(crate) use code::ix;
use device::Functions;
use ir::kernel::{Exp, HostExp, HostFun, HostStm, KType, KVar, KVarInfo, Program};
use ir::{Atom, Flat, Fun, Limitation, Processor, Seg, SegOp, Var, Vars};
use offsets::Offsets;
pub(crate) use private::{takes_rows, takes_slices};
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use seg::{counts, ends_rows, sizes};

/// What lowering has to know of the machine, in figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// How many lanes a group has. With one, a group goes through a contiguous share of the points in order; with several, independent
    /// points are dealt out one by one, neighbours to neighbours.
    pub lanes: u32,
    /// How many neighbouring items of a tile a lane goes through in order.
    pub items: u32,
    /// Bytes of shared memory that tiles may take; folds need some, too.
    pub shared: u32,
    /// Whether the host has to wait for what kernels computed. Then counts and totals stay on the device.
    pub apart: bool,
    /// Whether kernels may compute numbers of the host from what stays on the device (`late.rs`).
    pub late: bool,
    /// Whether numbers that loops carry stay on the device (`carry.rs`), where kernels may compute numbers at all.
    pub carry: bool,
    /// Whether memory may be made for a bound of sizes that are not known yet (`bound.rs`).
    pub bound: bool,
    /// How many points keep the machine busy that each go through elements in order: a power of two.
    pub busy: u32,
    /// The bytes of a vector register; 0 where loops do not run in lanes of vectors.
    pub vector: u32,
    /// The bytes that a lane reads or writes at once.
    pub unit: u32,
    /// The bytes of a cache line: a processor that writes there takes it away from the others.
    pub line: u32,
    /// How many items of a share that is walked through twice fit a second-level cache.
    pub near: u32,
    /// How many warps a scheduler of the device has at one time. With fewer than one it idles.
    pub warps_per_scheduler: u32,
    /// What groups share that run at a time.
    pub processor: Processor,
    /// Whether a group may wait for groups with smaller numbers: those that have begun get on meanwhile.
    pub looks_back: bool,
}

impl Target {
    /// Processors: a task of the thread pool is a group.
    pub const CPU: Target = Target {
        lanes: 1,
        items: 1,
        shared: 0,
        apart: false,
        late: true,
        carry: true,
        bound: true,
        busy: 1 << 12,
        vector: 0,
        unit: 16,
        line: 64,
        near: 1 << 15,
        warps_per_scheduler: 1,
        processor: Processor::CPU,
        looks_back: true,
    };
    /// GPUs.
    pub const GPU: Target = Target {
        lanes: 256,
        items: 31,
        shared: 46 << 10,
        apart: true,
        busy: 1 << 17,
        warps_per_scheduler: 16,
        processor: Processor::GPU,
        ..Target::CPU
    };

    /// Whether numbers that loops carry stay on the device where no decision of the host needs them.
    pub(crate) fn keeps_numbers(self) -> bool {
        self.apart && self.late && self.carry
    }

    /// Whether independent points are dealt out one by one.
    pub(crate) fn deals_out(self) -> bool {
        self.lanes > 1
    }
}

/// Lowers every function of a program.
pub fn lower(prog: Flat, target: Target) -> Result<Program, Limitation> {
    let mut vars = prog.vars;
    let mut out = Program { files: prog.files, ..Program::default() };
    let mut called = vec![];
    prog.funs.iter().for_each(|fun| called.extend(crate::effects::calls_and_checks(&fun.body.stms).0));
    let functions = Functions::of(&prog.funs);
    for id in functions.on_device() {
        let fun = device::lower_fun(&mut vars, &mut out, &functions, &prog.funs[id.index()], id)?;
        out.device_funs.push(fun);
    }
    for (id, fun) in prog.funs.iter().enumerate() {
        let id = ir::FunId::from_index(id);
        if functions.host(id).is_some() {
            let entry = fun.entry.is_some() && !called.contains(&id);
            let host = lower_fun(&mut vars, &mut out, &functions, fun, (target, entry))?;
            out.funs.push(host);
        }
    }
    Ok(out)
}

fn lower_fun(
    vars: &mut Vars,
    out: &mut Program,
    functions: &Functions,
    fun: &Fun<SegOp>,
    (target, entry): (Target, bool),
) -> Result<HostFun, Limitation> {
    let mut l = Lowerer::new(vars, out, functions, target, &fun.name);
    for param in &fun.params {
        let kvar = l.declare(param.var);
        l.host.params.push(kvar);
        if entry {
            l.arguments.insert(param.var, kvar);
        }
    }
    if target.keeps_numbers() {
        l.carried = Carried::of(l.vars, &fun.body);
    }
    l.body(&fun.body)?;
    let results = l.code.len();
    for (i, atom) in fun.body.result.all().enumerate() {
        let as_offsets = if entry && i < fun.ret_sizes.len() { l.size_result(atom)? } else { None };
        let (kvar, len) = match as_offsets {
            Some((offsets, len)) => {
                l.host.as_offsets.push(offsets);
                (offsets, Some(len))
            }
            None => l.result(atom, fun.entry.is_some())?,
        };
        l.host.results.push(kvar);
        l.host.result_lens.push(len);
    }
    reads::move_last(&mut l.code, results);
    l.host.body = reads::joined(l.code);
    release::release(&mut l.host);
    Ok(l.host)
}

/// Where the value of a Flat variable is.
#[derive(Clone, PartialEq, Debug)]
enum Place {
    /// A scalar of the host.
    Scalar(KVar),
    /// The dense data of an array.
    Buf(KVar),
    /// A scalar that a kernel wrote and the host has not read: the only element of a buffer.
    Pending(KVar),
    /// A scalar that is computed from such, by whoever needs it; how many operations that takes.
    Late { prim: ir::Prim, operations: usize },
    /// An accumulator.
    Acc(AccPlace),
    /// Offsets.
    Offsets(Offsets),
    /// The sizes that offsets were made of: read as differences, stored where someone needs an array.
    Differences(Offsets),
    /// Nothing at run time: evidence.
    Nothing,
}

/// The memory and the operator of an accumulator.
#[derive(Clone, PartialEq, Debug)]
struct AccPlace {
    bufs: Vec<KVar>,
    /// How values combine; `None` replaces.
    op: Option<ir::AccOp<SegOp>>,
    /// Locks, where no atomic does it.
    locks: Option<Locks>,
}

/// Locks of cells, each of many.
#[derive(Clone, PartialEq, Debug)]
struct Locks {
    buf: KVar,
    /// How many there are, known to the host.
    count: HostExp,
}

struct Lowerer<'a> {
    vars: &'a mut Vars,
    out: &'a mut Program,
    functions: &'a Functions,
    target: Target,
    /// Start of the names of kernels.
    prefix: String,
    host: HostFun,
    code: Vec<HostStm>,
    env: FxHashMap<Var, Place>,
    /// Offsets in scope, by canonical volume.
    offsets: FxHashMap<Vec<Var>, Offsets>,
    /// Totals that the host has read.
    totals: FxHashMap<Vec<Var>, HostExp>,
    /// Offsets that come with the arguments, and their totals.
    given: FxHashMap<Vec<Var>, (KVar, KVar)>,
    /// Most that numbers on the device can be, and most that totals can be: what is allocated by them need not wait for the host to
    /// read them.
    most: FxHashMap<Var, HostExp>,
    most_in_all: FxHashMap<Vec<Var>, HostExp>,
    /// The same, by the offsets that a kernel makes.
    most_by_offsets: FxHashMap<Var, HostExp>,
    /// Numbers that loops carry on the device.
    carried: Carried,
    /// The parameters, where the arguments are values from outside.
    arguments: FxHashMap<Var, KVar>,
    /// Another name of an array of sizes: the name it was made under.
    canon: FxHashMap<Var, Var>,
    /// Arrays of unspecified contents.
    scratches: FxHashSet<Var>,
    /// Kernels of sizes that groups find themselves, by the offsets that they would make.
    within: FxHashMap<Var, Seg>,
    /// In a kernel that shares the rows that were left: the offsets of the rows that its group goes through.
    dealt: Option<tile::GroupOffsets>,
    /// In a kernel whose groups take rows: the sizes of those that its group has taken.
    taken: Option<tile::GroupSizes>,
    loc: Loc,
}

impl<'a> Lowerer<'a> {
    fn new(
        vars: &'a mut Vars,
        out: &'a mut Program,
        functions: &'a Functions,
        target: Target,
        name: &str,
    ) -> Lowerer<'a> {
        Lowerer {
            vars,
            out,
            functions,
            target,
            prefix: name.to_string(),
            host: HostFun {
                name: name.to_string(),
                vars: Default::default(),
                params: vec![],
                given: vec![],
                results: vec![],
                result_lens: vec![],
                as_offsets: vec![],
                body: vec![],
            },
            code: vec![],
            env: FxHashMap::default(),
            offsets: FxHashMap::default(),
            totals: FxHashMap::default(),
            given: FxHashMap::default(),
            most: FxHashMap::default(),
            most_in_all: FxHashMap::default(),
            most_by_offsets: FxHashMap::default(),
            carried: Carried::default(),
            arguments: FxHashMap::default(),
            canon: FxHashMap::default(),
            scratches: FxHashSet::default(),
            within: FxHashMap::default(),
            dealt: None,
            taken: None,
            loc: Loc::none(),
        }
    }
}

impl Lowerer<'_> {
    fn limit<T>(&self, what: impl Into<String>) -> Result<T, Limitation> {
        Err(Limitation { what: what.into(), loc: self.loc.clone() })
    }

    fn host_var(&mut self, name: &str, ty: KType) -> KVar {
        self.host.vars.push(KVarInfo::new(name, ty))
    }

    /// A host variable for a Flat variable: a scalar, or the handle of a buffer.
    fn declare(&mut self, var: Var) -> KVar {
        let info = &self.vars[var];
        let Some(elem) = info.ty.elem() else {
            base::bug!("lower", "{}_{} has no place of its own", info.name, var.0)
        };
        let scalar = info.ty.rank() == 0;
        let ty = if scalar { KType::Scalar(elem) } else { KType::Buf(elem) };
        let kvar = self.host_var(&info.name.clone(), ty);
        self.env.insert(var, if scalar { Place::Scalar(kvar) } else { Place::Buf(kvar) });
        kvar
    }

    fn set(&mut self, name: &str, ty: base::ScalarType, exp: HostExp) -> KVar {
        let kvar = self.host_var(name, KType::Scalar(ty));
        self.code.push(HostStm::Set(kvar, exp));
        kvar
    }

    fn alloc(&mut self, name: &str, elem: base::ScalarType, count: HostExp, zeroed: bool) -> KVar {
        let buf = self.host_var(name, KType::Buf(elem));
        self.code.push(HostStm::Alloc { buf, count, zeroed });
        buf
    }

    /// A host scalar; reads it back where a kernel computed it.
    fn scalar(&mut self, atom: Atom) -> HostExp {
        let var = match atom {
            Atom::Const(c) => return Exp::Const(c),
            Atom::Var(v) => v,
        };
        match self.env.get(&var).cloned() {
            Some(Place::Scalar(kvar)) => Exp::Var(kvar),
            Some(Place::Pending(buf)) => {
                let elem = self.vars[var].ty.elem().unwrap_or(base::ScalarType::I64);
                let name = self.vars[var].name.clone();
                let kvar = self.host_var(&name, KType::Scalar(elem));
                self.code.push(HostStm::read(kvar, buf, Exp::Const(base::Scalar::I64(0))));
                self.env.insert(var, Place::Scalar(kvar));
                Exp::Var(kvar)
            }
            Some(Place::Late { prim, .. }) => {
                let exp = self.host_prim(&prim);
                let elem = self.vars[var].ty.elem().unwrap_or(base::ScalarType::I64);
                let kvar = self.set(&self.vars[var].name.clone(), elem, exp);
                self.env.insert(var, Place::Scalar(kvar));
                Exp::Var(kvar)
            }
            place => base::bug!("lower", "{}_{} is no scalar: {place:?}", self.vars[var].name, var.0),
        }
    }

    fn buf(&mut self, var: Var) -> KVar {
        match self.env.get(&var).cloned() {
            Some(Place::Buf(kvar)) => kvar,
            Some(Place::Differences(offsets)) => self.store_differences(var, &offsets),
            place => base::bug!("lower", "{}_{} is no array: {place:?}", self.vars[var].name, var.0),
        }
    }

    /// The name an array of sizes was made under.
    fn canonical(&self, var: Var) -> Var {
        self.canon.get(&var).copied().unwrap_or(var)
    }

    /// Sizes of rows of a result that nobody has stored leave as the offsets that they are differences of; how many offsets there are.
    fn size_result(&mut self, atom: Atom) -> Result<Option<(KVar, HostExp)>, Limitation> {
        let place = atom.var().and_then(|sizes| Some((sizes, self.env.get(&sizes)?)));
        let Some((sizes, Place::Differences(Offsets::Buf(offsets)))) = place else { return Ok(None) };
        let offsets = *offsets;
        let dims = self.vars[sizes].ty.dims().to_vec();
        let rows = self.count(&dims)?;
        Ok(Some((offsets, host_bin(BinOp::Add, rows, number(1)))))
    }

    /// A result and, if it will be fetched, how many elements it has.
    fn result(&mut self, atom: Atom, fetched: bool) -> Result<(KVar, Option<HostExp>), Limitation> {
        if let Atom::Var(v) = atom
            && self.vars[v].ty.is_array()
        {
            // Sizes that a result is known by may have no layout; those that it was made with do, and it has as many elements. Where it
            // was made as a regular array nobody has to add up sizes.
            let names = [v, self.canonical(v)];
            let dims = names.map(|name| self.vars[name].ty.dims().to_vec());
            let regular = dims.iter().find(|dims| dims.iter().all(|dim| dim.is_uniform()));
            let laid_out = || dims.iter().find(|dims| crate::space::chunks(dims).is_some());
            let dims = regular.or_else(laid_out).unwrap_or(&dims[0]).clone();
            let len = if fetched { self.count(&dims)? } else { number(0) };
            return Ok((self.buf(v), Some(len)));
        }
        let ty = atom.ty(self.vars).elem().unwrap_or(base::ScalarType::I64);
        let exp = self.scalar(atom);
        if let Exp::Var(kvar) = exp {
            return Ok((kvar, None));
        }
        Ok((self.set("result", ty, exp), None))
    }

    /// Adds a finished kernel and its launch by so many workers. A worker is a group of one lane, or a lane of a group.
    fn launch(&mut self, mut k: code::KernelBuilder, workers: HostExp) {
        let slices = std::mem::take(&mut k.slices);
        let workers = self.alloc_slices(&slices, workers);
        let lanes = self.target.lanes;
        let groups = host_bin(BinOp::Add, workers.clone(), number(i64::from(lanes) - 1));
        let groups = host_bin(BinOp::Div, groups, number(i64::from(lanes)));
        self.finish(k, lanes, &workers, groups);
    }

    /// Launches a kernel whose code is that of groups.
    fn launch_groups(&mut self, k: code::KernelBuilder, lanes: u32, groups: HostExp) {
        self.finish(k, lanes, &number(0), groups);
    }

    fn finish(&mut self, k: code::KernelBuilder, lanes: u32, workers: &HostExp, groups: HostExp) {
        let name = format!("{}_{}", self.prefix, self.out.kernels.len());
        let (kernel, args) = k.finish(name, self.loc.clone(), lanes, workers);
        let kernel = self.out.kernels.push(kernel);
        self.code.push(HostStm::Launch { kernel, groups, args });
    }
}

/// An `i64` constant.
fn number<S>(x: i64) -> Exp<S> {
    Exp::Const(base::Scalar::I64(x))
}

/// `a op b` on `i64` of the host, constants folded.
fn host_bin(op: base::BinOp, a: HostExp, b: HostExp) -> HostExp {
    use base::Scalar;
    if let (Exp::Const(x), Exp::Const(y)) = (&a, &b)
        && let Ok(z) = base::scalar::binary(op, *x, *y)
    {
        return Exp::Const(z);
    }
    match (op, &a, &b) {
        (BinOp::Mul, Exp::Const(Scalar::I64(1)), _) | (BinOp::Add, Exp::Const(Scalar::I64(0)), _) => b,
        (BinOp::Mul | BinOp::Div, _, Exp::Const(Scalar::I64(1)))
        | (BinOp::Add, _, Exp::Const(Scalar::I64(0))) => a,
        _ => Exp::Bin(op, base::ScalarType::I64, Box::new(a), Box::new(b)),
    }
}
