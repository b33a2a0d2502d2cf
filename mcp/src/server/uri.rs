//! Converts between workspace paths and URIs.
//!
//! In `isolate://workspace/src/a%20b.rs` every byte of a name is percent-encoded except letters,
//! digits and `-._~`. A client may leave more characters unencoded: the expansion of `{+path}` in a
//! template keeps `?` and `#`. Both are therefore part of the name; there is no query or fragment.

use std::fmt::Write as _;

/// The prefix of every URI.
const BASE: &str = "isolate://workspace";

/// The template of all files.
pub(super) const TEMPLATE: &str = "isolate://workspace/{+path}";

/// The URI of the file at an absolute path of a workspace.
///
/// ```
/// assert_eq!(isolate_mcp::workspace_uri("/a b/ü.txt"), "isolate://workspace/a%20b/%C3%BC.txt");
/// ```
#[must_use]
pub fn workspace_uri(path: &str) -> String {
    let mut uri = String::with_capacity(BASE.len() + path.len());
    uri.push_str(BASE);
    for &byte in path.as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => write!(uri, "%{byte:02X}").expect("text takes any text"),
        }
    }
    uri
}

/// The path of a URI. `None` if it is not a URI of a workspace.
pub(super) fn path_of(uri: &str) -> Option<Result<String, String>> {
    let scheme = uri.get(..BASE.len())?;
    let rest = &uri[BASE.len()..];
    if !scheme.eq_ignore_ascii_case(BASE) || !rest.starts_with('/') {
        return None;
    }
    Some(decoded(rest))
}

fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let value = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let Some(value) = value else {
            return Err(
                "it has a % without two hexadecimal digits behind it; a % in a name is %25"
                    .to_owned(),
            );
        };
        bytes.push(value);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).map_err(|_| "the name is not valid UTF-8".to_owned())
}

/// A path as the value of `{+path}`: without the first slash, and with those characters encoded that
/// an expansion would keep although they have a meaning.
pub(super) fn template_value(path: &str) -> String {
    let mut value = String::with_capacity(path.len());
    for c in path.trim_start_matches('/').chars() {
        match c {
            '%' => value.push_str("%25"),
            '?' => value.push_str("%3F"),
            '#' => value.push_str("%23"),
            c => value.push(c),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every path is recovered from its URI.
    #[test]
    fn every_path_survives_conversion_to_a_uri() {
        let odd = "/a b/%41/?x#y/\u{fc}/\u{1f600}/+&=;@!$'(),*:[]|\\\"<>^`{}\u{1}\n";
        for path in ["/", "/a", "/.hidden", "/-._~", odd] {
            let uri = workspace_uri(path);
            assert!(
                uri.is_ascii() && !uri.contains([' ', '?', '#', '"']),
                "{uri}"
            );
            assert_eq!(path_of(&uri), Some(Ok(path.to_owned())));
        }
        assert_eq!(workspace_uri("/a b"), "isolate://workspace/a%20b");
    }

    #[test]
    fn foreign_uris_are_distinguished_from_invalid_ones() {
        assert_eq!(path_of("file:///etc/passwd"), None);
        assert_eq!(path_of("isolate://workspacex/a"), None);
        assert_eq!(path_of("isolate://other/a"), None);
        assert_eq!(path_of("isolate://workspace"), None);
        assert_eq!(path_of("isol\u{e4}te://workspace/a"), None);
        assert!(path_of("isolate://workspace/%4").unwrap().is_err());
        assert!(path_of("isolate://workspace/%+1").unwrap().is_err());
        assert!(path_of("isolate://workspace/%ff").unwrap().is_err());
        // The reader of the path normalises slashes and dots.
        assert_eq!(path_of("ISOLATE://workspace//a").unwrap().unwrap(), "//a");
    }

    /// A completed value, expanded in the template, is the URI of the file.
    #[test]
    fn a_value_of_the_template_resolves_to_its_path() {
        for path in ["/a b?c#d%41", "/src/a.rs", "/100%"] {
            let uri = TEMPLATE.replace("{+path}", &template_value(path));
            assert_eq!(path_of(&uri), Some(Ok(path.to_owned())));
        }
    }
}
