//! Which buffers of a launch may be the same memory.
//!
//! Host variables may hold one handle where one is assigned to the other, on any path, or where they go through a call: classes of variables
//! that are never told apart. So may parameters of a function. Memory that is reused is that of two variables, too, but of no third: a
//! buffer is reused only if nobody else holds it. So there are two kinds of classes, with reuse and without parameters, or the other way round.
//! Buffers of different element types are different.

use crate::access::written;
use crate::kernel::{Arg, HostArg, HostFun, HostStm, KType, KVar, Kernel, KernelId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of parameters of a kernel that may be the same memory, in either order.
#[derive(Default)]
pub struct Aliases(FxHashSet<(KVar, KVar)>);

impl Aliases {
    /// Whether two parameters may be the same memory.
    pub fn may_be_same(&self, a: KVar, b: KVar) -> bool {
        a == b || self.0.contains(&(a, b)) || self.0.contains(&(b, a))
    }

    /// The buffers that a kernel reads, and nobody writes while it runs.
    pub fn constant(&self, kernel: &Kernel) -> FxHashSet<KVar> {
        let written = written(&kernel.body);
        let is_buffer = |param: &&KVar| matches!(kernel.vars[**param].ty, KType::Buf(_));
        let constant = |param: &&KVar| !written.iter().any(|other| self.may_be_same(*other, **param));
        kernel.params.iter().filter(is_buffer).filter(constant).copied().collect()
    }
}

/// For every kernel that is launched, what may be the same in one of its launches.
pub fn aliases(program: &Program) -> FxHashMap<KernelId, Aliases> {
    let mut found = FxHashMap::default();
    for fun in &program.funs {
        for mut classes in [Classes::of_memory(fun), Classes::of_handles(fun)] {
            launches(&fun.body, &mut |id, args| {
                if let Some(kernel) = program.kernels.get(id) {
                    let aliases = found.entry(id).or_insert_with(Aliases::default);
                    same_arguments(kernel, args, &mut classes, aliases);
                }
            });
        }
    }
    found
}

fn same_arguments(kernel: &Kernel, args: &[HostArg], classes: &mut Classes, aliases: &mut Aliases) {
    let mut seen: Vec<(KVar, KVar)> = vec![];
    for (param, arg) in kernel.params.iter().zip(args) {
        let Arg::Buf(buf) = arg else { continue };
        let class = classes.find(*buf);
        let ty = kernel.vars[*param].ty;
        let same = seen.iter().filter(|(other, of)| *of == class && kernel.vars[*other].ty == ty);
        aliases.0.extend(same.map(|(other, _)| (*other, *param)));
        seen.push((*param, class));
    }
}

fn launches(stms: &[HostStm], f: &mut impl FnMut(KernelId, &[HostArg])) {
    for stm in stms {
        if let HostStm::Launch { kernel, groups: _, args } = stm {
            f(*kernel, args);
        }
        stm.blocks().into_iter().for_each(|block| launches(block, f));
    }
}

/// A union-find over the variables of a host function.
struct Classes {
    above: FxHashMap<KVar, KVar>,
    with_reuse: bool,
}

impl Classes {
    /// Variables that may have the same memory in the function, whoever has given it.
    fn of_memory(fun: &HostFun) -> Classes {
        let mut classes = Classes { above: FxHashMap::default(), with_reuse: true };
        classes.block(&fun.body);
        classes
    }

    /// Variables that may hold the same handle.
    fn of_handles(fun: &HostFun) -> Classes {
        let mut classes = Classes { above: FxHashMap::default(), with_reuse: false };
        classes.all(&fun.params);
        classes.block(&fun.body);
        classes
    }

    fn find(&mut self, var: KVar) -> KVar {
        let mut root = var;
        while let Some(next) = self.above.get(&root) {
            root = *next;
        }
        if root != var {
            self.above.insert(var, root);
        }
        root
    }

    fn join(&mut self, a: KVar, b: KVar) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.above.insert(a, b);
        }
    }

    fn all(&mut self, vars: &[KVar]) {
        vars.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
    }

    fn block(&mut self, stms: &[HostStm]) {
        for stm in stms {
            match stm {
                HostStm::Share { to, from } => self.join(*to, *from),
                HostStm::Reuse { to, from, .. } if self.with_reuse => self.join(*to, *from),
                HostStm::Call { args, results, .. } => {
                    let bufs = args.iter().filter_map(|arg| match arg {
                        Arg::Buf(buf) => Some(*buf),
                        Arg::Scalar(_) => None,
                    });
                    let all: Vec<KVar> = bufs.chain(results.iter().copied()).collect();
                    self.all(&all);
                }
                HostStm::Reuse { .. }
                | HostStm::Set(..)
                | HostStm::Alloc { .. }
                | HostStm::Release(_)
                | HostStm::Copy { .. }
                | HostStm::Launch { .. }
                | HostStm::Read(_)
                | HostStm::Check { .. }
                | HostStm::If { .. }
                | HostStm::While { .. } => {}
            }
            stm.blocks().into_iter().for_each(|block| self.block(block));
        }
    }
}
