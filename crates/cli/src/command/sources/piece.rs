//! The values of scripts: what entry points take and give, with the fields of records and tuples.

use ir::Value;
use ir::interface::Data;

/// One scalar or array.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    /// A value.
    Value(Value),
    /// A literal; where it is used tells the type of a number without suffix.
    Literal(String),
}

/// A value of a script.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// A scalar or an array of scalars.
    One(Item),
    /// A record by the names of its fields, in order; those of a tuple are numbers.
    Record(Vec<(String, Piece)>),
    /// The components of something else that an entry point has returned: it can only be passed on.
    Closed(Vec<Item>),
}

impl Piece {
    /// A tuple.
    pub(super) fn tuple(parts: Vec<Piece>) -> Piece {
        Piece::Record(parts.into_iter().enumerate().map(|(i, part)| (i.to_string(), part)).collect())
    }

    /// A record of fields in any order.
    pub(super) fn record(mut fields: Vec<(String, Piece)>) -> Piece {
        // As in the language: numbers by their value, then names.
        fields.sort_by_key(|(name, _)| (name.parse::<u64>().unwrap_or(u64::MAX), name.clone()));
        Piece::Record(fields)
    }

    /// The components that an entry point has returned, by how its result is put together.
    pub(super) fn returned(data: &Data, components: &mut impl Iterator<Item = Value>) -> Piece {
        match data {
            Data::Record(fields) => Piece::Record(
                fields.iter().map(|(n, data)| (n.clone(), Piece::returned(data, components))).collect(),
            ),
            Data::Leaf | Data::Empty | Data::Array(_) | Data::Sum(_) => {
                Piece::of_items(components.take(data.leaves()).map(Item::Value).collect())
            }
        }
    }

    /// Components whose structure is not known.
    pub(super) fn of_items(mut items: Vec<Item>) -> Piece {
        match items.pop() {
            Some(item) if items.is_empty() => Piece::One(item),
            last => Piece::Closed(items.into_iter().chain(last).collect()),
        }
    }

    /// A field of a record.
    pub(super) fn field(&self, name: &str) -> Option<&Piece> {
        match self {
            Piece::Record(fields) => fields.iter().find(|(n, _)| n == name).map(|(_, piece)| piece),
            Piece::One(_) | Piece::Closed(_) => None,
        }
    }

    /// The fields, if it is a tuple of `count`.
    pub(super) fn elements(&self, count: usize) -> Option<Vec<Piece>> {
        match self {
            Piece::Record(fields) if fields.len() == count => {
                let tuple = fields.iter().enumerate().all(|(i, (name, _))| *name == i.to_string());
                tuple.then(|| fields.iter().map(|(_, piece)| piece.clone()).collect())
            }
            Piece::Record(_) | Piece::One(_) | Piece::Closed(_) => None,
        }
    }

    /// The scalars and arrays in it, in order.
    pub(super) fn items(&self) -> Vec<Item> {
        match self {
            Piece::One(item) => vec![item.clone()],
            Piece::Closed(items) => items.clone(),
            Piece::Record(fields) => fields.iter().flat_map(|(_, piece)| piece.items()).collect(),
        }
    }
}
