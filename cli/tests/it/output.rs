//! The contents of the output streams, and what must not be in them.

use std::io::Read as _;
use std::process::Stdio;

use expect_test::expect;

use crate::{Folder, answer};

#[test]
fn a_string_result_in_a_file_is_not_touched() {
    let answer = Folder::new().eval("() => '\\x1b[31mred\\r\\n'", &[]);
    assert_eq!(answer.out, "\u{1b}[31mred\r\n");
}

#[test]
fn log_text_on_standard_error_is_escaped() {
    let answer = Folder::new().eval(
        "() => { console.log('\\x1b]0;title\\x07'); throw new Error('\\x1b[2J'); }",
        &[],
    );
    assert!(
        !answer.err.contains('\u{1b}') && !answer.err.contains('\u{7}'),
        "{:?}",
        answer.err
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::new();
    let mut child = folder
        .command(["--eval", "() => 'x'.repeat(4e6)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_an_error() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let folder = Folder::new();
    let mut command = folder.command(["--eval", "() => 'text'"]);
    let answer = answer(command.stdout(full));
    expect![[r#"
        exit 4
        err: error: cannot write the answer: no space left on the device
    "#]]
    .assert_eq(&answer.to_string());
}

#[test]
fn secrets_of_the_environment_do_not_reach_the_program() {
    let program = include_str!("../../../tests/it/leaks.js");
    let folder = Folder::new().with("leaks.js", program);
    let mut command = folder.command(["leaks.js", "--db", "planted-file.sqlite"]);
    let answer = answer(command.env("PLANTED_NAME", "planted-value-2f1c9"));
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(answer.out.len() > 10_000, "{}", answer.out);
    let folder_name = folder.path("").to_string_lossy().into_owned();
    for secret in [
        "PLANTED_NAME",
        "planted-value",
        "planted-file",
        folder_name.trim_end_matches('/'),
    ] {
        assert!(!answer.out.contains(secret), "{secret}");
    }
}
