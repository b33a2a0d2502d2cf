//! Names of files in the headers of patches: quoted names, and what is a prefix.
//!
//! git writes `a/` and `b/` before the names of its headers, or nothing (`--no-prefix`), and nothing
//! before the names of renames and copies. Which of them it is follows from both names together.

/// The name of a file that is not there.
pub(super) const NOTHING: &str = "/dev/null";

/// A name without so many leading components; by default, without `a/` or `b/`.
pub(super) fn stripped(name: &str, components: Option<usize>) -> &str {
    let Some(components) = components else {
        let plain = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/"));
        return plain.unwrap_or(name);
    };
    let mut rest = name;
    // The caller may ask for any number: the loop ends with the name.
    for _ in 0..components {
        match rest.split_once('/') {
            Some((_, below)) => rest = below,
            None => break,
        }
    }
    rest
}

/// The name in a line of a rename or a copy: there, git writes one component less than elsewhere.
pub(super) fn stripped_of_rename(name: &str, components: Option<usize>) -> &str {
    match components {
        None => name,
        Some(components) => stripped(name, Some(components.saturating_sub(1))),
    }
}

/// The path of a file whose header has these two names, if both are names of one path.
pub(super) fn common_path<'n>(
    old: &'n str,
    new: &'n str,
    components: Option<usize>,
) -> Option<&'n str> {
    if components.is_some() {
        let (old, new) = (stripped(old, components), stripped(new, components));
        return (old == new).then_some(old);
    }
    // Without prefixes, both are the same.
    if old == new {
        return Some(old);
    }
    let ((_, old), (_, new)) = (old.split_once('/')?, new.split_once('/')?);
    (old == new).then_some(old)
}

/// The name behind `---` or `+++`, and the time after it.
pub(super) fn name_and_time(text: &str) -> Result<(String, &str), String> {
    if text.starts_with('"') {
        return unquoted(text);
    }
    // git ends a name with a blank by a tab.
    let (name, time) = text
        .split_once('\t')
        .unwrap_or((text.trim_matches(' '), ""));
    Ok((name.to_owned(), time))
}

/// The name in a line of a rename or a copy, which has nothing else.
pub(super) fn whole_name(text: &str) -> Result<String, String> {
    match text.starts_with('"') {
        true => unquoted(text).map(|(name, _)| name),
        false => Ok(text.to_owned()),
    }
}

/// The old name in a line `diff --git`, and the path that both of its names have in common.
///
/// Nothing separates two names without quotes but a blank, which they may have, too. Without a
/// rename both are of one path, and this tells where the second begins.
pub(super) fn of_header(
    text: &str,
    components: Option<usize>,
) -> Result<Option<(String, String)>, String> {
    let agreed = |old: &str, new: &str| {
        let path = common_path(old, new, components)?;
        Some((old.to_owned(), path.to_owned()))
    };
    if text.starts_with('"') {
        let (old, rest) = unquoted(text)?;
        let new = whole_name(rest.strip_prefix(' ').unwrap_or(rest))?;
        return Ok(agreed(&old, &new));
    }
    if let Some(at) = text.find(" \"") {
        let (new, _) = unquoted(&text[at + 1..])?;
        return Ok(agreed(&text[..at], &new));
    }
    // Prefixes of one length put the blank in the middle.
    let middle = text.len() / 2;
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    let splits = std::iter::once(middle).chain(blanks.filter(|at| *at != middle));
    for at in splits {
        if text.as_bytes().get(at) == Some(&b' ')
            && let Some(found) = agreed(&text[..at], &text[at + 1..])
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The text in quotes that a text begins with, and what follows it.
fn unquoted(text: &str) -> Result<(String, &str), String> {
    let shown = || crate::lines::shown(text);
    let mut name = Vec::new();
    let mut rest = text.strip_prefix('"').unwrap_or(text).as_bytes();
    loop {
        match *rest {
            [] => return Err(format!("the name {} has no quote at its end", shown())),
            [b'"', ..] => {
                let after = &text[text.len() - rest.len() + 1..];
                let name = String::from_utf8(name)
                    .map_err(|_| format!("the name {} is not UTF-8", shown()))?;
                return Ok((name, after));
            }
            [b'\\', a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => {
                name.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = &rest[4..];
            }
            [b'\\', ref behind @ ..] => {
                let escape = behind.first().copied().and_then(escaped);
                name.push(escape.ok_or_else(|| {
                    let shown = shown();
                    format!(
                        "the name {shown} has a backslash that begins no escape: write it twice"
                    )
                })?);
                rest = &behind[1..];
            }
            [byte, ..] => {
                name.push(byte);
                rest = &rest[1..];
            }
        }
    }
}

/// The byte that a letter behind a backslash stands for.
const fn escaped(letter: u8) -> Option<u8> {
    Some(match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0b,
        b'f' => 0x0c,
        b'r' => b'\r',
        b'"' | b'\\' => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_components() {
        assert_eq!(stripped("a/src/x", None), "src/x");
        assert_eq!(stripped("src/x", None), "src/x");
        assert_eq!(stripped("a/src/x", Some(0)), "a/src/x");
        assert_eq!(stripped("a/src/x", Some(2)), "x");
        assert_eq!(stripped("x", Some(2)), "x");
        assert_eq!(stripped("a/b/x", Some(usize::MAX)), "x");
    }

    #[test]
    fn quotes_hold_bytes() {
        let name = |text: &str| whole_name(text);
        assert_eq!(name(r#""b/caf\303\251.txt""#).unwrap(), "b/café.txt");
        assert_eq!(
            name(r#""a\tb\n\"c\"\\\001""#).unwrap(),
            "a\tb\n\"c\"\\\u{1}"
        );
        assert_eq!(name("x ").unwrap(), "x ");
        for (wrong, why) in [
            (r#""\377""#, "is not UTF-8"),
            (r#""a"#, "has no quote at its end"),
            (
                r#""\q""#,
                "has a backslash that begins no escape: write it twice",
            ),
            (
                r#""\400""#,
                "has a backslash that begins no escape: write it twice",
            ),
        ] {
            let shown = crate::lines::shown(wrong);
            assert_eq!(name(wrong).unwrap_err(), format!("the name {shown} {why}"));
        }
    }

    #[test]
    fn the_names_of_a_header_are_of_one_path() {
        let path =
            |text: &str, components| of_header(text, components).unwrap().map(|(_, path)| path);
        for (header, expected) in [
            ("a/x b/x", "x"),
            ("x x", "x"),
            ("a/x a/x", "a/x"),
            ("a/b/f b/b/f", "b/f"),
            ("a/x b/x b/x b/x", "x b/x"),
            ("a/x  b/x ", "x "),
            ("i/x w/x", "x"),
            (r#""a/\303\251" "b/\303\251""#, "é"),
            (r#"a/x y "b/x y""#, "x y"),
        ] {
            assert_eq!(path(header, None).as_deref(), Some(expected), "{header}");
        }
        assert_eq!(path("a/one/x b/two/x", None), None);
        assert_eq!(path("a/one/x b/other/x", Some(2)).as_deref(), Some("x"));
    }
}
