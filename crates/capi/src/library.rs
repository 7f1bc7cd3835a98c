//! What the C files call that `windrow build --library` writes. Their types say which pointers are scalars and which are values, so that
//! scalars are not boxed.

use crate::call::{self, Layout};
use crate::config::Config;
use crate::context::{Context, Opened, found, plainly, within};
use crate::failure::Fault;
use crate::slot;
use crate::structure;
use crate::text;
use crate::value::Held;
use api::{Library, Value};
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, OnceLock};

/// A context with the program of the library in it.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_context(
    config: *const Config,
    image: *const u8,
    bytes: usize,
) -> *const Context {
    // SAFETY: null or a configuration.
    let config = unsafe { config.as_ref() }.cloned().unwrap_or_default();
    Context::make(&config, |config| {
        // SAFETY: the image of the library.
        let library = Library::from_bytes(unsafe { slot::items(image, bytes) }?)?;
        let context = library.context(config.builder())?;
        let entries = library.entries().map(|entry| (entry.name.clone(), OnceLock::new())).collect();
        let module = library.load(&context)?;
        Ok(Opened { context, library: Some(module), entries })
    })
}

/// Calls the entry point with a number.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_call(
    context: *const Context,
    number: usize,
    argument_count: usize,
    arguments: *const *const c_void,
    result_count: usize,
    results: *const *mut c_void,
) -> c_int {
    // SAFETY: a context, as many arguments and places for results.
    unsafe {
        within(context, |context| {
            let opened = context.opened()?;
            let (Some(module), Some((name, entry))) = (&opened.library, opened.entries.get(number)) else {
                return Err("the context belongs to another program".into());
            };
            if entry.get().is_none() {
                let found = module.entry(name)?;
                entry.get_or_init(|| found);
            }
            let entry = entry.get().ok_or_else(|| Fault::from("an entry point is missing"))?;
            let arguments = slot::items(arguments, argument_count)?;
            let results = slot::items(results, result_count)?;
            call::call(context, entry, Layout::Typed, arguments, results)
        })
    }
}

/// The values of fields: scalars and values, as `kinds` says.
unsafe fn fields(
    count: usize,
    kinds: *const c_int,
    fields: *const *const c_void,
) -> Result<Vec<Value>, Fault> {
    // SAFETY: as many kinds and fields.
    let (kinds, fields) = unsafe { (slot::items(kinds, count)?, slot::items(fields, count)?) };
    // SAFETY: as the kinds say.
    kinds.iter().zip(fields).map(|(kind, field)| unsafe { slot::get(*kind, *field) }).collect()
}

/// A record.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_record(
    context: *const Context,
    out: *mut *mut Held,
    count: usize,
    names: *const *const c_char,
    kinds: *const c_int,
    parts: *const *const c_void,
) -> c_int {
    // SAFETY: as many names, kinds and fields; room for a pointer.
    unsafe {
        plainly(context, |context| {
            let (names, parts) = (structure::texts(names, count)?, fields(count, kinds, parts)?);
            slot::hold(context, Value::record(names.into_iter().zip(parts)), out)
        })
    }
}

/// An array of records.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_zip(
    context: *const Context,
    out: *mut *mut Held,
    rank: usize,
    count: usize,
    names: *const *const c_char,
    columns: *const *const Held,
) -> c_int {
    // SAFETY: as many names and values; room for a pointer.
    unsafe {
        plainly(context, |context| {
            let columns = structure::shares(columns, count)?;
            slot::hold(context, structure::zip(rank, &structure::texts(names, count)?, columns)?, out)
        })
    }
}

/// A field of a record or a column of an array of records.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_project(
    context: *const Context,
    out: *mut c_void,
    value: *const Held,
    name: *const c_char,
) -> c_int {
    // SAFETY: a value and a text; room for what the field is.
    unsafe {
        plainly(context, |context| {
            let field = structure::field(&Held::at(value)?.get()?, text::read(name, "the field")?)?;
            slot::put(context, field, out)
        })
    }
}

/// A sum.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_sum(
    context: *const Context,
    out: *mut *mut Held,
    name: *const c_char,
    count: usize,
    kinds: *const c_int,
    parts: *const *const c_void,
) -> c_int {
    // SAFETY: a text, as many kinds and fields; room for a pointer.
    unsafe {
        plainly(context, |context| {
            let name = text::read(name, "the constructor")?.to_string();
            slot::hold(context, Value::Sum { name, payload: fields(count, kinds, parts)? }, out)
        })
    }
}

/// Which of some constructors a sum has; -1 if none of them.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_variant(
    context: *const Context,
    value: *const Held,
    count: usize,
    names: *const *const c_char,
) -> c_int {
    // SAFETY: a value and as many texts.
    unsafe {
        found(context, -1, |_| {
            let own = structure::constructor(&Held::at(value)?.get()?)?;
            let number = structure::texts(names, count)?.iter().position(|name| *name == own);
            Ok(number.and_then(|number| c_int::try_from(number).ok()).unwrap_or(-1))
        })
    }
}

/// What a constructor carries, if the value has it.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_destruct(
    context: *const Context,
    value: *const Held,
    name: *const c_char,
    count: usize,
    places: *const *mut c_void,
) -> c_int {
    // SAFETY: a value, a text, and as many places with room for what they get.
    unsafe {
        plainly(context, |context| {
            let payload = structure::payload(&Held::at(value)?.get()?, text::read(name, "the constructor")?)?;
            let places = slot::items(places, count)?;
            if places.iter().any(|place| place.is_null()) {
                return Err("a null pointer was passed for what a constructor carries".into());
            }
            payload.into_iter().zip(places).try_for_each(|(part, place)| slot::put(context, part, *place))
        })
    }
}

/// What stands at a position of an array.
#[unsafe(no_mangle)]
unsafe extern "C" fn windrow_library_index(
    context: *const Context,
    out: *mut c_void,
    value: *const Held,
    count: usize,
    index: *const i64,
) -> c_int {
    // SAFETY: a value and as many numbers; room for what the element is.
    unsafe {
        plainly(context, |context: &Arc<Context>| {
            let index = slot::items(index, count)?;
            let element = match Held::at(value)?.get()? {
                Value::Array(array) => array.at(index)?,
                other => return Err(format!("{} is no array", other.ty()).into()),
            };
            slot::put(context, element, out)
        })
    }
}
