//! What a call costs besides its kernels: `cargo run --release -p windrow --example overhead`. With `--check` it fails if that is more than
//! Windrow promises.
//!
//! Other programs on the machine only make times longer, so that the shortest of many counts; where it is too long, there are more.

use std::time::{Duration, Instant};
use windrow::{Array, Backend, Context, Result};

/// A call on arrays that are there.
const MOST_MICROS: f64 = 10.0;
/// A call that borrows large arrays, by one on arrays that are there.
const MOST_BORROWED: f64 = 1.2;
/// How long to try.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> Result<()> {
    let context = Context::builder().backend(Backend::Native).build()?;
    let module = context.compile(
        "entry next [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
         entry dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)",
    )?;

    let next = module.entry("next")?;
    let mut one: Array<i64> = next.call((&[0i64],))?;
    let mut call = f64::INFINITY;
    until(|| {
        let thousand = micros(|| {
            for _ in 0..1000 {
                one = next.call((&one,))?;
            }
            Ok(())
        })?;
        call = call.min(thousand / 1000.0);
        Ok(call <= MOST_MICROS)
    })?;
    println!("call on a resident array of one element: {call:.2} us");

    // 2 x 40 MB. By turns, so that both see the same machine.
    let (xs, ys) = (vec![1.5f64; 5_000_000], vec![2.0f64; 5_000_000]);
    let (there_xs, there_ys) = (context.array(xs.clone())?, context.array(ys.clone())?);
    let dot = module.entry("dot")?;
    let before = context.stats().copies.total();
    let (mut borrowed, mut resident) = (f64::INFINITY, f64::INFINITY);
    until(|| {
        borrowed = borrowed.min(micros(|| dot.call::<f64>((&xs, &ys)).map(drop))?);
        resident = resident.min(micros(|| dot.call::<f64>((&there_xs, &there_ys)).map(drop))?);
        Ok(borrowed <= MOST_BORROWED * resident)
    })?;
    let copies = (context.stats().copies.total() - before).count;
    let ratio = borrowed / resident;
    println!(
        "dot of 2 x 40 MB: borrowed {:.2} ms with {copies} copies, resident {:.2} ms, ratio {ratio:.2}",
        1e-3 * borrowed,
        1e-3 * resident,
    );
    let good = call <= MOST_MICROS && copies == 0 && ratio <= MOST_BORROWED;
    if !good && std::env::args().any(|arg| arg == "--check") {
        eprintln!("at most {MOST_MICROS} us, 0 copies, and a ratio of {MOST_BORROWED} are promised");
        std::process::exit(1);
    }
    Ok(())
}

/// Measures 30 times, and then until what was measured is good, but not longer than [`PATIENCE`].
fn until(mut measure: impl FnMut() -> Result<bool>) -> Result<()> {
    let start = Instant::now();
    for round in 1.. {
        let good = measure()?;
        if round >= 30 && (good || start.elapsed() > PATIENCE) {
            break;
        }
    }
    Ok(())
}

fn micros(run: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64() * 1e6)
}
