//! The sandbox and what it is compared with: processes that run the programs they are told, and
//! answer with what each took.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value as Json;

use crate::measure::percentile;
use crate::{guest, root, run};

/// The program that times others in the sandbox.
const TIMED: &str = "timed";

/// The program that times others in the sandbox which wait once.
const SUSPENDED: &str = "suspended";

/// Times programs in QuickJS-ng in Wasmtime as [`TIMED`] does in the sandbox, by the package
/// `modebox` of Python.
const QUICKJS: &str = r#"
import json, modebox, os, sys, time
limits = {"timeout_ms": 600000, "cpu_timeout_ms": 600000, "fuel": 1 << 62, "memory_limit_bytes": 1 << 31}
modebox.run_sync("1", limits=limits)
for path in sys.argv[1:] or sys.stdin:
    program = "await (" + open(path.strip()).read() + ")()"
    try:
        begun = time.perf_counter()
        run = modebox.run_sync(program, limits=limits)
        answer = {"ms": (time.perf_counter() - begun) * 1000, "answer": run.value}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer, default=str), flush=True)
os._exit(0)
"#;

/// Times programs that wait once as [`SUSPENDED`] does.
const QUICKJS_SUSPENDED: &str = r#"
import json, modebox, os, sys, time
limits = {"timeout_ms": 600000, "cpu_timeout_ms": 600000, "fuel": 1 << 62, "memory_limit_bytes": 1 << 31}
def later(n):
    return modebox.get_host_function_context().interrupt(n)
options = {"limits": limits, "host_functions": {"host": {"later": later}}}
modebox.run_sync("1", **options)
for path in sys.argv[1:] or sys.stdin:
    program = "const program = " + open(path.strip()).read() + "\nawait program()"
    try:
        begun = time.perf_counter()
        run = modebox.run_sync(program, **options)
        taken = time.perf_counter() - begun
        answers = [modebox.return_value(run.interruptions[0].id, 5)]
        begun = time.perf_counter()
        again = modebox.run_sync(continuation=run.continuation, resolutions=answers, **options)
        taken += time.perf_counter() - begun
        answer = {"ms": taken * 1000, "bytes": len(run.continuation), "answer": again.value}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer, default=str), flush=True)
os._exit(0)
"#;

/// An engine, whose processes can be started.
pub(super) struct Engine {
    /// As the caller names it.
    pub(super) name: String,
    kind: Kind,
}

enum Kind {
    /// The sandbox, or the guest's engine without WebAssembly: the path of its program.
    Program(PathBuf),
    /// QuickJS-ng in WebAssembly, by a script of Python.
    QuickJs(&'static str),
}

impl Engine {
    /// The sandbox, built now.
    pub(super) fn sandbox() -> Result<Self> {
        Self::built(TIMED)
    }

    /// The sandbox with programs that wait once, built now.
    pub(super) fn suspending() -> Result<Self> {
        Self::built(SUSPENDED)
    }

    fn built(example: &str) -> Result<Self> {
        run(Command::new("cargo")
            .args(["build", "--locked", "--release"])
            .args(["--package", "isolate-benches", "--example", example]))?;
        Ok(Self {
            name: "sandbox".to_owned(),
            kind: Kind::Program(root().join("target/release/examples").join(example)),
        })
    }

    /// This engine with programs that wait once.
    pub(super) fn that_suspends(&self) -> Result<Self> {
        ensure!(
            matches!(self.kind, Kind::QuickJs(_)),
            "{}: only quickjs can be compared with programs that wait",
            self.name
        );
        Ok(Self {
            name: self.name.clone(),
            kind: Kind::QuickJs(QUICKJS_SUSPENDED),
        })
    }

    /// What a name of the caller means: `native`, `quickjs`, or another build of [`TIMED`].
    pub(super) fn named(name: &str) -> Result<Self> {
        let kind = match name {
            "native" => Kind::Program(guest::build_native()?),
            "quickjs" => Kind::QuickJs(QUICKJS),
            path => {
                let path = std::path::absolute(path)?;
                ensure!(
                    path.is_file(),
                    "{name}: neither native nor quickjs, nor the path of another build of the example {TIMED}"
                );
                Kind::Program(path)
            }
        };
        Ok(Self {
            name: name.to_owned(),
            kind,
        })
    }

    /// The command that runs programs, which its arguments name or its input.
    pub(super) fn command(&self) -> Command {
        match &self.kind {
            Kind::Program(path) => Command::new(path),
            Kind::QuickJs(script) => {
                let mut command = Command::new("python3");
                command.args(["-c", script]);
                command
            }
        }
    }

    /// A process that has run a program without work.
    pub(super) fn start(&self) -> Result<Process> {
        Process::start(&mut self.command())
    }
}

/// A process that runs the programs it is told.
pub(super) struct Process {
    process: Child,
    programs: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What a run took and gave.
pub(super) struct Ran {
    pub(super) ms: f64,
    /// What a program that waited kept; none of one that did not.
    pub(super) bytes: Option<u64>,
    /// None of an engine that does not say it.
    answer: Option<Json>,
}

impl Process {
    fn start(command: &mut Command) -> Result<Self> {
        let mut process = command
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let programs = process.stdin.take().context("it has an input")?;
        let answers = BufReader::new(process.stdout.take().context("it has an output")?);
        Ok(Self {
            process,
            programs,
            answers,
        })
    }

    /// Milliseconds that a program took.
    ///
    /// # Errors
    ///
    /// A program that fails.
    pub(super) fn time(&mut self, program: &Path) -> Result<f64> {
        Ok(self.run(program)?.ms)
    }

    fn run(&mut self, program: &Path) -> Result<Ran> {
        writeln!(self.programs, "{}", program.display())?;
        self.programs.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let said: Json = serde_json::from_str(&line)
            .with_context(|| format!("an engine ended at {}", program.display()))?;
        match said["ms"].as_f64() {
            Some(ms) => Ok(Ran {
                ms,
                bytes: said["bytes"].as_u64(),
                answer: said.get("answer").cloned(),
            }),
            None => bail!("{}", said["error"]),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

/// Two processes, which run each program in turn: the sandbox, and another engine.
pub(super) struct Pair([Process; 2]);

impl Pair {
    /// Starts both.
    pub(super) fn start(sandbox: &Engine, other: &Engine) -> Result<Self> {
        Ok(Self([sandbox.start()?, other.start()?]))
    }

    /// Milliseconds that a program takes in both, run one after the other.
    ///
    /// # Errors
    ///
    /// A program that fails in one of them, and answers that differ.
    pub(super) fn run(&mut self, program: &Path) -> Result<[f64; 2]> {
        Ok(self.run_both([program; 2])?.map(|ran| ran.ms))
    }

    /// Both programs, one after the other.
    ///
    /// # Errors
    ///
    /// As in [`Pair::run`].
    pub(super) fn run_both(&mut self, programs: [&Path; 2]) -> Result<[Ran; 2]> {
        let [ours, theirs] = &mut self.0;
        let (ours, theirs) = (ours.run(programs[0])?, theirs.run(programs[1])?);
        if let (Some(one), Some(other)) = (&ours.answer, &theirs.answer) {
            ensure!(one == other, "the answers differ: {one} and {other}");
        }
        Ok([ours, theirs])
    }

    /// The medians of several runs of a program in both, taken in turn.
    ///
    /// # Errors
    ///
    /// As in [`Pair::run`].
    pub(super) fn medians(&mut self, program: &Path, rounds: usize) -> Result<[f64; 2]> {
        self.medians_of([program; 2], rounds)
    }

    /// The same of a program for each, which give the same answer.
    ///
    /// # Errors
    ///
    /// As in [`Pair::run`].
    pub(super) fn medians_of(&mut self, programs: [&Path; 2], rounds: usize) -> Result<[f64; 2]> {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for (times, ran) in times.iter_mut().zip(self.run_both(programs)?) {
                times.push(ran.ms);
            }
        }
        Ok(times.map(|mut times| percentile(&mut times, 50)))
    }
}
