//! Expressions from text.

use super::lex::Kind;
use super::{ParseOp, Parsed, Parser, operator, split_var};
use crate::body::{AccDef, AccOp, Check, CheckKind, Exp, Loop, LoopForm, Prim, Slice, View};
use crate::types::Atom;
use base::{ScalarType, UnOp};

impl Parser {
    pub(super) fn exp<O: ParseOp>(&mut self) -> Parsed<Exp<O>> {
        let Some(word) = self.tokens.peek_word() else { return Ok(Exp::Atom(self.atom()?)) };
        if split_var(&word).is_some() {
            return self.var_exp();
        }
        if let Some(op) = O::parse(self, &word)? {
            return Ok(Exp::Op(op));
        }
        if let Some(exp) = self.scalar_exp(&word)? {
            return Ok(exp);
        }
        if let Some(exp) = self.array_exp(&word)? {
            return Ok(exp);
        }
        match word.as_str() {
            "if" | "loop" | "with_acc" | "call" => {
                self.tokens.skip();
                self.control(&word)
            }
            _ => self.tokens.error("unknown operation"),
        }
    }

    /// What begins with a variable: itself, an element of it, or it with an element replaced.
    fn var_exp<O>(&mut self) -> Parsed<Exp<O>> {
        let arr = self.var()?;
        if self.tokens.is('[') {
            return Ok(Exp::Read { arr, index: self.atoms('[', ']')? });
        }
        if self.tokens.accept_word("with") {
            let index = self.atoms('[', ']')?;
            self.tokens.expect('=')?;
            return Ok(Exp::Write { arr, index, val: self.atom()? });
        }
        Ok(Exp::Atom(arr.into()))
    }

    fn scalar_exp<O>(&mut self, word: &str) -> Parsed<Option<Exp<O>>> {
        if let Some((op, ty)) = operator(word) {
            self.tokens.skip();
            return Ok(Some(Exp::bin(op, ty, self.atom()?, self.atom()?)));
        }
        let typed = word.split_once('.').and_then(|(op, ty)| Some((op, ScalarType::from_name(ty)?)));
        if let Some((op @ ("nonzero" | "exponent"), ty)) = typed {
            self.tokens.skip();
            self.tokens.expect('!')?;
            let a = self.atom()?;
            let zero = op == "nonzero";
            let kind = if zero { CheckKind::NonZero { ty, a } } else { CheckKind::Exponent { ty, a } };
            return Ok(Some(Exp::Check(Check {
                kind,
                proved: self.tokens.accept_word("proved"),
                at: self.at()?,
            })));
        }
        if let Some((op, ty)) = typed.and_then(|(op, ty)| Some((UnOp::from_name(op)?, ty))) {
            self.tokens.skip();
            return Ok(Some(Exp::Prim(Prim::Un { op, ty, a: self.atom()? })));
        }
        let types = word.split_once("_to_");
        let types = types.and_then(|(a, b)| Some((ScalarType::from_name(a)?, ScalarType::from_name(b)?)));
        if let Some((from, to)) = types {
            self.tokens.skip();
            return Ok(Some(Exp::Prim(Prim::Conv { from, to, a: self.atom()? })));
        }
        match word {
            "select" => {
                self.tokens.skip();
                Ok(Some(Exp::select(self.atom()?, self.atom()?, self.atom()?)))
            }
            "trace" => {
                self.tokens.skip();
                Ok(Some(Exp::Trace { what: self.tokens.text()?, vals: self.atoms('(', ')')? }))
            }
            "size" | "iota_size" | "bounds" | "slice_len" | "assert" | "assert_eq" => {
                self.tokens.skip();
                self.tokens.expect('!')?;
                let kind = self.check(word)?;
                Ok(Some(Exp::Check(Check {
                    kind,
                    proved: self.tokens.accept_word("proved"),
                    at: self.at()?,
                })))
            }
            _ => Ok(None),
        }
    }

    /// A check; its word has been read.
    fn check(&mut self, word: &str) -> Parsed<CheckKind> {
        Ok(match word {
            "size" => CheckKind::Size { a: self.atom()?, iota: false },
            "iota_size" => CheckKind::Size { a: self.atom()?, iota: true },
            "bounds" => CheckKind::Bounds { index: self.atom()?, size: self.atom()? },
            "slice_len" => {
                let (start, end) = (self.atom()?, self.atom()?);
                CheckKind::SliceLen { start, end, stride: self.atom()?, size: self.atom()? }
            }
            "assert" => {
                let (cond, what) = (self.atom()?, self.tokens.text()?);
                CheckKind::Assert { cond, what, vals: self.atoms('(', ')')? }
            }
            _ => CheckKind::Equal { a: self.atom()?, b: self.atom()?, what: self.tokens.text()? },
        })
    }

    /// The indices that a failure names.
    fn at(&mut self) -> Parsed<Vec<Atom>> {
        if self.tokens.accept_word("at") { self.atoms('(', ')') } else { Ok(vec![]) }
    }

    fn array_exp<O>(&mut self, word: &str) -> Parsed<Option<Exp<O>>> {
        const WORDS: [&str; 14] = [
            "recast",
            "row",
            "slice",
            "iota",
            "replicate",
            "copy",
            "scratch",
            "concat",
            "reshape",
            "rearrange",
            "gather_rows",
            "total",
            "array",
            "update_acc",
        ];
        if !WORDS.contains(&word) {
            return Ok(None);
        }
        self.tokens.skip();
        Ok(Some(match word {
            "recast" => {
                let arr = self.var()?;
                self.tokens.expect_word("to")?;
                let dims = self.dims()?;
                let under = self.under()?;
                let inside = if self.tokens.accept_word("inside") { self.atoms('(', ')')? } else { vec![] };
                Exp::View(View::Recast { arr, dims, under, inside })
            }
            "row" => {
                let arr = self.var()?;
                Exp::View(View::Row { arr, index: self.atoms('[', ']')? })
            }
            "slice" => {
                let arr = self.var()?;
                self.tokens.expect('[')?;
                let slices = self.list(&[']'], |p| p.slice())?;
                self.tokens.expect(']')?;
                Exp::View(View::Slice { arr, slices })
            }
            "iota" => Exp::View(View::Iota { n: self.atom()? }),
            "replicate" => Exp::View(View::Replicate { n: self.atom()?, x: self.atom()? }),
            "copy" => Exp::Copy { arr: self.var()? },
            "scratch" => {
                let ty = self.ty()?;
                let part = if self.tokens.accept_word("in") {
                    let row = self.var()?;
                    self.tokens.expect('[')?;
                    let part = self.tokens.small()?;
                    self.tokens.expect(']')?;
                    Some((row, part))
                } else {
                    None
                };
                Exp::Scratch { ty, part }
            }
            "concat" => {
                let size = self.atom()?;
                Exp::View(View::Concat { arrs: self.vars()?, size })
            }
            "reshape" => {
                let dims = self.dims()?;
                let arr = self.var()?;
                Exp::View(View::Reshape { arr, dims, under: self.under()? })
            }
            "rearrange" => {
                self.tokens.expect('(')?;
                let perm = self.list(&[')'], |p| p.tokens.small())?;
                self.tokens.expect(')')?;
                Exp::View(View::Rearrange { perm, arr: self.var()? })
            }
            "gather_rows" => {
                let arr = self.var()?;
                self.tokens.expect_word("at")?;
                Exp::View(View::Gather { arr, at: self.var()? })
            }
            "total" => Exp::Total { sizes: self.vars()? },
            "array" => {
                let elem = self.scalar_type()?;
                Exp::View(View::Literal { elem, elems: self.atoms('[', ']')? })
            }
            _ => {
                let acc = self.var()?;
                let index = self.atoms('[', ']')?;
                Exp::UpdateAcc { acc, index, vals: self.atoms('(', ')')? }
            }
        }))
    }

    fn slice(&mut self) -> Parsed<Slice> {
        if self.tokens.accept_word("at") {
            return Ok(Slice::At(self.atom()?));
        }
        self.tokens.expect_word("from")?;
        let start = self.atom()?;
        self.tokens.expect_word("len")?;
        let len = self.atom()?;
        self.tokens.expect_word("step")?;
        Ok(Slice::Range { start, len, stride: self.atom()? })
    }

    /// Calls, branches, loops and accumulation; the word has been read.
    fn control<O: ParseOp>(&mut self, word: &str) -> Parsed<Exp<O>> {
        match word {
            "if" => {
                let cond = self.atom()?;
                let then = Box::new(self.body()?);
                self.tokens.expect_word("else")?;
                Ok(Exp::If { cond, then, els: Box::new(self.body()?) })
            }
            "loop" => self.loop_exp(),
            "call" => {
                let (Kind::Word(name) | Kind::Text(name)) = self.tokens.ahead(0).clone() else {
                    return self.tokens.error("a function was expected");
                };
                let Some(fun) = self.funs.get(&name).copied() else {
                    return self.tokens.error("unknown function");
                };
                self.tokens.skip();
                let args = self.atoms('(', ')')?;
                let at = self.at()?;
                let mut beside = vec![];
                while self.tokens.accept_word("beside") {
                    beside.push(self.tokens.location()?);
                }
                Ok(Exp::Call { fun, args, at, beside })
            }
            _ => {
                self.tokens.expect('(')?;
                let accs = self.list(&[')'], |p| p.acc_def())?;
                self.tokens.expect(')')?;
                Ok(Exp::WithAcc { accs, body: Box::new(self.body()?) })
            }
        }
    }

    fn loop_exp<O: ParseOp>(&mut self) -> Parsed<Exp<O>> {
        let params = self.params()?;
        self.tokens.expect('=')?;
        let init = self.results()?;
        let form = if self.tokens.accept_word("while") {
            LoopForm::While(self.body()?)
        } else {
            self.tokens.expect_word("for")?;
            let index = self.index()?;
            self.tokens.expect('<')?;
            LoopForm::For { index, count: self.atom()? }
        };
        self.tokens.expect_word("do")?;
        Ok(Exp::Loop(Box::new(Loop { params, init, form, body: self.body()? })))
    }

    fn acc_def<O: ParseOp>(&mut self) -> Parsed<AccDef<O>> {
        let param = self.binder()?;
        self.tokens.expect('=')?;
        let arrs = self.vars()?;
        let mut op = None;
        if self.tokens.accept_word("op") {
            let mut index = vec![];
            while self.tokens.accept_word("index") {
                index.push(self.index()?);
            }
            let lam = self.lambda()?;
            let ne = if self.tokens.accept_word("ne") { Some(self.atoms('(', ')')?) } else { None };
            op = Some(AccOp { index, lam, ne });
        }
        Ok(AccDef { param, arrs, op })
    }
}
