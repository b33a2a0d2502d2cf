//! Runs steps: those of a lane one after the other, the lanes of a phase beside each other.
//!
//! Each step is a process of its own, `cargo xtask ci STEP`. The first lane of a phase shows what
//! its steps print as they print it; what the others print is shown when a step has ended.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::processors::Ticks;
use super::shares::Took;
use super::steps::{Phase, Step};
use super::{folder, verified};

/// What came of all steps.
#[derive(Default)]
pub(super) struct Results {
    /// How long the steps took that ran, in the order in which they ended.
    took: Vec<(&'static str, Duration)>,
    /// What has not changed since it passed.
    pub(super) unchanged: Vec<&'static str>,
    failed: Vec<&'static str>,
}

impl Results {
    pub(super) fn took(&self) -> Took {
        let steps = self.took.iter();
        steps
            .map(|(step, time)| ((*step).to_owned(), *time))
            .collect()
    }

    /// Fails if a step has.
    pub(super) fn ensure_passed(&self) -> Result<()> {
        if !self.failed.is_empty() {
            bail!("failed: {}", self.failed.join(", "));
        }
        Ok(())
    }
}

/// Which steps run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that look at something that has changed since they passed; the first that fails ends
    /// all.
    Changed,
    /// All of them; the first that fails ends all.
    All,
    /// All but those of these names, also after one that failed.
    Night(&'static [&'static str]),
}

/// Runs phases, one after the other.
pub(super) fn run(phases: &[Phase], which: Which) -> Result<Results> {
    let program = copy_of_this_program()?;
    let run = Run {
        program: &program,
        which,
        results: Mutex::default(),
        has_failed: AtomicBool::new(false),
    };
    for phase in phases {
        if run.is_over() {
            break;
        }
        thread::scope(|scope| {
            for (number, lane) in phase.iter().enumerate() {
                let run = &run;
                scope.spawn(move || run.lane(lane, number == 0));
            }
        });
    }
    Ok(run.results.into_inner().expect("no thread panics"))
}

/// The chores are tested too, and so linked again while they run.
fn copy_of_this_program() -> Result<PathBuf> {
    let copy = folder()?.join("xtask");
    let _ = fs::remove_file(&copy);
    fs::copy(std::env::current_exe()?, &copy).context("this program cannot be copied")?;
    Ok(copy)
}

struct Run<'a> {
    program: &'a Path,
    which: Which,
    results: Mutex<Results>,
    has_failed: AtomicBool,
}

impl Run<'_> {
    fn is_over(&self) -> bool {
        !matches!(self.which, Which::Night(_)) && self.has_failed.load(Ordering::Relaxed)
    }

    fn lane(&self, steps: &[&'static Step], is_shown: bool) {
        for step in steps {
            if self.is_over() {
                return;
            }
            match self.which {
                Which::Night(without) if without.contains(&step.name) => continue,
                Which::Changed if is_unchanged(step) => {
                    println!("unchanged since it passed: {}", step.name);
                    self.results().unchanged.push(step.name);
                    continue;
                }
                _ => {}
            }
            let began = (Instant::now(), Ticks::now());
            let status = self.step(step, is_shown);
            let took = began.0.elapsed();
            println!("{}", line(step.name, took, began.1));
            let mut results = self.results();
            results.took.push((step.name, took));
            match status {
                Ok(status) if status.success() => continue,
                Ok(status) => println!("{} failed: {status}", step.name),
                Err(error) => println!("{} failed: {error:#}", step.name),
            }
            results.failed.push(step.name);
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().expect("no thread panics")
    }

    fn step(&self, step: &Step, is_shown: bool) -> Result<ExitStatus> {
        let mut command = Command::new(self.program);
        command.args(["ci", step.name]).stdin(Stdio::null());
        if is_shown {
            println!("== {}", step.name);
            return Ok(command.status()?);
        }
        let path = folder()?.join(format!("{}.log", step.name));
        let log = File::create(&path).with_context(|| path.display().to_string())?;
        let status = command.stdout(log.try_clone()?).stderr(log).status()?;
        let told = fs::read(&path)?;
        println!("== {}\n{}", step.name, String::from_utf8_lossy(&told));
        Ok(status)
    }
}

/// Whether a step has passed on what it covers as it is now. What cannot be told has changed.
fn is_unchanged(step: &Step) -> bool {
    let Some(covers) = &step.covers else {
        return false;
    };
    let known = verified::read().unwrap_or_default();
    match covers.hash() {
        Ok(hash) => known.get(step.name) == Some(&hash),
        Err(error) => {
            println!("{}: {error:#}", step.name);
            false
        }
    }
}

fn line(step: &str, took: Duration, began: Option<Ticks>) -> String {
    let busy = began.and_then(|began| Ticks::now()?.busy_since(began));
    let busy = busy.map_or(String::new(), |busy| {
        format!(", processors {busy:>3} % busy")
    });
    format!("[{:>4} s{busy}] {step}", took.as_secs())
}

/// Prints what each step took, the longest first, and the sum.
pub(super) fn tell(results: &Results, began: Instant) {
    let took: BTreeMap<_, _> = results
        .took
        .iter()
        .map(|(step, took)| ((std::cmp::Reverse(took.as_millis()), *step), *took))
        .collect();
    println!("\nwhat the steps took:");
    for ((_, step), took) in &took {
        println!("{:>6} s  {step}", took.as_secs());
    }
    let sum: Duration = took.values().sum();
    println!(
        "{:>6} s  in all, and {} s by the clock",
        sum.as_secs(),
        began.elapsed().as_secs()
    );
    if !results.unchanged.is_empty() {
        println!(
            "skipped, since nothing that they look at has changed since they passed: {}",
            results.unchanged.join(", ")
        );
    }
}
