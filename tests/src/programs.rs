//! Programs that are made, and what Node and the engine answer.
//!
//! A family is a [grammar](Grammar), or changes of the corpus. A program is made from a seed and a
//! number, and is the same each time. It prints what it sees and what it is called for, and
//! returns that as one text in ASCII: so the answers of any two engines can be compared, and
//! nothing depends on how an engine converts values. Every loop in it is counted.

pub mod accepted;
pub mod corpus;
pub mod engines;
pub mod recorded;
pub mod shrink;

mod choices;
mod grammar;
mod selection;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

pub use choices::{Choices, List, SIMPLEST, Span};
pub use grammar::Grammar;
pub use selection::Selection;

/// What each program begins with.
const PRELUDE: &str = include_str!("programs/prelude.js");

/// The folder of grammars and lists.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// A kind of programs.
#[derive(Debug)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// How often it comes up, compared with others.
    weight: u32,
    is_async: bool,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Grammar(Grammar),
    Corpus(Vec<corpus::Sample>),
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
    let mut families = Vec::new();
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = rules(path)?;
        let head = text.lines().next().unwrap_or_default();
        let weight = head
            .split_once("weight ")
            .map_or("10", |(_, weight)| weight);
        families.push(Family {
            weight: weight
                .parse()
                .with_context(|| format!("weight of {name}"))?,
            is_async: head.contains("async"),
            source: Source::Grammar(
                Grammar::parse(&text).with_context(|| format!("family {name}"))?,
            ),
            name: name.into_owned(),
        });
    }
    families.push(Family {
        name: "corpus".to_owned(),
        weight: 15,
        is_async: true,
        source: Source::Corpus(corpus::samples()?),
    });
    Ok(families)
}

/// The text of a family: its rules, and those of the parts that it uses.
///
/// # Errors
///
/// A file that cannot be read.
pub fn rules(path: &Path) -> Result<String> {
    let mut text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let used = text.lines().filter_map(|line| line.strip_prefix("# uses "));
    for part in used.map(str::to_owned).collect::<Vec<_>>() {
        let folder = path
            .parent()
            .and_then(Path::parent)
            .unwrap_or(Path::new("."));
        let path = folder.join("parts").join(format!("{part}.txt"));
        let rules = std::fs::read_to_string(&path);
        text.push_str(&rules.with_context(|| path.display().to_string())?);
    }
    Ok(text)
}

/// The family of a program, by its number: programs of all families take turns.
#[must_use]
pub fn family_of(families: &[Family], seed: u64, number: u64) -> usize {
    let all = families.iter().map(|family| family.weight).sum();
    let mut choice = Choices::random(!seed, number).below(all);
    for (index, family) in families.iter().enumerate() {
        if choice < family.weight {
            return index;
        }
        choice -= family.weight;
    }
    0
}

impl Family {
    /// Whether several of its programs may be run as one. Many changes of the corpus are no programs.
    #[must_use]
    pub fn may_be_together(&self) -> bool {
        matches!(self.source, Source::Grammar(_))
    }

    /// What is between the first and the last lines of a program.
    pub fn body(&self, choices: &mut Choices) -> String {
        match &self.source {
            Source::Grammar(grammar) => {
                let mode = ["", "\"use strict\";\n"][usize::from(choices.below(4) == 3)];
                format!("{mode}{}", grammar.expand(choices))
            }
            Source::Corpus(samples) => corpus::body(samples, choices),
        }
    }

    /// The program with this body.
    #[must_use]
    pub fn program(&self, body: &str) -> String {
        self.program_of(&[body])
    }

    /// One program with these bodies, one after the other.
    #[must_use]
    pub fn program_of(&self, bodies: &[&str]) -> String {
        let (main, call) = if self.is_async {
            ("async () =>", "await main()")
        } else {
            ("() =>", "main()")
        };
        let mut text = format!("async () => {{\n{PRELUDE}");
        for (index, body) in bodies.iter().enumerate() {
            if index > 0 {
                text.push_str("out += \"-----\\n\";\nlines = steps = 0;\n");
            }
            if bodies.len() > 1 {
                text.push_str("{\n");
            }
            text.push_str(&format!(
                "const main = {main} {{\n{body}\n}};\n\
                 try {{ {call}; }} catch (error) {{ print(\"uncaught\", error); }}\n\
                 for (let i = 0; i < 50; i++) await null;\n"
            ));
            if bodies.len() > 1 {
                text.push_str("}\n");
            }
        }
        text.push_str("return out;\n}\n");
        text
    }
}
