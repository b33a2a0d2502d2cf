//! A command line, split as a shell splits it, without a shell.

/// Splits a command line into its words. Blanks part words; `'…'` keeps everything, `"…"` all but
/// `\"` and `\\`, and a backslash outside of quotes keeps the next character. Nothing is expanded:
/// no variables, no patterns, no pipes.
///
/// # Errors
///
/// A text for the user: a quote that is not closed, a backslash at the end, or no word at all.
///
/// ```
/// use isolate_mcp::split_command;
///
/// let words = split_command(r#"npx -y "my server" --root '/a b'"#)?;
/// assert_eq!(words, ["npx", "-y", "my server", "--root", "/a b"]);
/// # Ok::<(), String>(())
/// ```
pub fn split_command(text: &str) -> Result<Vec<String>, String> {
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
                None => return Err(format!("the command {text:?} ends with a backslash")),
            },
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err("there is no command: give the program and its arguments".to_owned());
    }
    Ok(words)
}

fn unclosed(text: &str, quote: char) -> String {
    format!("the command {text:?} has a {quote} that is not closed")
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
    fn what_is_no_command_is_told() {
        for (text, part) in [
            ("", "no command"),
            ("  ", "no command"),
            ("a 'b", "' that is not closed"),
            ("a \"b", "\" that is not closed"),
            ("a \"b\\", "\" that is not closed"),
            ("a \\", "ends with a backslash"),
        ] {
            let error = split_command(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
