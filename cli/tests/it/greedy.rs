//! Programs that try to use all memory of the host: the memory of the process is measured from outside.

mod inputs;
mod programs;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use programs::{Greedy, PRELUDE, PROGRAMS};

use crate::{Answer, Folder, in_threads, is_slow};

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
    watched_reading(folder, arguments, Stdio::null())
}

/// The same of a command that reads something.
fn watched_reading(folder: &Folder, arguments: &[&str], input: Stdio) -> (Answer, u64) {
    // The answers go to files: a pipe that nobody empties would stop the process.
    let (out, err) = (folder.path("out"), folder.path("err"));
    let file = |path: &Path| Stdio::from(std::fs::File::create(path).unwrap());
    let mut child = folder
        .command(arguments)
        .stdin(input)
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
    // `cat` prints a file that is not text as it is.
    let text = |path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let answer = Answer {
        code: status.code(),
        out: text(out),
        err: text(err),
    };
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

/// What the programs get of either memory, in MiB.
const LIMIT_MIB: u64 = 64;

/// How one program ended.
struct Seen {
    name: &'static str,
    peak_mib: u64,
    elapsed: Duration,
    ending: String,
}

fn run(greedy: &Greedy) -> Seen {
    let folder = Folder::new().with("program.js", format!("{PRELUDE}\n{}", greedy.code));
    let limit = LIMIT_MIB.to_string();
    let mut arguments = vec!["program.js", "--memory", &limit, "--host-memory", &limit];
    arguments.extend(["--timeout", "10s", "--json"]);
    arguments.extend(greedy.options);
    let started = Instant::now();
    let (answer, peak_mib) = watched(&folder, &arguments);
    let code = answer.code.unwrap_or(-1);
    assert!(
        [0, 1, 4, 124, 137].contains(&code),
        "{}: {answer}",
        greedy.name
    );
    let json = answer.json();
    let limit = json["error"]["limit"].as_str().unwrap_or("-");
    let message = json["error"]["message"].as_str().unwrap_or_default();
    let message: String = message.chars().take(60).collect();
    Seen {
        name: greedy.name,
        peak_mib,
        elapsed: started.elapsed(),
        ending: format!("{code} {limit} {message}"),
    }
}

/// Two at a time, each with the most memory that its process had: at most what the program and
/// the host may have, and 64 MiB for the process itself, of which a program that does nothing
/// takes some 26 already.
#[test]
fn greedy_programs_take_no_more_than_their_limits() {
    assert!(PROGRAMS.len() >= 100, "{}", PROGRAMS.len());
    let chosen: Vec<&Greedy> = PROGRAMS
        .iter()
        .filter(|greedy| is_slow() || greedy.is_short)
        .collect();
    let mut all = in_threads(&chosen, 2, |greedy| run(greedy));
    all.sort_by_key(|seen| seen.peak_mib);
    let mut text = String::new();
    for seen in &all {
        text.push_str(&format!(
            "{:5} MiB {:6.2} s  {}: {}\n",
            seen.peak_mib,
            seen.elapsed.as_secs_f64(),
            seen.name,
            seen.ending
        ));
    }
    println!("{text}");
    let most = 2 * LIMIT_MIB + SLACK_MIB;
    let beyond: Vec<&Seen> = all.iter().filter(|seen| seen.peak_mib > most).collect();
    assert!(beyond.is_empty(), "more than {most} MiB:\n{text}");
    assert_eq!(all.len(), chosen.len());
}
