//! The functions of the prelude that the generator uses, each by its definition.

use super::eval::Eval;
use super::value::{Callee, Fun, V};
use super::{Run, Stop, fails, scalars};
use std::cmp::Ordering;
use std::rc::Rc;

/// Names and numbers of arguments.
const KNOWN: &[(&str, usize)] = &[
    ("all", 2),
    ("and", 1),
    ("any", 2),
    ("bool.i64", 1),
    ("concat", 2),
    ("copy", 1),
    ("drop", 2),
    ("expand", 3),
    ("expand_reduce", 5),
    ("expand_rows", 3),
    ("f64.i64", 1),
    ("f64.max", 2),
    ("f64.maximum", 1),
    ("f64.min", 2),
    ("f64.minimum", 1),
    ("f64.sum", 1),
    ("filter", 2),
    ("flatten", 1),
    ("group_by_key", 3),
    ("head", 1),
    ("i32.bool", 1),
    ("i32.i64", 1),
    ("i32.max", 2),
    ("i32.maximum", 1),
    ("i32.min", 2),
    ("i32.minimum", 1),
    ("i32.sum", 1),
    ("i64.bool", 1),
    ("i64.i32", 1),
    ("i64.max", 2),
    ("i64.maximum", 1),
    ("i64.min", 2),
    ("i64.minimum", 1),
    ("i64.sum", 1),
    ("id", 1),
    ("indices", 1),
    ("init", 1),
    ("iota", 1),
    ("last", 1),
    ("length", 1),
    ("lengths", 1),
    ("map", 2),
    ("map2", 3),
    ("map3", 4),
    ("null", 1),
    ("or", 1),
    ("partition", 2),
    ("permute", 4),
    ("reduce", 3),
    ("reduce_by_index", 5),
    ("replicate", 2),
    ("reverse", 1),
    ("rotate", 2),
    ("scan", 3),
    ("scatter", 3),
    ("sort_by_key", 3),
    ("stream_fold", 4),
    ("stream_map", 2),
    ("stream_red", 4),
    ("stream_seq", 3),
    ("tabulate", 2),
    ("tabulate_2d", 3),
    ("tail", 1),
    ("take", 2),
    ("transpose", 1),
    ("unflatten_by", 2),
    ("unzip", 1),
    ("zip", 2),
];

/// The chunks of a stream: not the partitioning that any backend chooses by itself.
const CHUNK: usize = 3;

/// What a name means that the program does not bind.
pub(super) fn named(name: &str) -> Run {
    if let Some(value) = scalars::constant(name) {
        return Ok(value);
    }
    let known = KNOWN.iter().find(|(n, _)| *n == name);
    known.map_or_else(
        || Err(Stop::Outside(format!("the name {name}"))),
        |(name, arity)| Ok(V::Fun(Fun(Callee::Known(name, *arity, Rc::new(vec![]))))),
    )
}

impl Eval {
    /// A function of the prelude with all its arguments.
    pub(super) fn known(&mut self, name: &'static str, args: &[V]) -> Run {
        if let Some(value) = scalars::module(name, args)? {
            return Ok(value);
        }
        let all = |a: usize| args[a].items();
        match name {
            "copy" | "id" => Ok(args[0].clone()),
            "length" => Ok(V::num(all(0)?.len())),
            "null" => Ok(V::Bool(all(0)?.is_empty())),
            "lengths" => each(all(0)?, |row| Ok(V::num(row.items()?.len()))),
            "indices" => Ok(V::arr((0..all(0)?.len()).map(V::num).collect())),
            "iota" => {
                let n = args[0].size()?;
                self.step(n)?;
                Ok(V::arr((0..n).map(V::num).collect()))
            }
            "replicate" => {
                let n = args[0].size()?;
                self.step(n)?;
                Ok(V::arr(vec![args[1].clone(); n]))
            }
            "tabulate" => {
                let n = args[0].size()?;
                (0..n).map(|i| self.call(&args[1], vec![V::num(i)])).collect::<Result<_, _>>().map(V::arr)
            }
            "tabulate_2d" => {
                let (n, m) = (args[0].size()?, args[1].size()?);
                let mut rows = vec![];
                for i in 0..n {
                    let row = (0..m).map(|j| self.call(&args[2], vec![V::num(i), V::num(j)]));
                    rows.push(V::arr(row.collect::<Result<_, _>>()?));
                }
                Ok(V::arr(rows))
            }
            "map" | "map2" | "map3" => self.map(&args[0], &args[1..]),
            "zip" => self.zip(&args[0], &args[1]),
            "unzip" => {
                let pairs: Vec<(V, V)> = all(0)?.iter().map(V::pair).collect::<Result<_, _>>()?;
                let (a, b) = pairs.into_iter().unzip();
                Ok(V::tup(vec![V::arr(a), V::arr(b)]))
            }
            "all" | "any" => {
                let mut found = name == "all";
                for x in all(1)?.iter() {
                    let holds = self.call(&args[0], vec![x.clone()])?.truth()?;
                    found = if name == "all" { found && holds } else { found || holds };
                }
                Ok(V::Bool(found))
            }
            "and" | "or" => {
                let truths: Vec<bool> = all(0)?.iter().map(V::truth).collect::<Result<_, _>>()?;
                let mut truths = truths.into_iter();
                Ok(V::Bool(if name == "and" { truths.all(|b| b) } else { truths.any(|b| b) }))
            }
            "filter" => Ok(self.partition(&args[0], all(1)?)?.0),
            "partition" => {
                let (yes, no) = self.partition(&args[0], all(1)?)?;
                Ok(V::tup(vec![yes, no]))
            }
            "reduce" => self.fold(&args[0], args[1].clone(), all(2)?),
            "scan" => {
                let mut sum = args[1].clone();
                let mut sums = vec![];
                for x in all(2)?.iter() {
                    sum = self.call(&args[0], vec![sum, x.clone()])?;
                    sums.push(sum.clone());
                }
                Ok(V::arr(sums))
            }
            "concat" => scalars::binary("++", &args[0], &args[1]),
            "flatten" => {
                let mut items = vec![];
                for row in all(0)?.iter() {
                    self.step(row.items()?.len())?;
                    items.extend(row.items()?.iter().cloned());
                }
                Ok(V::arr(items))
            }
            "transpose" => {
                let rows = all(0)?;
                let Some(first) = rows.first() else {
                    return Err(Stop::no_rows());
                };
                let columns = (0..first.items()?.len()).map(|j| {
                    let column: Result<Vec<V>, Stop> =
                        rows.iter().map(|r| Ok(r.items()?[j].clone())).collect();
                    column.map(V::arr)
                });
                columns.collect::<Result<_, _>>().map(V::arr)
            }
            "reverse" => Ok(V::arr(all(0)?.iter().rev().cloned().collect())),
            "rotate" => {
                let (by, items) = (args[0].int()?, all(1)?);
                let n = items.len() as i64;
                Ok(V::arr((0..n).map(|i| items[(i + by).rem_euclid(n) as usize].clone()).collect()))
            }
            "take" | "drop" => {
                let (k, items) = (args[0].int()?, all(1)?);
                let k = usize::try_from(k).ok().filter(|k| *k <= items.len());
                let Some(k) = k else { return fails("take or drop of more than there is") };
                Ok(V::arr(if name == "take" { items[..k].to_vec() } else { items[k..].to_vec() }))
            }
            "head" | "last" => {
                let items = all(0)?;
                let item = if name == "head" { items.first() } else { items.last() };
                item.cloned().map_or_else(|| fails("an element of an empty array"), Ok)
            }
            "init" | "tail" => match &all(0)?[..] {
                [] => fails("init or tail of an empty array"),
                items if name == "init" => Ok(V::arr(items[..items.len() - 1].to_vec())),
                items => Ok(V::arr(items[1..].to_vec())),
            },
            "scatter" => {
                let mut dest = all(0)?.to_vec();
                for (i, x) in targets(&args[1], &args[2], dest.len())? {
                    dest[i] = x;
                }
                Ok(V::arr(dest))
            }
            "permute" | "reduce_by_index" => {
                let (op, dest, is, xs) = match name {
                    "permute" => (&args[0], all(1)?, &args[2], &args[3]),
                    _ => (&args[1], all(0)?, &args[3], &args[4]),
                };
                let mut dest = dest.to_vec();
                for (i, x) in targets(is, xs, dest.len())? {
                    dest[i] = self.call(op, vec![dest[i].clone(), x])?;
                }
                Ok(V::arr(dest))
            }
            "expand" | "expand_rows" | "expand_reduce" => self.expand(name, args),
            "unflatten_by" => {
                let sizes: Vec<usize> = all(0)?.iter().map(V::size).collect::<Result<_, _>>()?;
                let xs = all(1)?;
                if sizes.iter().sum::<usize>() != xs.len() {
                    return fails("the sizes do not add up");
                }
                let mut at = 0;
                let row = |n: usize| {
                    at += n;
                    V::arr(xs[at - n..at].to_vec())
                };
                Ok(V::arr(sizes.into_iter().map(row).collect()))
            }
            "sort_by_key" => {
                let pairs = self.sorted(&args[0], &args[1], &args[2])?;
                let (keys, values) = pairs.into_iter().unzip();
                Ok(V::tup(vec![V::arr(keys), V::arr(values)]))
            }
            "group_by_key" => {
                let (mut keys, mut groups): (Vec<V>, Vec<Vec<V>>) = (vec![], vec![]);
                for (key, value) in self.sorted(&args[0], &args[1], &args[2])? {
                    if let (Some(last), Some(group)) = (keys.last(), groups.last_mut())
                        && last.order(&key)? == Ordering::Equal
                    {
                        group.push(value);
                    } else {
                        keys.push(key);
                        groups.push(vec![value]);
                    }
                }
                let groups = groups.into_iter().map(V::arr).collect();
                Ok(V::tup(vec![V::arr(keys), V::arr(groups)]))
            }
            "stream_map" | "stream_red" | "stream_fold" | "stream_seq" => self.stream(name, args),
            _ => Err(Stop::Outside(format!("the function {name}"))),
        }
    }

    fn map(&mut self, f: &V, arrays: &[V]) -> Run {
        let n = arrays[0].items()?.len();
        let mut items = vec![];
        for array in arrays {
            if array.items()?.len() != n {
                return fails("arrays of different sizes are mapped together");
            }
        }
        for i in 0..n {
            let args: Vec<V> =
                arrays.iter().map(|a| Ok(a.items()?[i].clone())).collect::<Result<_, Stop>>()?;
            items.push(self.call(f, args)?);
        }
        Ok(V::arr(items))
    }

    fn zip(&mut self, a: &V, b: &V) -> Run {
        let (a, b) = (a.items()?, b.items()?);
        if a.len() != b.len() {
            return fails("arrays of different sizes are zipped");
        }
        Ok(V::arr(a.iter().zip(b.iter()).map(|(a, b)| V::tup(vec![a.clone(), b.clone()])).collect()))
    }

    fn partition(&mut self, holds: &V, items: &[V]) -> Result<(V, V), Stop> {
        let (mut yes, mut no) = (vec![], vec![]);
        for x in items {
            let side = if self.call(holds, vec![x.clone()])?.truth()? { &mut yes } else { &mut no };
            side.push(x.clone());
        }
        Ok((V::arr(yes), V::arr(no)))
    }

    fn fold(&mut self, op: &V, start: V, items: &[V]) -> Run {
        let mut sum = start;
        for x in items {
            sum = self.call(op, vec![sum, x.clone()])?;
        }
        Ok(sum)
    }

    fn expand(&mut self, name: &str, args: &[V]) -> Run {
        let (size, elem) = (&args[0], &args[1]);
        let xs = if name == "expand_reduce" { args[4].items()? } else { args[2].items()? };
        let mut rows = vec![];
        for x in xs.iter() {
            let n = self.call(size, vec![x.clone()])?.size()?;
            let row = (0..n).map(|i| self.call(elem, vec![x.clone(), V::num(i)]));
            rows.push(row.collect::<Result<Vec<V>, Stop>>()?);
        }
        match name {
            "expand" => Ok(V::arr(rows.concat())),
            "expand_rows" => Ok(V::arr(rows.into_iter().map(V::arr).collect())),
            _ => {
                let sums = rows.iter().map(|row| self.fold(&args[2], args[3].clone(), row));
                sums.collect::<Result<_, _>>().map(V::arr)
            }
        }
    }

    /// Pairs of key and value in the order of the keys, stably: each goes behind those that are not greater.
    fn sorted(&mut self, leq: &V, keys: &V, values: &V) -> Result<Vec<(V, V)>, Stop> {
        let (keys, values) = (keys.items()?, values.items()?);
        if keys.len() != values.len() {
            return fails("another number of keys");
        }
        let mut sorted: Vec<(V, V)> = vec![];
        for (key, value) in keys.iter().zip(values.iter()) {
            let mut at = sorted.len();
            while at > 0 && !self.call(leq, vec![sorted[at - 1].0.clone(), key.clone()])?.truth()? {
                at -= 1;
            }
            sorted.insert(at, (key.clone(), value.clone()));
        }
        Ok(sorted)
    }

    fn stream(&mut self, name: &str, args: &[V]) -> Run {
        let xs = args[args.len() - 1].items()?.clone();
        let mut chunks: Vec<V> = xs.chunks(CHUNK).map(|c| V::arr(c.to_vec())).collect();
        if chunks.is_empty() {
            chunks.push(V::arr(vec![]));
        }
        let mut out = vec![];
        let mut acc = None;
        for chunk in chunks {
            let n = chunk.items()?.len();
            let (ys, new) = match name {
                "stream_map" => (Some(self.call(&args[0], vec![chunk])?), None),
                "stream_fold" => (None, Some(self.call(&args[1], vec![args[2].clone(), chunk])?)),
                "stream_red" => {
                    let (acc, ys) = self.call(&args[1], vec![args[2].clone(), chunk])?.pair()?;
                    (Some(ys), Some(acc))
                }
                _ => {
                    let before = acc.clone().unwrap_or_else(|| args[1].clone());
                    let (acc, ys) = self.call(&args[0], vec![before, chunk])?.pair()?;
                    (Some(ys), Some(acc))
                }
            };
            if let Some(ys) = ys {
                if ys.items()?.len() != n {
                    return fails("a chunk of another size");
                }
                out.extend(ys.items()?.iter().cloned());
            }
            acc = match (acc, new) {
                (Some(before), Some(new)) if name != "stream_seq" => {
                    Some(self.call(&args[0], vec![before, new])?)
                }
                (_, new) => new,
            };
        }
        Ok(match (name, acc) {
            ("stream_map", _) => V::arr(out),
            ("stream_fold", Some(acc)) => acc,
            (_, Some(acc)) => V::tup(vec![acc, V::arr(out)]),
            (_, None) => return Err(Stop::Outside("a stream without a chunk".into())),
        })
    }
}

fn each(items: &[V], f: impl FnMut(&V) -> Run) -> Run {
    items.iter().map(f).collect::<Result<_, _>>().map(V::arr)
}

/// Where values go that have a place.
fn targets(is: &V, xs: &V, n: usize) -> Result<Vec<(usize, V)>, Stop> {
    let (is, xs) = (is.items()?, xs.items()?);
    if is.len() != xs.len() {
        return fails("another number of targets");
    }
    let mut found = vec![];
    for (i, x) in is.iter().zip(xs.iter()) {
        if let Some(i) = usize::try_from(i.int()?).ok().filter(|i| *i < n) {
            found.push((i, x.clone()));
        }
    }
    Ok(found)
}
