//! The new content of a file after an edit, and a token for the content it was made from.
//!
//! Knows nothing of paths or of files: the caller reads, compares tokens and writes.

use super::hash::{Algorithm, hash};
use super::json::{Indent, Json, Layout};
use super::search::{Budget, Matcher, Options, Replacement, Scope, SearchError, SearchErrorKind};

/// The token of a file that does not exist.
pub const ABSENT: &str = "absent";

/// The token of a content: equal tokens mean equal contents. `None` is a missing file.
#[must_use]
pub fn version(content: Option<&[u8]>) -> String {
    content.map_or_else(
        || ABSENT.to_owned(),
        |content| hash(Algorithm::Sha256, content),
    )
}

/// One edit of one file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Instruction {
    /// The file gets this content, and is created if it is missing.
    Write {
        /// The new content.
        content: String,
    },
    /// The file gets this JSON, printed and with a newline at the end.
    WriteJson {
        /// The new document.
        value: Json,
        /// Its indentation.
        indent: Indent,
    },
    /// Every match in the file is replaced: literally, or where the search is an expression with
    /// `$1` and the like expanded.
    Replace {
        /// The text or expression to find in the whole content.
        search: String,
        /// The text to put in its place.
        replacement: String,
        /// How `search` is read.
        options: Options,
        /// What `^` and `$` are.
        scope: Scope,
        /// How many matches there must be; any number, also none, if `None`.
        matches: Option<usize>,
    },
    /// The text is added to the end of the file, which is created if it is missing.
    Append {
        /// The text to add.
        content: String,
    },
    /// The file is removed.
    Delete,
}

/// The result of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edited {
    /// The new content; `None` if the file is gone.
    pub content: Option<String>,
    /// Whether that differs from before. An empty file that did not exist does.
    pub changed: bool,
}

/// Applies an instruction to the content of a file; `None` is a missing file.
///
/// # Errors
/// The file is missing and must not be, the search is malformed or has not the number of
/// matches that it must have, or the budget does not suffice.
pub fn edit(
    previous: Option<&str>,
    instruction: &Instruction,
    budget: &mut Budget,
) -> Result<Edited, EditError> {
    let content = match instruction {
        Instruction::Write { content } => Some(content.clone()),
        Instruction::WriteJson { value, indent } => {
            let bytes_max = usize::try_from(budget.result_bytes).unwrap_or(usize::MAX);
            let printed = Layout::new(indent.clone()).print(value, bytes_max);
            Some(printed.map_err(|error| EditError {
                kind: EditErrorKind::TooLarge,
                text: error.to_string(),
            })?)
        }
        Instruction::Replace {
            search,
            replacement,
            options,
            scope,
            matches,
        } => {
            let matcher = Matcher::new(search, options, *scope).map_err(EditError::search)?;
            let replacement = Replacement::of(replacement, options);
            let previous = previous.ok_or_else(EditError::missing)?;
            let replaced = matcher
                .replace_all(previous, replacement, budget)
                .map_err(EditError::search)?;
            if let Some(matches) = matches
                && replaced.count != *matches
            {
                return Err(EditError {
                    kind: EditErrorKind::MatchCount,
                    text: format!("expected {matches} matches, found {}", replaced.count),
                });
            }
            Some(replaced.text.into_owned())
        }
        Instruction::Append { content } => {
            let mut text = previous.unwrap_or("").to_owned();
            text.push_str(content);
            Some(text)
        }
        Instruction::Delete => {
            previous.ok_or_else(EditError::missing)?;
            None
        }
    };
    let changed = content.as_deref() != previous;
    Ok(Edited { content, changed })
}

/// Why an edit cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct EditError {
    kind: EditErrorKind,
    text: String,
}

/// The kinds of [`EditError`].
///
/// The list is exhaustive on purpose: a formatter of errors has words for each kind, and does not
/// compile without those for a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditErrorKind {
    /// The file does not exist.
    Missing,
    /// The search is malformed, or costs too much.
    Search(SearchErrorKind),
    /// There are more or fewer matches than there must be.
    MatchCount,
    /// The new content is too large.
    TooLarge,
}

impl EditError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> EditErrorKind {
        self.kind
    }

    fn missing() -> Self {
        Self {
            kind: EditErrorKind::Missing,
            text: "no such file".to_owned(),
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    fn search(error: SearchError) -> Self {
        Self {
            kind: EditErrorKind::Search(error.kind()),
            text: error.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(previous: Option<&str>, instruction: &Instruction, expect: Expect) {
        let text = match edit(previous, instruction, &mut Budget::default()) {
            Ok(Edited { content, changed }) => {
                let content = content.map_or("gone".to_owned(), |content| format!("{content:?}"));
                format!("{content} {}", if changed { "changed" } else { "same" })
            }
            Err(error) => error.to_string(),
        };
        expect.assert_eq(&text);
    }

    fn replace(search: &str, regex: bool, matches: Option<usize>) -> Instruction {
        Instruction::Replace {
            search: search.to_owned(),
            replacement: "$1".to_owned(),
            options: Options {
                regex,
                ..Options::default()
            },
            scope: Scope::TextByLines,
            matches,
        }
    }

    #[test]
    fn instructions() {
        let write = Instruction::Write {
            content: String::new(),
        };
        check(None, &write, expect![[r#""" changed"#]]);
        check(Some(""), &write, expect![[r#""" same"#]]);
        let json = Instruction::WriteJson {
            value: Json::Array(vec![Json::Null]),
            indent: Indent::default(),
        };
        check(None, &json, expect![[r#""[\n  null\n]\n" changed"#]]);
        check(
            Some("foo"),
            &replace("o", false, None),
            expect![[r#""f$1$1" changed"#]],
        );
        check(
            Some("foo"),
            &replace("x", false, None),
            expect![[r#""foo" same"#]],
        );
        check(
            Some("foo"),
            &replace("o", false, Some(1)),
            expect!["expected 1 matches, found 2"],
        );
        check(
            Some("foo"),
            &replace("(", true, None),
            expect!["Invalid search pattern: /(/: unterminated group at character 1"],
        );
        check(None, &replace("o", false, None), expect!["no such file"]);
        let append = Instruction::Append {
            content: "b".to_owned(),
        };
        check(None, &append, expect![[r#""b" changed"#]]);
        check(Some("a"), &append, expect![[r#""ab" changed"#]]);
        check(Some("a"), &Instruction::Delete, expect!["gone changed"]);
        check(None, &Instruction::Delete, expect!["no such file"]);
    }

    #[test]
    fn versions() {
        assert_eq!(version(None), "absent");
        assert_eq!(version(Some(b"")).len(), 64);
        assert_ne!(version(Some(b"a")), version(Some(b"b")));
    }

    proptest! {
        #[test]
        fn any_search_edits_or_fails(search in "\\PC{0,8}", text in "\\PC{0,20}", regex: bool) {
            let edited = edit(Some(&text), &replace(&search, regex, None), &mut Budget::default());
            if let Ok(edited) = edited {
                prop_assert_eq!(edited.changed, edited.content != Some(text));
            }
        }
    }
}
