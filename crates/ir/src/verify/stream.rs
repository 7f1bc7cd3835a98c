//! Streams: what their chunks are and what they give.

use super::{Verifier, VerifyOp};
use crate::body::Pat;
use crate::ops::Stream;
use crate::types::{Atom, Dim, Type, Var};
use base::ScalarType;

impl Verifier<'_> {
    pub(super) fn stream<O: VerifyOp>(&mut self, s: &Stream<O>, pat: &Pat) {
        self.int(s.width);
        s.chunk.iter().for_each(|chunk| self.int(*chunk));
        self.no_evidence(pat);
        for (chunk, arr) in &s.inputs {
            let ty = self.used(*arr);
            let width = ty.is_array() && ty.dims()[0] == Dim::uniform(s.width);
            self.require(width, |v| format!("{} is no array of the width", v.name(*arr)));
            let got = self.type_of(*chunk);
            self.same(&got, &s.chunk_type(&ty), &format!("chunk {}", self.name(*chunk)));
        }
        let types: Vec<Type> = s.accs.iter().map(|(_, start)| self.operand(*start)).collect();
        let data = types.iter().all(|t| t.elem().is_some() && t.dims().iter().all(Dim::is_uniform));
        self.require(data, |_| "an accumulator of what is no regular data".into());
        if let Some(op) = &s.op {
            self.operator(op, &types);
        }
        let (floor, start) = (self.floor, self.stack.len());
        self.floor = floor.max(start);
        self.bind_all(&[s.size, s.first]);
        for number in [s.size, s.first] {
            let ty = self.type_of(number);
            self.same(&ty, &Type::i64(), "the size or the place of a chunk");
        }
        let chunks: Vec<Var> = s.inputs.iter().map(|(chunk, _)| *chunk).collect();
        self.bind_all(&chunks);
        let params: Vec<Var> = s.accs.iter().map(|(acc, _)| *acc).collect();
        self.bind_all(&params);
        // Chunks and accumulators are shared with whoever holds the arrays.
        self.floor = self.stack.len();
        let results = self.body_open(&s.body);
        let fits = results.sizes.len() == pat.sizes.len()
            && results.vals.len() == pat.vals.len()
            && pat.vals.len() >= s.accs.len();
        if !fits {
            self.error("a stream returns as many sizes and values as it binds");
        } else {
            let got = params.iter().map(|v| self.type_of(*v)).collect::<Vec<Type>>();
            self.require(got == types, |_| {
                "accumulators do not have the types of their initial values".into()
            });
            let (accs, arrays) = results.vals.split_at(s.accs.len());
            let left: Vec<Type> = accs.iter().map(|a| self.atom_type(*a)).collect();
            self.require(left == types, |_| "a chunk leaves accumulators of other types".into());
            let bound: Vec<Type> = pat.vals.iter().take(accs.len()).map(|v| self.type_of(*v)).collect();
            self.require(bound == types, |_| "accumulators are bound under other types".into());
            let mut returned: Vec<(Atom, Var)> = vec![];
            let arrays = results.sizes.iter().chain(arrays);
            let vars = pat.sizes.iter().chain(&pat.vals[accs.len()..]);
            for (i, (atom, var)) in arrays.zip(vars).enumerate() {
                let ty = self.atom_type(*atom);
                let chunk = ty.is_array() && ty.dims()[0] == Dim::uniform(s.size);
                self.require(chunk, |v| format!("{} is not made of chunks", v.name(*var)));
                let got = self.type_of(*var);
                let plain = s.whole_type(&ty, |_| None);
                // Where a size is returned, the array may be typed by what was returned instead.
                let fits = got.with_dims(vec![]) == plain.with_dims(vec![])
                    && got.rank() == plain.rank()
                    && got.dims().iter().zip(plain.dims()).zip(ty.dims()).all(|((got, plain), inner)| {
                        let other = |(size, outer): &(Atom, Var)| {
                            inner.size == *size && *got == Dim { size: (*outer).into(), on: inner.on.clone() }
                        };
                        got == plain || returned.iter().any(other)
                    });
                self.require(fits, |v| format!("a result has type {}, not {}", v.show(&got), v.show(&plain)));
                if i < pat.sizes.len() {
                    self.require(ty.elem() == Some(ScalarType::I64), |_| {
                        "an existential size is no i64".into()
                    });
                    returned.push((*atom, *var));
                }
            }
        }
        self.floor = floor;
        self.leave(start);
        self.bind_pat(pat);
    }
}
