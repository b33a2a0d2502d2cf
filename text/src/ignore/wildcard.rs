//! Patterns of `.gitignore`, matched as they are written.
//!
//! Of the stars in a name and of the `**` in a path only the last is ever tried again: what an
//! earlier one could take, the later one can take too. So matching a name takes at most the
//! product of its length and that of the pattern.

/// Whether a path, or a name, fits a pattern as a whole.
pub(super) fn fits(pattern: &[u8], path: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to continue after a star and after a `**`: the position in the pattern and in the path.
    let mut star: Option<(usize, usize)> = None;
    let mut folders: Option<(usize, usize)> = None;
    loop {
        let byte = path.get(t).copied();
        let next = match (pattern.get(p).copied(), byte) {
            (None, None) => return true,
            (Some(b'*'), _) => {
                match folders_at(pattern, p) {
                    Some(next) if next > pattern.len() => return true,
                    Some(next) => {
                        (star, folders) = (None, Some((next, t)));
                        p = next;
                    }
                    None => {
                        star = Some((p + 1, t));
                        p += 1;
                    }
                }
                continue;
            }
            (Some(b'/'), Some(b'/')) => {
                star = None;
                Some(p + 1)
            }
            (Some(b'\\'), Some(b'/')) if pattern.get(p + 1) == Some(&b'/') => {
                star = None;
                Some(p + 2)
            }
            (Some(_), Some(byte)) if byte != b'/' => one(pattern, p, byte),
            _ => None,
        };
        if let Some(next) = next {
            (p, t) = (next, t + 1);
            continue;
        }
        match (star, folders) {
            (Some((next, at)), _) if path.get(at).is_some_and(|&byte| byte != b'/') => {
                star = Some((next, at + 1));
                (p, t) = (next, at + 1);
            }
            (_, Some((next, at))) => {
                let Some(length) = path[at..].iter().position(|&byte| byte == b'/') else {
                    return false;
                };
                let at = at + length + 1;
                (star, folders) = (None, Some((next, at)));
                (p, t) = (next, at);
            }
            _ => return false,
        }
    }
}

/// Where the pattern continues after a `**` for folders that starts here; after the
/// end of the pattern if nothing follows.
///
/// It is a whole name. As git has it, it may also follow a beginning without any wildcard:
/// `a**/b` is `a` and then `**/b`.
fn folders_at(pattern: &[u8], p: usize) -> Option<usize> {
    let (before, rest) = pattern.split_at(p);
    if !rest.starts_with(b"**") {
        return None;
    }
    let is_wildcard = |byte: &u8| matches!(byte, b'*' | b'?' | b'[' | b'\\');
    if !before.ends_with(b"/") && before.iter().any(is_wildcard) {
        return None;
    }
    let stars = rest.iter().take_while(|&&byte| byte == b'*').count();
    matches!(rest.get(stars), None | Some(b'/')).then_some(p + stars + 1)
}

/// Whether the part of a pattern that starts here matches a byte, which is not `/`; then, where the
/// next part starts.
fn one(pattern: &[u8], p: usize, byte: u8) -> Option<usize> {
    match pattern[p] {
        b'?' => Some(p + 1),
        b'[' => class(pattern, p + 1, byte),
        b'\\' => (pattern.get(p + 1) == Some(&byte)).then_some(p + 2),
        own => (own == byte).then_some(p + 1),
    }
}

/// Whether a class, which starts here after its bracket, contains a byte; then, where the pattern
/// continues. A class without an end contains nothing.
fn class(pattern: &[u8], mut p: usize, byte: u8) -> Option<usize> {
    let is_negated = matches!(pattern.get(p), Some(b'!' | b'^'));
    p += usize::from(is_negated);
    let mut is_found = false;
    // The byte that a `-` makes a range of.
    let mut before: Option<u8> = None;
    let first = p;
    loop {
        let mut own = *pattern.get(p)?;
        p += 1;
        match own {
            b']' if p > first + 1 => return (is_found != is_negated).then_some(p),
            b'-' if before.is_some() && !matches!(pattern.get(p), None | Some(b']')) => {
                let mut last = *pattern.get(p)?;
                p += 1;
                if last == b'\\' {
                    last = *pattern.get(p)?;
                    p += 1;
                }
                is_found |= before.is_some_and(|start| (start..=last).contains(&byte));
                before = None;
                continue;
            }
            b'[' if pattern.get(p) == Some(&b':') => {
                let length = pattern[p + 1..].iter().position(|&byte| byte == b']')?;
                let name = &pattern[p + 1..p + 1 + length];
                if let Some(name) = name.strip_suffix(b":") {
                    is_found |= is_in_posix(name, byte)?;
                    p += length + 2;
                    before = None;
                    continue;
                }
            }
            b'\\' => {
                own = *pattern.get(p)?;
                p += 1;
            }
            _ => {}
        }
        is_found |= own == byte;
        before = Some(own);
    }
}

/// `None` for an unknown name of a class.
fn is_in_posix(name: &[u8], byte: u8) -> Option<bool> {
    Some(match name {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => matches!(byte, b' ' | b'\t'),
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => matches!(byte, b' '..=b'~'),
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => matches!(byte, b' ' | b'\t'..=b'\r'),
        b"upper" => byte.is_ascii_uppercase(),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
