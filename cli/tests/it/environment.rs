//! The environment of a process: special files, limits, signals, other processes.

use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Answer, Folder, answer, from_output};

/// Seconds that a run may take beyond its limit on a machine that does other things, too.
const SLACK: Duration = Duration::from_secs(5);

/// Runs the command under limits of the shell.
fn limited(folder: &Folder, limits: &str, arguments: &[&str]) -> Answer {
    let mut command = folder.command(std::iter::empty::<&str>());
    let binary = command.get_program().to_owned();
    let mut shell = Command::new("sh");
    shell
        .current_dir(folder.0.path())
        .env_remove("ISOLATE_DB")
        .stdin(Stdio::null())
        .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
        .arg(binary)
        .args(arguments);
    command = shell;
    answer(&mut command)
}

#[test]
fn a_workspace_is_a_regular_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("folder")).unwrap();
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.unwrap().success());
    for (name, what) in [
        ("pipe", "a named pipe"),
        ("folder", "a directory"),
        ("/dev/null", "a device"),
    ] {
        let answer = folder.eval("1", &["--db", name]);
        assert_eq!(answer.code, Some(4), "{answer}");
        let text = format!("{what} is not a workspace, which is a regular file");
        assert!(answer.err.contains(&text), "{answer}");
        let answer = folder.eval("1", &["--db", name, "--read-only"]);
        assert_eq!(answer.code, Some(4), "{answer}");
    }
}

#[test]
fn a_limit_of_file_sizes_is_a_full_disk() {
    let folder = Folder::new();
    folder.eval("state.writeFile('/kept', 'kept')", &["--db", "a.sqlite"]);
    let code = "const codes = []; for (let i = 0; i < 40; i++) \
                await state.writeFile(`/big${i}`, String(i % 10).repeat(1_000_000)).catch((e) => codes.push(e.code)); \
                return [codes.length > 10, [...new Set(codes)], await state.readFile('/kept')]";
    // Some 15 MB, in blocks of 512 bytes: the image of the sandbox's memory counts as a file, too.
    let answer = limited(
        &folder,
        "ulimit -f 30000",
        &["--eval", code, "--db", "a.sqlite", "--json"],
    );
    assert_eq!(answer.code, Some(0), "{answer}");
    assert_eq!(
        answer.json()["result"],
        serde_json::json!([true, ["ENOSPC"], "kept"])
    );
    let thrown = limited(
        &folder,
        "ulimit -f 30000",
        &[
            "--eval",
            "state.writeFile('/big', 'x'.repeat(20_000_000))",
            "--db",
            "a.sqlite",
        ],
    );
    assert_eq!(thrown.code, Some(4), "{thrown}");
    assert!(thrown.err.contains("ulimit -f"), "{thrown}");
    let after = folder.eval("state.readFile('/kept')", &["--db", "a.sqlite"]);
    assert_eq!((after.code, after.out.as_str()), (Some(0), "kept\n"));
}

/// The memory that programs start from is a file, which such a limit does not allow.
#[test]
fn a_small_limit_of_file_sizes_is_no_internal_error() {
    let folder = Folder::new();
    for blocks in [0, 1, 64, 1000] {
        let answer = limited(&folder, &format!("ulimit -f {blocks}"), &["--eval", "1"]);
        assert_eq!(answer.code, Some(2), "{answer}");
        assert!(answer.err.contains("ulimit -f unlimited"), "{answer}");
    }
}

#[test]
fn a_lack_of_file_descriptors_is_reported_as_such() {
    let folder = Folder::new();
    folder.eval("state.writeFile('/a', 'a')", &["--db", "a.sqlite"]);
    let mut told = 0;
    for descriptors in 3..9 {
        let answer = limited(
            &folder,
            &format!("ulimit -n {descriptors}"),
            &["--eval", "state.readFile('/a')", "--db", "a.sqlite"],
        );
        match answer.code {
            Some(0) => assert_eq!(answer.out, "a\n"),
            Some(4) => {
                let text = answer.err.to_lowercase();
                assert!(text.contains("too many open files"), "{answer}");
                told += 1;
            }
            // The sandbox itself needs some, and says so.
            _ => assert!(
                answer.code == Some(70) || answer.code == Some(127),
                "{descriptors}: {answer}"
            ),
        }
    }
    assert!(told > 0);
}

#[test]
fn a_code_that_a_program_invents_is_not_a_storage_failure() {
    let folder = Folder::new();
    for code in ["ENOSPC", "EIO", "EBUSY", "EROFS"] {
        let forged = format!("throw Object.assign(new Error('forged'), {{ code: '{code}' }})");
        let answer = folder.eval(&forged, &["--db", "a.sqlite"]);
        assert_eq!(answer.code, Some(1), "{answer}");
    }
    let full = "state.writeFile('/a', 'x'.repeat(5000))";
    let answer = folder.eval(full, &["--db", "a.sqlite", "--quota", "1K"]);
    assert_eq!(answer.code, Some(4), "{answer}");
    // What was caught and thrown again is what it was.
    let again = format!(
        "try {{ await {full} }} catch (error) {{ throw new Error('no', {{ cause: error }}) }}"
    );
    let answer = folder.eval(&again, &["--db", "a.sqlite", "--quota", "1K"]);
    assert_eq!(answer.code, Some(1), "{answer}");
}

/// Starts a program that says "started" and goes on for a long time.
fn endless(folder: &Folder, code: &str, arguments: &[&str]) -> Child {
    let all = ["--eval", code, "--db", "a.sqlite", "--timeout", "60s"];
    let mut child = folder
        .command(all.iter().chain(arguments))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file is there once the program has begun.
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(30) {
        if child.try_wait().unwrap().is_some() {
            panic!("the program ended");
        }
        let seen = folder.run(["cat", "/started", "--db", "a.sqlite"]);
        if seen.code == Some(0) {
            return child;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("the program did not begin");
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_signal_ends_a_run_that_reports_its_effects() {
    let code = "await state.writeFile('/started', 'yes'); for (;;) {}";
    for (name, exit) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::new();
        let child = endless(&folder, code, &["--json"]);
        signal(&child, name);
        let answer = from_output(child.wait_with_output().unwrap());
        assert_eq!(answer.code, Some(exit), "{answer}");
        let json = answer.json();
        assert_eq!(json["status"], "limit");
        assert_eq!(json["error"]["code"], "ECANCELED");
        assert_eq!(json["effects"]["created"][0], "/started");
        let kept = folder.eval("state.exists('/started')", &["--db", "a.sqlite"]);
        assert_eq!(kept.out, "true\n");
    }
    // What nobody reads does not keep the process from ending.
    let folder = Folder::new();
    let print = "await state.writeFile('/started', 'yes'); return 'x'.repeat(1_000_000)";
    let mut child = endless(&folder, print, &[]);
    let (mut out, started) = (child.stdout.take().unwrap(), Instant::now());
    let mut front = [0; 1];
    out.read_exact(&mut front).unwrap();
    signal(&child, "TERM");
    child.wait().unwrap();
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// A folder in which nothing can be written, and the command there, by whoever may not.
fn by_somebody_else(folder: &Folder, arguments: &[&str]) -> Answer {
    let mut command = folder.command(arguments);
    let binary = folder.path("isolate-run");
    if !binary.exists() {
        std::fs::copy(command.get_program(), &binary).unwrap();
    }
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let mut other = Command::new(&binary);
    other
        .current_dir(folder.0.path())
        .env_remove("ISOLATE_DB")
        .stdin(Stdio::null())
        .args(arguments);
    if is_root {
        // Nobody: permissions do not hold for root.
        other.uid(65534).gid(65534);
    }
    command = other;
    answer(&mut command)
}

fn set_mode(path: &Path, mode: &str) {
    let set = Command::new("chmod").arg(mode).arg(path).status();
    assert!(set.unwrap().success());
}

#[test]
fn a_workspace_on_read_only_media_can_be_read() {
    let folder = Folder::new();
    let name = "odd #1?%.sqlite";
    folder.eval("state.writeFile('/a', 'text')", &["--db", name]);
    // Makes the copy of the binary, before nothing can be written.
    by_somebody_else(&folder, &["--version"]);
    set_mode(folder.0.path(), "555");
    set_mode(&folder.path(name), "444");
    let read = by_somebody_else(
        &folder,
        &[
            "--eval",
            "state.readFile('/a')",
            "--db",
            name,
            "--read-only",
        ],
    );
    let listed = by_somebody_else(&folder, &["ls", "/", "--db", name]);
    let written = by_somebody_else(
        &folder,
        &["--eval", "state.writeFile('/b', '')", "--db", name],
    );
    set_mode(folder.0.path(), "755");
    assert_eq!(
        (read.code, read.out.as_str()),
        (Some(0), "text\n"),
        "{read}"
    );
    assert_eq!(listed.code, Some(0), "{listed}");
    assert_eq!(written.code, Some(4), "{written}");
    assert!(
        written.err.contains("--read-only") || written.err.contains("cannot be written"),
        "{written}"
    );
}

#[test]
fn an_unreadable_log_is_an_error() {
    let folder = Folder::new();
    folder.eval("state.writeFile('/a', 'old')", &["--db", "a.sqlite"]);
    by_somebody_else(&folder, &["--version"]);
    let connection = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    connection
        .execute_batch("UPDATE state SET clock_us = clock_us + 1")
        .unwrap();
    std::fs::copy(folder.path("a.sqlite"), folder.path("b.sqlite")).unwrap();
    std::fs::copy(folder.path("a.sqlite-wal"), folder.path("b.sqlite-wal")).unwrap();
    set_mode(&folder.path("b.sqlite"), "644");
    set_mode(&folder.path("b.sqlite-wal"), "644");
    set_mode(folder.0.path(), "555");
    let read = by_somebody_else(&folder, &["--eval", "1", "--db", "b.sqlite", "--read-only"]);
    set_mode(folder.0.path(), "755");
    assert_eq!(read.code, Some(4), "{read}");
    assert!(read.err.contains("-wal"), "{read}");
}

#[test]
fn a_lock_that_another_process_holds_does_not_outlast_the_deadline() {
    let folder = Folder::new();
    folder.eval("state.writeFile('/a', 'a')", &["--db", "a.sqlite"]);
    let other = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let code = "for (;;) { try { await state.writeFile('/b', 'b') } catch {} }";
    let started = Instant::now();
    let answer = folder.eval(code, &["--db", "a.sqlite", "--timeout", "1s"]);
    let took = started.elapsed();
    assert_eq!(answer.code, Some(124), "{answer}");
    assert!(took < Duration::from_secs(1) + SLACK, "{took:?}");
    // A lock that is given up in time is waited for.
    let waiting = folder
        .command(["--eval", "state.writeFile('/c', 'c')", "--db", "a.sqlite"])
        .spawn();
    std::thread::sleep(Duration::from_millis(300));
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(waiting.unwrap().wait().unwrap().code(), Some(0));
}

/// Whatever a program does meanwhile, and however its changes are kept.
#[test]
fn a_limit_is_not_late_while_another_process_writes() {
    let limit = Duration::from_millis(300);
    let folder = Folder::new();
    folder.eval("state.writeFile('/a', 'a')", &["--db", "a.sqlite"]);
    let other = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let programs = [
        "for (;;);",
        "for (;;) await state.readFile('/a')",
        "await state.writeFile('/b', 'b')",
        "for (;;) { try { await state.writeFile('/b', 'b') } catch {} }",
    ];
    for program in programs {
        for commit in [&[][..], &["--atomic"], &["--dry-run"]] {
            let flags = ["--db", "a.sqlite", "--timeout", "300ms", "--json"];
            let answer = folder.eval(program, &[&flags[..], commit].concat());
            assert_eq!(answer.code, Some(124), "{program} {commit:?}: {answer}");
            let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
            assert_eq!(report["error"]["code"], "ETIMEOUT", "{program} {commit:?}");
            let took = report["usage"]["wallMs"].as_f64().unwrap() / 1e3;
            let late = took - limit.as_secs_f64();
            assert!((0.0..0.2).contains(&late), "{program} {commit:?}: {late} s");
        }
    }
}

#[test]
fn a_run_that_has_written_ends_in_time_while_another_process_writes() {
    let folder = Folder::new();
    folder.eval("state.writeFile('/a', 'a')", &["--db", "a.sqlite"]);
    let program = "await state.writeFile('/b', 'b'); for (;;);";
    let flags = ["--db", "a.sqlite", "--timeout", "1500ms"];
    let started = Instant::now();
    let mut running = folder
        .command(["--eval", program].into_iter().chain(flags))
        .spawn()
        .unwrap();
    let other = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    let files = || -> i64 {
        let count = "SELECT count(*) FROM node";
        other.query_row(count, [], |row| row.get(0)).unwrap()
    };
    let before = files();
    while files() == before {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(running.wait().unwrap().code(), Some(124));
    let took = started.elapsed();
    assert!(took < Duration::from_millis(2500), "{took:?}");
    other.execute_batch("COMMIT").unwrap();
    let check = folder.run(["check", "--db", "a.sqlite"]);
    assert_eq!(check.code, Some(0), "{check}");
    let read = folder.eval("state.readFile('/b')", &["--db", "a.sqlite"]);
    assert_eq!(read.out, "b\n");
}

#[test]
fn long_work_of_one_call_ends_at_the_deadline() {
    let programs = [
        // Look-around: the engine that goes back.
        "await state.writeFile('/a', 'a'.repeat(200_000)); for (;;) { try { await state.searchText('/a', '(?=(a+)+b)a', { regex: true }) } catch {} }",
        // An automaton over a long text.
        "await state.writeFile('/a', ('ab '.repeat(300) + '\\n').repeat(20_000)); for (;;) { try { await state.searchText('/a', '[a-z ]+[0-9]', { regex: true }) } catch {} }",
        // Comparing.
        "const text = (n) => Array.from({ length: 60_000 }, (_, i) => (i * n) % 7919).join('\\n'); await state.writeFile('/a', text(7)); const b = text(11); for (;;) { try { (await state.diffContent('/a', b)).length } catch {} }",
        // Packing and unpacking.
        "await state.writeFile('/a', Array.from({ length: 400_000 }, (_, i) => i * 7919 % 100_003).join()); for (;;) { await state.compressFile('/a'); await state.decompressFile('/a.gz', '/b') }",
        // JSON.
        "await state.writeJson('/a', Array.from({ length: 200_000 }, (_, i) => ({ i }))); for (;;) { await state.updateJson('/a', [{ op: 'set', path: '[5].i', value: Math.random() }]) }",
        // Many entries, taken away again: copies alone reach the bound of entries on a fast machine.
        "for (let i = 0; i < 300; i++) await state.writeFile(`/d/${i}`, ''); for (;;) { await state.cp('/d', '/c', { recursive: true }); await state.rm('/c', { recursive: true }) }",
    ];
    for program in programs {
        let folder = Folder::new();
        let started = Instant::now();
        let answer = folder.eval(program, &["--db", "a.sqlite", "--timeout", "2s"]);
        let took = started.elapsed();
        assert_eq!(answer.code, Some(124), "{program}: {answer}");
        assert!(took < Duration::from_secs(2) + SLACK, "{took:?}: {program}");
    }
}
