//! The texts that models are told, as Markdown, with a slot for a declaration where they need one.
//!
//! A guide is a list of parts, each a file below `guides/`. Who may not change files, or has other
//! tools, is told other parts of the same guide.

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

/// The rules for programs; `{{types}}` stands where a declaration goes.
pub const STATE_SYSTEM_PROMPT: &str = whole!("system");

/// The rules for programs, in brief; `{{types}}` stands where a declaration goes.
pub const STATE_COMPACT_PROMPT: &str = whole!("compact");

const SYSTEM: [Part; 3] = guide!("system");
const COMPACT: [Part; 3] = guide!("compact");
const ACTIONS: [Part; 3] = guide!("actions");
const RUN: [Part; 3] = guide!("run");

const SLOT: &str = "{{types}}";

/// What stands in place of the advice about changes where nothing can be changed.
const NOTHING_CHANGES: &str =
    "# Changing files\n\nFiles can only be read here: a call that would change one fails.\n";

/// One part of a guide.
#[derive(Clone, Copy)]
enum Part {
    /// For every audience.
    Always(&'static str),
    /// Advice about changes, for those who can make them.
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

/// Which tools a model is told of. The others can be called all the same: what may be done is
/// for a policy to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolSet {
    /// Programs, and what serves a reader: `run`, `run_readonly`, `describe`, and `read`, `ls`,
    /// `tree`, `glob`, `grep` and `stat`. Less than half of the tokens of all of them.
    Run,
    /// All but those that run programs.
    Plain,
    /// All of them.
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
    /// The tools that look, beside programs.
    const READER: [&'static str; 6] = ["read", "ls", "tree", "glob", "grep", "stat"];
    /// Those that run programs, and what tells of them.
    const PROGRAMS: [&'static str; 3] = ["run", "run_readonly", "describe"];

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

/// The system prompt with a declaration in its slot.
#[must_use]
pub fn system_prompt(types: &str) -> String {
    system_prompt_for(Audience::Full, types)
}

/// The system prompt for an audience, with a declaration in its slot.
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

/// What a model is told that works by JSON actions: their fields, examples, what comes back.
#[must_use]
pub fn actions_prompt(audience: Audience) -> String {
    for_audience(ACTIONS, audience)
}

/// What a model is told that works by tools, beside the description of each one.
#[must_use]
pub fn tools_prompt(set: ToolSet, audience: Audience) -> String {
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
        Audience::Full if set != ToolSet::Run => parts.push(part!("tools", "changing")),
        Audience::Full => {}
    }
    parts.push(part!("tools", "end"));
    parts.join("\n")
}

/// The description of the tool that runs programs, with a declaration in its slot.
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
