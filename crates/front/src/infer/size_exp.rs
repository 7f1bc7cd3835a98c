//! What expressions mean as sizes.

use super::Infer;
use crate::ast::{Dim, Exp, ExpKind, Logic, Name, Pat, PatKind, Unary};
use crate::types::{Size, SizeOp, SizeTerm, Ty};
use base::ScalarType;
use std::rc::Rc;

impl Infer {
    /// What an expression means as a size.
    pub(super) fn size_of_exp(&mut self, e: &Exp) -> Size {
        if let Some((op, a, b)) = arithmetic(e) {
            return Size::term(op, self.size_of_exp(a), self.size_of_exp(b));
        }
        match &e.kind {
            // A larger number is one of another type, or is reported where literals are checked.
            ExpKind::Int(n) => i64::try_from(*n).map_or_else(|_| self.solver.fresh_unknown(), Size::Const),
            ExpKind::Const(c) if c.ty() == ScalarType::I64 => Size::Const(c.as_i64()),
            ExpKind::Var(name) => self.size_of_name(name),
            _ => self.size_of_term(e),
        }
    }
    /// What a local name means as a size: its value, which lowering can look up.
    fn size_of_name(&mut self, name: &Name) -> Size {
        let Some(at) = self.locals.iter().rposition(|l| l.name == *name) else {
            return self.solver.fresh_unknown();
        };
        if let Some(size) = &self.locals[at].size {
            return size.clone();
        }
        let size = self.solver.unknown_at(self.locals[at].level);
        if let Size::Unknown(k) = size {
            self.soft.insert(k, name.clone());
        }
        self.locals[at].size = Some(size.clone());
        size
    }
    /// In the second check a name for `length xs` is the size of `xs` too.
    pub(super) fn known_length(&mut self, pat: &Pat, val: &Exp) {
        if let PatKind::Name(name) = &pat.kind
            && let Some(size) = self.size_of_length(val)
            && let Some(local) = self.locals.iter_mut().rev().find(|l| l.name == *name)
        {
            local.size = Some(size);
        }
    }
    /// What `length xs` denotes in the second check.
    fn size_of_length(&self, e: &Exp) -> Option<Size> {
        if self.solver.widening
            && let ExpKind::Apply(f, arg) = &e.kind
            && let (ExpKind::Global(length), ExpKind::Var(name)) = (&f.kind, &arg.kind)
            && &**length == "length"
            && let Some(local) = self.locals.iter().rev().find(|l| l.name == *name)
            && let Ty::Array(size, _) = self.solver.shallow(&local.scheme.ty)
        {
            return Some(size);
        }
        None
    }
    /// Any other expression as a size: the same as others that read the same. In the second check `length xs` is the size
    /// of `xs`.
    fn size_of_term(&mut self, e: &Exp) -> Size {
        if let Some(size) = self.size_of_length(e) {
            return size;
        }
        // What only passes a value on.
        if let ExpKind::Apply(f, arg) = &e.kind
            && let ExpKind::Apply(assert, _) = &f.kind
            && matches!(&assert.kind, ExpKind::Global(name) if &**name == "assert")
        {
            return self.size_of_exp(arg);
        }
        let mut key = Key::default();
        match self.size_key(e, &mut key) {
            Some(exp) => Size::Exp(Rc::new(SizeTerm { key: key.text, names: key.names, exp })),
            None => self.solver.fresh_unknown(),
        }
    }
    /// An expression as it reads, nothing if it is of a form that binds names or takes part of an array; and the same with
    /// names for sums and products in it, so that these are compared as sizes.
    fn size_key(&mut self, e: &Exp, key: &mut Key) -> Option<Exp> {
        let kind = match &e.kind {
            ExpKind::Int(n) => {
                key.text += &n.to_string();
                return Some(e.clone());
            }
            ExpKind::Const(c) => {
                key.text += &c.to_string();
                return Some(e.clone());
            }
            ExpKind::Global(name) => {
                key.text += name;
                return Some(e.clone());
            }
            ExpKind::Var(name) => {
                key.name(name.clone(), self.size_of_name(name));
                return Some(e.clone());
            }
            ExpKind::Apply(f, right) if let Some((op, left)) = operands(f) => {
                key.text.push('(');
                let left = self.size_part(left, key)?;
                key.text += &format!(" {} ", crate::types::plain_name(name_of(op)?));
                let right = self.size_part(right, key)?;
                key.text.push(')');
                let part = ExpKind::Apply(Box::new(op.clone()), Box::new(left));
                ExpKind::Apply(Box::new(Exp { kind: part, attrs: None, ..**f }), Box::new(right))
            }
            ExpKind::Apply(f, arg) => {
                let f = self.size_key(f, key)?;
                key.text.push(' ');
                let grouped = matches!(arg.kind, ExpKind::Apply(..)) && operands_of(arg).is_none();
                if grouped {
                    key.text.push('(');
                }
                let arg = self.size_part(arg, key)?;
                if grouped {
                    key.text.push(')');
                }
                ExpKind::Apply(Box::new(f), Box::new(arg))
            }
            ExpKind::Project(of, field) => {
                let of = self.size_key(of, key)?;
                key.text.push('.');
                key.text += field;
                ExpKind::Project(Box::new(of), field.clone())
            }
            ExpKind::Index(of, dims) => {
                let of = self.size_key(of, key)?;
                let mut at = vec![];
                for dim in dims {
                    let Dim::At(i) = dim else { return None };
                    key.text.push(if at.is_empty() { '[' } else { ',' });
                    at.push(Dim::At(self.size_part(i, key)?));
                }
                key.text.push(']');
                ExpKind::Index(Box::new(of), at)
            }
            ExpKind::If(cond, then, els) => {
                key.text += "(if ";
                let cond = self.size_key(cond, key)?;
                let around = std::mem::replace(&mut key.guarded, true);
                key.text += " then ";
                let then = self.size_key(then, key)?;
                key.text += " else ";
                let els = self.size_key(els, key)?;
                key.guarded = around;
                key.text.push(')');
                ExpKind::If(Box::new(cond), Box::new(then), Box::new(els))
            }
            ExpKind::Logic(op, a, b) => {
                key.text.push('(');
                let a = self.size_key(a, key)?;
                key.text += if *op == Logic::And { " && " } else { " || " };
                let around = std::mem::replace(&mut key.guarded, true);
                let b = self.size_key(b, key)?;
                key.guarded = around;
                key.text.push(')');
                ExpKind::Logic(*op, Box::new(a), Box::new(b))
            }
            ExpKind::Unary(op, of) => {
                key.text += if *op == Unary::Neg { "(-" } else { "(!" };
                let of = self.size_part(of, key)?;
                key.text.push(')');
                ExpKind::Unary(*op, Box::new(of))
            }
            _ => return None,
        };
        Some(Exp { kind, attrs: None, ..*e })
    }
    /// A part of an expression; arithmetic on sizes gets a name.
    fn size_part(&mut self, e: &Exp, key: &mut Key) -> Option<Exp> {
        let number = self.types[e.id as usize].as_ref().is_some_and(|t| self.solver.shallow(t) == Ty::i64());
        if !number || key.guarded || arithmetic(e).is_none() {
            return self.size_key(e, key);
        }
        let name = SizeTerm::part_name(key.names.len());
        let size = self.size_of_exp(e);
        key.name(name.clone(), size);
        Some(Exp { kind: ExpKind::Var(name), attrs: None, ..*e })
    }
}

/// An expression as it reads.
#[derive(Default)]
struct Key {
    /// The expression with `$` for each name.
    text: String,
    /// The names in order, with what they mean.
    names: Vec<(Name, Size)>,
    /// Whether this part is evaluated only if a condition says so. What has a name is evaluated before.
    guarded: bool,
}

impl Key {
    fn name(&mut self, name: Name, size: Size) {
        self.text.push('$');
        self.names.push((name, size));
    }
}

/// The operator and the operands of arithmetic that sizes know.
fn arithmetic(e: &Exp) -> Option<(SizeOp, &Exp, &Exp)> {
    let (op, a, b) = operands_of(e)?;
    let op = match name_of(op)? {
        "+" => SizeOp::Add,
        "-" => SizeOp::Sub,
        "*" => SizeOp::Mul,
        _ => return None,
    };
    Some((op, a, b))
}
/// A built-in operator and its operands.
fn operands_of(e: &Exp) -> Option<(&Exp, &Exp, &Exp)> {
    let ExpKind::Apply(f, right) = &e.kind else { return None };
    let (op, left) = operands(f)?;
    Some((op, left, right))
}
/// A built-in operator with its left operand.
fn operands(e: &Exp) -> Option<(&Exp, &Exp)> {
    let ExpKind::Apply(op, left) = &e.kind else { return None };
    super::is_operator(name_of(op)?).then_some((&**op, &**left))
}
fn name_of(e: &Exp) -> Option<&str> {
    match &e.kind {
        ExpKind::Global(name) => Some(name),
        _ => None,
    }
}
