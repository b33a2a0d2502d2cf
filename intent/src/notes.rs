//! Notes on calls that succeeded and probably did not do what was intended: a search that found
//! nothing, a pattern that matches no file.

use isolate_protocol::{Method, MethodId, Value};

use crate::line::text_of;

/// Characters of a text in a note.
const SHOWN_MAX: usize = 60;

/// Parts of texts that are probably regular expressions.
const OF_EXPRESSIONS: &[&str] = &[
    "\\w", "\\d", "\\s", "\\b", "\\(", "\\.", ".*", ".+", "[a-z", "[A-Z", "[0-9", "[^", "(?:",
];

fn shown(text: &str) -> String {
    text.chars().take(SHOWN_MAX).collect()
}

/// Whether a text that was searched literally is probably a regular expression.
fn looks_like_an_expression(text: &str) -> bool {
    let mut alternatives = text.split('|');
    let is_one_of = text.contains('|')
        && alternatives.all(|part| !part.trim().is_empty() && part.trim() == part);
    is_one_of
        || (text.len() > 1 && (text.starts_with('^') || text.ends_with('$')))
        || OF_EXPRESSIONS.iter().any(|part| text.contains(part))
}

/// Whether a text is a regular expression literal: `/a/g`.
fn looks_like_a_literal(text: &str) -> bool {
    let rest = text
        .strip_prefix('/')
        .and_then(|rest| rest.rsplit_once('/'));
    rest.is_some_and(|(front, flags)| {
        !front.is_empty() && flags.chars().all(|c| "dgimsuvy".contains(c))
    })
}

/// On a query that matched nothing.
#[must_use]
pub fn of_no_match(query: &str, is_regex: bool) -> Option<String> {
    let text = shown(query);
    if looks_like_a_literal(query) && (is_regex || !query.ends_with('/')) {
        return Some(format!(
            "{text} matched nothing and looks like a regular expression literal: pass it without \
             quotes, or its source without the slashes"
        ));
    }
    (!is_regex && looks_like_an_expression(query)).then(|| {
        format!(
            "\"{text}\" matched nothing: it was searched literally; {{ regex: true }} makes it a \
             regular expression"
        )
    })
}

/// On a pattern that matched no file. `missing` gives a folder as a path, where there is nothing at
/// it, and `count` how much a pattern matches.
pub fn of_no_file(
    pattern: &str,
    missing: impl Fn(&str) -> Option<String>,
    count: impl Fn(&str) -> usize,
) -> Option<String> {
    let text = shown(pattern);
    match pattern {
        "" => {
            let text = "the pattern is empty and matches nothing: \"*\" is what is at the top, \"**\" everything";
            return Some(text.to_owned());
        }
        "/" | "." | "./" => {
            return Some(format!(
                "{pattern:?} matches nothing below the root: \"/*\" is what is at the top, \"/**\" everything"
            ));
        }
        _ => {}
    }
    if pattern.contains('\\') {
        let other = pattern.replace('\\', "/");
        return Some(format!(
            "nothing matches {pattern:?}: folders are separated by /, as in {other:?}"
        ));
    }
    let end = pattern
        .find(['*', '?', '{', '[', '!', '('])
        .unwrap_or(pattern.len());
    if let Some((folder, _)) = pattern[..end].rsplit_once('/')
        && let Some(folder) = missing(folder)
    {
        return Some(format!("nothing matches {text:?}: there is no '{folder}'"));
    }
    let lower = pattern.to_lowercase();
    if lower != pattern
        && let found @ 1.. = count(&lower)
    {
        return Some(format!(
            "nothing matches {text:?}: the case of letters counts, and {lower:?} matches {found}"
        ));
    }
    if pattern.trim_start_matches(['/', '!']).contains('/') {
        return None;
    }
    let everywhere = format!("**/{}", pattern.trim_start_matches('/'));
    let found = count(&everywhere);
    (found > 0).then(|| {
        format!(
            "nothing at the top matches {pattern:?}: {everywhere:?} is every folder, and matches {found}"
        )
    })
}

/// On a reference to a group in a form that is not JavaScript's.
#[must_use]
pub fn of_replacement(text: &str, is_regex: bool) -> Option<&'static str> {
    let pairs = || text.as_bytes().windows(2);
    let has = |first: u8| pairs().any(|pair| pair[0] == first && pair[1].is_ascii_digit());
    match is_regex {
        true if has(b'\\') => Some("a group is $1 in a replacement; \\1 was taken literally"),
        false if has(b'$') => Some("$1 was taken literally: groups exist with { regex: true }"),
        _ => None,
    }
}

/// On a path of another system, which has no special meaning here: `~/a`, `C:\a`. `exists` says
/// whether there is something at it, on purpose.
pub fn of_other_system(
    method: &Method,
    values: &[Value],
    exists: impl Fn(&str) -> bool,
) -> Option<String> {
    /// Parameters that are paths.
    const PATHS: &[&str] = &["path", "src", "dest", "destination", "pathA", "pathB"];
    let is_foreign =
        |text: &&str| text.starts_with('~') || text.contains('\\') || text.get(1..2) == Some(":");
    let params = method.params.iter().zip(values);
    let mut paths = params
        .filter(|(param, _)| PATHS.contains(&param.name) && method.id() != MethodId::ResolvePath)
        .filter_map(|(_, value)| text_of(value));
    let text = paths.find(is_foreign).filter(|text| !exists(text))?;
    let has_drive =
        matches!(text.as_bytes(), [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    let short = shown(text);
    if text == "~" || text.starts_with("~/") {
        return Some(format!(
            "{short:?} was taken literally, as /{short}: there is no home directory here"
        ));
    }
    (has_drive || (text.contains('\\') && !text.contains('/'))).then(|| {
        format!(
            "{short:?} was taken literally: paths here are like /folder/file, with / between names"
        )
    })
}

/// On a write whose arguments are probably swapped: the content is a path, and the path is not.
#[must_use]
pub fn of_write(method: &Method, values: &[Value]) -> Option<String> {
    let [path, content] = [values.first(), values.get(1)].map(|value| value.and_then(text_of));
    let (path, content) = (path?, content?);
    let is_path = content.starts_with('/')
        && content.len() < 200
        && !content.contains(['\n', ' '])
        && content
            .rsplit('/')
            .next()
            .is_some_and(|name| name.contains('.'));
    (is_path && !path.contains(['/', '.'])).then(|| {
        format!(
            "the text {content:?} was written to {:?}: are the arguments swapped? It is {}",
            shown(path),
            method.signature()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{looks_like_a_literal, looks_like_an_expression};

    #[test]
    fn texts_that_look_like_expressions() {
        for text in ["a|b", "^import", ";$", "\\w+", "foo.*bar", "[a-z]+"] {
            assert!(looks_like_an_expression(text), "{text}");
        }
        for text in ["a || b", "add(", "x", "$", "a | b", "price: 5"] {
            assert!(!looks_like_an_expression(text), "{text}");
        }
        assert!(looks_like_a_literal("/a/g"));
        assert!(!looks_like_a_literal("/api/users"));
    }
}
