//! The syntax tree, with the spans of the source.

use base::diag::Span;
use base::{Scalar, ScalarType};
use std::rc::Rc;

/// A name; qualified ones such as `f64.sum` hold the dot. Tuples are records with the fields `0`, `1`, ...
pub(crate) type Name = Rc<str>;

/// A declaration of the whole program, after modules are gone: names are unique.
#[derive(Clone, Debug)]
pub(crate) enum Decl {
    /// `def`, `let` or `entry`.
    Def(Rc<Def>),
    /// `val`: an intrinsic of the prelude, or what a parameter of a module promises.
    Val(Val),
    /// A value seen through a module type.
    Seal(Rc<Seal>),
}

/// A value seen through a module type.
#[derive(Debug)]
pub(crate) struct Seal {
    /// What the module type says, abstract types left abstract; the name is that of the value seen from outside.
    pub outside: Val,
    /// The same with abstract types replaced by what they are: what the value has to have.
    pub inside: Val,
    /// The value itself.
    pub source: Name,
    /// Where it is sealed.
    pub span: Span,
}

/// A definition, at top level or a local function.
#[derive(Debug)]
pub(crate) struct Def {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub span: Span,
    /// Whether it is an entry point.
    pub entry: bool,
    /// Type and size parameters.
    pub tparams: Vec<TypeParam>,
    /// Value parameters.
    pub params: Vec<Pat>,
    /// The declared type of the result.
    pub ret: Option<TypeExp>,
    /// The body.
    pub body: Exp,
}

/// The type of a value without the value.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    /// Its name.
    pub name: Name,
    /// Where the name stands.
    pub span: Span,
    /// Type and size parameters.
    pub tparams: Vec<TypeParam>,
    /// Its type.
    pub ty: TypeExp,
}

/// A parameter in front of the value parameters.
#[derive(Clone, Debug)]
pub(crate) enum TypeParam {
    /// `[n]`.
    Size(Name),
    /// `'a`.
    Type(Name, Lift),
}

impl TypeParam {
    /// Its name.
    pub(crate) fn name(&self) -> &Name {
        match self {
            TypeParam::Size(name) | TypeParam::Type(name, _) => name,
        }
    }
}

/// What may be inside the values of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Lift {
    /// Data of one shape: `'a`, `type`.
    Plain,
    /// Data whose sizes vary from value to value: `'~a`, `type~`.
    Sizes,
    /// Functions: `'^a`, `type^`.
    Functions,
}

/// A type as written.
#[derive(Clone, Debug)]
pub(crate) struct TypeExp {
    /// What it is.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    /// A scalar type.
    Scalar(ScalarType),
    /// A type variable or an abbreviation with its arguments.
    Name(Name, Vec<TypeArg>),
    /// Tuples and records, fields in order.
    Record(Vec<(Name, TypeExp)>),
    /// `[n]t`.
    Array(SizeExp, Box<TypeExp>),
    /// `a -> b`, perhaps with a name for the argument.
    Fun(Option<Name>, Box<TypeExp>, Box<TypeExp>),
    /// `*t`.
    Unique(Box<TypeExp>),
    /// `?[n][m].t`.
    Exists(Vec<Name>, Box<TypeExp>),
    /// A type whose definition is hidden, by its unique name; only after modules are gone.
    Abstract(Name, Vec<TypeArg>),
    /// `#a t | #b`, constructors in the order of their names.
    Sum(Vec<(Name, Vec<TypeExp>)>),
}

/// An argument of an abbreviation.
#[derive(Clone, Debug)]
pub(crate) enum TypeArg {
    /// A size.
    Size(SizeExp),
    /// A type.
    Type(TypeExp),
}

/// A size as written.
#[derive(Clone, Debug)]
pub(crate) enum SizeExp {
    /// `[]`.
    Anon,
    /// `[?]`.
    Any,
    /// `[e]`.
    Exp(Box<Exp>),
}

/// A pattern.
#[derive(Clone, Debug)]
pub(crate) struct Pat {
    /// What it is.
    pub kind: PatKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of patterns.
#[derive(Clone, Debug)]
pub(crate) enum PatKind {
    /// `_`.
    Wild,
    /// A name.
    Name(Name),
    /// Tuples and records.
    Record(Vec<(Name, Pat)>),
    /// `p: t`.
    Typed(Box<Pat>, TypeExp),
    /// `#name p q`. The id is that of the type of the whole.
    Constr(Name, Vec<Pat>, u32),
    /// A literal, as an expression.
    Literal(Box<Exp>),
}

impl Pat {
    /// Does something with every type that is written in the pattern.
    pub(crate) fn each_type(&self, f: &mut dyn FnMut(&TypeExp)) {
        match &self.kind {
            PatKind::Wild | PatKind::Name(_) | PatKind::Literal(_) => {}
            PatKind::Record(fields) => fields.iter().for_each(|(_, pat)| pat.each_type(f)),
            PatKind::Constr(_, pats, _) => pats.iter().for_each(|pat| pat.each_type(f)),
            PatKind::Typed(pat, ty) => {
                f(ty);
                pat.each_type(f);
            }
        }
    }
    /// Whether there is a constructor or a literal in it.
    pub(crate) fn refutable(&self) -> bool {
        match &self.kind {
            PatKind::Wild | PatKind::Name(_) => false,
            PatKind::Record(fields) => fields.iter().any(|(_, p)| p.refutable()),
            PatKind::Typed(pat, _) => pat.refutable(),
            PatKind::Constr(..) | PatKind::Literal(_) => true,
        }
    }
    /// The names the pattern binds.
    pub(crate) fn names(&self) -> Vec<(&Name, Span)> {
        match &self.kind {
            PatKind::Wild | PatKind::Literal(_) => vec![],
            PatKind::Constr(_, pats, _) => pats.iter().flat_map(|p| p.names()).collect(),
            PatKind::Name(name) => vec![(name, self.span)],
            PatKind::Record(fields) => fields.iter().flat_map(|(_, p)| p.names()).collect(),
            PatKind::Typed(pat, _) => pat.names(),
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Exp {
    /// Index into the table of types that inference fills.
    pub id: u32,
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExpKind,
    /// The attributes in front of it.
    pub attrs: Attrs,
}

/// The attribute of new arrays whose contents nobody reads before they are written.
pub(crate) const SCRATCH: &str = "scratch";

/// Attributes, `#[name]`, as they are written but for white space; mostly there are none.
pub(crate) type Attrs = Option<Rc<[Name]>>;

impl Exp {
    /// The attributes of what it evaluates to: those in front of it, or else of the function that it applies. `xs |> #[a] map f` is
    /// `#[a] map f xs`.
    pub(crate) fn attributes(&self) -> &[Name] {
        match (&self.attrs, self.applied()) {
            (Some(attrs), _) => attrs,
            (None, Some((fun, _))) => fun.attributes(),
            (None, None) => &[],
        }
    }
    /// Whether it has this attribute.
    pub(crate) fn is_marked(&self, attr: &str) -> bool {
        self.attributes().iter().any(|a| &**a == attr)
    }
    /// The function and the last argument of an application; `x |> f` and `f <| x` are `f x`.
    pub(crate) fn applied(&self) -> Option<(&Exp, &Exp)> {
        let ExpKind::Apply(fun, arg) = &self.kind else { return None };
        if let ExpKind::Apply(op, left) = &fun.kind
            && let ExpKind::Global(name) = &op.kind
        {
            // Those of the prelude: others of the same name have a number.
            match &**name {
                "|>" => return Some((arg, left)),
                "<|" => return Some((left, arg)),
                _ => {}
            }
        }
        Some((fun, arg))
    }
    /// Whether it or an expression inside is such a one; those in types are not looked into.
    pub(crate) fn any(&self, is: &dyn Fn(&Exp) -> bool) -> bool {
        is(self) || self.children().into_iter().any(|child| child.any(is))
    }
    /// The expressions directly inside, those in types left out.
    pub(crate) fn children(&self) -> Vec<&Exp> {
        match &self.kind {
            ExpKind::Const(_)
            | ExpKind::Int(_)
            | ExpKind::Float(_)
            | ExpKind::Var(_)
            | ExpKind::Global(_)
            | ExpKind::Hole => vec![],
            ExpKind::Open(_, e) => vec![e],
            ExpKind::Constr(_, args) => args.iter().collect(),
            ExpKind::Match(e, cases) => std::iter::once(&**e).chain(cases.iter().map(|(_, e)| e)).collect(),
            ExpKind::Record(fields) => fields.iter().map(|(_, e)| e).collect(),
            ExpKind::Project(e, _) | ExpKind::Unary(_, e) => vec![e],
            ExpKind::Typed(e, _) | ExpKind::Coerce(e, _) => vec![e],
            ExpKind::Array(elems) => elems.iter().collect(),
            ExpKind::Range(r) => [&r.first, &r.end].into_iter().chain(&r.second).collect(),
            ExpKind::Index(e, dims) => {
                std::iter::once(&**e).chain(dims.iter().flat_map(Dim::parts)).collect()
            }
            ExpKind::Update(e, dims, val) => {
                [&**e, val].into_iter().chain(dims.iter().flat_map(Dim::parts)).collect()
            }
            ExpKind::RecordUpdate(a, _, b)
            | ExpKind::Apply(a, b)
            | ExpKind::Logic(_, a, b)
            | ExpKind::SectionRight(a, b)
            | ExpKind::Let(_, _, a, b) => vec![a, b],
            ExpKind::If(a, b, c) => vec![a, b, c],
            ExpKind::LetFun(def, body) => vec![&def.body, body],
            ExpKind::Lambda(lambda) => vec![&lambda.body],
            ExpKind::Loop(l) => match &l.form {
                LoopForm::For(_, e) | LoopForm::ForIn(_, e) | LoopForm::While(e) => vec![&l.init, e, &l.body],
            },
        }
    }
}

/// The forms of expressions. Operators are applications of names such as `+`.
#[derive(Clone, Debug)]
pub(crate) enum ExpKind {
    /// A literal whose suffix tells its type, or a bool.
    Const(Scalar),
    /// An integer without suffix: of any numeric type.
    Int(i128),
    /// A number with a point and without suffix: of any float type.
    Float(f64),
    /// A variable; after modules are gone a local one.
    Var(Name),
    /// Something of the top level, by its unique name.
    Global(Name),
    /// `m.(e)`: the names of a module are seen in `e`.
    Open(Vec<Name>, Box<Exp>),
    /// `#name a b`.
    Constr(Name, Vec<Exp>),
    /// `match e case p -> f ...`.
    Match(Box<Exp>, Vec<(Pat, Exp)>),
    /// `???`.
    Hole,
    /// Tuples and records.
    Record(Vec<(Name, Exp)>),
    /// `e.field`.
    Project(Box<Exp>, Name),
    /// `[a, b]`.
    Array(Vec<Exp>),
    /// `first..second..<end`.
    Range(Box<Range>),
    /// `xs[i, a:b]`.
    Index(Box<Exp>, Vec<Dim>),
    /// `xs with [i] = e`.
    Update(Box<Exp>, Vec<Dim>, Box<Exp>),
    /// `r with field = e`.
    RecordUpdate(Box<Exp>, Vec<Name>, Box<Exp>),
    /// `f x`.
    Apply(Box<Exp>, Box<Exp>),
    /// `a op b` for `&&` and `||`, which do not always evaluate `b`.
    Logic(Logic, Box<Exp>, Box<Exp>),
    /// `-e` and `!e`.
    Unary(Unary, Box<Exp>),
    /// `(op e)`.
    SectionRight(Box<Exp>, Box<Exp>),
    /// `if`.
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `let [n] p = e in body`.
    Let(Vec<Name>, Pat, Box<Exp>, Box<Exp>),
    /// A local function.
    LetFun(Rc<Def>, Box<Exp>),
    /// `\p q -> e`.
    Lambda(Rc<Lambda>),
    /// `loop`.
    Loop(Box<Loop>),
    /// `e : t`.
    Typed(Box<Exp>, TypeExp),
    /// `e :> t`.
    Coerce(Box<Exp>, TypeExp),
}

/// The operators with a lazy right side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Logic {
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// Prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    /// `-`.
    Neg,
    /// `!`.
    Not,
}

/// A lambda.
#[derive(Debug)]
pub(crate) struct Lambda {
    /// Its parameters, at least one.
    pub params: Vec<Pat>,
    /// The declared type of the result.
    pub ret: Option<TypeExp>,
    /// The body.
    pub body: Exp,
}

/// A range.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    /// The first element.
    pub first: Exp,
    /// The second one, which gives the step.
    pub second: Option<Exp>,
    /// The last one, or the bound.
    pub end: Exp,
    /// How `end` is meant.
    pub kind: RangeKind,
}

/// How a range ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RangeKind {
    /// `..<`: before `end`, going up.
    Below,
    /// `..>`: before `end`, going down.
    Above,
    /// `...`: with `end`.
    To,
}

/// One position of an index.
#[derive(Clone, Debug)]
pub(crate) enum Dim {
    /// `i`.
    At(Exp),
    /// `start:end:stride`, each optional.
    Range(Box<[Option<Exp>; 3]>),
}

impl Dim {
    fn parts(&self) -> Vec<&Exp> {
        match self {
            Dim::At(e) => vec![e],
            Dim::Range(range) => range.iter().flatten().collect(),
        }
    }
}

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Sizes that the pattern binds.
    pub sizes: Vec<Name>,
    /// What is carried.
    pub pat: Pat,
    /// Its initial value.
    pub init: Exp,
    /// How long it runs.
    pub form: LoopForm,
    /// One round.
    pub body: Exp,
}

/// How long a loop runs.
#[derive(Clone, Debug)]
pub(crate) enum LoopForm {
    /// `for i < n`.
    For(Name, Exp),
    /// `for x in xs`.
    ForIn(Pat, Exp),
    /// `while e`.
    While(Exp),
}

/// The name of the tuple field with this number.
pub(crate) fn field(index: usize) -> Name {
    index.to_string().into()
}

/// Whether these fields are those of a tuple.
pub(crate) fn is_tuple<T>(fields: &[(Name, T)]) -> bool {
    fields.len() != 1 && fields.iter().enumerate().all(|(i, (name, _))| **name == *i.to_string())
}
