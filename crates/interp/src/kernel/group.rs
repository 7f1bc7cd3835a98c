//! Groups that take turns.

use super::lane::{Lane, Scope, World, bind};
use super::memory::{Memory, Who};
use super::record::Record;
use super::{Chance, Fault, Launch};
use base::{Scalar, ScalarType};
use ir::kernel::{Combine, Exp, KType, KVar, Kernel, Program, Stm};
use rustc_hash::FxHashMap;

/// Most groups that have begun and not come to their end.
const AT_ONCE: usize = 5;

/// Runs a launch: a fault is a bug of the compiler; failures of the program are in the record.
pub fn launch(
    program: &Program,
    launch: &Launch,
    memory: &mut Memory,
    record: &mut Record,
) -> Result<(), Fault> {
    if record.claim != 0 {
        // An earlier launch has failed.
        return Ok(());
    }
    memory.begin();
    let kernel = &program.kernels[launch.kernel];
    let world = World { program, vars: &kernel.vars, memory, record, number: launch.number };
    let mut run = Run {
        world,
        kernel,
        groups: launch.groups,
        args: &launch.args,
        chance: Chance(launch.seed | 1),
        regions: 0,
        said: FxHashMap::default(),
    };
    run.all().map_err(|Fault(what)| Fault(format!("kernel {}: {what}", kernel.name)))
}

struct Run<'a> {
    world: World<'a>,
    kernel: &'a Kernel,
    groups: i64,
    args: &'a [u64],
    chance: Chance,
    /// How many regions have begun.
    regions: u64,
    /// What each group has said at each chain, which the address of the statement names.
    said: FxHashMap<(usize, i64), Vec<Scalar>>,
}

/// A group that has begun.
struct Group<'a> {
    number: i64,
    /// Blocks it is in, the innermost last: what is left of each, and what follows its end.
    stack: Vec<Frame<'a>>,
    own: Scope,
    lanes: Vec<Scope>,
    /// Memory that lanes share.
    shared: Vec<super::BufId>,
    region: u64,
}

struct Frame<'a> {
    rest: &'a [Stm],
    then: Then<'a>,
}

/// What follows the end of a block.
enum Then<'a> {
    Leave,
    /// A `while`: evaluates the condition, and begins the body again.
    Test(&'a Stm),
    /// A `for`, with the next and the last index.
    Next(&'a Stm, i64, i64),
    /// A `last_out`, with the next group, and what those in front have.
    Turn(&'a Stm, i64, Vec<Scalar>),
}

/// How far a group has come.
#[derive(PartialEq, Eq)]
enum Progress {
    Ran,
    /// It waits for groups in front.
    Waits,
    Ended,
}

impl<'a> Run<'a> {
    fn all(&mut self) -> Result<(), Fault> {
        let mut waiting: Vec<i64> = (0..self.groups).collect();
        let mut begun: Vec<Group<'a>> = vec![];
        while !begun.is_empty() || !waiting.is_empty() {
            let more = begun.len() < AT_ONCE && !waiting.is_empty();
            if begun.is_empty() || (more && self.chance.below(3) == 0) {
                // Groups that wait for each other begin in order.
                let at = if self.kernel.chain > 0 { 0 } else { self.chance.below(waiting.len()) };
                let number = waiting.remove(at);
                begun.push(self.begin(number)?);
            }
            let at = self.chance.below(begun.len());
            // A few statements at a time: all orders come up, and most of them soon.
            for _ in 0..=self.chance.below(8) {
                match self.step(&mut begun[at])? {
                    Progress::Ran => {}
                    Progress::Waits => break,
                    Progress::Ended => {
                        let group = begun.swap_remove(at);
                        group.shared.iter().for_each(|buf| self.world.memory.free(*buf));
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, number: i64) -> Result<Group<'a>, Fault> {
        let kernel = self.kernel;
        let mut own = bind(kernel, self.args);
        own.scalars.insert(kernel.group, Scalar::I64(number));
        own.scalars.insert(kernel.groups, Scalar::I64(self.groups));
        let mut shared = vec![];
        for (buf, len) in &kernel.shared {
            let size = match kernel.vars[*buf].ty {
                KType::Buf(ty) | KType::Scalar(ty) => ty.bytes(),
                KType::Index => ScalarType::I64.bytes(),
            };
            let id = self.world.memory.alloc(size * *len as usize);
            own.bufs.insert(*buf, id);
            shared.push(id);
        }
        let lanes = vec![Scope::default(); kernel.lanes as usize];
        let stack = vec![Frame { rest: &kernel.body, then: Then::Leave }];
        self.regions += 1;
        Ok(Group { number, stack, own, lanes, shared, region: self.regions })
    }

    /// Executes the next statement of a group.
    fn step(&mut self, group: &mut Group<'a>) -> Result<Progress, Fault> {
        let Some(frame) = group.stack.last_mut() else { return Ok(Progress::Ended) };
        let Some((stm, rest)) = frame.rest.split_first() else {
            let Some(frame) = group.stack.pop() else { return Ok(Progress::Ended) };
            match frame.then {
                Then::Leave => {}
                Then::Test(stm) => self.test(group, stm)?,
                Then::Next(stm, next, to) => self.next(group, stm, next, to),
                Then::Turn(stm, next, front) => self.turn(group, stm, next, front)?,
            }
            return Ok(if group.stack.is_empty() { Progress::Ended } else { Progress::Ran });
        };
        if let Stm::Chain(combine) = stm
            && !self.chain(group, combine)?
        {
            return Ok(Progress::Waits);
        }
        if let Some(frame) = group.stack.last_mut() {
            frame.rest = rest;
        }
        match stm {
            Stm::Chain(_) => {}
            Stm::LastOut { combine, saved, .. } => {
                let left: Vec<KVar> = combine.own.iter().chain(saved).copied().collect();
                let left = self.values(group, &left, None)?;
                self.said.insert((std::ptr::from_ref(stm).addr(), group.number), left);
                let all = self.said.keys().filter(|(place, _)| *place == std::ptr::from_ref(stm).addr());
                if all.count() as i64 == self.groups && self.failed() == 0 {
                    // All that groups have done happened before what the last one does for each of them.
                    self.world.memory.begin();
                    self.turn(group, stm, 0, vec![])?;
                }
            }
            Stm::Lanes { lane, body } => self.lanes(group, *lane, body)?,
            Stm::Fold(combine) => self.fold(group, combine)?,
            Stm::Count { holds, total } => {
                let mut count = 0;
                for number in 0..self.kernel.lanes {
                    let of = (self.kernel.lanes > 1).then_some(number);
                    count += i64::from(self.values(group, &[*holds], of)?[0].as_bool());
                }
                group.own.scalars.insert(*total, Scalar::I64(count));
            }
            Stm::If { cond, then, els } => {
                let cond = self.alone(group, |lane| lane.exp(cond))?.as_bool();
                group.stack.push(Frame { rest: if cond { then } else { els }, then: Then::Leave });
            }
            Stm::While { pre, .. } => {
                // What `pre` says is evaluated again before every round.
                group.stack.push(Frame { rest: pre, then: Then::Test(stm) });
            }
            Stm::For { from, to, .. } => {
                let (from, to) = self.alone(group, |lane| Ok((lane.number(from)?, lane.number(to)?)))?;
                self.next(group, stm, from, to);
            }
            Stm::Let(var, exp) | Stm::Set(var, exp)
                if self.kernel.lanes > 1 && self.kernel.vars[*var].per_lane =>
            {
                let value = self.alone(group, |lane| lane.exp(exp))?;
                group.lanes.iter_mut().for_each(|lane| _ = lane.scalars.insert(*var, value));
            }
            Stm::Local { .. } if self.kernel.lanes > 1 => {
                for lane in 0..self.kernel.lanes {
                    self.lane(group, lane, |lane| lane.stm(stm))?;
                }
            }
            Stm::Let(..)
            | Stm::Set(..)
            | Stm::Local { .. }
            | Stm::Loads { .. }
            | Stm::Store { .. }
            | Stm::Stores { .. }
            | Stm::Atomic { .. }
            | Stm::Locked { .. }
            | Stm::Fail { .. }
            | Stm::Call { .. } => self.alone(group, |lane| lane.stm(stm))?,
        }
        Ok(Progress::Ran)
    }

    /// The condition of a `while`, behind its statements.
    fn test(&mut self, group: &mut Group<'a>, stm: &'a Stm) -> Result<(), Fault> {
        let Stm::While { bounded, pre, cond, body } = stm else { return Ok(()) };
        let go =
            self.alone(group, |lane| Ok(lane.exp(cond)?.as_bool() && (*bounded || lane.own.bad == 0)))?;
        if go {
            group.stack.push(Frame { rest: pre, then: Then::Test(stm) });
            group.stack.push(Frame { rest: body, then: Then::Leave });
        }
        Ok(())
    }

    /// The next round of a `for`.
    fn next(&mut self, group: &mut Group<'a>, stm: &'a Stm, next: i64, to: i64) {
        if let Stm::For { var, body, .. } = stm
            && next < to
        {
            group.own.scalars.insert(*var, Scalar::I64(next));
            group.stack.push(Frame { rest: body, then: Then::Next(stm, next + 1, to) });
        }
    }

    /// Begins the body of a `last_out` for the next group.
    fn turn(
        &mut self,
        group: &mut Group<'a>,
        stm: &'a Stm,
        next: i64,
        front: Vec<Scalar>,
    ) -> Result<(), Fault> {
        let Stm::LastOut { combine, saved, body } = stm else { return Ok(()) };
        let Some(left) = self.said.get(&(std::ptr::from_ref(stm).addr(), next)).cloned() else {
            return Ok(());
        };
        let (own, left) = left.split_at(combine.own.len());
        group.own.scalars.insert(self.kernel.group, Scalar::I64(next));
        group.own.scalars.extend(saved.iter().copied().zip(left.iter().copied()));
        let all = if next == 0 {
            own.to_vec()
        } else {
            group.own.scalars.extend(combine.before.iter().copied().zip(front.iter().copied()));
            self.combine(group, combine, &front, own)?
        };
        if group.own.bad == 0 && self.failed() == 0 {
            group.stack.push(Frame { rest: body, then: Then::Turn(stm, next + 1, all) });
        }
        Ok(())
    }

    /// Evaluates code of the group.
    fn alone<T>(
        &mut self,
        group: &mut Group<'a>,
        f: impl FnOnce(&mut Lane) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let who = Who { group: group.number, region: group.region, lane: 0 };
        let own = &mut group.own;
        f(&mut Lane { world: &mut self.world, group: None, own, who, locked: false, depth: 0 })
    }

    /// Evaluates code of one lane.
    fn lane<T>(
        &mut self,
        group: &mut Group<'a>,
        number: u32,
        f: impl FnOnce(&mut Lane) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let who = Who { group: group.number, region: group.region, lane: number };
        let own = &mut group.lanes[number as usize];
        f(&mut Lane { world: &mut self.world, group: Some(&group.own), own, who, locked: false, depth: 0 })
    }

    fn lanes(&mut self, group: &mut Group<'a>, var: KVar, body: &'a [Stm]) -> Result<(), Fault> {
        if self.kernel.lanes == 1 {
            // The code of the lane is the code of its group.
            group.own.scalars.insert(var, Scalar::I64(0));
            group.stack.push(Frame { rest: body, then: Then::Leave });
            return Ok(());
        }
        self.regions += 1;
        group.region = self.regions;
        let mut order: Vec<u32> = (0..self.kernel.lanes).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.chance.below(i + 1));
        }
        for number in order {
            self.lane(group, number, |lane| {
                lane.own.scalars.insert(var, Scalar::I64(number.into()));
                lane.block(body)
            })?;
        }
        if !self.kernel.shared.is_empty() {
            let failed = group.lanes.iter().any(|lane| lane.bad != 0);
            group.lanes.iter_mut().for_each(|lane| lane.bad = lane.bad.max(failed.into()));
        }
        self.regions += 1;
        group.region = self.regions;
        Ok(())
    }

    /// The values of variables, of a lane or of the group.
    fn values(
        &mut self,
        group: &mut Group<'a>,
        vars: &[KVar],
        of: Option<u32>,
    ) -> Result<Vec<Scalar>, Fault> {
        let get = |lane: &mut Lane| vars.iter().map(|v| lane.exp(&Exp::Var(*v))).collect();
        match of {
            Some(number) => self.lane(group, number, get),
            None => self.alone(group, get),
        }
    }

    fn combine(
        &mut self,
        group: &mut Group<'a>,
        c: &Combine,
        front: &[Scalar],
        behind: &[Scalar],
    ) -> Result<Vec<Scalar>, Fault> {
        let mut scope = Scope { bad: self.failed(), ..Scope::default() };
        let values = front.iter().chain(behind);
        scope.scalars.extend(c.params.iter().copied().zip(values.copied()));
        let who = Who { group: group.number, region: group.region, lane: 0 };
        let (world, own) = (&mut self.world, &mut scope);
        let mut lane = Lane { world, group: Some(&group.own), own, who, locked: false, depth: 0 };
        lane.block(&c.body)?;
        c.results.iter().map(|exp| lane.exp(exp)).collect()
    }

    /// Whether a lane has failed: what it gives to others is no value of the program.
    fn failed(&self) -> u8 {
        u8::from(self.world.record.claim != 0)
    }

    /// From here on the lanes of a group have failed if any lane has.
    fn notice_failures(&self, group: &mut Group<'a>) {
        let failed = self.failed();
        group.lanes.iter_mut().chain([&mut group.own]).for_each(|scope| scope.bad = scope.bad.max(failed));
    }

    /// Combines values in their order, associated as chance will have it; numbers that round, from the left.
    fn together(
        &mut self,
        group: &mut Group<'a>,
        c: &Combine,
        mut values: Vec<Vec<Scalar>>,
    ) -> Result<Vec<Scalar>, Fault> {
        let rounds = values.iter().flatten().any(|value| value.ty().is_float());
        while values.len() > 1 {
            let at = if rounds { 0 } else { self.chance.below(values.len() - 1) };
            let behind = values.remove(at + 1);
            let front = std::mem::take(&mut values[at]);
            values[at] = self.combine(group, c, &front, &behind)?;
        }
        Ok(values.pop().unwrap_or_default())
    }

    fn fold(&mut self, group: &mut Group<'a>, c: &Combine) -> Result<(), Fault> {
        let mut own = vec![];
        for number in 0..self.kernel.lanes {
            let of = (self.kernel.lanes > 1).then_some(number);
            own.push(self.values(group, &c.own, of)?);
        }
        for number in 1..own.len() {
            if !c.before.is_empty() {
                let before = self.together(group, c, own[..number].to_vec())?;
                group.lanes[number].scalars.extend(c.before.iter().copied().zip(before));
            }
        }
        self.notice_failures(group);
        let total = self.together(group, c, own)?;
        group.own.scalars.extend(c.total.iter().copied().zip(total));
        Ok(())
    }

    /// Whether all groups in front have said what they have.
    fn chain(&mut self, group: &mut Group<'a>, c: &Combine) -> Result<bool, Fault> {
        let place = std::ptr::from_ref(c).addr();
        let own = self.values(group, &c.own, None)?;
        self.said.insert((place, group.number), own);
        self.world.memory.say(group.number, group.region);
        let front: Option<Vec<_>> = (0..group.number).map(|g| self.said.get(&(place, g)).cloned()).collect();
        let Some(front) = front else { return Ok(false) };
        self.notice_failures(group);
        self.world.memory.hear(group.number);
        self.regions += 1;
        group.region = self.regions;
        if group.number > 0 {
            let before = self.together(group, c, front)?;
            group.own.scalars.extend(c.before.iter().copied().zip(before));
        }
        Ok(true)
    }
}
