//! Linear forms: a constant and multiples of variables, over the integers.

use ir::{Atom, Var};

/// `constant + sum of factor * variable`, the variables in ascending order, no factor 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Lin {
    /// The variables and their factors.
    pub(super) terms: Vec<(Var, i128)>,
    /// The constant.
    pub(super) constant: i128,
}

/// Numbers beyond this are given up on, so that no sum can overflow an `i128`.
const LIMIT: i128 = 1 << 70;

impl Lin {
    /// A constant.
    pub(crate) fn number(constant: i128) -> Lin {
        Lin { terms: vec![], constant }
    }
    /// A variable.
    pub(crate) fn var(var: Var) -> Lin {
        Lin { terms: vec![(var, 1)], constant: 0 }
    }
    /// An operand of integer type.
    pub(crate) fn atom(atom: Atom) -> Option<Lin> {
        match atom {
            Atom::Var(v) => Some(Lin::var(v)),
            Atom::Const(c) if c.ty().is_integer() => Some(Lin::number(integer(c))),
            Atom::Const(_) => None,
        }
    }
    /// The factor of a variable, 0 if it does not occur.
    pub(super) fn factor(&self, var: Var) -> i128 {
        self.terms.binary_search_by_key(&var, |t| t.0).map_or(0, |at| self.terms[at].1)
    }
    /// `self + by * other`; nothing if a number becomes too large.
    pub(crate) fn plus(&self, by: i128, other: &Lin) -> Option<Lin> {
        let small = |x: i128| (x.abs() <= LIMIT).then_some(x);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (var, factor) = match (left.peek(), right.peek()) {
                (Some((v, a)), Some((w, b))) if v == w => {
                    let sum = (*v, *a + small(by.checked_mul(*b)?)?);
                    left.next();
                    right.next();
                    sum
                }
                (Some((v, a)), Some((w, _))) if v < w => {
                    left.next();
                    (*v, *a)
                }
                (Some((v, a)), None) => {
                    left.next();
                    (*v, *a)
                }
                (_, Some((w, b))) => {
                    right.next();
                    (*w, by.checked_mul(*b)?)
                }
                (None, None) => break,
            };
            if factor != 0 {
                terms.push((var, small(factor)?));
            }
        }
        let constant = small(self.constant + small(by.checked_mul(other.constant)?)?)?;
        Some(Lin { terms, constant })
    }
    /// `self + number`.
    pub(crate) fn offset(&self, number: i128) -> Option<Lin> {
        self.plus(1, &Lin::number(number))
    }
    /// `by * self`.
    pub(super) fn times(&self, by: i128) -> Option<Lin> {
        Lin::default().plus(by, self)
    }
    /// The form with a variable replaced.
    pub(super) fn replace(&self, var: Var, by: &Lin) -> Option<Lin> {
        let factor = self.factor(var);
        self.plus(-factor, &Lin::var(var))?.plus(factor, by)
    }
    /// The form divided by what its factors have in common, rounded down: it is as negative as before.
    pub(super) fn reduced(mut self) -> Lin {
        if self.terms.iter().any(|t| t.1.abs() == 1) {
            return self;
        }
        let common = self.terms.iter().fold(0, |a, t| gcd(a, t.1.abs()));
        if common > 1 {
            self.terms.iter_mut().for_each(|t| t.1 /= common);
            self.constant = self.constant.div_euclid(common);
        }
        self
    }
}

/// The value of an integer constant.
pub(super) fn integer(c: base::Scalar) -> i128 {
    if c.ty().is_unsigned() { c.bits() as i128 } else { c.as_i64() as i128 }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    #[test]
    fn sums_cancel_and_stay_sorted() {
        let [x, y, z] = [0, 1, 2].map(Var::from_index);
        let sum = Lin::var(y).plus(2, &Lin::var(x)).unwrap().plus(-1, &Lin::var(y)).unwrap();
        assert_eq!(sum.terms, vec![(x, 2)]);
        let replaced = sum.offset(1).unwrap().replace(x, &Lin::var(z).offset(3).unwrap()).unwrap();
        assert_eq!((replaced.terms, replaced.constant), (vec![(z, 2)], 7));
        assert_eq!(
            Lin { terms: vec![(x, 4)], constant: -3 }.reduced(),
            Lin { terms: vec![(x, 1)], constant: -1 }
        );
        assert_eq!(Lin::number(LIMIT).plus(2, &Lin::number(LIMIT)), None);
        assert_eq!(Lin::number(0).plus(i128::MAX, &Lin::number(3)), None);
    }
}
