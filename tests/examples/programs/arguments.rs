//! The command line.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use isolate_tests::programs::{Selection, recorded};

/// What the command line asks for.
pub(crate) struct Arguments {
    pub(crate) which: Selection,
    pub(crate) seconds: Option<u64>,
    pub(crate) node: Option<String>,
    /// Native builds, by their names.
    pub(crate) native: Vec<(&'static str, String)>,
    pub(crate) folder: PathBuf,
    pub(crate) has_sandbox: bool,
    pub(crate) action: Action,
    /// Of so many recorded lines, one is checked.
    pub(crate) every: usize,
    /// Programs of a family that are run as one, as long as that shows no difference.
    pub(crate) together: usize,
    /// The programs that are compared, in place of those from `first` on.
    pub(crate) numbers: Option<Vec<u64>>,
}

/// What is done.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Action {
    Compare,
    /// Prints a program.
    Print,
    /// Writes Node's answers.
    Record,
    /// Compares the sandbox with those.
    Check,
}

impl Arguments {
    pub(crate) fn parse() -> Result<Self> {
        let mut arguments = std::env::args().skip(1);
        let mut parsed = Self {
            which: Selection {
                count: recorded::COUNT as u64,
                first: 0,
                seed: recorded::SEED,
                family: None,
                most: 5,
            },
            seconds: None,
            node: None,
            native: Vec::new(),
            folder: PathBuf::from("target/programs"),
            has_sandbox: true,
            action: Action::Compare,
            every: 1,
            together: 1,
            numbers: None,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.with_context(|| format!("{argument} needs a value"))
            };
            if parsed.which.read(&argument, &mut value)? {
                continue;
            }
            match argument.as_str() {
                "--seconds" => {
                    parsed.seconds = Some(value()?.parse()?);
                    parsed.which.count = u64::MAX;
                }
                "--node" => parsed.node = Some(value()?),
                "--native" => parsed.native.push(("native", value()?)),
                "--general" => parsed.native.push(("general", value()?)),
                "--folder" => parsed.folder = value()?.into(),
                "--without-sandbox" => parsed.has_sandbox = false,
                "--print" => parsed.action = Action::Print,
                "--record" => parsed.action = Action::Record,
                "--check" => parsed.action = Action::Check,
                "--every" => {
                    parsed.every = value()?.parse()?;
                    ensure!(parsed.every > 0, "--every 0: at least 1");
                }
                "--together" => {
                    parsed.together = value()?.parse()?;
                    ensure!(parsed.together > 0, "--together 0: at least 1");
                }
                "--numbers" => parsed.numbers = Some(numbers(&value()?)?),
                other => bail!("unknown argument: {other}"),
            }
        }
        if let Some(numbers) = &parsed.numbers {
            ensure!(
                parsed.which.first == 0
                    && parsed.which.count == recorded::COUNT as u64
                    && parsed.action == Action::Compare,
                "--numbers says which programs are compared: leave out --first, --count, --seconds, \
                 --print, --record and --check"
            );
            (parsed.which.first, parsed.which.count) = (0, numbers.len() as u64);
        }
        Ok(parsed)
    }

    /// The number of the program at an index.
    pub(crate) fn number(&self, index: u64) -> u64 {
        match &self.numbers {
            Some(numbers) => numbers[usize::try_from(index).expect("an index of the list")],
            None => index,
        }
    }
}

/// The numbers in a file, which are words.
fn numbers(path: &str) -> Result<Vec<u64>> {
    let text = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
    let number = |word: &str| word.parse().with_context(|| format!("{path}: {word}"));
    text.split_whitespace().map(number).collect()
}
