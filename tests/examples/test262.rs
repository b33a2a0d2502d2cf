//! Runs the ECMAScript test suite, test262, in the sandbox: `cargo xtask test262` starts it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use isolate_host::{RunOptions, Sandbox, Workspace};
use isolate_tests::test262::program::program;
use isolate_tests::test262::{Expected, FrontMatter, Mode, Phase, Suite, UNSORTED, failure, skips};

/// What fails, by reason.
const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/test262/expected.toml");

/// A test that takes longer has failed. The slowest that passes takes three seconds.
const WALL_MAX: Duration = Duration::from_secs(10);

/// Five times the default: how much an operation costs is not what these tests are about.
const FUEL_MAX: u64 = 100_000_000_000;

/// Everything that is random is the same in each run.
const SEED: u64 = 262;

/// Texts of failures are cut behind so many bytes.
const FAILURE_BYTES_MAX: usize = 300;

struct Arguments {
    suite: PathBuf,
    only: Option<String>,
    dump: Option<PathBuf>,
    is_update: bool,
}

impl Arguments {
    fn parse() -> Result<Self> {
        let mut arguments = std::env::args().skip(1);
        let suite = arguments.next().context("name the folder of the suite")?;
        let mut parsed = Self {
            suite: suite.into(),
            only: None,
            dump: None,
            is_update: false,
        };
        while let Some(argument) = arguments.next() {
            let value = || format!("{argument} needs a value");
            match argument.as_str() {
                "--only" => parsed.only = Some(arguments.next().with_context(value)?),
                "--dump" => parsed.dump = Some(arguments.next().with_context(value)?.into()),
                "--update" => parsed.is_update = true,
                other => bail!("unknown argument: {other}"),
            }
        }
        Ok(parsed)
    }
}

/// A test that runs.
struct Test<'a> {
    path: &'a str,
    text: &'a str,
    front: FrontMatter,
}

/// What a test did: in each of its modes what went wrong, if anything.
type Failures = BTreeMap<Mode, Option<String>>;

/// Tests that are skipped, by reason.
type Skipped<'a> = BTreeMap<&'static str, Vec<&'a str>>;

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse()?;
    let suite = Suite::read(&arguments.suite)?;
    let started = Instant::now();
    let mut tests = Vec::new();
    let mut skipped = Skipped::new();
    for (path, text) in suite.tests() {
        if arguments
            .only
            .as_ref()
            .is_some_and(|only| !path.contains(only))
        {
            continue;
        }
        let front = FrontMatter::parse(text).with_context(|| path.to_owned())?;
        match skips::reason(path, &front, text) {
            Some(reason) => skipped.entry(reason).or_default().push(path),
            None => tests.push(Test { path, text, front }),
        }
    }
    ensure!(
        !tests.is_empty() || !skipped.is_empty(),
        "no path of a test holds {}",
        arguments.only.as_deref().unwrap_or_default()
    );
    let failures = run_all(&suite, &tests)?;
    if let Some(folder) = &arguments.dump {
        dump(folder, &suite, &tests, &failures)?;
    }
    let expected = fs::read_to_string(EXPECTED).with_context(|| EXPECTED.to_owned())?;
    let mut expected = Expected::parse(&expected)?;
    if arguments.is_update {
        update(&mut expected, &tests, &failures, &skipped)?;
    }
    let report = Report::new(&expected, &tests, &failures, &skipped);
    let runs: usize = failures.iter().map(BTreeMap::len).sum();
    println!("{runs} runs in {:.1} s", started.elapsed().as_secs_f64());
    report.print(&expected, &skipped);
    Ok(ExitCode::from(u8::from(!report.wrong.is_empty())))
}

/// Runs the tests on all processors.
fn run_all(suite: &Suite, tests: &[Test<'_>]) -> Result<Vec<Failures>> {
    let sandbox = Sandbox::new()?;
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, Failures)>> {
        let workspace = Workspace::memory()?;
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(test) = tests.get(index) else {
                return Ok(done);
            };
            done.push((index, run(&sandbox, &workspace, suite, test)?));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut failures = vec![Failures::new(); tests.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let done = worker.join().expect("a worker does not panic")?;
            for (index, failed) in done {
                failures[index] = failed;
            }
        }
        Ok(failures)
    })
}

/// Runs a test in each of its modes.
fn run(
    sandbox: &Sandbox,
    workspace: &Workspace,
    suite: &Suite,
    test: &Test<'_>,
) -> Result<Failures> {
    let mut failures = Failures::new();
    for mode in test.front.modes() {
        let text =
            program(suite, test.text, &test.front, *mode).with_context(|| test.path.to_owned())?;
        let options = RunOptions::new()
            .fuel(FUEL_MAX)
            .timeout(WALL_MAX)
            .seed(SEED)
            .javascript_only();
        let ran = sandbox.run(workspace, &text).options(&options).blocking();
        failures.insert(*mode, failure(&test.front, &ran));
    }
    Ok(failures)
}

/// Writes the programs of tests that failed, and what went wrong.
fn dump(folder: &Path, suite: &Suite, tests: &[Test<'_>], failures: &[Failures]) -> Result<()> {
    let mut list = String::new();
    for (test, failed) in tests.iter().zip(failures) {
        for (mode, text) in failed {
            let Some(text) = text else { continue };
            let name = format!("{}.{}.js", test.path.trim_end_matches(".js"), mode.name());
            let path = folder.join(&name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let negative = test.front.negative.as_ref();
            let head = match negative.filter(|negative| negative.phase == Phase::Parse) {
                Some(_) => "// refused\n",
                None => "// runs\n",
            };
            let program = program(suite, test.text, &test.front, *mode)?;
            fs::write(path, format!("{head}{program}"))?;
            let text = text.replace(['\n', '\t'], " ");
            list.push_str(&format!("{name}\t{text}\n"));
        }
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("failures.txt"), list)?;
    Ok(())
}

/// Rewrites the list: what is known keeps its reason.
fn update(
    expected: &mut Expected,
    tests: &[Test<'_>],
    failures: &[Failures],
    skipped: &Skipped<'_>,
) -> Result<()> {
    let mut modes = BTreeMap::new();
    for (test, failed) in tests.iter().zip(failures) {
        let wrong = failed.iter().filter(|(_, text)| text.is_some());
        expected.update(test.path, &wrong.map(|(mode, _)| *mode).collect::<Vec<_>>());
        modes.insert(test.path, test.front.modes().to_vec());
    }
    for path in skipped.values().flatten() {
        expected.update(path, &[]);
    }
    fs::write(EXPECTED, expected.to_text(|path| modes.get(path).cloned()))?;
    Ok(())
}

/// How the tests went.
#[derive(Default)]
struct Report<'a> {
    passed: usize,
    /// Tests that failed as the list says, by reason.
    failed: BTreeMap<&'a str, usize>,
    /// What is not as the list says, in a text for each test and mode.
    wrong: Vec<String>,
    /// Tests that failed or passed although the list says otherwise.
    unexpected: usize,
}

impl<'a> Report<'a> {
    fn new(
        expected: &'a Expected,
        tests: &[Test<'_>],
        failures: &[Failures],
        skipped: &Skipped<'_>,
    ) -> Self {
        let mut report = Self::default();
        for (test, modes) in tests.iter().zip(failures) {
            report.add(expected, test, modes);
        }
        for path in skipped.values().flatten() {
            if expected.lists(path) {
                report.unexpected += 1;
                let text = format!("{path}\n  is skipped: take it off the list");
                report.wrong.push(text);
            }
        }
        report
    }

    fn add(&mut self, expected: &'a Expected, test: &Test<'_>, modes: &Failures) {
        let mut reasons = BTreeSet::new();
        let wrong = self.wrong.len();
        for (mode, failed) in modes {
            let said = match (failed, expected.reason(test.path, *mode)) {
                (None, None) => continue,
                (Some(_), Some(reason)) if reason != UNSORTED => {
                    reasons.insert(reason);
                    continue;
                }
                (None, Some(reason)) => format!("passes: take it off `{reason}`"),
                (Some(failed), _) => cut(failed).to_owned(),
            };
            let text = format!("{} {}\n  {said}", test.path, mode.name());
            self.wrong.push(text);
        }
        self.unexpected += usize::from(self.wrong.len() > wrong);
        if self.wrong.len() == wrong {
            match reasons.first() {
                Some(reason) => *self.failed.entry(reason).or_default() += 1,
                None => self.passed += 1,
            }
        }
    }

    fn print(&self, expected: &Expected, skipped: &Skipped<'_>) {
        println!("skipped:");
        for (reason, paths) in skipped {
            println!("{:>6}  {reason}", paths.len());
        }
        println!("failed as expected:");
        for (key, count) in &self.failed {
            let reason = expected.about(key).expect("a reason that is listed");
            let (whose, about) = (reason.whose.name(), &reason.about);
            println!("{count:>6}  {key} ({whose}): {about}");
        }
        if !self.wrong.is_empty() {
            println!("not as expected:");
        }
        for text in &self.wrong {
            println!("{text}");
        }
        println!(
            "{} passed, {} failed as expected, {} not as expected, {} skipped",
            self.passed,
            self.failed.values().sum::<usize>(),
            self.unexpected,
            skipped.values().map(Vec::len).sum::<usize>(),
        );
    }
}

/// The front of a long text.
fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(FAILURE_BYTES_MAX)]
}
