//! A `while` over rows that stop one by one.

use crate::arrays::gather;
use crate::exp;
use crate::machine::{Machine, Res, internal};
use crate::memory::Full;
use crate::value::{Arr, V};
use ir::{Active, Pat};

pub(crate) fn active<'p>(m: &mut Machine<'p>, a: &'p Active, pat: &'p Pat) -> Res<()> {
    let n = m.int(a.n)?;
    let mut ids: Vec<i64> = (0..n).collect();
    let mut current = a.init.all().map(|v| m.var(v)).collect::<Res<Vec<V>>>()?;
    let ranks: Vec<usize> = a.params.all().map(|v| m.vars[v].ty.rank()).collect();
    let mut whole = a.whole.iter().map(|(_, start)| m.var(*start)).collect::<Res<Vec<V>>>()?;
    if current.len() != ranks.len() {
        return internal("active with as many initial values as parameters was expected");
    }
    // Per carried value, the row each of the `n` left with.
    let mut left: Vec<Vec<V>> = vec![vec![V::Gone; n.max(0) as usize]; ranks.len()];
    while !ids.is_empty() {
        m.step()?;
        enter(m, a, &ids, (current.clone(), whole.clone()))?;
        let flags = exp::eval_body(m, &a.cond)?;
        let flags = match flags.as_slice() {
            [flags @ V::Array(_)] => flags.scalars(),
            _ => return internal("the condition of active is not one array"),
        };
        if flags.len() != ids.len() {
            return internal("the condition of active has not one flag per row");
        }
        let (mut going, mut positions) = (vec![], vec![]);
        for (position, (flag, id)) in flags.iter().zip(&ids).enumerate() {
            if flag.as_bool() {
                going.push(*id);
                positions.push(position as i64);
                continue;
            }
            for (store, value) in left.iter_mut().zip(&current) {
                let Some(row) = value.element(position) else {
                    return internal("a carried value of active is not over its rows");
                };
                store[*id as usize] = row;
            }
        }
        ids = going;
        if ids.is_empty() {
            break;
        }
        for (value, rank) in current.iter_mut().zip(&ranks) {
            let V::Array(arr) = &*value else { return internal("a carried value of active is no array") };
            *value = gather(arr, *rank, &positions)?;
        }
        enter(m, a, &ids, (current, whole))?;
        current = exp::eval_body(m, &a.body)?;
        if current.len() != ranks.len() + a.whole.len() {
            return internal("the body of active has not as many results as parameters");
        }
        whole = current.split_off(ranks.len());
    }
    let collected = left.into_iter().zip(&ranks).map(|(rows, rank)| Arr::collect(*rank, rows).map(V::Array));
    let mut results = collected.collect::<Result<Vec<V>, Full>>()?;
    results.append(&mut whole);
    m.bind(pat, results)
}

/// Binds what `cond` and `body` see of the current rows.
fn enter(m: &mut Machine<'_>, a: &Active, ids: &[i64], (current, whole): (Vec<V>, Vec<V>)) -> Res<()> {
    m.set(a.rows, V::i64(ids.len() as i64));
    m.set(a.ids, V::Array(Arr::i64s(ids.iter().copied())));
    for (inner, outer) in &a.fixed {
        let V::Array(arr) = m.var(*outer)? else { return internal("a fixed size of active is no array") };
        let rows = gather(&arr, m.vars[*outer].ty.rank(), ids)?;
        m.set(*inner, rows);
    }
    m.check_vars([a.ids].into_iter().chain(a.fixed.iter().map(|(inner, _)| *inner)))?;
    for ((param, _), value) in a.whole.iter().zip(whole) {
        m.set(*param, value);
    }
    m.check_vars(a.whole.iter().map(|(param, _)| *param))?;
    m.bind(&a.params, current)
}
