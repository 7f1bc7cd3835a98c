//! What the processor of this machine can do, as far as compiled code depends on it (`-march`).

use std::collections::BTreeSet;

/// How the names of instruction sets begin among the flags that Linux lists for x86, beside kinds of timers and mitigations.
const INSTRUCTIONS: [&str; 26] = [
    "abm", "adx", "aes", "amx", "avx", "bmi", "cx16", "f16c", "fma", "fsgsbase", "gfni", "lahf_lm", "mmx",
    "movbe", "movdir", "pclmul", "pni", "popcnt", "rdrand", "rdseed", "sha", "sse", "ssse", "vaes",
    "vpclmul", "xsave",
];

/// What code is compiled for, in the words of `-march`: `$WINDROW_MARCH`, else this processor.
pub fn architecture() -> String {
    std::env::var("WINDROW_MARCH").ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "native".into())
}

/// How many bytes a vector register of the [`architecture`] has; 16 where nothing more is known.
pub fn vector_bytes() -> u32 {
    width(&architecture(), &features())
}

fn width(architecture: &str, features: &BTreeSet<String>) -> u32 {
    let all = |names: &[&str]| names.iter().all(|name| features.contains(*name));
    match architecture {
        "x86-64-v4" => 64,
        "x86-64-v3" => 32,
        "native" if all(&["avx512f", "avx512bw", "avx512dq", "avx512vl"]) => 64,
        "native" if all(&["avx2", "fma"]) => 32,
        _ => 16,
    }
}

/// The instruction sets of this processor; none where the system does not say.
pub fn features() -> BTreeSet<String> {
    listed(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// Those of `needed` that this processor does not have.
pub fn missing(needed: &BTreeSet<String>) -> Vec<String> {
    needed.difference(&features()).cloned().collect()
}

fn listed(cpuinfo: &str) -> BTreeSet<String> {
    let line = |name: &str| {
        let found = cpuinfo.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
        found.map(|words| words.split_whitespace().map(str::to_string))
    };
    // On ARM every word is about instructions.
    let arm = line("Features").into_iter().flatten();
    let x86 = line("flags").into_iter().flatten();
    arm.chain(x86.filter(|flag| INSTRUCTIONS.iter().any(|start| flag.starts_with(start)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_as_wide_as_the_architecture_has_them() {
        let set = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<BTreeSet<_>>();
        let most = set(&["avx2", "fma", "avx512f", "avx512bw", "avx512dq", "avx512vl"]);
        assert_eq!(width("native", &most), 64);
        assert_eq!(width("x86-64-v3", &most), 32);
        assert_eq!(width("x86-64-v2", &most), 16);
        assert_eq!(width("native", &set(&["avx2", "fma", "avx512f"])), 32);
        assert_eq!(width("native", &set(&[])), 16);
    }

    #[test]
    fn instructions_are_found_among_flags() {
        let set = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<BTreeSet<_>>();
        let x86 = "processor\t: 0\nflags\t\t: fpu tsc sse4_2 avx512f ibrs hypervisor\nflags\t: avx2\n";
        assert_eq!(listed(x86), set(&["avx512f", "sse4_2"]));
        assert_eq!(listed("Features\t: fp asimd\n"), set(&["asimd", "fp"]));
        assert_eq!(listed(""), set(&[]));
        assert_eq!(missing(&features()), Vec::<String>::new());
        assert_eq!(missing(&set(&["avx9000"])), ["avx9000"]);
    }
}
