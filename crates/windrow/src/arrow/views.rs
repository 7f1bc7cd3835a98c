//! Text and bytes as views: sixteen bytes that hold the text itself if it is short, else say where it is.

use super::node::{Fault, Node, Numbers};
use super::select::Select;

/// How long a text may be that is held in its view.
const SHORT: usize = 12;

/// What a view says.
struct View {
    size: usize,
    bytes: [u8; 16],
}

impl View {
    fn number(&self, at: usize) -> i32 {
        let mut four = [0; 4];
        four.copy_from_slice(&self.bytes[at..at + 4]);
        i32::from_le_bytes(four)
    }
}

/// The view at a position; it is that of row `row`.
fn view(views: &Numbers<[u8; 16]>, row: usize, at: usize) -> Result<View, Fault> {
    let mut view = View { size: 0, bytes: views.get(at) };
    let size = view.number(0);
    view.size = usize::try_from(size).map_err(|_| Fault::at(row, format!("has the size {size}")))?;
    Ok(view)
}

/// The size of each.
pub(super) fn sizes(node: &Node, select: &Select) -> Result<Vec<usize>, Fault> {
    let views = node.numbers::<[u8; 16]>(1, node.offset, node.length)?;
    let size = |(row, at): (usize, Option<usize>)| at.map_or(Ok(0), |at| Ok(view(&views, row, at)?.size));
    select.iter().enumerate().map(size).collect()
}

/// The bytes of all, one after the other.
pub(super) fn bytes(node: &Node, select: &Select) -> Result<Vec<u8>, Fault> {
    let views = node.numbers::<[u8; 16]>(1, node.offset, node.length)?;
    // After the views come the buffers of texts, and then a buffer with their sizes.
    let texts = node.buffers() - 3;
    let lengths = node.numbers::<i64>(node.buffers() - 1, 0, texts)?;
    let mut texts_there = vec![];
    for i in 0..texts {
        let length = usize::try_from(lengths.get(i)).unwrap_or(0);
        texts_there.push(node.numbers::<u8>(2 + i, 0, length)?);
    }
    let mut bytes = vec![];
    for (row, at) in select.iter().enumerate() {
        let Some(at) = at else { continue };
        let view = view(&views, row, at)?;
        if view.size <= SHORT {
            bytes.extend_from_slice(&view.bytes[4..4 + view.size]);
            continue;
        }
        let (buffer, offset) = (view.number(8), view.number(12));
        let buffer = usize::try_from(buffer).ok().filter(|buffer| *buffer < texts);
        let (Some(buffer), Ok(offset)) = (buffer, usize::try_from(offset)) else {
            return Err(Fault::at(row, format!("lies at {offset} of buffer {}", view.number(8))));
        };
        let length = lengths.get(buffer);
        if (offset + view.size) as i64 > length {
            return Err(Fault::at(row, format!("ends after the {length} bytes of its buffer")));
        }
        let text = &texts_there[buffer];
        bytes.extend((offset..offset + view.size).map(|i| text.get(i)));
    }
    Ok(bytes)
}
