//! Streams: an array is one chunk, unless a size of chunks was said.

use crate::exp::{self, Eval};
use crate::machine::{Machine, Res, internal};
use crate::value::{Arr, V};
use ir::{Pat, Stream};
use std::rc::Rc;

pub(crate) fn stream<'p, O: Eval>(m: &mut Machine<'p>, s: &'p Stream<O>, pat: &'p Pat) -> Res<()> {
    let width = usize::try_from(m.int(s.width)?).or_else(|_| internal("a negative width"))?;
    let chunk = match s.chunk {
        Some(chunk) => usize::try_from(m.int(chunk)?).ok().filter(|chunk| *chunk > 0),
        None => Some(width.max(1)),
    };
    let Some(chunk) = chunk else { return internal("chunks of no elements") };
    let arrays = s.inputs.iter().map(|(part, arr)| Ok((*part, m.array(*arr)?))).collect::<Res<Vec<_>>>()?;
    if arrays.iter().any(|(_, arr)| arr.len() != width) {
        return internal("an input of a stream does not have its width");
    }
    let start = s.accs.iter().map(|(_, start)| m.atom(*start)).collect::<Res<Vec<V>>>()?;
    let (accs, sizes) = (s.accs.len(), pat.sizes.len());
    let rank = |var: &ir::Var| m.vars[*var].ty.rank();
    let mut joint: Vec<Arr> =
        pat.sizes.iter().chain(pat.vals.iter().skip(accs)).map(|var| Arr::empty(rank(var))).collect();
    let mut left: Option<Vec<V>> = None;
    let mut first = 0;
    // An empty array is one empty chunk.
    while first == 0 || first < width {
        let end = (first + chunk).min(width);
        m.set(s.size, V::i64((end - first) as i64));
        m.set(s.first, V::i64(first as i64));
        for (part, arr) in &arrays {
            let rank = m.vars[*part].ty.rank();
            m.set(*part, V::Array(Arr::collect(rank, (first..end).map(|i| arr.at(i)))?));
        }
        let begin = match (&s.op, &left) {
            (None, Some(left)) => left,
            (None, None) | (Some(_), _) => &start,
        };
        s.accs.iter().zip(begin).for_each(|((acc, _), value)| m.set(*acc, value.clone()));
        let bound = [s.size, s.first].into_iter().chain(s.inputs.iter().map(|(part, _)| *part));
        m.check_vars(bound.chain(s.accs.iter().map(|(acc, _)| *acc)))?;
        let mut results = exp::eval_body(m, &s.body)?;
        let arrays = results.split_off((sizes + accs).min(results.len()));
        let own = results.split_off(sizes.min(results.len()));
        for (all, part) in joint.iter_mut().zip(results.into_iter().chain(arrays)) {
            let V::Array(part) = part else { return internal("a chunk that is no array") };
            if part.len() != end - first {
                return internal(format!("{} results for a chunk of {}", part.len(), end - first));
            }
            (0..part.len()).try_for_each(|i| all.push(part.at(i)))?;
        }
        left = Some(match (&s.op, left) {
            (Some(op), Some(before)) => {
                let args = before.into_iter().chain(own);
                op.params.iter().zip(args).for_each(|(param, value)| m.set(*param, value));
                m.check_vars(op.params.iter().copied())?;
                exp::eval_body(m, &op.body)?
            }
            (Some(_) | None, _) => own,
        });
        first = end.max(first + 1);
    }
    let mut arrays = joint.into_iter().map(|arr| V::Array(Rc::new(arr)));
    let mut results: Vec<V> = arrays.by_ref().take(sizes).collect();
    results.extend(left.unwrap_or(start));
    results.extend(arrays);
    m.bind(pat, results)
}
