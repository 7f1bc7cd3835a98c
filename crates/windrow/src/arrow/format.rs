//! Format strings: the types of Arrow as a schema writes them.

use base::ScalarType;

/// A type of Arrow, as far as Windrow has something like it. Days and times are the integers that they are stored as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Scalar(ScalarType),
    /// Truth values with a byte each: the extension `arrow.bool8` of 8-bit integers.
    BoolBytes,
    /// Nothing but nulls.
    Null,
    /// Text or bytes, with offsets of 64 bits or of 32.
    Bytes {
        wide: bool,
    },
    /// Text or bytes, by views of 16 bytes.
    BytesView,
    /// So many bytes.
    FixedBytes(usize),
    List {
        wide: bool,
    },
    ListView {
        wide: bool,
    },
    FixedList(usize),
    Struct,
    /// The codes of the children.
    Union {
        dense: bool,
        codes: Vec<i8>,
    },
    /// Runs of equal elements: where each ends, and the elements.
    Runs,
}

/// The format of each scalar type.
const SCALARS: [(&str, ScalarType); 12] = [
    ("c", ScalarType::I8),
    ("s", ScalarType::I16),
    ("i", ScalarType::I32),
    ("l", ScalarType::I64),
    ("C", ScalarType::U8),
    ("S", ScalarType::U16),
    ("I", ScalarType::U32),
    ("L", ScalarType::U64),
    ("e", ScalarType::F16),
    ("f", ScalarType::F32),
    ("g", ScalarType::F64),
    ("b", ScalarType::Bool),
];

/// How a scalar type is written.
pub(super) fn of_scalar(ty: ScalarType) -> &'static str {
    SCALARS.iter().find(|(_, own)| *own == ty).map_or("", |(text, _)| text)
}

impl Format {
    /// None if it is none, or one of a type that Windrow has nothing for.
    pub(super) fn parse(text: &str) -> Option<Format> {
        if let Some((_, ty)) = SCALARS.iter().find(|(own, _)| *own == text) {
            return Some(Format::Scalar(*ty));
        }
        let number = |digits: &str| digits.parse::<usize>().ok().filter(|n| *n <= i32::MAX as usize);
        let codes = |list: &str| {
            let codes = list.split(',').filter(|code| !code.is_empty());
            codes.map(|code| code.parse::<i8>().ok().filter(|code| *code >= 0)).collect::<Option<Vec<i8>>>()
        };
        let prefixed = text.split_once(':').map_or((text, ""), |parts| parts);
        Some(match prefixed {
            ("n", "") => Format::Null,
            ("u" | "z", "") => Format::Bytes { wide: false },
            ("U" | "Z", "") => Format::Bytes { wide: true },
            ("vu" | "vz", "") => Format::BytesView,
            ("w", digits) => Format::FixedBytes(number(digits)?),
            ("+l" | "+m", "") => Format::List { wide: false },
            ("+L", "") => Format::List { wide: true },
            ("+vl", "") => Format::ListView { wide: false },
            ("+vL", "") => Format::ListView { wide: true },
            ("+w", digits) => Format::FixedList(number(digits)?),
            ("+s", "") => Format::Struct,
            ("+ud", list) => Format::Union { dense: true, codes: codes(list)? },
            ("+us", list) => Format::Union { dense: false, codes: codes(list)? },
            ("+r", "") => Format::Runs,
            ("tdD" | "tts" | "ttm", "") => Format::Scalar(ScalarType::I32),
            ("tdm" | "ttu" | "ttn" | "tDs" | "tDm" | "tDu" | "tDn", "") => Format::Scalar(ScalarType::I64),
            ("tss" | "tsm" | "tsu" | "tsn", _) => Format::Scalar(ScalarType::I64),
            _ => return None,
        })
    }

    /// How many buffers its arrays have; none if that depends on the array.
    pub(super) fn buffers(&self) -> Option<i64> {
        match self {
            Format::Runs => Some(0),
            Format::FixedList(_) | Format::Struct => Some(1),
            Format::Scalar(_) | Format::BoolBytes | Format::FixedBytes(_) | Format::List { .. } => Some(2),
            Format::Bytes { .. } | Format::ListView { .. } => Some(3),
            Format::Union { dense, .. } => Some(1 + i64::from(*dense)),
            // Of nothing but nulls some write a buffer, which the specification does not have.
            Format::BytesView | Format::Null => None,
        }
    }

    /// How many children its arrays have; none if that depends on the type.
    pub(super) fn children(&self) -> Option<i64> {
        match self {
            Format::List { .. } | Format::ListView { .. } | Format::FixedList(_) => Some(1),
            Format::Union { codes, .. } => Some(codes.len() as i64),
            Format::Runs => Some(2),
            Format::Struct => None,
            Format::Scalar(_)
            | Format::BoolBytes
            | Format::Null
            | Format::Bytes { .. }
            | Format::BytesView
            | Format::FixedBytes(_) => Some(0),
        }
    }

    /// Whether the first buffer says which elements are null.
    pub(super) fn has_validity(&self) -> bool {
        !matches!(self, Format::Null | Format::Union { .. } | Format::Runs)
    }

    /// What people call it.
    pub(super) fn name(&self) -> String {
        match self {
            Format::Scalar(ty) => format!("{ty}"),
            Format::BoolBytes => "bool".into(),
            Format::Null => "nulls".into(),
            Format::Bytes { .. } | Format::BytesView => "text or bytes".into(),
            Format::FixedBytes(n) => format!("{n} bytes"),
            Format::List { .. } | Format::ListView { .. } => "a list".into(),
            Format::FixedList(n) => format!("a list of {n}"),
            Format::Struct => "a struct".into(),
            Format::Union { .. } => "a union".into(),
            Format::Runs => "runs of equal elements".into(),
        }
    }
}
