//! The rules of a [`Policy`], ready to be asked by the filesystem.

use std::sync::Arc;

use isolate_host::parse_json_as;
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{Guard, Refusal, Verb};

use super::{Policy, PolicyError, Rule, RuleEffect, RuleVerb};

/// Refuses an empty entry of a list of commands, which has this name.
pub(crate) fn check_commands(name: &str, commands: Option<&[String]>) -> Result<(), PolicyError> {
    let mut commands = commands.into_iter().flatten();
    match commands.any(|command| command.trim().is_empty()) {
        true => Err(PolicyError {
            text: format!(
                "{name}: a command is a name, or a name with the arguments that it has to begin with, and not empty"
            ),
        }),
        false => Ok(()),
    }
}

impl Policy {
    /// The rules as a workspace asks them: see
    /// [`Workspace::guarded`](isolate_host::Workspace::guarded). What needs an approval is refused.
    ///
    /// # Errors
    /// A pattern does not parse.
    pub fn guard(&self) -> Result<Arc<dyn Guard>, PolicyError> {
        Ok(Arc::new(self.compile()?))
    }

    /// Reads the JSON of a policy.
    ///
    /// # Errors
    /// The text is no policy. Patterns are not looked at.
    pub fn parse(text: &str) -> Result<Self, PolicyError> {
        parse_json_as(text).map_err(|cause| PolicyError {
            text: cause.to_string(),
        })
    }

    /// The rules of a text that was kept with a run that waits: see
    /// [`RunOptions::read_rules`](fn@isolate_host::RunOptions::read_rules).
    ///
    /// # Errors
    /// The text is no policy, or a pattern does not parse.
    ///
    /// ```
    /// use isolate_host::RunOptions;
    /// use isolate_tools::Policy;
    ///
    /// let options = RunOptions::new().read_rules(Policy::read_guard);
    /// # drop(options);
    /// let guard = Policy::only(&["/work"]).guard()?;
    /// assert!(Policy::read_guard(&guard.text().expect("a policy has one")).is_ok());
    /// # Ok::<(), isolate_tools::PolicyError>(())
    /// ```
    pub fn read_guard(text: &str) -> Result<Arc<dyn Guard>, PolicyError> {
        let policy = Self::parse(text).map_err(|cause| PolicyError {
            text: format!("policy: {cause}"),
        })?;
        policy.guard()
    }

    /// Compiles the patterns.
    ///
    /// # Errors
    /// A pattern that does not parse.
    pub(crate) fn compile(&self) -> Result<Compiled, PolicyError> {
        let mut patterns = Vec::new();
        check_commands("allowedCommands", self.allowed_commands.as_deref())?;
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
            is_approved: false,
            policy: Self {
                extensions_allowed: plain(&self.extensions_allowed),
                extensions_denied: plain(&self.extensions_denied),
                ..self.clone()
            },
        })
    }
}

/// One pattern of a rule.
#[derive(Debug)]
struct Pattern {
    text: String,
    verbs: Vec<RuleVerb>,
    effect: RuleEffect,
    matcher: Matcher,
    /// The literal directory at or below which everything is that it covers.
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
            let glob = Glob::plain_path(short).map_err(|cause| bad(cause.to_string()))?;
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
            let glob = Glob::plain_name(short).map_err(|cause| bad(cause.to_string()))?;
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
    /// What the patterns do not say, with extensions in lower case and without dots.
    policy: Policy,
    /// Whether the operation was approved.
    is_approved: bool,
}

impl Compiled {
    /// The same rules, with everything approved that they ask about.
    pub(crate) fn approved(self) -> Self {
        Self {
            is_approved: true,
            ..self
        }
    }

    /// The decision of the rules, unless they allow the operation.
    fn by_rules(
        &self,
        verb: RuleVerb,
        path: &VPath,
        leads_on: bool,
    ) -> Option<(RuleEffect, String)> {
        let decisive = self
            .patterns
            .iter()
            .filter(|pattern| pattern.is_about(verb) && pattern.covers(path))
            .max_by_key(|pattern| (pattern.anchor.depth(), pattern.effect.weight()));
        let (effect, rule) = match decisive {
            Some(pattern) => (pattern.effect, pattern.named(verb)),
            // Directories above an allowed path can be listed and created.
            None if leads_on && self.leads_to_allowed(verb, path) => return None,
            None => {
                let effect = self.policy.default.word();
                let rule = format!("the default rule `{effect} {}`", word(verb));
                (self.policy.default, rule)
            }
        };
        match effect {
            RuleEffect::Allow => None,
            RuleEffect::Ask if self.is_approved => None,
            RuleEffect::Ask | RuleEffect::Deny => Some((effect, rule)),
        }
    }

    fn leads_to_allowed(&self, verb: RuleVerb, path: &VPath) -> bool {
        self.patterns.iter().any(|pattern| {
            pattern.effect != RuleEffect::Deny
                && pattern.is_about(verb)
                && pattern.anchor.starts_with(path)
        })
    }

    fn by_extension(&self, path: &VPath) -> Option<String> {
        let name = path.name().unwrap_or_default();
        let extension = name
            .rsplit_once('.')
            .map_or(String::new(), |(_, end)| end.to_lowercase());
        if self.policy.extensions_denied.contains(&extension) {
            return Some(format!("rule `extensionsDenied {extension}`"));
        }
        if !self.policy.extensions_allowed.is_empty()
            && !self.policy.extensions_allowed.contains(&extension)
        {
            let allowed = self.policy.extensions_allowed.join(", ");
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
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal> {
        let rule_verb = match verb {
            Verb::List => RuleVerb::List,
            Verb::Read => RuleVerb::Read,
            Verb::Write | Verb::MakeDirectory => RuleVerb::Write,
            Verb::Delete => RuleVerb::Delete,
        };
        let changes = !matches!(verb, Verb::List | Verb::Read);
        let refused = if changes && self.policy.read_only {
            Some((RuleEffect::Deny, "rule `readOnly`".to_owned()))
        } else {
            let leads_on = matches!(verb, Verb::List | Verb::MakeDirectory);
            self.by_rules(rule_verb, path, leads_on)
        };
        // A denied operation needs no approval.
        let by_file = match verb {
            Verb::Write => self
                .by_extension(path)
                .or_else(|| over(self.policy.write_bytes_max, bytes, "writeBytesMax")),
            Verb::Read => over(self.policy.read_bytes_max, bytes, "readBytesMax"),
            Verb::List | Verb::MakeDirectory | Verb::Delete => None,
        };
        let verb = word(rule_verb);
        match (refused, by_file) {
            (Some((RuleEffect::Deny, rule)), _) | (_, Some(rule)) => {
                Some(Refusal::Denied(format!("{verb} is denied by {rule}")))
            }
            (Some((RuleEffect::Ask, rule)), None) => Some(Refusal::ApprovalNeeded(format!(
                "{verb} needs approval by {rule}"
            ))),
            (Some((RuleEffect::Allow, _)) | None, None) => None,
        }
    }

    fn hides(&self, path: &VPath) -> bool {
        self.policy.stealth && self.by_rules(RuleVerb::List, path, true).is_some()
    }

    // What was approved for one call is not approved for what comes after a wait.
    fn text(&self) -> Option<String> {
        serde_json::to_string(&self.policy).ok()
    }
}
