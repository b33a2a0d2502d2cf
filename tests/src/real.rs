//! Compares what programs answer in the sandbox with what they answer in Node.
//!
//! Programs return JSON, so that a difference has a place. What differs is listed with the reason
//! and the place: another place is another difference.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use isolate_host::{Error, Outcome, Run, Value};
use serde::Deserialize;
use serde_json::Value as Json;

/// Values in a report are cut behind so many bytes.
const SHOWN_BYTES_MAX: usize = 200;

/// Programs that answer otherwise than in Node, by name.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Expected {
    programs: BTreeMap<String, Reason>,
}

/// Why a program answers otherwise.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Who has to do something about it.
    pub whose: Whose,
    /// What is different, in a sentence.
    pub about: String,
    /// Where the answers differ first: a path in the result, or how the program ended.
    pub place: String,
}

/// Who has to do something about a difference.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The engine is wrong.
    Engine,
    /// The engine does not have it.
    Missing,
    /// It is so on purpose: docs/language.md says why.
    Sandbox,
}

/// Where two answers differ first, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// A path in the result, or how the program ended.
    pub place: String,
    /// What is there in Node.
    pub node: String,
    /// What is there in the sandbox.
    pub here: String,
}

impl Whose {
    /// Its word in the list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Missing => "missing",
            Self::Sandbox => "sandbox",
        }
    }
}

impl Expected {
    /// Reads a list.
    ///
    /// # Errors
    ///
    /// A text that is no such list, or a reason that says nothing.
    pub fn parse(text: &str) -> Result<Self> {
        let expected: Self = toml::from_str(text).context("no list of programs that differ")?;
        for (name, reason) in &expected.programs {
            ensure!(!reason.about.is_empty(), "{name} has no `about`");
        }
        Ok(expected)
    }

    /// Why a program answers otherwise, where it is listed.
    #[must_use]
    pub fn reason(&self, name: &str) -> Option<&Reason> {
        self.programs.get(name)
    }

    /// The names that are listed.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.programs.keys().map(String::as_str)
    }

    /// What is wrong with the list, if this is how a program answers.
    #[must_use]
    pub fn objection(&self, name: &str, found: Option<&Difference>) -> Option<String> {
        match (found, self.reason(name)) {
            (None, None) => None,
            (Some(found), Some(reason)) if found.place == reason.place => None,
            (None, Some(_)) => Some("answers as in Node: take it off the list".to_owned()),
            (Some(Difference { place, node, here }), listed) => {
                let listed = listed.map_or_else(String::new, |reason| {
                    format!(", where {} is listed", reason.place)
                });
                Some(format!("{place}{listed}\n  Node: {node}\n  here: {here}"))
            }
        }
    }
}

/// What a program answers in Node, as `tests/real/node.cjs` writes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// JSON.
    Returned(String),
    /// An error, with its stack.
    Threw(String),
}

/// Compares a run with what the program returned in Node.
#[must_use]
pub fn difference(node: &str, ran: &Result<Run, Error>) -> Option<Difference> {
    let ended = |place: String, here: String| {
        Some(Difference {
            place,
            node: cut(node),
            here,
        })
    };
    let run = match ran {
        Ok(run) => run,
        Err(error) => return ended("fault".to_owned(), error.to_string()),
    };
    match &run.outcome {
        Outcome::Returned(Value::String(text)) => first_difference(node, &text.text),
        Outcome::Returned(value) => ended("result".to_owned(), cut(&crate::rendered(value))),
        Outcome::Threw(thrown) => ended(
            format!("throws {}", thrown.name),
            format!("{}\n{}", cut(&thrown.message), cut(&thrown.stack)),
        ),
        Outcome::Unparsable(thrown) => ended("does not parse".to_owned(), cut(&thrown.message)),
        Outcome::LimitExceeded(exceeded) => ended(
            format!("limit {}", exceeded.limit.as_str()),
            exceeded.message.clone(),
        ),
        other => ended("ends".to_owned(), format!("{other:?}")),
    }
}

/// Where two texts of JSON differ first.
#[must_use]
pub fn first_difference(node: &str, here: &str) -> Option<Difference> {
    if node == here {
        return None;
    }
    let found = match (serde_json::from_str(node), serde_json::from_str(here)) {
        (Ok(one), Ok(other)) => within("", &one, &other),
        _ => None,
    };
    // Numbers and the order of members may be written otherwise where the values are equal.
    Some(found.unwrap_or_else(|| Difference {
        place: "text".to_owned(),
        node: cut(node),
        here: cut(here),
    }))
}

/// Where two values differ first.
fn within(place: &str, node: &Json, here: &Json) -> Option<Difference> {
    if node == here {
        return None;
    }
    let inner = match (node, here) {
        (Json::Array(node), Json::Array(here)) => node
            .iter()
            .zip(here)
            .enumerate()
            .find_map(|(index, (node, here))| within(&format!("{place}[{index}]"), node, here)),
        (Json::Object(node), Json::Object(here)) => node.iter().find_map(|(key, node)| {
            let path = if place.is_empty() {
                key.clone()
            } else {
                format!("{place}.{key}")
            };
            within(&path, node, here.get(key)?)
        }),
        (Json::String(node), Json::String(here)) => return Some(of_texts(place, node, here)),
        _ => None,
    };
    Some(inner.unwrap_or_else(|| Difference {
        place: place.to_owned(),
        node: cut(&node.to_string()),
        here: cut(&here.to_string()),
    }))
}

/// Two texts, from a little before the character at which they differ.
fn of_texts(place: &str, node: &str, here: &str) -> Difference {
    const BEFORE_CHARS: usize = 30;
    let same = node.chars().zip(here.chars());
    let same = same.take_while(|(node, here)| node == here).count();
    let tail = |text: &str| {
        let skipped = same.saturating_sub(BEFORE_CHARS);
        let tail: String = text.chars().skip(skipped).collect();
        cut(&Json::String(tail).to_string())
    };
    Difference {
        place: place.to_owned(),
        node: tail(node),
        here: tail(here),
    }
}

/// The front of a long text.
fn cut(text: &str) -> String {
    if text.len() <= SHOWN_BYTES_MAX {
        return text.to_owned();
    }
    let front = &text[..text.floor_char_boundary(SHOWN_BYTES_MAX)];
    format!("{front}…")
}
