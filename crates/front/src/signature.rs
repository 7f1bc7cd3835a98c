//! The types of definitions as a user reads them: `f [n] 'a : [n]a -> ?[k].[k]a`.

use crate::ast::{Lift, Name, is_tuple};
use crate::types::{ParamId, Scheme, Size, SizeVar, Ty, TyVar, plain_name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What sizes are called that have no name, before numbers are used.
const SIZES: [&str; 4] = ["n", "m", "k", "l"];
/// The same for sizes that differ from call to call.
const RESULTS: [&str; 4] = ["k", "l", "m", "n"];

/// The type of a definition, with what may be chosen in front of the colon.
pub(crate) fn signature(name: &str, scheme: &Scheme) -> String {
    let mut show = Show::default();
    show.taken(&scheme.ty);
    show.order(&scheme.ty, scheme);
    let mut text = plain_name(name).to_string();
    show.head.sort_by_key(|(is_type, _)| *is_type);
    for (_, param) in std::mem::take(&mut show.head) {
        text += " ";
        text += &param;
    }
    text + " : " + &show.ty(&scheme.ty)
}

#[derive(Default)]
struct Show {
    names: FxHashSet<String>,
    types: FxHashMap<TyVar, String>,
    sizes: FxHashMap<SizeVar, String>,
    results: BTreeMap<u32, String>,
    /// Parameters that stand in front of the colon already.
    seen: FxHashSet<ParamId>,
    /// What stands in front of the colon, and whether it is a type.
    head: Vec<(bool, String)>,
}

impl Show {
    /// Names that are written in the program mean what they mean there.
    fn taken(&mut self, ty: &Ty) {
        if let Ty::Param(name, _) = ty {
            self.names.insert(name.to_string());
        }
        ty.sizes().iter().for_each(|size| self.taken_size(size));
        ty.parts().into_iter().for_each(|t| self.taken(t));
    }
    fn taken_size(&mut self, size: &Size) {
        match size {
            Size::Param(name, _) => _ = self.names.insert(name.to_string()),
            Size::Term(_, parts) => {
                self.taken_size(&parts.0);
                self.taken_size(&parts.1);
            }
            Size::Exp(term) => term.names.iter().for_each(|(name, size)| match size {
                Size::Unknown(_) => _ = self.names.insert(plain_name(name).to_string()),
                size => self.taken_size(size),
            }),
            Size::Const(_) | Size::Var(_) | Size::Unknown(_) | Size::Ext(_) | Size::Any(..) => {}
        }
    }
    fn new_name(&mut self, candidates: &[&str]) -> String {
        let numbered = (0..).flat_map(|i| candidates.iter().map(move |c| (i, *c)));
        let mut texts = numbered.map(|(i, c)| if i == 0 { c.to_string() } else { format!("{c}{i}") });
        let name = texts.find(|name| !self.names.contains(name)).unwrap_or_default();
        self.names.insert(name.clone());
        name
    }

    /// Gives names to what has none, in the order in which it occurs.
    fn order(&mut self, ty: &Ty, scheme: &Scheme) {
        match ty {
            Ty::Var(v) if scheme.tys.contains(v) && !self.types.contains_key(v) => {
                let letters: Vec<String> = ('a'..='z').map(String::from).collect();
                let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
                let name = self.new_name(&letters);
                self.head.push((true, format!("'{name}")));
                self.types.insert(*v, name);
            }
            Ty::Param(name, id) => self.declared(name, *id, scheme, true),
            _ => {}
        }
        ty.sizes().iter().for_each(|size| self.order_size(size, scheme));
        ty.parts().into_iter().for_each(|t| self.order(t, scheme));
    }
    fn order_size(&mut self, size: &Size, scheme: &Scheme) {
        match size {
            Size::Var(v) if scheme.sizes.contains(v) && !self.sizes.contains_key(v) => {
                let name = self.new_name(&SIZES);
                self.head.push((false, format!("[{name}]")));
                self.sizes.insert(*v, name);
            }
            Size::Ext(k) if !self.results.contains_key(k) => {
                let name = self.new_name(&RESULTS);
                self.results.insert(*k, name);
            }
            Size::Param(name, id) => self.declared(name, *id, scheme, false),
            Size::Term(_, parts) => {
                self.order_size(&parts.0, scheme);
                self.order_size(&parts.1, scheme);
            }
            Size::Exp(term) => term.names.iter().for_each(|(_, size)| self.order_size(size, scheme)),
            Size::Var(_) | Size::Ext(_) | Size::Const(_) | Size::Unknown(_) | Size::Any(..) => {}
        }
    }
    fn declared(&mut self, name: &Name, id: ParamId, scheme: &Scheme, is_type: bool) {
        let Some(param) = scheme.params.iter().find(|p| p.id == id && p.written) else { return };
        if !self.seen.insert(id) {
            return;
        }
        let text = match (is_type, param.lift) {
            (false, _) => format!("[{name}]"),
            (true, Lift::Plain) => format!("'{name}"),
            (true, Lift::Sizes) => format!("'~{name}"),
            (true, Lift::Functions) => format!("'^{name}"),
        };
        self.head.push((is_type, text));
    }

    fn ty(&self, ty: &Ty) -> String {
        if let Some((names, ty)) = ty.named_rows() {
            return format!("?[{}].{}", names.join("]["), self.ty(&ty));
        }
        match ty {
            Ty::Scalar(s) => s.to_string(),
            Ty::Var(v) => self.types.get(v).cloned().unwrap_or_else(|| "_".into()),
            Ty::Param(name, _) => name.to_string(),
            Ty::Record(fields) if is_tuple(fields) => {
                let parts: Vec<String> = fields.iter().map(|(_, t)| self.ty(t)).collect();
                format!("({})", parts.join(", "))
            }
            Ty::Record(fields) => {
                let parts: Vec<String> = fields.iter().map(|(n, t)| format!("{n}: {}", self.ty(t))).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Ty::Array(size, elem) => format!("{}{}", self.size(size), self.inner(elem)),
            Ty::Fun(name, from, to) => {
                let argument =
                    name.and_then(|id| used_as(to, id)).map(|name| format!("({name}: {})", self.ty(from)));
                let from = argument.unwrap_or_else(|| match &**from {
                    Ty::Fun(..) => format!("({})", self.ty(from)),
                    from => self.ty(from),
                });
                format!("{from} -> {}{}", self.exists(to), self.ty(to))
            }
            Ty::Sum(constructors) => {
                let constructors = constructors.iter().map(|(name, payload)| {
                    payload.iter().fold(format!("#{name}"), |text, t| format!("{text} {}", self.inner(t)))
                });
                constructors.collect::<Vec<_>>().join(" | ")
            }
            Ty::Opaque(name, types, sizes) => {
                let mut text = plain_name(name).to_string();
                sizes.iter().for_each(|size| text += &format!(" {}", self.size(size)));
                types.iter().for_each(|t| text += &format!(" {}", self.inner(t)));
                text
            }
        }
    }
    /// A type as a part of another one.
    fn inner(&self, ty: &Ty) -> String {
        match ty {
            Ty::Fun(..) | Ty::Sum(_) => format!("({})", self.ty(ty)),
            ty if ty.named_rows().is_some() => format!("({})", self.ty(ty)),
            Ty::Opaque(_, types, sizes) if !types.is_empty() || !sizes.is_empty() => {
                format!("({})", self.ty(ty))
            }
            ty => self.ty(ty),
        }
    }
    /// `?[k].` for the sizes of a result that differ from call to call.
    fn exists(&self, ty: &Ty) -> String {
        let mut names = vec![];
        self.collect(ty, &mut names);
        if names.is_empty() {
            return String::new();
        }
        names.iter().fold("?".to_string(), |text, name| format!("{text}[{name}]")) + "."
    }
    fn collect<'a>(&'a self, ty: &Ty, names: &mut Vec<&'a String>) {
        if matches!(ty, Ty::Fun(..)) {
            return;
        }
        for (k, name) in &self.results {
            let has = ty.sizes().iter().any(|size| size.any(&|s| matches!(s, Size::Ext(e) if e == k)));
            if has && !names.contains(&name) {
                names.push(name);
            }
        }
        ty.parts().into_iter().for_each(|t| self.collect(t, names));
    }
    fn size(&self, size: &Size) -> String {
        match size {
            Size::Unknown(_) => "[]".into(),
            size => self.named(size).to_string(),
        }
    }
    fn named(&self, size: &Size) -> Size {
        let called = |name: Option<&String>| {
            let name = name.map_or("", String::as_str);
            Size::Param(name.into(), base::Id::from_index(0))
        };
        match size {
            Size::Var(v) => called(self.sizes.get(v)),
            Size::Ext(k) => called(self.results.get(k)),
            Size::Unknown(_) => Size::Param("_".into(), base::Id::from_index(0)),
            // A local name in an expression is called by its name.
            Size::Exp(_) => size.map_parts(&mut |s| match s {
                Size::Unknown(_) => s.clone(),
                s => self.named(s),
            }),
            size => size.map_parts(&mut |s| self.named(s)),
        }
    }
}

/// The name by which sizes of a result call the argument.
fn used_as(ty: &Ty, id: ParamId) -> Option<Name> {
    fn in_size(size: &Size, id: ParamId) -> Option<Name> {
        match size {
            Size::Param(name, p) if *p == id => Some(name.clone()),
            Size::Term(_, parts) => in_size(&parts.0, id).or_else(|| in_size(&parts.1, id)),
            Size::Exp(term) => term.names.iter().find_map(|(_, size)| in_size(size, id)),
            _ => None,
        }
    }
    let own = ty.sizes().iter().find_map(|size| in_size(size, id));
    own.or_else(|| ty.parts().into_iter().find_map(|t| used_as(t, id)))
}
