//! What an interactive session asks of the front end.

use crate::lexer::{Tok, lex};
use crate::modules::Load;
use crate::parse;
use crate::syntax::{Dec, ModExp, ModKind};
use crate::types::{ParamId, Ty, TyVar};
use base::Id;
use base::diag::{Diagnostic, SourceFile};
use std::rc::Rc;

/// What a piece of text is.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// Nothing but white space and comments.
    Nothing,
    /// Declarations.
    Declarations,
    /// One expression.
    Expression,
    /// It may become one of these if it goes on.
    Incomplete,
    /// None of these.
    Wrong(Vec<Diagnostic>),
}

/// Says what a piece of text is.
pub fn classify(text: &str) -> Input {
    let result = crate::on_large_stack(|| {
        let tokens = lex(0, text);
        if tokens[0].tok == Tok::End {
            return Input::Nothing;
        }
        let declarations = parse::parse(0, text, &mut 0, false).errors;
        if declarations.is_empty() {
            return Input::Declarations;
        }
        let Err(expression) = parse::parse_exp(text) else { return Input::Expression };
        // The reading that goes further is the one that was meant.
        let reach =
            |errors: &[Diagnostic]| errors.first().map_or(0, |e| e.labels.first().map_or(0, |l| l.span.lo));
        let errors = if reach(&declarations) > reach(std::slice::from_ref(&expression)) {
            declarations
        } else {
            vec![expression]
        };
        let at_end = |e: &Diagnostic| e.labels.first().is_some_and(|l| l.span.lo as usize >= text.len());
        if errors.iter().any(at_end) { Input::Incomplete } else { Input::Wrong(errors) }
    });
    result.unwrap_or_else(|error| Input::Wrong(vec![error]))
}

/// The type of an entry point, which need not be one that can be lowered.
pub fn type_of(
    file: SourceFile,
    entry: &str,
    load: Load,
) -> Result<String, (Vec<SourceFile>, Vec<Diagnostic>)> {
    let mut files = crate::with_prelude(file);
    let result = crate::on_large_stack(|| {
        let (flat, errors) = crate::modules::flatten(&mut files, load);
        if !errors.is_empty() {
            return Err(errors);
        }
        let (types, errors) = crate::infer::infer(&flat);
        match types.definition(entry) {
            Some(ty) if errors.is_empty() => Ok(named(ty, &mut vec![]).to_string()),
            _ => Err(errors),
        }
    });
    result.unwrap_or_else(|error| Err(vec![error])).map_err(|errors| (files, errors))
}

/// The type with letters for what may be anything.
fn named(ty: &Ty, seen: &mut Vec<TyVar>) -> Ty {
    match ty {
        Ty::Var(var) => {
            let number = seen.iter().position(|v| v == var).unwrap_or_else(|| {
                seen.push(*var);
                seen.len() - 1
            });
            let letter = char::from(b'a' + (number % 26) as u8);
            let name = if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) };
            Ty::Param(name.into(), ParamId::from_index(number))
        }
        Ty::Scalar(_) | Ty::Param(..) => ty.clone(),
        Ty::Record(fields) => Ty::Record(fields.iter().map(|(n, t)| (n.clone(), named(t, seen))).collect()),
        Ty::Array(size, elem) => Ty::Array(size.clone(), Rc::new(named(elem, seen))),
        Ty::Fun(name, from, to) => {
            let from = named(from, seen);
            Ty::Fun(*name, Rc::new(from), Rc::new(named(to, seen)))
        }
        Ty::Sum(constructors) => {
            let payload =
                |types: &[Ty], seen: &mut Vec<TyVar>| types.iter().map(|t| named(t, seen)).collect();
            Ty::Sum(constructors.iter().map(|(n, types)| (n.clone(), payload(types, seen))).collect())
        }
        Ty::Opaque(name, types, sizes) => {
            Ty::Opaque(name.clone(), types.iter().map(|t| named(t, seen)).collect(), sizes.clone())
        }
    }
}

/// The names that a text declares, those inside of modules with the name of the module in front.
pub fn names(text: &str) -> Vec<String> {
    declared(text, false)
}

/// The names of the prelude.
pub fn prelude_names() -> Vec<String> {
    declared(&crate::prelude::text(), true)
}

fn declared(text: &str, intrinsics: bool) -> Vec<String> {
    let names = crate::on_large_stack(|| {
        let decs = parse::parse(0, text, &mut 0, intrinsics).decs;
        let mut names = vec![];
        decs.iter().for_each(|dec| collect(dec, "", &mut names));
        names
    });
    let mut names = names.unwrap_or_default();
    names.sort();
    names.dedup();
    names
}

fn collect(dec: &Dec, prefix: &str, names: &mut Vec<String>) {
    let mut add = |name: &str| {
        // Operators are shorter than anything that could complete them.
        if name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            names.push(format!("{prefix}{name}"));
        }
    };
    match dec {
        Dec::Def(def) => add(&def.name),
        Dec::Val(val) => add(&val.name),
        Dec::Type(ty) => add(&ty.name),
        Dec::ModType(name, ..) => add(name),
        Dec::Module(m) => {
            add(&m.name);
            members(&m.exp, &format!("{prefix}{}.", m.name), names);
        }
        Dec::Open(m) => members(m, prefix, names),
        Dec::Local(_) => {}
    }
}

fn members(exp: &ModExp, prefix: &str, names: &mut Vec<String>) {
    match &exp.kind {
        ModKind::Struct(decs) => decs.iter().for_each(|dec| collect(dec, prefix, names)),
        ModKind::Seal(m, _) => members(m, prefix, names),
        ModKind::Name(_) | ModKind::Apply(..) | ModKind::Lambda(..) | ModKind::Import(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_told_apart() {
        assert_eq!(classify(" -- a comment\n"), Input::Nothing);
        assert_eq!(classify("def x = 1"), Input::Declarations);
        assert_eq!(classify("let x = 1"), Input::Declarations);
        assert_eq!(classify("import \"a\""), Input::Declarations);
        assert_eq!(classify("let x = 1 in x"), Input::Expression);
        assert_eq!(classify("map (+ 1) [1, 2]"), Input::Expression);
        for incomplete in
            ["map (+ 1", "def f x =", "let x = 1 in", "if true then 1", "[1,", "module m = {", "1 +"]
        {
            assert_eq!(classify(incomplete), Input::Incomplete, "{incomplete}");
        }
        for wrong in ["def = 1", "1 )", "if then", "$", "x y ] z"] {
            assert!(matches!(classify(wrong), Input::Wrong(_)), "{wrong}");
        }
    }

    #[test]
    fn names_are_found_in_modules_too() {
        assert_eq!(names("def f = 1 module m = { def g = 2 type t = i64 }"), ["f", "m", "m.g", "m.t"]);
        let prelude = prelude_names();
        for name in ["map", "reduce", "f64.sum", "i32.highest"] {
            assert!(prelude.iter().any(|n| n == name), "{name}");
        }
    }
}
