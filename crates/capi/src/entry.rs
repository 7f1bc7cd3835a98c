//! Programs that are compiled at run time, and their entry points.

use crate::call::{self, Layout};
use crate::config::Config;
use crate::context::{Context, Opened, within};
use crate::failure::Fault;
use crate::slot;
use crate::text;
use crate::value::Held;
use api::Module;
use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::Arc;

/// `struct windrow_program`.
pub(crate) struct Program {
    context: Arc<Context>,
    module: Module,
    names: Vec<CString>,
}

/// `struct windrow_entry`.
pub(crate) struct EntryPoint {
    context: Arc<Context>,
    entry: api::Entry,
    signature: CString,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_context_new(config: *const Config) -> *const Context {
    // SAFETY: null or a configuration.
    let config = unsafe { config.as_ref() }.cloned().unwrap_or_default();
    Context::make(&config, |config| {
        Ok(Opened { context: config.builder().build()?, library: None, entries: vec![] })
    })
}

/// Checks a program and gives it to C.
unsafe fn compile(
    context: *const Context,
    out: *mut *mut Program,
    read: impl FnOnce() -> Result<api::Program, Fault>,
) -> c_int {
    // SAFETY: a context.
    unsafe {
        within(context, |context| {
            if out.is_null() {
                return Err("there is no place for the program: a null pointer was passed".into());
            }
            let program = read()?;
            let names = program.entries().map(|entry| text::owned(&entry.name)).collect();
            let module = context.api()?.load(&program)?;
            out.write(Box::into_raw(Box::new(Program { context: context.clone(), module, names })));
            Ok(())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_compile(
    context: *const Context,
    name: *const c_char,
    source: *const c_char,
    out: *mut *mut Program,
) -> c_int {
    // SAFETY: a context, texts, and room for a pointer.
    unsafe {
        compile(context, out, || {
            let (name, source) = (text::read(name, "the name")?, text::read(source, "the program")?);
            Ok(api::Program::from_source(name, source)?)
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_compile_file(
    context: *const Context,
    path: *const c_char,
    out: *mut *mut Program,
) -> c_int {
    // SAFETY: a context, a text, and room for a pointer.
    unsafe { compile(context, out, || Ok(api::Program::from_file(text::read(path, "the path")?)?)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_program_free(program: *mut Program) {
    if !program.is_null() {
        // SAFETY: this library gave it, and nobody frees it again.
        drop(unsafe { Box::from_raw(program) });
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_program_entries(program: *const Program) -> usize {
    // SAFETY: a program.
    unsafe { program.as_ref() }.map_or(0, |program| program.names.len())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_program_entry_name(program: *const Program, number: usize) -> *const c_char {
    // SAFETY: a program.
    let name = unsafe { program.as_ref() }.and_then(|program| program.names.get(number));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_entry(
    program: *const Program,
    name: *const c_char,
    out: *mut *mut EntryPoint,
) -> c_int {
    // SAFETY: a program.
    let Some(program) = (unsafe { program.as_ref() }) else { return crate::failure::ERROR };
    let context = &program.context;
    context.run(|| {
        if out.is_null() {
            return Err("there is no place for the entry point: a null pointer was passed".into());
        }
        // SAFETY: a text.
        let entry = program.module.entry(unsafe { text::read(name, "the name of the entry point") }?)?;
        let signature = text::owned(&entry.signature().to_string());
        let entry = EntryPoint { context: context.clone(), entry, signature };
        // SAFETY: room for a pointer.
        unsafe { out.write(Box::into_raw(Box::new(entry))) };
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_entry_free(entry: *mut EntryPoint) {
    if !entry.is_null() {
        // SAFETY: this library gave it, and nobody frees it again.
        drop(unsafe { Box::from_raw(entry) });
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_entry_signature(entry: *const EntryPoint) -> *const c_char {
    // SAFETY: an entry point.
    unsafe { entry.as_ref() }.map_or(std::ptr::null(), |entry| entry.signature.as_ptr())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_call(
    entry: *const EntryPoint,
    arguments: *const *const Held,
    argument_count: usize,
    results: *mut *mut Held,
    result_count: usize,
) -> c_int {
    // SAFETY: an entry point.
    let Some(entry) = (unsafe { entry.as_ref() }) else { return crate::failure::ERROR };
    entry.context.run(|| {
        if results.is_null() && result_count > 0 {
            return Err("there is no place for the results: a null pointer was passed".into());
        }
        // SAFETY: as many values, and room for as many results.
        unsafe {
            let arguments: &[*const c_void] = slot::items(arguments.cast(), argument_count)?;
            let places: Vec<*mut c_void> = (0..result_count).map(|i| results.add(i).cast()).collect();
            call::call(&entry.context, &entry.entry, Layout::Values, arguments, &places)
        }
    })
}
