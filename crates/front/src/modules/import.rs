//! Imports: each file is evaluated once, in the scope of the prelude.

use super::scope::Scope;
use super::{Elab, Resolve};
use base::diag::{Diagnostic, SourceFile, Span};
use std::rc::Rc;

impl Elab<'_> {
    /// The names that a file exports.
    pub(super) fn import(&mut self, path: &str, span: Span) -> Resolve<Rc<Scope>> {
        let importer = self.importing.last().cloned().unwrap_or_default();
        let name = relative(&importer, path);
        if let Some(scope) = self.imported.get(&name) {
            return Ok(scope.clone());
        }
        if self.importing.contains(&name) {
            return Err(Diagnostic::error("import-cycle", format!("{name} imports itself"))
                .label(span, "through this import"));
        }
        let text = (self.load)(&name).map_err(|cause| {
            Diagnostic::error("import", format!("cannot read {name}: {cause}")).label(span, "imported here")
        })?;
        let file = self.files.len();
        if file > usize::from(u16::MAX) {
            return Err(Diagnostic::error("import", "too many files").label(span, "imported here"));
        }
        self.files.push(SourceFile { name: name.clone(), text });
        let (decs, errors) = self.parse(file);
        let broken = !errors.is_empty();
        self.errors.extend(errors);
        self.importing.push(name.clone());
        let around = std::mem::take(&mut self.declared);
        let scope = if broken {
            Scope::unknown()
        } else {
            let prelude = self.prelude.clone();
            self.decs(&decs, prelude, "", false)
        };
        self.declared = around;
        self.importing.pop();
        let scope = Rc::new(scope);
        self.imported.insert(name, scope.clone());
        Ok(scope)
    }
}

/// The path of an imported file, seen from where the importing one is seen from.
fn relative(importer: &str, path: &str) -> String {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    if path.starts_with('/') {
        parts.clear();
        parts.push("");
    }
    for part in path.split('/').filter(|p| !p.is_empty() && *p != ".") {
        match parts.last() {
            Some(last) if part == ".." && !last.is_empty() && *last != ".." && *last != "." => {
                _ = parts.pop()
            }
            _ => parts.push(part),
        }
    }
    format!("{}.fut", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn paths_are_relative_to_the_importing_file() {
        assert_eq!(relative("main.fut", "a"), "a.fut");
        assert_eq!(relative("x/main.fut", "../lib/b"), "lib/b.fut");
        assert_eq!(relative("/x/main.fut", "./lib/b"), "/x/lib/b.fut");
        assert_eq!(relative("../main.fut", "../b"), "../../b.fut");
    }
}
