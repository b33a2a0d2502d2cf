//! Where the sandbox is known to answer otherwise than bash: `differences.toml`.
//!
//! `UPDATE_DIFFERENCES=1` removes those that are gone, and adds none.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use crate::case::Case;
use crate::generated::shown;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    /// Reasons, by the name of the written case.
    #[serde(default)]
    written: BTreeMap<String, String>,
    /// Causes, by the number of the generated case whose answer is recorded.
    #[serde(default)]
    recorded: BTreeMap<String, String>,
    #[serde(default)]
    cause: BTreeMap<String, Cause>,
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shell/differences.toml")
}

/// Tests that run side by side read and write the file one after the other.
static FILE: Mutex<()> = Mutex::new(());

fn file() -> Known {
    let _turn = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    toml::from_str(&std::fs::read_to_string(path()).unwrap()).unwrap()
}

/// Removes the lines of cases.
fn remove(names: &[String]) {
    let _turn = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::fs::read_to_string(path()).unwrap();
    let is_kept = |line: &&str| {
        let name = line.split(" = ").next().unwrap_or_default();
        !names.iter().any(|gone| gone == name.trim_matches('"'))
    };
    let kept: String = text.split_inclusive('\n').filter(is_kept).collect();
    std::fs::write(path(), kept).unwrap();
}

/// Replaces the section `[recorded]`, which is the last one.
pub(crate) fn write_recorded(causes: &BTreeMap<String, String>) {
    let _turn = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let text = std::fs::read_to_string(path()).unwrap();
    let (before, _) = text.split_once("[recorded]\n").unwrap();
    let mut text = format!("{before}[recorded]\n");
    for (name, cause) in causes {
        writeln!(text, "{name} = {cause:?}").unwrap();
    }
    std::fs::write(path(), text).unwrap();
}

/// Differences that are expected, and those that are seen.
pub(crate) struct Differences {
    section: &'static str,
    /// The reason of each, by the name of its case.
    known: BTreeMap<String, String>,
    seen: Vec<String>,
    unknown: Vec<(String, String)>,
    equal: usize,
    /// Known ones that are equal.
    gone: Vec<String>,
}

impl Differences {
    /// Those of written cases.
    pub(crate) fn written() -> Self {
        Self::of("written", file().written)
    }

    /// Those of generated cases whose answers are recorded.
    pub(crate) fn recorded() -> Self {
        Self::of("recorded", file().recorded)
    }

    fn of(section: &'static str, known: BTreeMap<String, String>) -> Self {
        Self {
            section,
            known,
            seen: Vec::new(),
            unknown: Vec::new(),
            equal: 0,
            gone: Vec::new(),
        }
    }

    /// A case whose answer differs as it says, or does not.
    pub(crate) fn seen(&mut self, name: &str, difference: Option<String>) {
        match (self.known.contains_key(name), difference) {
            (false, None) => self.equal += 1,
            (true, None) => self.gone.push(name.to_owned()),
            (true, Some(_)) => self.seen.push(name.to_owned()),
            (false, Some(text)) => self.unknown.push((name.to_owned(), text)),
        }
    }

    /// # Panics
    ///
    /// For differences that are not known, and for known ones that are not there.
    pub(crate) fn check(mut self) {
        if std::env::var_os("UPDATE_DIFFERENCES").is_some() {
            remove(&self.gone);
            for name in std::mem::take(&mut self.gone) {
                self.known.remove(&name);
            }
        }
        let mut wrong = String::new();
        for (name, text) in &self.unknown {
            writeln!(wrong, "{name} differs:\n{text}").unwrap();
        }
        for name in &self.gone {
            writeln!(wrong, "{name} does not differ: remove it").unwrap();
        }
        for name in self.known.keys() {
            if !self.seen.contains(name) && !self.gone.contains(name) {
                writeln!(wrong, "{name} is no case: remove it").unwrap();
            }
        }
        assert!(
            wrong.is_empty(),
            "[{}] of differences.toml: {} equal, {} known to differ, {} differ, {} no longer\n{wrong}",
            self.section,
            self.equal,
            self.seen.len(),
            self.unknown.len(),
            self.gone.len()
        );
    }
}

/// Causes of differences between generated commands, each with a written case that shows it.
pub(crate) struct Causes(BTreeMap<String, Cause>);

/// A row of `[cause]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cause {
    /// The smallest case with the cause has one of these texts, in its command or its tree.
    texts: Vec<String>,
    /// A written case that is known to differ for the same reason: where it no longer does, neither may
    /// the cause be here.
    case: String,
}

impl Causes {
    pub(crate) fn known() -> Self {
        Self(file().cause)
    }

    /// The cause that the smallest case has.
    pub(crate) fn of(&self, case: &Case) -> Option<&str> {
        let shown = shown(case);
        let has = |cause: &Cause| cause.texts.iter().any(|text| shown.contains(text));
        let found = self.0.iter().find(|(_, cause)| has(cause));
        found.map(|(name, _)| name.as_str())
    }
}

#[test]
fn differences_have_reasons() {
    let file = file();
    for (name, cause) in &file.cause {
        assert!(
            file.written.contains_key(&cause.case),
            "the case {} of the cause {name} does not differ: remove it",
            cause.case
        );
    }
    for (name, reason) in &file.written {
        assert!(reason.len() > 10, "{name} has no reason");
    }
    for (name, cause) in &file.recorded {
        assert!(file.cause.contains_key(cause), "{name} has no cause");
    }
}
