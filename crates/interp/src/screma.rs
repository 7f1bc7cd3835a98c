//! Map, reductions, scans and compaction over one width.

use crate::accs::Aliases;
use crate::clauses::{Row, ranks};
use crate::exp::Eval;
use crate::fast;
use crate::machine::{Machine, Res, internal};
use crate::memory;
use crate::value::{Arr, V};
use ir::{Inner, Input, Out, Pat, Screma, Soac};
use std::rc::Rc;

impl Eval for Soac {
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Res<()> {
        let Soac::Screma(s) = self;
        screma(m, s, pat)
    }
    fn link(&self, aliases: &mut Aliases, pat: &Pat) {
        let Soac::Screma(s) = self;
        link(s, aliases, pat);
    }
}

impl Eval for Inner {
    fn eval<'p>(&'p self, m: &mut Machine<'p>, pat: &'p Pat) -> Res<()> {
        let Inner::Screma(_, s) = self;
        screma(m, s, pat)
    }
    fn link(&self, aliases: &mut Aliases, pat: &Pat) {
        let Inner::Screma(_, s) = self;
        link(s, aliases, pat);
    }
}

fn link<O: Eval>(s: &Screma<O>, aliases: &mut Aliases, pat: &Pat) {
    for (param, input) in &s.inputs {
        if let Input::Acc(acc) = input {
            aliases.link(*param, (*acc).into());
        }
    }
    aliases.stms(&s.body);
    aliases.clauses(&s.clauses, pat);
}

/// What feeds a parameter of a screma.
enum Source {
    Array(Rc<Arr>),
    Iota,
    Acc(V),
}

impl Source {
    fn new(m: &Machine<'_>, input: Input, width: usize) -> Res<Source> {
        Ok(match input {
            Input::Iota => Source::Iota,
            Input::Acc(acc) => Source::Acc(m.var(acc)?),
            Input::Array(var) => {
                let arr = m.array(var)?;
                if arr.len() != width {
                    return internal(format!("{} has {} elements, not {width}", m.name(var), arr.len()));
                }
                Source::Array(arr)
            }
        })
    }
    fn at(&self, i: usize) -> V {
        match self {
            Source::Array(arr) => arr.at(i),
            Source::Iota => V::i64(i as i64),
            Source::Acc(acc) => acc.clone(),
        }
    }
}

fn screma<'p, O: Eval>(m: &mut Machine<'p>, s: &'p Screma<O>, pat: &'p Pat) -> Res<()> {
    let width = usize::try_from(m.int(s.width)?).or_else(|_| internal("a negative width"))?;
    let ranks = ranks(m, pat, 0);
    let points = s.clauses.outs.iter().zip(&ranks).filter(|(out, _)| matches!(out, Out::Point(_)));
    let bytes = points.map(|(_, rank)| Arr::bytes_of(*rank, width));
    memory::room(bytes.fold(0, usize::saturating_add))?;
    if !m.check
        && let Some(results) = fast::screma(m, s, width)
    {
        return m.bind(pat, results);
    }
    let sources = s.inputs.iter().map(|(param, input)| Ok((*param, Source::new(m, *input, width)?)));
    let sources = sources.collect::<Res<Vec<_>>>()?;
    let row = Row { width, body: &s.body, clauses: &s.clauses, ranks, before: 0 };
    let results = row.run(m, |m, i| {
        sources.iter().for_each(|(param, source)| m.set(*param, source.at(i)));
        m.check_vars(sources.iter().map(|(param, _)| *param))
    })?;
    m.bind(pat, results)
}
