//! What finds matches: ripgrep's matcher, and for `-P` one with look-around and back-references.

use fancy_regex::{Regex, RegexBuilder};
use grep_matcher::{Captures, Match, Matcher};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

use super::options::{Binary, Boundary, Case, Engine, Kind, Mode, Options};

/// Steps of backtracking before a match is given up: some seconds of work.
const STEPS_MAX: usize = 10_000_000;

/// A compiled pattern.
pub(super) enum Pattern {
    Plain(Box<RegexMatcher>),
    Perl(Box<Perl>),
}

impl Pattern {
    /// Compiles the patterns, or says why they are none.
    pub(super) fn new(options: &Options, patterns: &[String]) -> Result<Self, String> {
        let plain = || plain(options, patterns).map(|matcher| Self::Plain(Box::new(matcher)));
        let perl = || Perl::new(options, patterns).map(|matcher| Self::Perl(Box::new(matcher)));
        match options.engine {
            Engine::Default => plain().map_err(with_other_engine),
            Engine::Perl => perl(),
            Engine::Auto => plain().or_else(|why| {
                perl().map_err(|other| {
                    let line = "~".repeat(79);
                    format!(
                        "regex could not be compiled with either the default regex engine or with PCRE2.\n\n\
                         default regex engine error:\n{line}\n{why}\n{line}\n\nPCRE2 regex engine error:\n{other}"
                    )
                })
            }),
        }
    }
}

/// Says which engine has what the default one has not.
fn with_other_engine(why: String) -> String {
    if why.contains("backreferences") || why.contains("look-around") {
        return format!(
            "{why}\n\nConsider enabling PCRE2 with the --pcre2 flag, which can handle backreferences\nand look-around."
        );
    }
    why
}

fn plain(options: &Options, patterns: &[String]) -> Result<RegexMatcher, String> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .multi_line(true)
        .unicode(!options.no_unicode)
        .fixed_strings(options.fixed)
        .case_insensitive(options.case == Case::Insensitive)
        .case_smart(options.case == Case::Smart)
        .whole_line(options.boundary == Some(Boundary::Line))
        .word(options.boundary == Some(Boundary::Word));
    if options.multiline {
        builder.dot_matches_new_line(options.multiline_dotall);
        if options.crlf {
            builder.crlf(true).line_terminator(None);
        }
    } else {
        builder.line_terminator(Some(b'\n')).crlf(options.crlf);
        if options.null_data {
            builder.line_terminator(Some(0));
        }
    }
    if let Some(bytes) = options.regex_size {
        builder.size_limit(bytes);
    }
    if options.binary != Binary::Text && !options.null_data {
        builder.ban_byte(Some(0));
    }
    builder.build_many(patterns).map_err(|error| {
        let why = error.to_string();
        if why.contains(r#"the literal "\n" is not allowed"#) {
            return format!(
                "{why}\n\nConsider enabling multiline mode with the --multiline flag (or -U for short).\n\
                 When multiline mode is enabled, new line characters can be matched."
            );
        }
        if why.contains(r#"pattern contains "\0" but it is impossible to match"#) {
            return format!(
                "{why}\n\nConsider enabling text mode with the --text flag (or -a for short). Otherwise,\n\
                 binary detection is enabled and matching a NUL byte is impossible."
            );
        }
        why
    })
}

/// A matcher that goes back and forth.
pub(super) struct Perl {
    regex: Regex,
}

impl Perl {
    fn new(options: &Options, patterns: &[String]) -> Result<Self, String> {
        let is_insensitive = match options.case {
            Case::Sensitive => false,
            Case::Insensitive => true,
            Case::Smart => !patterns.iter().any(|pattern| has_capital(pattern)),
        };
        let each = patterns.iter().map(|pattern| match options.fixed {
            true => format!("(?:{})", fancy_regex::escape(pattern)),
            false => format!("(?:{pattern})"),
        });
        let joined = each.collect::<Vec<_>>().join("|");
        let bounded = match options.boundary {
            None => joined,
            Some(Boundary::Line) => format!("^(?:{joined})$"),
            Some(Boundary::Word) => format!(r"(?<!\w)(?:{joined})(?!\w)"),
        };
        let built = RegexBuilder::new(&bounded)
            .multi_line(true)
            .case_insensitive(is_insensitive)
            .unicode_mode(!options.no_unicode)
            .dot_matches_new_line(options.multiline && options.multiline_dotall)
            .crlf(options.crlf)
            .backtrack_limit(STEPS_MAX)
            .build();
        let regex = built.map_err(|error| format!("PCRE2: error compiling pattern: {error}"))?;
        Ok(Self { regex })
    }
}

/// Whether a pattern has a letter in upper case that is no part of an escape.
fn has_capital(pattern: &str) -> bool {
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter if letter.is_uppercase() => return true,
            _ => {}
        }
    }
    false
}

/// The groups of a match.
#[derive(Debug, Clone)]
pub(super) struct Groups(Vec<Option<Match>>);

impl Captures for Groups {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, index: usize) -> Option<Match> {
        self.0.get(index).copied().flatten()
    }
}

/// The part of bytes around a position that is text in UTF-8: where it begins, and it.
fn text_from(bytes: &[u8], at: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    bytes.utf8_chunks().filter_map(move |chunk| {
        let (begin, valid) = (start, chunk.valid());
        start += valid.len() + chunk.invalid().len();
        (begin + valid.len() >= at).then_some((begin, valid))
    })
}

impl Matcher for Perl {
    type Captures = Groups;
    type Error = String;

    fn find_at(&self, haystack: &[u8], at: usize) -> Result<Option<Match>, String> {
        for (begin, text) in text_from(haystack, at) {
            let found = self.regex.find_from_pos(text, at.saturating_sub(begin));
            if let Some(found) = found.map_err(|error| error.to_string())? {
                return Ok(Some(Match::new(begin + found.start(), begin + found.end())));
            }
        }
        Ok(None)
    }

    fn new_captures(&self) -> Result<Groups, String> {
        Ok(Groups(vec![None; self.regex.captures_len()]))
    }

    fn capture_count(&self) -> usize {
        self.regex.captures_len()
    }

    fn capture_index(&self, name: &str) -> Option<usize> {
        self.regex
            .capture_names()
            .position(|group| group == Some(name))
    }

    fn captures_at(&self, haystack: &[u8], at: usize, groups: &mut Groups) -> Result<bool, String> {
        for (begin, text) in text_from(haystack, at) {
            let found = self.regex.captures_from_pos(text, at.saturating_sub(begin));
            if let Some(found) = found.map_err(|error| error.to_string())? {
                for (index, group) in groups.0.iter_mut().enumerate() {
                    *group = found
                        .get(index)
                        .map(|group| Match::new(begin + group.start(), begin + group.end()));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What the host looks for in place of the patterns.
pub(super) struct Ahead {
    /// An expression of the crate `regex` that matches in every line that the patterns match in; an empty one
    /// matches in all.
    pub(super) expression: String,
    /// Whether it matches in no others.
    pub(super) is_exact: bool,
}

/// The longest expression that the host is asked for.
const EXPRESSION_BYTES_MAX: usize = 2 << 10;

impl Ahead {
    /// Of patterns that are valid.
    pub(super) fn new(options: &Options, pattern: &Pattern, patterns: &[String]) -> Self {
        let none = Self {
            expression: String::new(),
            is_exact: false,
        };
        let shows_others = options.invert
            || options.passthru
            || options.stats
            || options.mode == Mode::Search(Kind::Json);
        let has_other_lines = options.multiline || options.null_data || options.crlf;
        let is_perl = matches!(pattern, Pattern::Perl(_));
        if shows_others || has_other_lines || is_perl || options.no_unicode {
            return none;
        }
        let each = patterns.iter().map(|pattern| match options.fixed {
            true => format!("(?:{})", escaped(pattern)),
            false => format!("(?:{pattern})"),
        });
        let joined = each.collect::<Vec<_>>().join("|");
        let has_capital = patterns
            .iter()
            .any(|pattern| pattern.chars().any(char::is_uppercase));
        let flags = match options.case {
            Case::Sensitive => "",
            _ => "(?i)",
        };
        let expression = match options.boundary {
            None => format!("{flags}{joined}"),
            Some(Boundary::Line) => format!("{flags}^(?:{joined})$"),
            Some(Boundary::Word) => format!(r"{flags}\b{{start-half}}(?:{joined})\b{{end-half}}"),
        };
        if expression.len() > EXPRESSION_BYTES_MAX {
            return none;
        }
        Self {
            expression,
            is_exact: options.case != Case::Smart || !has_capital,
        }
    }
}

/// A text as an expression that matches it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
