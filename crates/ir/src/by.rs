//! Schedules: how the points of a space are dealt out to the lanes of a device.

use std::fmt;

/// A schedule. Lanes are those of a group; where groups have one lane, its points are gone through in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// Every worker goes through an equal share of rows and points, in order.
    Walk,
    /// A lane takes a point.
    Each,
    /// A group, or a worker, takes a block of rows and columns.
    Blocks,
    /// So many lanes take a row, and its points in turn: one (a row a thread), or as many as a warp has.
    Lanes(u32),
    /// A group takes so many rows, and its lanes their points in turn.
    Rows(u32),
    /// Rows of one length: where they are short a lane has a row, whose points are read by all; else shares.
    Short,
    /// A group goes through an equal share of rows and points, tile by tile.
    Share,
    /// A group takes a tile, and waits for what groups in front have.
    Chain,
    /// A group takes some rows, whose sizes it finds itself, and its lanes their points; rows with so many points that it would be the last
    /// are then shared by all groups.
    Deal,
    /// By nobody but the kernel that deals out the rows whose sizes these are: it finds them itself.
    Within,
}

impl By {
    /// Every schedule that can be asked for, with some numbers.
    pub const ALL: [By; 12] = [
        By::Walk,
        By::Each,
        By::Blocks,
        By::Lanes(1),
        By::Lanes(4),
        By::Lanes(32),
        By::Rows(1),
        By::Rows(16),
        By::Short,
        By::Share,
        By::Chain,
        By::Deal,
    ];

    /// What can be asked for, in words.
    pub const NAMES: &str = "walk, each, blocks, lanes(N), rows(N), short, share, chain or deal, with N of at most 1024, for lanes a power of two";

    /// The schedule that a text names: `share`, `lanes(32)`.
    pub fn parse(text: &str) -> Option<By> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let number = |name: &str| {
            let inside = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
            inside.parse().ok().filter(|n| (1..=1024).contains(n))
        };
        match text.as_str() {
            "walk" => Some(By::Walk),
            "each" => Some(By::Each),
            "blocks" => Some(By::Blocks),
            "short" => Some(By::Short),
            "share" => Some(By::Share),
            "chain" => Some(By::Chain),
            "deal" => Some(By::Deal),
            "within" => Some(By::Within),
            _ => number("lanes")
                .filter(|n: &u32| n.is_power_of_two())
                .map(By::Lanes)
                .or_else(|| number("rows").map(By::Rows)),
        }
    }

    /// What the attributes of a statement ask for: `by(share)`.
    pub fn asked_for(attrs: &[String]) -> Option<By> {
        let inside = |attr: &String| attr.strip_prefix("by(")?.strip_suffix(')').and_then(By::parse);
        attrs.iter().find_map(inside).filter(|by| *by != By::Within)
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Walk => write!(f, "walk"),
            By::Each => write!(f, "each"),
            By::Blocks => write!(f, "blocks"),
            By::Lanes(n) => write!(f, "lanes({n})"),
            By::Rows(n) => write!(f, "rows({n})"),
            By::Short => write!(f, "short"),
            By::Share => write!(f, "share"),
            By::Chain => write!(f, "chain"),
            By::Deal => write!(f, "deal"),
            By::Within => write!(f, "within"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::By;

    #[test]
    fn schedules_are_named_as_they_are_printed() {
        for by in By::ALL.into_iter().chain([By::Within]) {
            assert_eq!(By::parse(&by.to_string()), Some(by));
        }
        for wrong in ["", "lanes", "lanes()", "lanes(3)", "rows(0)", "rows(4096)", "share(1)", "tile"] {
            assert_eq!(By::parse(wrong), None, "{wrong}");
        }
        assert_eq!(By::asked_for(&["scratch".into(), "by(lanes( 32 ))".into()]), Some(By::Lanes(32)));
    }
}
