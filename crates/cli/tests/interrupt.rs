//! Ctrl-C while a program runs.
#![cfg(unix)]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

const ENDLESS: &str = "entry f = (loop ys = [1, 0i64] while ys[0] > 0 do map (\\y -> y % 1000 + 1) ys)[0]";

#[test]
fn ctrl_c_ends_a_run_with_a_message() {
    if Command::new(std::env::var("CC").unwrap_or("cc".into())).arg("--version").output().is_err() {
        return println!("skipped: no C compiler here");
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("endless.fut");
    std::fs::write(&source, ENDLESS).unwrap();
    // Before the run begins, Ctrl-C ends the process. How long that takes depends on the machine.
    for seconds in [2, 4, 8, 16, 32] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_windrow"));
        command.arg("run").arg(&source).args(["-b", "native"]);
        let child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(seconds));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        if output.status.signal().is_none() {
            assert_eq!((output.status.code(), &*message), (Some(1), "error: the run was cancelled\n"));
            return;
        }
    }
    panic!("the run did not begin");
}
