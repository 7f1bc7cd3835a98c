//! How much memory the arrays of a run hold.
//!
//! Rust's allocator ends the process when memory runs out. So the interpreter counts what its arrays hold, and refuses what
//! would exceed its limit before it is allocated. A run has a thread of its own, which the counters belong to.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// What an array takes beside its elements.
const HEADER: usize = 64;

/// There is no memory for so many more bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full {
    pub(crate) bytes: usize,
    pub(crate) limit: usize,
}

/// Sets the limit of this thread.
pub(crate) fn set_limit(bytes: usize) {
    LIMIT.set(bytes);
}

/// Whether there is memory for so many more bytes.
pub(crate) fn room(bytes: usize) -> Result<(), Full> {
    let limit = LIMIT.get();
    if HELD.get().saturating_add(bytes) > limit { Err(Full { bytes, limit }) } else { Ok(()) }
}

/// The bytes of `count` elements of type `T`.
pub(crate) fn bytes_of<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>())
}

/// A list whose memory is counted.
#[derive(PartialEq, Debug)]
pub(crate) struct Counted<T>(Vec<T>);

impl<T> Counted<T> {
    fn bytes(&self) -> usize {
        bytes_of::<T>(self.0.capacity()).saturating_add(HEADER)
    }
    /// Adds an element; asks for room before the list grows.
    pub(crate) fn push(&mut self, item: T) -> Result<(), Full> {
        if self.0.len() == self.0.capacity() {
            let before = self.bytes();
            room(before)?;
            self.0.push(item);
            HELD.set(HELD.get() + self.bytes() - before);
        } else {
            self.0.push(item);
        }
        Ok(())
    }
}

impl<T: Copy> Counted<T> {
    /// Adds elements; asks for room before the list grows.
    pub(crate) fn extend(&mut self, items: &[T]) -> Result<(), Full> {
        let before = self.bytes();
        if self.0.capacity() - self.0.len() < items.len() {
            room(before.max(bytes_of::<T>(items.len())))?;
        }
        self.0.extend_from_slice(items);
        HELD.set(HELD.get() + self.bytes() - before);
        Ok(())
    }
}

impl<T> From<Vec<T>> for Counted<T> {
    fn from(items: Vec<T>) -> Counted<T> {
        let counted = Counted(items);
        HELD.set(HELD.get().saturating_add(counted.bytes()));
        counted
    }
}

impl<T: Clone> Clone for Counted<T> {
    fn clone(&self) -> Counted<T> {
        Counted::from(self.0.clone())
    }
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        HELD.set(HELD.get().saturating_sub(self.bytes()));
    }
}

impl<T> Deref for Counted<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Counted<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lists_hold_is_counted() {
        let before = HELD.get();
        let mut list = Counted::from(vec![0u64; 100]);
        assert!(HELD.get() >= before + 800);
        let copy = list.clone();
        assert!(HELD.get() >= before + 1600);
        set_limit(HELD.get() + 500);
        assert_eq!(list.push(1).map_err(|full| full.bytes >= 800), Err(true));
        drop(copy);
        assert_eq!(list.push(1), Ok(()));
        drop(list);
        assert_eq!(HELD.get(), before);
    }
}
