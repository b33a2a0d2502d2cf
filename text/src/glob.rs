//! Path patterns: `*`, `?`, `**`, `[a-z]`, `{a,b}`, `@(a|b)` and `\`.
//!
//! Whether a path, given as text, matches a pattern is checked without a tree. A walk through a tree
//! follows a pattern folder by folder instead (`place`), because an entry whose name is a component
//! of the pattern as it is written is meant alone: `/app/[id]/*.ts` is about the folder `[id]` where there
//! is one.
//!
//! | Token | Meaning |
//! |---|---|
//! | `*` | any characters except `/` |
//! | `?` | one character except `/` |
//! | `**` as a whole name | any number of whole directories, also none; at the end everything below: `/a/**` is not `/a` |
//! | `**` elsewhere | any characters, `/` included |
//! | `[a-z]`, `[!a]`, `[^a]`, `[[:digit:]]` | one character of the set, or outside it; never `/` |
//! | `{a,b}`, `{1..3}` | alternatives, which may hold any token and further braces |
//! | `@(a\|b)`, `?(a)`, `*(a)`, `+(a)`, `!(a)` | within a name: one of the alternatives, at most one, any number, at least one, none |
//! | `/` at the end | only folders |
//! | `\` | takes a following `* ? [ ] { } , ! ^ - ( ) \| \` literally; is itself before anything else |
//!
//! An unclosed `[`, `{` or `(` is an ordinary character, as in a shell, and so are braces without a comma.
//!
//! Invariant: what a pattern is expanded to is bounded by `EXPANDED_MAX`.

mod braces;
mod components;
mod items;
mod parse;
pub mod place;
#[cfg(test)]
mod tests;

use components::{Component, Opt, Word};
use items::{Fit, Item};
use parse::Reading;

use crate::lines::cut;

/// Longest pattern, in bytes: a path may have 4,096 bytes, and lists of names need more.
pub const PATTERN_BYTES_MAX: usize = 16 * 1024;

/// Deepest nesting of braces. Every level is a call on the stack while compiling.
pub const BRACE_DEPTH_MAX: usize = 32;

/// Most alternatives in all braces of a pattern together.
pub const ALTERNATIVES_MAX: usize = 1_024;

/// Most `*` and `**` in a pattern. Each may be active at every byte of a path, so this bounds
/// the cost of one match: 256 states for each of at most 4,096 bytes.
pub const STARS_MAX: usize = 256;

/// Deepest nesting of `@(…)` and the like. Every level is a call on the stack.
const EXTENDED_DEPTH_MAX: usize = 32;

/// Most parts in all `@(…)` and the like of a pattern together: what `!(…)` matches is looked for from
/// every character of a name, of which there are at most 255.
const EXTENDED_ITEMS_MAX: usize = 256;

/// Most characters that braces are expanded to, where they have to be.
const EXPANDED_MAX: usize = 64 * 1024;

/// Characters of the pattern that an error repeats.
const QUOTED_CHARS_MAX: usize = 120;

/// The language of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Shell,
    /// Without `@(…)`, `{1..3}`, `[[:digit:]]` and a slash at the end, and braces need no comma.
    Plain,
}

/// A compiled pattern.
///
/// ```
/// # use isolate_text::glob::Glob;
/// let glob = Glob::new("src/**/*.{ts,tsx}")?;
/// assert!(glob.is_match("/src/app.tsx"));
/// assert!(glob.is_match("/src/deep/er/app.ts"));
/// assert_eq!(glob.literal_prefix(), "/src");
/// # Ok::<(), isolate_text::glob::PatternError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Glob {
    words: Vec<Word>,
    /// What a pattern for names compares them with.
    name: Option<Component>,
    prefix: String,
    /// The one text that matches, if the pattern holds no wildcard.
    literal: Option<String>,
    matches_root: bool,
    /// Whether the pattern starts at the folder of a search, not at the root.
    is_relative: bool,
}

impl Glob {
    /// The memory that a compiled pattern takes at most, in bytes.
    #[must_use]
    pub fn bytes_max(pattern: &str) -> usize {
        const BYTES_A_BYTE: usize = 256;
        let expanded = if pattern.contains('{') {
            EXPANDED_MAX * 4
        } else {
            0
        };
        (8 << 10) + expanded + pattern.len().min(PATTERN_BYTES_MAX) * BYTES_A_BYTE
    }

    /// Compiles a pattern for absolute paths.
    ///
    /// The pattern is normalised first: it is rooted at `/` if it is relative, empty and `.`
    /// segments vanish, and `..` removes the segment before it. A slash at the end restricts what a walk
    /// finds to folders. The root itself never matches.
    ///
    /// # Errors
    /// A range that runs backwards, or a pattern past a limit of this module.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let mut glob = Self::path(pattern, Dialect::Shell)?;
        glob.matches_root = false;
        Ok(glob)
    }

    /// Compiles a pattern for absolute paths, as [`Glob::new`] does, that may match the root.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn find_path(pattern: &str) -> Result<Self, PatternError> {
        Self::path(pattern, Dialect::Shell)
    }

    /// Compiles a pattern for paths below a folder, whose normalised absolute path is taken as it is written.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn within(folder: &str, pattern: &str) -> Result<Self, PatternError> {
        Self::below(folder, pattern, None)
    }

    /// Compiles a pattern for names at any depth below a folder, whose normalised absolute path is taken as it is written.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn name_within(folder: &str, pattern: &str) -> Result<Self, PatternError> {
        Self::below(folder, pattern, Some(Component::dirs()))
    }

    fn below(folder: &str, pattern: &str, dirs: Option<Component>) -> Result<Self, PatternError> {
        let reading = match dirs {
            None => Reading::of_path(pattern, Dialect::Shell),
            Some(_) => Reading::of_names(pattern, Dialect::Shell),
        };
        let mut words = components::words(reading)?;
        let names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
        for word in &mut words {
            let kept = names.len().saturating_sub(word.above);
            let above = names[..kept].iter().map(|name| Component::of_name(name));
            word.components.splice(0..0, above.chain(dirs.clone()));
        }
        let mut glob = Self::of_words(words);
        glob.matches_root = false;
        Ok(glob)
    }

    /// Compiles a pattern for a single name, such as `*.ts`. It is not normalised, and the
    /// name of the root is `/`.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn find_name(pattern: &str) -> Result<Self, PatternError> {
        Self::name(pattern, Dialect::Shell)
    }

    /// Compiles a pattern as [`Glob::find_path`] does, in the smaller language of rules: without
    /// `@(…)`, `{1..3}` and `[[:digit:]]`. Braces need no comma, and a slash at the end means nothing.
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn plain_path(pattern: &str) -> Result<Self, PatternError> {
        Self::path(pattern, Dialect::Plain)
    }

    /// Compiles a pattern as [`Glob::find_name`] does, in the language of [`Glob::plain_path`].
    ///
    /// # Errors
    /// As [`Glob::new`].
    pub fn plain_name(pattern: &str) -> Result<Self, PatternError> {
        Self::name(pattern, Dialect::Plain)
    }

    /// Compiles a pattern of what to leave out of a search: one with a slash at its beginning is a path
    /// from the root, any other one matches at any depth below the folder of the search.
    pub fn excluding(pattern: &str) -> Result<Self, PatternError> {
        let mut words = components::words(Reading::of_names(pattern, Dialect::Shell))?;
        let is_relative = !pattern.starts_with('/');
        if is_relative {
            for word in words.iter_mut().filter(|word| !word.components.is_empty()) {
                word.components.insert(0, Component::dirs());
            }
        }
        Ok(Self {
            is_relative,
            ..Self::of_words(words)
        })
    }

    fn path(pattern: &str, dialect: Dialect) -> Result<Self, PatternError> {
        let words = components::words(Reading::of_path(pattern, dialect))?;
        Ok(Self::of_words(words))
    }

    fn name(pattern: &str, dialect: Dialect) -> Result<Self, PatternError> {
        let name = components::name(Reading::of_names(pattern, dialect))?;
        let literal = name.literal().map(str::to_owned);
        Ok(Self {
            words: vec![Word {
                components: vec![Component::dirs(), name.clone()],
                is_for_folders: false,
                above: 0,
            }],
            matches_root: name.is_match("/"),
            name: Some(name),
            prefix: "/".to_owned(),
            literal,
            is_relative: false,
        })
    }

    fn of_words(words: Vec<Word>) -> Self {
        let literal = match words.as_slice() {
            [only] => only.literal(),
            _ => None,
        };
        Self {
            prefix: literal_prefix(&words),
            matches_root: words.iter().any(Word::matches_root),
            words,
            name: None,
            literal,
            is_relative: false,
        }
    }

    /// A text as a pattern that matches it alone.
    #[must_use]
    pub fn escape(text: &str) -> String {
        let mut pattern = String::with_capacity(text.len());
        for c in text.chars() {
            if braces::is_special(c, Dialect::Shell) {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        pattern
    }

    /// Whether a normalised absolute path (or a name, for [`Glob::find_name`]) matches. What there is
    /// in a tree is not looked at: a slash at the end of the pattern means nothing.
    #[must_use]
    pub fn is_match(&self, path: &str) -> bool {
        if let Some(name) = &self.name {
            return name.is_match(path);
        }
        if path == "/" {
            return self.matches_root;
        }
        if let Some(literal) = &self.literal {
            return literal == path;
        }
        let globs = std::slice::from_ref(self);
        let mut places = place::begin(globs, |_| true);
        let mut matched = Vec::new();
        let mut start = 1;
        while start <= path.len() {
            let rest = path.get(start..).unwrap_or_default();
            let end = start + rest.find('/').unwrap_or(rest.len());
            matched.clear();
            let wanted = place::enter(globs, &places, start, &|_| false);
            let here = path.get(..end).unwrap_or_default();
            places = place::step(&wanted, here, false, &mut matched);
            start = end + 1;
            if places.is_empty() && start <= path.len() {
                return false;
            }
        }
        !matched.is_empty()
    }

    /// The deepest directory that contains every matching path; `/` for a name.
    #[must_use]
    pub fn literal_prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether a text has a character that can make it more than a path. It says so sooner than
    /// [`Glob::new`] would.
    #[must_use]
    pub fn may_be(text: &str) -> bool {
        text.contains(['*', '?', '[', '{', '('])
    }

    /// The one path that can match, if the pattern holds no wildcard.
    #[must_use]
    pub fn literal_path(&self) -> Option<&str> {
        self.literal.as_deref()
    }

    /// Whether the pattern starts at the folder of a search.
    pub fn is_relative(&self) -> bool {
        self.is_relative
    }

    /// Whether the root matches.
    pub fn matches_root(&self) -> bool {
        self.matches_root
    }

    /// Whether only folders match, because of a slash at the end.
    pub fn is_for_folders(&self) -> bool {
        self.words.iter().all(|word| word.is_for_folders)
    }

    /// Whether nothing but the root can match.
    pub fn is_nothing(&self) -> bool {
        self.words.iter().all(|word| word.components.is_empty())
    }
}

/// The leading components that are plain text in every word, except the last one of a word.
fn literal_prefix(words: &[Word]) -> String {
    let mut prefix = String::new();
    let Some((first, others)) = words.split_first() else {
        return "/".to_owned();
    };
    for (at, component) in first.components.iter().enumerate() {
        let Some(text) = component.literal() else {
            break;
        };
        let leads_on = |word: &Word| {
            let same = word.components.get(at).and_then(Component::literal) == Some(text);
            same && at + 1 < word.components.len()
        };
        if !leads_on(first) || !others.iter().all(leads_on) {
            break;
        }
        prefix.push('/');
        prefix.push_str(text);
    }
    if prefix.is_empty() {
        prefix.push('/');
    }
    prefix
}

impl Word {
    /// The one path that it matches, if it has no wildcard.
    fn literal(&self) -> Option<String> {
        let mut path = String::new();
        for component in &self.components {
            path.push('/');
            path.push_str(component.literal()?);
        }
        Some(if path.is_empty() { "/".into() } else { path })
    }

    /// Whether the root, as a path without a name, matches.
    fn matches_root(&self) -> bool {
        let vanishes = |component: &&Component| {
            let mut options = component.options.iter();
            options.any(|option| matches!(option, Opt::Dirs | Opt::Nothing))
        };
        let mut names = self.components.iter().skip_while(vanishes);
        match (names.next(), names.next()) {
            (None, _) => true,
            (Some(only), None) => only.is_match(""),
            _ => false,
        }
    }
}

impl Component {
    fn of_name(name: &str) -> Self {
        let fit = Fit::new(vec![Item::Text(name.into())]);
        Self {
            name: None,
            options: vec![Opt::Name { name: None, fit }],
        }
    }

    fn dirs() -> Self {
        Self {
            name: None,
            options: vec![Opt::Dirs],
        }
    }

    fn is_match(&self, name: &str) -> bool {
        self.options.iter().any(|option| match option {
            Opt::Name { fit, .. } | Opt::Tail { fit, .. } => fit.is_match(name),
            Opt::Dirs | Opt::Nothing => false,
        })
    }
}

/// A pattern that cannot be used: for guest code an `EINVAL`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("bad glob pattern '{pattern}' at character {position}: {problem}")]
pub struct PatternError {
    pattern: String,
    position: usize,
    problem: String,
}

impl PatternError {
    fn new(pattern: &str, position: usize, problem: impl Into<String>) -> Self {
        Self {
            pattern: cut(pattern, QUOTED_CHARS_MAX),
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
