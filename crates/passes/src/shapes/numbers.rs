//! Descriptors of numbers and arrays of numbers, each made once, so that equal ones have equal ids.
//!
//! The index of a map is described by its nesting level, not by its name (E1): what two maps at one depth compute alike is described
//! alike. An array of numbers is described by its element at an index, `Each`, and an element of it by substitution (S3).

use base::{BinOp, IdVec, Scalar, ScalarType, UnOp, define_id};
use ir::Var;
use rustc_hash::{FxHashMap, FxHashSet};

define_id! {
    /// A number, or an array of numbers, by what it is computed from.
    Number
}

/// What a number is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// A constant.
    Const(Scalar),
    /// What nothing is known of (the paper's label `u`): a function of the indices of the maps around it.
    Label(Var, Vec<Number>),
    /// The index of the map at this nesting level.
    Level(u32),
    /// A total operation.
    Op(Operation, Vec<Number>),
    /// The element of an array at an index.
    Inner(Number, Number),
    /// An array: its width, and its element where the index is `Level(level)`.
    Each { width: Number, level: u32, body: Number },
}

/// A total operation on scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    Bin(BinOp, ScalarType),
    Un(UnOp, ScalarType),
    Conv(ScalarType, ScalarType),
    Select,
}

/// All descriptors of a function.
#[derive(Default)]
pub(crate) struct Numbers {
    nodes: IdVec<Number, Node>,
    /// The levels whose indices each is computed from, in order. Numbers share their parts: looking through them would visit each part
    /// as often as there are ways to it.
    levels: IdVec<Number, Vec<u32>>,
    ids: FxHashMap<Node, Number>,
    /// The number of elements of arrays.
    widths: FxHashMap<Number, Number>,
}

impl Numbers {
    /// What a number is.
    pub(crate) fn node(&self, number: Number) -> &Node {
        &self.nodes[number]
    }

    /// The number that is this.
    pub(crate) fn make(&mut self, node: Node) -> Number {
        if let Some(number) = self.ids.get(&node) {
            return *number;
        }
        let levels = self.levels_of(&node);
        let number = self.nodes.push(node.clone());
        self.levels.push(levels);
        if let Node::Each { width, .. } = node {
            self.widths.insert(number, width);
        }
        self.ids.insert(node, number);
        number
    }

    /// Remembers how many elements an array has.
    pub(crate) fn has_width(&mut self, array: Number, width: Number) {
        self.widths.entry(array).or_insert(width);
    }

    /// The result of an operation. The operands of one that commutes have no order.
    pub(crate) fn operation(&mut self, op: Operation, mut operands: Vec<Number>) -> Number {
        if let Operation::Bin(op, _) = op
            && op.commutes()
        {
            operands.sort();
        }
        self.make(Node::Op(op, operands))
    }

    /// The element of an array, and whether it is known from the element at any index (S3).
    pub(crate) fn inner(&mut self, array: Number, index: Number) -> (Number, bool) {
        if let Node::Each { level, body, .. } = *self.node(array)
            && let Some(element) = self.substitute(body, level, index)
        {
            return (element, true);
        }
        (self.make(Node::Inner(array, index)), false)
    }

    /// An array of such elements, and whether it is one that is there already (S4): `width` elements of which each is the element
    /// of that array at its own index.
    pub(crate) fn each(&mut self, width: Number, level: u32, body: Number) -> (Number, bool) {
        if let Node::Inner(array, index) = *self.node(body)
            && *self.node(index) == Node::Level(level)
            && self.widths.get(&array) == Some(&width)
            && !self.mentions(array, level)
        {
            return (array, true);
        }
        (self.make(Node::Each { width, level, body }), false)
    }

    /// Whether a number is computed from the index at a level.
    pub(crate) fn mentions(&self, number: Number, level: u32) -> bool {
        self.levels[number].binary_search(&level).is_ok()
    }

    /// The levels whose indices a node is computed from.
    fn levels_of(&self, node: &Node) -> Vec<u32> {
        let mut levels: Vec<u32> = match node {
            Node::Const(_) => vec![],
            Node::Level(level) => vec![*level],
            Node::Label(_, of) | Node::Op(_, of) => of.iter().flat_map(|n| self.levels[*n].clone()).collect(),
            Node::Inner(array, index) => [&self.levels[*array][..], &self.levels[*index]].concat(),
            Node::Each { width, level, body } => {
                let inside = self.levels[*body].iter().filter(|l| *l != level);
                self.levels[*width].iter().chain(inside).copied().collect()
            }
        };
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Whether `is` holds for a node that a number is computed from.
    pub(crate) fn any(&self, number: Number, is: &dyn Fn(&Node) -> bool) -> bool {
        let (mut seen, mut left) = (FxHashSet::default(), vec![number]);
        while let Some(number) = left.pop() {
            if !seen.insert(number) {
                continue;
            }
            let node = self.node(number);
            if is(node) {
                return true;
            }
            match node {
                Node::Const(_) | Node::Level(_) => {}
                Node::Label(_, of) | Node::Op(_, of) => left.extend(of),
                Node::Inner(a, b) | Node::Each { width: a, body: b, .. } => left.extend([*a, *b]),
            }
        }
        false
    }

    /// The number with another one as the index at a level; none where that would become the index of an array inside.
    fn substitute(&mut self, number: Number, level: u32, by: Number) -> Option<Number> {
        self.replace(number, (level, by), &mut FxHashMap::default())
    }

    /// The same; `known` are the numbers that it has been done for.
    fn replace(
        &mut self,
        number: Number,
        (level, by): (u32, Number),
        known: &mut FxHashMap<Number, Option<Number>>,
    ) -> Option<Number> {
        if !self.mentions(number, level) {
            return Some(number);
        }
        if let Some(replaced) = known.get(&number) {
            return *replaced;
        }
        let replaced = self.replace_in(number, (level, by), known);
        known.insert(number, replaced);
        replaced
    }

    /// The same, in the parts of a number.
    fn replace_in(
        &mut self,
        number: Number,
        (level, by): (u32, Number),
        known: &mut FxHashMap<Number, Option<Number>>,
    ) -> Option<Number> {
        let mut all = |this: &mut Self, of: Vec<Number>| {
            of.into_iter().map(|n| this.replace(n, (level, by), known)).collect::<Option<Vec<Number>>>()
        };
        match self.node(number).clone() {
            Node::Const(_) => Some(number),
            Node::Level(_) => Some(by),
            Node::Label(var, of) => {
                let of = all(self, of)?;
                Some(self.make(Node::Label(var, of)))
            }
            Node::Op(op, of) => {
                let of = all(self, of)?;
                Some(self.operation(op, of))
            }
            Node::Inner(array, index) => {
                let of = all(self, vec![array, index])?;
                Some(self.inner(of[0], of[1]).0)
            }
            Node::Each { width, level: own, body } => {
                let width = all(self, vec![width])?[0];
                if own == level {
                    return Some(self.each(width, own, body).0);
                }
                if self.mentions(by, own) {
                    return None;
                }
                let body = all(self, vec![body])?[0];
                Some(self.each(width, own, body).0)
            }
        }
    }
}
