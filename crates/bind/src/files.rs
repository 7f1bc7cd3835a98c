//! The files of a library.

use crate::entries::Entry;
use crate::function::Function;
use crate::names::{Form, Types, is_name};
use crate::{arrays, context, manifest, opaques};
use driver::{Backend, Image};
use front::WrittenTypes;
use std::collections::BTreeSet;
use std::fmt::Write;
use windrow::Library;

/// The files of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// `prog.h`.
    pub header: String,
    /// `prog.c`.
    pub source: String,
    /// `prog.json`.
    pub manifest: String,
}

/// Where a library runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Native,
    OpenCl,
    Cuda,
}

impl Target {
    /// The most similar backend of Futhark.
    pub(crate) fn futhark_name(self) -> &'static str {
        match self {
            Target::Native => "multicore",
            Target::OpenCl => "opencl",
            Target::Cuda => "cuda",
        }
    }

    /// The type of a pointer to memory of the device.
    pub(crate) fn raw(self) -> &'static str {
        match self {
            Target::Native => "unsigned char *",
            // What `cl_mem` is in OpenCL's header.
            Target::OpenCl => "struct _cl_mem *",
            // What `CUdeviceptr` is in CUDA's header.
            Target::Cuda => "unsigned long long",
        }
    }

    /// A pointer to memory of the device as one of C.
    pub(crate) fn to_pointer(self, name: &str) -> String {
        match self {
            Target::Native | Target::OpenCl => name.to_string(),
            Target::Cuda => format!("(void *)(uintptr_t){name}"),
        }
    }

    /// The other way round.
    pub(crate) fn address(self, expression: &str) -> String {
        match self {
            Target::Native => format!("(unsigned char *){expression}"),
            Target::OpenCl => format!("(struct _cl_mem *){expression}"),
            Target::Cuda => format!("(unsigned long long)(uintptr_t){expression}"),
        }
    }
}

/// The files of a compiled program that is called so; `written` are the types of its source. The error says what C has no name for.
pub fn c_library(name: &str, image: &Image, written: &WrittenTypes) -> Result<Files, String> {
    let target = match image.backend {
        Backend::Native => Target::Native,
        Backend::OpenCl => Target::OpenCl,
        Backend::Cuda => Target::Cuda,
        Backend::Interp | Backend::Kernel | Backend::KernelCpu => {
            return Err(format!(
                "a library cannot run on {}; choose native, opencl or cuda",
                image.backend.name()
            ));
        }
    };
    let library = Library::from_driver(image.clone()).map_err(|e| e.to_string())?;
    let mut types = Types::new(written);
    let entries: Vec<Entry> =
        library.entries().map(|signature| Entry::new(signature, &mut types, written)).collect();
    check_names(&entries, &types)?;
    let manifest = manifest::text(&entries, &types, target);

    let mut header = format!("{HEAD}{FAILURE}\n");
    // Writing to a string cannot fail.
    let mut line = |text: &str| _ = writeln!(header, "{text}");
    match target {
        // Memory is that of the process, as with Futhark's sequential backend, and threads are used, as with its parallel one.
        Target::Native => line("#define FUTHARK_BACKEND_c\n#define FUTHARK_BACKEND_multicore"),
        Target::OpenCl => line("#define FUTHARK_BACKEND_opencl\n\nstruct _cl_mem;"),
        Target::Cuda => line("#define FUTHARK_BACKEND_cuda"),
    }
    let mut source = format!(
        "/* Written by `windrow build --library`. */\n#define WINDROW_NO_MACROS\n#include \"{name}.h\"\n\n{}\n",
        include_str!("libwindrow.c")
    );
    source += &image_text(&image.to_bytes());
    let mut known = BTreeSet::new();
    let mut twice = None;
    let mut add = |title: &str, functions: &[Function]| {
        let _ = writeln!(header, "\n/* {title} */\n");
        for function in functions {
            if !known.insert(function.name.clone()) {
                twice = Some(function.name.clone());
            }
            header += &function.prototype();
            let _ = write!(source, "\n{}", function.definition());
        }
    };
    add("Configurations and contexts.", &context::functions(target));
    for array in &types.arrays {
        let title = format!("{} */\n\nstruct futhark_{};\n\n/* Its functions.", array.text(), array.name());
        add(&title, &arrays::functions(array, target));
    }
    // Functions of one mention others.
    let structs: String =
        types.opaques.iter().map(|opaque| format!("struct futhark_opaque_{};\n", opaque.name)).collect();
    if !structs.is_empty() {
        add(&format!("Opaque types. */\n\n{structs}\n/* Their functions."), &[]);
    }
    for opaque in &types.opaques {
        add(&comment(&format!("{} = {}", opaque.text, opaque.ty)), &opaques::functions(&types, opaque));
    }
    for (number, entry) in entries.iter().enumerate() {
        add(&comment(&entry.signature.to_string()), &entry.functions(number, &types));
    }
    if let Some(name) = twice {
        return Err(format!("two functions would be called {name}; give their types other names"));
    }
    header += TAIL;
    let macros: String = entries.iter().filter_map(Entry::dispatch).collect();
    if !macros.is_empty() {
        let why = "/* Entry points with tuples as results: the number of arguments says whether they come as one value or apart. */";
        let _ = write!(header, "\n{why}\n#ifndef WINDROW_NO_MACROS\n{macros}#endif\n");
    }
    Ok(Files { header, source, manifest })
}

/// Text that does not end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

/// Names of the program that are part of names of C.
fn check_names(entries: &[Entry], types: &Types) -> Result<(), String> {
    let wrong = |what: &str, name: &str| format!("the {what} {name} has no name in C; call it otherwise");
    let is_part = |name: &str| is_name(&format!("_{name}"));
    if let Some(entry) = entries.iter().find(|entry| !is_name(&entry.signature.name)) {
        return Err(wrong("entry point", &entry.signature.name));
    }
    for opaque in &types.opaques {
        let (what, names): (&str, Vec<&String>) = match &opaque.form {
            Form::Record(fields) => ("field", fields.iter().map(|(name, _)| name).collect()),
            Form::Sum(variants) => ("constructor", variants.iter().map(|(name, _)| name).collect()),
            Form::Array { .. } => continue,
        };
        if let Some(name) = names.into_iter().find(|name| !is_part(name)) {
            return Err(wrong(what, name));
        }
    }
    Ok(())
}

/// The compiled program as an array of C.
fn image_text(image: &[u8]) -> String {
    let mut text = String::from("/* The compiled program. */\nstatic const unsigned char image[] = {");
    for (i, byte) in image.iter().enumerate() {
        text += if i % 32 == 0 { "\n" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte},");
    }
    text + "\n};\n"
}

const HEAD: &str = "\
/* Written by `windrow build --library`, after the conventions of Futhark's C interface. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern \"C\" {
#endif

#ifndef FUTHARK_SUCCESS
#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3
#endif

struct futhark_context_config;
struct futhark_context;
struct ArrowSchema;
struct ArrowDeviceArray;

";

/// What both headers declare about failures: a client may include one of them or both.
const FAILURE: &str =
    guarded(include_str!("../../capi/include/windrow.h"), "#ifndef WINDROW_FAILURE\n", "#endif\n");

/// The first part of a text that begins with one line and ends with another.
const fn guarded(text: &'static str, first: &str, last: &str) -> &'static str {
    let (_, from) = text.split_at(find(text, first));
    let end = find(from, last) + last.len();
    from.split_at(end).0
}

/// Where a line stands in a text, which has it.
const fn find(text: &str, line: &str) -> usize {
    let (text, line) = (text.as_bytes(), line.as_bytes());
    let mut at = 0;
    loop {
        let mut same = 0;
        // Where the text ends without the line, compilation ends here.
        while same < line.len() && text[at + same] == line[same] {
            same += 1;
        }
        if same == line.len() {
            return at;
        }
        at += 1;
    }
}

const TAIL: &str = "
#ifdef __cplusplus
}
#endif
";
