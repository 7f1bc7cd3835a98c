//! Smaller programs that fail alike: fewer inputs, simpler subexpressions, fewer rows.

use crate::data::Data;
use crate::generate::Case;
use crate::tree::{Exp, S, Ty};

/// The simplest case found for which `fails` holds, within a number of attempts.
pub fn shrink(case: &Case, attempts: usize, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut left = attempts;
    let mut attempt = |candidate: &Case, left: &mut usize| {
        *left = left.saturating_sub(1);
        *left > 0 && fails(candidate)
    };
    // One input is enough.
    for i in 0..case.inputs.len() {
        let one = Case { inputs: vec![case.inputs[i].clone()], ..best.clone() };
        if attempt(&one, &mut left) {
            best = one;
            break;
        }
    }
    loop {
        let before = best.clone();
        let mut at = 0;
        while at < best.entry.body.nodes() && left > 0 {
            let found = simpler(&best.entry.body, at).into_iter().find_map(|body| {
                let mut candidate = best.clone();
                candidate.entry.body = body;
                attempt(&candidate, &mut left).then_some(candidate)
            });
            match found {
                Some(candidate) => best = candidate,
                None => at += 1,
            }
        }
        best = fewer_params(&best, &mut |c| attempt(c, &mut left));
        best = fewer_rows(&best, &mut |c| attempt(c, &mut left));
        if best.entry == before.entry && best.inputs == before.inputs || left == 0 {
            return best;
        }
    }
}

/// Replacements of the node at a place, counted from the root: constants, then its own parts.
fn simpler(body: &Exp, at: usize) -> Vec<Exp> {
    let Some(node) = get(body, at) else { return vec![] };
    let mut parts = vec![];
    if node.kids().next().is_some() {
        parts.push(plain(&node.ty));
        let mut bound = vec![];
        collect(node, node, &mut bound, &mut parts);
    }
    // Larger cuts first.
    parts.retain(|p| p.nodes() < node.nodes());
    parts.sort_by_key(Exp::nodes);
    parts.into_iter().map(|part| replaced(body, at, &part)).collect()
}

/// Descendants of the type of `root` that mention no name bound on the way.
fn collect<'a>(root: &Exp, node: &'a Exp, bound: &mut Vec<&'a str>, parts: &mut Vec<Exp>) {
    let before = bound.len();
    bound.extend(node.own());
    for kid in node.kids() {
        let mut free = true;
        kid.each_var(&mut |name| free &= !bound.contains(&name));
        if kid.ty == root.ty && free {
            parts.push(kid.clone());
        }
        collect(root, kid, bound, parts);
    }
    bound.truncate(before);
}

fn plain(ty: &Ty) -> Exp {
    let text = match ty {
        Ty::Scalar(S::I64) => "1i64".to_string(),
        Ty::Scalar(S::I32) => "1i32".to_string(),
        Ty::Scalar(S::F64) => "1f64".to_string(),
        Ty::Scalar(S::Bool) => "true".to_string(),
        Ty::Arr(elem) => format!("[{}]", plain(elem).print()),
        Ty::Mat(s) => format!("(replicate 2i64 [{}])", plain(&Ty::Scalar(*s)).print()),
        Ty::Tup(items) => {
            let items: Vec<String> = items.iter().map(|t| plain(t).print()).collect();
            format!("({})", items.join(", "))
        }
        Ty::Rec(fields) => {
            let field = |(name, t): &(&str, Ty)| format!("{name} = {}", plain(t).print());
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Ty::Sum(cases) => {
            let least = cases.iter().min_by_key(|(_, parts)| parts.len());
            let (name, parts) = least.map_or(("", &[][..]), |(name, parts)| (*name, parts));
            let parts: String = parts.iter().map(|t| format!(" {}", plain(t).print())).collect();
            format!("(#{name}{parts}: {})", ty.inner())
        }
    };
    Exp::text(ty.clone(), text)
}

fn get(exp: &Exp, at: usize) -> Option<&Exp> {
    if at == 0 {
        return Some(exp);
    }
    let mut at = at - 1;
    for kid in exp.kids() {
        let nodes = kid.nodes();
        if at < nodes {
            return get(kid, at);
        }
        at -= nodes;
    }
    None
}

fn replaced(exp: &Exp, at: usize, by: &Exp) -> Exp {
    if at == 0 {
        return by.clone();
    }
    let mut at = at - 1;
    let mut copy = exp.clone();
    for kid in copy.kids_mut() {
        let nodes = kid.nodes();
        if at < nodes {
            *kid = replaced(kid, at, by);
            break;
        }
        at -= nodes;
    }
    copy
}

/// Drops parameters that are not used.
fn fewer_params(case: &Case, fails: &mut impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut i = 0;
    while i < best.entry.params.len() {
        let mut used = false;
        best.entry.body.each_var(&mut |name| used |= name == best.entry.params[i].0);
        let mut candidate = best.clone();
        candidate.entry.params.remove(i);
        for input in &mut candidate.inputs {
            input.remove(i);
        }
        if !used && fails(&candidate) {
            best = candidate;
        } else {
            i += 1;
        }
    }
    best
}

/// Drops rows and elements of the arguments, and makes numbers simpler.
fn fewer_rows(case: &Case, fails: &mut impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    for run in 0..best.inputs.len() {
        for arg in 0..best.inputs[run].len() {
            let mut at = 0;
            let ty = best.entry.params[arg].1.clone();
            while let Some(smaller) = without(&best.inputs[run][arg], &ty, &mut at.clone()) {
                let mut candidate = best.clone();
                candidate.inputs[run][arg] = smaller;
                if fails(&candidate) {
                    best = candidate;
                } else {
                    at += 1;
                }
            }
        }
    }
    best
}

/// The data without its `at`-th row or element, counted depth first.
fn without(data: &Data, ty: &Ty, at: &mut usize) -> Option<Data> {
    // The rows of a matrix stay of one length.
    let (Data::Rows(rows), false) = (data, matches!(ty, Ty::Mat(_))) else { return None };
    let parts = ty.parts();
    for (i, row) in rows.iter().enumerate() {
        if parts.is_empty() {
            if *at == 0 {
                let mut rows = rows.clone();
                rows.remove(i);
                return Some(Data::Rows(rows));
            }
            *at -= 1;
        }
        let of = parts.get(i).map(|(_, t)| (*t).clone()).or(ty.elem())?;
        if let Some(smaller) = without(row, &of, at) {
            let mut rows = rows.clone();
            rows[i] = smaller;
            return Some(Data::Rows(rows));
        }
    }
    None
}
