//! Who answers programs.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result};
use isolate_host::{Outcome, RunOptions, Sandbox, Value, Workspace};

/// What a process may take for one program.
const WAIT_MAX: Duration = Duration::from_secs(60);

/// What the sandbox may take: programs are over in a second elsewhere.
const WALL_MAX: Duration = Duration::from_secs(20);

/// Everything that is random is the same in each run.
const SEED: u64 = 17;

/// Memory of a native process: a program that eats it ends the process alone.
const MEMORY_KIB_MAX: u64 = 6 << 20;

/// A process that answers programs, one after the other.
#[derive(Debug)]
pub struct Piped {
    /// What it is called in reports.
    pub name: &'static str,
    program: String,
    arguments: Vec<String>,
    is_bounded: bool,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Piped {
    /// One that is started when it is asked first. Where it is bounded, it gets little memory.
    #[must_use]
    pub fn new(name: &'static str, program: &str, arguments: &[&str], is_bounded: bool) -> Self {
        Self {
            name,
            program: program.to_owned(),
            arguments: arguments.iter().map(|one| (*one).to_owned()).collect(),
            is_bounded,
            running: None,
        }
    }

    fn start(&self) -> Result<Running> {
        let mut command = if self.is_bounded {
            let mut shell = Command::new("sh");
            let script = format!("ulimit -v {MEMORY_KIB_MAX}; exec \"$0\" \"$@\"");
            shell.args(["-c", &script, &self.program]);
            shell
        } else {
            Command::new(&self.program)
        };
        let mut child = command
            .args(&self.arguments)
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program))?;
        let input = child.stdin.take().context("a pipe to the process")?;
        let mut output = child.stdout.take().context("a pipe from the process")?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut length = [0; 4];
            while output.read_exact(&mut length).is_ok() {
                let mut answer = vec![0; u32::from_le_bytes(length) as usize];
                let answer = match output.read_exact(&mut answer) {
                    Ok(()) => String::from_utf8_lossy(&answer).into_owned(),
                    Err(_) => return,
                };
                if sender.send(answer).is_err() {
                    return;
                }
            }
        });
        Ok(Running {
            child,
            input,
            answers,
        })
    }

    /// Hands it a program, whose answer must be [received](Self::receive).
    ///
    /// # Errors
    ///
    /// A process that cannot be started.
    pub fn send(&mut self, text: &str) -> Result<()> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let running = self.running.as_mut().context("a process that runs")?;
        let length = u32::try_from(text.len()).context("a program of some KB")?;
        // A process that has ended is noticed when its answer is missing.
        let _ = running.input.write_all(&length.to_le_bytes());
        let _ = running.input.write_all(text.as_bytes());
        Ok(())
    }

    /// The answer of the program that was sent. A process that gives none is started again for
    /// the next one.
    pub fn receive(&mut self) -> String {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let Some(running) = &self.running else {
            return "not asked".to_owned();
        };
        let missing = match running.answers.recv_timeout(WAIT_MAX) {
            Ok(answer) => return answer,
            Err(Timeout) => "hung",
            Err(Disconnected) => "crashed",
        };
        self.running = None;
        missing.to_owned()
    }

    /// The answer of a program.
    ///
    /// # Errors
    ///
    /// A process that cannot be started.
    pub fn ask(&mut self, text: &str) -> Result<String> {
        self.send(text)?;
        Ok(self.receive())
    }
}

/// The answer of the sandbox. A fault of its own is one too.
pub fn in_sandbox(sandbox: &Sandbox, workspace: &Workspace, text: &str) -> String {
    let options = RunOptions::new()
        .timeout(WALL_MAX)
        .seed(SEED)
        .javascript_only();
    match sandbox.run(workspace, text).options(&options).blocking() {
        Err(error) => format!("fault: {error}"),
        Ok(run) => match run.outcome {
            Outcome::Returned(Value::String(text)) => format!("returned\n{}", text.text),
            Outcome::Returned(other) => format!("returned {other:?}"),
            Outcome::Threw(thrown) => format!("threw {}: {}", thrown.name, thrown.message),
            Outcome::Unparsable(_) => "refused".to_owned(),
            Outcome::LimitExceeded(exceeded) => format!("limit {:?}", exceeded.limit),
            other => format!("{other:?}"),
        },
    }
}

/// Whether two answers are the same: a thrown error by its name.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    let name = |text: &str| {
        let thrown = text.strip_prefix("threw ")?;
        Some(thrown.split(':').next().unwrap_or_default().to_owned())
    };
    one == other || name(one).is_some_and(|one| name(other) == Some(one))
}

/// Whether builds of one engine disagree: what an accepted difference with Node does not excuse.
#[must_use]
pub fn do_builds_differ<'a>(answers: impl IntoIterator<Item = &'a str>) -> bool {
    let mut answers = answers.into_iter();
    let first = answers.next();
    answers.any(|answer| Some(answer) != first)
}

/// Whether a program says anything: one that does not end, or that Node refuses to go on with,
/// does not.
#[must_use]
pub fn is_telling(node: &str) -> bool {
    !matches!(node, "unbounded" | "crashed" | "hung" | "stalled")
}

#[cfg(test)]
mod tests {
    use super::{do_builds_differ, is_same};

    #[test]
    fn builds_of_one_engine_agree_in_every_word() {
        assert!(!do_builds_differ([]));
        assert!(!do_builds_differ(["returned 1"]));
        assert!(!do_builds_differ(["threw Error: a", "threw Error: a"]));
        assert!(do_builds_differ(["returned 1", "returned 1", "returned 2"]));
        // Which is the same to Node.
        assert!(is_same("threw Error: a", "threw Error: b"));
        assert!(do_builds_differ(["threw Error: a", "threw Error: b"]));
    }
}
