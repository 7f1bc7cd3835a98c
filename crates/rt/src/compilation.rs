//! What the text of a program says about how it is to be compiled.

/// How a text is compiled. It says so itself, in its first line; a text that does not is compiled exactly and well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compilation {
    /// Whether a product and a sum of floats may become one operation, which rounds once.
    pub contract: bool,
    /// Whether the compiler should rather be done soon than make fast code.
    pub quick: bool,
    /// Whether it should not optimise at all: done soonest, for runs that take no time.
    pub plain: bool,
}

impl Compilation {
    /// The line that stands in front of a text to be compiled so.
    pub fn line(self) -> String {
        format!("// compile with {}\n", self.flags().join(" "))
    }

    /// The flags of a C compiler.
    pub(crate) fn flags(self) -> Vec<&'static str> {
        // The header of intrinsics takes longer to read than most programs to compile.
        let mut flags = match (self.plain, self.quick) {
            (true, _) => vec!["-O0", "-DNO_INTRINSICS"],
            (false, true) => vec!["-O1", "-DNO_INTRINSICS"],
            (false, false) => vec!["-O3"],
        };
        flags.push(if self.contract { "-ffp-contract=fast" } else { "-ffp-contract=off" });
        flags
    }

    /// What the first line of a text asks for.
    pub(crate) fn of(source: &str) -> Compilation {
        let both = [true, false];
        let mut all = both.into_iter().flat_map(|contract| {
            let efforts = [(false, false), (true, false), (false, true)];
            efforts.map(|(quick, plain)| Compilation { contract, quick, plain })
        });
        all.find(|c| source.starts_with(&c.line())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_how_it_is_compiled() {
        for contract in [false, true] {
            for (quick, plain) in [(false, false), (true, false), (false, true)] {
                let how = Compilation { contract, quick, plain };
                assert_eq!(Compilation::of(&(how.line() + "int x;")), how);
            }
        }
        assert_eq!(Compilation::of("int x;").flags(), ["-O3", "-ffp-contract=off"]);
    }
}
