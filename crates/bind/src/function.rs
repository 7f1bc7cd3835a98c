//! Functions of C.

/// A function: a prototype in the header, a definition in the source file.
pub(crate) struct Function {
    /// The type of its result.
    pub(crate) result: String,
    /// Its name.
    pub(crate) name: String,
    /// The types and names of its parameters.
    pub(crate) params: Vec<(String, String)>,
    /// The statements.
    pub(crate) body: Vec<String>,
}

impl Function {
    /// A function of a context.
    pub(crate) fn of_context(result: &str, name: String) -> Function {
        Function { result: result.into(), name, params: vec![], body: vec![] }
            .param("struct futhark_context *", "ctx")
    }

    /// The same with one parameter more.
    pub(crate) fn param(mut self, ty: impl Into<String>, name: impl Into<String>) -> Function {
        self.params.push((ty.into(), name.into()));
        self
    }

    /// The same with one statement more.
    pub(crate) fn line(mut self, line: impl Into<String>) -> Function {
        self.body.push(line.into());
        self
    }

    fn head(&self) -> String {
        let space = |ty: &str| if ty.ends_with('*') { "" } else { " " };
        let params: Vec<String> =
            self.params.iter().map(|(ty, name)| format!("{ty}{}{name}", space(ty))).collect();
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        format!("{}{}{}({params})", self.result, space(&self.result), self.name)
    }

    /// Its prototype.
    pub(crate) fn prototype(&self) -> String {
        format!("{};\n", self.head())
    }

    /// Its definition. Every function has a context that not every one needs.
    pub(crate) fn definition(&self) -> String {
        let body: String = self.body.iter().map(|line| format!("  {line}\n")).collect();
        format!("{} {{\n{body}}}\n", self.head())
    }
}
