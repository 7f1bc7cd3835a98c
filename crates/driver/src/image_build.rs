//! From a program to its image.

use crate::backend::Backend;
use crate::devices::Place;
use crate::error::{Error, device_error};
use crate::image::{EntryPoint, Image, not_read};
use crate::pipeline::{Blind, Options};
use crate::program::Program;
use crate::ready::{Ready, only};
use crate::target::source_for;
use base::{IdVec, Scalar};
use ir::kernel::{self, KVar, Kernel};
use ir::{Atom, Body, Flat, Results, SegOp};
use std::collections::BTreeSet;

/// An image, and the entry points that its backend cannot take, with the reason.
pub struct Built {
    /// The others.
    pub image: Image,
    /// Name and reason.
    pub left_out: Vec<(String, Error)>,
}

impl Image {
    /// Compiles all entry points of a program that the backend takes, for a device like the one that is there, if there is one.
    pub fn build(program: &Program, backend: Backend, options: &Options) -> Result<Built, Error> {
        if backend == Backend::Interp {
            let why = "the interpreter has no code to put into an executable; choose native, opencl or cuda";
            return Err(Error::Use(why.into()));
        }
        // How many lanes groups have depends on the device, not only on its backend.
        let like = if backend == Backend::OpenCl { backend.open().ok().flatten() } else { None };
        let ready = Ready::later(program, &Place { backend, device: like, name: None }, options);
        let mut taken = program.entries();
        let mut left_out = vec![];
        let mut made = ready.text(only(&program.core, &taken), &mut Blind);
        if matches!(made, Err(Error::Limit(_))) {
            for entry in std::mem::take(&mut taken) {
                match ready.text(only(&program.core, &[entry]), &mut Blind) {
                    Ok(_) => taken.push(entry),
                    Err(e @ Error::Limit(_)) => left_out.push((entry.to_string(), e)),
                    Err(e) => return Err(e),
                }
            }
            if !taken.is_empty() {
                made = ready.text(only(&program.core, &taken), &mut Blind);
            }
        }
        let (flat, kernel, _) = made?;
        if taken.is_empty() {
            let why = "the program has no entry point; write `entry` in front of a definition";
            return Err(Error::Value(why.into()));
        }
        // The code must be that of the program as it is read back: host parts name variables by their numbers.
        let kernel = ir::parse_kernel(&ir::print_kernel(&kernel)).map_err(not_read)?;
        let text = source_for(&flat, &kernel, backend, options)?;
        let (code, features) = match backend {
            Backend::Interp | Backend::OpenCl | Backend::Cuda | Backend::Kernel | Backend::KernelCpu => {
                (text.into_bytes(), BTreeSet::new())
            }
            Backend::Native => (
                rt::native::Native::build(&text).map_err(|e| device_error("", e))?,
                rt::processor::features(),
            ),
        };
        let entry = |name: &&str| EntryPoint { name: name.to_string(), takes: program.values_taken(name) };
        let host_parts = kernel.funs.clone();
        let image = Image {
            backend,
            entries: taken.iter().map(entry).collect(),
            interfaces: taken.iter().filter_map(|name| program.interface(name)).cloned().collect(),
            signatures: ir::print(&ir::compact(signatures(flat))),
            kernel: ir::print_kernel(&without_bodies(kernel)),
            code,
            features,
        };
        // Better no executable than one that does not start.
        if image.parts()?.1.funs != host_parts {
            return Err(Error::Bug("host parts are read back as others".into()));
        }
        Ok(Built { image, left_out })
    }
}

/// The entry points, with bodies that do nothing.
fn signatures(mut flat: Flat) -> Flat {
    flat.funs.retain(|fun| fun.entry.is_some());
    for fun in &mut flat.funs {
        let zeros = |n| vec![Atom::Const(Scalar::I64(0)); n];
        let result = Results { sizes: zeros(fun.ret_sizes.len()), vals: zeros(fun.ret.len()) };
        fun.body = Body::<SegOp> { stms: vec![], result };
    }
    flat
}

/// The program with nothing left of its kernels but how they are launched.
fn without_bodies(mut program: kernel::Program) -> kernel::Program {
    let ids: Vec<_> = program.kernels.iter().map(|(id, _)| id).collect();
    for id in ids {
        let kernel = &mut program.kernels[id];
        let mut vars = IdVec::new();
        let mut keep = |var: &KVar| vars.push(kernel.vars[*var].clone());
        let params = kernel.params.iter().map(&mut keep).collect();
        let (group, groups) = (keep(&kernel.group), keep(&kernel.groups));
        let (name, loc) = (kernel.name.clone(), kernel.loc.clone());
        *kernel = Kernel { name, loc, vars, params, group, groups, shared: vec![], body: vec![], ..*kernel };
    }
    program
}
