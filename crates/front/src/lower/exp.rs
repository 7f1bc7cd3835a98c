//! Expressions.

use super::value::{Chosen, Code, Env, Fun, Value};
use super::{Low, Lower, in_prelude};
use crate::ast::{Exp, ExpKind, Logic, Name, Range, RangeKind, SCRATCH, Unary};
use crate::types::{Ty, plain_name};
use base::diag::Span;
use base::{BinOp, Scalar, ScalarType, UnOp};
use ir::{Atom, Body, Results, Soac, Stm, Type};
use std::rc::Rc;

impl Lower<'_> {
    /// Evaluates an expression.
    pub(super) fn eval(&mut self, env: &Env, e: &Exp) -> Low<Value> {
        let site = self.ctx.site;
        if !in_prelude(e.span) {
            self.ctx.site = e.span;
        }
        let mut result = self.deeper(|l| l.eval_kind(env, e));
        if e.is_marked(SCRATCH) {
            result = result.map(|value| self.scratch(&value, e.span));
        } else if let Ok(value) = &result {
            self.attribute(e.attributes(), value);
        }
        if let Ok(value) = &result {
            self.learn(env, e, value);
        }
        self.ctx.site = site;
        result
    }
    /// Puts attributes on the statement that gives a value; those of a function wait for what it gives.
    fn attribute(&mut self, attrs: &[Name], value: &Value) {
        if attrs.is_empty() || matches!(value, Value::Fun(_)) {
            return;
        }
        let leaves = value.leaves();
        let gives = |stm: &&mut Stm<Soac>| stm.pat.vals.iter().any(|v| leaves.contains(&Atom::Var(*v)));
        if let Some(stm) = self.stms.last_mut().filter(gives) {
            stm.attrs.extend(attrs.iter().map(|attr| attr.to_string()));
        }
    }
    /// Arrays of the same types whose contents are unspecified: what computed the others is dead.
    fn scratch(&mut self, value: &Value, span: Span) -> Value {
        if matches!(value, Value::Fun(_)) {
            return value.clone();
        }
        self.loc = self.at(span);
        let mut leaves = vec![];
        for leaf in value.leaves() {
            let ty = self.ty(leaf);
            leaves.push(match ty.is_array() {
                true => self.bind("scratch", ty.clone(), ir::Exp::Scratch { ty, part: None }).into(),
                false => leaf,
            });
        }
        value.with_leaves(leaves)
    }
    /// Evaluates an expression to a scalar.
    pub(super) fn eval_atom(&mut self, env: &Env, e: &Exp) -> Low<Atom> {
        match self.eval(env, e)? {
            Value::Scalar(a) => Ok(a),
            Value::Record(_) | Value::Array(_) | Value::Fun(_) | Value::Sum(..) => {
                base::bug!("lower", "a scalar is expected")
            }
        }
    }
    /// Evaluates an integer expression and makes it an `i64`.
    pub(super) fn eval_index(&mut self, env: &Env, e: &Exp) -> Low<Atom> {
        let a = self.eval_atom(env, e)?;
        Ok(self.conv(ScalarType::I64, a))
    }

    fn eval_kind(&mut self, env: &Env, e: &Exp) -> Low<Value> {
        match &e.kind {
            ExpKind::Const(c) => Ok(Value::Scalar(Atom::Const(*c))),
            ExpKind::Int(x) => {
                let ty = self.number_type(e);
                let value = if ty.is_float() {
                    Scalar::from_f64(ty, *x as f64)
                } else {
                    Scalar::from_bits(ty, *x as u64)
                };
                Ok(Value::Scalar(Atom::Const(value)))
            }
            ExpKind::Float(x) => Ok(Value::Scalar(Atom::Const(Scalar::from_f64(self.number_type(e), *x)))),
            ExpKind::Var(name) => match self.named_value(env, name) {
                Some(Value::Fun(fun)) if fun.args.is_empty() => {
                    Ok(self.with_sizes(env, e.id, Value::Fun(fun)))
                }
                Some(value) => Ok(value),
                None => {
                    let message = format!("the size {} is not determined by the arguments", plain_name(name));
                    Err(self.error("unknown-size", message))
                }
            },
            ExpKind::Global(name) if self.is_intrinsic(name, "++") && self.widens(env, e) => {
                self.global(&super::intrinsics::WIDENING_CONCAT.into(), e.span, None, &Chosen::default())
            }
            ExpKind::Global(name) if self.is_intrinsic(name, "unflatten") => self.unflatten_to(env, e),
            ExpKind::Global(name) => {
                let chosen = self.chosen(env, e.id);
                self.global(name, e.span, Some(e.id), &chosen)
            }
            ExpKind::Open(..) => base::bug!("lower", "modules are gone"),
            ExpKind::Hole => self.hole(env, e),
            ExpKind::Constr(name, args) => {
                let mut payload = vec![];
                for arg in args {
                    payload.push(self.eval(env, arg)?);
                }
                let tag = self.tag(name);
                Ok(Value::Sum(tag, [(name.clone(), payload)].into()))
            }
            ExpKind::Match(what, cases) => {
                let value = self.eval(env, what)?;
                self.loc = self.at(e.span);
                let mark = self.vars.len();
                let value = self.match_cases(env, &value, cases)?;
                self.with_known_sizes(env, e, mark, value)
            }
            ExpKind::Record(fields) => {
                let mut values = vec![];
                for (name, e) in fields {
                    values.push((name.clone(), self.eval(env, e)?));
                }
                Ok(Value::Record(values.into()))
            }
            ExpKind::Project(record, field) => {
                let record = self.eval(env, record)?;
                Ok(project(&record, field))
            }
            ExpKind::Array(elems) => {
                let mut values = vec![];
                for e in elems {
                    values.push(self.eval(env, e)?);
                }
                self.loc = self.at(e.span);
                self.literal(env, e, values)
            }
            ExpKind::Range(range) => self.range(env, e, range),
            ExpKind::Index(arr, dims) => {
                let arr = self.eval(env, arr)?;
                let dims = self.eval_dims(env, dims)?;
                self.loc = self.at(e.span);
                self.index(&arr, &dims)
            }
            ExpKind::Update(arr, dims, val) => {
                let arr = self.eval(env, arr)?;
                let dims = self.eval_dims(env, dims)?;
                let val = self.eval(env, val)?;
                self.loc = self.at(e.span);
                self.update(&arr, &dims, &val)
            }
            ExpKind::RecordUpdate(record, path, val) => {
                let record = self.eval(env, record)?;
                let val = self.eval(env, val)?;
                Ok(replace_field(&record, path, val))
            }
            ExpKind::Apply(fun, arg) => {
                if let ExpKind::Apply(head, cond) = &fun.kind
                    && matches!(&head.kind, ExpKind::Global(name) if self.is_intrinsic(name, "assert"))
                    && !in_prelude(cond.span)
                {
                    return self.assertion(env, e, cond, arg);
                }
                let head = fun;
                let fun = self.eval(env, head)?;
                let arg = self.eval(env, arg)?;
                let fun = self.with_told_sizes(env, head, fun);
                self.apply(&fun, arg, e.span)
            }
            ExpKind::Logic(op, a, b) => {
                let a = self.eval_atom(env, a)?;
                self.logic(env, *op, a, b)
            }
            ExpKind::Unary(op, a) => {
                let a = self.eval_atom(env, a)?;
                self.loc = self.at(e.span);
                let op = match op {
                    Unary::Neg => UnOp::Neg,
                    Unary::Not => UnOp::Not,
                };
                Ok(Value::Scalar(self.un(op, a)))
            }
            ExpKind::SectionRight(op, arg) => {
                let op = self.eval(env, op)?;
                let arg = self.eval(env, arg)?;
                let home = (!in_prelude(e.span)).then(|| self.called_at(e.span));
                let code = Code::Section(Box::new(op), Box::new(arg));
                Ok(Value::Fun(Rc::new(Fun { code, args: vec![], home })))
            }
            ExpKind::If(cond, then, els) => {
                let cond = self.eval_atom(env, cond)?;
                match cond {
                    Atom::Const(c) if c.as_bool() => self.eval(env, then),
                    Atom::Const(_) => self.eval(env, els),
                    Atom::Var(_) => {
                        self.loc = self.at(e.span);
                        let mark = self.vars.len();
                        let value = self.branch(cond, |l| l.eval(env, then), |l| l.eval(env, els))?;
                        self.with_known_sizes(env, e, mark, value)
                    }
                }
            }
            ExpKind::Let(sizes, pat, val, body) => {
                let val = self.eval(env, val)?;
                let env = self.bind_pat(env.clone(), pat, val, &mut sizes.clone())?;
                self.eval(&env, body)
            }
            ExpKind::LetFun(def, body) => {
                let code = Code::Def(def.clone(), env.clone(), None);
                let fun = Fun { code, args: vec![], home: None };
                self.eval(&env.bind(def.name.clone(), Value::Fun(Rc::new(fun))), body)
            }
            ExpKind::Lambda(lambda) => {
                let code = Code::Lambda(lambda.clone(), env.clone(), self.ctx.clone());
                Ok(Value::Fun(Rc::new(Fun { code, args: vec![], home: None })))
            }
            ExpKind::Loop(l) => {
                let mark = self.vars.len();
                let value = self.eval_loop(env, l, e.span)?;
                self.with_known_sizes(env, e, mark, value)
            }
            ExpKind::Typed(a, ty) | ExpKind::Coerce(a, ty) => {
                let value = self.eval(env, a)?;
                let coerce = matches!(e.kind, ExpKind::Coerce(..));
                self.constrain(env, ty, value, coerce, e.span)
            }
        }
    }

    /// `assert cond e`: a failure shows the condition as it is written.
    fn assertion(&mut self, env: &Env, e: &Exp, cond: &Exp, arg: &Exp) -> Low<Value> {
        let flag = self.eval_atom(env, cond)?;
        self.loc = self.at(e.span);
        let what = format!("Assertion is false: {}", source_text(self.files, cond.span));
        let exp = ir::Exp::check(ir::CheckKind::Assert { cond: flag, what, vals: vec![] });
        self.bind("c", Type::Cert, exp);
        self.eval(env, arg)
    }

    /// `unflatten` with the sizes that its context asks for.
    fn unflatten_to(&mut self, env: &Env, e: &Exp) -> Low<Value> {
        let mut args = vec![];
        if let Some(Ty::Fun(_, _, result)) = self.types.of(e.id)
            && let Ty::Array(n, rows) = &**result
            && let Ty::Array(m, _) = &**rows
        {
            let sizes = [n.clone(), m.clone()];
            args.extend(sizes.iter().filter_map(|s| self.known_size(env, s)).map(Value::Scalar));
        }
        if args.len() != 2 {
            let error = self.error("unknown-size", "the sizes of this unflatten are not known here");
            return Err(error.note("write `unflatten xs : [n][m]t`"));
        }
        let home = (!in_prelude(e.span)).then(|| self.called_at(e.span));
        let code = Code::Intrinsic("unflatten".into(), 3);
        Ok(Value::Fun(Rc::new(Fun { code, args, home })))
    }

    /// The type of a literal; inference has given it one.
    fn number_type(&self, e: &Exp) -> ScalarType {
        match self.types.of(e.id) {
            Some(Ty::Scalar(s)) => *s,
            Some(_) | None => ScalarType::I32,
        }
    }

    /// `&&` and `||`: a plain operator if the right side is cheap and cannot fail, else a branch.
    fn logic(&mut self, env: &Env, op: Logic, a: Atom, right: &Exp) -> Low<Value> {
        let decides = op == Logic::Or;
        if let Atom::Const(c) = a {
            return if c.as_bool() == decides { Ok(Value::Scalar(a)) } else { self.eval(env, right) };
        }
        let loc = self.at(right.span);
        let (stms, b) = self.capture(|l| l.eval_atom(env, right))?;
        self.loc = loc;
        let total = |s: &ir::Stm<ir::Soac>| matches!(s.exp, ir::Exp::Prim(_));
        if stms.iter().all(total) {
            self.stms.extend(stms);
            let op = if decides { BinOp::Or } else { BinOp::And };
            return Ok(Value::Scalar(self.bin(op, a, b)));
        }
        let evaluated = Box::new(Body { stms, result: Results::vals(vec![b]) });
        let decided = Box::new(Body { stms: vec![], result: Results::vals(vec![Atom::bool(decides)]) });
        let (then, els) = if decides { (decided, evaluated) } else { (evaluated, decided) };
        let result = self.bind("b", Type::bool(), ir::Exp::If { cond: a, then, els });
        Ok(Value::Scalar(result.into()))
    }

    /// `first..second..<end`.
    fn range(&mut self, env: &Env, e: &Exp, range: &Range) -> Low<Value> {
        let first = self.eval_atom(env, &range.first)?;
        let second = range.second.as_ref().map(|s| self.eval_atom(env, s)).transpose()?;
        let end = self.eval_atom(env, &range.end)?;
        self.loc = self.at(e.span);
        let ty = self.scalar_ty(first);
        let one = Atom::Const(Scalar::from_i64(ty, 1));
        let step = match (second, range.kind) {
            (Some(second), _) => self.bin(BinOp::Sub, second, first),
            (None, RangeKind::Above) => self.un(UnOp::Neg, one),
            (None, RangeKind::Below | RangeKind::To) => one,
        };
        // Sizes are computed in i64, where the difference of two narrower numbers fits.
        let [from, to, by] = [first, end, step].map(|a| self.conv(ScalarType::I64, a));
        if (from, by) != (Atom::i64(0), Atom::i64(1)) {
            self.check_range(range.kind, [Some(first), second, Some(end)], [from, to, by]);
        }
        let count = match range.kind {
            RangeKind::Below | RangeKind::Above => {
                let back = self.bin(BinOp::Sub, from, to);
                let whole = if by == Atom::i64(1) { back } else { self.bin(BinOp::Div, back, by) };
                if from == Atom::i64(0) && by == Atom::i64(1) { to } else { self.un(UnOp::Neg, whole) }
            }
            RangeKind::To => {
                let ahead = self.bin(BinOp::Sub, to, from);
                let whole = if by == Atom::i64(1) { ahead } else { self.bin(BinOp::Div, ahead, by) };
                self.bin(BinOp::Add, whole, Atom::i64(1))
            }
        };
        let indices = self.iota(count);
        if (first, step) == (Atom::i64(0), Atom::i64(1)) {
            return Ok(indices);
        }
        self.map(&[indices], |l, args| {
            let index = args[0].leaves()[0];
            let index = l.conv(ty, index);
            let offset = if step == one { index } else { l.bin(BinOp::Mul, index, step) };
            Ok(Value::Scalar(l.bin(BinOp::Add, first, offset)))
        })
    }
    /// Fails with the numbers of a range that is none: its step leads away from its end, or nowhere.
    fn check_range(&mut self, kind: RangeKind, shown: [Option<Atom>; 3], [from, to, by]: [Atom; 3]) {
        let zero = Atom::i64(0);
        let ahead = |l: &mut Self, way: BinOp, order: BinOp| {
            let leads = l.bin(way, by, zero);
            let ordered = l.bin(order, from, to);
            if leads == Atom::bool(true) { ordered } else { l.bin(BinOp::And, leads, ordered) }
        };
        let (dots, valid) = match kind {
            RangeKind::Below => ("..<", ahead(self, BinOp::Gt, BinOp::Le)),
            RangeKind::Above => ("..>", ahead(self, BinOp::Lt, BinOp::Ge)),
            RangeKind::To if by == Atom::i64(1) => {
                // `n + 1...n` is the empty range.
                let last = self.bin(BinOp::Sub, from, Atom::i64(1));
                ("...", self.bin(BinOp::Le, last, to))
            }
            RangeKind::To => {
                let up = ahead(self, BinOp::Gt, BinOp::Le);
                let down = ahead(self, BinOp::Lt, BinOp::Ge);
                ("...", self.bin(BinOp::Or, up, down))
            }
        };
        if valid == Atom::bool(true) {
            return;
        }
        let second = if shown[1].is_some() { "..{}" } else { "" };
        let what = format!("Range {{}}{second}{dots}{{}} is invalid");
        let vals = shown.into_iter().flatten().collect();
        self.bind("c", Type::Cert, ir::Exp::check(ir::CheckKind::Assert { cond: valid, what, vals }));
    }
    /// `[0, 1, .., n - 1]`, `n` checked.
    pub(super) fn iota(&mut self, n: Atom) -> Value {
        let n = self.iota_size(n);
        let ty = Type::array(ScalarType::I64, vec![ir::Dim::uniform(n)]);
        let var = self.bind("iota", ty, ir::Exp::View(ir::View::Iota { n }));
        self.iotas.insert(var);
        Value::array(Value::Scalar(var.into()))
    }
}

/// A piece of source on one line, for the message of a check.
pub(super) fn source_text(files: &[base::diag::SourceFile], span: Span) -> String {
    let text = &files[usize::from(span.file)].text[span.lo as usize..span.hi as usize];
    // Braces would be taken for places of values.
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("{}", "()")
}

/// A field of a record.
pub(super) fn project(record: &Value, field: &str) -> Value {
    if let Value::Record(fields) = record
        && let Some((_, value)) = fields.iter().find(|(n, _)| **n == *field)
    {
        return value.clone();
    }
    base::bug!("lower", "no field {field}")
}

fn replace_field(record: &Value, path: &[Name], val: Value) -> Value {
    let (Value::Record(fields), Some((first, rest))) = (record, path.split_first()) else { return val };
    let replaced = fields.iter().map(|(name, old)| {
        let new = if name == first { replace_field(old, rest, val.clone()) } else { old.clone() };
        (name.clone(), new)
    });
    Value::Record(replaced.collect())
}
