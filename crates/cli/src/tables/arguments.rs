//! From the columns of a table to the arguments of an entry point.

use super::Table;
use base::Scalar;
use windrow::{AnyArray, Context, Param, Signature, Size, Type, Value};

/// A scalar that the command line gives: the name of its parameter, and its text.
pub(crate) type Given<'a> = (&'a str, &'a str);

/// Where each argument comes from.
pub(crate) struct Plan {
    arguments: Vec<Argument>,
    /// The columns that are read: their number, and the type of their elements.
    columns: Vec<(usize, Type)>,
}

enum Argument {
    Given(Scalar),
    /// The column with this number.
    Column(usize),
    /// All columns that are read, as an array of records.
    Table,
    /// The same, as a record of arrays.
    Fields(Vec<(String, usize)>),
}

impl Plan {
    /// Finds the columns of a table that an entry point takes.
    pub(crate) fn new(signature: &Signature, given: &[Given], table: &Table) -> Result<Plan, String> {
        let names = table.columns();
        let find = |wanted: &str| names.iter().position(|name| *name == wanted);
        if let Some((name, _)) =
            given.iter().find(|(name, _)| !signature.params.iter().any(|p| p.name == *name))
        {
            return Err(format!("{} has no parameter called {name}", signature.name));
        }
        let is_twice = |(i, (name, _)): &(usize, &Given)| given[..*i].iter().any(|(other, _)| other == name);
        if let Some((_, (name, _))) = given.iter().enumerate().find(is_twice) {
            return Err(format!("--arg gives {name} twice"));
        }
        let is_given = |param: &Param| given.iter().any(|(name, _)| *name == param.name);
        let open: Vec<&Param> = signature.params.iter().filter(|param| !is_given(param)).collect();
        let named = open.iter().filter(|param| find(&param.name).is_some()).count();
        let mut plan = Plan { arguments: vec![], columns: vec![] };
        let whole = match open.as_slice() {
            [one] if named == 0 => fields(&one.ty).filter(|all| all.iter().all(|(f, _)| find(f).is_some())),
            _ => None,
        };
        let by_order = named == 0 && whole.is_none() && open.len() == names.len();
        let mut order = 0..;
        for param in &signature.params {
            if let Some((_, text)) = given.iter().find(|(name, _)| *name == param.name) {
                plan.arguments.push(Argument::Given(scalar(param, text)?));
                continue;
            }
            if let Some(all) = &whole {
                let numbers = all.iter().filter_map(|(field, ty)| {
                    let column = find(field)?;
                    plan.columns.push((column, ty.clone()));
                    Some((field.clone(), column))
                });
                let numbers = numbers.collect();
                plan.arguments.push(match param.ty {
                    Type::Array { .. } => Argument::Table,
                    _ => Argument::Fields(numbers),
                });
                continue;
            }
            let column = if by_order { order.next() } else { find(&param.name) };
            let Some(column) = column else {
                let (wanted, there) =
                    (listed(open.iter().map(|p| p.name.as_str())), listed(names.iter().copied()));
                return Err(format!(
                    "there is no column for the parameter {} of {}, whose parameters are {wanted}; the columns are {there}",
                    param.name, signature.name
                ));
            };
            plan.columns.push((column, element(&param.ty).clone()));
            plan.arguments.push(Argument::Column(column));
        }
        plan.columns.sort_by_key(|(column, _)| *column);
        plan.columns.dedup_by_key(|(column, _)| *column);
        // Columns are imported by their names.
        let is_twice = |name: &&str| names.iter().filter(|other| *other == name).count() > 1;
        let taken = plan.columns.iter().filter_map(|(column, _)| names.get(*column).copied());
        match taken.into_iter().find(is_twice) {
            Some(name) => Err(format!("two columns are called {name}")),
            None => Ok(plan),
        }
    }

    /// Reads the columns into the memory of a context.
    pub(crate) fn arguments(
        self,
        signature: &Signature,
        table: &Table,
        context: &Context,
    ) -> Result<Vec<Value>, String> {
        let names = table.columns();
        let name = |column: usize| names.get(column).copied().unwrap_or_default();
        let mut rows = None;
        if !self.columns.is_empty() {
            let fields = self.columns.iter().map(|(column, ty)| (name(*column).to_string(), ty.clone()));
            let ty = Type::Array { dim: Size::Any, elem: Box::new(Type::Record(fields.collect())) };
            let chosen: Vec<usize> = self.columns.iter().map(|(column, _)| *column).collect();
            match table.import(context, &ty, &chosen)? {
                Value::Array(array) => rows = Some(array),
                other => return Err(format!("a table was read as {}", other.ty())),
            }
        }
        let column = |number: usize| rows.as_ref().and_then(|rows| rows.column(name(number)));
        let mut values = vec![];
        for (param, argument) in signature.params.iter().zip(self.arguments) {
            let missing = || format!("the column for {} was not read", param.name);
            values.push(match argument {
                Argument::Given(x) => Value::Scalar(x),
                Argument::Column(number) => {
                    of_column(&param.name, &param.ty, column(number).ok_or_else(missing)?)?
                }
                Argument::Table => Value::Array(ordered(&param.ty, rows.as_ref().ok_or_else(missing)?)?),
                Argument::Fields(fields) => {
                    let Type::Record(types) = &param.ty else { return Err(missing()) };
                    let field = |((field, number), (_, ty)): (&(String, usize), &(String, Type))| {
                        Ok((field.clone(), of_column(field, ty, column(*number).ok_or_else(missing)?)?))
                    };
                    Value::Record(fields.iter().zip(types).map(field).collect::<Result<_, String>>()?)
                }
            });
        }
        Ok(values)
    }
}

/// The fields of a type that a whole table may be, with the types of the elements of their columns.
fn fields(ty: &Type) -> Option<Vec<(String, Type)>> {
    match ty {
        Type::Array { elem, .. } => match &**elem {
            Type::Record(fields) => Some(fields.clone()),
            _ => None,
        },
        Type::Record(fields) => {
            Some(fields.iter().map(|(name, ty)| (name.clone(), element(ty).clone())).collect())
        }
        _ => None,
    }
}

/// What the elements of a column are whose values are of a type: a scalar comes from a column, too.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } => elem,
        other => other,
    }
}

/// A column as a value of a type.
fn of_column(name: &str, ty: &Type, column: AnyArray) -> Result<Value, String> {
    if matches!(ty, Type::Array { .. }) {
        return Ok(Value::Array(column));
    }
    match column.len() {
        1 => column.at(&[0]).map_err(|e| e.to_string()),
        rows => {
            let how = match ty {
                Type::Scalar(_) => format!("; give it with --arg {name}=VALUE"),
                _ => String::new(),
            };
            Err(format!("{name} is one {ty}, but the table has {rows} rows{how}"))
        }
    }
}

/// The columns of an array of records in the order of its type.
fn ordered(ty: &Type, rows: &AnyArray) -> Result<AnyArray, String> {
    let columns = fields(ty).unwrap_or_default();
    let columns = columns.iter().filter_map(|(name, _)| Some((name.as_str(), rows.column(name)?)));
    AnyArray::zip(columns).map_err(|e| e.to_string())
}

fn scalar(param: &Param, text: &str) -> Result<Scalar, String> {
    let Type::Scalar(ty) = param.ty else {
        return Err(format!("--arg gives scalars, but {} is {}", param.name, param.ty));
    };
    let wrong = |e: String| format!("--arg {}={text}: {e}", param.name);
    let values = rt::text::parse_values(text, Some(&[(ty, 0)])).map_err(|e| wrong(e.to_string()))?;
    match values.as_slice() {
        [one] if one.elem == ty && one.lens.is_empty() => Ok(one.get(0)),
        _ => Err(wrong(format!("this is not a value of type {ty}"))),
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
