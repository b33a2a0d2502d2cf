//! Databases: files persist, and other files are refused and not changed.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use expect_test::{Expect, expect};
use isolate_host::text::VPath;
use isolate_host::vfs::{OpenOptions, Retention, RunOptions, Tree};
use rusqlite::Connection;

use crate::Folder;

const COUNT: &str = "async () => {
    const n = (await state.exists('/n')) ? Number(await state.readFile('/n')) : 0;
    await state.writeFile('/n', String(n + 1));
    return n + 1;
}";

#[test]
fn files_persist_between_runs() {
    let folder = Folder::new();
    for expected in ["1\n", "2\n", "3\n"] {
        let done = folder.eval(COUNT, &["--db", "s.sqlite"]);
        assert_eq!(done.out, expected, "{}", done.err);
    }
}

#[test]
fn without_a_database_nothing_persists() {
    let folder = Folder::new();
    for _ in 0..2 {
        assert_eq!(folder.eval(COUNT, &[]).out, "1\n");
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}

#[test]
fn a_closed_database_is_one_file() {
    let folder = Folder::new();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).code, Some(0));
    let names: Vec<_> = fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["s.sqlite"]);
}

#[test]
fn an_atomic_run_is_all_or_nothing() {
    let folder = Folder::new();
    let throws = "async () => { await state.writeFile('/a', '1'); throw new Error('no'); }";
    assert_eq!(
        folder.eval(throws, &["--db", "s.sqlite", "--atomic"]).code,
        Some(1)
    );
    let list = "async () => (await state.readdir('/')).join()";
    assert_eq!(folder.eval(list, &["--db", "s.sqlite"]).out, "\n");
    let endless = "async () => { await state.writeFile('/a', '1'); for (;;); }";
    let code = folder
        .eval(endless, &["--db", "s.sqlite", "--atomic", "--fuel", "10M"])
        .code;
    assert_eq!(code, Some(124));
    assert_eq!(folder.eval(list, &["--db", "s.sqlite"]).out, "\n");
    let returns = "async () => { await state.writeFile('/a', '1'); }";
    assert_eq!(
        folder.eval(returns, &["--db", "s.sqlite", "--atomic"]).code,
        Some(0)
    );
    assert_eq!(folder.eval(list, &["--db", "s.sqlite"]).out, "a\n");
}

#[test]
fn a_dry_run_creates_no_database() {
    let folder = Folder::new();
    assert_eq!(
        folder.eval(COUNT, &["--db", "s.sqlite", "--dry-run"]).code,
        Some(0)
    );
    assert!(!folder.path("s.sqlite").exists());
}

#[test]
fn a_read_only_run_changes_nothing() {
    let folder = Folder::new();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).code, Some(0));
    let before = fs::read(folder.path("s.sqlite")).unwrap();
    let read = "async () => state.readFile('/n')";
    assert_eq!(
        folder.eval(read, &["--db", "s.sqlite", "--read-only"]).out,
        "1\n"
    );
    assert_eq!(
        folder
            .eval(COUNT, &["--db", "s.sqlite", "--read-only"])
            .code,
        Some(1)
    );
    assert_eq!(fs::read(folder.path("s.sqlite")).unwrap(), before);
}

#[test]
fn a_read_only_run_creates_no_database() {
    let folder = Folder::new();
    let answer = folder.eval("1", &["--db", "s.sqlite", "--read-only"]);
    expect![[r#"
        exit 4
        err: error: s.sqlite: no such workspace file
    "#]]
    .assert_eq(&answer.to_string());
    assert!(!folder.path("s.sqlite").exists());
}

/// Runs against a database that must be refused and left as it is.
fn check_refused(folder: &Folder, name: &str, expected: &Expect) {
    let before = fs::read(folder.path(name)).unwrap();
    let plain = folder.eval("1", &["--db", name]);
    let json = folder.eval("1", &["--db", name, "--json"]);
    expected.assert_eq(&format!("{plain}{json}"));
    assert!(
        fs::read(folder.path(name)).unwrap() == before,
        "{name} was changed"
    );
}

#[test]
fn a_file_that_is_not_a_database_is_refused() {
    let folder = Folder::new().with("notes.txt", "These are my notes.\n".repeat(100));
    check_refused(
        &folder,
        "notes.txt",
        &expect![[r#"
            exit 4
            err: error: notes.txt: not a workspace
            exit 4
            out: {"status":"error","error":{"name":"StorageError","message":"notes.txt: not a workspace","code":"EFOREIGN"},"logs":[],"effects":{"created":[],"changed":[],"deleted":[]},"run":null,"usage":{"fuel":0,"wallMs":0.0,"peakMemoryBytes":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}
        "#]],
    );
}

#[test]
fn a_database_of_something_else_is_refused() {
    let folder = Folder::new();
    let other = Connection::open(folder.path("other.sqlite")).unwrap();
    other
        .execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
        .unwrap();
    other.close().unwrap();
    check_refused(
        &folder,
        "other.sqlite",
        &expect![[r#"
            exit 4
            err: error: other.sqlite: not a workspace
            exit 4
            out: {"status":"error","error":{"name":"StorageError","message":"other.sqlite: not a workspace","code":"EFOREIGN"},"logs":[],"effects":{"created":[],"changed":[],"deleted":[]},"run":null,"usage":{"fuel":0,"wallMs":0.0,"peakMemoryBytes":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}
        "#]],
    );
}

#[test]
fn a_database_of_a_development_build_is_refused() {
    let folder = Folder::new();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).code, Some(0));
    let mut bytes = fs::read(folder.path("s.sqlite")).unwrap();
    bytes[68..72].copy_from_slice(b"iVFS");
    fs::write(folder.path("s.sqlite"), bytes).unwrap();
    check_refused(
        &folder,
        "s.sqlite",
        &expect![[r#"
            exit 4
            err: error: s.sqlite: workspace was made by a development build before 0.1.0, which this version does not read: export its files with that build, and import them into a new workspace
            exit 4
            out: {"status":"error","error":{"name":"StorageError","message":"s.sqlite: workspace was made by a development build before 0.1.0, which this version does not read: export its files with that build, and import them into a new workspace","code":"EOUTDATED"},"logs":[],"effects":{"created":[],"changed":[],"deleted":[]},"run":null,"usage":{"fuel":0,"wallMs":0.0,"peakMemoryBytes":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}
        "#]],
    );
    let read = folder.run(["ls", "/", "--db", "s.sqlite"]);
    expect![[r#"
        exit 4
        err: error: s.sqlite: workspace was made by a development build before 0.1.0, which this version does not read: export its files with that build, and import them into a new workspace
    "#]]
    .assert_eq(&read.to_string());
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
}

#[test]
fn a_newer_database_is_refused() {
    let folder = Folder::new();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).code, Some(0));
    let newer = Connection::open(folder.path("s.sqlite")).unwrap();
    newer
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA user_version = 9999;")
        .unwrap();
    newer.close().unwrap();
    check_refused(
        &folder,
        "s.sqlite",
        &expect![[r#"
            exit 4
            err: error: s.sqlite: workspace was written by a newer version: schema 9999, this version reads up to 3
            exit 4
            out: {"status":"error","error":{"name":"StorageError","message":"s.sqlite: workspace was written by a newer version: schema 9999, this version reads up to 3","code":"ENEWER"},"logs":[],"effects":{"created":[],"changed":[],"deleted":[]},"run":null,"usage":{"fuel":0,"wallMs":0.0,"peakMemoryBytes":0,"hostCalls":0,"bytesRead":0,"bytesWritten":0}}
        "#]],
    );
}

#[test]
fn a_cut_database_is_refused() {
    let folder = Folder::new();
    let fill = "async () => { for (let i = 0; i < 200; i++) await state.writeFile(`/f${i}`, 'x'.repeat(2000)); }";
    assert_eq!(folder.eval(fill, &["--db", "s.sqlite"]).code, Some(0));
    let whole = fs::read(folder.path("s.sqlite")).unwrap();
    fs::write(folder.path("s.sqlite"), &whole[..whole.len() / 3]).unwrap();
    let list =
        "async () => { for (const path of await state.glob('/**')) await state.readFile(path); }";
    let answer = folder.eval(list, &["--db", "s.sqlite"]);
    assert_eq!(answer.code, Some(4), "{answer}");
}

#[test]
fn a_locked_database_is_waited_for_and_then_refused() {
    let folder = Folder::new();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).code, Some(0));
    let holder = Connection::open(folder.path("s.sqlite")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = folder.eval(COUNT, &["--db", "s.sqlite", "--timeout", "300ms"]);
    assert!(matches!(answer.code, Some(4 | 124)), "{answer}");
    holder.execute_batch("ROLLBACK").unwrap();
    assert_eq!(folder.eval(COUNT, &["--db", "s.sqlite"]).out, "2\n");
}

#[test]
fn paths_that_cannot_hold_a_database_are_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder")).unwrap();
    expect![[r#"
        exit 4
        err: error: folder: a directory is not a workspace, which is a regular file
    "#]]
    .assert_eq(&folder.eval("1", &["--db", "folder"]).to_string());
    expect![[r#"
        exit 4
        err: error: missing/s.sqlite: cannot open the workspace file: there is no directory missing; make it first
    "#]]
    .assert_eq(&folder.eval("1", &["--db", "missing/s.sqlite"]).to_string());
}

#[test]
fn two_processes_share_a_database() {
    let folder = Folder::new();
    let program =
        "async () => { for (let i = 0; i < 50; i++) await state.appendFile('/log', 'x'); }";
    let mut first = folder
        .command(["--eval", program, "--db", "s.sqlite"])
        .spawn()
        .unwrap();
    let second = folder.eval(program, &["--db", "s.sqlite"]);
    assert_eq!(
        (first.wait().unwrap().code(), second.code),
        (Some(0), Some(0)),
        "{second}"
    );
    let size = "async () => (await state.stat('/log')).size";
    assert_eq!(folder.eval(size, &["--db", "s.sqlite"]).out, "100\n");
}

/// What SQLite would take for something else than a file of that name: it would keep nothing, or write
/// elsewhere.
#[test]
fn names_that_are_no_files_for_sqlite_are_refused() {
    let folder = Folder::new();
    let uri = format!("file://{}", folder.path("elsewhere.sqlite").display());
    for (name, way_out) in [
        (":memory:", "leave out --db"),
        ("file:x?mode=memory", "--db x, or --db ./file:x"),
        ("file:x.sqlite", "--db x.sqlite"),
        (uri.as_str(), "elsewhere.sqlite"),
    ] {
        for arguments in [
            &["--eval", COUNT, "--db", name][..],
            &["write", "/a", "b", "--db", name],
            &["ls", "--db", name],
            &["undo", "--db", name],
            &["serve", "--db", name],
            &["call", "ls", "{}", "--db", name],
            &["mcp-config", "--client", "claude-code", "--db", name],
        ] {
            let refused = folder.run(arguments);
            assert_eq!(refused.code, Some(2), "{arguments:?}: {refused}");
            assert!(refused.err.contains(way_out), "{arguments:?}: {refused}");
        }
        let mut command = folder.command(["ls"]);
        let refused = crate::answer(command.env("ISOLATE_DB", name));
        assert_eq!(refused.code, Some(2), "{name}: {refused}");
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
    // Anything else is a plain name.
    for name in ["./file:x", "./:memory:", "a?b#c%41.sqlite", "FILE:y"] {
        for expected in ["1\n", "2\n"] {
            let done = folder.eval(COUNT, &["--db", name]);
            assert_eq!(done.out, expected, "{name}: {done}");
        }
        assert!(folder.path(name).is_file(), "{name}");
    }
    folder.eval(COUNT, &["--db", "s.sqlite"]);
    let forked = folder.run(["fork", "file:fork", "--db", "s.sqlite"]);
    assert!(forked.code != Some(0), "{forked}");
}

/// A new workspace is its user's alone, with all files beside it. What a user makes of its permissions
/// stays, and holds for those files too.
#[cfg(unix)]
#[test]
fn a_new_workspace_is_private() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let command = env!("CARGO_BIN_EXE_isolate-run");
    let large = "async () => { for (let i = 0; i < 20; i++) await state.writeFile('/' + i, crypto.randomUUID().repeat(2000)) }";
    let run = |umask: &str| {
        let script = format!("umask {umask}; exec \"$0\" \"$@\"");
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(folder.path(""));
        shell.args(["-c", &script, command, "--eval", large, "--db", "s.sqlite"]);
        let done = crate::answer(&mut shell);
        assert_eq!(done.code, Some(0), "{done}");
    };
    let mode = |name: &str| {
        let metadata = fs::metadata(folder.path(name));
        let metadata = metadata.unwrap_or_else(|error| panic!("{name}: {error}"));
        metadata.permissions().mode() & 0o7777
    };
    run("000");
    assert_eq!(mode("s.sqlite"), 0o600);
    assert_eq!(mode("s.sqlite-reserve"), 0o600);
    let beside = |expected: u32| {
        let connection = Connection::open(folder.path("s.sqlite")).unwrap();
        connection
            .execute_batch("UPDATE state SET clock_us = clock_us + 1")
            .unwrap();
        for name in ["s.sqlite-wal", "s.sqlite-shm"] {
            assert_eq!(mode(name), expected, "{name}");
        }
    };
    beside(0o600);
    fs::set_permissions(folder.path("s.sqlite"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::remove_file(folder.path("s.sqlite-reserve")).unwrap();
    run("077");
    assert_eq!(mode("s.sqlite"), 0o640);
    assert_eq!(mode("s.sqlite-reserve"), 0o640);
    beside(0o640);
    // A link leads to the file.
    std::os::unix::fs::symlink("behind.sqlite", folder.path("link.sqlite")).unwrap();
    folder.eval(COUNT, &["--db", "link.sqlite"]);
    assert_eq!(mode("behind.sqlite"), 0o600);
}

/// What is read whole has a bound, whatever the file is.
#[cfg(unix)]
#[test]
fn files_of_flags_are_read_within_a_bound() {
    let folder = Folder::new();
    for arguments in [
        &["ls", "--db", "s.sqlite", "--policy", "/dev/zero"][..],
        &["serve", "--db", "s.sqlite", "--policy", "/dev/zero"],
        &[
            "serve",
            "--db",
            "s.sqlite",
            "--http",
            "0",
            "--token-file",
            "/dev/zero",
        ],
        &["/dev/zero"],
        &["--eval", "1", "--input", "@/dev/zero"],
        &["--eval", "1", "--prelude", "/dev/zero"],
        &["--eval", "1", "--openapi", "a=/dev/zero"],
    ] {
        let refused = folder.run(arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}: {refused}");
        assert!(
            refused.err.contains("larger than"),
            "{arguments:?}: {refused}"
        );
    }
    // As much as is read, so that writing it does not fail.
    let text = vec![b' '; (16 << 20) + 1];
    for arguments in [
        &["call", "ls", "--db", "s.sqlite"][..],
        &["act", "--db", "s.sqlite"],
    ] {
        let refused = folder.run_with_stdin(&text, arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}: {refused}");
        assert!(
            refused.err.contains("standard input is larger than"),
            "{refused}"
        );
    }
}

/// Each command that reads sees one state, however others write and prune the history meanwhile.
#[test]
fn commands_that_read_see_one_state_beside_a_writer() {
    const ROUNDS: usize = 3;
    let folder = Folder::new();
    let write = "async () => { for (let i = 0; i < 9; i++) await state.writeFile('/f' + i, crypto.randomUUID().repeat(300 * i)) }";
    folder.eval(write, &["--db", "s.sqlite"]);
    let branch = folder.run(["branch", "side", "--db", "s.sqlite"]);
    assert_eq!(branch.code, Some(0), "{branch}");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let options = OpenOptions::new().busy_timeout(Duration::from_secs(30));
            let tree = Tree::open(&folder.path("s.sqlite"), &options).unwrap();
            for number in 0.. {
                let run = tree.begin(&RunOptions::new("write").atomic()).unwrap();
                for name in 0..9 {
                    let text = format!("{number} {name}\n").repeat(4000);
                    let at = VPath::parse(&format!("/f{name}")).unwrap();
                    run.write(&at, text.as_bytes()).unwrap();
                }
                run.commit().unwrap();
                tree.collect(&Retention::new().runs_max(1)).unwrap();
                if is_over.load(Ordering::Acquire) {
                    break;
                }
            }
        });
        let commands = [
            &["diff"][..],
            &["diff", "--json"],
            &["diff", "side"],
            &["diff", "--stat"],
            &["show"],
            &["show", "--json"],
            &["log"],
            &["branches"],
            &["check"],
            &["cat", "/f5"],
            &["grep", "1", "/"],
            &["tree", "/"],
            &["history"],
        ];
        let mut failed = Vec::new();
        for arguments in commands.iter().cycle().take(ROUNDS * commands.len()) {
            let read = folder.run(arguments.iter().chain(&["--db", "s.sqlite"]));
            if read.code != Some(0) {
                failed.push(format!("{arguments:?}: {}", read.err));
            }
        }
        is_over.store(true, Ordering::Release);
        assert!(failed.is_empty(), "{failed:#?}");
    });
}

/// A short text of JSON becomes a large tree: it is refused before it does.
#[cfg(target_os = "linux")]
#[test]
fn json_of_many_values_is_refused_within_the_memory() {
    let folder = Folder::new();
    let shapes: [fn(usize) -> String; 4] = [
        |size| format!("[{}0]", "0,".repeat(size / 2)),
        |size| format!("[{}[]]", "[],".repeat(size / 3)),
        |size| format!("[{}{{}}]", "{\"\":{}},".repeat(size / 8)),
        |size| format!("{{{}\"\":0}}", "\"\":0,".repeat(size / 5)),
    ];
    for shape in shapes {
        let text = shape(15 << 20);
        fs::write(folder.path("input.json"), &text).unwrap();
        for (arguments, input) in [
            (&["--eval", "(x) => 1", "--input", "@input.json"][..], ""),
            (&["call", "ls", "--db", "s.sqlite"], text.as_str()),
            (&["act", "--db", "s.sqlite"], text.as_str()),
        ] {
            // An address space that the sandbox's reservations of 4 GiB leave as it is: the heap is
            // what is bounded here.
            let script = format!("ulimit -d {}; exec \"$0\" \"$@\"", 400 << 10);
            let mut shell = std::process::Command::new("sh");
            shell.current_dir(folder.path(""));
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_isolate-run")]);
            fs::write(folder.path("stdin"), input).unwrap();
            shell.stdin(fs::File::open(folder.path("stdin")).unwrap());
            let refused = crate::answer(shell.args(arguments));
            assert_eq!(refused.code, Some(2), "{arguments:?}: {}", refused.err);
            assert!(
                refused.err.contains("values, the limit for JSON"),
                "{}",
                refused.err
            );
        }
    }
    // What is read is read whole.
    let numbers = format!("[{}1]", "1,".repeat(200_000));
    fs::write(folder.path("input.json"), numbers).unwrap();
    let read = folder.run(["--eval", "(x) => x.length", "--input", "@input.json"]);
    assert_eq!(read.out, "200001\n", "{}", read.err);
}
