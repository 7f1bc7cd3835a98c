//! Updates: `e with [i].field = val`.

use super::marks::Kind;
use super::{MAX_DEPTH, Parse, Parser, too_deep};
use crate::ast::*;
use crate::lexer::Tok;
use base::diag::Span;

/// One step of where an update goes.
pub(super) enum Step {
    Index(Vec<Dim>),
    Field(Name),
}

impl Parser<'_> {
    /// `[i].field[j]`: where an update goes. A field in front has no dot.
    pub(super) fn steps(&mut self) -> Parse<Vec<Step>> {
        let mut steps = vec![];
        loop {
            if steps.len() > MAX_DEPTH as usize {
                return Err(too_deep(MAX_DEPTH, self.span()));
            }
            let at = self.pos;
            if self.eat(Tok::LBracket) {
                steps.push(Step::Index(self.dims()?));
                self.mark(Kind::Index, at);
            } else if steps.is_empty() || self.eat(Tok::Dot) {
                for field in self.field_names()? {
                    steps.push(Step::Field(field));
                }
            } else {
                return Ok(steps);
            }
        }
    }
    /// `e with steps = val`. Behind the first step the part is updated, which needs a name for the whole.
    pub(super) fn update(&mut self, e: Exp, mut steps: Vec<Step>, val: Exp, span: Span) -> Exp {
        if steps.iter().all(|s| matches!(s, Step::Field(_))) {
            let path = steps.into_iter().filter_map(|s| match s {
                Step::Field(name) => Some(name),
                Step::Index(_) => None,
            });
            return self.make(span, ExpKind::RecordUpdate(Box::new(e), path.collect(), Box::new(val)));
        }
        let rest = steps.split_off(1);
        let Some(first) = steps.pop() else { return e };
        if rest.is_empty() {
            return match first {
                Step::Index(dims) => self.make(span, ExpKind::Update(Box::new(e), dims, Box::new(val))),
                Step::Field(name) => {
                    self.make(span, ExpKind::RecordUpdate(Box::new(e), vec![name], Box::new(val)))
                }
            };
        }
        let whole: Name = "whole of update".into();
        let pat = Pat { kind: PatKind::Name(whole.clone()), span: e.span };
        let named = self.make(e.span, ExpKind::Var(whole.clone()));
        let (part, first) = match first {
            Step::Index(dims) => {
                let again = self.copy_dims(&dims);
                (self.make(span, ExpKind::Index(Box::new(named), again)), Step::Index(dims))
            }
            Step::Field(name) => {
                (self.make(span, ExpKind::Project(Box::new(named), name.clone())), Step::Field(name))
            }
        };
        let val = self.update(part, rest, val, span);
        let named = self.make(e.span, ExpKind::Var(whole));
        let body = self.update(named, vec![first], val, span);
        self.make(span, ExpKind::Let(vec![], pat, Box::new(e), Box::new(body)))
    }
    /// The same positions, as expressions of their own.
    fn copy_dims(&mut self, dims: &[Dim]) -> Vec<Dim> {
        let mut copy = |e: &Exp| crate::modules::renumber::renumbered(e, &mut self.next_id);
        let copied = dims.iter().map(|dim| match dim {
            Dim::At(e) => Dim::At(copy(e)),
            Dim::Range(range) => {
                let [a, b, c] = &**range;
                Dim::Range(Box::new([a, b, c].map(|e| e.as_ref().map(&mut copy))))
            }
        });
        copied.collect()
    }
}
