//! Writing.

use super::{IRREGULAR, ONE_SIZE, REGULAR, SIZES, START};
use ir::Value;
use ir::value::Lens;

/// Appends a value to `out`. The error says what the format cannot hold.
pub fn write_value(value: &Value, out: &mut Vec<u8>) -> Result<(), String> {
    let value = value.clone().normalised();
    let Ok(rank) = u8::try_from(value.lens.len()) else {
        return Err(format!(
            "an array of {} dimensions has no binary form: 255 are possible",
            value.lens.len()
        ));
    };
    // Rows that do not exist have no sizes: a regular array without elements is as good.
    let regular = value.lens.iter().all(|lens| match lens {
        Lens::Uniform(_) => true,
        Lens::Each(each) => each.is_empty(),
    });
    out.extend([START, if regular { REGULAR } else { IRREGULAR }, rank]);
    out.extend(format!("{:>4}", value.elem.name()).bytes());
    for lens in &value.lens {
        match lens {
            Lens::Each(each) if !regular => {
                out.push(SIZES);
                out.extend(each.iter().flat_map(|n| n.to_le_bytes()));
            }
            Lens::Uniform(n) if !regular => {
                out.push(ONE_SIZE);
                out.extend(n.to_le_bytes());
            }
            Lens::Uniform(n) => out.extend(n.to_le_bytes()),
            Lens::Each(_) => out.extend(0u64.to_le_bytes()),
        }
    }
    out.extend(&value.data);
    Ok(())
}
