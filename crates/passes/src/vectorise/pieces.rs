//! Index-set splitting at wrap-arounds: a loop that divides a number that counts up by one that is the same in all rounds runs in
//! pieces, in each of which the quotient is constant and the remainder counts up.
//!
//! ```text
//! for (q = p to n) {                        while (at < n) {
//!   i64 left = mod.i64(q - 1, w);             i64 first = mod.i64(at - 1, w);
//!   out[q] = xs[left];                 =>     index stop = min(n, at + (w - first));
//! }                                           for (q = at to stop) { i64 left = first + (q - at); out[q] = xs[left]; }
//!                                             at = stop;
//!                                           }
//! ```
//!
//! So there is one division for a piece instead of one for each round, what is read at remainders stands together, and the loop over a
//! piece can run in lanes. Where divisors are so small at run time that pieces are not worth it, or the dividend overflows, the loop
//! runs as before.

use super::definitions::{Definitions, MOST_PARTS};
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, KVarInfo, Kernel, Stm};
use ir::vector::{Stride, Strides};

/// The least divisor for which a loop runs in pieces.
const LEAST: i64 = 32;

/// The most divisions that pieces are cut by: each costs something for every piece.
const MOST_DIVISIONS: usize = 8;

/// Splits the innermost loops of a kernel.
pub(super) fn split(kernel: &mut Kernel) {
    let mut body = std::mem::take(&mut kernel.body);
    block(kernel, &mut body);
    kernel.body = body;
}

fn block(kernel: &mut Kernel, stms: &mut [Stm]) {
    for stm in stms {
        stm.blocks_mut().into_iter().for_each(|inner| block(kernel, inner));
        if let Stm::For { var, from, to, vector: _, body } = stm
            && !body.iter().any(super::has_loop)
        {
            let found = divisions(*var, body);
            if !found.is_empty() && found.len() <= MOST_DIVISIONS {
                let bounds = (from.clone(), to.clone());
                let code = in_pieces(kernel, *var, bounds, &found, stm.clone());
                *stm = code;
            }
        }
    }
}

/// A division of a number that counts up by one that is the same in all rounds; `wrap` is a remainder wherever it is evaluated. Both are in
/// terms of what is known outside of the loop and of the loop's variable.
struct Division {
    /// The variable that the body declares as the result.
    result: KVar,
    op: BinOp,
    /// Whether it is address arithmetic, with operands that are not negative.
    index: bool,
    dividend: Exp,
    divisor: Exp,
}

impl Division {
    fn bin(&self, op: BinOp, a: Exp, b: Exp) -> Exp {
        let (a, b) = (Box::new(a), Box::new(b));
        if self.index { Exp::IndexBin(op, a, b) } else { Exp::Bin(op, ScalarType::I64, a, b) }
    }

    fn number(&self, n: i64) -> Exp {
        if self.index { Exp::Index(n) } else { Exp::Const(Scalar::I64(n)) }
    }

    fn ty(&self) -> KType {
        if self.index { KType::Index } else { KType::Scalar(ScalarType::I64) }
    }

    /// The dividend in the round `at`.
    fn dividend_at(&self, var: KVar, at: &Exp) -> Exp {
        let mut exp = self.dividend.clone();
        exp.uses_mut(var).into_iter().for_each(|place| *place = at.clone());
        exp
    }

    /// Whether pieces are long, and quotients and remainders floored throughout: the dividend does not overflow on its way from the first
    /// round to the last, and operators that round towards zero have none that is negative.
    fn holds(&self, var: KVar, first: &Exp, last: &Exp) -> Vec<Exp> {
        let (begin, end) = (self.dividend_at(var, first), self.dividend_at(var, last));
        let mut all = vec![
            self.bin(BinOp::Ge, self.divisor.clone(), self.number(LEAST)),
            self.bin(BinOp::Le, begin.clone(), end),
        ];
        if matches!(self.op, BinOp::Quot | BinOp::Rem) && !self.index {
            all.push(self.bin(BinOp::Ge, begin, self.number(0)));
        }
        all
    }
}

/// The divisions of a loop's body that split it.
fn divisions(var: KVar, body: &[Stm]) -> Vec<Division> {
    let strides = Strides::of(var, std::iter::empty(), body);
    let known = Known { strides, definitions: Definitions::of(body) };
    let mut found = vec![];
    known.block(body, &mut found);
    found
}

/// What is known of the variables of a loop's body.
struct Known {
    strides: Strides,
    definitions: Definitions,
}

impl Known {
    fn block(&self, stms: &[Stm], found: &mut Vec<Division>) {
        for stm in stms {
            if let Stm::Let(var, exp) = stm {
                found.extend(self.division(*var, exp));
            }
            stm.blocks().into_iter().for_each(|inner| self.block(inner, found));
        }
    }

    fn division(&self, result: KVar, exp: &Exp) -> Option<Division> {
        let (Exp::Bin(op, ScalarType::I64, a, b) | Exp::IndexBin(op, a, b)) = exp else { return None };
        let (op, index) = (*op, matches!(exp, Exp::IndexBin(..)));
        let divides = matches!(op, BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Wrap);
        let counts = self.strides.exp(a) == Stride::Linear && self.strides.exp(b) == Stride::Uniform;
        if !divides || !counts || self.definitions.is_set(result) {
            return None;
        }
        let mut left = MOST_PARTS;
        let dividend = self.definitions.resolve(a, &mut left)?;
        let divisor = self.definitions.resolve(b, &mut left)?;
        let small = matches!(divisor, Exp::Const(Scalar::I64(n)) | Exp::Index(n) if n < LEAST);
        (!small).then_some(Division { result, op, index, dividend, divisor })
    }
}

pub(super) fn ix(op: BinOp, a: Exp, b: Exp) -> Exp {
    Exp::IndexBin(op, Box::new(a), Box::new(b))
}

/// The loop in pieces, or as it was where pieces would be short.
fn in_pieces(kernel: &mut Kernel, var: KVar, bounds: (Exp, Exp), found: &[Division], whole: Stm) -> Stm {
    let mut fresh = |name: &str, ty| kernel.vars.push(KVarInfo::new(name, ty));
    let (at, end) = (fresh("at", KType::Index), fresh("end", KType::Index));
    let stop = fresh("stop", KType::Index);
    let Stm::For { body, .. } = &whole else { return whole };
    let mut body = body.clone();

    let last = ix(BinOp::Sub, Exp::Var(end), Exp::Index(1));
    let conditions = found.iter().flat_map(|division| division.holds(var, &Exp::Var(at), &last));
    let all =
        conditions.reduce(|all, one| Exp::Bin(BinOp::And, ScalarType::Bool, Box::new(all), Box::new(one)));
    let cond = all.unwrap_or(Exp::Const(Scalar::Bool(true)));

    let mut piece = vec![];
    let mut until = Exp::Var(end);
    for division in found {
        let dividend = division.dividend_at(var, &Exp::Var(at));
        let first = fresh("first", division.ty());
        piece.push(Stm::Let(first, division.bin(BinOp::Mod, dividend.clone(), division.divisor.clone())));
        let rest = division.bin(BinOp::Sub, division.divisor.clone(), Exp::Var(first));
        let rest = if division.index { rest } else { Exp::ToIndex(Box::new(rest)) };
        // A divisor may be any number: what is left of the loop is less than it, and its sum with `at` does not wrap around.
        let rest = ix(BinOp::Min, ix(BinOp::Sub, Exp::Var(end), Exp::Var(at)), rest);
        until = ix(BinOp::Min, until, ix(BinOp::Add, Exp::Var(at), rest));
        let round = ix(BinOp::Sub, Exp::Var(var), Exp::Var(at));
        let result = if matches!(division.op, BinOp::Mod | BinOp::Rem | BinOp::Wrap) {
            let round = if division.index { round } else { Exp::FromIndex(Box::new(round)) };
            division.bin(BinOp::Add, Exp::Var(first), round)
        } else {
            let quotient = fresh("quotient", division.ty());
            piece.push(Stm::Let(quotient, division.bin(BinOp::Div, dividend, division.divisor.clone())));
            Exp::Var(quotient)
        };
        redefine(&mut body, division.result, &result);
    }
    piece.push(Stm::Let(stop, until));
    piece.push(Stm::For { var, from: Exp::Var(at), to: Exp::Var(stop), vector: None, body });
    piece.push(Stm::Set(at, Exp::Var(stop)));
    let more = ix(BinOp::Lt, Exp::Var(at), Exp::Var(end));
    let pieces = Stm::While { bounded: true, pre: vec![], cond: more, body: piece };
    let both = Stm::If { cond, then: vec![pieces], els: vec![whole] };
    let (from, to) = bounds;
    let some = ix(BinOp::Lt, from.clone(), to.clone());
    Stm::If { cond: some, then: vec![Stm::Let(at, from), Stm::Let(end, to), both], els: vec![] }
}

/// Gives a variable that statements declare another definition.
fn redefine(stms: &mut [Stm], var: KVar, exp: &Exp) {
    for stm in stms {
        if let Stm::Let(declared, definition) = stm
            && *declared == var
        {
            *definition = exp.clone();
        }
        stm.blocks_mut().into_iter().for_each(|inner| redefine(inner, var, exp));
    }
}
