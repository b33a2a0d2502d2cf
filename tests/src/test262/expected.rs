//! The list of tests that fail, by reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use super::Mode;

/// The reason of failures that nobody has looked at.
pub const UNSORTED: &str = "unsorted";

/// What stands on top of the list.
const HEADER: &str = "\
# Tests of test262 that fail, by reason: `cargo xtask test262 FOLDER` checks it, `--update` keeps it
# up to date. A test without a mode fails in every mode that it runs in.
#
# whose = \"engine\"   a defect of the engine, to be mended
#         \"missing\"  a part of the language that the engine does not have
#         \"sandbox\"  on purpose: docs/language.md says why
#         \"frame\"    a program is the body of a function, and the test is about scripts
#         \"suite\"    fails in Node in the same frame too
";

/// Tests that fail, with their reasons.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    reasons: BTreeMap<String, Reason>,
    /// Reasons by test and mode.
    tests: BTreeMap<String, BTreeMap<Mode, String>>,
}

/// Why tests fail.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Who has to do something: the head of the list names the words.
    pub whose: Whose,
    /// What is wrong, in a sentence.
    pub about: String,
    /// The tests, each with its mode where it fails in one only.
    tests: Vec<String>,
}

/// Who has to do something about a failure.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The engine is wrong.
    #[default]
    Engine,
    /// The engine does not have it.
    Missing,
    /// It is so on purpose.
    Sandbox,
    /// The test is about scripts.
    Frame,
    /// It fails elsewhere too.
    Suite,
}

impl Whose {
    /// Its word in the list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Missing => "missing",
            Self::Sandbox => "sandbox",
            Self::Frame => "frame",
            Self::Suite => "suite",
        }
    }
}

impl Expected {
    /// Reads a list.
    ///
    /// # Errors
    ///
    /// A text that is no such list, a test that is listed twice, a reason that says nothing.
    pub fn parse(text: &str) -> Result<Self> {
        let reasons: BTreeMap<String, Reason> =
            toml::from_str(text).context("the list of failures is no TOML of its form")?;
        let mut tests: BTreeMap<String, BTreeMap<Mode, String>> = BTreeMap::new();
        for (key, reason) in &reasons {
            ensure!(!reason.about.is_empty(), "{key} has no `about`");
            for entry in &reason.tests {
                let (path, modes) = label(entry);
                let listed = tests.entry(path.to_owned()).or_default();
                for mode in modes {
                    let twice = listed.insert(mode, key.clone());
                    ensure!(twice.is_none(), "{entry} is listed twice");
                }
            }
        }
        Ok(Self { reasons, tests })
    }

    /// Why a test fails in a mode, if it is listed.
    #[must_use]
    pub fn reason(&self, path: &str, mode: Mode) -> Option<&str> {
        Some(self.tests.get(path)?.get(&mode)?)
    }

    /// What a reason is about.
    #[must_use]
    pub fn about(&self, key: &str) -> Option<&Reason> {
        self.reasons.get(key)
    }

    /// Whether a test is listed, in whichever mode.
    #[must_use]
    pub fn lists(&self, path: &str) -> bool {
        self.tests.contains_key(path)
    }

    /// Takes what a test does now: the modes in which it failed. A new failure is [`UNSORTED`].
    pub fn update(&mut self, path: &str, failed: &[Mode]) {
        let listed = self.tests.remove(path).unwrap_or_default();
        if failed.is_empty() {
            return;
        }
        let reason = |mode: &Mode| {
            let known = listed.get(mode).map_or(UNSORTED, String::as_str);
            (*mode, known.to_owned())
        };
        self.tests
            .insert(path.to_owned(), failed.iter().map(reason).collect());
    }

    /// The list as a text. `modes` tells the modes that a test runs in: one that fails in all of
    /// them for one reason has no mode in the list.
    #[must_use]
    pub fn to_text(&self, modes: impl Fn(&str) -> Option<Vec<Mode>>) -> String {
        let mut lists: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (path, listed) in &self.tests {
            let modes = modes(path).unwrap_or_else(|| Mode::ALL.to_vec());
            for (mode, key) in listed {
                let alike = modes.iter().all(|mode| listed.get(mode) == Some(key));
                let entry = if alike {
                    path.clone()
                } else {
                    format!("{path} {}", mode.name())
                };
                lists.entry(key).or_default().insert(entry);
            }
        }
        let mut keys: Vec<_> = lists.iter().collect();
        let unsorted = Reason {
            about: "not looked at yet: give each a reason".to_owned(),
            ..Reason::default()
        };
        let known = |key: &str| self.reasons.get(key).unwrap_or(&unsorted);
        keys.sort_by_key(|(key, _)| (known(key).whose, *key));
        let mut text = HEADER.to_owned();
        for (key, tests) in keys {
            let reason = known(key);
            let about = toml::Value::from(reason.about.as_str());
            let whose = reason.whose.name();
            let head = format!("\n[{key}]\nwhose = \"{whose}\"\nabout = {about}\ntests = [\n");
            text.push_str(&head);
            for test in tests {
                writeln!(text, "  \"{test}\",").expect("text takes everything");
            }
            text.push_str("]\n");
        }
        text
    }
}

/// The path and the modes of an entry.
fn label(entry: &str) -> (&str, Vec<Mode>) {
    for mode in Mode::ALL {
        if let Some(path) = entry.strip_suffix(mode.name())
            && let Some(path) = path.strip_suffix(' ')
        {
            return (path, vec![mode]);
        }
    }
    (entry, Mode::ALL.to_vec())
}
