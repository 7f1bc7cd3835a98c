//! Indented text.

/// Lines of C, indented by the blocks they are in.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) text: String,
    depth: usize,
}

impl Lines {
    pub(crate) fn line(&mut self, line: &str) {
        self.text += &"    ".repeat(self.depth);
        self.text += line;
        self.text += "\n";
    }

    /// A line that opens a block.
    pub(crate) fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// A line that closes a block.
    pub(crate) fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }

    /// A line between two blocks.
    pub(crate) fn between(&mut self, line: &str) {
        self.close(line);
        self.depth += 1;
    }
}
