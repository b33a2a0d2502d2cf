//! Path patterns: `*`, `?`, `**`, `[a-z]`, `{a,b}` and `\`.
//!
//! Knows nothing of trees: it checks whether a path, given as text, matches a pattern.
//! A pattern is compiled to a finite automaton, so matching takes time linear in the path for every
//! pattern.
//!
//! | Token | Meaning |
//! |---|---|
//! | `*` | any characters except `/` |
//! | `?` | one character except `/` |
//! | `**/` at the start of a name | any number of whole directories, also none |
//! | `**` elsewhere | any characters, `/` included; `/a/**` is everything below `/a`, not `/a` |
//! | `[a-z]`, `[!a]`, `[^a]` | one character of the set, or outside it; never `/` |
//! | `{a,b}` | alternatives, which may hold any token and further braces |
//! | `\` | takes a following `* ? [ ] { } , ! ^ - \` literally; is itself before anything else |
//!
//! An unclosed `[` or `{` is an ordinary character, as in a shell.
//!
//! Invariant: no pattern is expanded, so its compiled size grows linearly with its length.

use std::error::Error;
use std::fmt;

use regex::bytes::{Regex, RegexBuilder};

mod parse;
#[cfg(test)]
mod tests;

use parse::Node;

/// Longest pattern, in bytes: a path may have 4,096 bytes, and lists of names need more.
pub const PATTERN_BYTES_MAX: usize = 16 * 1024;

/// Deepest nesting of braces. Every level is a call on the stack while compiling.
pub const BRACE_DEPTH_MAX: usize = 32;

/// Most alternatives in all braces of a pattern together.
pub const ALTERNATIVES_MAX: usize = 1_024;

/// Most `*` and `**` in a pattern. Each may be active at every byte of a path, so this bounds
/// the cost of one match: 256 states for each of at most 4,096 bytes.
pub const STARS_MAX: usize = 256;

/// Size of the compiled automaton in bytes: a class outside ASCII takes about a kilobyte, and
/// a pattern of nothing else still has to stay small beside a workspace.
const AUTOMATON_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Characters of the pattern that an error repeats.
const QUOTED_CHARS_MAX: usize = 120;

/// A compiled pattern.
///
/// ```
/// # use isolate_vfs::ops::glob::Glob;
/// let glob = Glob::new("src/**/*.{ts,tsx}")?;
/// assert!(glob.is_match("/src/app.tsx"));
/// assert!(glob.is_match("/src/deep/er/app.ts"));
/// assert_eq!(glob.literal_prefix(), "/src");
/// # Ok::<(), isolate_vfs::ops::glob::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Glob {
    matcher: Matcher,
    prefix: String,
    root: Root,
}

#[derive(Debug, Clone)]
enum Matcher {
    /// The pattern holds no wildcard: the one text that it matches.
    Literal(String),
    Automaton(Regex),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    Never,
    LikeAnyPath,
}

impl Glob {
    /// The memory that a compiled pattern takes at most, in bytes: alternatives may take much for
    /// each of their letters.
    #[must_use]
    pub fn bytes_max(pattern: &str) -> usize {
        const BYTES_A_BYTE: usize = AUTOMATON_BYTES_MAX / PATTERN_BYTES_MAX;
        (8 << 10) + pattern.len().min(PATTERN_BYTES_MAX) * BYTES_A_BYTE
    }

    /// Compiles a pattern for absolute paths.
    ///
    /// The pattern is normalised first: it is rooted at `/` if it is relative, empty and `.`
    /// segments vanish, `..` removes the segment before it, and a trailing slash is dropped.
    /// The root itself never matches.
    ///
    /// # Errors
    /// A range that runs backwards, or a pattern past a limit of this module.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Self::path(pattern, Root::Never)
    }

    /// Compiles a pattern for absolute paths, as [`Glob::new`] does, that may match the root.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn find_path(pattern: &str) -> Result<Self, PatternError> {
        Self::path(pattern, Root::LikeAnyPath)
    }

    /// Compiles a pattern for a single name, such as `*.ts`. It is not normalised, and the
    /// name of the root is `/`.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn find_name(pattern: &str) -> Result<Self, PatternError> {
        let nodes = parse::parse(pattern)?;
        let matcher = compile(pattern, &nodes, "")?;
        Ok(Self {
            matcher,
            prefix: "/".to_owned(),
            root: Root::LikeAnyPath,
        })
    }

    fn path(pattern: &str, root: Root) -> Result<Self, PatternError> {
        let nodes = parse::normalise(parse::parse(pattern)?);
        let prefix = literal_prefix(&nodes);
        let matcher = compile(pattern, &nodes, "/")?;
        Ok(Self {
            matcher,
            prefix,
            root,
        })
    }

    /// Whether a normalised absolute path (or a name, for [`Glob::find_name`]) matches.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        if path == "/" && self.root == Root::Never {
            return false;
        }
        match &self.matcher {
            Matcher::Literal(text) => text == path,
            Matcher::Automaton(regex) => regex.is_match(path.as_bytes()),
        }
    }

    /// The deepest directory that contains every matching path; `/` for a name.
    #[must_use]
    pub fn literal_prefix(&self) -> &str {
        &self.prefix
    }

    /// The one path that can match, if the pattern holds no wildcard.
    #[must_use]
    pub fn literal_path(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::Literal(text) => Some(text),
            Matcher::Automaton(_) => None,
        }
    }
}

/// The leading segments that are plain text, except the last segment of all.
fn literal_prefix(nodes: &[Node]) -> String {
    let segments: Vec<&[Node]> = nodes.split(|node| *node == Node::Slash).collect();
    let mut prefix = String::new();
    for segment in segments.iter().take(segments.len().saturating_sub(1)) {
        let Some(text) = literal(segment) else { break };
        prefix.push('/');
        prefix.push_str(&text);
    }
    if prefix.is_empty() {
        prefix.push('/');
    }
    prefix
}

/// The text of nodes that match one text only.
fn literal(nodes: &[Node]) -> Option<String> {
    nodes
        .iter()
        .map(|node| match node {
            Node::Char(c) => Some(*c),
            Node::Slash => Some('/'),
            Node::Any | Node::Star | Node::DoubleStar | Node::Class { .. } | Node::Group(_) => None,
        })
        .collect()
}

fn compile(pattern: &str, nodes: &[Node], start: &str) -> Result<Matcher, PatternError> {
    if let Some(text) = literal(nodes) {
        return Ok(Matcher::Literal(format!("{start}{text}")));
    }
    let mut source = String::with_capacity(pattern.len() * 2 + 16);
    source.push_str("\\A");
    source.push_str(start);
    translate(nodes, !start.is_empty(), &mut source);
    source.push_str("\\z");
    let regex = RegexBuilder::new(&source)
        .dot_matches_new_line(true)
        .size_limit(AUTOMATON_BYTES_MAX)
        .build()
        .map_err(|_| PatternError {
            pattern: quote(pattern),
            position: 1,
            problem: "it is too large once compiled; split it into several patterns".to_owned(),
        })?;
    Ok(Matcher::Automaton(regex))
}

/// Appends the regular expression for `nodes`. `at_start` says whether a name starts here;
/// the answer says whether one starts after it.
fn translate(nodes: &[Node], mut at_start: bool, out: &mut String) -> bool {
    let mut index = 0;
    while let Some(node) = nodes.get(index) {
        index += 1;
        let was_start = std::mem::replace(&mut at_start, false);
        match node {
            Node::Char(c) => escape(*c, out),
            // A path holds no empty name, so a second slash adds nothing: `/{/a,/b}`.
            Node::Slash => {
                at_start = true;
                if !was_start {
                    out.push('/');
                }
            }
            Node::Any => out.push_str("[^/]"),
            // Bytes, not characters: on UTF-8 the answer is the same and the automaton small.
            Node::Star => out.push_str("(?-u:[^/])*"),
            Node::DoubleStar if was_start && nodes.get(index) == Some(&Node::Slash) => {
                out.push_str("(?:(?-u:.)*/)?");
                at_start = true;
                index += 1;
            }
            Node::DoubleStar => out.push_str("(?-u:.)*"),
            Node::Class { negated, ranges } => class(*negated, ranges, out),
            Node::Group(alternatives) => {
                out.push_str("(?:");
                at_start = true;
                for (nth, alternative) in alternatives.iter().enumerate() {
                    if nth > 0 {
                        out.push('|');
                    }
                    at_start &= translate(alternative, was_start, out);
                }
                out.push(')');
            }
        }
    }
    at_start
}

fn class(negated: bool, ranges: &[(char, char)], out: &mut String) {
    // `a--b` removes the characters of b from a: no class may match a separator.
    out.push_str(if negated { "[^/" } else { "[[" });
    for (first, last) in ranges {
        escape(*first, out);
        out.push('-');
        escape(*last, out);
    }
    out.push_str(if negated { "]" } else { "]--/]" });
}

fn escape(c: char, out: &mut String) {
    if c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() {
        out.push(c);
    } else {
        out.push_str(&format!("\\x{{{:x}}}", u32::from(c)));
    }
}

/// A pattern that cannot be used: for guest code an `EINVAL`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    pattern: String,
    position: usize,
    problem: String,
}

impl PatternError {
    fn new(pattern: &str, position: usize, problem: impl Into<String>) -> Self {
        Self {
            pattern: quote(pattern),
            position,
            problem: problem.into(),
        }
    }

    /// The character of the pattern with the problem, from 1.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            pattern,
            position,
            problem,
        } = self;
        write!(
            f,
            "bad glob pattern '{pattern}' at character {position}: {problem}"
        )
    }
}

impl Error for PatternError {}

fn quote(pattern: &str) -> String {
    let mut quoted: String = pattern.chars().take(QUOTED_CHARS_MAX).collect();
    if quoted.len() < pattern.len() {
        quoted.push('…');
    }
    quoted
}
