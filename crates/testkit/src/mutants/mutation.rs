//! The text of a mutation, and how it is planted in a source file.
//!
//! ```text
//! file: crates/passes/src/flatten/kernel.rs
//! breaks: the second part of a concatenation is read from the wrong place
//! noticed: the spine                          by which test, IR file or program on native, if known: it is tried first
//! --- within                                  where the text to find occurs more than once, or is no whole expression
//! rest[0] = this.k_bin(k, "ix", BinOp::Sub, index[0], size);
//! --- find
//! this.k_bin(k, "ix", BinOp::Sub, index[0], size)
//! --- replace
//! this.k_bin(k, "ix", BinOp::Sub, size, index[0])
//! ```
//!
//! What is found is an expression or whole statements, and so is its replacement. A replacement may be empty.

use std::ops::Range;
use std::path::Path;

/// One deliberate bug.
#[derive(Clone, PartialEq, Debug)]
pub struct Mutation {
    /// Its name.
    pub name: String,
    /// The file it changes.
    pub file: String,
    /// What goes wrong.
    pub breaks: String,
    /// The test that noticed it before, by name, or a file.
    pub noticed: Option<String>,
    /// Text around the text to find, which occurs once in the file.
    pub within: String,
    /// The text to find, which occurs once in what is around it.
    pub find: String,
    /// What to put there.
    pub replace: String,
}

impl Mutation {
    /// Reads the text of a mutation.
    pub fn parse(name: &str, text: &str) -> Result<Mutation, String> {
        let line = |label: &str| {
            let mut lines = text.lines().take_while(|line| !line.starts_with("--- "));
            lines.find_map(|line| Some(line.strip_prefix(label)?.strip_prefix(": ")?.to_string()))
        };
        let section = |label: &str| {
            let rest = text.split_once(&format!("\n--- {label}\n"))?.1;
            let end = if rest.starts_with("--- ") { 0 } else { rest.find("\n--- ").unwrap_or(rest.len()) };
            Some(rest[..end].trim_end_matches('\n').to_string())
        };
        let read = || {
            let find = section("find")?;
            let within = section("within").unwrap_or_else(|| find.clone());
            let (file, breaks, replace) = (line("file")?, line("breaks")?, section("replace")?);
            let noticed = line("noticed");
            Some(Mutation { name: name.to_string(), file, breaks, noticed, within, find, replace })
        };
        read().ok_or_else(|| format!("error: mutation {name} needs file, breaks, find and replace"))
    }

    /// Whether it changes how Flat is lowered, which the interpreter does not see.
    pub(super) fn in_lowering(&self) -> bool {
        self.file.contains("/lower/")
    }

    /// Where the text to find is in a source.
    fn place(&self, source: &str) -> Result<Range<usize>, String> {
        let once = |text: &str, part: &str| {
            let mut at = text.match_indices(part).map(|(at, _)| at);
            match (at.next(), at.next()) {
                (Some(at), None) => Ok(at),
                (None, _) => Err(format!("{} does not occur in {}:\n{part}", self.name, self.file)),
                (Some(_), Some(_)) => Err(format!("{} occurs twice in {}:\n{part}", self.name, self.file)),
            }
        };
        if self.find.trim_start().starts_with("let ") && self.find.matches(';').count() <= 1 {
            return Err(format!(
                "{} changes a whole `let`, which nothing behind it would see: change its expression",
                self.name
            ));
        }
        let start = once(source, &self.within)? + once(&self.within, &self.find)?;
        if source[..start].ends_with(['.', '_']) || source[..start].ends_with(char::is_alphanumeric) {
            return Err(format!("{} begins within an expression: change all of it", self.name));
        }
        Ok(start..start + self.find.len())
    }

    /// The choice between what is found and its replacement, as Rust text.
    fn choice(&self, number: usize) -> String {
        let (right, wrong) = (&self.find, &self.replace);
        let choice = format!("if ::base::mutation::on({number}) {{ {wrong} }} else {{ {right} }}");
        match right.trim_end().ends_with([';', '}']) {
            true => choice,
            false => format!("({choice})"),
        }
    }
}

/// A source with the choices of its mutations, which are given with their numbers.
pub fn plant(source: &str, mutations: &[(usize, &Mutation)]) -> Result<String, String> {
    let mut places = vec![];
    for (number, mutation) in mutations {
        places.push((mutation.place(source)?, *number, *mutation));
    }
    // From the end, so that places in front stay where they are.
    places.sort_by_key(|(place, _, _)| std::cmp::Reverse(place.start));
    for pair in places.windows(2) {
        let [(after, _, b), (before, _, a)] = pair else { continue };
        if before.end > after.start {
            return Err(format!("{} and {} change the same text of {}", a.name, b.name, a.file));
        }
    }
    let mut text = source.to_string();
    for (place, number, mutation) in places {
        text.replace_range(place, &mutation.choice(number));
    }
    Ok(text)
}

/// The mutations of a workspace, by name.
pub fn load(workspace: &Path) -> Result<Vec<Mutation>, String> {
    let folder = workspace.join("tests/mutations");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("error: {}: {e}", folder.display()))?;
    let mut mutations = vec![];
    for entry in entries {
        let path = entry.map_err(|e| format!("error: {e}"))?.path();
        let text = std::fs::read_to_string(&path).map_err(|e| format!("error: {}: {e}", path.display()))?;
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        mutations.push(Mutation::parse(&name, &text)?);
    }
    mutations.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(mutations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutation(name: &str, within: &str, find: &str, replace: &str) -> Mutation {
        let within = if within.is_empty() { String::new() } else { format!("--- within\n{within}\n") };
        let text = format!("file: a.rs\nbreaks: all\n{within}--- find\n{find}\n--- replace\n{replace}\n");
        Mutation::parse(name, &text).unwrap()
    }

    #[test]
    fn an_expression_is_chosen_where_it_stands() {
        let m = mutation("m", "", "x + 1", "x - 1");
        let text = plant("let y = x + 1;", &[(3, &m)]).unwrap();
        assert_eq!(text, "let y = (if ::base::mutation::on(3) { x - 1 } else { x + 1 });");
        assert!(plant("x + 1; x + 1", &[(3, &m)]).unwrap_err().contains("twice"));
        assert!(plant("x", &[(3, &m)]).unwrap_err().contains("does not occur"));
        let whole = mutation("m", "", "let y = x + 1;", "let y = x;");
        assert!(plant("let y = x + 1;", &[(3, &whole)]).unwrap_err().contains("nothing behind it"));
    }

    #[test]
    fn what_is_around_tells_one_place_from_another() {
        let m = mutation("m", "let b = f(x);", "x", "y");
        let text = plant("let a = f(x); let b = f(x);", &[(0, &m)]).unwrap();
        assert_eq!(text, "let a = f(x); let b = f((if ::base::mutation::on(0) { y } else { x }));");
    }

    #[test]
    fn who_noticed_it_may_be_said() {
        let text = "file: a.rs\nbreaks: all\nnoticed: the spine\n--- find\nx\n--- replace\ny\n";
        assert_eq!(Mutation::parse("m", text).unwrap().noticed.as_deref(), Some("the spine"));
        assert_eq!(mutation("m", "", "x", "y").noticed, None);
    }

    #[test]
    fn statements_may_be_left_out() {
        let m = mutation("m", "", "f(x);", "");
        assert_eq!(m.replace, "");
        assert_eq!(plant("f(x);", &[(1, &m)]).unwrap(), "if ::base::mutation::on(1) {  } else { f(x); }");
    }

    #[test]
    fn mutations_of_one_file_do_not_overlap() {
        let (a, b) = (mutation("a", "", "f(x)", "g(x)"), mutation("b", "", "h(y)", "y"));
        let text = plant("f(x) + h(y)", &[(1, &a), (2, &b)]).unwrap();
        assert!(text.starts_with("(if ") && text.contains(" + (if "), "{text}");
        let c = mutation("c", "", "x", "y");
        assert!(plant("f(x)", &[(1, &a), (2, &c)]).unwrap_err().contains("change the same text"));
    }
}
