//! The command line.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use isolate_tests::programs::Selection;

/// Programs of each family that are recorded, and compared where nothing else is said.
pub(crate) const RECORDED: u64 = 2_000;

/// The seed of those that are recorded.
pub(crate) const SEED: u64 = 1;

/// What the command line asks for.
pub(crate) struct Arguments {
    /// Which programs of each family.
    pub(crate) which: Selection,
    pub(crate) node: String,
    /// Where `fs-extra` is installed.
    pub(crate) packages: PathBuf,
    pub(crate) action: Action,
}

/// What is done.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Action {
    Compare,
    /// Prints the programs of a number.
    Print(u64),
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
                count: RECORDED,
                first: 0,
                seed: SEED,
                family: None,
                most: 30,
            },
            node: "node".to_owned(),
            packages: PathBuf::from("target/files"),
            action: Action::Compare,
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
                "--node" => parsed.node = value()?,
                "--packages" => parsed.packages = value()?.into(),
                "--print" => parsed.action = Action::Print(value()?.parse()?),
                "--record" => parsed.action = Action::Record,
                "--check" => parsed.action = Action::Check,
                other => bail!("unknown argument: {other}"),
            }
        }
        Ok(parsed)
    }
}
