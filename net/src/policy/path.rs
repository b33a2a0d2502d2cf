//! Matches paths in every way in which a server may interpret them.
//!
//! A server, or a proxy in front of it, may decode a path once or twice and then resolve `..`. A path
//! is allowed only if every such interpretation is allowed.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The maximum number of nested encodings. Paths with more are refused.
const ENCODINGS_MAX: usize = 4;

/// The interpretations of a path: as sent, decoded once, decoded twice, and so on, until nothing is
/// encoded. `None` if one of them contains `..` or a control character or is not UTF-8, or if there
/// are too many.
pub(super) fn readings(path: &str) -> Option<Vec<String>> {
    let mut readings = vec![path.to_owned()];
    loop {
        let last = readings.last()?;
        if !is_plain(last) {
            return None;
        }
        let decoded = decode(last)?;
        if decoded == *last {
            return Some(readings);
        }
        if readings.len() > ENCODINGS_MAX {
            return None;
        }
        readings.push(decoded);
    }
}

/// Decodes each `%XX`. `None` if the result is not UTF-8. An invalid encoding is kept.
pub(super) fn decode(path: &str) -> Option<String> {
    let decoded = percent_decode_str(path).decode_utf8();
    decoded.ok().map(Cow::into_owned)
}

/// Whether no server can interpret it as another path.
fn is_plain(path: &str) -> bool {
    if path.chars().any(char::is_control) {
        return false;
    }
    let folded: String = path.chars().map(folded).collect();
    // For some servers, the text after a semicolon is not part of a name; for others, blanks at its end
    // are not.
    let name = |segment: &str| {
        let name = segment.split(';').next().unwrap_or_default();
        name.trim_end().replace('\u{2025}', "..")
    };
    !folded
        .split(['/', '\\', '?', '#'])
        .any(|segment| matches!(name(segment).as_str(), "." | ".."))
}

/// The character after compatibility normalization of Unicode.
const fn folded(character: char) -> char {
    match character {
        '\u{ff0e}' | '\u{2024}' | '\u{fe52}' | '\u{3002}' | '\u{ff61}' => '.',
        '\u{ff0f}' | '\u{2215}' | '\u{2044}' => '/',
        '\u{ff3c}' | '\u{fe68}' | '\u{2216}' => '\\',
        other => other,
    }
}

/// Whether a path matches a pattern: `*` matches any characters within a segment, and the segment
/// `**` matches any number of segments, including none.
pub(super) fn fits(pattern: &[String], path: &str) -> bool {
    // A further slash at the beginning is an empty name, and no pattern of a name matches it.
    let path = path.strip_prefix('/').unwrap_or(path);
    let path: Vec<&str> = path.split('/').collect();
    // The positions in the pattern and in the path after the last `**`, for backtracking.
    let mut back: Option<(usize, usize)> = None;
    let (mut at, mut from) = (0, 0);
    loop {
        let is_same = match (pattern.get(at), path.get(from)) {
            (Some(segment), _) if segment == "**" => {
                back = Some((at, from));
                at += 1;
                continue;
            }
            (Some(pattern), Some(segment)) => fits_segment(pattern, segment),
            (None, None) => return true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if is_same {
            (at, from) = (at + 1, from + 1);
            continue;
        }
        match &mut back {
            Some((star, taken)) if *taken < path.len() => {
                *taken += 1;
                (at, from) = (*star + 1, *taken);
            }
            _ => return false,
        }
    }
}

fn fits_segment(pattern: &str, segment: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == segment;
    };
    let Some(mut left) = segment.strip_prefix(first) else {
        return false;
    };
    // An empty name is no name: some servers drop it.
    if segment.is_empty() {
        return false;
    }
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match left.find(part) {
            Some(found) => left = &left[found + part.len()..],
            None => return false,
        }
    }
    left.len() >= last.len() && left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{fits, readings};

    fn is_allowed(pattern: &str, path: &str) -> bool {
        let pattern: Vec<String> = (pattern.trim_start_matches('/').split('/'))
            .map(str::to_owned)
            .collect();
        readings(path).is_some_and(|all| all.iter().all(|reading| fits(&pattern, reading)))
    }

    #[test]
    fn patterns_match_whole_segments() {
        for (pattern, path) in [
            ("/repos/**", "/repos"),
            ("/repos/**", "/repos/"),
            ("/repos/**", "/repos/a/b/c"),
            ("/repos/**", "/repos/a%20b/caf%C3%A9"),
            ("/repos/**", "/repos/group%2Fproject"),
            ("/repos/*/issues", "/repos/a/issues"),
            ("/repos/*/*/issues/**", "/repos/a/b/issues/7"),
            ("/v*/items", "/v2/items"),
            ("/a*b*c", "/aXbYc"),
            ("/**/end", "/end"),
            ("/**/end", "/a/b/end"),
            ("/**/b/**/d", "/a/b/c/d"),
            ("/exact", "/exact"),
            ("/100%", "/100%"),
            ("/a/**", "/a/...hidden/.b"),
        ] {
            assert!(is_allowed(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("/repos/**", "/reposx"),
            ("/repos/**", "/repo"),
            ("/repos/**", "//repos/x/../.."),
            ("/repos/**", "//repos/x"),
            ("/repos/**", "///repos"),
            ("/repos/**", "/%2frepos/x"),
            ("/exact", "//exact"),
            ("/repos/**", "/Repos/a"),
            ("/repos/*/issues", "/repos//issues"),
            ("/repos/*/issues", "/repos/a/b/issues"),
            ("/repos/*", "/repos/a%2Fkeys"),
            ("/repos/*", "/repos/a%252Fkeys"),
            ("/exact", "/exact/"),
            ("/exact", "/exact/more"),
            ("/a*b", "/a"),
            ("/ab*ba", "/aba"),
        ] {
            assert!(!is_allowed(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn a_path_that_servers_read_differently_is_not_plain() {
        for path in [
            "/repos/../admin",
            "/repos/%2e%2e/admin",
            "/repos/%2E./admin",
            "/repos/..%2fadmin",
            "/repos/%2e%2e%2fadmin",
            "/repos/%252e%252e%252fadmin",
            "/repos/%25252e%25252e/admin",
            "/repos/%2525252525252e/admin",
            "/repos/..%5cadmin",
            "/repos\\..\\admin",
            "/repos/..;/admin",
            "/repos/..;a=b/admin",
            "/repos/..%3b/admin",
            "/repos/..%20/admin",
            "/repos/..%00/admin",
            "/repos/%00",
            "/repos/a%0d%0aHost:%20evil",
            "/repos/..%3f/admin",
            "/repos/..%23/admin",
            "/repos/%c0%ae%c0%ae/admin",
            "/repos/%ff",
            "/repos/%ef%bc%8e%ef%bc%8e/admin",
            "/repos/\u{2025}/admin",
            "/repos/..%ef%bc%8fadmin",
            "/repos/./a",
        ] {
            assert!(!is_allowed("/repos/**", path), "{path}");
        }
    }
}
