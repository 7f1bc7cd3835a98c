//! What a call costs besides its kernels: `cargo run --release -p windrow --example overhead`.

use std::time::{Duration, Instant};
use windrow::{Array, Backend, Context, Result};

fn main() -> Result<()> {
    let context = Context::builder().backend(Backend::Native).build()?;
    let module = context.compile(
        "entry next [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
         entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)",
    )?;

    let next = module.entry("next")?;
    let mut one: Array<i64> = next.call((&[0i64],))?;
    let call = median(20_000, || {
        one = next.call((&one,))?;
        Ok(())
    })?;
    println!("call on a resident array of one element: {:.2} us", micros(call));

    // 2 x 40 MB, borrowed. Arrays that are already there take the same kernel without any argument to pass.
    let (xs, ys) = (vec![1.5f64; 5_000_000], vec![2.0f64; 5_000_000]);
    let dot = module.entry("dot")?;
    let before = context.stats().copies.total();
    let borrowed = median(30, || dot.call::<f64>((&xs, &ys)).map(drop))?;
    let copies = context.stats().copies.total() - before;
    let (there_xs, there_ys) = (context.array(xs)?, context.array(ys)?);
    let resident = median(30, || dot.call::<f64>((&there_xs, &there_ys)).map(drop))?;
    println!(
        "dot of 2 x 40 MB: borrowed {:.2} ms with {} copies, resident {:.2} ms, ratio {:.2}",
        1e-3 * micros(borrowed),
        copies.count,
        1e-3 * micros(resident),
        micros(borrowed) / micros(resident),
    );
    Ok(())
}

/// The median time of so many runs, after some that do not count.
fn median(runs: usize, mut run: impl FnMut() -> Result<()>) -> Result<Duration> {
    for _ in 0..runs / 10 + 1 {
        run()?;
    }
    let mut times = vec![];
    for _ in 0..runs {
        let start = Instant::now();
        run()?;
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Ok(times[runs / 2])
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
