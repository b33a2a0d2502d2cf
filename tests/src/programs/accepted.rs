//! Differences from Node that are known.

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::folder;

/// A difference, and why it is there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// Why.
    pub reason: String,
    /// What the body of a minimal program holds, each of them.
    #[serde(default)]
    program: Vec<String>,
    /// What the line holds that the engine gives in place of Node's.
    #[serde(default)]
    ours: String,
    /// What Node's line holds.
    #[serde(default)]
    node: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    accepted: Vec<Accepted>,
}

/// The list in the repository.
///
/// # Errors
///
/// A file that cannot be read, or is no such list.
pub fn accepted() -> Result<Vec<Accepted>> {
    let path = folder().join("accepted.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let list: List = toml::from_str(&text).context("accepted.toml")?;
    Ok(list.accepted)
}

impl Accepted {
    /// Whether it is this one: the body of a minimal program, and the first lines of the answers
    /// that differ.
    #[must_use]
    pub fn is_of(&self, body: &str, ours: &str, node: &str) -> bool {
        self.program.iter().all(|part| body.contains(part.as_str()))
            && ours.contains(&self.ours)
            && node.contains(&self.node)
    }
}

/// The first lines in which two answers differ.
#[must_use]
pub fn first_difference<'t>(ours: &'t str, node: &'t str) -> (&'t str, &'t str) {
    let (mut of_ours, mut of_node) = (ours.lines(), node.lines());
    loop {
        match (of_ours.next(), of_node.next()) {
            (Some(one), Some(other)) if one == other => {}
            (None, None) => return ("", ""),
            (one, other) => return (one.unwrap_or("nothing"), other.unwrap_or("nothing")),
        }
    }
}
