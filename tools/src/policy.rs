//! Rules about paths, in one place, for tools and programs alike.
//!
//! A [`Policy`] is compiled once into a guard that stands below the filesystem, so that no tool
//! can forget it and no program can go around it.

mod guard;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Deserialize;

/// What a rule is about.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum RuleVerb {
    /// Seeing that something exists.
    List,
    /// Reading bytes.
    Read,
    /// Creating and changing.
    Write,
    /// Removing, and moving away.
    Delete,
}

/// What a rule says.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// It may be done.
    #[default]
    Allow,
    /// It may not be done.
    Deny,
    /// A tool may do it once somebody has approved just this call; a program may not do it.
    Ask,
}

impl Decision {
    const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
        }
    }

    /// Of rules that are equally near, the one with the highest decides.
    const fn weight(self) -> u8 {
        match self {
            Self::Allow => 0,
            Self::Ask => 1,
            Self::Deny => 2,
        }
    }
}

/// One rule.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Rule {
    /// What it says.
    pub effect: Decision,
    /// What it is about; all verbs when empty.
    #[serde(default)]
    pub verbs: Vec<RuleVerb>,
    /// Patterns. Each covers what it matches and everything below; one without a slash is for
    /// names at any depth.
    pub paths: Vec<String>,
}

impl Rule {
    /// A rule about everything at and below some paths, for all verbs.
    #[must_use]
    pub fn new(effect: Decision, paths: &[&str]) -> Self {
        Self {
            effect,
            verbs: Vec::new(),
            paths: owned(paths),
        }
    }

    /// A rule that allows.
    #[must_use]
    pub fn allow(paths: &[&str]) -> Self {
        Self::new(Decision::Allow, paths)
    }

    /// A rule that denies.
    #[must_use]
    pub fn deny(paths: &[&str]) -> Self {
        Self::new(Decision::Deny, paths)
    }

    /// A rule that asks for an approval.
    #[must_use]
    pub fn ask(paths: &[&str]) -> Self {
        Self::new(Decision::Ask, paths)
    }

    /// Limits the rule to some verbs; none stands for all.
    #[must_use]
    pub fn verbs(mut self, verbs: &[RuleVerb]) -> Self {
        self.verbs = verbs.to_vec();
        self
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// What may be done where.
///
/// Each field has a setter; [`Policy::otherwise`] sets the default.
///
/// ```
/// use isolate_tools::{Policy, Rule, RuleVerb};
///
/// let policy = Policy::new()
///     .rule(Rule::deny(&["*.key"]))
///     .rule(Rule::ask(&["/releases"]).verbs(&[RuleVerb::Write, RuleVerb::Delete]));
/// assert_eq!(policy.rules.len(), 2);
/// ```
///
/// Of several rules that cover a path, the one whose pattern begins with the longest plain path
/// decides; of equally long ones, a rule that denies, then one that asks. `default` decides where none covers it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Policy {
    /// The rules, in any order.
    pub rules: Vec<Rule>,
    /// What holds where no rule says anything. Default: allowed.
    pub default: Decision,
    /// Whether what may not be listed looks as if it did not exist, also when it is named.
    /// Default: `false`, and the error names the rule.
    pub stealth: bool,
    /// Refuses every change. Default: `false`.
    pub read_only: bool,
    /// Largest file that may be written, in bytes.
    pub write_bytes_max: Option<u64>,
    /// Largest file that may be read, in bytes.
    pub read_bytes_max: Option<u64>,
    /// The only extensions that files may be written with, without the dot; all when empty.
    pub extensions_allowed: Vec<String>,
    /// Extensions that no file may be written with.
    pub extensions_denied: Vec<String>,
}

impl Policy {
    /// Allows everything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows everything at and below some paths, and nothing else.
    #[must_use]
    pub fn only(paths: &[&str]) -> Self {
        Self::new()
            .rule(Rule::allow(paths))
            .otherwise(Decision::Deny)
    }

    /// Adds a rule.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Sets the field [`default`](#structfield.default): what holds where no rule decides.
    #[must_use]
    pub const fn otherwise(mut self, decision: Decision) -> Self {
        self.default = decision;
        self
    }

    /// Makes what may not be listed look as if it did not exist.
    #[must_use]
    pub const fn stealth(mut self) -> Self {
        self.stealth = true;
        self
    }

    /// Refuses every change.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Sets the size of the largest file that may be written, in bytes.
    #[must_use]
    pub const fn write_bytes_max(mut self, bytes: u64) -> Self {
        self.write_bytes_max = Some(bytes);
        self
    }

    /// Sets the size of the largest file that may be read, in bytes.
    #[must_use]
    pub const fn read_bytes_max(mut self, bytes: u64) -> Self {
        self.read_bytes_max = Some(bytes);
        self
    }

    /// Sets the only extensions that files may be written with.
    #[must_use]
    pub fn extensions_allowed(mut self, extensions: &[&str]) -> Self {
        self.extensions_allowed = owned(extensions);
        self
    }

    /// Sets the extensions that no file may be written with.
    #[must_use]
    pub fn extensions_denied(mut self, extensions: &[&str]) -> Self {
        self.extensions_denied = owned(extensions);
        self
    }

    /// Whether a rule waits for somebody's word.
    pub(crate) fn asks(&self) -> bool {
        self.default == Decision::Ask || self.rules.iter().any(|rule| rule.effect == Decision::Ask)
    }

    pub(crate) fn is_open(&self) -> bool {
        *self == Self::default()
    }
}

/// A policy that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    text: String,
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for PolicyError {}
