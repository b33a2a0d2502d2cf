//! Finding and replacing text.
//!
//! Knows nothing of files. A query is plain text, or a regular expression of JavaScript
//! without the `u` flag. Expressions run on an automaton in linear time; those with
//! look-around or back-references on an engine that counts its steps.
//!
//! Differences from JavaScript: a character outside the basic plane is one character, not
//! two halves. Where `^` and `$` are the ends of lines, those are the lines of [`LineMatch::line`].
//!
//! Invariant: no call does more work, or answers more, than the [`Budget`] it is given.

mod backtrack;
mod cursor;
mod emit;
mod escape;
mod finder;
mod line;
mod lines;
mod parse;
mod replace;
#[cfg(test)]
mod tests;

use regex::bytes::{Regex, RegexBuilder};

use backtrack::Program;
use cursor::Cursor;
use emit::{Anchors, Flags};
use parse::{Node, Pattern};

pub use finder::{FoundLine, LineFinder};
pub use lines::{Context, LineMatch, Next};
pub use replace::{Replaced, Replacement};

/// Longest query in bytes.
pub const QUERY_BYTES_MAX: usize = 64 * 1024;

/// Size of a compiled query in bytes: what a query of one page needs, many times over.
const AUTOMATON_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Characters of a query that an error repeats.
const QUOTED_CHARS_MAX: usize = 120;

/// How a query is read.
///
/// Callers set every field: each translates options of its own, and a new one does not compile before
/// it is translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether `a` and `A` differ; they do by default.
    pub case_sensitive: bool,
    /// Whether the query is a regular expression; it is plain text by default.
    pub regex: bool,
    /// Whether a match must not touch another word character: a letter, mark, digit or connecting
    /// punctuation of Unicode. Plain text is only bound where it starts or ends in one.
    pub whole_word: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            case_sensitive: true,
            regex: false,
            whole_word: false,
        }
    }
}

/// What a query is matched against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// Each line by itself: no match holds a line break, and `^` and `$` are the line's ends. A query
    /// that asks for a line break, as itself, as `\n`, as `.` with the flag `s`, or by a class of all
    /// characters such as `[\s\S]`, is matched as in [`TextByLines`](Self::TextByLines).
    Lines,
    /// The text as a whole: `^` and `$` are its ends.
    Text,
    /// The text as a whole, in which `^` and `$` are the ends of each line.
    TextByLines,
}

/// What a search may still cost. One budget may serve many calls.
///
/// Callers set every field, so that a new limit does not compile before they have a value for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// Work left, in scanned bytes.
    pub scan_bytes: u64,
    /// Matches left.
    pub matches: u64,
    /// Bytes of the answers left: the lines and context of matches, or the replaced text.
    pub result_bytes: u64,
}

impl Default for Budget {
    /// 1 GiB scanned (two seconds at most), 100,000 matches, 64 MiB of answers.
    fn default() -> Self {
        Self {
            scan_bytes: 1 << 30,
            matches: 100_000,
            result_bytes: 64 << 20,
        }
    }
}

/// A compiled query.
#[derive(Debug, Clone)]
pub struct Matcher {
    engine: Engine,
    query: String,
    /// Whether every match is one of a line by itself.
    is_bound_to_lines: bool,
    /// Whether `^` and `$` are the ends of lines.
    is_by_lines: bool,
    /// The names of groups, with their numbers; for replacements.
    names: Vec<(String, usize)>,
}

#[derive(Debug, Clone)]
enum Engine {
    Linear(Automaton),
    Backtracking(Backtracker),
}

/// One search takes linear time, but may read far past the match that it answers.
#[derive(Debug, Clone)]
struct Automaton {
    regex: Regex,
    /// The same for a text that ends with the line that is searched, where `$` makes a difference.
    in_line: Option<Regex>,
    /// Whether it may read far.
    looks_far: bool,
    doubts: Doubts,
    /// For the rest of a text on which that happened too often, and for matches in doubt.
    backtracker: Option<Backtracker>,
}

/// The conditions of a query of which an automaton knows only a part, so that a match may be none.
#[derive(Debug, Clone, Copy)]
struct Doubts {
    /// `^` or `$` at lines.
    anchors: bool,
    /// `$` at lines.
    end: bool,
    /// The edges of whole words.
    words: bool,
}

impl Doubts {
    fn of(node: &Node, flags: Flags) -> Self {
        let is_by_lines = flags.anchors != Anchors::Text;
        let end = is_by_lines && emit::any(node, &|node| *node == Node::End);
        Self {
            anchors: end || is_by_lines && emit::any(node, &|node| *node == Node::Start),
            end,
            words: emit::any(node, &|node| matches!(node, Node::WordEdge { .. })),
        }
    }
}

#[derive(Debug, Clone)]
struct Backtracker {
    program: Program,
    /// The bytes that a match may start with, if that is known.
    first: Option<Box<[bool; 256]>>,
}

impl Matcher {
    /// Compiles a query.
    ///
    /// # Errors
    /// An empty query, a malformed expression, or a query that is too large.
    pub fn new(query: &str, options: &Options, scope: Scope) -> Result<Self, SearchError> {
        if query.is_empty() {
            return Err(SearchError {
                kind: SearchErrorKind::EmptyQuery,
                text: "Search query must not be empty".to_owned(),
            });
        }
        if query.len() > QUERY_BYTES_MAX {
            let reason = format!("it has more than {QUERY_BYTES_MAX} bytes");
            return Err(invalid(query, &reason));
        }
        let (inline, mut pattern) = match options.regex {
            true => expression(query).map_err(|reason| invalid(query, &reason))?,
            false => (Inline::default(), plain(query)),
        };
        if options.whole_word {
            pattern.node = whole_word(pattern.node, (!options.regex).then_some(query));
        }
        let is_bound_to_lines = scope == Scope::Lines && !pattern.asks_for_line_break;
        if is_bound_to_lines {
            emit::take_line_breaks(&mut pattern.node);
        }
        let flags = Flags {
            ignore_case: !options.case_sensitive || inline.ignore_case,
            anchors: if is_bound_to_lines {
                Anchors::LastLine
            } else if scope == Scope::Text && !inline.multi_line {
                Anchors::Text
            } else {
                Anchors::Lines
            },
        };
        let too_large = "it is too large once compiled; repeat less, or split it";
        Ok(Self {
            engine: Engine::of(&pattern, flags).ok_or_else(|| invalid(query, too_large))?,
            query: query.to_owned(),
            is_bound_to_lines,
            is_by_lines: flags.anchors != Anchors::Text,
            names: pattern.names,
        })
    }

    /// Whether a text has a match.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn finds(&self, text: &str, budget: &mut Budget) -> Result<bool, SearchError> {
        let mut cursor = Cursor::new(self, text, budget);
        Ok(cursor.find_at(0)?.is_some())
    }
}

impl Engine {
    /// The engine for a pattern, unless that is too large.
    fn of(pattern: &Pattern, flags: Flags) -> Option<Self> {
        let node = &pattern.node;
        let backtracker = Program::compile(node, pattern.groups, flags).map(|program| {
            let first = emit::first_bytes(node, flags);
            Backtracker { program, first }
        });
        if emit::needs_backtracking(node) {
            return backtracker.map(Self::Backtracking);
        }
        let compiled = |flags: Flags| {
            let mut source = String::new();
            emit::emit(node, flags, &mut source);
            let mut builder = RegexBuilder::new(&source);
            builder.size_limit(AUTOMATON_BYTES_MAX).build().ok()
        };
        let doubts = Doubts::of(node, flags);
        let is_cut = flags.anchors == Anchors::LastLine;
        let whole = Flags {
            anchors: if is_cut {
                Anchors::Lines
            } else {
                flags.anchors
            },
            ..flags
        };
        Some(Self::Linear(Automaton {
            regex: compiled(whole)?,
            in_line: match doubts.end && is_cut {
                true => Some(compiled(flags)?),
                false => None,
            },
            looks_far: emit::repeats_without_bound(node),
            doubts,
            backtracker,
        }))
    }
}

/// The pattern of an expression, with the flags at its start.
fn expression(query: &str) -> Result<(Inline, Pattern), String> {
    let (inline, source) = Inline::of(query)?;
    let pattern = parse::parse(source, inline.dot_all)?;
    Ok((inline, pattern))
}

/// The pattern of plain text.
fn plain(query: &str) -> Pattern {
    Pattern {
        node: Node::Sequence(query.chars().map(Node::Char).collect()),
        groups: 0,
        names: Vec::new(),
        asks_for_line_break: query.contains('\n'),
    }
}

/// Flags at the start of an expression, as in `(?i)word`.
#[derive(Debug, Clone, Copy, Default)]
struct Inline {
    ignore_case: bool,
    multi_line: bool,
    dot_all: bool,
}

impl Inline {
    /// Removes them from an expression.
    fn of(query: &str) -> Result<(Self, &str), String> {
        let mut flags = Self::default();
        let mut rest = query;
        while let Some((letters, after)) = rest
            .strip_prefix("(?")
            .and_then(|rest| rest.split_once(')'))
            .filter(|(letters, _)| {
                !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_lowercase())
            })
        {
            for letter in letters.chars() {
                match letter {
                    'i' => flags.ignore_case = true,
                    'm' => flags.multi_line = true,
                    's' => flags.dot_all = true,
                    'u' => {}
                    other => {
                        return Err(format!("unknown flag '{other}'; known are i, m, s and u"));
                    }
                }
            }
            rest = after;
        }
        Ok((flags, rest))
    }
}

/// A text without its byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Keeps a pattern from touching word characters: at both ends, or at those of plain text that are
/// word characters.
fn whole_word(node: Node, text: Option<&str>) -> Node {
    let is_bound = |end: Option<char>| end.is_none_or(regex_syntax::is_word_character);
    let starts_in_word = is_bound(text.and_then(|text| text.chars().next()));
    let ends_in_word = is_bound(text.and_then(|text| text.chars().next_back()));
    let mut nodes = Vec::new();
    nodes.extend(starts_in_word.then_some(Node::WordEdge { is_start: true }));
    nodes.push(Node::Group(None, Box::new(node)));
    nodes.extend(ends_in_word.then_some(Node::WordEdge { is_start: false }));
    Node::Sequence(nodes)
}

/// Why a search failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct SearchError {
    kind: SearchErrorKind,
    text: String,
}

/// The kinds of [`SearchError`].
///
/// The list is exhaustive on purpose: a formatter of errors has words for each kind, and does not
/// compile without those for a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchErrorKind {
    /// The query is empty.
    EmptyQuery,
    /// The query is malformed or too large.
    InvalidPattern,
    /// The [`Budget`] does not allow the work.
    TooMuchWork,
    /// The [`Budget`] does not allow so many matches, or so long an answer.
    TooManyResults,
    /// The [`Budget`] does not allow so many replacements, or so long ones.
    TooManyReplacements,
    /// The work had to [stop](super::stop).
    Stopped,
}

impl SearchError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> SearchErrorKind {
        self.kind
    }
}

fn invalid(query: &str, reason: &str) -> SearchError {
    SearchError {
        kind: SearchErrorKind::InvalidPattern,
        text: format!("Invalid search pattern: /{}/: {reason}", shown(query)),
    }
}

/// A query for a message.
fn shown(query: &str) -> String {
    crate::lines::cut(query, QUOTED_CHARS_MAX)
}
