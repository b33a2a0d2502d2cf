//! Directories that others use at the same time, and files that may not be read.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::process::{Command, Stdio};

use expect_test::expect;
use serde_json::json;

use super::{eval, project};
use crate::{Answer, Folder, from_output};

/// Replaces a file by a text of the same size, and ends when a copy of what was there at the start can
/// no longer be read: then the file on the disk has changed.
const UNTIL_CHANGED: &str = "async () => {
    await state.cp('/a.txt', '/copy');
    await state.writeFile('/a.txt', 'new\\n');
    for (;;) {
        try { await state.readFile('/copy'); } catch (error) {
            if (error.code === 'ESTALE') break;
            throw error;
        }
    }
    await state.rm('/copy');
}";

#[test]
fn a_file_that_somebody_edits_meanwhile_is_a_conflict_with_its_path() {
    let folder = project();
    let mut child = folder
        .command([
            "--eval",
            UNTIL_CHANGED,
            "--dir",
            "project",
            "--yes",
            "--json",
        ])
        .args(["--fuel", "100G", "--timeout", "60s"])
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Whenever the command has looked at the directory, there is an edit after that.
    while child.try_wait().unwrap().is_none() {
        for text in ["two\n", "six\n"] {
            fs::write(folder.path("next"), text).unwrap();
            fs::rename(folder.path("next"), folder.path("project/a.txt")).unwrap();
        }
    }
    let answer = from_output(child.wait_with_output().unwrap());
    assert_eq!(answer.code, Some(1), "{answer}");
    let answer = answer.json();
    assert_eq!(answer["committed"], false);
    assert_eq!(answer["dir"]["reason"], "conflict");
    assert_eq!(
        answer["dir"]["conflicts"],
        json!([{ "path": "a.txt", "what": "has changed on the disk" }])
    );
}

/// Runs a program as a user who may only read what permissions allow, also where that is root; `None`
/// where that is not possible.
fn without_privileges(folder: &Folder, code: &str, more: &[&str]) -> Option<Answer> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if !is_root {
        return Some(eval(folder, code, more));
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--bounding-set=-dac_override,-dac_read_search", "--"])
        .args([
            env!("CARGO_BIN_EXE_isolate-run"),
            "--dir",
            "project",
            "--eval",
            code,
        ])
        .args(more)
        .current_dir(folder.path(""))
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdin(Stdio::null());
    Some(from_output(command.output().ok()?))
}

#[test]
fn a_file_that_may_not_be_read_is_named_and_the_others_are_searched() {
    let folder = project();
    let secret = folder.path("project/secret.txt");
    fs::write(&secret, "one\n").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0)).unwrap();
    let search = "async () => (await state.searchFiles('/**', 'one')).map((file) => file.path)";
    let Some(answer) = without_privileges(&folder, search, &[]) else {
        return;
    };
    expect![[r#"
        exit 0
        out: [
        out:   "/a.txt"
        out: ]
        err: warn: note: searchFiles passed over 1 file that cannot be read: '/secret.txt' (the file on the disk cannot be read: permission denied)
    "#]]
    .assert_eq(&answer.to_string());
    // What it holds could not be given back.
    let write = "() => state.writeFile('/secret.txt', 'new\\n')";
    let answer = without_privileges(&folder, write, &["--yes", "--json"]).unwrap();
    assert_eq!(answer.code, Some(1), "{answer}");
    assert_eq!(
        answer.json()["dir"]["conflicts"],
        json!([{
            "path": "secret.txt",
            "what": "cannot be read, so that a write to it could not be taken back",
        }])
    );
    assert_eq!(fs::metadata(&secret).unwrap().len(), 4);
}
