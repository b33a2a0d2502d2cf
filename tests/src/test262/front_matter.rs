//! What a test says of itself, in a comment in YAML.

use anyhow::{Context as _, Result, bail};

use super::Mode;

const START: &str = "/*---";
const END: &str = "---*/";

/// What a test says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// How it is to be run: `async`, `onlyStrict` and so on.
    pub flags: Vec<String>,
    /// Files of the harness that it needs besides those that every test gets.
    pub includes: Vec<String>,
    /// Features of the language that it is about.
    pub features: Vec<String>,
    /// The error that it must end with.
    pub negative: Option<Negative>,
}

/// The error that a test must end with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negative {
    /// When.
    pub phase: Phase,
    /// The name of the error's constructor.
    pub constructor: String,
}

/// When a test must fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before anything runs.
    Parse,
    /// When modules are linked.
    Resolution,
    /// While it runs.
    Runtime,
}

impl FrontMatter {
    /// Reads the front matter of a test; a text without any has none.
    ///
    /// # Errors
    ///
    /// A front matter that does not end, and a `negative` that says no phase or no type.
    pub fn parse(test: &str) -> Result<Self> {
        let Some((_, after)) = test.split_once(START) else {
            return Ok(Self::default());
        };
        let (yaml, _) = after
            .split_once(END)
            .context("the front matter has no end")?;
        // Some tests are about the ends of lines and have others.
        let lines: Vec<&str> = yaml.split(['\n', '\r']).collect();
        let mut found = Self::default();
        for (key, value) in entries(&lines) {
            match key {
                "flags" => found.flags = items(&value),
                "includes" => found.includes = items(&value),
                "features" => found.features = items(&value),
                "negative" => found.negative = Some(negative(&value)?),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Whether it has this flag.
    #[must_use]
    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|found| found == flag)
    }

    /// The modes that it runs in.
    #[must_use]
    pub fn modes(&self) -> &'static [Mode] {
        if self.has_flag("onlyStrict") {
            &[Mode::Strict]
        } else if self.has_flag("noStrict") || self.has_flag("raw") {
            &[Mode::Sloppy]
        } else {
            &Mode::ALL
        }
    }
}

/// Keys at the start of a line, each with its value and the lines indented below it.
fn entries<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut entries: Vec<(&str, Vec<&str>)> = Vec::new();
    for &line in lines {
        // A list may stand below its key without indentation.
        if !line.starts_with([' ', '-', '\t', '#'])
            && let Some((key, value)) = line.split_once(':')
        {
            entries.push((key, vec![value]));
        } else if let Some((_, value)) = entries.last_mut() {
            value.push(line);
        }
    }
    entries
}

/// The items of `[a, b]`, also over several lines, or of `- a` and `- b` below each other.
fn items(value: &[&str]) -> Vec<String> {
    value
        .iter()
        .flat_map(|line| line.split('#').next().unwrap_or_default().split(','))
        .map(|item| {
            let item = item.trim().trim_start_matches("- ");
            item.trim_matches(['[', ']', ' ', '"', '\'']).to_owned()
        })
        .filter(|item| !item.is_empty())
        .collect()
}

fn negative(value: &[&str]) -> Result<Negative> {
    let member = |key: &str| {
        value
            .iter()
            .find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'))
            .map(str::trim)
            .with_context(|| format!("negative has no {key}"))
    };
    Ok(Negative {
        phase: match member("phase")? {
            "parse" | "early" => Phase::Parse,
            "resolution" => Phase::Resolution,
            "runtime" => Phase::Runtime,
            other => bail!("negative has an unknown phase: {other}"),
        },
        constructor: member("type")?.to_owned(),
    })
}
