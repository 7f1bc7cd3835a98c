//! Functions of entry points.
//!
//! As in Futhark since 0.26, an entry point has one result, and a tuple is an opaque value. Before, the components of a tuple were results
//! of their own, which is what one wants in C. Both are there: `futhark_entry_f` and `futhark_entry_f_components`; a macro called
//! `futhark_entry_f` chooses by the number of arguments, so that clients of either convention compile.

use crate::function::Function;
use crate::names::{CType, Form, Types};
use front::{Written, WrittenTypes};
use std::fmt::Write;
use windrow::Signature;

/// An entry point.
pub(crate) struct Entry<'a> {
    pub(crate) signature: &'a Signature,
    pub(crate) inputs: Vec<CType>,
    pub(crate) output: CType,
    /// Whether the result is written as unique.
    pub(crate) unique: bool,
    /// The components of a result that is a tuple without a name.
    pub(crate) components: Option<Vec<CType>>,
}

impl<'a> Entry<'a> {
    pub(crate) fn new(
        signature: &'a Signature,
        types: &mut Types<'a>,
        written: &'a WrittenTypes,
    ) -> Entry<'a> {
        let source = written.entries.iter().rev().find(|entry| entry.name == signature.name);
        let mut inputs = vec![];
        for (i, param) in signature.params.iter().enumerate() {
            let own = source.and_then(|entry| entry.params.get(i)?.as_ref());
            inputs.push(types.add(&param.ty, own));
        }
        let result = source.and_then(|entry| entry.result.as_ref());
        let output = types.add(&signature.result, result);
        let components = match (&output, result) {
            (_, Some(Written::Name(_))) | (CType::Scalar(_) | CType::Array(_), _) => None,
            (CType::Opaque(number), _) => match &types.opaques[*number].form {
                Form::Record(fields) if is_tuple(fields) => {
                    Some(fields.iter().map(|(_, ty)| ty.clone()).collect())
                }
                Form::Record(_) | Form::Sum(_) | Form::Array { .. } => None,
            },
        };
        let unique = source.is_some_and(|entry| entry.unique);
        Entry { signature, inputs, output, unique, components }
    }

    /// Its functions: with one result, and perhaps with one for each component.
    pub(crate) fn functions(&self, number: usize, types: &Types) -> Vec<Function> {
        let name = format!("futhark_entry_{}", self.signature.name);
        let whole = self.function(name.clone(), number, types, std::slice::from_ref(&self.output));
        let apart = self
            .components
            .as_ref()
            .map(|components| self.function(format!("{name}_components"), number, types, components));
        std::iter::once(whole).chain(apart).collect()
    }

    fn function(&self, name: String, number: usize, types: &Types, outputs: &[CType]) -> Function {
        let mut function = Function::of_context("int", name);
        let mut places = vec![];
        for (i, ty) in outputs.iter().enumerate() {
            let name = if outputs.len() == 1 { "out".to_string() } else { format!("out{i}") };
            function = function.param(types.output(ty), &name);
            places.push(name);
        }
        let mut arguments = vec![];
        for (i, ty) in self.inputs.iter().enumerate() {
            function = function.param(types.input(ty), format!("in{i}"));
            let reference = if matches!(ty, CType::Scalar(_)) { "&" } else { "" };
            arguments.push(format!("{reference}in{i}"));
        }
        let table = |function: Function, ty: &str, name: &str, items: &[String]| {
            if items.is_empty() {
                return (function, "NULL".to_string());
            }
            (function.line(format!("{ty} {name}[] = {{{}}};", items.join(", "))), name.to_string())
        };
        let (function, ins) = table(function, "const void *const", "in", &arguments);
        let (function, outs) = table(function, "void *const", "out_places", &places);
        function.line(format!(
            "return windrow_library_call((struct windrow_context *)ctx, {number}, {}, {ins}, {}, {outs});",
            arguments.len(),
            places.len()
        ))
    }

    /// The macro that chooses between its functions.
    pub(crate) fn dispatch(&self) -> Option<String> {
        let components = self.components.as_ref().filter(|components| components.len() > 1)?.len();
        let name = format!("futhark_entry_{}", self.signature.name);
        let most = 1 + components + self.inputs.len();
        let given: Vec<String> = (0..most).map(|i| format!("a{i}")).collect();
        let mut text = format!("#define {name}_choose_({}, chosen, ...) chosen\n", given.join(", "));
        let wrong = format!("{name}_has_another_number_of_arguments, ").repeat(components - 2);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "#define {name}(...) {name}_choose_(__VA_ARGS__, {name}_components, {wrong}{name}, 0)(__VA_ARGS__)"
        );
        Some(text)
    }
}

fn is_tuple(fields: &[(String, CType)]) -> bool {
    fields.len() > 1 && fields.iter().enumerate().all(|(i, (name, _))| *name == i.to_string())
}
