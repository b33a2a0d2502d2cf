//! Finding and replacing text.
//!
//! Knows nothing of files. A query is plain text, or a regular expression of JavaScript
//! without the `u` flag. Expressions run on an automaton in linear time; those with
//! look-around or back-references on an engine that counts its steps.
//!
//! Differences from JavaScript: a character outside the basic plane is one character, not
//! two halves.
//!
//! Invariant: no call does more work, or answers more, than the [`Budget`] it is given.

mod backtrack;
mod cursor;
mod emit;
mod escape;
mod lines;
mod parse;
mod replace;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use regex::bytes::{Regex, RegexBuilder};

use backtrack::Program;
use emit::Flags;
use parse::Node;

pub use lines::{Context, LineMatch};
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
    /// Whether a match must not touch another word character. Word characters are ASCII
    /// letters, digits and `_`. Plain text is only bound where it starts or ends in one.
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
    /// Each line by itself: no match holds a line break, and `^` and `$` are the line's ends.
    Lines,
    /// The text as a whole: `^` and `$` are its ends.
    Text,
    /// The text as a whole, in which `^` and `$` are the ends of lines with any line break.
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
    is_bound_to_lines: bool,
    /// The names of groups, with their numbers; for replacements.
    names: Vec<(String, usize)>,
}

#[derive(Debug, Clone)]
enum Engine {
    /// One search takes linear time, but may read far past the match that it answers.
    Linear {
        regex: Regex,
        /// Whether it may.
        looks_far: bool,
        /// For the rest of a text on which that happened too often.
        backtracker: Option<Backtracker>,
    },
    Backtracking(Backtracker),
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
        let (inline, source) = if options.regex {
            Inline::of(query).map_err(|reason| invalid(query, &reason))?
        } else {
            (Inline::default(), query)
        };
        let mut pattern = if options.regex {
            parse::parse(source, inline.dot_all).map_err(|reason| invalid(query, &reason))?
        } else {
            parse::Pattern {
                node: Node::Sequence(query.chars().map(Node::Char).collect()),
                groups: 0,
                names: Vec::new(),
            }
        };
        if options.whole_word {
            pattern.node = whole_word(pattern.node, (!options.regex).then_some(query));
        }
        if scope == Scope::Lines {
            pattern.node = emit::without_line_breaks(pattern.node);
        }
        let flags = Flags {
            ignore_case: !options.case_sensitive || inline.ignore_case,
            multi_line: scope != Scope::Text || inline.multi_line,
            any_break: scope != Scope::Lines,
        };
        let backtracker = Program::compile(&pattern.node, pattern.groups, flags).map(|program| {
            let first = emit::first_bytes(&pattern.node, flags);
            Backtracker { program, first }
        });
        let engine = if emit::needs_backtracking(&pattern.node) {
            backtracker.map(Engine::Backtracking)
        } else {
            let mut source = String::new();
            emit::emit(&pattern.node, flags, &mut source);
            let regex = RegexBuilder::new(&source)
                .size_limit(AUTOMATON_BYTES_MAX)
                .build();
            regex.ok().map(|regex| Engine::Linear {
                regex,
                looks_far: emit::repeats_without_bound(&pattern.node),
                backtracker,
            })
        };
        let too_large = "it is too large once compiled; repeat less, or split it";
        Ok(Self {
            engine: engine.ok_or_else(|| invalid(query, too_large))?,
            query: query.to_owned(),
            is_bound_to_lines: scope == Scope::Lines,
            names: pattern.names,
        })
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

/// Adds word boundaries to a pattern: at both ends, or at those of plain text that are word characters.
fn whole_word(node: Node, text: Option<&str>) -> Node {
    let is_word = |c: Option<char>| match (text, c) {
        (Some(_), Some(c)) => c.is_ascii_alphanumeric() || c == '_',
        _ => true,
    };
    let boundary = || Node::WordBoundary { negated: false };
    let starts_in_word = is_word(text.and_then(|text| text.chars().next()));
    let ends_in_word = is_word(text.and_then(|text| text.chars().next_back()));
    let mut nodes = Vec::new();
    nodes.extend(starts_in_word.then(boundary));
    nodes.push(Node::Group(None, Box::new(node)));
    nodes.extend(ends_in_word.then(boundary));
    Node::Sequence(nodes)
}

/// Why a search failed.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for SearchError {}

fn invalid(query: &str, reason: &str) -> SearchError {
    SearchError {
        kind: SearchErrorKind::InvalidPattern,
        text: format!("Invalid search pattern: /{}/: {reason}", quote(query)),
    }
}

fn quote(query: &str) -> String {
    let mut quoted: String = query.chars().take(QUOTED_CHARS_MAX).collect();
    if quoted.len() < query.len() {
        quoted.push('…');
    }
    quoted
}
