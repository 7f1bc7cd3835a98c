//! Map, reductions, scans and compaction over one width.

use crate::accs::Aliases;
use crate::clauses::Clauses;
use crate::exp::{self, Eval};
use crate::fast;
use crate::machine::{Machine, Res, internal};
use crate::memory;
use crate::value::{Arr, V};
use ir::builder::folded;
use ir::{Atom, Inner, Input, Pat, Screma, Soac, Type, Var};
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
    for (input, param) in s.inputs.iter().zip(&s.map.params) {
        if let Input::Acc(acc) = input {
            aliases.link(*param, Atom::Var(*acc));
        }
    }
    aliases.body(&s.map.body);
    let front = s.keep as usize + folded(&s.reds) + folded(&s.scans);
    let plain = s.map.body.result.vals.get(front..).unwrap_or(&[]);
    let mut arrays = s.map.body.result.vals.get(front - folded(&s.scans)..).unwrap_or(&[]);
    if let Some(post) = &s.post {
        aliases.links(post.params.get(folded(&s.scans)..).unwrap_or(&[]), plain);
        aliases.body(&post.body);
        arrays = &post.body.result.vals;
    }
    aliases.links(pat.vals.get(folded(&s.reds)..).unwrap_or(&[]), arrays);
}

/// A result that grows by one element a step, or the accumulator that is passed on.
enum Column {
    Array(Arr),
    Acc(Option<V>),
}

impl Column {
    fn new(m: &Machine<'_>, var: Var) -> Column {
        match &m.vars[var].ty {
            Type::Acc { .. } => Column::Acc(None),
            ty => Column::Array(Arr::empty(ty.rank())),
        }
    }
    fn push(&mut self, item: V) -> Res<()> {
        match (self, item) {
            (Column::Acc(acc), item) => *acc = Some(item),
            (Column::Array(Arr::Leaf(xs)), V::Scalar(x)) => xs.push(x)?,
            (Column::Array(Arr::Rows(rows)), V::Array(row)) => rows.push(row)?,
            (Column::Array(_), _) => return internal("a result has not the rank of its variable"),
        }
        Ok(())
    }
}

/// What feeds a parameter of a screma.
pub(crate) enum Source {
    Array(Rc<Arr>),
    Iota,
    Acc(V),
}

fn sources<O>(m: &Machine<'_>, s: &Screma<O>, width: usize) -> Res<Vec<Source>> {
    let mut sources = vec![];
    for input in &s.inputs {
        sources.push(match input {
            Input::Iota => Source::Iota,
            Input::Acc(acc) => Source::Acc(m.var(*acc)?),
            Input::Array(var) => match m.var(*var)? {
                V::Array(arr) if arr.len() == width => Source::Array(arr),
                V::Array(arr) => {
                    return internal(format!("{} has {} elements, not {width}", m.name(*var), arr.len()));
                }
                _ => return internal(format!("{} is no array", m.name(*var))),
            },
        });
    }
    Ok(sources)
}

fn screma<'p, O: Eval>(m: &mut Machine<'p>, s: &'p Screma<O>, pat: &'p Pat) -> Res<()> {
    let width = usize::try_from(m.int(s.width)?).or_else(|_| internal("a negative width"))?;
    let sources = sources(m, s, width)?;
    if sources.len() != s.map.params.len() {
        return internal("a screma with as many parameters as inputs was expected");
    }
    let last = s.post.as_ref().unwrap_or(&s.map);
    let (flags, reduced, scanned) = (s.keep as usize, folded(&s.reds), folded(&s.scans));
    let arrays = match &s.post {
        Some(post) => &post.body.result.vals[..],
        None => s.map.body.result.vals.get(flags + reduced..).unwrap_or(&[]),
    };
    let own_sizes = pat.sizes.get(flags..).unwrap_or(&[]);
    if own_sizes.len() != last.body.result.sizes.len() || pat.vals.len() != reduced + arrays.len() {
        return internal("a screma has not as many results as variables");
    }
    if !s.keep {
        let ranks =
            own_sizes.iter().chain(&pat.vals[reduced..]).map(|v| &m.vars[*v].ty).filter(|ty| !ty.is_acc());
        let bytes = ranks.fold(0usize, |sum, ty| sum.saturating_add(Arr::bytes_of(ty.rank(), width)));
        memory::room(bytes)?;
    }
    if own_sizes.is_empty()
        && let Some(out) = fast::screma(m, s, &sources, width)
    {
        return m.bind(pat, out);
    }
    let columns = own_sizes.iter().chain(&pat.vals[reduced..]);
    let mut columns: Vec<Column> = columns.map(|v| Column::new(m, *v)).collect();
    let mut clauses = Clauses::new(m, &s.reds, &s.scans, s.keep)?;
    let mut count = 0;
    for i in 0..width {
        let around = m.go_to(i as i64, s.behind);
        for (source, param) in sources.iter().zip(&s.map.params) {
            let value = match source {
                Source::Array(arr) => arr.at(i),
                Source::Iota => V::i64(i as i64),
                Source::Acc(acc) => acc.clone(),
            };
            m.set(*param, value);
        }
        m.check_vars(s.map.params.iter().copied())?;
        exp::exec(m, &s.map.body)?;
        let (kept, results) = clauses.step(m, &s.map.body.result.vals)?;
        if let Some(post) = &s.post {
            let mut args: Vec<V> = clauses.scanned().cloned().collect();
            args.extend(m.atoms(results)?);
            exp::apply(m, post, args)?;
        }
        if kept {
            count += 1;
            let mut columns = columns.iter_mut();
            let mut push = |item: V| columns.next().map_or(Ok(()), |column| column.push(item));
            for size in &last.body.result.sizes {
                push(m.atom(*size)?)?;
            }
            let plain = match &s.post {
                Some(post) => &post.body.result.vals[..],
                None => {
                    clauses.scanned().try_for_each(|state| push(state.clone()))?;
                    results
                }
            };
            for val in plain {
                push(m.atom(*val)?)?;
            }
        }
        m.come_back(around);
    }
    debug_assert!(s.post.is_some() || arrays.len() >= scanned);
    let mut out = vec![];
    if s.keep {
        out.push(V::i64(count));
    }
    let mut columns = columns.into_iter();
    for column in columns.by_ref().take(own_sizes.len()) {
        if let Column::Array(arr) = column {
            out.push(V::Array(Rc::new(arr)));
        }
    }
    out.extend(clauses.into_reduced());
    for (column, result) in columns.zip(arrays) {
        out.push(match column {
            Column::Array(arr) => V::Array(Rc::new(arr)),
            Column::Acc(Some(acc)) => acc,
            Column::Acc(None) => m.untouched_acc(*result)?,
        });
    }
    m.bind(pat, out)
}
