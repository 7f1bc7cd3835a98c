//! Core and Flat as text. [`parse`](crate::parse) reads it back.
//!
//! ```text
//! entry rowsums (n_0: i64, s_1: [n_0]i64, xss_2: [n_0][s_1 on 0]f64) -> ([n_0]f64)
//!   arg "xss": "[n][?]f64" = (xss_2)
//!   result "[n]f64"
//! {
//!   let o_3: offsets = offsets (s_1)
//!   let r_4: [n_0]f64 = seg (i_5 < n_0, j_6 < s_1[i_5] via o_3) { let x_7: f64 = xss_2[i_5, j_6] } red (t_8: f64) = add.f64 (x_7) ne (0.0f64) out (row t_8)
//!   in (r_4)
//! }
//! ```
//!
//! The number of a variable is its [`Var`], so names need not be unique. Types stand where variables are bound, but for the
//! indices of loops and levels, which are `i64`. A position follows its statement: `@1:36 < 2:56`. A lambda that is one
//! binary operator is printed as that operator, `add.f64`, without its three variables; reading it invents new ones.

mod exp;
mod ops;

use crate::body::{Body, Exp, Fun, Lambda, Param, Pat, Prim, Prog, Results, Stm};
use crate::types::{Atom, Dim, Type, Var, Vars};
use base::{BinOp, Id, Loc, ScalarType};
pub use ops::PrintOp;
use std::fmt::Write as _;

/// A body on one line is not longer than this.
const WIDTH: usize = 100;

/// The text of a program.
pub fn print<O: PrintOp>(prog: &Prog<O>) -> String {
    let mut text = String::new();
    if !prog.files.is_empty() {
        let files: Vec<String> = prog.files.iter().map(|f| quote(f)).collect();
        let _ = writeln!(text, "files {}\n", files.join(", "));
    }
    let funs: Vec<String> = prog.funs.iter().map(|f| fun(prog, f)).collect();
    text + &funs.join("\n")
}

/// The text of a type, for messages.
pub fn print_type(vars: &Vars, ty: &Type) -> String {
    Printer { vars, funs: vec![] }.ty(ty)
}

/// The text of a variable: `name_12`.
pub fn print_var(vars: &Vars, var: Var) -> String {
    match vars.get(var) {
        Some(info) => format!("{}_{}", info.name, var.index()),
        None => format!("unknown_{}", var.index()),
    }
}

/// A string between quotes, with escapes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// A location: ` @1:36 < 2:56`, or nothing.
pub(crate) fn location(loc: &Loc) -> String {
    let chain: Vec<String> = loc.0.iter().map(|p| p.to_string()).collect();
    if chain.is_empty() { String::new() } else { format!(" @{}", chain.join(" < ")) }
}

/// A name of a function: plain where the parser sees a word, else quoted.
pub(crate) fn fun_name(name: &str) -> String {
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let constant = matches!(name, "true" | "false");
    if starts_well && !constant && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        name.to_string()
    } else {
        quote(name)
    }
}

fn fun<O: PrintOp>(prog: &Prog<O>, fun: &Fun<O>) -> String {
    let p = Printer::new(prog);
    let kind = if fun.entry.is_some() { "entry" } else { "fun" };
    let params: Vec<String> = fun.params.iter().map(|x| p.param(x)).collect();
    let ret = p.barred(
        fun.ret_sizes.iter().map(|v| p.binder(*v)).collect(),
        fun.ret.iter().map(|t| p.ty(t)).collect(),
    );
    let mut text = format!("{kind} {} ({}) -> {ret}", fun_name(&fun.name), params.join(", "));
    match &fun.entry {
        None => text += " ",
        Some(entry) => {
            for arg in &entry.args {
                let vars: Vec<String> = arg.vars.iter().map(|v| p.var(*v)).collect();
                let _ =
                    write!(text, "\n  arg {}: {} = ({})", quote(&arg.name), quote(&arg.ty), vars.join(", "));
            }
            for result in &entry.results {
                let _ = write!(text, "\n  result {}", quote(result));
            }
            text += "\n";
        }
    }
    text + &p.block(&fun.body, 0) + "\n"
}

/// What the printing of every part needs.
pub struct Printer<'a> {
    vars: &'a Vars,
    funs: Vec<&'a str>,
}

impl<'a> Printer<'a> {
    fn new<O>(prog: &'a Prog<O>) -> Printer<'a> {
        Printer { vars: &prog.vars, funs: prog.funs.iter().map(|f| f.name.as_str()).collect() }
    }

    fn var(&self, var: Var) -> String {
        print_var(self.vars, var)
    }

    fn atom(&self, atom: Atom) -> String {
        match atom {
            Atom::Var(v) => self.var(v),
            Atom::Const(c) => c.to_string(),
        }
    }

    fn atoms(&self, atoms: &[Atom]) -> String {
        let atoms: Vec<String> = atoms.iter().map(|a| self.atom(*a)).collect();
        atoms.join(", ")
    }

    fn var_list(&self, vars: &[Var]) -> String {
        let vars: Vec<String> = vars.iter().map(|v| self.var(*v)).collect();
        vars.join(", ")
    }

    /// Evidence, behind what rests on it.
    fn under(&self, certs: &[Var]) -> String {
        if certs.is_empty() { String::new() } else { format!(" under ({})", self.var_list(certs)) }
    }

    fn dims(&self, dims: &[Dim]) -> String {
        let mut text = String::new();
        for dim in dims {
            let on: Vec<String> = dim.on.iter().map(|l| l.to_string()).collect();
            let on = if on.is_empty() { String::new() } else { format!(" on {}", on.join(",")) };
            let _ = write!(text, "[{}{on}]", self.atom(dim.size));
        }
        text
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Data { elem, dims } => format!("{}{elem}", self.dims(dims)),
            Type::Acc { elems, dims } => {
                let elems: Vec<&str> = elems.iter().map(|e| e.name()).collect();
                format!("acc({} {})", self.dims(dims), elems.join(", "))
            }
            Type::Cert => "cert".into(),
            Type::Offsets => "offsets".into(),
        }
    }

    /// A variable where it is bound, with its type.
    fn binder(&self, var: Var) -> String {
        match self.vars.get(var) {
            Some(info) => format!("{}: {}", self.var(var), self.ty(&info.ty)),
            None => self.var(var),
        }
    }

    /// An index where it is bound: its type is not worth saying.
    fn index(&self, var: Var) -> String {
        match self.vars.get(var) {
            Some(info) if info.ty != Type::i64() => self.binder(var),
            Some(_) | None => self.var(var),
        }
    }

    fn param(&self, param: &Param) -> String {
        let star = if param.consumed { "*" } else { "" };
        match self.vars.get(param.var) {
            Some(info) => format!("{}: {star}{}", self.var(param.var), self.ty(&info.ty)),
            None => self.var(param.var),
        }
    }

    fn binders(&self, vars: &[Var]) -> Vec<String> {
        vars.iter().map(|v| self.binder(*v)).collect()
    }

    /// `(sizes | values)`, or `(values)` where there are no sizes.
    fn barred(&self, sizes: Vec<String>, vals: Vec<String>) -> String {
        if sizes.is_empty() {
            format!("({})", vals.join(", "))
        } else {
            format!("({} | {})", sizes.join(", "), vals.join(", "))
        }
    }

    fn pat(&self, pat: &Pat) -> String {
        match (pat.sizes.as_slice(), pat.vals.as_slice()) {
            ([], [one]) => self.binder(*one),
            (sizes, vals) => self.barred(self.binders(sizes), self.binders(vals)),
        }
    }

    fn params(&self, pat: &Pat) -> String {
        self.barred(self.binders(&pat.sizes), self.binders(&pat.vals))
    }

    fn results(&self, results: &Results) -> String {
        let atoms = |atoms: &[Atom]| atoms.iter().map(|a| self.atom(*a)).collect();
        self.barred(atoms(&results.sizes), atoms(&results.vals))
    }

    fn stm<O: PrintOp>(&self, stm: &Stm<O>, indent: usize) -> String {
        let attrs: String = stm.attrs.iter().map(|attr| format!("#[{}] ", quote(attr))).collect();
        let exp = self.exp(&stm.exp, indent);
        format!("let {attrs}{} = {exp}{}", self.pat(&stm.pat), location(&stm.loc))
    }

    /// A body on one line if it is short, else one statement a line.
    fn body<O: PrintOp>(&self, body: &Body<O>, indent: usize) -> String {
        let result = format!("in {}", self.results(&body.result));
        self.lines(&body.stms, Some(result), indent)
    }

    /// Statements that return nothing, laid out as a body.
    fn stms<O: PrintOp>(&self, stms: &[Stm<O>], indent: usize) -> String {
        self.lines(stms, None, indent)
    }

    fn lines<O: PrintOp>(&self, stms: &[Stm<O>], result: Option<String>, indent: usize) -> String {
        let mut lines: Vec<String> = stms.iter().map(|s| self.stm(s, indent + 1)).collect();
        let few = lines.len() <= 2;
        lines.extend(result);
        let length: usize = lines.iter().map(|s| s.len() + 1).sum();
        if few && 2 * indent + length < WIDTH && !lines.iter().any(|s| s.contains('\n')) {
            let lines: String = lines.iter().map(|s| format!("{s} ")).collect();
            return format!("{{ {lines}}}");
        }
        block(&lines, indent)
    }

    /// A body, one statement a line.
    fn block<O: PrintOp>(&self, body: &Body<O>, indent: usize) -> String {
        let mut lines: Vec<String> = body.stms.iter().map(|s| self.stm(s, indent + 1)).collect();
        lines.push(format!("in {}", self.results(&body.result)));
        block(&lines, indent)
    }

    fn lambda<O: PrintOp>(&self, lam: &Lambda<O>, indent: usize) -> String {
        if let Some((op, ty)) = as_operator(lam, self.vars) {
            return format!("{}.{ty}", op.name());
        }
        format!("({}) {}", self.binders(&lam.params).join(", "), self.body(&lam.body, indent))
    }
}

fn block(lines: &[String], indent: usize) -> String {
    let margin = "  ".repeat(indent + 1);
    let lines: String = lines.iter().map(|s| format!("{margin}{s}\n")).collect();
    format!("{{\n{lines}{}}}", "  ".repeat(indent))
}

/// The operator that a lambda built by [`Builder::op_lambda`](crate::Builder::op_lambda) is, if nothing but the numbers of
/// its variables would be lost.
fn as_operator<O>(lam: &Lambda<O>, vars: &Vars) -> Option<(BinOp, ScalarType)> {
    let ([a, b], [stm]) = (lam.params.as_slice(), lam.body.stms.as_slice()) else { return None };
    let Exp::Prim(Prim::Bin { op, ty, a: left, b: right }) = &stm.exp else { return None };
    let ([], [r]) = (stm.pat.sizes.as_slice(), stm.pat.vals.as_slice()) else { return None };
    let is = |v: Var, name: &str, ty: ScalarType| {
        vars.get(v).is_some_and(|info| info.name == name && info.ty == Type::scalar(ty))
    };
    let plain = is(*a, "a", *ty) && is(*b, "b", *ty) && is(*r, "r", op.result(*ty)) && stm.loc.0.is_empty();
    let same = *left == Atom::Var(*a) && *right == Atom::Var(*b);
    let result = lam.body.result.sizes.is_empty() && lam.body.result.vals == [Atom::Var(*r)];
    (plain && same && result).then_some((*op, *ty))
}
