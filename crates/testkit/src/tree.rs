//! Source expressions as trees with types: what the generator makes and the shrinker cuts.
//!
//! A node is text with holes. Names bound by a node are unique in the program, so a subtree may be moved upwards as long as it
//! does not mention a name bound on the way.

use std::fmt::Write;

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum S {
    /// 64-bit integers.
    I64,
    /// 32-bit integers.
    I32,
    /// Doubles; values are small multiples of a half, so that sums are exact in any order.
    F64,
    /// Truth values.
    Bool,
}

impl S {
    /// The name in source.
    pub fn name(self) -> &'static str {
        match self {
            S::I64 => "i64",
            S::I32 => "i32",
            S::F64 => "f64",
            S::Bool => "bool",
        }
    }
}

/// A type of the generator. Sizes are not named: an array in an array may be ragged.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ty {
    /// A scalar.
    Scalar(S),
    /// An array of rows or elements of any shapes.
    Arr(Box<Ty>),
    /// A matrix: rows of one length, known to be.
    Mat(S),
    /// A tuple.
    Tup(Vec<Ty>),
    /// A record, its fields in the order of their names.
    Rec(Vec<(&'static str, Ty)>),
    /// A sum, its constructors in the order of their names.
    Sum(Vec<(&'static str, Vec<Ty>)>),
}

impl Ty {
    /// `i64`.
    pub const I64: Ty = Ty::Scalar(S::I64);
    /// `bool`.
    pub const BOOL: Ty = Ty::Scalar(S::Bool);

    /// An array of these.
    pub fn arr(elem: Ty) -> Ty {
        Ty::Arr(Box::new(elem))
    }

    /// The type of elements or rows, if it is an array.
    pub fn elem(&self) -> Option<Ty> {
        match self {
            Ty::Arr(elem) => Some((**elem).clone()),
            Ty::Mat(s) => Some(Ty::arr(Ty::Scalar(*s))),
            Ty::Scalar(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => None,
        }
    }

    /// How many dimensions.
    pub fn rank(&self) -> usize {
        match self {
            Ty::Arr(elem) => 1 + elem.rank(),
            Ty::Mat(_) => 2,
            Ty::Scalar(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => 0,
        }
    }

    /// The parts of a tuple or record with what selects them.
    pub fn parts(&self) -> Vec<(String, &Ty)> {
        match self {
            Ty::Tup(items) => items.iter().enumerate().map(|(i, t)| (i.to_string(), t)).collect(),
            Ty::Rec(fields) => fields.iter().map(|(name, t)| (name.to_string(), t)).collect(),
            Ty::Scalar(_) | Ty::Arr(_) | Ty::Mat(_) | Ty::Sum(_) => vec![],
        }
    }

    /// Whether there are matrices in it. Two of them side by side in a literal are no longer known to be rectangular.
    pub fn has_matrices(&self) -> bool {
        match self {
            Ty::Mat(_) => true,
            Ty::Arr(elem) => elem.has_matrices(),
            Ty::Scalar(_) | Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => {
                self.parts().iter().any(|(_, t)| t.has_matrices())
            }
        }
    }

    /// How many dimensions of a value vary in size with those in front of them, at most.
    pub fn raggedness(&self) -> usize {
        fn below(ty: &Ty, in_array: bool) -> usize {
            let most =
                |parts: &mut dyn Iterator<Item = &Ty>| parts.map(|t| below(t, in_array)).max().unwrap_or(0);
            match ty {
                Ty::Scalar(_) => 0,
                Ty::Mat(_) => 2 * usize::from(in_array),
                Ty::Arr(elem) => usize::from(in_array) + below(elem, true),
                Ty::Tup(items) => most(&mut items.iter()),
                Ty::Rec(fields) => most(&mut fields.iter().map(|(_, t)| t)),
                Ty::Sum(cases) => most(&mut cases.iter().flat_map(|(_, parts)| parts)),
            }
        }
        below(self, false)
    }

    /// The scalars or arrays of scalars that a value of the type is passed as: an array of tuples is a tuple of arrays.
    pub fn components(&self) -> Vec<Ty> {
        match self {
            Ty::Scalar(_) | Ty::Mat(_) => vec![self.clone()],
            Ty::Arr(elem) => elem.components().into_iter().map(Ty::arr).collect(),
            Ty::Tup(_) | Ty::Rec(_) | Ty::Sum(_) => {
                self.parts().into_iter().flat_map(|(_, t)| t.components()).collect()
            }
        }
    }

    /// The type in source where it stands by itself: outer sizes have names, which are added to `sizes`, and only inner ones vary.
    fn outer(&self, sizes: &mut Vec<String>, stem: &str) -> String {
        let mut size = || {
            sizes.push(format!("{stem}{}", sizes.len()));
            sizes[sizes.len() - 1].clone()
        };
        match self {
            Ty::Scalar(_) | Ty::Sum(_) => self.inner(),
            Ty::Arr(elem) => format!("[{}]{}", size(), elem.inner()),
            Ty::Mat(s) => format!("[{}][{}]{}", size(), size(), s.name()),
            Ty::Tup(items) => {
                let items: Vec<String> = items.iter().map(|t| t.outer(sizes, stem)).collect();
                format!("({})", items.join(", "))
            }
            Ty::Rec(fields) => {
                let field = |(name, t): &(&str, Ty)| format!("{name}: {}", t.outer(sizes, stem));
                format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The type in source as an element of an array: sizes vary.
    pub fn inner(&self) -> String {
        match self {
            Ty::Scalar(s) => s.name().to_string(),
            Ty::Arr(elem) => format!("[?]{}", elem.inner()),
            Ty::Mat(s) => format!("(?[r][c].[r][c]{})", s.name()),
            Ty::Tup(items) => {
                format!("({})", items.iter().map(Ty::inner).collect::<Vec<_>>().join(", "))
            }
            Ty::Rec(fields) => {
                let fields: Vec<String> = fields.iter().map(|(n, t)| format!("{n}: {}", t.inner())).collect();
                format!("{{{}}}", fields.join(", "))
            }
            Ty::Sum(cases) => {
                let case = |(name, parts): &(&str, Vec<Ty>)| {
                    let parts: String = parts.iter().map(|t| format!(" ({})", t.inner())).collect();
                    format!("#{name}{parts}")
                };
                format!("({})", cases.iter().map(case).collect::<Vec<_>>().join(" | "))
            }
        }
    }
}

/// A node: text, the names it binds, and subexpressions.
#[derive(Clone, PartialEq, Debug)]
pub struct Exp {
    /// Its type.
    pub ty: Ty,
    /// What it is made of.
    pub pieces: Vec<Piece>,
    /// The variable, if it is only that.
    pub var: Option<String>,
    /// Whether it may fail at run time.
    pub risk: bool,
}

/// A part of a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Text as it is.
    Text(String),
    /// A name this node binds.
    Own(String),
    /// A subexpression.
    Kid(Exp),
}

impl Exp {
    /// A constant or other closed text.
    pub fn text(ty: Ty, text: impl Into<String>) -> Exp {
        Exp { ty, pieces: vec![Piece::Text(text.into())], var: None, risk: false }
    }

    /// A variable.
    pub fn var(ty: Ty, name: &str) -> Exp {
        Exp { var: Some(name.to_string()), ..Exp::text(ty, name) }
    }

    /// A node from a template: `%0` is the first subexpression, `$0` the first bound name.
    pub fn node(ty: Ty, template: &str, own: &[&str], kids: Vec<Exp>) -> Exp {
        let mut pieces = vec![];
        let mut text = String::new();
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            let piece = match c {
                '%' | '$' => match chars.next().and_then(|d| d.to_digit(10)) {
                    Some(d) if c == '$' => Piece::Own(own[d as usize].to_string()),
                    Some(d) => Piece::Kid(kids[d as usize].clone()),
                    // The remainder operator is written with a space behind it.
                    None => {
                        text.push_str("% ");
                        continue;
                    }
                },
                c => {
                    text.push(c);
                    continue;
                }
            };
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(piece);
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Exp { ty, pieces, var: None, risk: false }
    }

    /// The same, marked as one that may fail.
    pub fn risky(mut self) -> Exp {
        self.risk = true;
        self
    }

    /// The subexpressions.
    pub fn kids(&self) -> impl Iterator<Item = &Exp> {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Kid(kid) => Some(kid),
            Piece::Text(_) | Piece::Own(_) => None,
        })
    }

    /// The subexpressions, to be replaced.
    pub fn kids_mut(&mut self) -> impl Iterator<Item = &mut Exp> {
        self.pieces.iter_mut().filter_map(|p| match p {
            Piece::Kid(kid) => Some(kid),
            Piece::Text(_) | Piece::Own(_) => None,
        })
    }

    /// The names this node binds.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|p| match p {
            Piece::Own(name) => Some(name.as_str()),
            Piece::Text(_) | Piece::Kid(_) => None,
        })
    }

    /// Visits every variable mentioned.
    pub fn each_var<'a>(&'a self, visit: &mut impl FnMut(&'a str)) {
        // A part of a variable is called `x.0` or `x.k`.
        if let Some(name) = self.var.as_deref().and_then(|name| name.split('.').next()) {
            visit(name);
        }
        self.kids().for_each(|kid| kid.each_var(visit));
    }

    /// How many places may fail.
    pub fn risks(&self) -> usize {
        usize::from(self.risk) + self.kids().map(Exp::risks).sum::<usize>()
    }

    /// How many nodes.
    pub fn nodes(&self) -> usize {
        1 + self.kids().map(Exp::nodes).sum::<usize>()
    }

    fn print_into(&self, text: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(t) | Piece::Own(t) => text.push_str(t),
                Piece::Kid(kid) if kid.pieces.len() == 1 => kid.print_into(text),
                Piece::Kid(kid) => {
                    text.push('(');
                    kid.print_into(text);
                    text.push(')');
                }
            }
        }
    }

    /// The expression in source.
    pub fn print(&self) -> String {
        let mut text = String::new();
        self.print_into(&mut text);
        text
    }
}

/// An entry point.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<(String, Ty)>,
    /// Its body.
    pub body: Exp,
}

impl Entry {
    /// One line of source.
    pub fn print(&self) -> String {
        let mut text = format!("entry {}", self.name);
        let mut params = String::new();
        for (i, (name, ty)) in self.params.iter().enumerate() {
            let mut sizes = vec![];
            let ty = ty.outer(&mut sizes, &format!("n{i}_"));
            // Writing to a string cannot fail.
            sizes.iter().for_each(|size| _ = write!(text, " [{size}]"));
            let _ = write!(params, " ({name}: {ty})");
        }
        format!("{text}{params} = {}", self.body.print())
    }
}
