//! Programs over Node's `fs` that are made, and what Node on a folder of the disk and the sandbox
//! on a workspace answer, call by call.
//!
//! A program is lines: what is there at the beginning, then calls. Each call tells in one line what
//! it gave; what counts second (the number of an error, its words) stands behind a tab. At the end
//! the whole tree is told. What is meant to be other than in Node is left out of the grammars, in
//! `tests/files/families`, or out of what is told (`tests/files/prelude.js`).

pub mod cause;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::programs::{Choices, Grammar, rules};

/// What each program begins with.
const PRELUDE: &str = include_str!("../files/prelude.js");

/// What stands between the answers of programs that run as one.
const MARK: &str = "-----\n";

/// A kind of programs.
#[derive(Debug)]
pub struct Family {
    /// Its name.
    pub name: String,
    grammar: Grammar,
}

/// The folder of grammars.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("files")
}

/// All families, by name.
///
/// # Errors
///
/// A file that cannot be read, or is no grammar.
pub fn families() -> Result<Vec<Family>> {
    let folder = folder().join("families");
    let mut paths = Vec::new();
    for entry in folder.read_dir().context("families of programs")? {
        paths.push(entry?.path());
    }
    paths.sort();
    paths.iter().map(|path| Family::read(path)).collect()
}

impl Family {
    fn read(path: &Path) -> Result<Self> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let grammar = Grammar::parse(&rules(path)?);
        Ok(Self {
            grammar: grammar.with_context(|| format!("family {name}"))?,
            name: name.into_owned(),
        })
    }

    /// The lines of a program.
    pub fn body(&self, choices: &mut Choices) -> String {
        self.grammar.expand(choices)
    }
}

/// One program with these bodies, one after the other. Where it is traced, it tells the tree after
/// each call.
#[must_use]
pub fn program_of(bodies: &[&str], is_traced: bool) -> String {
    let mut text = format!("async () => {{\n{PRELUDE}");
    for (index, body) in bodies.iter().enumerate() {
        if index > 0 {
            text.push_str(&format!("out += {MARK:?};\n"));
        }
        text.push_str(&format!(
            "await run(async () => {{\n{body}\n}}, {is_traced});\n"
        ));
    }
    text.push_str("return out;\n}\n");
    text
}

/// The answers of so many programs that ran as one; none where the whole gave no answer.
#[must_use]
pub fn answers(whole: &str, count: usize) -> Option<Vec<&str>> {
    let parts: Vec<&str> = whole.strip_prefix("returned\n")?.split(MARK).collect();
    (parts.len() == count).then_some(parts)
}

/// An answer without what counts second.
#[must_use]
pub fn first_tier(answer: &str) -> String {
    let mut kept = String::new();
    for line in answer.lines() {
        kept.push_str(line.split('\t').next().unwrap_or_default());
        kept.push('\n');
    }
    kept
}
