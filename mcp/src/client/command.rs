//! Splits a command line into words without a shell.

use std::fmt;

/// The error of [`split_command`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// The command line is empty.
    Empty,
    /// A quote is not closed.
    UnclosedQuote {
        /// The command line.
        command: String,
        /// The quote.
        quote: char,
    },
    /// The command line ends with a backslash.
    TrailingBackslash {
        /// The command line.
        command: String,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the command is empty: give the program and its arguments"),
            Self::UnclosedQuote { command, quote } => {
                write!(
                    f,
                    "the command {command:?} has a {quote} that is not closed"
                )
            }
            Self::TrailingBackslash { command } => {
                write!(f, "the command {command:?} ends with a backslash")
            }
        }
    }
}

impl std::error::Error for CommandError {}

/// Splits a command line into words, which are separated by white space.
///
/// In `'…'` every character is literal; in `"…"` only `\"` and `\\` are escapes; outside of quotes
/// a backslash escapes the next character. Variables, patterns and pipes are not supported.
///
/// # Errors
///
/// A quote is not closed, the text ends with a backslash, or it is empty.
///
/// ```
/// use isolate_mcp::split_command;
///
/// let words = split_command(r#"npx -y "my server" --root '/a b'"#)?;
/// assert_eq!(words, ["npx", "-y", "my server", "--root", "/a b"]);
/// # Ok::<(), isolate_mcp::CommandError>(())
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('\'') => break,
                        Some(character) => word.push(character),
                        None => return Err(unclosed(text, '\'')),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        Some('"') => break,
                        Some('\\') => match characters.next() {
                            Some(escaped @ ('"' | '\\')) => word.push(escaped),
                            Some(other) => word.extend(['\\', other]),
                            None => return Err(unclosed(text, '"')),
                        },
                        Some(character) => word.push(character),
                        None => return Err(unclosed(text, '"')),
                    }
                }
            }
            '\\' => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => {
                    let command = text.to_owned();
                    return Err(CommandError::TrailingBackslash { command });
                }
            },
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err(CommandError::Empty);
    }
    Ok(words)
}

fn unclosed(text: &str, quote: char) -> CommandError {
    CommandError::UnclosedQuote {
        command: text.to_owned(),
        quote,
    }
}

#[cfg(test)]
mod tests {
    use super::split_command;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, words) in [
            ("npx -y server", &["npx", "-y", "server"][..]),
            ("  a\t b ", &["a", "b"]),
            ("a 'b c' \"d e\"", &["a", "b c", "d e"]),
            (r#"a "x\"y\\z\n" b\ c"#, &["a", r#"x"y\z\n"#, "b c"]),
            ("a '' \"\"", &["a", "", ""]),
            ("a x'y'z", &["a", "xyz"]),
            ("a $HOME *.rs | b", &["a", "$HOME", "*.rs", "|", "b"]),
        ] {
            assert_eq!(split_command(text).unwrap(), words, "{text}");
        }
    }

    #[test]
    fn invalid_commands_are_refused() {
        for (text, part) in [
            ("", "the command is empty"),
            ("  ", "the command is empty"),
            ("a 'b", "' that is not closed"),
            ("a \"b", "\" that is not closed"),
            ("a \"b\\", "\" that is not closed"),
            ("a \\", "ends with a backslash"),
        ] {
            let error = split_command(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
