//! Values put together from the components that entry points take and return: records, sums, and arrays of them.

use base::ScalarType;
use ir::Value;
use ir::interface::Data;
use ir::value::Lens;
use std::fmt::Write;

/// A value with its structure.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// A scalar or an array of scalars.
    Plain(Value),
    /// A tuple or a record.
    Record(Vec<(String, Tree)>),
    /// An array of something with structure.
    Array(Vec<Tree>),
    /// A constructor with its payload.
    Sum(String, Vec<Tree>),
}

/// What is known of a component: the type of its elements and its dimensions, where the program fixes them.
#[derive(Clone, Debug)]
pub struct Component {
    /// The type of its elements.
    pub elem: ScalarType,
    /// Its dimensions; a number where it is a constant of the program.
    pub dims: Vec<Option<i64>>,
}

/// Puts a value together. The error says what does not fit.
pub fn assemble(data: &Data, components: &[Value]) -> Result<Tree, String> {
    if data.leaves() != components.len() {
        return Err(format!("{} components are expected, there are {}", data.leaves(), components.len()));
    }
    let leaves: Vec<Leaf> = components.iter().map(Leaf::new).collect();
    build(data, &leaves, &vec![0; leaves.len()], 0)
}

/// Whether these are the names of the parts of a tuple.
pub fn is_tuple<T>(fields: &[(String, T)]) -> bool {
    fields.len() != 1 && fields.iter().enumerate().all(|(i, (name, _))| *name == i.to_string())
}

/// What the components of a value are called, after the value itself: `points.x`, `pair.0`, `shape#circle.0`.
pub fn leaf_names(data: &Data, name: &str, into: &mut Vec<String>) {
    match data {
        Data::Leaf | Data::Empty => into.push(name.to_string()),
        Data::Array(elem) => leaf_names(elem, name, into),
        Data::Record(fields) => {
            fields.iter().for_each(|(field, data)| leaf_names(data, &format!("{name}.{field}"), into));
        }
        Data::Sum(constructors) => {
            let numbered: Vec<String> =
                constructors.iter().map(|c| format!("{} #{}", c.tag, c.name)).collect();
            into.push(format!("{name} (constructor: {})", numbered.join(", ")));
            for constructor in constructors {
                for (i, data) in constructor.payload.iter().enumerate() {
                    leaf_names(data, &format!("{name}#{}.{i}", constructor.name), into);
                }
            }
        }
    }
}

impl Tree {
    /// The value in the notation of the language.
    pub fn show(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
    fn write(&self, out: &mut String) {
        match self {
            Tree::Plain(value) => out.push_str(&rt::text::print_value(value)),
            Tree::Record(fields) => {
                let tuple = is_tuple(fields);
                let (open, close) = if tuple { ('(', ')') } else { ('{', '}') };
                out.push(open);
                for (i, (name, tree)) in fields.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    if !tuple {
                        // Writing to a string cannot fail.
                        let _ = write!(out, "{name} = ");
                    }
                    tree.write(out);
                }
                out.push(close);
            }
            Tree::Array(elems) => {
                out.push('[');
                for (i, tree) in elems.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    tree.write(out);
                }
                out.push(']');
            }
            Tree::Sum(name, payload) => {
                let _ = write!(out, "#{name}");
                for tree in payload {
                    let inner = matches!(tree, Tree::Sum(_, payload) if !payload.is_empty());
                    out.push_str(if inner { " (" } else { " " });
                    tree.write(out);
                    out.push_str(if inner { ")" } else { "" });
                }
            }
        }
    }
}

/// A component, and per dimension where the rows begin in the next one.
struct Leaf<'a> {
    value: &'a Value,
    starts: Vec<Vec<usize>>,
}

impl<'a> Leaf<'a> {
    fn new(value: &'a Value) -> Leaf<'a> {
        let starts = value.lens.iter().map(|lens| match lens {
            Lens::Uniform(_) => vec![],
            Lens::Each(each) => {
                let mut at = 0;
                let begin = each.iter().map(|n| {
                    at += usize::try_from(*n).unwrap_or(0);
                    at
                });
                std::iter::once(0).chain(begin).collect()
            }
        });
        Leaf { value, starts: starts.collect() }
    }
    /// Where row `position` of a dimension begins in the next one.
    fn start(&self, depth: usize, position: usize) -> usize {
        match &self.value.lens[depth] {
            Lens::Uniform(n) => position * usize::try_from(*n).unwrap_or(0),
            Lens::Each(_) => self.starts[depth].get(position).copied().unwrap_or(0),
        }
    }
    /// What stands at a position of the dimensions in front of `depth`.
    fn part(&self, depth: usize, position: usize) -> Value {
        let (mut lo, mut hi) = (position, position + 1);
        let mut lens = vec![];
        for d in depth..self.value.lens.len() {
            lens.push(match &self.value.lens[d] {
                Lens::Uniform(n) => Lens::Uniform(*n),
                Lens::Each(each) if d == depth => Lens::Uniform(each.get(lo).copied().unwrap_or(0)),
                Lens::Each(each) => Lens::Each(each.get(lo..hi).unwrap_or(&[]).to_vec()),
            });
            (lo, hi) = (self.start(d, lo), self.start(d, hi));
        }
        let bytes = self.value.elem.bytes();
        let data = self.value.data.get(lo * bytes..hi * bytes).unwrap_or(&[]).to_vec();
        Value { elem: self.value.elem, lens, data }
    }
}

/// Whether this is a scalar or an array of scalars.
fn is_plain(data: &Data) -> bool {
    match data {
        Data::Leaf => true,
        Data::Array(elem) => is_plain(elem),
        Data::Empty | Data::Record(_) | Data::Sum(_) => false,
    }
}

fn build(data: &Data, leaves: &[Leaf], at: &[usize], depth: usize) -> Result<Tree, String> {
    match data {
        _ if is_plain(data) => Ok(Tree::Plain(leaves[0].part(depth, at[0]))),
        Data::Leaf => Ok(Tree::Plain(leaves[0].part(depth, at[0]))),
        Data::Empty => Ok(Tree::Record(vec![])),
        Data::Record(fields) => {
            let mut from = 0;
            let mut trees = vec![];
            for (name, data) in fields {
                let to = from + data.leaves();
                trees.push((name.clone(), build(data, &leaves[from..to], &at[from..to], depth)?));
                from = to;
            }
            Ok(Tree::Record(trees))
        }
        Data::Array(elem) => {
            let Some(first) = leaves.first() else {
                return Err("an array without components has no size that is known".into());
            };
            let count = first.start(depth, at[0] + 1) - first.start(depth, at[0]);
            let starts: Vec<usize> = leaves.iter().zip(at).map(|(l, p)| l.start(depth, *p)).collect();
            let elems = (0..count).map(|i| {
                let at: Vec<usize> = starts.iter().map(|s| s + i).collect();
                build(elem, leaves, &at, depth + 1)
            });
            Ok(Tree::Array(elems.collect::<Result<_, _>>()?))
        }
        Data::Sum(constructors) => {
            let tag = leaves[0].part(depth, at[0]).get(0).as_i64();
            let mut from = 1;
            for constructor in constructors {
                let mut payload = vec![];
                for data in &constructor.payload {
                    let to = from + data.leaves();
                    if constructor.tag == tag {
                        payload.push(build(data, &leaves[from..to], &at[from..to], depth)?);
                    }
                    from = to;
                }
                if constructor.tag == tag {
                    return Ok(Tree::Sum(constructor.name.clone(), payload));
                }
            }
            Err(format!("there is no constructor with the number {tag}"))
        }
    }
}
