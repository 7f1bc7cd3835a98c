use super::slots::capacity;
use super::*;
use crate::testing::{Faults, Faulty, Plain};

fn memory(limit: Option<usize>) -> Memory {
    Memory::new(Arc::new(Plain::default()), limit)
}

fn fetch(memory: &Memory, handle: Handle) -> Vec<u8> {
    let mut data = vec![0; memory.bytes(handle).unwrap()];
    memory.download(handle, 0, &mut data).unwrap();
    data
}

#[test]
fn capacities_waste_little() {
    for bytes in [0, 1, 64, 65, 1000, 1 << 20, (1 << 20) + 1, 12345678] {
        let got = capacity(bytes).unwrap();
        assert!(got >= bytes && got <= bytes.max(64) * 9 / 8 + 64, "{bytes} {got}");
    }
    assert_eq!(capacity(usize::MAX), None);
}

#[test]
fn freed_memory_is_used_again() {
    let memory = memory(None);
    let a = memory.alloc(1000, false).unwrap();
    let raw = memory.pin(&[a]).unwrap().raws.clone();
    memory.share(a).unwrap();
    memory.release(a).unwrap();
    memory.release(a).unwrap();
    assert_eq!(memory.release(a), Err(MemoryError::Dead(a)));
    let b = memory.alloc(990, true).unwrap();
    assert_eq!(memory.pin(&[b]).unwrap().raws, raw);
    assert_eq!(fetch(&memory, b), vec![0; 990]);
}

#[test]
fn the_best_fitting_block_is_used_again_and_counted_whole() {
    let memory = memory(None);
    let blocks: Vec<Handle> = [1600, 1280, 1152].map(|bytes| memory.alloc(bytes, false).unwrap()).into();
    let raws: Vec<Vec<Raw>> = blocks.iter().map(|b| memory.pin(&[*b]).unwrap().raws.clone()).collect();
    blocks.into_iter().for_each(|b| memory.release(b).unwrap());
    let before = memory.stats();
    let a = memory.alloc(1024, false).unwrap();
    assert_eq!(memory.pin(&[a]).unwrap().raws, raws[2]);
    assert_eq!(memory.stats().resident, before.resident + 1152);
    let b = memory.alloc(1024, false).unwrap();
    assert_eq!(memory.pin(&[b]).unwrap().raws, raws[1]);
    // 1600 bytes are more than a quarter too large.
    let c = memory.alloc(1024, false).unwrap();
    assert!(!raws.contains(&memory.pin(&[c]).unwrap().raws.clone()));
    memory.release(a).unwrap();
    assert_eq!(memory.stats().pooled, before.pooled - 1280);
}

#[test]
fn what_does_not_fit_moves_to_the_host_and_back() {
    let memory = memory(Some(3000));
    let arrays: Vec<Handle> = (0..5).map(|_| memory.alloc(1000, true).unwrap()).collect();
    for (i, array) in arrays.iter().enumerate() {
        memory.upload(*array, 0, &[i as u8; 1000]).unwrap();
    }
    for (i, array) in arrays.iter().enumerate() {
        drop(memory.pin(&[*array]).unwrap());
        assert_eq!(fetch(&memory, *array), vec![i as u8; 1000]);
    }
    assert!(memory.stats().evictions > 3 && memory.stats().peak <= 3000);
    let too_many = memory.pin(&arrays).map(|pin| pin.raws.clone());
    assert_eq!(too_many, Err(DeviceError::OutOfMemory { bytes: 1000 }.into()));
}

#[test]
fn several_arrays_are_read_at_once_wherever_they_are() {
    let memory = memory(Some(3000));
    let arrays: Vec<Handle> = (0..4).map(|_| memory.alloc(1000, true).unwrap()).collect();
    arrays.iter().enumerate().for_each(|(i, a)| memory.upload(*a, 990, &[i as u8; 10]).unwrap());
    let evictions = memory.stats().evictions;
    assert!(evictions > 0);
    let beside = memory.device().alloc(8).unwrap();
    memory.device().upload(beside, 0, &[9; 8]).unwrap();
    let (mut data, mut last) = ([[7; 4]; 4], [0; 3]);
    let pieces = arrays.iter().zip(&mut data).map(|(a, into)| (*a, 988, &mut into[..]));
    memory.download_all(pieces.collect(), Some(Piece { from: beside, at: 5, into: &mut last })).unwrap();
    assert_eq!((data, last), ([0, 1, 2, 3].map(|i| [0, 0, i, i]), [9; 3]));
    let outside = memory.download_all(vec![(arrays[1], 997, &mut data[0][..])], None);
    assert_eq!(outside, Err(MemoryError::Range { at: 997, bytes: 4, size: 1000 }));
    // Nothing was moved for it, and nothing stays pinned.
    assert_eq!(memory.stats().evictions, evictions);
    assert!(memory.pin(&arrays[2..]).is_ok() && memory.pin(&arrays[..2]).is_ok());
}

#[test]
fn a_device_without_memory_makes_room() {
    let device = Faulty::new(Arc::new(Plain::default()), Faults { alloc: Some(2), launch: None });
    let memory = Memory::new(Arc::new(device), None);
    let a = memory.alloc(64, true).unwrap();
    memory.upload(a, 0, &[7; 64]).unwrap();
    let b = memory.alloc(64, true).unwrap();
    assert_eq!(memory.stats().evictions, 1);
    assert_eq!(fetch(&memory, a), vec![7; 64]);
    assert_eq!(fetch(&memory, b), vec![0; 64]);
}

#[test]
fn ranges_are_checked_and_overlap_is_allowed() {
    let memory = memory(None);
    let a = memory.alloc(4, true).unwrap();
    memory.upload(a, 0, &[1, 2, 3, 4]).unwrap();
    memory.copy(a, 1, a, 0, 3).unwrap();
    assert_eq!(fetch(&memory, a), vec![1, 1, 2, 3]);
    let outside = MemoryError::Range { at: 2, bytes: 3, size: 4 };
    assert_eq!(memory.copy(a, 2, a, 0, 3), Err(outside.clone()));
    assert_eq!(memory.upload(a, 2, &[0; 3]), Err(outside));
}

/// Some bytes as adopted memory, and whether their owner has been dropped.
fn adopted(memory: &Memory, data: Vec<u8>, read_only: bool) -> (Handle, std::sync::Weak<()>) {
    let alive = Arc::new(());
    let weak = Arc::downgrade(&alive);
    let mut data = data;
    let (pointer, bytes) = (data.as_mut_ptr(), data.len());
    // SAFETY: the owner holds the bytes.
    let handle = unsafe { memory.adopt(pointer, bytes, Some(Box::new((data, alive))), read_only) };
    (handle.unwrap(), weak)
}

fn host_memory(limit: Option<usize>) -> Memory {
    Memory::new(Arc::new(crate::native::Native::memory_only()), limit)
}

#[test]
fn adopted_memory_is_used_where_it_is_until_nobody_holds_it() {
    let memory = host_memory(None);
    let data = vec![7u8; 100];
    let address = data.as_ptr().addr() as u64;
    let (a, owner) = adopted(&memory, data, true);
    assert_eq!(memory.pin(&[a]).unwrap().raws, [Raw(address)]);
    assert_eq!((memory.stats().adopted, memory.stats().resident), (100, 0));
    memory.share(a).unwrap();
    memory.release(a).unwrap();
    assert_eq!((fetch(&memory, a), owner.strong_count()), (vec![7; 100], 1));
    memory.release(a).unwrap();
    assert_eq!((memory.stats(), owner.strong_count()), (Stats { peak: 100, ..Stats::default() }, 0));
}

#[test]
fn adopted_memory_is_written_only_alone_and_in_whole_words() {
    let memory = host_memory(None);
    let shared = |data: Vec<u8>, read_only| {
        let (handle, _) = adopted(&memory, data, read_only);
        let shared = memory.is_shared(handle).unwrap();
        memory.release(handle).unwrap();
        shared
    };
    assert!(shared(vec![0; 8], true));
    assert!(!shared(vec![0; 8], false));
    assert!(shared(vec![0; 7], false));
    let (held, _) = adopted(&memory, vec![0; 8], false);
    memory.share(held).unwrap();
    assert!(memory.is_shared(held).unwrap());
}

#[test]
fn adopted_and_pinned_memory_is_not_evicted() {
    let memory = host_memory(Some(2000));
    let (a, _owner) = adopted(&memory, vec![1; 1000], true);
    let b = memory.alloc(1000, true).unwrap();
    let pin = memory.pin(&[b]).unwrap();
    assert_eq!(memory.alloc(1500, false), Err(DeviceError::OutOfMemory { bytes: 1500 }.into()));
    drop(pin);
    memory.alloc(1500, false).unwrap();
    assert_eq!(memory.stats().evictions, 1);
    assert_eq!((fetch(&memory, a), fetch(&memory, b)), (vec![1; 1000], vec![0; 1000]));
}

#[test]
fn what_outlives_a_borrow_is_a_copy() {
    let memory = host_memory(None);
    let mut data = [1u8, 2, 3, 4, 5];
    // SAFETY: the array outlives the borrow.
    let borrow = |data: &mut [u8]| unsafe { memory.adopt(data.as_mut_ptr(), 5, None, true) }.unwrap();
    let a = borrow(&mut data);
    memory.end_borrow(a).unwrap();
    assert_eq!(memory.stats().copies, Copies::default());
    let b = borrow(&mut data);
    memory.share(b).unwrap();
    memory.end_borrow(b).unwrap();
    data.fill(0);
    assert_eq!(fetch(&memory, b), [1, 2, 3, 4, 5]);
    assert_eq!(memory.stats().copies.borrowed, Moved { count: 1, bytes: 5 });
    memory.release(b).unwrap();
    assert_eq!((memory.stats().adopted, memory.stats().resident), (0, 0));
}

#[test]
fn a_borrow_that_cannot_be_copied_leaves_nobody_with_it() {
    let memory = host_memory(Some(0));
    let mut data = [1u8; 64];
    // SAFETY: the array outlives the borrow.
    let a = unsafe { memory.adopt(data.as_mut_ptr(), 64, None, true) }.unwrap();
    memory.share(a).unwrap();
    assert!(memory.end_borrow(a).is_err());
    assert_eq!(fetch(&memory, a), [0; 64]);
}

#[test]
fn threads_share_memory() {
    let memory = Arc::new(memory(Some(4000)));
    std::thread::scope(|scope| {
        for thread in 0..4u8 {
            let memory = &memory;
            scope.spawn(move || {
                for _ in 0..100 {
                    let array = Buffer::alloc(memory, 900).unwrap();
                    memory.upload(array.handle(), 0, &[thread; 900]).unwrap();
                    let copy = array.clone();
                    drop(array);
                    assert_eq!(fetch(memory, copy.handle()), [thread; 900]);
                }
            });
        }
    });
    assert_eq!(memory.stats().resident, 0);
}
