//! The sizes of the rows of one dimension, in whichever form somebody has made them.
//!
//! Programs take and return either; people have offsets. Each form is made from another when it is first wanted,
//! and kept.

use crate::RunError;
use crate::memory::{Buffer, Memory};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The sizes of the rows of one dimension. They never change.
pub struct Lengths {
    memory: Arc<Memory>,
    rows: usize,
    forms: Forms,
}

/// At least one of them is there.
#[derive(Default)]
struct Forms {
    /// One number per row, on the host.
    host: OnceLock<Vec<i64>>,
    /// The same on the device.
    sizes: OnceLock<Buffer>,
    /// Where each row begins and the last one ends, on the device.
    offsets: OnceLock<Buffer>,
    /// The last of the offsets.
    total: OnceLock<i64>,
}

impl Lengths {
    fn new(memory: Arc<Memory>, rows: usize, forms: Forms) -> Lengths {
        Lengths { memory, rows, forms }
    }

    /// From the size of each row.
    pub fn of(memory: Arc<Memory>, sizes: Vec<i64>) -> Lengths {
        let rows = sizes.len();
        Lengths::new(memory, rows, Forms { host: sizes.into(), ..Forms::default() })
    }

    /// From the size of each of so many rows, on the device.
    pub fn of_sizes(sizes: Buffer, rows: usize) -> Lengths {
        Lengths::new(sizes.memory().clone(), rows, Forms { sizes: sizes.into(), ..Forms::default() })
    }

    /// From where each of so many rows begins and the last one ends, on the device. The first begins at 0, none ends before it
    /// begins.
    pub fn of_offsets(offsets: Buffer, rows: usize) -> Lengths {
        let memory = offsets.memory().clone();
        Lengths::new(memory, rows, Forms { offsets: offsets.into(), ..Forms::default() })
    }

    /// The same, where it is known that the last one ends at `total`.
    pub fn of_offsets_upto(offsets: Buffer, rows: usize, total: i64) -> Lengths {
        let memory = offsets.memory().clone();
        let forms = Forms { offsets: offsets.into(), total: total.into(), ..Forms::default() };
        Lengths::new(memory, rows, forms)
    }

    /// From both.
    pub(crate) fn of_both(sizes: Buffer, rows: usize, offsets: Buffer, total: i64) -> Lengths {
        let memory = sizes.memory().clone();
        Lengths::new(
            memory,
            rows,
            Forms {
                host: OnceLock::new(),
                sizes: sizes.into(),
                offsets: offsets.into(),
                total: total.into(),
            },
        )
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The size of each row, on the host.
    pub fn host(&self) -> Result<&[i64], RunError> {
        if let Some(host) = self.forms.host.get() {
            return Ok(host);
        }
        let host = match (self.forms.sizes.get(), self.forms.offsets.get()) {
            (Some(sizes), _) => self.fetch(sizes, 0, self.rows)?,
            (None, Some(offsets)) => {
                let offsets = self.fetch(offsets, 0, self.rows + 1)?;
                offsets.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect()
            }
            (None, None) => return Err(RunError::Broken("rows without sizes".into())),
        };
        Ok(self.forms.host.get_or_init(|| host))
    }

    /// The size of each row, on the device.
    pub fn sizes(&self) -> Result<&Buffer, RunError> {
        if let Some(sizes) = self.forms.sizes.get() {
            return Ok(sizes);
        }
        let sizes = put(&self.memory, self.host()?)?;
        Ok(self.forms.sizes.get_or_init(|| sizes))
    }

    /// Where each row begins and the last one ends, on the device, and how many elements all rows have.
    pub fn offsets(&self) -> Result<(&Buffer, i64), RunError> {
        if let Some(offsets) = self.forms.offsets.get() {
            let total = match (self.forms.total.get(), self.forms.host.get()) {
                (Some(total), _) => *total,
                (None, Some(sizes)) => sizes.iter().fold(0, |total: i64, size| total.wrapping_add(*size)),
                (None, None) => self.fetch(offsets, self.rows, 1)?.first().copied().unwrap_or(0),
            };
            return Ok((offsets, *self.forms.total.get_or_init(|| total)));
        }
        let (offsets, total) = starts(self.host()?);
        let offsets = put(&self.memory, &offsets)?;
        let total = *self.forms.total.get_or_init(|| total);
        Ok((self.forms.offsets.get_or_init(|| offsets), total))
    }

    /// So many numbers from the device, from the `first` on.
    fn fetch(&self, from: &Buffer, first: usize, count: usize) -> Result<Vec<i64>, RunError> {
        let mut bytes = vec![0; 8 * count];
        self.memory.download(from.handle(), 8 * first, &mut bytes)?;
        self.memory.count(|copies| &mut copies.sizes, bytes.len());
        Ok(bytes.chunks_exact(8).map(|b| b.try_into().map_or(0, i64::from_le_bytes)).collect())
    }
}

impl fmt::Debug for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lengths of {} rows", self.rows)
    }
}

/// Where rows of these sizes begin and the last one ends, and their total.
pub(crate) fn starts(sizes: &[i64]) -> (Vec<i64>, i64) {
    let mut offsets = Vec::with_capacity(sizes.len() + 1);
    let mut total = 0i64;
    for size in sizes {
        offsets.push(total);
        total = total.wrapping_add(*size);
    }
    offsets.push(total);
    (offsets, total)
}

/// Brings numbers to the device.
pub(crate) fn put(memory: &Arc<Memory>, numbers: &[i64]) -> Result<Buffer, RunError> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    let buffer = Buffer::alloc(memory, bytes.len())?;
    memory.upload(buffer.handle(), 0, &bytes)?;
    if !bytes.is_empty() {
        memory.count(|copies| &mut copies.sizes, bytes.len());
    }
    Ok(buffer)
}
