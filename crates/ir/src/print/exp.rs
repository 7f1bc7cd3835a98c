//! Expressions as text.

use super::{PrintOp, Printer, fun_name, location, quote};
use crate::body::{AccDef, CheckKind, Exp, FunId, Loop, LoopForm, Prim, Slice, View};
use crate::types::Atom;
use base::Id;

impl Printer<'_> {
    pub(super) fn exp<O: PrintOp>(&self, exp: &Exp<O>, indent: usize) -> String {
        match exp {
            Exp::Atom(a) => self.atom(*a),
            Exp::Prim(prim) => self.prim(prim),
            Exp::Read { arr, index } => format!("{}[{}]", self.var(*arr), self.atoms(index)),
            Exp::Check(check) => {
                let proved = if check.proved { " proved" } else { "" };
                format!("{}{proved}{}", self.check(&check.kind), self.at(&check.at))
            }
            Exp::Trace { what, vals } => format!("trace {} ({})", quote(what), self.atoms(vals)),
            Exp::View(view) => self.view(view),
            Exp::Copy { arr } => format!("copy {}", self.var(*arr)),
            Exp::Scratch { ty, part: None } => format!("scratch {}", self.ty(ty)),
            Exp::Scratch { ty, part: Some((row, part)) } => {
                format!("scratch {} in {}[{part}]", self.ty(ty), self.var(*row))
            }
            Exp::Total { sizes } => format!("total ({})", self.var_list(sizes)),
            Exp::Write { arr, index, val } => {
                format!("{} with [{}] = {}", self.var(*arr), self.atoms(index), self.atom(*val))
            }
            Exp::UpdateAcc { acc, index, vals } => {
                format!("update_acc {} [{}] ({})", self.var(*acc), self.atoms(index), self.atoms(vals))
            }
            Exp::Call { fun, args, at, beside } => {
                let beside: String = beside.iter().map(|loc| format!(" beside{}", location(loc))).collect();
                format!("call {}({}){}{beside}", self.callee(*fun), self.atoms(args), self.at(at))
            }
            Exp::If { cond, then, els } => {
                let (then, els) = (self.body(then, indent), self.body(els, indent));
                format!("if {} {then} else {els}", self.atom(*cond))
            }
            Exp::Loop(l) => self.loop_exp(l, indent),
            Exp::WithAcc { accs, body } => {
                let accs: Vec<String> = accs.iter().map(|a| self.acc_def(a, indent)).collect();
                format!("with_acc ({}) {}", accs.join(", "), self.body(body, indent))
            }
            Exp::Op(op) => op.print(self, indent),
        }
    }

    /// The indices that a failure names.
    fn at(&self, at: &[Atom]) -> String {
        if at.is_empty() { String::new() } else { format!(" at ({})", self.atoms(at)) }
    }

    fn prim(&self, prim: &Prim) -> String {
        match prim {
            Prim::Bin { op, ty, a, b } => format!("{}.{ty} {} {}", op.name(), self.atom(*a), self.atom(*b)),
            Prim::Un { op, ty, a } => format!("{}.{ty} {}", op.name(), self.atom(*a)),
            Prim::Conv { from, to, a } => format!("{from}_to_{to} {}", self.atom(*a)),
            Prim::Select { cond, a, b } => {
                format!("select {} {} {}", self.atom(*cond), self.atom(*a), self.atom(*b))
            }
        }
    }

    fn check(&self, check: &CheckKind) -> String {
        match check {
            CheckKind::Size { a, iota } => {
                format!("{}! {}", if *iota { "iota_size" } else { "size" }, self.atom(*a))
            }
            CheckKind::Bounds { index, size } => {
                format!("bounds! {} {}", self.atom(*index), self.atom(*size))
            }
            CheckKind::NonZero { ty, a } => format!("nonzero.{ty}! {}", self.atom(*a)),
            CheckKind::Exponent { ty, a } => format!("exponent.{ty}! {}", self.atom(*a)),
            CheckKind::SliceLen { start, end, stride, size } => {
                format!("slice_len! {}", [start, end, stride, size].map(|a| self.atom(*a)).join(" "))
            }
            CheckKind::Assert { cond, what, vals } => {
                format!("assert! {} {} ({})", self.atom(*cond), quote(what), self.atoms(vals))
            }
            CheckKind::Equal { a, b, what } => {
                format!("assert_eq! {} {} {}", self.atom(*a), self.atom(*b), quote(what))
            }
        }
    }

    fn view(&self, view: &View) -> String {
        match view {
            View::Iota { n } => format!("iota {}", self.atom(*n)),
            View::Replicate { n, x } => format!("replicate {} {}", self.atom(*n), self.atom(*x)),
            View::Literal { elem, elems } => format!("array {elem} [{}]", self.atoms(elems)),
            View::Row { arr, index } => format!("row {}[{}]", self.var(*arr), self.atoms(index)),
            View::Slice { arr, slices } => {
                let slices: Vec<String> = slices.iter().map(|s| self.slice(s)).collect();
                format!("slice {} [{}]", self.var(*arr), slices.join(", "))
            }
            View::Gather { arr, at } => format!("gather_rows {} at {}", self.var(*arr), self.var(*at)),
            View::Rearrange { perm, arr } => {
                let perm: Vec<String> = perm.iter().map(|p| p.to_string()).collect();
                format!("rearrange ({}) {}", perm.join(", "), self.var(*arr))
            }
            View::Concat { arrs, size } => format!("concat {} ({})", self.atom(*size), self.var_list(arrs)),
            View::Reshape { arr, dims, under } => {
                format!("reshape {} {}{}", self.dims(dims), self.var(*arr), self.under(under))
            }
            View::Recast { arr, dims, under, inside } => {
                let mut text =
                    format!("recast {} to {}{}", self.var(*arr), self.dims(dims), self.under(under));
                if !inside.is_empty() {
                    text += &format!(" inside ({})", self.atoms(inside));
                }
                text
            }
        }
    }

    fn callee(&self, fun: FunId) -> String {
        // A call of no function is for the verifier to report; until then it must not stop the printer.
        self.funs
            .get(fun.index())
            .map_or_else(|| format!("unknown_function_{}", fun.0), |name| fun_name(name))
    }

    fn slice(&self, slice: &Slice) -> String {
        match slice {
            Slice::At(i) => format!("at {}", self.atom(*i)),
            Slice::Range { start, len, stride } => {
                format!("from {} len {} step {}", self.atom(*start), self.atom(*len), self.atom(*stride))
            }
        }
    }

    fn loop_exp<O: PrintOp>(&self, l: &Loop<O>, indent: usize) -> String {
        let form = match &l.form {
            LoopForm::While(cond) => format!("while {}", self.body(cond, indent)),
            LoopForm::For { index, count } => {
                format!("for {} < {}", self.index(*index), self.atom(*count))
            }
        };
        let (params, init) = (self.params(&l.params), self.results(&l.init));
        format!("loop {params} = {init} {form} do {}", self.body(&l.body, indent))
    }

    fn acc_def<O: PrintOp>(&self, acc: &AccDef<O>, indent: usize) -> String {
        let mut text = format!("{} = ({})", self.binder(acc.param), self.var_list(&acc.arrs));
        if let Some(op) = &acc.op {
            text += " op ";
            op.index.iter().for_each(|i| text += &format!("index {} ", self.index(*i)));
            text += &self.lambda(&op.lam, indent);
            if let Some(ne) = &op.ne {
                text += &format!(" ne ({})", self.atoms(ne));
            }
        }
        text
    }
}
