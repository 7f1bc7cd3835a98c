//! How much memory this machine can give.

/// The bytes that are free, where the system says.
pub fn available_memory() -> Option<usize> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_meminfo(&text));
    // A container may have less.
    let number = |name: &str| {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse::<usize>().ok()
    };
    let container =
        number("memory.max").zip(number("memory.current")).map(|(most, now)| most.saturating_sub(now));
    machine.into_iter().chain(container).min()
}

/// What `/proc/meminfo` says is available, in bytes.
fn of_meminfo(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn meminfo_is_read() {
        let text = "MemTotal:       32 kB\nMemAvailable:   16 kB\n";
        assert_eq!(super::of_meminfo(text), Some(16384));
        assert_eq!(super::of_meminfo("MemTotal: 1 kB\n"), None);
    }
}
