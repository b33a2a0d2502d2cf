//! Programs that want all of the host's memory: what a process takes is watched from outside.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::{Answer, Folder, from_output};

/// What a process may take beside the limits: its own code and tables, the engine's memory before
/// the program's, and what allocators and caches keep.
const SLACK_MIB: u64 = 64;

/// How often a process is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// The most memory that a process has had resident so far, in KiB.
fn peak_kib(child: &Child) -> Option<u64> {
    let path = format!("/proc/{}/status", child.id());
    let status = std::fs::read_to_string(Path::new(&path)).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// Runs the command, and tells what it answered and the most memory that it had, in MiB.
fn watched(folder: &Folder, arguments: &[&str]) -> (Answer, u64) {
    // The answers go to files: a pipe that nobody empties would stop the process.
    let (out, err) = (folder.path("out"), folder.path("err"));
    let file = |path: &Path| Stdio::from(std::fs::File::create(path).unwrap());
    let mut child = folder
        .command(arguments)
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak_kib(&child).unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(LOOK);
    };
    let answer = from_output(std::process::Output {
        status,
        stdout: std::fs::read(out).unwrap(),
        stderr: std::fs::read(err).unwrap(),
    });
    (answer, peak.div_ceil(1 << 10))
}

/// 500 empty files, copied again and again to places with names of 3,800 bytes: hardly any
/// content, and 3.9 KB in the effects for each of 40,000 files.
#[test]
fn effects_of_many_long_paths() {
    let code = "const deep = ('/' + 'd'.repeat(250)).repeat(15); \
                for (let i = 0; i < 500; i++) await state.writeFile(`/seed/${i}`, ''); \
                for (let i = 0; i < 80; i++) await state.copyTree('/seed', `${deep}/${i}`); \
                return 'done'";
    let folder = Folder::new();
    let limits = ["--memory", "64", "--db", "a.sqlite"];
    let (answer, peak) = watched(
        &folder,
        &[&["--eval", code, "--json"], &limits[..]].concat(),
    );
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let effects = &answer.json()["effects"];
    let listed = effects["created"].as_array().unwrap().len();
    assert_eq!(listed, 10_000);
    // The folders: those of the files, and those that lead to them.
    let all = 500 + 80 * 501 + 1 + 15;
    assert_eq!(effects["omitted"]["created"], all - 10_000);
    assert!(answer.out.len() < 64 << 20, "{}", answer.out.len());
    assert!(peak < 64 + 64 + SLACK_MIB, "{peak} MiB");

    // The report for people tells of them, too.
    let fails = format!(
        "{}; throw new Error('no')",
        code.replace("; return 'done'", "")
    );
    let (answer, _) = watched(&folder, &["--eval", &fails, "--db", "b.sqlite"]);
    let count = format!("{all} created, 0 changed, 0 deleted");
    assert!(answer.err.contains(&count), "{}", answer.err);
}
