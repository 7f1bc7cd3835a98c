//! Calls of entry points with values of C.

use crate::context::Context;
use crate::failure::Fault;
use crate::slot;
use crate::value::Held;
use api::{Entry, Type, Value};
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Instant;

/// How arguments and results lie in memory of C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Pointers to values, also for scalars.
    #[cfg(feature = "compiler")]
    Values,
    /// Pointers to scalars, and pointers to values for everything else.
    Typed,
}

/// Calls an entry point. With one place for results it gets the whole result, with several each gets a component of a tuple.
///
/// # Safety
/// The arguments and the places for results are as the layout says.
pub(crate) unsafe fn call(
    context: &Arc<Context>,
    entry: &Entry,
    layout: Layout,
    arguments: &[*const c_void],
    results: &[*mut c_void],
) -> Result<(), Fault> {
    let signature = entry.signature();
    let name = &signature.name;
    if arguments.len() != signature.params.len() {
        let (wanted, found) = (signature.params.len(), arguments.len());
        return Err(format!("{name} takes {wanted} arguments, but got {found}").into());
    }
    let components = match &signature.result {
        Type::Record(fields) => fields.len(),
        _ => 1,
    };
    if results.len() != 1 && results.len() != components {
        let found = results.len();
        return Err(format!("{name} has {components} results, but there are places for {found}").into());
    }
    if results.iter().any(|place| place.is_null()) {
        return Err(format!("a null pointer was passed for a result of {name}").into());
    }
    // First everything is looked at, so that nothing is consumed by a call that is refused.
    let mut values = vec![];
    for (param, argument) in signature.params.iter().zip(arguments) {
        let in_argument = |fault: Fault| fault.within(name, &param.name);
        // SAFETY: the caller promises it.
        values.push(match (&param.ty, layout) {
            (Type::Scalar(ty), Layout::Typed) => Value::Scalar(unsafe { slot::read(*ty, *argument) }?),
            _ => unsafe { Held::at(argument.cast()) }.and_then(Held::get).map_err(in_argument)?,
        });
    }
    let is_value = |i: usize| !matches!(signature.params[i].ty, Type::Scalar(_)) || layout != Layout::Typed;
    for (i, param) in signature.params.iter().enumerate().filter(|(i, param)| param.unique && is_value(*i)) {
        let is_same =
            |j: usize| j != i && signature.params[j].unique && is_value(j) && arguments[j] == arguments[i];
        let again = (0..arguments.len()).find(|j| is_same(*j));
        if let Some(other) = again {
            let other = &signature.params[other].name;
            return Err(
                Fault::from(format!("the value is consumed for {other}, too")).within(name, &param.name)
            );
        }
    }
    if signature.params.iter().any(|param| param.unique) {
        entry.check(&values)?;
    }
    for (i, param) in signature.params.iter().enumerate().filter(|(i, param)| param.unique && is_value(*i)) {
        let in_argument = |fault: Fault| fault.within(name, &param.name);
        // SAFETY: the caller promises it. The share from before goes first, so that nobody else holds the value.
        values[i] = Value::Record(vec![]);
        values[i] = unsafe { Held::at(arguments[i].cast()) }.and_then(Held::consume).map_err(in_argument)?;
    }
    let start = Instant::now();
    let result: Value = entry.call(values)?;
    context.called(name, start.elapsed());
    let parts = match (result, results.len()) {
        (result, 1) => vec![result],
        (Value::Record(fields), _) => fields.into_iter().map(|(_, value)| value).collect(),
        (other, _) => vec![other],
    };
    for (value, place) in parts.into_iter().zip(results) {
        // SAFETY: the caller promises it.
        match layout {
            #[cfg(feature = "compiler")]
            Layout::Values => unsafe { slot::hold(context, value, place.cast()) }?,
            Layout::Typed => unsafe { slot::put(context, value, *place) }?,
        }
    }
    Ok(())
}
