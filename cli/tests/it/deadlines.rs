//! A run ends at its time limit, during any work of the host, also while other runs take every core.

mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::{Folder, from_output, in_threads, is_slow, repository};
use programs::{Lock, Long, all};

fn cores() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}

/// Runs that compute until they are dropped.
struct Load(Vec<Child>);

impl Load {
    fn new(folder: &Folder, count: usize) -> Self {
        let arguments = [
            "--eval",
            "for (;;) {}",
            "--timeout",
            "10m",
            "--fuel",
            "100000G",
        ];
        let start = |_| {
            let mut command = folder.command(arguments);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        };
        Self((0..count).map(start).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Bytes and times that programs need, of which most are plenty.
const PLENTY: [&str; 8] = [
    "--db",
    "a.sqlite",
    "--fuel",
    "100000G",
    "--memory",
    "1024",
    "--host-memory",
    "2048",
];

/// A workspace for each thing that is prepared.
struct Prepared(BTreeMap<&'static str, Folder>);

impl Prepared {
    fn new(all: &[&Long]) -> Self {
        let texts: BTreeSet<&'static str> = all.iter().map(|long| long.prepare).collect();
        let texts: Vec<&'static str> = texts.into_iter().collect();
        let folders = in_threads(&texts, 2, |prepare| {
            let folder = Folder::new();
            let arguments = [&PLENTY[..], &["--timeout", "10m"]].concat();
            let answer = folder.eval(prepare, &arguments);
            assert_eq!(answer.code, Some(0), "{prepare}: {answer}");
            (*prepare, folder)
        });
        Self(folders.into_iter().collect())
    }

    fn copy(&self, long: &Long) -> Folder {
        let folder = Folder::new();
        let from = &self.0[long.prepare];
        // With what keeps room beside a large one, which would be made anew.
        for name in ["a.sqlite", "a.sqlite-reserve"] {
            if from.path(name).exists() {
                std::fs::copy(from.path(name), folder.path(name)).unwrap();
            }
        }
        let server = repository().join("mcp/tests/server.sh");
        std::fs::copy(server, folder.path("server.sh")).unwrap();
        if long.arguments.contains(&"@input") {
            let input = format!("\"{}\"", "some text ".repeat(400_000));
            std::fs::write(folder.path("input"), input).unwrap();
        }
        folder
    }
}

/// Holds the lock of writers, after so much of the time of a run.
fn locked(database: &Path, lock: Lock, limit: Duration) -> Connection {
    let holder = Connection::open(database).unwrap();
    holder.busy_timeout(Duration::from_secs(60)).unwrap();
    if lock == Lock::Later {
        thread::sleep(limit / 2);
    }
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    holder
}

/// How long before a limit something happens that is to end after it.
const ALMOST: Duration = Duration::from_millis(30);

/// Answers the first request at a time. It may never come: then this ends with the process of the test.
fn answer_at(listener: &TcpListener, time: Instant) {
    let Ok((mut stream, _)) = listener.accept() else {
        return;
    };
    thread::sleep(time.saturating_duration_since(Instant::now()));
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
}

/// How much longer than its limit a run took, from the start of its process to its end.
fn overshoot(prepared: &Prepared, long: &Long, limit: Duration) -> Duration {
    let folder = prepared.copy(long);
    // Who connects waits for an answer.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let filled = |text: &str| text.replace("PORT", &port);
    let work = filled(&format!(
        "for (;;) {{ try {{ {} }} catch {{}} }}",
        long.work
    ));
    let time = format!("{}ms", limit.as_millis());
    let mut command = folder.command(["--eval", &work, "--timeout", &time]);
    command
        .args(PLENTY)
        .args(long.arguments.iter().map(|text| filled(text)));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let database = folder.path("a.sqlite");
    let at_once = (long.lock == Lock::AtOnce).then(|| locked(&database, long.lock, limit));
    let started = Instant::now();
    let child = command.spawn().unwrap();
    if long.is_answered {
        thread::spawn(move || answer_at(&listener, started + limit - ALMOST));
    }
    let later = (long.lock == Lock::Later).then(|| locked(&database, long.lock, limit));
    let output = child.wait_with_output().unwrap();
    let took = started.elapsed();
    drop((at_once, later));
    let answer = from_output(output);
    let code = answer.code.unwrap();
    if code == 0 {
        // What is printed of a run that ended in time is no part of it.
        let wall = answer.json()["usage"]["wallMs"].as_f64().unwrap();
        return Duration::from_secs_f64(wall / 1e3).saturating_sub(limit);
    }
    assert!(
        code == 124 || long.may_end && [0, 4].contains(&code),
        "{}: {answer}",
        long.name
    );
    took.saturating_sub(limit)
}

/// Runs all of them, and answers the worst first.
fn measured(all: &[&Long], limit: Duration, at_a_time: usize) -> Vec<(Duration, &'static str)> {
    let prepared = Prepared::new(all);
    let mut found = in_threads(all, at_a_time, |long| {
        (overshoot(&prepared, long, limit), long.name)
    });
    found.sort_unstable();
    found.reverse();
    found
}

/// Times as they are told.
fn listed(times: &[Duration]) -> String {
    let times = times
        .iter()
        .map(|time| format!("{:>5} ms", time.as_millis()));
    times.collect::<Vec<_>>().join(", then")
}

/// Those that `DEADLINE_PROGRAM` names, in any build; `all`, and all where it is not set.
fn selected() -> Vec<&'static Long> {
    let name = std::env::var("DEADLINE_PROGRAM").ok();
    let is_meant = |long: &&Long| {
        name.as_deref()
            .is_none_or(|name| name == "all" || long.name == name)
    };
    all().filter(is_meant).collect()
}

/// Every fourth, or all where slow tests are asked for, at the same time: each is the load of the
/// others. The bound is the machine's that builds and tests at once, not that of the limit.
#[test]
fn long_work_of_every_kind_ends_at_the_deadline() {
    let step = if is_slow() { 1 } else { 4 };
    let some: Vec<&Long> = selected().into_iter().step_by(step).collect();
    let found = measured(&some, Duration::from_millis(500), cores() + 1);
    assert!(found[0].0 < Duration::from_secs(5), "{found:?}");
}

/// How often a program is run that was late: the least counts. A machine is late now and then, by its disk
/// or by what else it does; what a run does beyond its limit, it does each time. That handlers look at the
/// limit in all that they do is for tests of their own, which count.
const RUNS_MAX: usize = 3;

/// What the limit of time promises, on an optimised build and a machine of its own.
#[test]
fn overshoot_is_below_its_bound_alone_and_under_load() {
    if !is_slow() || cfg!(debug_assertions) && std::env::var_os("DEADLINE_PROGRAM").is_none() {
        return;
    }
    let all = selected();
    let folder = Folder::new();
    for (name, bound, load) in [
        ("overshoot_alone", 100, 0),
        ("overshoot_under_load", 200, cores()),
    ] {
        let _load = Load::new(&folder, load);
        let bound = Duration::from_millis(bound);
        let once = measured(&all, Duration::from_secs(1), 1);
        println!("NIGHTLY {name}_once {} ms", once[0].0.as_millis());
        let mut found: Vec<(Duration, &str)> = Vec::new();
        for (took, program) in once {
            let mut runs = vec![took];
            while runs.len() < RUNS_MAX && runs.iter().all(|took| *took >= bound) {
                let one = all.iter().find(|long| long.name == program).unwrap();
                runs.push(measured(&[one], Duration::from_secs(1), 1)[0].0);
            }
            println!("{name}: {} {program}", listed(&runs));
            found.extend(runs.into_iter().min().map(|took| (took, program)));
        }
        found.sort_unstable();
        found.reverse();
        println!("NIGHTLY {name} {} ms", found[0].0.as_millis());
        for (took, program) in &found {
            assert!(*took < bound, "{program}: {found:?}");
        }
    }
}
