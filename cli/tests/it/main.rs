//! The command, as a user calls it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod arguments;
mod checking;
mod commands;
#[cfg(unix)]
mod deadlines;
mod determinism;
#[cfg(unix)]
mod dirs;
mod doors;
mod endings;
#[cfg(unix)]
mod environment;
mod examples;
#[cfg(unix)]
mod functions;
#[cfg(target_os = "linux")]
mod greedy;
mod interactive;
mod interchange;
mod json;
#[cfg(unix)]
mod killed;
mod lines;
mod naming;
#[cfg(all(unix, feature = "otlp"))]
mod otlp;
mod output;
mod people;
mod planted;
mod preludes;
mod repeated;
mod service;
mod serving;
mod sh;
mod shapes;
mod shared;
mod storage;
mod terminal;
mod usage;
mod waiting;

use std::ffi::OsStr;
use std::fmt;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

/// What the command answered.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self
            .code
            .map_or_else(|| "signal".to_owned(), |code| code.to_string());
        writeln!(f, "exit {code}")?;
        for (name, text) in [("out", &self.out), ("err", &self.err)] {
            for line in text.lines() {
                writeln!(f, "{name}: {line}")?;
            }
            if !text.is_empty() && !text.ends_with('\n') {
                writeln!(f, "{name} ends without a newline")?;
            }
        }
        Ok(())
    }
}

impl Answer {
    fn json(&self) -> serde_json::Value {
        assert_eq!(
            self.out.lines().count(),
            1,
            "one object, on one line: {self}"
        );
        serde_json::from_str(&self.out).unwrap()
    }
}

/// A folder of its own for every test, in which the command runs.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    fn command<Arg: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = Arg>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isolate-run"));
        command
            .current_dir(self.0.path())
            .env_remove("NO_COLOR")
            .env_remove("ISOLATE_DB")
            .stdin(Stdio::null())
            .args(arguments);
        command
    }

    fn run<Arg: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = Arg>) -> Answer {
        answer(&mut self.command(arguments))
    }

    /// Runs `--eval`.
    fn eval(&self, code: &str, arguments: &[&str]) -> Answer {
        self.run(["--eval", code].iter().chain(arguments))
    }

    fn run_with_stdin(&self, input: &[u8], arguments: &[&str]) -> Answer {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        from_output(child.wait_with_output().unwrap())
    }
}

fn answer(command: &mut Command) -> Answer {
    from_output(command.output().unwrap())
}

fn from_output(output: std::process::Output) -> Answer {
    Answer {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Whether everything is tried, of which CI tries a part.
fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

/// Does something with all items, so many at a time.
fn in_threads<T: Sync, R: Send>(
    items: &[T],
    at_a_time: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = work(item);
                    results.lock().unwrap().push(result);
                }
            });
        }
    });
    results.into_inner().unwrap()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
