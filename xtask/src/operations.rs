//! Times single operations of the language in the sandbox and in QuickJS-ng, in turn.
//!
//! `benches/operations/*.js` hold them: a line `//# name` begins one, and `//:` separates what it
//! needs from what is repeated, which leaves its answer in `result`. The time of an operation is
//! that of a program which repeats it, less that of the program which does it once: neither the
//! start of a run nor compiling counts.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::compare::percentile;
use crate::{root, run};

/// Rounds that count, unless `--rounds` says otherwise.
const ROUNDS: usize = 5;

/// How long the repetitions take at least in the faster engine, and at which time of the slower one
/// they are enough all the same.
const ENOUGH_MS: f64 = 5.0;
const SLOW_MS: f64 = 400.0;

/// What cannot be told from nothing.
const NOISE_MS: f64 = 0.1;

/// More repetitions than any operation needs.
const REPEATED_MAX: usize = 1 << 20;

/// How many of the slowest are printed once more at the end.
const SLOWEST: usize = 20;

/// Runs the named programs in QuickJS-ng in Wasmtime, by the package `modebox` of Python.
const QUICKJS: &str = r#"
import json, modebox, os, sys, time
for path in sys.stdin:
    program = "await (" + open(path.strip()).read() + ")()"
    try:
        begun = time.perf_counter()
        run = modebox.run_sync(program)
        answer = {"ms": (time.perf_counter() - begun) * 1000, "answer": run.value}
    except Exception as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
os._exit(0)
"#;

/// One operation.
#[derive(Debug, PartialEq)]
struct Operation {
    name: String,
    needs: String,
    repeated: String,
    is_async: bool,
}

impl Operation {
    /// A program that does it once and then so many times more.
    fn program(&self, more: usize) -> String {
        let (needs, repeated) = (&self.needs, &self.repeated);
        let kind = if self.is_async { "async " } else { "" };
        format!(
            "{kind}() => {{\n{needs}\nlet result;\nfor (let round = 0; round <= {more}; round++) \
             {{\n{repeated}\n}}\nreturn String(result);\n}}"
        )
    }
}

/// The operations of a file.
fn operations(text: &str) -> Vec<Operation> {
    text.split("//# ")
        .skip(1)
        .map(|part| {
            let (name, code) = part.split_once('\n').unwrap_or((part, ""));
            let (needs, repeated) = code.split_once("//:\n").unwrap_or(("", code));
            Operation {
                name: name.trim().to_owned(),
                needs: needs.trim().to_owned(),
                repeated: repeated.trim().to_owned(),
                is_async: repeated.contains("await"),
            }
        })
        .collect()
}

/// All operations whose names hold a text.
fn wanted(filter: &str) -> Result<Vec<Operation>> {
    let folder = root().join("benches/operations");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let mut all = Vec::new();
    for file in files {
        all.extend(operations(&fs::read_to_string(&file)?));
    }
    all.retain(|operation| operation.name.contains(filter));
    ensure!(!all.is_empty(), "no operation is called {filter}");
    Ok(all)
}

/// What an engine says of a program.
enum Said {
    Done { ms: f64, answer: String },
    Failed(String),
}

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

    fn run(&mut self, program: &Path) -> Result<Said> {
        writeln!(self.programs, "{}", program.display())?;
        self.programs.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let said: serde_json::Value = serde_json::from_str(&line)
            .with_context(|| format!("an engine ended at {}", program.display()))?;
        Ok(match (said["ms"].as_f64(), said["answer"].as_str()) {
            (Some(ms), Some(answer)) => Said::Done {
                ms,
                answer: answer.to_owned(),
            },
            _ => Said::Failed(said["error"].to_string()),
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _status = self.process.wait();
    }
}

/// What was measured of an operation: microseconds of one repetition, and the ratio of the medians.
struct Measured {
    name: String,
    ours: f64,
    theirs: f64,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.ours / self.theirs
    }
}

/// Both engines, and where programs are written for them.
struct Pair {
    engines: [Engine; 2],
    folder: PathBuf,
}

impl Pair {
    fn start(ours: &Path) -> Result<Self> {
        let folder = root().join("target/operations");
        fs::create_dir_all(&folder)?;
        let mut quickjs = Command::new("python3");
        quickjs.args(["-c", QUICKJS]);
        let engines = [
            Engine::start(&mut Command::new(ours))?,
            Engine::start(&mut quickjs)?,
        ];
        let mut pair = Self { engines, folder };
        let program = pair.write("start", "() => \"\"")?;
        for engine in &mut pair.engines {
            let _warm = engine.run(&program)?;
        }
        Ok(pair)
    }

    fn write(&self, name: &str, code: &str) -> Result<PathBuf> {
        let path = self.folder.join(format!("{name}.js"));
        fs::write(&path, code)?;
        Ok(path)
    }

    /// Milliseconds that the repetitions take in both engines, less those of one, taken in turn.
    fn differences(&mut self, operation: &Operation, more: usize) -> Result<[f64; 2]> {
        let once = self.write("once", &operation.program(0))?;
        let often = self.write("often", &operation.program(more))?;
        let mut taken = [0.0; 2];
        let mut answers = Vec::new();
        for (engine, taken) in self.engines.iter_mut().zip(&mut taken) {
            let before = match engine.run(&once)? {
                Said::Done { ms, .. } => ms,
                Said::Failed(error) => bail!("{error}"),
            };
            match engine.run(&often)? {
                Said::Done { ms, answer } => {
                    *taken = (ms - before).max(NOISE_MS);
                    answers.push(answer);
                }
                Said::Failed(error) => bail!("{error}"),
            }
        }
        ensure!(
            answers[0] == answers[1],
            "the answers differ: {} and {}",
            answers[0],
            answers[1]
        );
        Ok(taken)
    }

    /// So many repetitions that both engines take a measurable time.
    fn repetitions(&mut self, operation: &Operation) -> Result<usize> {
        let mut more = 4;
        loop {
            let [ours, theirs] = self.differences(operation, more)?;
            let (fast, slow) = (ours.min(theirs), ours.max(theirs));
            if fast >= ENOUGH_MS || slow >= SLOW_MS || more >= REPEATED_MAX {
                return Ok(more);
            }
            let short = (ENOUGH_MS * 1.3 / fast).min(SLOW_MS * 1.3 / slow);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a small count"
            )]
            let next = (more as f64 * short.clamp(1.2, 16.0)).ceil() as usize;
            more = next;
        }
    }

    fn measure(&mut self, operation: &Operation, rounds: usize) -> Result<Measured> {
        let more = self.repetitions(operation)?;
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let taken = self.differences(operation, more)?;
            for (times, taken) in times.iter_mut().zip(taken) {
                times.push(taken);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let [ours, theirs] = times.map(|mut times| percentile(&mut times, 50) * 1e3 / more as f64);
        Ok(Measured {
            name: operation.name.clone(),
            ours,
            theirs,
        })
    }
}

/// Prints what operations take in both engines, the largest ratio last.
///
/// # Errors
///
/// An operation whose answers differ, after all were measured.
pub(crate) fn compare(arguments: &[&str]) -> Result<()> {
    let (mut rounds, mut filter, mut rest) = (ROUNDS, "", arguments);
    while let [argument, after @ ..] = rest {
        rest = match (*argument, after) {
            ("--rounds", [number, after @ ..]) => {
                rounds = number.parse().context("--rounds takes a number")?;
                after
            }
            (text, after) if !text.starts_with("--") => {
                filter = text;
                after
            }
            (option, _) => bail!("unknown option of operations: {option}"),
        };
    }
    ensure!(rounds > 0, "--rounds 0: at least one round");
    let wanted = wanted(filter)?;
    run(Command::new("cargo")
        .args(["build", "--locked", "--release"])
        .args(["--package", "isolate-benches", "--example", "asked"]))?;
    let mut pair = Pair::start(&root().join("target/release/examples/asked"))?;
    let (mut measured, mut failed) = (Vec::new(), Vec::new());
    for operation in &wanted {
        match pair.measure(operation, rounds) {
            Ok(one) => measured.push(one),
            Err(error) => failed.push(format!("{}: {error}", operation.name)),
        }
    }
    tell(&mut measured);
    // QuickJS-ng has no `Intl`, for instance.
    for failure in &failed {
        println!("not compared: {failure}");
    }
    let differ = failed.iter().any(|failure| failure.contains("differ"));
    ensure!(!differ, "answers differ");
    Ok(())
}

fn tell(measured: &mut [Measured]) {
    measured.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    println!(
        "{:<52} {:>10} {:>10} {:>7}",
        "µs", "sandbox", "quickjs", "ratio"
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
        "{count} operations: geometric mean {mean:.3}, {} above 1, {} above 1.5",
        over(1.0),
        over(1.5)
    );
    println!("the slowest:");
    for one in measured.iter().rev().take(SLOWEST) {
        println!("{:>7.2}  {}", one.ratio(), one.name);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_file_is_a_list_of_operations() {
        let found = operations("//# one\nlet a;\n//:\nresult = a;\n//# two\nresult = await 2;\n");
        let operation = |name: &str, needs: &str, repeated: &str, is_async| Operation {
            name: name.to_owned(),
            needs: needs.to_owned(),
            repeated: repeated.to_owned(),
            is_async,
        };
        assert_eq!(
            found,
            [
                operation("one", "let a;", "result = a;", false),
                operation("two", "", "result = await 2;", true),
            ]
        );
    }

    #[test]
    fn names_differ_and_every_operation_has_a_result() {
        let all = wanted("").unwrap();
        let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.len() >= 300, "{}", all.len());
        for one in all {
            assert!(one.repeated.contains("result"), "{}", one.name);
        }
    }
}
