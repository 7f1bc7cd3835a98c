//! Elements that lie side by side: read and written at once where the dialect can.

use crate::c::Printer;
use ir::kernel::{Exp, KVar, OnDevice};

impl Printer<'_> {
    /// Declares variables that are an element and those behind it.
    pub(crate) fn loads(&mut self, vars: &[KVar], first: &Exp) {
        let (Exp::Only(OnDevice::Load(buf, at)), Some(front)) = (first, vars.first()) else {
            self.exps.refuse("neighbours of what is no element".into());
            return;
        };
        let elem = self.exps.elem(*buf);
        let (ty, near, count) = (self.exps.scalar_type(elem), self.exps.var(*front), vars.len());
        if self.wide {
            let (cell, once) = (self.exps.cell(*buf, at), self.exps.streamed.contains(buf));
            let how = if once { "LOADS_ONCE" } else { "LOADS" };
            self.out.line(&format!("{how}({ty}, {count}, {near}_near, {cell})"));
        } else {
            let at = self.exps.exp(at);
            self.out.line(&format!("const widx {near}_at = {at};"));
        }
        for (i, var) in vars.iter().enumerate() {
            let (declaration, buf) = (self.declaration(*var), self.exps.var(*buf));
            self.out.line(&if self.wide {
                format!("{declaration} = {near}_near[{i}];")
            } else {
                format!("{declaration} = {buf}[{near}_at + {i}];")
            });
        }
    }

    /// Stores elements side by side.
    pub(crate) fn stores(&mut self, buf: KVar, at: &Exp, vals: &[Exp]) {
        let elem = self.exps.elem(buf);
        let (ty, count) = (self.exps.scalar_type(elem), vals.len());
        let vals: Vec<String> = vals.iter().map(|val| self.exps.exp(val)).collect();
        self.out.open("{");
        self.out.line(&format!("const {ty} near[{count}] = {{{}}};", vals.join(", ")));
        if self.wide {
            let cell = self.exps.cell(buf, at);
            self.out.line(&format!("STORES({count}, {cell}, near)"));
        } else {
            let (name, at) = (self.exps.var(buf), self.exps.exp(at));
            self.out.line(&format!("const widx at = {at};"));
            for i in 0..count {
                self.out.line(&format!("{name}[at + {i}] = near[{i}];"));
            }
        }
        self.out.close("}");
    }
}
