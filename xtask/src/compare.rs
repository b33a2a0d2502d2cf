//! Compares the sandbox with other engines on the same programs, in turn and in one run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{guest, root, run};

/// Runs of each program in each engine, unless `--runs` says otherwise.
const RUNS: usize = 9;

/// The program that times others in the sandbox.
const TIMED: &str = "target/release/examples/timed";

/// Times a program in QuickJS-ng in Wasmtime, by the package `modebox` of Python.
const QUICKJS: &str = r#"
import modebox, sys, time
def run(program):
    begun = time.perf_counter()
    modebox.run_sync(program)
    return (time.perf_counter() - begun) * 1000
run("1")
program = "await (" + open(sys.argv[1]).read() + ")()"
print('{"firstMs":%f,"againMs":%f}' % (run(program), run(program)))
"#;

/// What the sandbox is compared with.
enum Other {
    /// The guest's engine without WebAssembly: what the wall costs an interpreter.
    Native(PathBuf),
    /// QuickJS-ng in WebAssembly.
    QuickJs,
    /// Another build of [`TIMED`].
    Build(PathBuf),
}

impl Other {
    fn new(name: &str) -> Result<Self> {
        Ok(match name {
            "native" => Self::Native(guest::build_native()?),
            "quickjs" => Self::QuickJs,
            path => {
                let path = std::path::absolute(path)?;
                ensure!(
                    path.is_file(),
                    "{name}: neither native nor quickjs, nor the path of another build of {TIMED}"
                );
                Self::Build(path)
            }
        })
    }

    fn command(&self, program: &str) -> Command {
        match self {
            Self::Native(path) | Self::Build(path) => with_argument(path, program),
            Self::QuickJs => {
                let mut command = Command::new("python3");
                command.args(["-c", QUICKJS, program]);
                command
            }
        }
    }
}

/// Prints what each program takes in each engine, and how many times that the sandbox takes.
///
/// A process is set up before the clock starts, by a run without work. The first run counts: it has
/// to get its memory, as every run of a sandbox has. One more run of the same process finds in some
/// engines the memory of the first; what it takes is told too.
///
/// This machine's speed drifts within seconds, so a time is compared with the one that was taken
/// right before or after it, and the median of these ratios counts.
pub(crate) fn compare(names: &str, arguments: &[&str]) -> Result<()> {
    let (runs, programs) = match arguments {
        ["--runs", runs, programs @ ..] => (
            runs.parse().with_context(|| format!("--runs {runs}"))?,
            programs,
        ),
        programs => (RUNS, programs),
    };
    ensure!(runs > 0, "--runs 0: at least one run");
    ensure!(
        !programs.is_empty(),
        "no program to compare: name one, or benches/workloads/cpu_*.js"
    );
    let others: Vec<Other> = names.split(',').map(Other::new).collect::<Result<_>>()?;
    let ours = timed()?;
    for program in programs {
        let mut own = Vec::new();
        let mut times = vec![Vec::new(); others.len()];
        for _ in 0..runs {
            for (other, times) in others.iter().zip(&mut times) {
                let other = Times::of(&mut other.command(program))?;
                let now = Times::of(&mut with_argument(&ours, program))?;
                own.push(now.first);
                times.push((other, now));
            }
        }
        print!("{program}: {:.1} ms", percentile(&mut own, 50));
        for (name, times) in names.split(',').zip(times) {
            let all = |number: fn(&(Times, Times)) -> f64| -> Vec<f64> {
                times.iter().map(number).collect()
            };
            let mut ratios = all(|(other, now)| now.first / other.first);
            print!(
                ", {:.2} x {name} ({:.2} to {:.2}; {:.1} ms), again {:.2}",
                percentile(&mut ratios, 50),
                percentile(&mut ratios, 25),
                percentile(&mut ratios, 75),
                percentile(&mut all(|(other, _)| other.first), 50),
                percentile(&mut all(|(other, now)| now.again / other.again), 50),
            );
        }
        println!();
    }
    Ok(())
}

/// Prints how many instructions of the machine programs take here and without WebAssembly. Counts
/// include the start of the process and two runs: two sizes of one program tell what a pass costs.
pub(crate) fn instructions(programs: &[&str]) -> Result<()> {
    let native = guest::build_native()?;
    let ours = timed()?;
    for program in programs {
        println!(
            "{program}: {} instructions native, {} in the sandbox",
            count(&with_argument(&native, program))?,
            count(&with_argument(&ours, program))?
        );
    }
    Ok(())
}

/// Counts the instructions of a command, by valgrind.
pub(crate) fn count(command: &Command) -> Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(command.get_program())
        .args(command.get_args());
    let output = valgrind
        .current_dir(root())
        .output()
        .with_context(|| format!("cannot start {valgrind:?}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, after) = text
        .split_once("Collected : ")
        .with_context(|| format!("{valgrind:?} counted nothing: {text}"))?;
    let number = after.lines().next().unwrap_or_default();
    Ok(number.trim().parse()?)
}

fn with_argument(path: &Path, program: &str) -> Command {
    let mut command = Command::new(path);
    command.arg(program);
    command
}

/// Builds [`TIMED`] and tells where it lies.
fn timed() -> Result<PathBuf> {
    run(Command::new("cargo")
        .args(["build", "--locked", "--release"])
        .args(["--package", "isolate-benches", "--example", "timed"]))?;
    Ok(root().join(TIMED))
}

/// Milliseconds that a program took.
#[derive(Clone)]
struct Times {
    first: f64,
    again: f64,
}

impl Times {
    /// What a command says.
    fn of(command: &mut Command) -> Result<Self> {
        let output = command
            .current_dir(root())
            .output()
            .with_context(|| format!("cannot start {command:?}"))?;
        let text = String::from_utf8(output.stdout)?;
        let number = |name: &str| -> Result<f64> {
            let (_, after) = text.split_once(name).with_context(|| {
                let error = String::from_utf8_lossy(&output.stderr);
                format!("{command:?} says nothing of its time: {text}{error}")
            })?;
            let number = after.split([',', '}']).next().unwrap_or_default();
            Ok(number.trim().parse()?)
        };
        Ok(Self {
            first: number("\"firstMs\":")?,
            again: number("\"againMs\":")?,
        })
    }
}

/// The value below which so many hundredths of the others lie.
pub(crate) fn percentile(values: &mut [f64], hundredths: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) * hundredths / 100]
}
