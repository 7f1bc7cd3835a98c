//! Lowering: evaluates the typed tree with static values (see [`value`]) and writes down what is left to do as Core.
//!
//! Functions are inlined where they are applied, except those that call themselves ([`recursion`]). All arrays carry their sizes in their Core types, so sizes are read off the
//! values themselves. Where the checker leaves the equality of two sizes open, or the Core atoms differ, an assertion
//! and a recast are written ([`shape`]). What varies by row where one size is needed is an error of lowering, because only
//! here it is known exactly.
//!
//! **Positions.** Code of the user stands at its own position, followed by the calls that led there. Code of the prelude
//! stands at the user's expression that called it. A function of the prelude that is passed as a value stands where the
//! user named it. A lambda belongs to the function it is written in; only named functions add a call.
//!
//! **Ownership.** An update in place or an accumulator is given a copy; the pass `own` removes those that nobody can see.
//!
//! **Rows.** The indices that failures name are added when everything is written ([`rows`]).

mod accs;
mod apply;
mod complete;
mod control;
mod control_sizes;
mod emit;
mod entry;
mod exp;
mod hoist;
mod index;
mod intrinsics;
mod join;
mod matching;
mod pattern;
mod recursion;
mod reshape;
mod reveal;
mod rows;
mod shape;
mod slice;
mod soac;
mod sort;
mod spread;
mod stream;
mod structure;
mod sum;
mod told;
mod uncalled;
mod update;
mod value;
mod written;

use crate::Choices;
use crate::ast::{Decl, Def, Name, Val};
use crate::infer::Types;
use crate::modules::{Flat, TypeBind};
use crate::types::too_many_dimensions;
use base::diag::{Diagnostic, SourceFile, Span};
use base::{BinOp, Loc, Pos};
use ir::interface::Interface;
use ir::{Atom, Core, Fun, Soac, Stm, Var, Vars};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use value::Value;

/// How many statements a program may have: inlining can double it at every call.
const MAX_STATEMENTS: usize = 300_000;
/// How deeply calls and expressions may nest while lowering.
const MAX_DEPTH: usize = 20_000;

/// Lowers every entry point, and says how their values are put together.
pub(crate) fn lower(
    flat: &Flat,
    types: &Types,
    files: &[SourceFile],
    choices: &Choices,
) -> Result<(Core, Vec<Interface>), Vec<Diagnostic>> {
    let mut lower = Lower {
        types,
        choices,
        hidden: &flat.hidden,
        recursive: &flat.recursive,
        recs: vec![],
        called: FxHashSet::default(),
        entries: flat.decls.iter().filter(|d| matches!(d, Decl::Def(def) if def.entry)).count(),
        lines: files.iter().map(|f| line_starts(&f.text)).collect(),
        files,
        tags: FxHashMap::default(),
        globals: FxHashMap::default(),
        vars: Vars::new(),
        stms: vec![],
        memo: vec![Memo::default()],
        calls: 0,
        equal: FxHashMap::default(),
        iotas: FxHashSet::default(),
        named: FxHashSet::default(),
        sizes: FxHashSet::default(),
        open: vec![],
        hoisted: FxHashMap::default(),
        scalars: FxHashMap::default(),
        constants: FxHashMap::default(),
        untyped: FxHashSet::default(),
        unsized_rows: FxHashSet::default(),
        ctx: Ctx { callers: Loc::none(), site: Span { file: 0, lo: 0, hi: 0 }, prelude: false },
        loc: Loc::none(),
        depth: 0,
        count: 0,
        too_many_dimensions: false,
        interfaces: vec![],
    };
    let mut funs: Vec<Fun<Soac>> = vec![];
    let mut errors = vec![];
    for (at, decl) in flat.decls.iter().enumerate() {
        let (name, global) = match decl {
            Decl::Def(def) => (def.name.clone(), Global::Def(def.clone())),
            Decl::Val(val) if at < flat.prelude => (val.name.clone(), Global::Intrinsic(arity_of(val))),
            Decl::Val(val) => (val.name.clone(), Global::Promised),
            Decl::Seal(seal) => (seal.outside.name.clone(), Global::Alias(seal.source.clone())),
        };
        lower.globals.insert(name, global);
    }
    for decl in &flat.decls {
        if let Decl::Def(def) = decl
            && def.entry
        {
            match lower.entry(def) {
                Ok(fun) => funs.push(fun),
                Err(error) => errors.push(error),
            }
        }
    }
    if errors.is_empty() {
        errors = lower.check_uncalled(&flat.decls);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    funs.extend(lower.recs.into_iter().filter_map(|rec| rec.into_fun()));
    let mut core = Core { files: files.iter().map(|f| f.name.clone()).collect(), vars: lower.vars, funs };
    rows::name_rows(&mut core);
    // Rounds of loops that were lowered again leave variables behind.
    Ok((ir::compact::compact(core), lower.interfaces))
}

/// Either something lowered, or the error that stopped it.
type Low<T> = Result<T, Diagnostic>;

/// A size that may be computed already: an operator on two sizes; without operator a number that was checked, or the total of
/// an array of sizes.
type SizeKey = (Option<BinOp>, Atom, Atom);

/// What is known in an open body.
#[derive(Default)]
struct Memo {
    /// Sizes computed in it.
    sizes: FxHashMap<SizeKey, Atom>,
    /// Lengths of slices computed in it, by start, end and the size of what is sliced.
    slices: FxHashMap<[Atom; 3], Atom>,
    /// Sizes that values have told, by the call they belong to.
    told: FxHashMap<(u32, told::Numbered), Atom>,
}

/// Where code stands in the eyes of the user.
#[derive(Clone)]
pub(crate) struct Ctx {
    /// The calls that led here, innermost first.
    callers: Loc,
    /// The user's expression that errors point at.
    site: Span,
    /// Whether this is code of the prelude, or an intrinsic.
    prelude: bool,
}

/// A body whose writing waits for one inside it.
struct OpenBody {
    /// How many variables there were before the one inside it began.
    mark: usize,
    /// How often the one inside it runs, if it is that of a map.
    width: Option<Atom>,
    stms: Vec<Stm<Soac>>,
}

#[derive(Clone)]
enum Global {
    Def(Rc<Def>),
    Intrinsic(usize),
    /// A value that a parameter of a module promises: only the module's own body, before it is applied, names it.
    Promised,
    /// A value seen through a module type.
    Alias(Name),
}

struct Lower<'a> {
    types: &'a Types,
    choices: &'a Choices,
    /// What abstract types are.
    hidden: &'a FxHashMap<Name, Rc<TypeBind>>,
    /// The definitions that call themselves.
    recursive: &'a FxHashSet<Name>,
    /// The functions that they have become; in the program they stand behind the entry points.
    recs: Vec<recursion::Recursive>,
    /// The definitions that have been called, local ones included.
    called: FxHashSet<*const Def>,
    /// How many entry points there are.
    entries: usize,
    /// Where the lines of each file begin.
    lines: Vec<Vec<u32>>,
    files: &'a [SourceFile],
    globals: FxHashMap<Name, Global>,
    /// The numbers of constructors, the same in every sum.
    tags: FxHashMap<Name, i64>,
    vars: Vars,
    /// The statements of the body being written.
    stms: Vec<Stm<Soac>>,
    /// What is known in each open body, outermost first.
    memo: Vec<Memo>,
    /// How many calls have been inlined.
    calls: u32,
    /// Sizes that are another atom's value, checked.
    equal: FxHashMap<Var, Atom>,
    /// Variables that are an `iota`.
    iotas: FxHashSet<Var>,
    /// Numbers that are sizes: known not to be negative wherever they are in scope.
    sizes: FxHashSet<Var>,
    /// The bodies around the one being written, outermost first.
    open: Vec<OpenBody>,
    /// Variables that were moved to an outer body, and the age they count as having.
    hoisted: FxHashMap<Var, usize>,
    /// How scalars are computed.
    scalars: FxHashMap<Var, ir::Exp<Soac>>,
    /// Definitions without parameters that the function being written has computed.
    constants: FxHashMap<Name, Value>,
    /// Empty arrays whose elements have a type that only the use of a definition tells.
    untyped: FxHashSet<Var>,
    /// Arrays without rows, whose rows count as empty until a size is asked for.
    unsized_rows: FxHashSet<Var>,
    /// Variables that bear a name of the user.
    named: FxHashSet<Var>,
    ctx: Ctx,
    /// The position of the next statements.
    loc: Loc,
    depth: usize,
    count: usize,
    /// Whether an array has got more dimensions than are allowed.
    too_many_dimensions: bool,
    /// The entry points so far.
    interfaces: Vec<Interface>,
}

impl Lower<'_> {
    /// The position of a piece of source in the current context.
    fn at(&self, span: Span) -> Loc {
        if in_prelude(span) {
            return self.ctx.callers.clone();
        }
        Loc::at(self.pos(span)).called_from(&self.ctx.callers)
    }
    fn pos(&self, span: Span) -> Pos {
        let lines = &self.lines[usize::from(span.file)];
        let line = lines.partition_point(|start| *start <= span.lo);
        let start = lines[line - 1] as usize;
        let col = self.files[usize::from(span.file)].text[start..span.lo as usize].chars().count() as u32 + 1;
        Pos { file: span.file, line: line as u32, col }
    }
    /// The context of code called from a piece of source.
    fn called_at(&self, span: Span) -> Ctx {
        let site = if in_prelude(span) { self.ctx.site } else { span };
        Ctx { callers: self.at(span), site, prelude: false }
    }
    /// Runs `f` in another context.
    fn within<T>(&mut self, ctx: Ctx, f: impl FnOnce(&mut Self) -> Low<T>) -> Low<T> {
        let outer = std::mem::replace(&mut self.ctx, ctx);
        let loc = self.loc.clone();
        let result = f(self);
        self.ctx = outer;
        self.loc = loc;
        result
    }
    /// Runs `f` one level deeper, within limits.
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Low<T>) -> Low<T> {
        if self.depth > MAX_DEPTH {
            return Err(self.error("too-deep", "calls nest too deeply here"));
        }
        if self.count > MAX_STATEMENTS {
            let message = format!("inlining makes more than {MAX_STATEMENTS} statements of this program");
            return Err(self.error("too-large", message));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        if std::mem::take(&mut self.too_many_dimensions) {
            return Err(too_many_dimensions(self.ctx.site));
        }
        result
    }
    /// An error at the user's expression.
    fn error(&self, id: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(id, message).label(self.ctx.site, "here")
    }
    fn unsupported(&self, what: &str) -> Diagnostic {
        self.error("not-supported", format!("{what} are not supported yet"))
    }
}

/// Whether a piece of source is the prelude's.
pub(crate) fn in_prelude(span: Span) -> bool {
    usize::from(span.file) == crate::PRELUDE
}

fn line_starts(text: &str) -> Vec<u32> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i as u32 + 1)).collect()
}

/// The number of parameters of a written function type.
fn arity_of(val: &Val) -> usize {
    let mut count = 0;
    let mut ty = &val.ty;
    while let crate::ast::TypeKind::Fun(_, _, to) = &ty.kind {
        count += 1;
        ty = to;
    }
    count
}
