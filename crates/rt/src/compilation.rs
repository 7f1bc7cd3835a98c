//! What the text of a program says about how it is to be compiled.

/// How a text is compiled. It says so itself, in its first line; a text that does not is compiled exactly and well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compilation {
    /// Whether a product and a sum of floats may become one operation, which rounds once.
    pub contract: bool,
    /// How much the compiler optimises.
    pub effort: Effort,
}

/// How much a C compiler optimises: the more, the longer it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Not at all: done soonest, for runs that take no time.
    None,
    /// As much as does not take long.
    Some,
    /// All that makes fast code.
    #[default]
    Full,
}

impl Effort {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Effort); 3] =
        [("none", Effort::None), ("some", Effort::Some), ("full", Effort::Full)];
}

impl std::fmt::Display for Effort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = Effort::ALL.iter().find(|(_, effort)| effort == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

impl Compilation {
    /// The line that stands in front of a text to be compiled so.
    pub fn line(self) -> String {
        format!("// compile with {}\n", self.flags().join(" "))
    }

    /// The flags of a C compiler.
    pub(crate) fn flags(self) -> Vec<&'static str> {
        // The header of intrinsics takes longer to read than most programs to compile.
        let mut flags = match self.effort {
            Effort::None => vec!["-O0", "-DNO_INTRINSICS"],
            Effort::Some => vec!["-O1", "-DNO_INTRINSICS"],
            Effort::Full => vec!["-O3"],
        };
        flags.push(if self.contract { "-ffp-contract=fast" } else { "-ffp-contract=off" });
        flags
    }

    fn all() -> impl Iterator<Item = Compilation> {
        let both = [true, false];
        both.into_iter().flat_map(|contract| Effort::ALL.map(|(_, effort)| Compilation { contract, effort }))
    }

    /// What the first line of a text asks for.
    pub(crate) fn of(source: &str) -> Compilation {
        let mut all = Compilation::all();
        all.find(|c| source.starts_with(&c.line())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_how_it_is_compiled() {
        for how in Compilation::all() {
            assert_eq!(Compilation::of(&(how.line() + "int x;")), how);
        }
        assert_eq!(Compilation::of("int x;").flags(), ["-O3", "-ffp-contract=off"]);
    }
}
