//! A loop of steps over arrays that stay on the device: heat that spreads along a rod until it is nearly even.
//!
//! `cargo run --release -p windrow --example steps` runs it on the best device of the machine. The state is brought there once and looked at
//! once, however many steps there are.

use windrow::{Array, Context, Result};

const PROGRAM: &str = "
-- Each point takes a part of the difference to its neighbours; `conductivity` says how much.
entry step [n] (conductivity: [n]f32) (heat: [n]f32): [n]f32 =
  tabulate n (\\i ->
    let left = heat[i64.max 0 (i - 1)]
    let right = heat[i64.min (n - 1) (i + 1)]
    in heat[i] + conductivity[i] * (left - 2 * heat[i] + right))

entry spread [n] (heat: [n]f32): f32 = f32.maximum heat - f32.minimum heat
";

fn main() -> Result<()> {
    let context = Context::new()?;
    let module = context.compile(PROGRAM)?;
    let (step, spread) = (module.entry("step")?, module.entry("spread")?);

    const POINTS: usize = 64;
    let conductivity = context.array(vec![0.25f32; POINTS])?;
    // One end is hot. The vectors move in: on the processor they are not even copied.
    let mut heat: Array<f32> =
        context.array((0..POINTS).map(|i| if i < 8 { 100.0 } else { 0.0 }).collect())?;

    let mut steps = 0;
    // `spread` borrows the state. `step` takes it, and its memory is that of the state after the next.
    while spread.call::<f32>((&heat,))? > 1.0 {
        heat = step.call((&conductivity, heat))?;
        steps += 1;
    }

    let stats = context.stats();
    let view = heat.view()?;
    println!("after {steps} steps {:.2} at one end and {:.2} at the other", view[0], view[POINTS - 1]);
    println!("{} bytes were copied on the way", stats.copies.total().bytes);
    assert!((view.iter().sum::<f32>() - 800.0).abs() < 1.0, "no heat is lost");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn heat_spreads() {
        super::main().unwrap();
    }
}
