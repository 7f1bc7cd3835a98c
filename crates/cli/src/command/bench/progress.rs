//! A line on a terminal that says how far a measurement is; nothing where standard error is no terminal.

use super::clipped;
use super::measure::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const WIDTH: f64 = 20.0;

/// The line is written no more often: writing it after every short run would change what is measured.
const PAUSE: Duration = Duration::from_millis(100);

/// The line of one data set.
pub(super) struct Line {
    shown: bool,
    title: String,
    last: Instant,
}

impl Line {
    /// The line of this data set, shown at once.
    pub(super) fn new(title: &str) -> Line {
        let line =
            Line { shown: std::io::stderr().is_terminal(), title: clipped(title), last: Instant::now() };
        line.write(Progress::First(0.0));
        line
    }

    /// Shows how far the measurement is, unless that was shown just now.
    pub(super) fn show(&mut self, progress: Progress) {
        if self.shown && self.last.elapsed() >= PAUSE {
            self.write(progress);
            self.last = Instant::now();
        }
    }

    fn write(&self, progress: Progress) {
        if self.shown {
            eprint!("\r\x1b[K{}", text(&self.title, progress));
            // Progress that cannot be shown is no reason to stop.
            let _ = std::io::stderr().flush();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

fn text(title: &str, progress: Progress) -> String {
    match progress {
        Progress::First(part) => {
            let full = "#".repeat((WIDTH * part.clamp(0.0, 1.0)) as usize);
            format!("[{full:.<width$}] {title}", width = WIDTH as usize)
        }
        Progress::Second(sure) => format!("[up to {:>4.1}% off...   ] {title}", sure * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(text("x", Progress::First(0.5)), "[##########..........] x");
        assert_eq!(text("x", Progress::First(1.0)), "[####################] x");
        assert_eq!(text("x", Progress::Second(0.123)), "[up to 12.3% off...   ] x");
    }
}
