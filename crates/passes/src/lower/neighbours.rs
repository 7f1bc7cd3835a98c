//! Points side by side: a lane takes several neighbours at once, so that what lies side by side in memory is read and written by one
//! instruction, and what does not is at least asked for together.

use super::body::{both, either, not};
use super::code::{KernelBuilder, ix, less};
use super::quiet::quiet;
use super::walker::not_less;
use base::{BinOp, Scalar, ScalarType};
use ir::kernel::{Exp, KType, KVar, OnDevice, Stm, declared, statements};

/// The most points of a lane, and the most statements that they become: more lanes hide more than longer code does.
const MOST: u32 = 16;
const MOST_STATEMENTS: usize = 96;

/// The most rounds of a lane that wait for memory together.
const MOST_ROUNDS: u32 = 8;

/// How many neighbours a lane should take whose code at each of them is this: as many as fill a unit (`Target::unit`) with the
/// narrowest elements that it reads or writes at its `position`. One, if there are none, or the code has loops.
pub(super) fn neighbours(k: &KernelBuilder, unit: u32, code: &[Stm], position: KVar) -> u32 {
    if !is_straight(code) {
        return 1;
    }
    let bytes = |buf: KVar| if let KType::Buf(ty) = k.type_of(buf) { ty.bytes() as u32 } else { unit };
    let narrowest = code.iter().filter_map(|stm| side_by_side(stm, position, code)).map(bytes).min();
    at_most(narrowest.map_or(1, |bytes| (unit / bytes).clamp(1, MOST)), code)
}

/// How many rounds of a lane should go side by side whose code is this. One, if it has loops.
pub(super) fn rounds_at_once(code: &[Stm]) -> u32 {
    if is_straight(code) { at_most(MOST_ROUNDS, code) } else { 1 }
}

/// So many copies of code, or as many as are not too long.
fn at_most(mut count: u32, code: &[Stm]) -> u32 {
    while count > 1 && count as usize * statements(code) > MOST_STATEMENTS {
        count /= 2;
    }
    count
}

/// The code of `count` points, of which the first is at `position`. Those that only compute run through step by step, all points at
/// each; whatever depends on variables from outside that the code sets is done point by point, behind it.
pub(super) fn together(k: &mut KernelBuilder, code: &[Stm], position: KVar, count: u32) -> Vec<Stm> {
    let ordered = in_order(code);
    let mut points: Vec<Vec<Stm>> = vec![code.to_vec()];
    for i in 1..count {
        let here = ix(BinOp::Add, Exp::Var(position), Exp::Index(i.into()));
        let mut copy = code.to_vec();
        copy.iter_mut().for_each(|stm| stm.replace(position, &here));
        for var in declared(code) {
            let fresh = k.like(var);
            copy.iter_mut().for_each(|stm| stm.rename(var, fresh));
        }
        points.push(copy);
    }
    count_on(code, &mut points, position);
    let mut all = vec![];
    for (i, stm) in code.iter().enumerate().filter(|(i, _)| !ordered[*i]) {
        let copies = points.iter().map(|point| &point[i]);
        let near = side_by_side(stm, position, code).is_some();
        if let (Stm::Let(_, first), true) = (stm, near) {
            let vars = copies.flat_map(Stm::declares).copied().collect();
            all.push(Stm::Loads { vars, first: first.clone() });
        } else if let (Stm::Store { buf, at, .. }, true) = (stm, near) {
            let val = |copy: &Stm| if let Stm::Store { val, .. } = copy { Some(val.clone()) } else { None };
            all.push(Stm::Stores { buf: *buf, at: at.clone(), vals: copies.filter_map(val).collect() });
        } else {
            all.extend(copies.cloned());
        }
    }
    for point in points {
        all.extend(point.into_iter().zip(&ordered).filter(|(_, ordered)| **ordered).map(|(stm, _)| stm));
    }
    all
}

/// Coordinates of a point are those of its neighbour, one further, instead of quotients and remainders of its position.
fn count_on(code: &[Stm], points: &mut [Vec<Stm>], position: KVar) {
    let dividing = |stm: &Stm, wanted: [BinOp; 2]| {
        let Stm::Let(_, Exp::IndexBin(op, a, by)) = stm else { return None };
        let fixed = !by.loads() && declared(code).iter().all(|own| !by.mentions(&[*own]));
        (wanted.contains(op) && **a == Exp::Var(position) && fixed).then(|| (**by).clone())
    };
    let var = |stm: &Stm| stm.declares().first().map(|var| Exp::Var(*var));
    let one = |exp: Exp| ix(BinOp::Add, exp, Exp::Index(1));
    for (m, stm) in code.iter().enumerate() {
        let Some(size) = dividing(stm, [BinOp::Mod, BinOp::Rem]) else { continue };
        let quotients: Vec<usize> = (m + 1..code.len())
            .filter(|q| dividing(&code[*q], [BinOp::Div, BinOp::Quot]).as_ref() == Some(&size))
            .collect();
        for i in 1..points.len() {
            let Some(before) = var(&points[i - 1][m]) else { continue };
            let next = one(before);
            let ends = Exp::IndexBin(BinOp::Eq, Box::new(next.clone()), Box::new(size.clone()));
            let next = Exp::Select(Box::new(ends), Box::new(Exp::Index(0)), Box::new(next));
            let Stm::Let(own, exp) = &mut points[i][m] else { continue };
            *exp = next;
            let begins = Exp::IndexBin(BinOp::Eq, Box::new(Exp::Var(*own)), Box::new(Exp::Index(0)));
            for q in &quotients {
                let Some(before) = var(&points[i - 1][*q]) else { continue };
                let next =
                    Exp::Select(Box::new(begins.clone()), Box::new(one(before.clone())), Box::new(before));
                if let Stm::Let(_, exp) = &mut points[i][*q] {
                    *exp = next;
                }
            }
        }
    }
}

/// The code of independent points that a lane takes at once, of which the first is at `p`, and how many they are. They are evaluated
/// together, quietly, and stored if none was wrong; else, and where the last points are fewer, one by one.
pub(super) fn several(
    k: &mut KernelBuilder,
    unit: u32,
    code: Vec<Stm>,
    p: KVar,
    total: &Exp,
) -> (Vec<Stm>, u32) {
    let flag = KType::Scalar(ScalarType::Bool);
    let (yes, no) = (Exp::Const(Scalar::Bool(true)), Exp::Const(Scalar::Bool(false)));
    let (wrong, any) = (k.var("wrong", flag), k.var("any", flag));
    let last = code.iter().rposition(|stm| !matches!(stm, Stm::Store { .. })).map_or(0, |at| at + 1);
    let (head, stores) = code.split_at(last);
    let still = quiet(head, wrong, &|_| false).map(|mut still| {
        still.insert(0, Stm::Let(wrong, no.clone()));
        still.push(Stm::Set(any, either(Exp::Var(any), Exp::Var(wrong))));
        still.extend(stores.iter().cloned());
        still
    });
    let each = neighbours(k, unit, still.as_ref().unwrap_or(&code), p);
    if each == 1 {
        return (code, 1);
    }
    let behind = ix(BinOp::Add, Exp::Var(p), Exp::Index(each.into()));
    let (mut fits, alone) = (not_less(total.clone(), behind.clone()), k.var("alone", flag));
    let mut then = together(k, still.as_ref().unwrap_or(&code), p, each);
    if still.is_some() {
        let stores: Vec<Stm> =
            then.extract_if(.., |stm| matches!(stm, Stm::Store { .. } | Stm::Stores { .. })).collect();
        then.insert(0, Stm::Let(any, no));
        if !stores.is_empty() {
            then.push(Stm::If { cond: Exp::Var(any), then: vec![], els: stores });
        }
        then.push(Stm::Set(alone, Exp::Var(any)));
        fits = both(not(Exp::FAILED), fits);
    } else {
        then.push(Stm::Set(alone, no));
    }
    // The same points in other variables.
    let q = k.var("p", KType::Index);
    let mut body = code;
    body.iter_mut().for_each(|stm| stm.replace(p, &Exp::Var(q)));
    body.push(Stm::Set(q, ix(BinOp::Add, Exp::Var(q), Exp::Index(1))));
    let cond = less(Exp::Var(q), ix(BinOp::Min, behind, total.clone()));
    let one_by_one = vec![Stm::Let(q, Exp::Var(p)), Stm::While { bounded: true, pre: vec![], cond, body }];
    let body = vec![
        Stm::Let(alone, yes),
        Stm::If { cond: fits, then, els: vec![] },
        Stm::If { cond: Exp::Var(alone), then: one_by_one, els: vec![] },
    ];
    (body, each)
}

/// The buffer of which a statement reads or writes the element at the position of its point, or so many in front of it or behind it,
/// the same number for all points.
fn side_by_side(stm: &Stm, position: KVar, code: &[Stm]) -> Option<KVar> {
    let (buf, at) = if let Stm::Let(_, Exp::Only(OnDevice::Load(buf, at))) = stm {
        (*buf, &**at)
    } else if let Stm::Store { buf, at, .. } = stm {
        (*buf, at)
    } else {
        return None;
    };
    let here = Exp::Var(position);
    let own = declared(code);
    let fixed = |exp: &Exp| !exp.mentions(&[position]) && !exp.mentions(&own) && !exp.loads();
    let near = if let Exp::IndexBin(BinOp::Add, a, b) = at {
        (**a == here && fixed(b)) || (**b == here && fixed(a))
    } else if let Exp::IndexBin(BinOp::Sub, a, b) = at {
        **a == here && fixed(b)
    } else {
        *at == here
    };
    near.then_some(buf)
}

/// Which statements depend on variables from outside that the code sets, and so on what points in front have done.
fn in_order(code: &[Stm]) -> Vec<bool> {
    let own = declared(code);
    let mut tainted: Vec<KVar> = vec![];
    let mut ordered = vec![false; code.len()];
    fn sets(stm: &Stm, into: &mut Vec<KVar>) {
        if let Stm::Set(var, _) = stm {
            into.push(*var);
        }
        stm.blocks().into_iter().flatten().for_each(|stm| sets(stm, into));
    }
    for stm in code {
        let mut set = vec![];
        sets(stm, &mut set);
        tainted.extend(set.into_iter().filter(|var| !own.contains(var)));
    }
    for (stm, ordered) in code.iter().zip(&mut ordered) {
        let mut set = vec![];
        sets(stm, &mut set);
        *ordered = stm.mentions(&tainted) || set.iter().any(|var| tainted.contains(var));
        if *ordered {
            tainted.extend(stm.declares());
            tainted.extend(set);
        }
    }
    ordered
}

/// Whether code only computes, reads and writes, without loops; it stores to memory only outside of branches, and reads nothing that it
/// has stored: that is memory of a lane, in which there is one point at a time.
fn is_straight(code: &[Stm]) -> bool {
    fn computes(stm: &Stm) -> bool {
        match stm {
            Stm::Let(..) | Stm::Set(..) => true,
            Stm::If { then, els, .. } => then.iter().chain(els).all(computes),
            Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::While { .. }
            | Stm::For { .. }
            | Stm::Atomic { .. }
            | Stm::Locked { .. }
            | Stm::Fail { .. }
            | Stm::Lanes { .. }
            | Stm::Fold(_)
            | Stm::Count { .. }
            | Stm::Chain(_)
            | Stm::LastOut { .. }
            | Stm::Call { .. } => false,
        }
    }
    let failed = |stm: &Stm| stm.exps().into_iter().any(|exp| exp.any(&|exp| *exp == Exp::FAILED));
    let mut stored = vec![];
    code.iter().all(|stm| {
        let again = reads(stm, &stored);
        if let Stm::Store { buf, .. } = stm {
            stored.push(*buf);
        }
        (matches!(stm, Stm::Store { .. }) || computes(stm)) && !failed(stm) && !again
    })
}

/// Whether a statement, or one inside of it, reads from one of these buffers.
fn reads(stm: &Stm, bufs: &[KVar]) -> bool {
    let from = |exp: &Exp| matches!(exp, Exp::Only(OnDevice::Load(buf, _)) if bufs.contains(buf));
    let own = stm.exps().into_iter().any(|exp| exp.any(&from));
    own || stm.blocks().into_iter().flatten().any(|stm| reads(stm, bufs))
}
