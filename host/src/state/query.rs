//! What is searched for, as programs write it.

use isolate_ops::search::Searched;
use isolate_protocol::Value;
use isolate_text::search::{Options as Reading, Scope};

use super::args::Options;
use super::content::is_utf16;
use super::{Call, Fault};

/// What is searched for: text with options, or a regular expression.
pub(super) struct Query {
    pub(super) text: String,
    pub(super) reading: Reading,
    /// What `^` and `$` match when the text is searched as a whole.
    pub(super) scope: Scope,
    /// A letter in the flags that is not a flag.
    strange_flag: Option<char>,
}

/// The flags of a regular expression.
const FLAGS: &str = "dgimsuvy";

impl Query {
    /// Reads a query and the options beside it.
    pub(super) fn of(value: &Value, options: Options<'_>) -> Self {
        let (source, own_flags) = match value {
            Value::RegExp { source, flags } => (source.as_str(), Some(flags.as_str())),
            Value::String(text) => (text.text.as_str(), None),
            _ => ("", None),
        };
        let more_flags = options.text("flags").unwrap_or_default();
        let strange_flag = more_flags.chars().find(|flag| !FLAGS.contains(*flag));
        let has =
            |flag: char| own_flags.unwrap_or_default().contains(flag) || more_flags.contains(flag);
        let regex = own_flags.is_some() || options.flag("regex");
        let reading = Reading {
            case_sensitive: options.boolean("caseSensitive").unwrap_or(true) && !has('i'),
            regex,
            whole_word: options.flag("wholeWord"),
        };
        // In a regular expression literal, `^` and `$` mean what they do in JavaScript; in text they
        // match at lines, as in a search.
        let is_by_lines = options
            .boolean("multiline")
            .unwrap_or(own_flags.is_none() || has('m'));
        let is_dot_all = regex && (options.flag("dotAll") || has('s'));
        Self {
            text: format!("{}{source}", if is_dot_all { "(?s)" } else { "" }),
            reading,
            scope: if is_by_lines {
                Scope::TextByLines
            } else {
                Scope::Text
            },
            strange_flag,
        }
    }
}

impl Query {
    /// Whether a search may miss matches in a file, because it looks for the bytes of UTF-8.
    pub(super) fn may_miss_in(&self, file: &Searched<'_>) -> bool {
        const NAMES: [&str; 4] = ["\\p", "\\P", "\\u", "\\x"];
        let has_name = || NAMES.iter().any(|name| self.text.contains(name));
        let is_beyond_ascii = !self.text.is_ascii() || self.reading.regex && has_name();
        is_beyond_ascii && !file.is_utf8 || is_utf16(file.bytes)
    }

    /// Refuses unknown flags, which would be ignored otherwise.
    pub(super) fn check_flags(&self, call: &Call<'_>) -> Result<(), Fault> {
        match self.strange_flag {
            None => Ok(()),
            Some(flag) => Err(call.usage_error(format!(
                "{flag:?} is no flag of a regular expression: those are i, m, s, u, g; options are \
                 an object such as {{ ignoreCase: true }}"
            ))),
        }
    }
}
