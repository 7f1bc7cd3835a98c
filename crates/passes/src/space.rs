//! Chunks: how the dimensions of a space or of an array lie in memory.
//!
//! Dimensions fall into *chunks* whose sizes depend only on levels in front of the chunk. The position of a point is found
//! chunk by chunk: inside a chunk by multiplication, between chunks through the offsets of the chunk's *volume*, the
//! product of its non-uniform sizes; its uniform sizes are a factor at use.
//!
//! | dimensions | chunks | position |
//! |---|---|---|
//! | `n, m` | `n m` | `i*m + j` |
//! | `n, s on 0` | `n`, `s` | `o_s[i] + j` |
//! | `n, r on 0, c on 0` | `n`, `r c` | `o_rc[i] + x*c[i] + y` |
//! | `n, s on 0, u on 0,1` | `n`, `s`, `u` | `o_u[o_s[i] + j] + e` |
//! | `k, m, s on 1` | `k m`, `s` | `h*total + o_s[i] + j` |
//! | `m, k, s on 0` | `m`, `k s` | `k*o_s[i] + h*s[i] + j` |

use ir::{Atom, Dim, Var};

/// A run of dimensions whose sizes depend only on the levels `first..start`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// First level that the sizes vary with. Levels in front of it repeat the chunk.
    pub first: usize,
    /// First dimension of the chunk.
    pub start: usize,
    /// Past its last dimension.
    pub end: usize,
}

impl Chunk {
    /// The non-uniform sizes of the chunk, in canonical order: the key of its volume. Empty for the first, uniform chunk.
    pub fn volume(&self, dims: &[Dim]) -> Vec<Var> {
        let mut sizes: Vec<Var> = dims[self.start..self.end]
            .iter()
            .filter(|d| !d.is_uniform())
            .filter_map(|d| d.size.var())
            .collect();
        sizes.sort();
        sizes
    }
    /// The uniform sizes of the chunk.
    pub fn factors(&self, dims: &[Dim]) -> Vec<Atom> {
        dims[self.start..self.end].iter().filter(|d| d.is_uniform()).map(|d| d.size).collect()
    }
    /// The first non-uniform dimension: the level that is searched.
    pub fn searched(&self, dims: &[Dim]) -> Option<usize> {
        (self.start..self.end).find(|i| !dims[*i].is_uniform())
    }
}

/// Cuts dimensions into chunks; `None` where an `on` has a hole, so that sizes have to be gathered first.
pub fn chunks(dims: &[Dim]) -> Option<Vec<Chunk>> {
    let mut done: Vec<Chunk> = vec![];
    let mut current = Chunk { first: 0, start: 0, end: 0 };
    let mut current_on: &[u32] = &[];
    for (level, dim) in dims.iter().enumerate() {
        if !dim.is_uniform() && dim.on != current_on {
            let (first, last) = (dim.on[0] as usize, dim.on[dim.on.len() - 1] as usize);
            let whole = dim.on.len() == last - first + 1;
            let start = last + 1;
            if !whole || !dims[start..level].iter().all(Dim::is_uniform) {
                return None;
            }
            current.end = start;
            done.push(current);
            current = Chunk { first, start, end: start };
            current_on = &dim.on;
        }
    }
    current.end = dims.len();
    done.push(current);
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(size: u32, on: &[u32]) -> Dim {
        Dim { size: Atom::Var(Var(size)), on: on.to_vec() }
    }
    fn chunk(first: usize, start: usize, end: usize) -> Chunk {
        Chunk { first, start, end }
    }

    #[test]
    fn the_table_of_layouts() {
        let (n, m, s) = (dim(0, &[]), dim(1, &[]), dim(2, &[0]));
        assert_eq!(chunks(&[n.clone(), m.clone()]), Some(vec![chunk(0, 0, 2)]));
        assert_eq!(chunks(&[n.clone(), s.clone()]), Some(vec![chunk(0, 0, 1), chunk(0, 1, 2)]));
        let c = dim(3, &[0]);
        assert_eq!(chunks(&[n.clone(), s.clone(), c]), Some(vec![chunk(0, 0, 1), chunk(0, 1, 3)]));
        let u = dim(4, &[0, 1]);
        assert_eq!(
            chunks(&[n.clone(), s.clone(), u.clone()]),
            Some(vec![chunk(0, 0, 1), chunk(0, 1, 2), chunk(0, 2, 3)])
        );
        assert_eq!(chunks(&[n.clone(), m.clone(), dim(5, &[1])]), Some(vec![chunk(0, 0, 2), chunk(1, 2, 3)]));
        assert_eq!(chunks(&[n.clone(), m, s.clone()]), Some(vec![chunk(0, 0, 1), chunk(0, 1, 3)]));
        assert_eq!(chunks(&[n, s, u, dim(6, &[0])]), None);
    }
}
