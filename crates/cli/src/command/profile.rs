//! Profiles as text: a table for people, JSON for programs.

use rt::profile::{KernelProfile, Moved, Profile};
use serde_json::{Value, json};
use std::time::Duration;

/// A line for each kernel that ran, the one that took longest first, and a line for everything else.
pub(super) fn table(profile: &Profile, files: &[String]) -> String {
    let heads = ["kernel", "source", "launches", "time", "read", "written", "GB/s", ""];
    let mut rows: Vec<[String; 8]> = vec![heads.map(String::from)];
    rows.extend(launched(profile).into_iter().map(|kernel| {
        [
            kernel.name.clone(),
            place(kernel, files),
            kernel.launches.to_string(),
            time(kernel.time),
            bytes(kernel.read),
            bytes(kernel.written),
            format!("{:.1}", bandwidth(kernel)),
            if kernel.only_moves { "only moves elements" } else { "" }.to_string(),
        ]
    }));
    let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match i {
            0 | 1 | 7 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<String>>().join("  ").trim_end();
        text.push('\n');
    }
    let kernel_time: Duration = profile.kernels.iter().map(|kernel| kernel.time).sum();
    text += &format!(
        "{}, {} in kernels, {} in all\n{}, {}, {}\n{}, {}, peak {}\n",
        counted(profile.launches(), "launch", "launches"),
        time(kernel_time),
        time(profile.time),
        counted(profile.reads.count, "host read", "host reads"),
        moved(profile.uploads, "upload", "uploads"),
        moved(profile.downloads, "download", "downloads"),
        moved(total(profile), "copy", "copies"),
        moved(profile.allocated, "allocation", "allocations"),
        bytes(profile.peak),
    );
    for (reason, copies) in profile.copies() {
        text += &format!("{}: {reason}\n", moved(copies, "copy", "copies"));
    }
    text
}

/// The same as one JSON object. Times are in microseconds.
pub(super) fn json(profile: &Profile, files: &[String]) -> String {
    let micros = |t: Duration| t.as_secs_f64() * 1e6;
    let moved = |m: Moved| json!({ "count": m.count, "bytes": m.bytes });
    let kernel = |k: &KernelProfile| {
        json!({
            "name": k.name,
            "source": place(k, files),
            "launches": k.launches,
            "time_us": micros(k.time),
            "read_bytes": k.read,
            "written_bytes": k.written,
            "gb_per_s": bandwidth(k),
            "only_moves": k.only_moves,
        })
    };
    let all = json!({
        "kernels": launched(profile).into_iter().map(kernel).collect::<Vec<Value>>(),
        "launches": profile.launches(),
        "time_us": micros(profile.time),
        "host_reads": moved(profile.reads),
        "uploads": moved(profile.uploads),
        "downloads": moved(profile.downloads),
        "copies": moved(total(profile)),
        "copies_by_reason": profile.copies().into_iter().map(|(why, m)| (why.to_string(), moved(m))).collect::<Value>(),
        "allocations": moved(profile.allocated),
        "peak_bytes": profile.peak,
    });
    format!("{all:#}\n")
}

/// The kernels that ran, the one that took longest first.
fn launched(profile: &Profile) -> Vec<&KernelProfile> {
    let mut ran: Vec<&KernelProfile> = profile.kernels.iter().filter(|k| k.launches > 0).collect();
    ran.sort_by_key(|k| std::cmp::Reverse(k.time));
    ran
}

/// Where the source of a kernel stands.
fn place(kernel: &KernelProfile, files: &[String]) -> String {
    match kernel.loc.0.as_slice() {
        [] => "-".to_string(),
        [first, ..] => base::Loc(vec![*first]).describe(files),
    }
}

/// All copies.
fn total(profile: &Profile) -> Moved {
    profile.copies().into_iter().fold(Moved::default(), |all, (_, copies)| all + copies)
}

/// Gigabytes a second, read and written together.
fn bandwidth(kernel: &KernelProfile) -> f64 {
    let seconds = kernel.time.as_secs_f64();
    if seconds > 0.0 { (kernel.read + kernel.written) as f64 / seconds / 1e9 } else { 0.0 }
}

fn time(t: Duration) -> String {
    let seconds = t.as_secs_f64();
    if seconds < 1e-3 {
        format!("{:.1} us", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

fn bytes(n: usize) -> String {
    let units = [(1e10, "GB", 1e9), (1e7, "MB", 1e6), (1e4, "kB", 1e3)];
    match units.iter().find(|(from, _, _)| n as f64 >= *from) {
        Some((_, unit, size)) => format!("{:.1} {unit}", n as f64 / size),
        None => format!("{n} B"),
    }
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn moved(m: Moved, one: &str, many: &str) -> String {
    match m.count {
        0 => counted(0, one, many),
        n => format!("{} of {}", counted(n, one, many), bytes(m.bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, time};
    use std::time::Duration;

    #[test]
    fn quantities_have_units() {
        assert_eq!(bytes(9_999), "9999 B");
        assert_eq!(bytes(10_000), "10.0 kB");
        assert_eq!(bytes(80_000_000), "80.0 MB");
        assert_eq!(time(Duration::from_nanos(1_500)), "1.5 us");
        assert_eq!(time(Duration::from_micros(2_340)), "2.34 ms");
        assert_eq!(time(Duration::from_millis(12_340)), "12.34 s");
    }
}
