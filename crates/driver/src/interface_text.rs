//! How values are put together, as text: for compiled programs that are read back without the compiler.
//!
//! `L` is a component, `E` an empty tuple of an array, `A` and then the elements an array, `R{x=L,y=L}` a record, and
//! `S{circle:0(L),none:1()}` a sum with the numbers of its constructors.

use ir::interface::{Constructor, Data, Interface};

/// An interface on one line.
pub(crate) fn print(interface: &Interface) -> String {
    let args: Vec<String> = interface.args.iter().map(data_text).collect();
    let Interface { name, result, result_type, .. } = interface;
    format!("{name}\t{}\t{}\t{result_type}", args.join(" "), data_text(result))
}

/// Reads what [`print`] wrote; nothing if it is anything else.
pub(crate) fn parse(line: &str) -> Option<Interface> {
    let mut parts = line.split('\t');
    let (name, args, result, result_type) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let args = args.split(' ').filter(|arg| !arg.is_empty()).map(whole).collect::<Option<_>>()?;
    let (name, result_type) = (name.to_string(), result_type.to_string());
    Some(Interface { name, args, result: whole(result)?, result_type })
}

fn data_text(data: &Data) -> String {
    match data {
        Data::Leaf => "L".into(),
        Data::Empty => "E".into(),
        Data::Array(elem) => format!("A{}", data_text(elem)),
        Data::Record(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, data)| format!("{name}={}", data_text(data))).collect();
            format!("R{{{}}}", fields.join(","))
        }
        Data::Sum(constructors) => {
            let own = |c: &Constructor| {
                let payload: Vec<String> = c.payload.iter().map(data_text).collect();
                format!("{}:{}({})", c.name, c.tag, payload.join(","))
            };
            let constructors: Vec<String> = constructors.iter().map(own).collect();
            format!("S{{{}}}", constructors.join(","))
        }
    }
}

/// A description and nothing behind it.
fn whole(text: &str) -> Option<Data> {
    let mut reader = Reader { rest: text };
    let data = reader.data()?;
    reader.rest.is_empty().then_some(data)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn data(&mut self) -> Option<Data> {
        let kind = self.rest.chars().next()?;
        self.rest = &self.rest[kind.len_utf8()..];
        match kind {
            'L' => Some(Data::Leaf),
            'E' => Some(Data::Empty),
            'A' => Some(Data::Array(Box::new(self.data()?))),
            'R' => {
                let field = |r: &mut Self| Some((r.until('=')?.to_string(), r.data()?));
                Some(Data::Record(self.list('{', '}', field)?))
            }
            'S' => {
                let constructor = |r: &mut Self| {
                    let name = r.until(':')?.to_string();
                    let end = r.rest.find('(')?;
                    let tag = r.rest[..end].parse().ok()?;
                    r.rest = &r.rest[end..];
                    Some(Constructor { name, tag, payload: r.list('(', ')', Self::data)? })
                };
                Some(Data::Sum(self.list('{', '}', constructor)?))
            }
            _ => None,
        }
    }

    fn list<T>(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.rest = self.rest.strip_prefix(open)?;
        let mut items = vec![];
        loop {
            if let Some(rest) = self.rest.strip_prefix(close) {
                self.rest = rest;
                return Some(items);
            }
            if !items.is_empty() {
                self.rest = self.rest.strip_prefix(',')?;
            }
            items.push(item(self)?);
        }
    }

    /// What stands in front of a mark, which is skipped.
    fn until(&mut self, mark: char) -> Option<&'a str> {
        let (before, after) = self.rest.split_once(mark)?;
        self.rest = after;
        Some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interfaces_are_read_back() {
        let sum = Data::Sum(vec![
            Constructor { name: "circle".into(), tag: 3, payload: vec![Data::Leaf, Data::Leaf] },
            Constructor { name: "none".into(), tag: 0, payload: vec![] },
        ]);
        let fields = vec![("0".into(), Data::Array(Box::new(sum))), ("b".into(), Data::Record(vec![]))];
        for args in [vec![], vec![Data::Empty, Data::Record(fields)]] {
            let result = Data::Array(Box::new(Data::Array(Box::new(Data::Leaf))));
            let interface = Interface { name: "f".into(), args, result, result_type: "[n][?]i64".into() };
            assert_eq!(parse(&print(&interface)), Some(interface));
        }
        assert_eq!(parse("f\tX\tL\ti64"), None);
        assert_eq!(parse("f\tLL\tL\ti64"), None);
    }
}
