//! Text in double quotes, as JSON, TOML and YAML share it.

/// Writes text in double quotes. What is not escaped in all three forms is escaped as `escaped` says,
/// or stands as it is.
pub(crate) fn push(out: &mut String, text: &str, escaped: impl Fn(char) -> Option<String>) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => match escaped(c) {
                Some(escaped) => out.push_str(&escaped),
                None => out.push(c),
            },
        }
    }
    out.push('"');
}

/// How JSON and TOML escape a control character.
pub(crate) fn control(c: char) -> String {
    match c {
        '\u{8}' => "\\b".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        c => format!("\\u{:04x}", u32::from(c)),
    }
}
