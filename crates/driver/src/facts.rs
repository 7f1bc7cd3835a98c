//! What the analyses find of a Core program, as text: `windrow dev --facts`.

use crate::pipeline::Options;
use ir::Core;

/// The tables of the analyses that are switched on.
pub fn tables(prog: &Core, options: &Options) -> String {
    let on = |name: &str| !options.without.contains(name);
    let shapes = on("shapes").then(|| passes::shapes::tables(prog));
    let regularity = on("regularity").then(|| passes::regularity::tables(prog, on("shapes")));
    shapes.into_iter().chain(regularity).collect::<Vec<String>>().join("\n")
}
