//! Clients in C, which are also C++: compiled without a warning against generated libraries and `windrow.h`, linked with the library, and
//! run where no C compiler is found, unless they compile programs themselves.

use driver::{Backend, Image, Options, Program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Where cargo has put `libwindrow.so`: beside this test or a folder above.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("the test is a file");
    let mut folders = test.ancestors().skip(1).take(2);
    let found = folders.find(|folder| folder.join("libwindrow.so").exists());
    found.expect("libwindrow.so is built").to_path_buf()
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    output
}

/// Writes the C library of a program.
fn generate(program: &str, into: &Path) {
    let path = folder("tests/programs").join(format!("{program}.fut"));
    let text = fs::read_to_string(&path).expect("the program is there");
    let checked = Program::from_file(&path.to_string_lossy()).unwrap_or_else(|e| panic!("{e}"));
    let built = Image::build(&checked, Backend::Native, &Options::default());
    let built = built.unwrap_or_else(|e| panic!("{e}"));
    assert!(built.left_out.is_empty());
    let written = front::written_types(&text);
    let files = bind::c_library(program, &built.image, &written).expect("C has names for everything");
    for (ending, text) in [("h", files.header), ("c", files.source), ("json", files.manifest)] {
        fs::write(into.join(format!("{program}.{ending}")), text).expect("the file is written");
    }
}

/// Compiles a client in both languages, with the library of a program if it has one, and runs it.
fn client(name: &str, program: Option<&str>, compiler_at_run_time: bool) {
    let scratch = tempfile::tempdir().expect("a folder");
    let here = scratch.path();
    const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];
    let mut objects = vec![];
    if let Some(program) = program {
        generate(program, here);
        let object = here.join("library.o");
        let mut compile = Command::new("cc");
        compile.args(STRICT).args(["-std=c11", "-c"]).arg(here.join(format!("{program}.c")));
        run(compile.arg("-o").arg(&object));
        objects.push(object);
    }
    let library = library();
    for (compiler, language, standard) in [("cc", "c", "-std=c11"), ("g++", "c++", "-std=c++17")] {
        let executable = here.join(format!("client-{language}"));
        let object = here.join(format!("client-{language}.o"));
        let mut compile = Command::new(compiler);
        compile.args(STRICT).args(["-g", standard, "-x", language, "-c"]);
        compile.arg(folder("tests/clients").join(format!("{name}.c")));
        for include in [here, &folder("include"), &folder("tests/clients")] {
            compile.arg("-I").arg(include);
        }
        run(compile.arg("-o").arg(&object));
        let mut link = Command::new(compiler);
        link.arg(&object).args(&objects).arg("-L").arg(&library).args(["-lwindrow", "-lpthread"]);
        link.arg(format!("-Wl,-rpath,{}", library.display()));
        run(link.arg("-o").arg(&executable));
        let mut client = Command::new(&executable);
        if !compiler_at_run_time {
            client.env("PATH", "/nowhere").env("CC", "/nowhere/cc");
        }
        run(&mut client);
    }
}

#[test]
fn scalars_arrays_and_failures() {
    client("plain", Some("plain"), false);
}

#[test]
fn records_and_sums() {
    client("shapes", Some("shapes"), false);
}

#[test]
fn rows_of_different_sizes_and_arrow() {
    client("ragged", Some("ragged"), false);
}

#[test]
fn threads() {
    client("threads", Some("plain"), false);
}

#[test]
fn programs_compiled_by_the_client() {
    client("generic", None, true);
}
