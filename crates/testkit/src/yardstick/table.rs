//! Recorded tables: text with columns, compared line by line.

use std::path::Path;

/// Lines of cells under a head, with a comment in front.
pub struct Table {
    /// What the table says; each line becomes a comment.
    pub about: &'static str,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells of each line.
    pub lines: Vec<Vec<String>>,
    /// How many columns in front, and how many at the end, hold words: they are aligned to the left.
    pub words: (usize, usize),
}

impl Table {
    /// The table as text.
    pub fn text(&self) -> String {
        let all = || std::iter::once(&self.head).chain(&self.lines);
        let width = |i: usize| all().map(|line| line[i].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let words = |i: usize| i < self.words.0 || i + self.words.1 >= widths.len();
        let mut text: String = self.about.lines().map(|line| format!("# {line}\n")).collect();
        for line in all() {
            let cells = line.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match words(i) {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            text += cells.collect::<Vec<String>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// Compares the table with the recorded one, or records it. The error shows the lines that differ.
    pub fn compare(&self, path: &Path, bless: bool) -> Result<(), String> {
        let text = self.text();
        if bless {
            return std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
        }
        let recorded = std::fs::read_to_string(path).unwrap_or_default();
        let (old, new) = (squeezed(&recorded), squeezed(&text));
        let differs = |a: &[String], b: &[String], sign: char| -> Vec<String> {
            a.iter().filter(|line| !b.contains(line)).map(|line| format!("{sign} {line}")).collect()
        };
        let mut changes = differs(&old, &new, '-');
        changes.extend(differs(&new, &old, '+'));
        if changes.is_empty() {
            return Ok(());
        }
        let changes = changes.join("\n");
        Err(format!("{} differs; BLESS=1 records what is new:\n{changes}", path.display()))
    }
}

/// The lines with single spaces, so that the width of a column does not count.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The cells of the lines of a recorded table, without comments and head.
pub fn recorded(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split_whitespace().map(str::to_string).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_number_is_shown_and_recorded() {
        let path = std::env::temp_dir().join(format!("windrow-table-{}", std::process::id()));
        let table = |number: &str| Table {
            about: "numbers",
            head: vec!["name".into(), "n".into()],
            lines: vec![vec!["a".into(), number.into()], vec!["b".into(), "2".into()]],
            words: (1, 0),
        };
        table("10").compare(&path, true).unwrap();
        assert_eq!(table("10").compare(&path, false), Ok(()));
        let error = table("9").compare(&path, false).unwrap_err();
        assert!(error.contains("- a 10") && error.contains("+ a 9") && !error.contains("b 2"), "{error}");
        assert_eq!(recorded(&path), [["a", "10"], ["b", "2"]]);
        std::fs::remove_file(path).unwrap();
    }
}
