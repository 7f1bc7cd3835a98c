//! Buffers, and who has touched their elements in this launch.

use super::{Chance, Fault};
use base::{Scalar, ScalarType, define_id};
use rustc_hash::{FxHashMap, FxHashSet};

define_id! {
    /// A buffer of a [`Memory`].
    BufId
}

/// The memory of a device.
#[derive(Default)]
pub struct Memory {
    buffers: Vec<Option<Vec<u8>>>,
    touched: FxHashMap<(BufId, usize), Touched>,
    /// The regions in which groups have first said something in a chain, and the groups that have heard all before them.
    said: FxHashMap<i64, u64>,
    heard: FxHashSet<i64>,
}

/// Who touches an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Who {
    pub(super) group: i64,
    /// Parts of a group's code that run one after the other have different numbers.
    pub(super) region: u64,
    pub(super) lane: u32,
}

impl Who {
    /// Whether nothing puts the two in order.
    fn beside(self, other: Who) -> bool {
        self.group != other.group || (self.region == other.region && self.lane != other.lane)
    }
}

/// How an element is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    Read,
    Write,
    /// With what the element holds already: any number of lanes may do that.
    WriteSame,
    /// Read under a lock: in order with what is changed under it.
    ReadTogether,
    /// Changed atomically, or under a lock.
    Together,
}

#[derive(Default)]
struct Touched {
    /// Readers whose group had said nothing before: what it says later puts them in order with later groups that hear it.
    read: Vec<Who>,
    /// Readers whose group had said something before: nothing puts them in order with other groups.
    read_late: Vec<Who>,
    written: Option<Who>,
    read_together: Vec<Who>,
    together: Vec<Who>,
}

/// Adds somebody to a list of few, such that whoever conflicts with any that was ever added conflicts with one of them: two lanes of the
/// last region of each of two groups. Of several groups the last ones are kept, which a chain puts in order with the fewest others; a group
/// that is not kept conflicts with those that are.
fn note(list: &mut Vec<Who>, who: Who) {
    if list.contains(&who) {
        return;
    }
    list.retain(|other| other.group != who.group || other.region == who.region);
    if list.iter().filter(|other| other.group == who.group).count() == 2 {
        return;
    }
    list.push(who);
    let last = list.iter().map(|other| other.group).max();
    let others = || list.iter().map(|other| other.group).filter(|group| Some(*group) != last);
    if let Some(second) = others().max()
        && others().any(|group| group != second)
    {
        list.retain(|other| other.group >= second);
    }
}

impl Memory {
    /// A new buffer with contents that nobody should rely on.
    pub fn alloc(&mut self, bytes: usize) -> BufId {
        let mut chance = Chance(0x9E37_79B9_7F4A_7C15 ^ self.buffers.len() as u64);
        let contents = (0..bytes).map(|_| chance.below(256) as u8).collect();
        self.buffers.push(Some(contents));
        BufId(self.buffers.len() as u32 - 1)
    }

    /// Gives a buffer back.
    pub fn free(&mut self, buf: BufId) {
        if let Some(slot) = self.buffers.get_mut(buf.0 as usize) {
            *slot = None;
        }
    }

    /// The contents of a buffer; none if it has been given back.
    pub fn bytes(&mut self, buf: BufId) -> Option<&mut Vec<u8>> {
        self.buffers.get_mut(buf.0 as usize)?.as_mut()
    }

    /// A launch begins: nothing has been touched.
    pub(super) fn begin(&mut self) {
        self.touched.clear();
        self.said.clear();
        self.heard.clear();
    }

    /// A group says in a chain what it has: what it has read before was read.
    pub(super) fn say(&mut self, group: i64, region: u64) {
        self.said.entry(group).or_insert(region);
    }

    /// A group has heard what those before it have said.
    pub(super) fn hear(&mut self, group: i64) {
        self.heard.insert(group);
    }

    fn place(&mut self, buf: BufId, ty: ScalarType, at: i64) -> Result<&mut [u8], Fault> {
        let size = ty.bytes();
        let Some(bytes) = self.bytes(buf) else {
            return Err(Fault(format!("buffer {} has been given back", buf.0)));
        };
        let len = bytes.len() / size;
        match usize::try_from(at).ok().filter(|at| *at < len) {
            Some(at) => Ok(&mut bytes[at * size..(at + 1) * size]),
            None => Err(Fault(format!("element {at} of buffer {}, which has {len} elements", buf.0))),
        }
    }

    pub(super) fn load(&mut self, buf: BufId, ty: ScalarType, at: i64) -> Result<Scalar, Fault> {
        let mut word = [0; 8];
        let bytes = self.place(buf, ty, at)?;
        word[..bytes.len()].copy_from_slice(bytes);
        let word = u64::from_le_bytes(word);
        // A bool that nobody has set is still a bool.
        Ok(Scalar::from_bits(ty, if ty == ScalarType::Bool { word & 1 } else { word }))
    }

    pub(super) fn store(&mut self, buf: BufId, at: i64, val: Scalar) -> Result<(), Fault> {
        let bytes = self.place(buf, val.ty(), at)?;
        let len = bytes.len();
        bytes.copy_from_slice(&val.bits().to_le_bytes()[..len]);
        Ok(())
    }

    /// Notes who touches an element; an error if somebody beside has touched it and one of the two writes.
    pub(super) fn touch(&mut self, buf: BufId, at: i64, who: Who, how: How) -> Result<(), Fault> {
        let touched = self.touched.entry((buf, at as usize)).or_default();
        let any = |list: &[Who]| list.iter().copied().find(|other| other.beside(who));
        // What is said in a chain is computed from what was read. (It does not say that what was written can be seen.)
        let heard = self.heard.contains(&who.group);
        let over = |other: &Who| {
            heard
                && other.group < who.group
                && self.said.get(&other.group).is_some_and(|said| other.region <= *said)
        };
        let mut reads = touched.read.iter().chain(&touched.read_late).copied();
        let reading = matches!(how, How::Read | How::ReadTogether);
        let locked = matches!(how, How::Together | How::ReadTogether);
        let read = if reading { None } else { reads.find(|other| other.beside(who) && !over(other)) };
        let read = read.or_else(|| if reading || locked { None } else { any(&touched.read_together) });
        let together = if locked { None } else { any(&touched.together) };
        let written =
            if how == How::WriteSame { None } else { touched.written.filter(|other| other.beside(who)) };
        let other = written.or(read).or(together);
        if let Some(other) = other {
            return Err(Fault(format!(
                "a race for element {at} of buffer {}: lane {} of group {} and lane {} of group {}",
                buf.0, other.lane, other.group, who.lane, who.group
            )));
        }
        match how {
            How::Read if self.said.get(&who.group).is_some_and(|said| who.region > *said) => {
                note(&mut touched.read_late, who);
            }
            How::Read => note(&mut touched.read, who),
            How::Write | How::WriteSame => touched.written = Some(who),
            How::ReadTogether => note(&mut touched.read_together, who),
            How::Together => note(&mut touched.together, who),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BufId, How, Memory, Who};

    fn memory() -> (Memory, BufId) {
        let mut memory = Memory::default();
        let buf = memory.alloc(8);
        (memory, buf)
    }

    fn who(group: i64, region: u64, lane: u32) -> Who {
        Who { group, region, lane }
    }

    #[test]
    fn reads_before_a_chain_are_in_order_with_writes_after_it() {
        let (mut memory, buf) = memory();
        for group in 0..5 {
            memory.touch(buf, 0, who(group, 1, 0), How::Read).unwrap();
            memory.say(group, 2);
            memory.hear(group);
        }
        memory.touch(buf, 0, who(4, 3, 0), How::Write).unwrap();
    }

    #[test]
    fn a_read_after_a_chain_is_not_forgotten_for_later_reads() {
        for late in 0..4 {
            let (mut memory, buf) = memory();
            for group in 0..4 {
                memory.say(group, 2);
                memory.hear(group);
                let region = if group == late { 3 } else { 1 };
                memory.touch(buf, 0, who(group, region, 0), How::Read).unwrap();
            }
            memory.say(4, 2);
            memory.hear(4);
            memory.touch(buf, 0, who(4, 3, 0), How::Write).unwrap_err();
        }
    }

    #[test]
    fn another_lane_of_the_group_is_not_forgotten_for_other_groups() {
        let (mut memory, buf) = memory();
        memory.touch(buf, 0, who(0, 1, 0), How::Read).unwrap();
        memory.say(0, 2);
        memory.say(1, 2);
        memory.hear(1);
        memory.touch(buf, 0, who(1, 3, 0), How::Read).unwrap();
        memory.touch(buf, 0, who(1, 3, 1), How::Read).unwrap();
        memory.touch(buf, 0, who(1, 3, 1), How::Write).unwrap_err();
    }
}
