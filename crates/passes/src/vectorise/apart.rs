//! Which buffers of a launch may be the same memory.
//!
//! Host variables may hold one handle where one is assigned or reused for the other, on any path, where they go through a call, or where they are
//! parameters: classes of variables that are never told apart.

use ir::kernel::{Arg, HostArg, HostFun, HostStm, KVar, Kernel, KernelId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of parameters of a kernel that may be the same memory, in either order.
#[derive(Default)]
pub(super) struct Aliases(FxHashSet<(KVar, KVar)>);

impl Aliases {
    pub(super) fn may_be_same(&self, a: KVar, b: KVar) -> bool {
        a == b || self.0.contains(&(a, b)) || self.0.contains(&(b, a))
    }
}

/// For every kernel that is launched, what may be the same in one of its launches.
pub(super) fn aliases(program: &Program) -> FxHashMap<KernelId, Aliases> {
    let mut found = FxHashMap::default();
    for fun in &program.funs {
        let mut classes = Classes::of(fun);
        launches(&fun.body, &mut |id, args| {
            if let Some(kernel) = program.kernels.get(id) {
                let aliases = found.entry(id).or_insert_with(Aliases::default);
                same_arguments(kernel, args, &mut classes, aliases);
            }
        });
    }
    found
}

fn same_arguments(kernel: &Kernel, args: &[HostArg], classes: &mut Classes, aliases: &mut Aliases) {
    let mut seen: Vec<(KVar, KVar)> = vec![];
    for (param, arg) in kernel.params.iter().zip(args) {
        let Arg::Buf(buf) = arg else { continue };
        let class = classes.find(*buf);
        aliases.0.extend(seen.iter().filter(|(_, other)| *other == class).map(|(other, _)| (*other, *param)));
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
struct Classes(FxHashMap<KVar, KVar>);

impl Classes {
    fn of(fun: &HostFun) -> Classes {
        let mut classes = Classes(FxHashMap::default());
        classes.all(&fun.params);
        classes.block(&fun.body);
        classes
    }

    fn find(&mut self, var: KVar) -> KVar {
        let mut root = var;
        while let Some(next) = self.0.get(&root) {
            root = *next;
        }
        if root != var {
            self.0.insert(var, root);
        }
        root
    }

    fn join(&mut self, a: KVar, b: KVar) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.0.insert(a, b);
        }
    }

    fn all(&mut self, vars: &[KVar]) {
        vars.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
    }

    fn block(&mut self, stms: &[HostStm]) {
        for stm in stms {
            match stm {
                HostStm::Share { to, from } | HostStm::Reuse { to, from, .. } => self.join(*to, *from),
                HostStm::Call { args, results, .. } => {
                    let bufs = args.iter().filter_map(|arg| match arg {
                        Arg::Buf(buf) => Some(*buf),
                        Arg::Scalar(_) => None,
                    });
                    let all: Vec<KVar> = bufs.chain(results.iter().copied()).collect();
                    self.all(&all);
                }
                HostStm::Set(..)
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
