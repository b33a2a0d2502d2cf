//! Rules about paths, for tools and programs alike.
//!
//! A [`Policy`] is compiled once into a guard that the filesystem asks before each operation, so
//! that no tool and no program can bypass it.

mod guard;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

pub(crate) use guard::check_commands;

/// The operations that a rule is about.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum RuleVerb {
    /// Seeing that a path exists.
    List,
    /// Reading bytes.
    Read,
    /// Creating and changing.
    Write,
    /// Removing, and moving away.
    Delete,
}

/// The effect of a rule.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum RuleEffect {
    /// The operation is allowed.
    #[default]
    Allow,
    /// The operation is denied.
    Deny,
    /// A call of a tool needs an approval; programs are denied.
    Ask,
}

impl RuleEffect {
    const fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
        }
    }

    /// Of equally specific rules, the one with the highest weight decides.
    const fn weight(self) -> u8 {
        match self {
            Self::Allow => 0,
            Self::Ask => 1,
            Self::Deny => 2,
        }
    }
}

/// One rule.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Rule {
    /// The effect.
    pub(crate) effect: RuleEffect,
    /// The operations; all if empty.
    #[serde(default)]
    pub(crate) verbs: Vec<RuleVerb>,
    /// Patterns. Each covers the paths that it matches and everything below them. A pattern without
    /// a slash matches names at any depth.
    pub(crate) paths: Vec<String>,
}

impl Rule {
    /// A rule about everything at and below some paths, for all verbs.
    #[must_use]
    pub fn new(effect: RuleEffect, paths: &[&str]) -> Self {
        Self {
            effect,
            verbs: Vec::new(),
            paths: owned(paths),
        }
    }

    /// A rule that allows.
    #[must_use]
    pub fn allow(paths: &[&str]) -> Self {
        Self::new(RuleEffect::Allow, paths)
    }

    /// A rule that denies.
    #[must_use]
    pub fn deny(paths: &[&str]) -> Self {
        Self::new(RuleEffect::Deny, paths)
    }

    /// A rule that asks for an approval.
    #[must_use]
    pub fn ask(paths: &[&str]) -> Self {
        Self::new(RuleEffect::Ask, paths)
    }

    /// Limits the rule to some operations; an empty list means all.
    #[must_use]
    pub fn verbs(mut self, verbs: &[RuleVerb]) -> Self {
        self.verbs = verbs.to_vec();
        self
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Which operations are allowed on which paths.
///
/// Each member of its JSON has a setter; that of `default` is [`Policy::otherwise`].
///
/// ```
/// use isolate_tools::{Policy, Rule, RuleVerb};
///
/// let policy = Policy::new()
///     .rule(Rule::deny(&["*.key"]))
///     .rule(Rule::ask(&["/releases"]).verbs(&[RuleVerb::Write, RuleVerb::Delete]));
/// assert_ne!(policy, Policy::new());
/// ```
///
/// If several rules cover a path, the one whose pattern begins with the longest literal path
/// decides; of equally long ones, first a rule that denies, then one that asks. If no rule covers
/// it, `default` decides.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Policy {
    /// The rules, in any order.
    pub(crate) rules: Vec<Rule>,
    /// The effect where no rule applies. Default: allow.
    pub(crate) default: RuleEffect,
    pub(crate) stealth: bool,
    pub(crate) read_only: bool,
    pub(crate) write_bytes_max: Option<u64>,
    pub(crate) read_bytes_max: Option<u64>,
    pub(crate) extensions_allowed: Vec<String>,
    pub(crate) extensions_denied: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) allowed_commands: Option<Vec<String>>,
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
            .otherwise(RuleEffect::Deny)
    }

    /// Adds a rule.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Sets the effect where no rule applies.
    #[must_use]
    pub const fn otherwise(mut self, decision: RuleEffect) -> Self {
        self.default = decision;
        self
    }

    /// Makes paths that may not be listed seem not to exist. Default: `false`, and the error names
    /// the rule.
    #[must_use]
    pub const fn stealth(mut self) -> Self {
        self.stealth = true;
        self
    }

    /// Refuses every change. Default: `false`.
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

    /// Sets the only extensions that files may be written with, without the dot; all if empty.
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

    /// Sets the only commands that the shell of `exec` runs, beside what is built into the language, such as
    /// `cd`, `echo` and `eval`: names, each with the arguments that it has to begin with, if any, as in
    /// `git status`. Any other command ends with exit code 126, however it is called. Default: all.
    ///
    /// It is no boundary, as `find -delete` removes files too: what may be changed is up to the rules.
    #[must_use]
    pub fn allowed_commands(mut self, commands: &[&str]) -> Self {
        self.allowed_commands = Some(owned(commands));
        self
    }

    /// The commands that may be run where a caller allows those of `own`, or all with none: what both
    /// lists allow. None is all.
    #[must_use]
    pub fn commands_within(&self, own: Option<&[String]>) -> Option<Vec<String>> {
        match (own, &self.allowed_commands) {
            (Some(own), Some(policy)) => Some(allowed_by_both(own, policy)),
            (own, policy) => own.map(<[String]>::to_vec).or_else(|| policy.clone()),
        }
    }

    /// Whether a rule asks for approvals.
    pub(crate) fn asks(&self) -> bool {
        self.default == RuleEffect::Ask
            || self.rules.iter().any(|rule| rule.effect == RuleEffect::Ask)
    }

    /// Whether it says nothing about paths.
    pub(crate) fn is_open(&self) -> bool {
        let paths = Self {
            allowed_commands: None,
            ..self.clone()
        };
        paths == Self::default()
    }
}

/// What both lists of commands allow: where an entry of one begins with one of the other, the longer one.
fn allowed_by_both(one: &[String], other: &[String]) -> Vec<String> {
    let words = |entry: &str| {
        entry
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut both = Vec::new();
    for mine in one {
        for theirs in other {
            let (my_words, their_words) = (words(mine), words(theirs));
            if my_words.starts_with(&their_words) {
                both.push(mine.clone());
            } else if their_words.starts_with(&my_words) {
                both.push(theirs.clone());
            }
        }
    }
    both.dedup();
    both
}

/// A policy with a pattern that does not parse.
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
