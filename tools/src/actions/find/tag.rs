//! The tags around what a model has thought.

/// Names of the tags. What is between them is no answer.
const NAMES: [&str; 16] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "antthinking",
    "seed:think",
    "reasoning",
    "reason",
    "reflection",
    "analysis",
    "scratchpad",
    "monologue",
    "plan",
    "planning",
    "draft",
    "example",
];
/// Names of tags in pairs of another form, `<|begin_of_thought|>`.
const BEGIN: &str = "begin_of_thought";
const END: &str = "end_of_thought";

/// Bytes that a tag has at most, with its attributes.
const TAG_BYTES_MAX: usize = 200;

/// A tag in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: &'static str,
    pub(super) is_end: bool,
    /// Its bytes.
    pub(super) len: usize,
}

/// Whether a word names thoughts, as in `Thought: …`.
pub(super) fn is_name(word: &str) -> bool {
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// The tag that a text begins with: `<think>`, `</think>`, `[THINK]`, `◁think▷` and the like.
pub(super) fn at(text: &str) -> Option<Tag> {
    let (opening, closing) = match text.chars().next()? {
        '<' => ('<', '>'),
        '[' => ('[', ']'),
        '◁' => ('◁', '▷'),
        _ => return None,
    };
    let text = crate::cut::head(text, TAG_BYTES_MAX);
    let inside = text.strip_prefix(opening)?;
    let inside = &inside[..inside.find(closing)?];
    let len = opening.len_utf8() + inside.len() + closing.len_utf8();
    let inside = inside.trim_matches(['|', ' ', '\t', '\n']);
    if inside.ends_with('/') {
        return None;
    }
    let (inside, is_end) = match inside.strip_prefix('/') {
        Some(rest) => (rest.trim_start(), true),
        None => (inside, false),
    };
    let word = inside.split(char::is_whitespace).next()?;
    // A word in brackets is ordinary text, such as the name of a link.
    let names = if opening == '[' { &NAMES[..1] } else { &NAMES };
    let (name, is_end) = if word.eq_ignore_ascii_case(BEGIN) {
        (NAMES[0], false)
    } else if word.eq_ignore_ascii_case(END) {
        (NAMES[0], true)
    } else {
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(word))?;
        (*name, is_end)
    };
    Some(Tag { name, is_end, len })
}
