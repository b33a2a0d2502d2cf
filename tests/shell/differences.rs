//! Where the sandbox is known to answer otherwise than bash: `differences.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

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
    pub(crate) fn known(section: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("shell/differences.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let mut sections: BTreeMap<String, BTreeMap<String, String>> =
            toml::from_str(&text).unwrap();
        Self {
            section,
            known: sections.remove(section).unwrap_or_default(),
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
    pub(crate) fn check(self) {
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
        for (name, reason) in &self.known {
            if reason.len() < 10 {
                writeln!(wrong, "{name} has no reason").unwrap();
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
