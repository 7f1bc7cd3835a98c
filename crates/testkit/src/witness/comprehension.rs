//! Comprehensions: a list of bindings that each qualifier makes longer, shorter or orders.

use super::eval::{Eval, bound};
use super::syntax::{E, P, Q};
use super::value::{Env, V};
use super::{Run, Stop, fails};
use std::cmp::Ordering;

/// The state between two qualifiers.
#[derive(Clone)]
struct Rows {
    /// What is in scope for each combination of values.
    rows: Vec<Env>,
    /// The names bound in this comprehension.
    names: Vec<String>,
}

impl Eval {
    pub(super) fn comprehension(&mut self, head: &E, sides: &[Vec<Q>], env: &Env) -> Run {
        let start = Rows { rows: vec![env.clone()], names: vec![] };
        let rows = self.zipped(sides, start)?;
        rows.rows.iter().map(|row| self.exp(head, row)).collect::<Result<_, _>>().map(V::arr)
    }

    /// Sides with bars between them: for every row so far they give as many rows each, which go together.
    fn zipped(&mut self, sides: &[Vec<Q>], before: Rows) -> Result<Rows, Stop> {
        if let [side] = sides {
            return self.qualified(side, before);
        }
        let mut names = before.names.clone();
        let mut rows = vec![];
        for (at, row) in before.rows.iter().enumerate() {
            let mut found: Vec<Rows> = vec![];
            for side in sides {
                let start = Rows { rows: vec![row.clone()], names: vec![] };
                found.push(self.qualified(side, start)?);
            }
            if at == 0 {
                found.iter().for_each(|side| names.extend(side.names.clone()));
            }
            let n = found[0].rows.len();
            if found.iter().any(|side| side.rows.len() != n) {
                return fails("sides of different lengths");
            }
            for i in 0..n {
                let mut env = row.clone();
                for side in &found {
                    for name in &side.names {
                        let value = side.rows[i].get(name).cloned();
                        env = env.bind(name, value.ok_or_else(|| Stop::Outside("an unbound name".into()))?);
                    }
                }
                rows.push(env);
            }
        }
        Ok(Rows { rows, names })
    }

    fn qualified(&mut self, side: &[Q], start: Rows) -> Result<Rows, Stop> {
        let mut so_far = start;
        for qualifier in side {
            so_far = self.qualifier(qualifier, so_far)?;
        }
        Ok(so_far)
    }

    fn qualifier(&mut self, qualifier: &Q, before: Rows) -> Result<Rows, Stop> {
        let Rows { rows, mut names } = before;
        let mut after = vec![];
        match qualifier {
            Q::Zip(sides) => return self.zipped(sides, Rows { rows, names }),
            Q::Bind(pat, source) => {
                for row in rows {
                    for item in self.exp(source, &row)?.items()?.iter() {
                        self.step(0)?;
                        after.push(bound(pat, item, &row)?);
                    }
                }
                pat.names(&mut names);
            }
            Q::Let(pat, value) => {
                for row in rows {
                    let value = self.exp(value, &row)?;
                    after.push(bound(pat, &value, &row)?);
                }
                pat.names(&mut names);
            }
            Q::Filter(holds) => {
                for row in rows {
                    if self.exp(holds, &row)?.truth()? {
                        after.push(row);
                    }
                }
            }
            Q::Order(key, falling) => {
                let sorted = self.by_key(key, rows, *falling)?;
                after = sorted.into_iter().map(|(_, row)| row).collect();
            }
            Q::Group(pat, key) => {
                let sorted = self.by_key(key, rows, false)?;
                after = self.groups(pat, sorted, &names)?;
                pat.names(&mut names);
            }
        }
        names.sort();
        names.dedup();
        Ok(Rows { rows: after, names })
    }

    /// Rows with their keys, in order; those with equal keys as they were.
    fn by_key(&mut self, key: &E, rows: Vec<Env>, falling: bool) -> Result<Vec<(V, Env)>, Stop> {
        let mut sorted: Vec<(V, Env)> = vec![];
        for row in rows {
            let key = self.exp(key, &row)?;
            let mut at = sorted.len();
            while at > 0 {
                let order = sorted[at - 1].0.order(&key)?;
                if order != (if falling { Ordering::Less } else { Ordering::Greater }) {
                    break;
                }
                at -= 1;
            }
            sorted.insert(at, (key, row));
        }
        Ok(sorted)
    }

    /// Rows with equal keys become one, in which every name is the array of its values.
    fn groups(&mut self, pat: &P, sorted: Vec<(V, Env)>, names: &[String]) -> Result<Vec<Env>, Stop> {
        let mut groups: Vec<(V, Vec<Env>)> = vec![];
        for (key, row) in sorted {
            match groups.last_mut() {
                Some((last, rows)) if last.order(&key)? == Ordering::Equal => rows.push(row),
                _ => groups.push((key, vec![row])),
            }
        }
        let mut after = vec![];
        for (key, rows) in groups {
            let mut env = rows[0].clone();
            for name in names {
                let values: Vec<V> = rows.iter().filter_map(|row| row.get(name).cloned()).collect();
                env = env.bind(name, V::arr(values));
            }
            after.push(bound(pat, &key, &env)?);
        }
        Ok(after)
    }
}
