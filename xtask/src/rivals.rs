//! The sandbox beside QuickJS-ng in Wasmtime: two processes that run the programs they are told, in
//! turn, and what they took.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::compare::percentile;
use crate::{root, run};

/// Runs the named programs in QuickJS-ng in Wasmtime, by the package `modebox` of Python.
const QUICKJS: &str = r#"
import json, modebox, os, sys, time
limits = {"timeout_ms": 600000, "cpu_timeout_ms": 600000, "fuel": 1 << 62, "memory_limit_bytes": 1 << 31}
for path in sys.stdin:
    program = "await (" + open(path.strip()).read() + ")()"
    try:
        begun = time.perf_counter()
        run = modebox.run_sync(program, limits=limits)
        answer = {"ms": (time.perf_counter() - begun) * 1000, "answer": run.value}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
os._exit(0)
"#;

/// How many of the slowest are printed once more at the end.
const SLOWEST: usize = 20;

/// A process that runs the programs it is told.
struct Engine {
    process: Child,
    programs: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
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

    /// Milliseconds that a program took, and its answer.
    fn run(&mut self, program: &Path) -> Result<(f64, String)> {
        writeln!(self.programs, "{}", program.display())?;
        self.programs.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let said: serde_json::Value = serde_json::from_str(&line)
            .with_context(|| format!("an engine ended at {}", program.display()))?;
        match (said["ms"].as_f64(), said["answer"].as_str()) {
            (Some(ms), Some(answer)) => Ok((ms, answer.to_owned())),
            _ => bail!("{}", said["error"]),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

/// The sandbox and QuickJS-ng, in this order.
pub(crate) struct Pair([Engine; 2]);

impl Pair {
    /// Builds the sandbox and starts both.
    pub(crate) fn start() -> Result<Self> {
        run(Command::new("cargo")
            .args(["build", "--locked", "--release"])
            .args(["--package", "isolate-benches", "--example", "asked"]))?;
        let ours = root().join("target/release/examples/asked");
        let mut quickjs = Command::new("python3");
        quickjs.args(["-c", QUICKJS]);
        Ok(Self([
            Engine::start(&mut Command::new(ours))?,
            Engine::start(&mut quickjs)?,
        ]))
    }

    /// Milliseconds that a program takes in both, run one after the other.
    ///
    /// # Errors
    ///
    /// A program that fails in one of them, and answers that differ.
    pub(crate) fn run(&mut self, program: &Path) -> Result<[f64; 2]> {
        let mut taken = [0.0; 2];
        let mut answers = Vec::new();
        for (engine, taken) in self.0.iter_mut().zip(&mut taken) {
            let (ms, answer) = engine.run(program)?;
            *taken = ms;
            answers.push(answer);
        }
        ensure!(
            answers[0] == answers[1],
            "the answers differ: {} and {}",
            answers[0],
            answers[1]
        );
        Ok(taken)
    }
}

impl Pair {
    /// The medians of several runs of a program in both, taken in turn.
    ///
    /// # Errors
    ///
    /// As in [`Pair::run`].
    pub(crate) fn medians(&mut self, program: &Path, rounds: usize) -> Result<[f64; 2]> {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for (times, ms) in times.iter_mut().zip(self.run(program)?) {
                times.push(ms);
            }
        }
        Ok(times.map(|mut times| percentile(&mut times, 50)))
    }
}

/// What was measured of a program, in the unit of the table that it stands in.
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) ours: f64,
    pub(crate) theirs: f64,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }
}

/// Prints a table of what was measured, the largest ratio last, and what it comes to.
pub(crate) fn tell(unit: &str, measured: &mut [Measured], failed: &[String]) {
    measured.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    println!(
        "{unit:<52} {:>10} {:>10} {:>7}",
        "sandbox", "quickjs", "ratio"
    );
    for one in &*measured {
        println!(
            "{:<52} {:>10.2} {:>10.2} {:>7.2}",
            one.name,
            one.ours,
            one.theirs,
            one.ratio()
        );
    }
    #[expect(clippy::cast_precision_loss, reason = "hundreds")]
    let count = measured.len() as f64;
    let mean = (measured.iter().map(|one| one.ratio().ln()).sum::<f64>() / count).exp();
    let over = |bound: f64| measured.iter().filter(|one| one.ratio() > bound).count();
    println!(
        "{count} of them: geometric mean {mean:.3}, {} above 1, {} above 1.5",
        over(1.0),
        over(1.5)
    );
    println!("the slowest:");
    for one in measured.iter().rev().take(SLOWEST) {
        println!("{:>7.2}  {}", one.ratio(), one.name);
    }
    for failure in failed {
        println!("not compared: {failure}");
    }
}
