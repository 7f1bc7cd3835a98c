//! The rewrites of single statements.

use super::equal::Because;
use super::{Proved, Simplifier, is_scalar, key};
use crate::facts::SIZE_LIMIT;
use base::{BinOp, Scalar, ScalarType, UnOp, scalar};
use ir::{Atom, Body, Check, CheckKind, Exp, Input, Pat, Prim, Soac, Stm, Var, View};

/// Most statements of a side when a branch becomes a selection.
const CHEAP: usize = 4;

impl Simplifier<'_> {
    /// The statement, simplified; `None` if its results are known otherwise. May put others in front.
    pub(super) fn rewrite(&mut self, mut stm: Stm<Soac>, out: &mut Vec<Stm<Soac>>) -> Option<Stm<Soac>> {
        let first = stm.pat.vals.first().copied();
        if matches!(&stm.exp, Exp::Check(check) if check.proved) {
            return Some(stm);
        }
        self.ask_conditions(&mut stm, out);
        if let (Some(var), Some(atom)) = (first, self.value(&stm)) {
            self.proved(&stm, out);
            self.replace(var, atom);
            return None;
        }
        if let Exp::Check(Check { kind: CheckKind::SliceLen { start, end, stride, size }, .. }) = &stm.exp
            && *stride == Atom::i64(1)
            && self.is_part(*start, *end, *size)
        {
            let difference = Exp::bin(BinOp::Sub, ScalarType::I64, *end, *start);
            self.proved(&stm, out);
            stm.exp = difference;
            self.changed = true;
        }
        if let Exp::View(View::Reshape { arr, .. }) = &mut stm.exp
            && let Some(source) = self.recast_of(*arr)
        {
            *arr = source;
            self.changed = true;
        }
        match &mut stm.exp {
            Exp::Check(Check { kind: CheckKind::Assert { cond, .. }, .. })
                if self.truth(*cond) == Some(true) =>
            {
                self.proved(&stm, out);
                self.changed = true;
                self.certs.extend(first);
                return None;
            }
            Exp::Check(Check { kind: CheckKind::Equal { a, b, .. }, .. }) => {
                match (self.equal(*a, *b), first) {
                    (Some(Because::Proved), _) => {
                        // Whoever held the evidence needs none.
                        self.proved(&stm, out);
                        self.changed = true;
                        self.certs.extend(first);
                        return None;
                    }
                    (Some(Because::Asserted(cert)), Some(first)) => {
                        self.replace(first, cert.into());
                        return None;
                    }
                    _ => {}
                }
            }
            Exp::View(View::Recast { under, .. } | View::Reshape { under, .. })
                if under.iter().any(|c| self.known_cert(*c)) =>
            {
                under.retain(|c| !self.certs.contains(c));
                self.changed = true;
            }
            Exp::Op(Soac::Screma(s)) => {
                // The index of an element needs no array of indices. Uses of that array are looked up where it is bound.
                for (_, input) in &mut s.inputs {
                    if let Input::Array(arr) = input
                        && self.iotas.contains(arr)
                    {
                        *input = Input::Iota;
                        self.changed = true;
                    }
                }
            }
            Exp::View(View::Iota { .. }) => self.iotas.extend(first),
            Exp::If { .. } => return self.branch(stm, out),
            Exp::Atom(_)
            | Exp::Prim(_)
            | Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Op(Soac::Stream(_))
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. } => {}
        }
        if let Some(same) = self.same_in_front(&stm) {
            same.into_iter().for_each(|(var, by)| self.replace(var, by));
            return None;
        }
        Some(stm)
    }

    /// Leaves a check that is proved for the interpreter to test, if that is asked for.
    fn proved(&mut self, stm: &Stm<Soac>, out: &mut Vec<Stm<Soac>>) {
        let Exp::Check(check) = &stm.exp else { return };
        if self.proved == Proved::Marked {
            let vals = stm.pat.vals.iter().map(|v| {
                let info = self.vars[*v].clone();
                self.vars.push(info)
            });
            let pat = Pat::vals(vals.collect());
            let exp = Exp::Check(Check { proved: true, ..check.clone() });
            out.push(Stm::new(pat, exp, stm.loc.clone()));
        }
    }

    /// Whether a condition holds, if that is known.
    fn truth(&self, cond: Atom) -> Option<bool> {
        self.facts.query(self.vars).truth(cond)
    }

    /// Whether a number is not negative.
    pub(super) fn is_natural(&self, a: Atom) -> bool {
        self.facts.query(self.vars).at_least(a, Atom::i64(0), 0)
    }

    /// Whether `0 <= start <= end <= size`.
    fn is_part(&self, start: Atom, end: Atom, size: Atom) -> bool {
        let query = self.facts.query(self.vars);
        query.at_least(end, start, 0)
            && query.at_least(start, Atom::i64(0), 0)
            && query.at_least(size, end, 0)
    }

    /// Whether a number can be a size.
    fn is_size(&self, a: Atom) -> bool {
        self.is_natural(a) && self.facts.query(self.vars).range(a).is_some_and(|r| r.hi <= SIZE_LIMIT)
    }

    pub(super) fn known_cert(&self, cert: Var) -> bool {
        self.certs.contains(&cert)
    }

    /// The value of a statement, if it is a constant or another variable. Of a check: if it is proved.
    fn value(&mut self, stm: &Stm<Soac>) -> Option<Atom> {
        if !stm.pat.sizes.is_empty() || stm.pat.vals.len() != 1 {
            return None;
        }
        let folded = match &stm.exp {
            Exp::Atom(a) => Some(*a),
            Exp::View(View::Recast { arr, dims, .. }) if self.dims_of(*arr) == *dims => Some(Atom::Var(*arr)),
            Exp::Prim(prim) => fold_prim(prim).or_else(|| match *prim {
                Prim::Bin { op, ty: ScalarType::I64, a, b } => {
                    self.facts.query(self.vars).collapsed(op, a, b)
                }
                Prim::Select { cond, a, b } => self.truth(cond).map(|holds| if holds { a } else { b }),
                Prim::Bin { .. } | Prim::Un { .. } | Prim::Conv { .. } => None,
            }),
            Exp::Check(check) => match &check.kind {
                CheckKind::Size { a, .. } => self.is_size(*a).then_some(*a),
                CheckKind::Bounds { index, size } => {
                    self.facts.query(self.vars).is_inside(*index, *size).then_some(*index)
                }
                CheckKind::NonZero { a, .. } => self.facts.query(self.vars).is_not_zero(*a).then_some(*a),
                CheckKind::Exponent { a, .. } => self.is_natural(*a).then_some(*a),
                CheckKind::SliceLen { .. } | CheckKind::Assert { .. } | CheckKind::Equal { .. } => None,
            },
            Exp::Read { .. }
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => None,
        };
        folded.or_else(|| {
            let known = self.known.exps.get(&key(&stm.exp)?)?;
            (self.vars[*known].ty == self.vars[stm.pat.vals[0]].ty).then_some(Atom::Var(*known))
        })
    }

    /// A branch on what is known is its side; one whose sides are cheap and cannot fail is a selection.
    fn branch(&mut self, stm: Stm<Soac>, out: &mut Vec<Stm<Soac>>) -> Option<Stm<Soac>> {
        let Exp::If { cond, then, els } = stm.exp else { return Some(stm) };
        if let Some(holds) = self.truth(cond) {
            let side = if holds { *then } else { *els };
            self.changed = true;
            self.splice(side, &stm.pat, out);
            return None;
        }
        let (mut then, mut els) = (then, els);
        self.move_common(&mut then, &mut els, out);
        let scalars = stm.pat.sizes.is_empty() && stm.pat.vals.iter().all(|v| is_scalar(self.vars, *v));
        // Both sides are then evaluated: that costs no more where one of them has nothing to do.
        let one_sided = then.stms.is_empty() || els.stms.is_empty();
        if !scalars || !one_sided || !is_cheap(&then) || !is_cheap(&els) {
            return Some(Stm { exp: Exp::If { cond, then, els }, ..stm });
        }
        self.changed = true;
        let sides: Vec<(Atom, Atom)> =
            then.result.vals.iter().copied().zip(els.result.vals.iter().copied()).collect();
        for side in [then.stms, els.stms] {
            for inner in side {
                self.learn(&inner);
                out.push(inner);
            }
        }
        for (var, (a, b)) in stm.pat.vals.iter().zip(sides) {
            let ty = ScalarType::Bool;
            let exp = match (a, b) {
                (Atom::Const(Scalar::Bool(true)), b) => Exp::bin(BinOp::Or, ty, cond, b),
                (a, Atom::Const(Scalar::Bool(false))) => Exp::bin(BinOp::And, ty, cond, a),
                (a, b) => Exp::select(cond, a, b),
            };
            let new = Stm::new(Pat::one(*var), exp, stm.loc.clone());
            if let Some(new) = self.rewrite(new, out) {
                self.learn(&new);
                out.push(new);
            }
        }
        None
    }

    /// Puts the statements of a body in place; its results are those of the pattern.
    fn splice(&mut self, body: Body<Soac>, pat: &Pat, out: &mut Vec<Stm<Soac>>) {
        for stm in body.stms {
            self.learn(&stm);
            out.push(stm);
        }
        for (var, atom) in pat.all().zip(body.result.all()) {
            self.subst.insert(var, atom);
        }
    }
}

/// Whether a body is a few scalar operations that cannot fail.
fn is_cheap(body: &Body<Soac>) -> bool {
    body.stms.len() <= CHEAP
        && body.result.sizes.is_empty()
        && body.stms.iter().all(|stm| match &stm.exp {
            Exp::Atom(_) => true,
            Exp::Prim(prim) => match prim {
                // Behind the condition alone a divisor may be known not to be 0.
                Prim::Bin { op, ty, .. } => !op.can_fail(*ty) && *op != BinOp::Pow,
                Prim::Un { op, .. } => matches!(op, UnOp::Neg | UnOp::Not | UnOp::Abs | UnOp::Sgn),
                Prim::Conv { .. } | Prim::Select { .. } => true,
            },
            Exp::Read { .. }
            | Exp::Check(_)
            | Exp::Trace { .. }
            | Exp::View(_)
            | Exp::Copy { .. }
            | Exp::Scratch { .. }
            | Exp::Total { .. }
            | Exp::Write { .. }
            | Exp::UpdateAcc { .. }
            | Exp::Call { .. }
            | Exp::If { .. }
            | Exp::Loop(_)
            | Exp::WithAcc { .. }
            | Exp::Op(_) => false,
        } && stm.pat.vals.len() == 1)
}

/// The value of an operation on constants, or by an identity that holds for every operand.
pub(crate) fn fold_prim(prim: &Prim) -> Option<Atom> {
    match *prim {
        Prim::Bin { op, ty, a, b } => fold_bin(op, ty, a, b),
        Prim::Un { op, a: Atom::Const(a), .. } => scalar::unary(op, a).ok().map(Atom::Const),
        Prim::Conv { to, a: Atom::Const(a), .. } => Some(Atom::Const(scalar::convert(to, a))),
        Prim::Conv { from, to, a } if from == to => Some(a),
        Prim::Select { cond: Atom::Const(c), a, b } => Some(if c.as_bool() { a } else { b }),
        Prim::Select { a, b, .. } if a == b => Some(a),
        Prim::Un { .. } | Prim::Conv { .. } | Prim::Select { .. } => None,
    }
}

/// The value of a binary operator on constants, or by an identity that holds for every operand.
#[allow(clippy::wildcard_enum_match_arm)] // Other operators are nothing special.
fn fold_bin(op: BinOp, ty: ScalarType, a: Atom, b: Atom) -> Option<Atom> {
    if let (Atom::Const(x), Atom::Const(y)) = (a, b) {
        return scalar::binary(op, x, y).ok().map(Atom::Const);
    }
    if ty.is_float() {
        // -0.0 + 0.0 is 0.0, so even adding zero is not the identity; multiplying by one is.
        let one = Atom::Const(Scalar::from_i64(ty, 1));
        return match op {
            BinOp::Mul if b == one => Some(a),
            BinOp::Mul if a == one => Some(b),
            BinOp::Div if b == one => Some(a),
            _ => None,
        };
    }
    let number = |x: Atom, n: i64| x == Atom::Const(Scalar::from_i64(ty, n));
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Shl | BinOp::Shr | BinOp::Ushr
            if number(b, 0) && ty != ScalarType::Bool =>
        {
            Some(a)
        }
        BinOp::Add if number(a, 0) => Some(b),
        BinOp::Mul if number(b, 1) => Some(a),
        BinOp::Mul if number(a, 1) => Some(b),
        BinOp::Mul if number(a, 0) || number(b, 0) => Some(Atom::Const(ty.zero())),
        BinOp::Div | BinOp::Quot if number(b, 1) => Some(a),
        BinOp::And if ty == ScalarType::Bool => match (a, b) {
            (Atom::Const(c), x) | (x, Atom::Const(c)) => {
                Some(if c.as_bool() { x } else { Atom::bool(false) })
            }
            _ => (a == b).then_some(a),
        },
        BinOp::Or if ty == ScalarType::Bool => match (a, b) {
            (Atom::Const(c), x) | (x, Atom::Const(c)) => Some(if c.as_bool() { Atom::bool(true) } else { x }),
            _ => (a == b).then_some(a),
        },
        BinOp::Min | BinOp::Max if a == b => Some(a),
        BinOp::Eq | BinOp::Le | BinOp::Ge if a == b => Some(Atom::bool(true)),
        BinOp::Ne | BinOp::Lt | BinOp::Gt if a == b => Some(Atom::bool(false)),
        _ => None,
    }
}
