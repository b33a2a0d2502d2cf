//! The prompts for models, as Markdown. Some have a placeholder for a declaration.
//!
//! A guide is a list of parts, each a file below `guides/`. The audience and the set of tools select
//! the parts.

use crate::Audience;
use crate::declare::compact;

/// All parts of a guide as one text.
macro_rules! whole {
    ($guide:literal) => {
        concat!(
            part!($guide, "start"),
            "\n",
            part!($guide, "changing"),
            "\n",
            part!($guide, "end")
        )
    };
}

/// The text of one part.
macro_rules! part {
    ($guide:literal, $part:literal) => {
        include_str!(concat!("../guides/", $guide, "/", $part, ".md"))
    };
}

/// A guide with one part about changes.
macro_rules! guide {
    ($guide:literal) => {
        [
            Part::Always(part!($guide, "start")),
            Part::Changing(part!($guide, "changing")),
            Part::Always(part!($guide, "end")),
        ]
    };
}

/// The rules for programs, with the placeholder `{{types}}` for a declaration.
pub const STATE_SYSTEM_PROMPT: &str = whole!("system");

/// The short rules for programs, with the placeholder `{{types}}` for a declaration.
pub const STATE_COMPACT_PROMPT: &str = whole!("compact");

const SYSTEM: [Part; 3] = guide!("system");
const COMPACT: [Part; 3] = guide!("compact");
const ACTIONS: [Part; 3] = guide!("actions");
const RUN: [Part; 3] = guide!("run");

const SLOT: &str = "{{types}}";

/// The text that replaces the advice about changes for a read-only audience.
const NOTHING_CHANGES: &str =
    "# Changing files\n\nFiles can only be read here: a call that would change one fails.\n";

/// One part of a guide.
#[derive(Clone, Copy)]
enum Part {
    /// For every audience.
    Always(&'static str),
    /// Advice about changes, for audiences that may make them.
    Changing(&'static str),
}

impl Part {
    const fn for_audience(self, audience: Audience) -> &'static str {
        match (self, audience) {
            (Self::Always(text), _) | (Self::Changing(text), Audience::Full) => text,
            (Self::Changing(_), Audience::ReadOnly) => NOTHING_CHANGES,
        }
    }
}

/// The tools that are listed to a model. Other tools can still be called: permissions are set by a
/// policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolSet {
    /// Programs, commands and reading: `run`, `run_readonly`, `exec`, `describe`, `read`, `ls`, `tree`, `glob`,
    /// `grep` and `stat`. Less than half the tokens of all tools.
    Run,
    /// All tools but those that run programs.
    Plain,
    /// All tools.
    #[default]
    All,
}

impl ToolSet {
    /// Every set with its name in the command.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("run", Self::Run),
        ("plain", Self::Plain),
        ("all", Self::All),
    ];
    /// The tools that read, besides programs.
    const READER: [&'static str; 6] = ["read", "ls", "tree", "glob", "grep", "stat"];
    /// The tools that run programs, and the tool that describes `state`.
    const PROGRAMS: [&'static str; 4] = ["run", "run_readonly", "describe", "exec"];

    /// Whether a tool belongs to the set.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        let is_of_programs = Self::PROGRAMS.contains(&name);
        match self {
            Self::Run => is_of_programs || Self::READER.contains(&name),
            Self::Plain => !is_of_programs,
            Self::All => true,
        }
    }
}

/// The system prompt with a declaration.
#[must_use]
pub fn system_prompt(types: &str) -> String {
    system_prompt_for(Audience::Full, types)
}

/// The system prompt for an audience, with a declaration.
///
/// For a read-only run, the section about changes says that there are none.
#[must_use]
pub fn system_prompt_for(audience: Audience, types: &str) -> String {
    filled(&for_audience(SYSTEM, audience), types)
}

/// The rules for programs and the compact declaration: at most 1,500 tokens.
#[must_use]
pub fn compact_prompt(audience: Audience) -> String {
    let rules = for_audience(COMPACT, audience);
    filled(&rules, &compact(audience))
}

/// The prompt for a model that writes JSON actions: their fields, examples and replies.
#[must_use]
pub fn actions_prompt(audience: Audience) -> String {
    for_audience(ACTIONS, audience)
}

/// As [`actions_prompt`], where commands of a shell can be run.
#[must_use]
pub fn actions_prompt_with_commands(audience: Audience) -> String {
    let [start, changing, end] = ACTIONS.map(|part| part.for_audience(audience));
    [start, changing, part!("actions", "commands"), end].join("\n")
}

/// The prompt for a model that calls tools, in addition to their descriptions.
#[must_use]
pub fn tools_prompt(set: ToolSet, audience: Audience) -> String {
    tools_prompt_of(set, audience, &[CHANGING, UNDOING].concat())
}

/// As [`tools_prompt`], for tools over files that have no history, whose changes can be undone or not.
#[must_use]
pub fn tools_prompt_without_history(set: ToolSet, audience: Audience, can_undo: bool) -> String {
    let changing = match can_undo {
        true => [CHANGING, UNDOING_ONLY].concat(),
        false => CHANGING.to_owned(),
    };
    tools_prompt_of(set, audience, &changing)
}

const CHANGING: &str = part!("tools", "changing");
/// The line that follows it where there is a history.
const UNDOING: &str = part!("tools", "undoing");
/// The same where there are no checkpoints.
const UNDOING_ONLY: &str = part!("tools", "undoing_only");

fn tools_prompt_of(set: ToolSet, audience: Audience, changing: &str) -> String {
    let has_programs = set != ToolSet::Plain;
    let mut parts = vec![part!("tools", "start")];
    if has_programs {
        parts.push(part!("tools", "programs"));
    }
    if has_programs && audience == Audience::Full {
        parts.push(part!("tools", "changing_by_programs"));
    }
    match audience {
        Audience::ReadOnly => parts.push(NOTHING_CHANGES),
        Audience::Full if set != ToolSet::Run => parts.push(changing),
        Audience::Full => {}
    }
    parts.push(part!("tools", "end"));
    parts.join("\n")
}

/// The description of the tool that runs programs, with a declaration.
pub(crate) fn run_description(audience: Audience, types: &str) -> String {
    let text = filled(&for_audience(RUN, audience), types);
    text.trim_end().to_owned()
}

/// A guide as an audience reads it.
fn for_audience(guide: [Part; 3], audience: Audience) -> String {
    guide.map(|part| part.for_audience(audience)).join("\n")
}

fn filled(text: &str, types: &str) -> String {
    text.replace(SLOT, types.trim_end())
}
