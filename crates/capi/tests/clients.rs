//! Clients in C, which are also C++: compiled without a warning against generated libraries and `windrow.h`, linked with the library, and
//! run where no C compiler is found, unless they compile programs themselves.

use driver::{Backend, Image, Options, Program};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How everything is compiled.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Where `libwindrow.so` is: among the examples, which cargo has built with this test, unless it was told to build only the test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the test is a file");
    let examples =
        test.ancestors().nth(2).expect("the test is in the folder of its profile").join("examples");
    let how = "build it with `cargo build -p windrow-capi --example windrow`, or test without `--test`";
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let library = examples.join("libwindrow.so");
    let built = changed(&library).unwrap_or_else(|e| panic!("{}: {e}; {how}", library.display()));
    let sources = fs::read_to_string(examples.join("libwindrow.d")).expect("cargo lists the sources");
    let (_, sources) = sources.split_once(": ").expect("a rule of make");
    for source in sources.split_whitespace() {
        let newer = changed(Path::new(source)).is_ok_and(|changed| changed > built);
        assert!(!newer, "{} is older than {source}; {how}", library.display());
    }
    examples
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    output
}

/// Writes the C library of a program for a backend, and compiles it.
fn generate(program: &Path, backend: Backend, into: &Path) -> PathBuf {
    let name = program.file_stem().and_then(|name| name.to_str()).expect("a name");
    let text = fs::read_to_string(program).expect("the program is there");
    let checked = Program::from_file(&program.to_string_lossy()).unwrap_or_else(|e| panic!("{e}"));
    let built = Image::build(&checked, backend, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
    assert!(built.left_out.is_empty());
    let written = front::written_types(&text);
    let files = bind::c_library(name, &built.image, &written).expect("C has names for everything");
    for (ending, text) in [("h", files.header), ("c", files.source), ("json", files.manifest)] {
        fs::write(into.join(format!("{name}.{ending}")), text).expect("the file is written");
    }
    let object = into.join(format!("{name}.o"));
    let mut compile = Command::new("cc");
    compile.args(STRICT).args(["-std=c11", "-c"]).arg(into.join(format!("{name}.c")));
    run(compile.arg("-o").arg(&object));
    object
}

/// The languages that clients are compiled as: C++ only where it is.
fn languages() -> Vec<&'static str> {
    if Command::new("g++").arg("--version").output().is_ok() {
        return vec!["c", "c++"];
    }
    eprintln!("skipped: clients in C++: no g++");
    vec!["c"]
}

/// An executable from a client and the objects of libraries.
fn compile(client: &Path, language: &str, objects: &[PathBuf], here: &Path) -> PathBuf {
    let (compiler, standard) = if language == "c" { ("cc", "-std=c11") } else { ("g++", "-std=c++17") };
    let executable = here.join(format!("client-{language}"));
    let object = here.join(format!("client-{language}.o"));
    let mut compile = Command::new(compiler);
    compile.args(STRICT).args(["-g", standard, "-x", language, "-c"]).arg(client);
    for include in [here, &folder("include"), &folder("tests/clients")] {
        compile.arg("-I").arg(include);
    }
    run(compile.arg("-o").arg(&object));
    let library = library();
    let mut link = Command::new(compiler);
    link.arg(&object).args(objects).arg("-L").arg(&library).args(["-lwindrow", "-lpthread"]);
    link.arg(format!("-Wl,-rpath,{}", library.display()));
    run(link.arg("-o").arg(&executable));
    executable
}

/// A client, which must find the library that it was linked with: cargo tells where others are. `WINDROW_CLIENTS_WITH` may name a program
/// to run clients with, such as `/usr/bin/valgrind -q --error-exitcode=9`.
fn command(executable: &Path) -> Command {
    let with = std::env::var("WINDROW_CLIENTS_WITH").unwrap_or_default();
    let mut words = with.split_whitespace().map(OsStr::new).chain([executable.as_os_str()]);
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).env_remove("LD_LIBRARY_PATH");
    command
}

/// A client that finds no compiler.
fn without_compiler(executable: &Path) -> Command {
    let mut command = command(executable);
    command.env("PATH", "/nowhere").env("CC", "/nowhere/cc");
    command
}

/// Compiles a client of a program's library in both languages, and runs it.
fn client(name: &str, program: &str) {
    let scratch = tempfile::tempdir().expect("a folder");
    let program = folder("tests/programs").join(format!("{program}.fut"));
    let object = generate(&program, Backend::Native, scratch.path());
    let source = folder("tests/clients").join(format!("{name}.c"));
    for language in languages() {
        let executable = compile(&source, language, std::slice::from_ref(&object), scratch.path());
        run(&mut without_compiler(&executable));
    }
}

#[test]
fn scalars_arrays_and_failures() {
    client("plain", "plain");
}

#[test]
fn records_and_sums() {
    client("shapes", "shapes");
}

#[test]
fn rows_of_different_sizes_and_arrow() {
    client("ragged", "ragged");
}

#[test]
fn matrices_and_several_results() {
    client("linear", "linear");
}

#[test]
fn every_element_type_at_three_ranks() {
    client("ranks", "ranks");
}

#[test]
fn a_state_that_is_advanced() {
    client("particles", "particles");
}

#[test]
fn variants_with_payloads_of_every_kind() {
    client("options", "options");
}

#[test]
fn tuples_whole_and_apart() {
    client("tuples", "tuples");
}

#[test]
fn settings_logs_and_reports() {
    client("settings", "plain");
}

#[test]
fn failures_of_every_kind() {
    client("errors", "errors");
}

#[test]
fn entry_points_of_many_kinds() {
    client("many", "many");
}

#[test]
fn values_that_share_elements() {
    client("sharing", "sharing");
}

#[test]
fn arrow_structs_made_by_hand() {
    client("journal", "journal");
}

/// What generated bindings of other languages do: they know the manifest and the shared object.
#[test]
fn a_bridge_by_the_manifest() {
    let scratch = tempfile::tempdir().expect("a folder");
    let here = scratch.path();
    generate(&folder("tests/programs/plain.fut"), Backend::Native, here);
    let (shared, library) = (here.join("libplain.so"), library());
    let mut link = Command::new("cc");
    link.args(STRICT).args(["-std=c11", "-shared", "-fPIC"]).arg(here.join("plain.c"));
    link.arg("-L").arg(&library).arg("-lwindrow").arg(format!("-Wl,-rpath,{}", library.display()));
    run(link.arg("-o").arg(&shared));
    for language in languages() {
        let executable = compile(&folder("tests/clients/bridge.c"), language, &[], here);
        run(without_compiler(&executable).arg(&shared).arg(here.join("plain.json")));
    }
}

#[test]
fn a_client_in_modern_cpp() {
    if !languages().contains(&"c++") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let object = generate(&folder("tests/programs/mandelbrot.fut"), Backend::Native, scratch.path());
    let source = folder("tests/clients/mandelbrot.cpp");
    run(&mut without_compiler(&compile(&source, "c++", &[object], scratch.path())));
}

#[test]
fn threads() {
    client("threads", "plain");
}

#[test]
fn programs_compiled_by_the_client() {
    let scratch = tempfile::tempdir().expect("a folder");
    for language in languages() {
        let executable = compile(&folder("tests/clients/generic.c"), language, &[], scratch.path());
        run(&mut command(&executable));
    }
}

#[test]
fn programs_that_are_wrong_have_positions() {
    let scratch = tempfile::tempdir().expect("a folder");
    let executable = compile(&folder("tests/clients/positions.c"), "c", &[], scratch.path());
    let files = fs::read_dir(folder("../../tests/errors")).expect("the folder is there");
    let paths = files.map(|entry| entry.expect("an entry").path());
    let programs: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "fut")).collect();
    let output = run(command(&executable).args(&programs));
    let wrong: usize = String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number");
    assert!(wrong > 100, "only {wrong} of {} programs are wrong", programs.len());
}

#[test]
fn libraries_for_gpus_compile() {
    let scratch = tempfile::tempdir().expect("a folder");
    for program in ["plain", "shapes", "ragged"] {
        let program = folder("tests/programs").join(format!("{program}.fut"));
        for backend in [Backend::Cuda, Backend::OpenCl] {
            generate(&program, backend, scratch.path());
        }
    }
}

/// The example for people who begin.
#[test]
fn pagerank() {
    if !languages().contains(&"c++") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a folder");
    let example = folder("../../examples/cpp");
    let object = generate(&example.join("pagerank.fut"), Backend::Native, scratch.path());
    let executable = compile(&example.join("pagerank.cpp"), "c++", &[object], scratch.path());
    let output = run(&mut without_compiler(&executable));
    // As a loop over the links in Python computes them.
    let wanted = "40 steps\npage 0: 0.3521\npage 1: 0.1802\npage 2: 0.3587\npage 3: 0.0392\npage 4: 0.0392\npage 5: 0.0306\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
}
