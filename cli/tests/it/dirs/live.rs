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
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
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
            "what": "cannot be read (permission denied), so that a write to it could not be taken back",
        }])
    );
    assert_eq!(fs::metadata(&secret).unwrap().len(), 4);
}

/// Permissions of an entry of the project.
fn mode(folder: &Folder, name: &str) -> String {
    let mode = fs::symlink_metadata(folder.path("project").join(name)).unwrap();
    format!("{:o}", mode.permissions().mode() & 0o7777)
}

/// Runs a program under an umask.
fn under(folder: &Folder, umask: &str, arguments: &[&str]) -> Answer {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "umask \"$0\"; exec \"$@\"",
            umask,
            env!("CARGO_BIN_EXE_isolate-run"),
        ])
        .args(arguments)
        .current_dir(folder.path(""))
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdin(Stdio::null());
    from_output(command.output().unwrap())
}

#[test]
fn new_entries_obey_the_umask_and_others_keep_their_permissions() {
    const CODE: &str = "async () => {
        await state.writeFile('/new/file', 'new');
        await state.writeFile('/new/run.sh', 'new', { mode: 0o755 });
        await state.writeFile('/new/secret', 'new', { mode: 0o600 });
        await state.writeFile('/new/open', 'new', { mode: 0o777 });
        await state.writeFile('/changed', 'changed');
        await state.mv('/moved', '/moved-to');
        await state.mv('/folder', '/folder-to', { recursive: true });
        await state.cp('/kept', '/copy');
        await state.chmod('/set', 0o755);
        await state.rm('/becomes-folder');
        await state.mkdir('/becomes-folder');
    }";
    // What the system gives: open(…, 0666), open(…, 0777), mkdir(…, 0777).
    for (umask, [file, program, directory]) in [
        ("000", ["666", "777", "777"]),
        ("002", ["664", "775", "775"]),
        ("022", ["644", "755", "755"]),
        ("027", ["640", "750", "750"]),
        ("077", ["600", "700", "700"]),
        ("0777", ["0", "0", "0"]),
    ] {
        let folder = Folder::new();
        fs::create_dir_all(folder.path("project/folder")).unwrap();
        for name in [
            "changed",
            "moved",
            "folder/in",
            "kept",
            "set",
            "becomes-folder",
        ] {
            let path = folder.path("project").join(name);
            fs::write(&path, name).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
        }
        fs::set_permissions(
            folder.path("project/folder"),
            fs::Permissions::from_mode(0o755),
        )
        .unwrap();
        let answer = under(
            &folder,
            umask,
            &["--eval", CODE, "--dir", "project", "--yes", "--quiet"],
        );
        assert_eq!(answer.code, Some(0), "{umask}: {answer}");
        let secret = if umask == "0777" { "0" } else { "600" };
        let copy = format!("{:o}", 0o664 & !u32::from_str_radix(umask, 8).unwrap());
        for (name, expected) in [
            ("new", directory),
            ("new/file", file),
            ("new/run.sh", program),
            ("new/secret", secret),
            ("new/open", program),
            ("becomes-folder", directory),
            ("changed", "664"),
            ("moved-to", "664"),
            ("folder-to", "755"),
            ("folder-to/in", "664"),
            ("copy", &copy),
            ("set", "755"),
        ] {
            assert_eq!(mode(&folder, name), expected, "{umask}: {name}");
        }
        let undone = under(&folder, "077", &["undo", "--dir", "project"]);
        assert_eq!(undone.code, Some(0), "{umask}: {undone}");
        for name in [
            "changed",
            "moved",
            "folder/in",
            "kept",
            "set",
            "becomes-folder",
        ] {
            assert_eq!(mode(&folder, name), "664", "{umask}: {name}");
        }
        assert!(!folder.path("project/new").exists());
    }
}
