//! Whether a Kernel program is well-formed. These checks are the definition.
//!
//! **Kernels.** Names are distinct C identifiers. Parameters, `group` and `groups` (both `Index`) and shared buffers are distinct; there is at least one lane. A variable is
//! declared before it is used, in a block around the use, and not again inside of that block; buffers are parameters, shared or local; local ones are not combined into atomically,
//! shared ones only if their elements are whole words. An update of memory has an operator that is atomic; only a sum says what was there before, in a
//! variable of the type of its elements. Locks are a buffer of `i32`. Neighbours are elements of one buffer, read and written by lanes.
//! `can_fail` says whether there is a `Fail`, or a call of a function that can fail. A call has the arguments that the function takes, and it
//! sets one declared variable per result.
//!
//! **Lanes.** `lanes` do not stand inside of each other. Inside of them, what the group has declared is only read, but for variables
//! of lanes. The code of a group that has several lanes writes no memory, claims no record, takes no lock and calls no function,
//! and it does not read variables of lanes, except that `fold` does: what each has and what comes before are variables of lanes, the
//! total is the group's. `chain` stands directly in the body of the kernel and its variables are the group's. `last_out` stands at the end of the
//! body of a kernel with one lane, and of the scalars in front of it, its own body sees those that are saved and those that are set to what
//! comes before. All three, and what they set, have the types of their operator, which has a parameter for each value on each side, and
//! whose code writes no memory but its own; `chain` and `last_out` have no total, and what they need of a group's memory is what the kernel says.
//! `count` stands in the code of a group: it counts a truth value of lanes and sets an index of the group.
//!
//! **Vector loops** ([`crate::vector`]) have a power of two of lanes. Their bodies declare and set variables, store, branch, fail and
//! repeat: `for`, or a `while` that fails, has bounds or a condition that are the same in all lanes, so that they go through it together.
//! They set no variable from outside but those they fold or scan, each by an operator that commutes, tallies, and counters. A variable that they
//! scan is set once, by going on with it, and not read in front of that. Branches, and loops that end at another time in every lane, read no memory, and
//! write it only at a counter that they count up at their end, and that nobody else reads. What is stored is stored by one statement, in no loop, else at neighbouring
//! places, and not read if the loop can fail. Updates at the end of a body do not fail, have no loops, call no function and are not the work of a group; loops
//! that have them combine nothing besides, what stands in front of them does not read what they change, and they do not read what it stores.
//!
//! **Device functions.** As kernels, but without groups, lanes, locks and atomics, and they store only in local memory. One that calls itself, directly or
//! through others, can fail.
//!
//! **Host functions.** Every variable is set before it is used, on every path. A released buffer is not set. `Index` means
//! `i64` there. There is a length for each result that is a buffer and for no other. A launch has the arguments that the kernel takes,
//! a call those that the function takes, and it sets one variable per result. Buffers that are copied, shared or reused have the type of the
//! other one, and a round of a loop releases nothing that the next one needs. A read is of at least one element, each into a variable of its own and of
//! its type, at a position that depends on none of them. Offsets that come with arguments are parameters behind the others, two for each list of
//! sizes: an array of `i64` and the total; offsets in place of sizes are results that are arrays of `i64`.
//!
//! **Expressions.** Operands have the types that the variants of [`Exp`] ask for; `Failed` stands only in the code of a lane, of a kernel that
//! can fail. Conditions are bools, positions in buffers are `Index`.
//!
//! **Checks.** A failure has as many indices and operands, of the types, as its line of the check table says, and neither
//! are more than the record has room for.

mod calls;
mod host;
mod vector;

pub use calls::leads_back;

use crate::kernel::*;
use crate::print_kernel::{print_kvar, type_text};
use base::scalar::{ScalarFault, binary, unary};
use base::{BinOp, IdVec, Scalar, ScalarType};
use rustc_hash::FxHashSet;

/// Lists what is wrong with a program.
pub fn verify_kernel(prog: &Program) -> Result<(), Vec<String>> {
    let mut errors = vec![];
    let mut names = FxHashSet::default();
    for (id, check) in prog.checks.iter() {
        if check.at > RECORD_SLOTS || check.vals.len() > RECORD_SLOTS {
            errors.push(format!("check {}: more than {RECORD_SLOTS} indices or operands", id.0));
        }
        if check.what.matches("{}").count() != check.vals.len() {
            errors.push(format!("check {}: the message shows another number of operands", id.0));
        }
    }
    for (id, fun) in prog.device_funs.iter() {
        let mut v = Verifier::new(prog, &fun.vars, format!("function {}", fun.name), false);
        v.device_fun(id, fun);
        errors.extend(v.errors);
    }
    for (_, kernel) in prog.kernels.iter() {
        let mut v = Verifier::new(prog, &kernel.vars, format!("kernel {}", kernel.name), false);
        v.lanes = kernel.lanes;
        let word = kernel.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        v.require(
            word && !kernel.name.starts_with(|c: char| c.is_ascii_digit()),
            "the name is no identifier",
        );
        v.require(names.insert(&kernel.name), "the name is taken");
        v.kernel(kernel);
        errors.extend(v.errors);
    }
    for fun in &prog.funs {
        let mut v = Verifier::new(prog, &fun.vars, format!("host {}", fun.name), true);
        v.host_fun(fun);
        errors.extend(v.errors);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// What only one part has: whether it is well-formed, and its type.
trait Verified: Side {
    fn verify(&self, v: &mut Verifier) -> Option<KType>;
}

impl Verified for OnDevice {
    fn verify(&self, v: &mut Verifier) -> Option<KType> {
        match self {
            OnDevice::Load(buf, at) => {
                let elem = v.buf(*buf)?;
                v.expect(at, KType::Index);
                Some(KType::Scalar(elem))
            }
            OnDevice::Failed => {
                v.require(v.in_lane(), "a failure that is not a lane's");
                v.asks = true;
                Some(KType::Scalar(ScalarType::Bool))
            }
        }
    }
}

impl Verified for OnHost {
    fn verify(&self, v: &mut Verifier) -> Option<KType> {
        let OnHost::Workers(n) = self;
        v.operand(n, ScalarType::I64);
        Some(KType::Scalar(ScalarType::I64))
    }
}

struct Verifier<'a> {
    prog: &'a Program,
    vars: &'a IdVec<KVar, KVarInfo>,
    place: String,
    host: bool,
    /// Declared here (device), or set here (host).
    known: FxHashSet<KVar>,
    /// Buffers of a lane's own, and those that lanes share.
    local: FxHashSet<KVar>,
    shared: FxHashSet<KVar>,
    /// What all groups of a kernel have: its parameters, and the numbers of groups.
    given: FxHashSet<KVar>,
    lanes: u32,
    /// Inside of `lanes`: what the group has declared, which is not set there.
    group: Option<FxHashSet<KVar>>,
    /// How many blocks are around the statement.
    depth: usize,
    fails: bool,
    /// Whether only local memory may be written.
    pure: bool,
    /// Whether something asks for failures.
    asks: bool,
    errors: Vec<String>,
}

impl<'a> Verifier<'a> {
    fn new(prog: &'a Program, vars: &'a IdVec<KVar, KVarInfo>, place: String, host: bool) -> Verifier<'a> {
        Verifier {
            prog,
            vars,
            place,
            host,
            known: FxHashSet::default(),
            local: FxHashSet::default(),
            shared: FxHashSet::default(),
            given: FxHashSet::default(),
            lanes: 1,
            group: None,
            depth: 0,
            fails: false,
            pure: false,
            asks: false,
            errors: vec![],
        }
    }

    fn error(&mut self, what: impl std::fmt::Display) {
        self.errors.push(format!("{}: {what}", self.place));
    }

    fn require(&mut self, holds: bool, what: &str) {
        if !holds {
            self.error(what);
        }
    }

    fn name(&self, var: KVar) -> String {
        print_kvar(self.vars, var)
    }

    /// The type of a variable; on the host `Index` is `i64`.
    fn type_of(&self, var: KVar) -> Option<KType> {
        self.vars.get(var).map(|info| self.on_host(info.ty))
    }

    fn on_host(&self, ty: KType) -> KType {
        if self.host && ty == KType::Index { KType::Scalar(ScalarType::I64) } else { ty }
    }

    fn known(&mut self, var: KVar) {
        if !self.known.contains(&var) {
            let what = if self.host { "not set" } else { "not declared" };
            self.error(format!("{} is {what} here", self.name(var)));
        }
    }

    fn used(&mut self, var: KVar) -> Option<KType> {
        self.known(var);
        if self.per_lane(var) && !self.in_lane() {
            self.error(format!("{} has a value for each lane", self.name(var)));
        }
        self.type_of(var)
    }

    fn declare(&mut self, var: KVar) {
        if self.vars.get(var).is_none() {
            self.error(format!("variable {} is not in the table", var.0));
        }
        if !self.known.insert(var) {
            self.error(format!("{} is declared twice", self.name(var)));
        }
    }

    /// The element type of a buffer.
    fn buf(&mut self, var: KVar) -> Option<ScalarType> {
        match self.used(var)? {
            KType::Buf(elem) => Some(elem),
            KType::Scalar(_) | KType::Index => {
                self.error(format!("{} is no buffer", self.name(var)));
                None
            }
        }
    }

    /// An expression of this type. A type that is unknown has been reported where it became so.
    fn expect<S: Verified>(&mut self, exp: &Exp<S>, wanted: KType) {
        let wanted = self.on_host(wanted);
        if let Some(got) = self.exp(exp)
            && got != wanted
        {
            self.error(format!("an expression has type {}, not {}", type_text(got), type_text(wanted)));
        }
    }

    fn scalar<S: Verified>(&mut self, exp: &Exp<S>, ty: ScalarType) {
        self.expect(exp, KType::Scalar(ty));
    }

    /// A scalar operand, for which an `Index` counts as `i64`.
    fn operand<S: Verified>(&mut self, exp: &Exp<S>, ty: ScalarType) {
        match self.exp(exp) {
            Some(KType::Index) if ty == ScalarType::I64 => {}
            Some(got) if got != KType::Scalar(ty) => {
                self.error(format!("an operand has type {}, not {ty}", type_text(got)));
            }
            Some(_) | None => {}
        }
    }

    fn defined(&mut self, fault: Option<ScalarFault>, op: &str, ty: ScalarType) {
        if fault == Some(ScalarFault::Undefined) {
            self.error(format!("{op} is not defined on {ty}"));
        }
    }

    fn exp<S: Verified>(&mut self, exp: &Exp<S>) -> Option<KType> {
        let ty = match exp {
            Exp::Const(c) => KType::Scalar(c.ty()),
            Exp::Index(_) => KType::Index,
            Exp::Var(v) => self.used(*v)?,
            Exp::Bin(op, ty, a, b) => {
                self.operand(a, *ty);
                self.operand(b, *ty);
                let one = Scalar::from_i64(*ty, 1);
                self.defined(binary(*op, one, one).err(), op.name(), *ty);
                KType::Scalar(op.result(*ty))
            }
            Exp::IndexBin(op, a, b) => {
                self.expect(a, KType::Index);
                self.expect(b, KType::Index);
                let one = Scalar::I64(1);
                self.defined(binary(*op, one, one).err(), op.name(), ScalarType::I64);
                if op.is_comparison() { KType::Scalar(ScalarType::Bool) } else { KType::Index }
            }
            Exp::Un(op, ty, a) => {
                self.operand(a, *ty);
                self.defined(unary(*op, Scalar::from_i64(*ty, 1)).err(), op.name(), *ty);
                KType::Scalar(op.result(*ty))
            }
            Exp::Conv(from, to, a) => {
                self.operand(a, *from);
                KType::Scalar(*to)
            }
            Exp::FromIndex(a) => {
                self.expect(a, KType::Index);
                KType::Scalar(ScalarType::I64)
            }
            Exp::Small(a) => {
                self.expect(a, KType::Index);
                KType::Scalar(ScalarType::I32)
            }
            Exp::ToIndex(a) => {
                self.scalar(a, ScalarType::I64);
                KType::Index
            }
            Exp::Select(c, a, b) => {
                self.scalar(c, ScalarType::Bool);
                let ty = self.exp(a)?;
                self.expect(b, ty);
                ty
            }
            Exp::Only(only) => only.verify(self)?,
        };
        Some(self.on_host(ty))
    }

    fn failure<S: Verified>(&mut self, check: CheckId, at: usize, vals: &[Exp<S>]) {
        let Some(line) = self.prog.checks.get(check) else {
            return self.error(format!("there is no check {}", check.0));
        };
        if line.at != at || line.vals.len() != vals.len() {
            return self.error(format!("check {} has another number of indices or operands", check.0));
        }
        for (val, ty) in vals.iter().zip(line.vals.clone()) {
            self.operand(val, ty);
        }
    }

    fn kernel(&mut self, k: &Kernel) {
        k.params.iter().chain([&k.group, &k.groups]).for_each(|v| self.declare(*v));
        for var in [k.group, k.groups] {
            self.require(self.type_of(var) == Some(KType::Index), "numbers of groups are no indices");
        }
        self.require(k.lanes > 0, "a group without lanes");
        let chain: u32 = k.body.iter().map(Stm::words).sum();
        self.require(chain == k.chain, "the memory of chains is not what the body needs");
        let is_last_out = |stm: &Stm| matches!(stm, Stm::LastOut { .. });
        let found = k.body.iter().position(is_last_out);
        self.require(found.is_none_or(|at| at + 1 == k.body.len()), "something stands behind last_out");
        self.given = k.params.iter().chain([&k.group, &k.groups]).copied().collect();
        k.shared.iter().for_each(|(buf, len)| self.memory(*buf, *len));
        self.shared.extend(k.shared.iter().map(|(buf, _)| *buf));
        self.stms(&k.body);
        self.require(self.fails == k.can_fail, "can_fail is not what the body says");
        self.require(!self.asks || k.can_fail, "failures are asked for where nothing can fail");
    }

    fn device_fun(&mut self, id: DeviceId, fun: &DeviceFun) {
        fun.params.iter().for_each(|v| self.declare(*v));
        let index = fun.params.iter().any(|v| self.type_of(*v) == Some(KType::Index));
        self.require(!index, "a parameter of a function is an index");
        self.pure = true;
        // What the body declares is known to the results.
        fun.body.iter().for_each(|s| self.stm(s));
        for (ty, exp) in &fun.results {
            self.scalar(exp, *ty);
        }
        let fails = self.fails || leads_back(self.prog, id);
        self.require(fails == fun.can_fail, "can_fail is not what the body says");
        self.require(!self.asks || fun.can_fail, "failures are asked for where nothing can fail");
    }

    fn device_call(&mut self, fun: DeviceId, check: CheckId, args: &[Arg], results: &[KVar], at: &[Exp]) {
        let Some(callee) = self.prog.device_funs.get(fun) else {
            return self.error("a call of no function");
        };
        self.fails |= callee.can_fail;
        self.args(&callee.params, &callee.vars, args);
        self.failure::<OnDevice>(check, 0, &[]);
        at.iter().for_each(|i| self.operand(i, ScalarType::I64));
        self.require(at.len() <= RECORD_SLOTS, "a call with too many indices");
        self.require(callee.results.len() == results.len(), "a call with another number of results");
        for (own, (ty, _)) in results.iter().zip(&callee.results) {
            let got = self.used(*own);
            self.require(got == Some(KType::Scalar(*ty)), "a result of another type");
        }
    }

    /// A block: what it declares is known in it only.
    fn stms(&mut self, stms: &[Stm]) {
        let known = self.known.clone();
        self.depth += 1;
        stms.iter().for_each(|s| self.stm(s));
        self.depth -= 1;
        self.known = known;
    }

    /// Declares memory of a lane or a group.
    fn memory(&mut self, buf: KVar, len: u32) {
        self.require(matches!(self.type_of(buf), Some(KType::Buf(_))), "local memory that is no buffer");
        self.require(len > 0, "local memory of no elements");
        self.declare(buf);
    }

    fn per_lane(&self, var: KVar) -> bool {
        self.vars.get(var).is_some_and(|info| info.per_lane)
    }

    /// Whether this is code of a lane.
    fn in_lane(&self) -> bool {
        self.lanes == 1 || self.group.is_some()
    }

    /// `lanes`: what is inside is the code of a lane.
    fn lanes(&mut self, lane: KVar, body: &[Stm]) {
        self.require(self.group.is_none() && !self.pure, "lanes inside of a lane");
        let known = self.known.clone();
        let outside = self.group.replace(known.clone());
        self.declare(lane);
        self.require(self.type_of(lane) == Some(KType::Index), "the number of a lane is no index");
        self.stms(body);
        self.group = outside;
        self.known = known;
    }

    /// A `fold` (of lanes), or a `chain`.
    fn combine(&mut self, c: &Combine, of_lanes: bool) {
        self.require(self.group.is_none() && !self.pure, "a fold or chain inside of a lane");
        let n = c.own.len();
        let counted = [&c.before, &c.total].iter().all(|vars| vars.is_empty() || vars.len() == n);
        let fits = n > 0 && counted && c.params.len() == 2 * n && c.results.len() == n;
        self.require(fits, "a fold or chain with another number of values than its operator");
        let types: Vec<Option<KType>> = c.own.iter().map(|v| self.type_of(*v)).collect();
        self.require(!types.iter().any(|ty| matches!(ty, Some(KType::Buf(_)))), "a fold or chain of buffers");
        for (vars, lanes) in [(&c.own, of_lanes), (&c.before, of_lanes), (&c.total, false)] {
            for (var, ty) in vars.iter().zip(&types) {
                self.known(*var);
                self.require(self.type_of(*var) == *ty, "a fold or chain of another type than its operator");
                let right = self.lanes == 1 || self.per_lane(*var) == lanes;
                self.require(right, "a fold or chain of variables of the other kind");
            }
        }
        let known = self.known.clone();
        let outside = self.group.replace(known.clone());
        c.params.iter().for_each(|v| self.declare(*v));
        for (var, ty) in c.params.iter().zip(types.iter().chain(&types)) {
            self.require(self.type_of(*var) == *ty, "an operator with parameters of other types");
        }
        let pure = std::mem::replace(&mut self.pure, true);
        c.body.iter().for_each(|stm| self.stm(stm));
        for (exp, ty) in c.results.iter().zip(&types) {
            if let Some(ty) = ty {
                self.expect(exp, *ty);
            }
        }
        self.pure = pure;
        self.group = outside;
        self.known = known;
    }

    /// Elements that are stored side by side.
    fn stores(&mut self, buf: KVar, at: &Exp, vals: &[Exp]) {
        let elem = self.buf(buf);
        self.expect(at, KType::Index);
        if let Some(elem) = elem {
            vals.iter().for_each(|val| self.scalar(val, elem));
        }
        self.require(!self.pure || self.local.contains(&buf), "a function stores outside of itself");
    }

    fn stm(&mut self, stm: &Stm) {
        let of_lane = matches!(
            stm,
            Stm::Store { .. }
                | Stm::Stores { .. }
                | Stm::Atomic { .. }
                | Stm::Locked { .. }
                | Stm::Fail { .. }
                | Stm::Call { .. }
        );
        self.require(!of_lane || self.in_lane(), "the code of a group does what only lanes do");
        match stm {
            Stm::Let(var, exp) => {
                if let Some(ty) = self.type_of(*var) {
                    self.expect(exp, ty);
                    self.require(!matches!(ty, KType::Buf(_)), "a buffer is declared");
                }
                self.require(
                    self.group.is_none() || !self.per_lane(*var),
                    "a lane declares a variable of lanes",
                );
                self.declare(*var);
            }
            Stm::Local { buf, len } => {
                self.memory(*buf, *len);
                self.local.insert(*buf);
            }
            Stm::Lanes { lane, body } => self.lanes(*lane, body),
            Stm::Fold(combine) => self.combine(combine, true),
            Stm::Count { holds, total } => {
                self.require(self.group.is_none() && !self.pure, "a count inside of a lane");
                for (var, ty, of_lanes) in
                    [(*holds, KType::Scalar(ScalarType::Bool), true), (*total, KType::Index, false)]
                {
                    self.known(var);
                    self.require(self.type_of(var) == Some(ty), "a count of another type");
                    let right = self.lanes == 1 || self.per_lane(var) == of_lanes;
                    self.require(right, "a count of variables of the other kind");
                }
            }
            Stm::Chain(combine) => {
                self.require(self.depth == 1, "a chain in a loop or branch");
                self.require(combine.total.is_empty(), "a chain with a total");
                self.combine(combine, false);
            }
            Stm::LastOut { combine, saved, body } => {
                self.require(self.depth == 1 && self.lanes == 1, "last_out in a loop, a branch, or of lanes");
                self.require(combine.total.is_empty(), "last_out with a total");
                self.combine(combine, false);
                for var in saved {
                    self.known(*var);
                    let scalar = !matches!(self.type_of(*var), Some(KType::Buf(_)));
                    self.require(scalar, "a buffer is saved");
                }
                let outside = self.known.clone();
                let buffer = |var: &KVar| matches!(self.vars[*var].ty, KType::Buf(_));
                let left = |var: &KVar| combine.before.contains(var) || saved.contains(var);
                let seen = |var: &KVar| buffer(var) || left(var) || self.given.contains(var);
                self.known = outside.iter().copied().filter(seen).collect();
                self.stms(body);
                self.known = outside;
            }
            Stm::Set(var, exp) => {
                self.known(*var);
                if let Some(ty) = self.type_of(*var) {
                    self.expect(exp, ty);
                    self.require(!matches!(ty, KType::Buf(_)), "a buffer is assigned");
                }
                let groups = self.group.as_ref().is_some_and(|group| group.contains(var));
                self.require(!groups || self.per_lane(*var), "a lane sets a variable of its group");
            }
            Stm::Store { buf, at, val } => self.stores(*buf, at, std::slice::from_ref(val)),
            Stm::Stores { buf, at, vals } => self.stores(*buf, at, vals),
            Stm::Loads { vars, first } => {
                self.require(first.is_load(), "neighbours of what is no element");
                self.require(self.in_lane(), "the code of a group reads neighbours");
                for var in vars {
                    if let Some(ty) = self.type_of(*var) {
                        self.expect(first, ty);
                    }
                }
                vars.iter().for_each(|var| self.declare(*var));
            }
            Stm::If { cond, then, els } => {
                self.scalar(cond, ScalarType::Bool);
                self.stms(then);
                self.stms(els);
            }
            Stm::While { bounded: _, pre, cond, body } => {
                // The condition sees what stands in front of it; the body does not.
                let known = self.known.clone();
                self.depth += 1;
                pre.iter().for_each(|s| self.stm(s));
                self.depth -= 1;
                self.scalar(cond, ScalarType::Bool);
                self.known = known;
                self.stms(body);
            }
            Stm::For { var, from, to, vector, body } => {
                self.expect(from, KType::Index);
                self.expect(to, KType::Index);
                let known = self.known.clone();
                self.declare(*var);
                self.require(self.type_of(*var) == Some(KType::Index), "the variable of a for is no index");
                if let Some(vector) = vector {
                    self.vector(vector, *var, body);
                }
                self.stms(body);
                self.known = known;
            }
            Stm::Atomic { op, buf, at, val, old } => {
                use BinOp::*;
                let elem = self.buf(*buf);
                self.expect(at, KType::Index);
                if let Some(elem) = elem {
                    self.scalar(val, elem);
                    let one = Scalar::from_i64(elem, 1);
                    self.defined(binary(*op, one, one).err(), op.name(), elem);
                }
                self.require(!self.local.contains(buf), "local memory is combined into atomically");
                let whole = elem.is_none_or(|elem| elem.bytes() >= 4) || !self.shared.contains(buf);
                self.require(whole, "parts of words in shared memory are combined into atomically");
                self.require(!self.pure, "a function combines into memory");
                let known = matches!(op, Add | Min | Max | And | Or | Xor | Mul);
                self.require(known, "an operator that is not atomic");
                if let Some(old) = old {
                    let sum = *op == Add && elem.is_none_or(|elem| elem == ScalarType::I64);
                    self.require(
                        sum && !self.shared.contains(buf),
                        "the value before an update that is no sum",
                    );
                    self.declare(*old);
                    let ty = KType::Scalar(ScalarType::I64);
                    self.require(self.type_of(*old) == Some(ty), "what was there before has another type");
                }
            }
            Stm::Locked { locks, count, at, vals, body } => {
                let elem = self.buf(*locks);
                self.require(elem.is_none_or(|e| e == ScalarType::I32), "locks are no buffer of i32");
                self.require(!self.pure, "a function takes a lock");
                self.expect(count, KType::Index);
                self.expect(at, KType::Index);
                for (i, val) in vals.iter().enumerate() {
                    let store = body.len().checked_sub(vals.len() - i).and_then(|place| body.get(place));
                    if let Some(Stm::Store { buf, at: to, .. }) = store
                        && to == at
                    {
                        self.buf(*buf).into_iter().for_each(|elem| self.operand(val, elem));
                    } else {
                        self.error(
                            "values are combined into cells to which the last statements do not store",
                        );
                    }
                }
                self.stms(body);
            }
            Stm::Fail { check, at, vals } => {
                self.fails = true;
                at.iter().for_each(|i| self.operand(i, ScalarType::I64));
                self.failure(*check, at.len(), vals);
            }
            Stm::Call { fun, check, args, results, at } => self.device_call(*fun, *check, args, results, at),
        }
    }
}
