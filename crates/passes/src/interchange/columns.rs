//! Operators that work on each element of their rows alone: folds of every column.

use super::{Along, Operator, Rewriter, fold_of};
use ir::{
    Atom, Body, Dim, Exp, Fold, Input, Lambda, Pat, Results, Screma, Soac, Stm, Type, Var, View, fresh, peel,
    walk,
};

/// An operator that works on each element alone.
pub(super) struct Elementwise {
    width: Atom,
    /// What the operator calls the index of the element.
    column: Var,
    /// What the operator reads beside its operands, and the neutral elements that are no replicated scalars: an element of each a column.
    beside: Vec<(Var, Var)>,
    op: Operator,
}

impl Rewriter<'_> {
    /// The operator on elements, if the operator is maps over its operands.
    pub(super) fn as_map(&mut self, fold: &Fold<Soac>) -> Option<Elementwise> {
        let maps = fold.op.body.stms.iter().map(map_of).collect::<Option<Vec<_>>>()?;
        let width = maps.first()?.width;
        let uniform = |arr: &Var| self.vars[*arr].ty.dims().iter().all(Dim::is_uniform);
        let bound: Vec<Var> = fold.op.body.stms.iter().flat_map(|stm| stm.pat.vals.iter().copied()).collect();
        let outside = |input: &Input| match input {
            Input::Array(arr) => fold.op.params.contains(arr) || !bound.contains(arr) && uniform(arr),
            Input::Iota => true,
            Input::Acc(_) => false,
        };
        let rows =
            fold.op.params.iter().all(|p| self.vars[*p].ty.dims().first().is_some_and(|d| d.size == width));
        let apart =
            maps.iter().all(|map| map.width == width && map.inputs.iter().all(|(_, input)| outside(input)));
        let own = |var: &Var| fold.op.params.contains(var) || bound.contains(var);
        let rows_inside = maps.iter().any(|map| walk::free_vars(&map.body, self.vars).iter().any(own));
        if !rows || !apart || rows_inside || !fold.op.body.result.sizes.is_empty() {
            return None;
        }
        let elements: Vec<(Atom, Atom)> = fold
            .op
            .body
            .stms
            .iter()
            .zip(&maps)
            .flat_map(|(stm, map)| stm.pat.vals.iter().map(|v| Atom::Var(*v)).zip(map.clauses.out_atoms()))
            .collect();
        let results = fold
            .op
            .body
            .result
            .vals
            .iter()
            .map(|val| Some(elements.iter().find(|(row, _)| row == val)?.1))
            .collect::<Option<Vec<Atom>>>()?;
        // The parameters of the operator on elements, in the order of the operands.
        let params: Vec<Var> = fold.op.params.iter().map(|operand| self.element(*operand)).collect();
        let mut beside: Vec<(Var, Var)> = vec![];
        // The index of an element is that of its column.
        let column = fresh(self.vars, "col", Type::i64());
        let mut subst = vec![];
        for (inner, input) in maps.iter().flat_map(|map| &map.inputs) {
            let outer = match input {
                Input::Array(arr) => match fold.op.params.iter().position(|p| p == arr) {
                    Some(operand) => params[operand],
                    None => self.column_of(*arr, &mut beside),
                },
                Input::Iota => column,
                Input::Acc(_) => base::bug!("interchange", "a map over an accumulator in an operator"),
            };
            subst.push((*inner, Atom::Var(outer)));
        }
        let ne = fold.ne.iter().map(|z| {
            let z = z.var()?;
            Some(match self.fills.get(&z) {
                Some(fill) => *fill,
                None => self.column_of(z, &mut beside).into(),
            })
        });
        let ne = ne.collect::<Option<Vec<Atom>>>()?;
        let stms = maps.iter().flat_map(|map| map.body.iter().cloned()).collect();
        let body =
            walk::Subst::renaming(self.vars, subst).apply(Body { stms, result: Results::vals(results) });
        let op = Operator { op: Lambda { params, body }, ne, comm: fold.comm, index: fold.index };
        Some(Elementwise { width, column, beside, op })
    }

    /// A variable for the elements of an array.
    fn element(&mut self, arr: Var) -> Var {
        let elem = peel(&self.vars[arr].ty, Atom::Var);
        let name = self.vars[arr].name.clone();
        fresh(self.vars, &name, elem)
    }
    /// The element of an array that stands beside the columns.
    fn column_of(&mut self, arr: Var, beside: &mut Vec<(Var, Var)>) -> Var {
        if let Some((elem, _)) = beside.iter().find(|(_, other)| *other == arr) {
            return *elem;
        }
        let elem = self.element(arr);
        beside.push((elem, arr));
        elem
    }

    /// A fold of every column.
    pub(super) fn columns(&mut self, along: Along, inner: Elementwise) -> Vec<Stm<Soac>> {
        let Along { width, from, to, scan, .. } = along;
        let mut b = along.builder(self.vars);
        let mut inputs = vec![(inner.column, Input::Iota)];
        inputs.extend(inner.beside.iter().map(|(elem, arr)| (*elem, Input::Array(*arr))));
        let mut params = vec![];
        for arr in from {
            let ty = b.vars[*arr].ty.clone();
            let perm = swap(ty.rank());
            let cols = b.bind("cols", transposed(&ty), Exp::View(View::Rearrange { perm, arr: *arr }));
            let ty = peel(&b.vars[cols].ty, Atom::Var);
            let col = b.fresh("col", ty);
            params.push(col);
            inputs.push((col, Input::Array(cols)));
        }
        let body = b.body(|b| {
            let vals = fold_of(b, width, &params, inner.op, scan);
            Results::vals(vals.into_iter().map(Atom::Var).collect())
        });
        let over = Screma::map(inner.width, inputs, body, b.vars);
        if scan {
            let results = b.screma("cols", over, 0);
            for (var, col) in to.iter().zip(results.vals) {
                let perm = swap(b.vars[col].ty.rank());
                b.push(Pat::one(*var), Exp::View(View::Rearrange { perm, arr: col }));
            }
        } else {
            b.push(Pat::vals(to.to_vec()), Exp::Op(Soac::Screma(over)));
        }
        b.stms
    }
}

/// The map that a statement of an operator is.
fn map_of(stm: &Stm<Soac>) -> Option<&Screma<Soac>> {
    let Exp::Op(Soac::Screma(s)) = &stm.exp else { return None };
    (s.clauses.is_map() && stm.pat.sizes.is_empty()).then_some(s)
}

/// The permutation that exchanges the two outermost dimensions.
fn swap(rank: usize) -> Vec<u32> {
    let mut perm: Vec<u32> = (0..rank as u32).collect();
    perm.swap(0, 1);
    perm
}

fn transposed(ty: &Type) -> Type {
    let mut dims: Vec<Dim> = ty.dims().to_vec();
    dims.swap(0, 1);
    ty.with_dims(dims)
}
