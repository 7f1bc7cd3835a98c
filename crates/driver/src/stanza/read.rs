//! The grammar of a block.

use super::{Case, Expected, Source, StanzaError, Stanzas};

pub(super) struct Reader {
    /// The text of the block, and for each line of it where it starts and its line in the program.
    text: String,
    lines: Vec<(usize, usize)>,
    at: usize,
}

impl Reader {
    pub(super) fn new(block: Vec<(usize, &str)>) -> Reader {
        let mut text = String::new();
        let mut lines = vec![];
        for (line, comment) in block {
            lines.push((text.len(), line));
            text.push_str(comment);
            text.push('\n');
        }
        Reader { text, lines, at: 0 }
    }

    pub(super) fn read(&mut self, stanzas: &mut Stanzas) -> Result<(), StanzaError> {
        let mut entries = vec!["main".to_string()];
        let mut count = 0;
        loop {
            self.skip_space();
            if self.rest().is_empty() {
                return Ok(());
            }
            if self.eat("entry:") {
                entries = self.words_of_line();
            } else if self.eat("property:") {
                stanzas.properties.extend(self.words_of_line());
            } else if self.eat("error:") {
                stanzas.refused = Some(self.rest_of_line());
            } else if self.eat("warning:") {
                self.rest_of_line();
            } else if self.eat("tags") {
                stanzas.tags.extend(self.braces()?.split_whitespace().map(str::to_string));
            } else if self.eat("structure") {
                // Which of Futhark's programs it is about, `gpu` for example.
                self.word();
                self.braces()?;
            } else {
                let case = self.case(&entries, count)?;
                stanzas.cases.push(case);
                count += 1;
            }
        }
    }

    /// `"name" tags random input { ... } output { ... }`.
    fn case(&mut self, entries: &[String], number: usize) -> Result<Case, StanzaError> {
        let name = self.quoted()?;
        let mut tags = vec![];
        let line = loop {
            self.skip_space();
            let line = self.line();
            match self.word() {
                "input" => break line,
                "" => return self.fail("expected `input`, `entry:`, `error:` or `tags`"),
                word => tags.push(word.to_string()),
            }
        };
        // As in Futhark, these may stand before other tags.
        let kind = tags.iter().position(|tag| tag == "random" || tag == "script").map(|at| tags.remove(at));
        let input = match (kind.as_deref(), self.source()?) {
            (Some("random"), Source::Text(types)) => Source::Random(types),
            (Some("random"), _) => return self.fail("`random input` has no file"),
            (Some(_), Source::Text(script)) => Source::Script(script),
            (Some(_), Source::File(name)) => Source::ScriptFile(name),
            (_, source) => source,
        };
        let expected = if self.eat("output") {
            Expected::Values(self.source()?)
        } else if self.eat("error:") {
            Expected::Error(self.rest_of_line())
        } else if self.auto_output()? {
            Expected::Interpreted
        } else {
            Expected::Anything
        };
        Ok(Case { entries: entries.to_vec(), name, tags, number, line, input, expected })
    }

    /// `auto output`: Futhark takes for right what its C code gives, we what the interpreter gives.
    fn auto_output(&mut self) -> Result<bool, StanzaError> {
        let auto = self.eat("auto");
        if !auto || self.eat("output") { Ok(auto) } else { self.fail("expected `output`") }
    }

    /// `{ values }` or `@ file`.
    fn source(&mut self) -> Result<Source, StanzaError> {
        if !self.eat("@") {
            return Ok(Source::Text(self.braces()?));
        }
        self.skip_space();
        let name = self.rest().split_whitespace().next().unwrap_or("").to_string();
        self.at += name.len();
        if name.is_empty() { self.fail("expected a file") } else { Ok(Source::File(name)) }
    }

    fn line(&self) -> usize {
        self.lines.iter().rev().find(|(start, _)| *start <= self.at).map_or(0, |(_, line)| *line)
    }

    fn fail<T>(&self, what: &str) -> Result<T, StanzaError> {
        Err(StanzaError { line: self.line(), what: what.to_string() })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// The letters, digits, `-` and `_` that stand here, perhaps none.
    fn word(&mut self) -> &str {
        self.skip_space();
        let rest = self.rest();
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len());
        self.at += len;
        &self.text[self.at - len..self.at]
    }

    fn rest_of_line(&mut self) -> String {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or("");
        let result = line.trim().to_string();
        self.at += line.len();
        result
    }

    fn words_of_line(&mut self) -> Vec<String> {
        self.rest_of_line().split_whitespace().map(str::to_string).collect()
    }

    /// A name in quotes, if one stands here.
    fn quoted(&mut self) -> Result<Option<String>, StanzaError> {
        if !self.eat("\"") {
            return Ok(None);
        }
        let Some(len) = self.rest().find('"') else { return self.fail("`\"` without another one") };
        let name = self.rest()[..len].to_string();
        self.at += len + 1;
        Ok(Some(name))
    }

    /// The text between braces, which may hold more of them.
    fn braces(&mut self) -> Result<String, StanzaError> {
        if !self.eat("{") {
            return self.fail("expected `{`");
        }
        let (mut open, mut quoted) = (1, false);
        for (i, c) in self.rest().char_indices() {
            match c {
                '"' => quoted = !quoted,
                '{' if !quoted => open += 1,
                '}' if !quoted => open -= 1,
                _ => {}
            }
            if open == 0 {
                let inside = self.rest()[..i].to_string();
                self.at += i + 1;
                return Ok(inside);
            }
        }
        self.fail("`{` without `}`")
    }
}
