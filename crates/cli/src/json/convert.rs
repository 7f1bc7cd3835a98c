//! From JSON to the components of an argument.

use super::read::{Json, JsonError, JsonKind};
use base::{Scalar, ScalarType};
use driver::structure::{Component, is_tuple};
use ir::Value;
use ir::interface::Data;
use ir::value::Lens;

/// The components of one argument. `text` is what the JSON was read from, for positions.
pub(crate) fn components(
    text: &str,
    json: &Json,
    data: &Data,
    components: &[Component],
) -> Result<Vec<Value>, JsonError> {
    let mut parts: Vec<Building> = components.iter().map(Building::new).collect();
    Converter { text }.convert(json, data, &mut parts, 0)?;
    Ok(parts.into_iter().map(Building::finish).collect())
}

/// A component that is being filled.
struct Building {
    component: Component,
    /// Per dimension the sizes of its rows so far.
    sizes: Vec<Vec<i64>>,
    data: Vec<u8>,
}

impl Building {
    fn new(component: &Component) -> Building {
        Building { component: component.clone(), sizes: vec![vec![]; component.dims.len()], data: vec![] }
    }
    fn push(&mut self, x: Scalar) {
        self.data.extend_from_slice(&x.bits().to_le_bytes()[..self.component.elem.bytes()]);
    }
    /// Zeros in the place of a payload that a value does not have: of the sizes that the program fixes, otherwise empty.
    fn blank(&mut self, depth: usize) {
        let mut rows = 1i64;
        for d in depth..self.sizes.len() {
            let size = self.component.dims[d].unwrap_or(0);
            self.sizes[d].extend(std::iter::repeat_n(size, usize::try_from(rows).unwrap_or(0)));
            rows = rows.saturating_mul(size);
        }
        let bytes = usize::try_from(rows).unwrap_or(0).saturating_mul(self.component.elem.bytes());
        self.data.extend(std::iter::repeat_n(0, bytes));
    }
    fn finish(self) -> Value {
        let dims = self.component.dims;
        let lens =
            self.sizes.into_iter().zip(dims).enumerate().map(|(d, (sizes, dim))| match sizes.as_slice() {
                // Rows that do not exist have the size that the program gives them.
                [] => Lens::Uniform(dim.unwrap_or(0)),
                [size] if d == 0 => Lens::Uniform(*size),
                _ => Lens::Each(sizes),
            });
        Value { elem: self.component.elem, lens: lens.collect(), data: self.data }.normalised()
    }
}

struct Converter<'t> {
    text: &'t str,
}

impl Converter<'_> {
    fn fail<T>(&self, json: &Json, wanted: &str) -> Result<T, JsonError> {
        Err(JsonError::at(self.text, json.at, format!("expected {wanted}, found {}", json.kind.name())))
    }

    fn convert(
        &self,
        json: &Json,
        data: &Data,
        parts: &mut [Building],
        depth: usize,
    ) -> Result<(), JsonError> {
        match data {
            Data::Leaf => {
                let x = self.scalar(json, parts[0].component.elem)?;
                parts[0].push(x);
                Ok(())
            }
            Data::Empty => {
                self.tuple(json, [].iter(), &mut [], depth)?;
                parts[0].push(Scalar::Bool(true));
                Ok(())
            }
            Data::Array(elem) => {
                if let (JsonKind::String(text), Data::Leaf, [part]) = (&json.kind, &**elem, &mut *parts)
                    && part.component.elem == ScalarType::U8
                {
                    part.sizes[depth].push(text.len() as i64);
                    part.data.extend_from_slice(text.as_bytes());
                    return Ok(());
                }
                let JsonKind::Array(elems) = &json.kind else { return self.fail(json, "an array") };
                for part in parts.iter_mut() {
                    part.sizes[depth].push(elems.len() as i64);
                }
                elems.iter().try_for_each(|e| self.convert(e, elem, parts, depth + 1))
            }
            Data::Record(fields) => self.record(json, fields, parts, depth),
            Data::Sum(constructors) => {
                let names = || {
                    let names: Vec<String> =
                        constructors.iter().map(|c| format!("\"#{}\"", c.name)).collect();
                    format!("an object with one field of {}", names.join(", "))
                };
                let JsonKind::Object(fields) = &json.kind else { return self.fail(json, &names()) };
                let chosen = match fields.as_slice() {
                    [(name, _)] => constructors.iter().find(|c| name.strip_prefix('#') == Some(&*c.name)),
                    _ => None,
                };
                let (Some(chosen), [(_, payload)]) = (chosen, fields.as_slice()) else {
                    return self.fail(json, &names());
                };
                parts[0].push(Scalar::from_i64(parts[0].component.elem, chosen.tag));
                let mut from = 1;
                for constructor in constructors {
                    let count = constructor.payload.iter().map(Data::leaves).sum::<usize>();
                    let own = &mut parts[from..from + count];
                    if constructor.tag == chosen.tag {
                        self.tuple(payload, constructor.payload.iter(), own, depth)?;
                    } else {
                        own.iter_mut().for_each(|part| part.blank(depth));
                    }
                    from += count;
                }
                Ok(())
            }
        }
    }

    fn tuple<'d>(
        &self,
        json: &Json,
        datas: impl ExactSizeIterator<Item = &'d Data>,
        parts: &mut [Building],
        depth: usize,
    ) -> Result<(), JsonError> {
        let count = datas.len();
        let wanted = format!("an array of {count}");
        let JsonKind::Array(elems) = &json.kind else { return self.fail(json, &wanted) };
        if elems.len() != count {
            let message = format!("expected {wanted}, found one of {}", elems.len());
            return Err(JsonError::at(self.text, json.at, message));
        }
        let mut from = 0;
        for (json, data) in elems.iter().zip(datas) {
            let to = from + data.leaves();
            self.convert(json, data, &mut parts[from..to], depth)?;
            from = to;
        }
        Ok(())
    }

    fn record(
        &self,
        json: &Json,
        fields: &[(String, Data)],
        parts: &mut [Building],
        depth: usize,
    ) -> Result<(), JsonError> {
        if is_tuple(fields) {
            return self.tuple(json, fields.iter().map(|(_, d)| d), parts, depth);
        }
        let JsonKind::Object(found) = &json.kind else { return self.fail(json, "an object") };
        if let Some((name, value)) = found.iter().find(|(name, _)| fields.iter().all(|(n, _)| n != name)) {
            let names: Vec<&str> = fields.iter().map(|(n, _)| n.as_str()).collect();
            let message = format!("there is no field {name:?}; there are: {}", names.join(", "));
            return Err(JsonError::at(self.text, value.at, message));
        }
        let mut from = 0;
        for (name, data) in fields {
            let to = from + data.leaves();
            let Some((_, value)) = found.iter().find(|(n, _)| n == name) else {
                return Err(JsonError::at(self.text, json.at, format!("the field {name:?} is missing")));
            };
            self.convert(value, data, &mut parts[from..to], depth)?;
            from = to;
        }
        Ok(())
    }

    fn scalar(&self, json: &Json, elem: ScalarType) -> Result<Scalar, JsonError> {
        let word = match &json.kind {
            JsonKind::Bool(b) if elem == ScalarType::Bool => return Ok(Scalar::Bool(*b)),
            JsonKind::Number(text) if elem != ScalarType::Bool => text.to_string(),
            JsonKind::String(text) if elem.is_float() => match number_without_literal(text) {
                Some((sign, word)) => format!("{sign}{elem}.{word}"),
                None => return self.fail(json, &format!("a value of type {elem}")),
            },
            _ => return self.fail(json, &format!("a value of type {elem}")),
        };
        match rt::text::parse_values(&word, Some(&[(elem, 0)])).as_deref() {
            Ok([value]) if value.elem == elem && value.lens.is_empty() => Ok(value.get(0)),
            // An integer that is too large or too small: the message has the range.
            Err(e) if elem.is_integer() => {
                let what = format!("expected a value of type {elem}, but {}", e.what);
                Err(JsonError::at(self.text, json.at, what))
            }
            _ => self.fail(json, &format!("a value of type {elem}")),
        }
    }
}

/// Sign and name of a float that JSON has no number for, however it is written.
fn number_without_literal(text: &str) -> Option<(&str, &'static str)> {
    let (sign, name) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (&text[..1], rest),
        None => ("", text),
    };
    let sign = if sign == "-" { sign } else { "" };
    match name.to_ascii_lowercase().as_str() {
        "nan" => Some(("", "nan")),
        "inf" | "infinity" => Some((sign, "inf")),
        _ => None,
    }
}
