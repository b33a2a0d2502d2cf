//! The texts that models are told, as Markdown, with a slot for a declaration where they need one.
//!
//! A text is made of sections, each below a line `# Heading`. Who may not change files, or has
//! other tools, is told other sections of the same text.

use crate::declare::compact;
use crate::{Audience, STATE_SYSTEM_PROMPT};

/// The rules for programs, in brief; `{{types}}` stands where a declaration goes.
pub const STATE_COMPACT_PROMPT: &str = include_str!("../compact.md");

const ACTIONS: &str = include_str!("../actions.md");
const RUN: &str = include_str!("../run.md");
const TOOLS: &str = include_str!("../tools.md");

const SLOT: &str = "{{types}}";
const PROGRAMS: &str = "Programs";
const CHANGING: &str = "Changing files";
const CHANGING_BY_PROGRAMS: &str = "Changing files by programs";

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
    filled(&for_audience(STATE_SYSTEM_PROMPT, audience), types)
}

/// The rules for programs and the compact declaration: at most 1,500 tokens.
#[must_use]
pub fn compact_prompt(audience: Audience) -> String {
    let rules = for_audience(STATE_COMPACT_PROMPT, audience);
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
    let is_told = |heading: &str| match heading {
        PROGRAMS => set != ToolSet::Plain,
        CHANGING_BY_PROGRAMS => set != ToolSet::Plain && audience == Audience::Full,
        CHANGING => set != ToolSet::Run && audience == Audience::Full,
        _ => true,
    };
    let mut text = String::new();
    for section in sections(TOOLS) {
        if section.heading.is_none_or(is_told) {
            text.push_str(section.text);
        } else if section.heading == Some(CHANGING) && audience == Audience::ReadOnly {
            text.push_str(&nothing_changes());
        }
    }
    text
}

/// The description of the tool that runs programs, with a declaration in its slot.
pub(crate) fn run_description(audience: Audience, types: &str) -> String {
    let text = filled(&for_audience(RUN, audience), types);
    text.trim_end().to_owned()
}

/// A text without advice about changes, where there can be none.
fn for_audience(text: &str, audience: Audience) -> String {
    if audience == Audience::Full {
        return text.to_owned();
    }
    let told = sections(text).map(|section| match section.heading {
        Some(CHANGING) => nothing_changes(),
        _ => section.text.to_owned(),
    });
    told.collect()
}

fn nothing_changes() -> String {
    format!("# {CHANGING}\n\nFiles can only be read here: a call that would change one fails.\n\n")
}

fn filled(text: &str, types: &str) -> String {
    text.replace(SLOT, types.trim_end())
}

struct Section<'a> {
    /// Its heading; the beginning of a text has none.
    heading: Option<&'a str>,
    /// All of it, the heading included.
    text: &'a str,
}

fn sections(text: &str) -> impl Iterator<Item = Section<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find("\n# ").map_or(rest.len(), |at| at + 1);
        let (text, behind) = rest.split_at(end);
        rest = behind;
        let heading = text.strip_prefix("# ").and_then(|text| text.lines().next());
        Some(Section { heading, text })
    })
}
