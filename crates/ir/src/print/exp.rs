//! Expressions as text.

use super::{PrintOp, Printer, fun_name, quote};
use crate::body::{AccDef, Exp, FunId, Loop, LoopForm, Slice};
use base::Id;

fn mark(checked: bool) -> &'static str {
    if checked { "!" } else { "" }
}

impl Printer<'_> {
    pub(super) fn exp<O: PrintOp>(&self, exp: &Exp<O>, indent: usize) -> String {
        match exp {
            Exp::Atom(a) => self.atom(*a),
            Exp::Bin { op, ty, a, b, checked } => {
                format!("{}.{ty}{} {} {}", op.name(), mark(*checked), self.atom(*a), self.atom(*b))
            }
            Exp::Un { op, ty, a } => format!("{}.{ty} {}", op.name(), self.atom(*a)),
            Exp::Conv { from, to, a } => format!("{from}_to_{to} {}", self.atom(*a)),
            Exp::Select { cond, a, b } => {
                format!("select {} {} {}", self.atom(*cond), self.atom(*a), self.atom(*b))
            }
            Exp::Size { a, iota, checked } => {
                let name = if *iota { "iota_size" } else { "size" };
                format!("{name}{} {}", mark(*checked), self.atom(*a))
            }
            Exp::Bounds { index, size, checked } => {
                format!("bounds{} {} {}", mark(*checked), self.atom(*index), self.atom(*size))
            }
            Exp::SliceLen { start, end, stride, size, checked } => {
                let operands = [start, end, stride, size].map(|a| self.atom(*a));
                format!("slice_len{} {}", mark(*checked), operands.join(" "))
            }
            Exp::Assert { cond, what, vals } => {
                format!("assert! {} {} ({})", self.atom(*cond), quote(what), self.atoms(vals))
            }
            Exp::Trace { what, vals } => format!("trace {} ({})", quote(what), self.atoms(vals)),
            Exp::AssertEq { a, b, what } => {
                format!("assert_eq! {} {} {}", self.atom(*a), self.atom(*b), quote(what))
            }
            Exp::Recast { arr, dims, under } => {
                let under = under.map_or(String::new(), |c| format!(" under {}", self.var(c)));
                format!("recast {} to {}{under}", self.var(*arr), self.dims(dims))
            }
            Exp::Index { arr, index, checked } => {
                format!("{}[{}]{}", self.var(*arr), self.atoms(index), mark(*checked))
            }
            Exp::Slice { arr, slices } => {
                let slices: Vec<String> = slices.iter().map(|s| self.slice(s)).collect();
                format!("slice {} [{}]", self.var(*arr), slices.join(", "))
            }
            Exp::Update { arr, index, val, checked } => {
                let index = self.atoms(index);
                format!("{} with [{index}]{} = {}", self.var(*arr), mark(*checked), self.atom(*val))
            }
            Exp::Iota { n } => format!("iota {}", self.atom(*n)),
            Exp::Replicate { n, x } => format!("replicate {} {}", self.atom(*n), self.atom(*x)),
            Exp::Copy { arr } => format!("copy {}", self.var(*arr)),
            Exp::Concat { arrs, size } => format!("concat {} ({})", self.atom(*size), self.var_list(arrs)),
            Exp::Reshape { arr, dims } => format!("reshape {} {}", self.dims(dims), self.var(*arr)),
            Exp::Rearrange { perm, arr } => {
                let perm: Vec<String> = perm.iter().map(|p| p.to_string()).collect();
                format!("rearrange ({}) {}", perm.join(", "), self.var(*arr))
            }
            Exp::GatherRows { arr, at } => format!("gather_rows {} at {}", self.var(*arr), self.var(*at)),
            Exp::Total { sizes } => format!("total ({})", self.var_list(sizes)),
            Exp::Literal { elem, elems } => format!("array {elem} [{}]", self.atoms(elems)),
            Exp::Call { fun, args } => format!("call {}({})", self.callee(*fun), self.atoms(args)),
            Exp::If { cond, then, els } => {
                let (then, els) = (self.body(then, indent), self.body(els, indent));
                format!("if {} {then} else {els}", self.atom(*cond))
            }
            Exp::Loop(l) => self.loop_exp(l, indent),
            Exp::WithAcc { accs, body } => {
                let accs: Vec<String> = accs.iter().map(|a| self.acc_def(a, indent)).collect();
                format!("with_acc ({}) {}", accs.join(", "), self.body(body, indent))
            }
            Exp::UpdateAcc { acc, index, vals } => {
                format!("update_acc {} [{}] ({})", self.var(*acc), self.atoms(index), self.atoms(vals))
            }
            Exp::Op(op) => op.print(self, indent),
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
                let row = if l.rows { "row " } else { "" };
                format!("for {row}{} < {}", self.index(*index), self.atom(*count))
            }
        };
        let (params, init) = (self.params(&l.params), self.results(&l.init));
        format!("loop {params} = {init} {form} do {}", self.body(&l.body, indent))
    }

    fn acc_def<O: PrintOp>(&self, acc: &AccDef<O>, indent: usize) -> String {
        let mut text = format!("{} = ({})", self.binder(acc.param), self.var_list(&acc.arrs));
        if let Some(op) = &acc.op {
            text += &format!(" op {}", self.lambda(&op.lam, indent));
            if let Some(ne) = &op.ne {
                text += &format!(" ne ({})", self.atoms(ne));
            }
        }
        text
    }
}
