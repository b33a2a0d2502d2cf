//! Compares the sandbox with other engines on the same programs, in turn and in one run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{guest, root, run};

/// Runs of each program in each engine; the median counts.
const ROUNDS: usize = 9;

/// Times a program in QuickJS-ng in Wasmtime, by the package `modebox` of Python. What it does
/// once a process is not counted.
const QUICKJS: &str = "
import modebox, sys, time
program = open(sys.argv[1]).read()
modebox.run_sync('1')
begun = time.perf_counter()
modebox.run_sync('await (' + program + ')()')
print('{\"wallMs\":%f}' % ((time.perf_counter() - begun) * 1000))
";

/// Compares with the guest's engine without WebAssembly: what the wall costs an interpreter.
pub(crate) fn with_native(programs: &[&str]) -> Result<()> {
    let native = guest::build_native()?;
    compare("native", programs, |program| {
        let mut command = Command::new(&native);
        command.arg(program);
        command
    })
}

/// Compares with QuickJS-ng in WebAssembly.
pub(crate) fn with_quickjs(programs: &[&str]) -> Result<()> {
    compare("QuickJS-ng", programs, |program| {
        let mut command = Command::new("python3");
        command.args(["-c", QUICKJS, program]);
        command
    })
}

/// Compares with another build of `isolate-run`.
pub(crate) fn with_build(path: &str, programs: &[&str]) -> Result<()> {
    let path = std::path::absolute(path)?;
    compare("before", programs, |program| isolate_run(&path, program))
}

/// Prints how many instructions of the machine programs take here and without WebAssembly. Counts
/// include the start of the process: two sizes of one program tell what a pass costs.
pub(crate) fn instructions(programs: &[&str]) -> Result<()> {
    let native = guest::build_native()?;
    build()?;
    for program in programs {
        let mut without = Command::new(&native);
        without.arg(program);
        println!(
            "{program}: {} instructions native, {} isolate-run",
            count(&without)?,
            count(&isolate_run(&ours(), program))?
        );
    }
    Ok(())
}

/// Counts the instructions of a command, by valgrind.
fn count(command: &Command) -> Result<u64> {
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

fn ours() -> PathBuf {
    root().join("target/release/isolate-run")
}

fn isolate_run(path: &Path, program: &str) -> Command {
    let mut command = Command::new(path);
    command
        .args([program, "--json", "--timeout", "600s"])
        .args(["--fuel", "100000000000"]);
    command
}

fn build() -> Result<()> {
    run(Command::new("cargo").args(["build", "--locked", "--release", "--package", "isolate-run"]))
}

/// Prints the milliseconds of another engine and of the sandbox, and their ratio.
fn compare(name: &str, programs: &[&str], other: impl Fn(&str) -> Command) -> Result<()> {
    build()?;
    for program in programs {
        let (mut others, mut now) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            others.push(milliseconds(&mut other(program))?);
            now.push(milliseconds(&mut isolate_run(&ours(), program))?);
        }
        let (other, now) = (median(others), median(now));
        println!(
            "{program}: {other:.1} ms {name}, {now:.1} ms isolate-run, {:.2} x",
            now / other
        );
    }
    Ok(())
}

/// The time that a run says it took.
fn milliseconds(command: &mut Command) -> Result<f64> {
    let output = command
        .current_dir(root())
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    let text = String::from_utf8(output.stdout)?;
    let (_, after) = text.split_once("\"wallMs\":").with_context(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        format!("{command:?} says nothing of its time: {text}{error}")
    })?;
    let number = after.split([',', '}']).next().unwrap_or_default();
    Ok(number.trim().parse()?)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
