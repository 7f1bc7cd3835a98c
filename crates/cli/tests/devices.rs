//! Where a program runs: the choice of a device, as a user makes it (also with an OpenCL platform that fails, which is made for
//! the test), and programs that not every backend takes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DOT: &str = "tests/spine/dot.fut";
const INPUT: &str = "[1.0, 2.0] [3.0, 4.0]";

/// An OpenCL platform called Broken that answers `clGetDeviceIDs` with `CL_OUT_OF_HOST_MEMORY`.
const BROKEN: &str = r#"
#include <string.h>
#include <stddef.h>
struct platform { void **table; } broken;
void *table[256];
static int info(struct platform *p, unsigned what, size_t size, void *to, size_t *wanted) {
    (void)p;
    const char *text = what == 0x0902 || what == 0x0903 ? "Broken" : what == 0x0901 ? "OpenCL 1.2"
        : what == 0x0904 ? "cl_khr_icd" : what == 0x0920 ? "BRK" : "";
    if (wanted) *wanted = strlen(text) + 1;
    if (to && size > strlen(text)) strcpy(to, text);
    return 0;
}
static int devices(struct platform *p, unsigned long kind, unsigned n, void *to, unsigned *count) {
    (void)p, (void)kind, (void)n, (void)to, (void)count;
    return -6;
}
int clIcdGetPlatformIDsKHR(unsigned n, void **to, unsigned *count) {
    table[1] = (void *)info;
    table[2] = (void *)devices;
    broken.table = table;
    if (count) *count = 1;
    if (to && n > 0) to[0] = &broken;
    return 0;
}
int clGetPlatformInfo(struct platform *p, unsigned what, size_t size, void *to, size_t *wanted) {
    return info(p, what, size, to, wanted);
}
void *clGetExtensionFunctionAddress(const char *name) {
    if (!strcmp(name, "clIcdGetPlatformIDsKHR")) return (void *)clIcdGetPlatformIDsKHR;
    if (!strcmp(name, "clGetPlatformInfo")) return (void *)clGetPlatformInfo;
    return 0;
}
"#;

/// A folder of OpenCL platforms, the broken one first; or none where there is no C compiler or no other platform.
fn vendors() -> Option<tempfile::TempDir> {
    let others: Vec<PathBuf> =
        fs::read_dir("/etc/OpenCL/vendors").ok()?.filter_map(|e| Some(e.ok()?.path())).collect();
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let (source, library) = (folder.path().join("broken.c"), folder.path().join("libbroken.so"));
    fs::write(&source, BROKEN).expect("a new folder can be written");
    let cc = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status().ok()?;
    assert!(cc.success(), "the platform compiles");
    fs::write(folder.path().join("a_broken.icd"), library.display().to_string()).ok()?;
    for other in &others {
        fs::copy(other, folder.path().join(other.file_name()?)).ok()?;
    }
    (!others.is_empty()).then_some(folder)
}

fn windrow(args: &[&str], vendors: Option<&Path>, input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    if let Some(vendors) = vendors {
        command.env("OCL_ICD_VENDORS", vendors);
    }
    let file = tempfile::NamedTempFile::new().expect("the temporary folder can be written");
    fs::write(file.path(), input).expect("a new file can be written");
    command.stdin(fs::File::open(file.path()).expect("it was just written"));
    let Output { status, stdout, stderr } = command.output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (status.code().unwrap_or(-1), text(&stdout), text(&stderr))
}

/// The lines of `windrow devices` for a backend that can be used.
fn usable(backend: &str, vendors: Option<&Path>) -> Vec<String> {
    let (_, out, _) = windrow(&["devices"], vendors, "");
    let own = out.lines().filter(|l| l.starts_with(backend));
    own.filter(|l| !l.contains("not there") && !l.contains("reports an error")).map(String::from).collect()
}

#[test]
fn a_failing_platform_is_named_and_nothing_else_is_taken() {
    let Some(folder) = vendors() else {
        println!("skipped: no C compiler or no OpenCL platform");
        return;
    };
    let broken = Some(folder.path());
    let (_, listed, _) = windrow(&["devices"], broken, "");
    if !listed.contains("(Broken)") {
        println!("skipped: the OpenCL loader does not take platforms from OCL_ICD_VENDORS");
        return;
    }
    assert!(listed.contains("(Broken): reports an error: CL_OUT_OF_HOST_MEMORY (-6)"), "{listed}");
    for args in [&["run", DOT, "-b", "opencl"][..], &["test", DOT, "-b", "opencl"], &["repl", "-b", "opencl"]]
    {
        let (code, out, err) = windrow(args, broken, INPUT);
        assert_eq!((code, out.as_str()), (1, ""), "{args:?}: {err}");
        assert!(err.contains("(Broken)") && err.contains("CL_OUT_OF_HOST_MEMORY"), "{args:?}: {err}");
    }
    let (code, _, err) = windrow(&["run", DOT, "--device", "broken"], broken, INPUT);
    assert!(code == 1 && err.contains("CL_OUT_OF_HOST_MEMORY"), "{err}");
    // Another device is taken where it is asked for.
    let Some(other) = usable("opencl", broken).pop() else { return };
    let number = other.split_whitespace().nth(1).expect("a number");
    let (code, out, err) = windrow(&["run", DOT, "-b", "opencl", "--device", number], broken, INPUT);
    assert_eq!((code, out.as_str()), (0, "11.0f64\n"), "{err}");
    let two = ["test", DOT, "tests/spine/keep.fut", "-b", "opencl", "--device", number];
    let (code, out, err) = windrow(&two, broken, "");
    assert!(code == 0 && out.contains(" 0 failed"), "{out}{err}");
}

#[test]
fn a_device_is_chosen_by_number_or_name() {
    for backend in ["interp", "native", "opencl", "cuda"] {
        for line in usable(backend, None) {
            let mut words = line.split_whitespace();
            let number = words.nth(1).expect("a number");
            let name = line.split_once(number).expect("a name").1.trim();
            for device in [number, name, &name.to_uppercase()] {
                let (code, out, err) = windrow(&["run", DOT, "-b", backend, "--device", device], None, INPUT);
                assert_eq!((code, out.as_str(), err.as_str()), (0, "11.0f64\n", ""), "{device}");
            }
            let (code, out, err) = windrow(&["run", DOT, "--device", name], None, INPUT);
            assert_eq!((code, out.as_str()), (0, "11.0f64\n"), "{name}: {err}");
            let (code, out, err) = windrow(&["repl", "--device", name], None, "1 + 2\n");
            assert_eq!((code, out.as_str()), (0, "3i32\n"), "{name}: {err}");
        }
    }
}

#[test]
fn an_unknown_device_lists_those_there_are() {
    for command in [&["run", DOT][..], &["test", DOT], &["run", DOT, "-b", "interp"], &["repl"]] {
        let args = [command, &["--device", "no such thing"]].concat();
        let (code, _, err) = windrow(&args, None, INPUT);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains("no device no such thing") && err.contains("interp    0"), "{args:?}: {err}");
    }
}

#[test]
fn a_cpu_in_the_place_of_a_gpu_is_mentioned_once() {
    let opencl = usable("opencl", None);
    if opencl.is_empty() || !opencl.iter().all(|line| line.contains("Portable Computing Language")) {
        println!("skipped: no OpenCL device, or a GPU");
        return;
    }
    let (_, _, err) = windrow(&["test", DOT, "tests/spine/keep.fut", "-b", "opencl"], None, "");
    assert_eq!(err.matches("no OpenCL GPU is there; running on the CPU").count(), 1, "{err}");
}

/// Combining with arrays runs in the interpreter only; the other entry point runs everywhere.
const MIXED: &str = "\
-- ==
-- entry: sums
-- input { [5i64, 2i64] } output { [2i64, 5i64] }

def add (a: i64) (b: i64): i64 = ([a, b] with [0] = a + b)[0]
entry sums (xs: []i64): [2]i64 = intrinsics.hist_stream (replicate 2 0) add 0 (\\acc x -> intrinsics.acc_write acc (x % 2) x) xs

-- ==
-- entry: twice
-- input { [1i64, 2i64] } output { [2i64, 4i64] }
entry twice (xs: []i64): []i64 = map (* 2) xs
";

#[test]
fn an_entry_point_that_a_backend_cannot_take_does_not_stop_the_others() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = folder.path().join("mixed.fut").display().to_string();
    fs::write(&file, MIXED).expect("a new folder can be written");
    for backend in ["native", "opencl"].into_iter().filter(|b| !usable(b, None).is_empty()) {
        let (_, out, err) = windrow(&["run", &file, "-e", "twice", "-b", backend], None, "[1, 2]");
        assert_eq!(out, "[2i64, 4i64]\n", "{err}");
        let (code, _, err) = windrow(&["run", &file, "-e", "sums", "-b", backend], None, "[5, 2]");
        assert!(code == 1 && err.contains("mixed.fut:6:") && err.contains("not supported yet"), "{err}");
        let (code, out, err) = windrow(&["test", &file, "-b", backend], None, "");
        assert!(code == 1 && out.ends_with("1 passed, 1 failed, 0 skipped\n"), "{out}{err}");
        assert!(out.contains("mixed.fut:3 ") && out.contains("not supported yet"), "{out}");
    }
}

#[test]
fn a_program_that_native_refuses_runs_where_it_can() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = folder.path().join("mixed.fut").display().to_string();
    fs::write(&file, MIXED).expect("a new folder can be written");
    let (code, out, err) = windrow(&["run", &file, "-e", "sums"], None, "[5, 2]");
    assert_eq!((code, out.as_str()), (0, "[2i64, 5i64]\n"), "{err}");
    if !usable("native", None).is_empty() || !usable("cuda", None).is_empty() {
        assert_eq!(err.lines().count(), 1, "{err}");
        for part in ["note: sums runs on interp", "cannot take it", "mixed.fut:6:", "a combining operator"] {
            assert!(err.contains(part), "no {part:?} in {err}");
        }
        let (code, out, err) = windrow(&["test", &file], None, "");
        assert!(code == 0 && out.ends_with("2 passed, 0 failed, 0 skipped\n"), "{out}{err}");
        assert!(err.contains("sums runs on interp") && !err.contains("twice"), "{err}");
        let (_, out, err) = windrow(&["run", &file, "-e", "twice"], None, "[1, 2]");
        assert_eq!((out.as_str(), err.as_str()), ("[2i64, 4i64]\n", ""));
    }
}
