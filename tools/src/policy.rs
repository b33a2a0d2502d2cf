//! Rules about paths, in one place, for tools and programs alike.
//!
//! A [`Policy`] is compiled once into a guard that stands below the filesystem, so that no tool
//! can forget it and no program can go around it.

use std::fmt;

use isolate_vfs::{Glob, Guard, VPath, Verb};
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

/// What may be done where.
///
/// Of several rules that cover a path, the one whose pattern begins with the longest plain path
/// decides; of equally long ones, a rule that denies, then one that asks. `default` decides where none covers it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
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
    /// Allows everything at and below some paths, and nothing else.
    #[must_use]
    pub fn only(paths: &[&str]) -> Self {
        Self {
            rules: vec![Rule {
                effect: Decision::Allow,
                verbs: Vec::new(),
                paths: paths.iter().map(|&path| path.to_owned()).collect(),
            }],
            default: Decision::Deny,
            ..Self::default()
        }
    }

    /// Compiles the patterns.
    ///
    /// # Errors
    /// A pattern that does not parse.
    pub(crate) fn compile(&self) -> Result<Compiled, PolicyError> {
        let mut patterns = Vec::new();
        for rule in &self.rules {
            for text in &rule.paths {
                patterns.push(Pattern::new(text, rule)?);
            }
        }
        let plain = |list: &[String]| -> Vec<String> {
            list.iter()
                .map(|extension| extension.trim_start_matches('.').to_lowercase())
                .collect()
        };
        Ok(Compiled {
            patterns,
            default: self.default,
            stealth: self.stealth,
            is_approved: false,
            read_only: self.read_only,
            write_bytes_max: self.write_bytes_max,
            read_bytes_max: self.read_bytes_max,
            extensions_allowed: plain(&self.extensions_allowed),
            extensions_denied: plain(&self.extensions_denied),
        })
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

/// One pattern of a rule.
#[derive(Debug)]
struct Pattern {
    text: String,
    verbs: Vec<RuleVerb>,
    effect: Decision,
    matcher: Matcher,
    /// The plain directory that everything it covers lies at or below.
    anchor: VPath,
}

#[derive(Debug)]
enum Matcher {
    /// This path and everything below.
    Below(VPath),
    Path(Glob),
    Name(Glob),
}

impl Pattern {
    fn new(text: &str, rule: &Rule) -> Result<Self, PolicyError> {
        let bad = |cause: String| PolicyError {
            text: format!("policy: {cause}"),
        };
        // What is below a directory that a pattern covers is covered anyway.
        let short = text.strip_suffix("/**").filter(|rest| !rest.is_empty());
        let short = short.unwrap_or(if text == "/**" { "/" } else { text });
        let (matcher, anchor) = if short.contains('/') {
            let glob = Glob::find_path(short).map_err(|cause| bad(cause.to_string()))?;
            let parse = |text: &str| VPath::parse(text).map_err(|cause| bad(cause.to_string()));
            match glob.literal_path() {
                Some(path) => {
                    let path = parse(path)?;
                    (Matcher::Below(path.clone()), path)
                }
                None => {
                    let anchor = parse(glob.literal_prefix())?;
                    (Matcher::Path(glob), anchor)
                }
            }
        } else {
            let glob = Glob::find_name(short).map_err(|cause| bad(cause.to_string()))?;
            (Matcher::Name(glob), VPath::root())
        };
        Ok(Self {
            text: text.to_owned(),
            verbs: rule.verbs.clone(),
            effect: rule.effect,
            matcher,
            anchor,
        })
    }

    fn is_about(&self, verb: RuleVerb) -> bool {
        self.verbs.is_empty() || self.verbs.contains(&verb)
    }

    fn covers(&self, path: &VPath) -> bool {
        match &self.matcher {
            Matcher::Below(top) => path.starts_with(top),
            Matcher::Name(glob) => path.components().any(|name| glob.is_match(name)),
            Matcher::Path(glob) => {
                let mut at = Some(path.clone());
                while let Some(here) = at {
                    if glob.is_match(here.as_str()) {
                        return true;
                    }
                    at = here.parent();
                }
                false
            }
        }
    }

    fn named(&self, verb: RuleVerb) -> String {
        let effect = self.effect.word();
        format!("rule `{effect} {} {}`", word(verb), self.text)
    }
}

const fn word(verb: RuleVerb) -> &'static str {
    match verb {
        RuleVerb::List => "list",
        RuleVerb::Read => "read",
        RuleVerb::Write => "write",
        RuleVerb::Delete => "delete",
    }
}

/// A policy that is ready to be asked.
#[derive(Debug)]
pub(crate) struct Compiled {
    patterns: Vec<Pattern>,
    default: Decision,
    stealth: bool,
    /// Whether somebody has approved what the rules ask about.
    is_approved: bool,
    read_only: bool,
    write_bytes_max: Option<u64>,
    read_bytes_max: Option<u64>,
    extensions_allowed: Vec<String>,
    extensions_denied: Vec<String>,
}

/// The words between a verb and the rule that asks.
const NEEDS_APPROVAL: &str = " needs approval by ";

/// Whether an error is the refusal of a rule that asks.
pub(crate) fn is_asking(message: &str) -> bool {
    let verbs = [
        RuleVerb::List,
        RuleVerb::Read,
        RuleVerb::Write,
        RuleVerb::Delete,
    ];
    verbs.into_iter().any(|verb| {
        let rest = message.strip_prefix(word(verb));
        rest.is_some_and(|rest| rest.starts_with(NEEDS_APPROVAL))
    })
}

impl Compiled {
    /// The same rules, with everything approved that they ask about.
    pub(crate) fn approved(self) -> Self {
        Self {
            is_approved: true,
            ..self
        }
    }

    /// What the rules say, when it is not to allow it.
    fn by_rules(&self, verb: RuleVerb, path: &VPath, leads_on: bool) -> Option<(Decision, String)> {
        let decisive = self
            .patterns
            .iter()
            .filter(|pattern| pattern.is_about(verb) && pattern.covers(path))
            .max_by_key(|pattern| (pattern.anchor.depth(), pattern.effect.weight()));
        let (effect, rule) = match decisive {
            Some(pattern) => (pattern.effect, pattern.named(verb)),
            // The way to what is allowed can be seen, and made.
            None if leads_on && self.leads_to_allowed(verb, path) => return None,
            None => {
                let effect = self.default.word();
                let rule = format!("the default rule `{effect} {}`", word(verb));
                (self.default, rule)
            }
        };
        match effect {
            Decision::Allow => None,
            Decision::Ask if self.is_approved => None,
            Decision::Ask | Decision::Deny => Some((effect, rule)),
        }
    }

    fn leads_to_allowed(&self, verb: RuleVerb, path: &VPath) -> bool {
        self.patterns.iter().any(|pattern| {
            pattern.effect != Decision::Deny
                && pattern.is_about(verb)
                && pattern.anchor.starts_with(path)
        })
    }

    fn by_extension(&self, path: &VPath) -> Option<String> {
        let name = path.name().unwrap_or_default();
        let extension = name
            .rsplit_once('.')
            .map_or(String::new(), |(_, end)| end.to_lowercase());
        if self.extensions_denied.contains(&extension) {
            return Some(format!("rule `extensionsDenied {extension}`"));
        }
        if !self.extensions_allowed.is_empty() && !self.extensions_allowed.contains(&extension) {
            let allowed = self.extensions_allowed.join(", ");
            return Some(format!("rule `extensionsAllowed {allowed}`"));
        }
        None
    }
}

fn over(max: Option<u64>, bytes: u64, name: &str) -> Option<String> {
    let max = max.filter(|max| bytes > *max)?;
    Some(format!("rule `{name} {max}`: it has {bytes} bytes"))
}

impl Guard for Compiled {
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<String> {
        let rule_verb = match verb {
            Verb::List => RuleVerb::List,
            Verb::Read => RuleVerb::Read,
            Verb::Write | Verb::MakeDirectory => RuleVerb::Write,
            Verb::Delete => RuleVerb::Delete,
        };
        let changes = !matches!(verb, Verb::List | Verb::Read);
        let denied = |rule| (Decision::Deny, rule);
        let refused = if changes && self.read_only {
            Some(denied("rule `readOnly`".to_owned()))
        } else {
            let leads_on = matches!(verb, Verb::List | Verb::MakeDirectory);
            self.by_rules(rule_verb, path, leads_on)
        };
        // What is denied need not be asked about.
        let by_file = match verb {
            Verb::Write => self
                .by_extension(path)
                .or_else(|| over(self.write_bytes_max, bytes, "writeBytesMax")),
            Verb::Read => over(self.read_bytes_max, bytes, "readBytesMax"),
            Verb::List | Verb::MakeDirectory | Verb::Delete => None,
        };
        let (effect, rule) = match (refused, by_file) {
            (Some((Decision::Deny, rule)), _) | (_, Some(rule)) => denied(rule),
            (Some(asked), None) => asked,
            (None, None) => return None,
        };
        let said = match effect {
            Decision::Ask => NEEDS_APPROVAL,
            Decision::Allow | Decision::Deny => " is denied by ",
        };
        Some(format!("{}{said}{rule}", word(rule_verb)))
    }

    fn hides(&self, path: &VPath) -> bool {
        self.stealth && self.by_rules(RuleVerb::List, path, true).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(effect: Decision, verbs: &[RuleVerb], path: &str) -> Rule {
        Rule {
            effect,
            verbs: verbs.to_vec(),
            paths: vec![path.to_owned()],
        }
    }

    fn refusal(policy: &Policy, verb: Verb, path: &str) -> Option<String> {
        let path = VPath::parse(path).unwrap();
        policy.compile().unwrap().refusal(verb, &path, 10)
    }

    #[test]
    fn names_are_compared_as_components() {
        let policy = Policy::only(&["/a"]);
        assert_eq!(refusal(&policy, Verb::Write, "/a/x"), None);
        assert_eq!(
            refusal(&policy, Verb::Write, "/ab").unwrap(),
            "write is denied by the default rule `deny write`"
        );
    }

    #[test]
    fn the_way_to_what_is_allowed_is_open() {
        let policy = Policy::only(&["/data/in/**"]);
        for verb in [Verb::List, Verb::MakeDirectory] {
            assert_eq!(refusal(&policy, verb, "/data"), None);
            assert!(refusal(&policy, verb, "/other").is_some());
        }
        assert!(refusal(&policy, Verb::Delete, "/data").is_some());
        assert!(refusal(&policy, Verb::Write, "/data/file").is_some());
    }

    #[test]
    fn the_nearer_rule_decides_and_denying_wins() {
        let policy = Policy {
            rules: vec![
                rule(Decision::Deny, &[], "/src"),
                rule(
                    Decision::Allow,
                    &[RuleVerb::Read, RuleVerb::List],
                    "/src/public",
                ),
                rule(Decision::Deny, &[], "*.key"),
            ],
            ..Policy::default()
        };
        assert_eq!(refusal(&policy, Verb::Read, "/src/public/a"), None);
        assert!(refusal(&policy, Verb::Write, "/src/public/a").is_some());
        assert_eq!(
            refusal(&policy, Verb::Read, "/etc/x.key/below").unwrap(),
            "read is denied by rule `deny read *.key`"
        );
        let both = Policy {
            rules: vec![
                rule(Decision::Deny, &[], "/a"),
                rule(Decision::Allow, &[], "/a"),
            ],
            ..Policy::default()
        };
        assert!(refusal(&both, Verb::List, "/a").is_some());
    }

    #[test]
    fn sizes_and_extensions_are_rules_too() {
        let policy = Policy {
            write_bytes_max: Some(9),
            read_bytes_max: Some(10),
            extensions_denied: vec![".exe".to_owned()],
            ..Policy::default()
        };
        assert_eq!(
            refusal(&policy, Verb::Write, "/a").unwrap(),
            "write is denied by rule `writeBytesMax 9`: it has 10 bytes"
        );
        assert_eq!(refusal(&policy, Verb::Read, "/a"), None);
        assert_eq!(
            refusal(&policy, Verb::Write, "/a.EXE").unwrap(),
            "write is denied by rule `extensionsDenied exe`"
        );
        let only = Policy {
            extensions_allowed: vec!["md".to_owned(), "txt".to_owned()],
            ..Policy::default()
        };
        assert_eq!(refusal(&only, Verb::Write, "/a.md"), None);
        assert!(refusal(&only, Verb::Write, "/makefile").is_some());
        assert_eq!(refusal(&only, Verb::MakeDirectory, "/dir"), None);
    }
}
