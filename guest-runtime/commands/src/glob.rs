//! Patterns of names, as `fnmatch` reads them.

/// What a pattern may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules {
    /// A dot at the beginning is matched by a dot alone.
    pub(crate) period: bool,
    /// Small and capital letters of ASCII are the same.
    pub(crate) ignores_case: bool,
}

/// Whether a name fits a pattern with `*`, `?`, `[…]` and backslashes. Linear in both but for stars,
/// of which only the last one is tried again.
pub(crate) fn fits(pattern: &[u8], name: &[u8], rules: Rules) -> bool {
    if rules.period && name.first() == Some(&b'.') && pattern.first() != Some(&b'.') {
        return false;
    }
    let (mut at, mut pos) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while pos < name.len() {
        if pattern.get(at) == Some(&b'*') {
            at += 1;
            star = Some((at, pos));
            continue;
        }
        match one(&pattern[at..], name[pos], rules) {
            Some(length) => {
                at += length;
                pos += 1;
            }
            None => match star {
                Some((behind, from)) => {
                    at = behind;
                    pos = from + 1;
                    star = Some((behind, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// How long the piece of the pattern is that fits a byte.
fn one(pattern: &[u8], byte: u8, rules: Rules) -> Option<usize> {
    let same = |a: u8, b: u8| a == b || (rules.ignores_case && a.eq_ignore_ascii_case(&b));
    match pattern.first()? {
        b'?' => Some(1),
        b'\\' if pattern.len() > 1 => same(pattern[1], byte).then_some(2),
        b'[' => match class(pattern, byte, rules) {
            Some((fits, length)) => fits.then_some(length),
            None => same(b'[', byte).then_some(1),
        },
        literal => same(*literal, byte).then_some(1),
    }
}

/// Whether a byte is in the class that the pattern begins with, and how long that is; none if the
/// bracket is never closed.
fn class(pattern: &[u8], byte: u8, rules: Rules) -> Option<(bool, usize)> {
    let is_negated = matches!(pattern.get(1), Some(b'!' | b'^'));
    let start = if is_negated { 2 } else { 1 };
    let mut at = start;
    let mut found = false;
    let lower = byte.to_ascii_lowercase();
    loop {
        let mut first = *pattern.get(at)?;
        if first == b']' && at > start {
            return Some((found != is_negated, at + 1));
        }
        if first == b'[' && pattern.get(at + 1) == Some(&b':') {
            let rest = &pattern[at + 2..];
            if let Some(end) = rest.windows(2).position(|pair| pair == b":]") {
                found |= in_named(&rest[..end], byte);
                at += end + 4;
                continue;
            }
        }
        if first == b'\\' {
            at += 1;
            first = *pattern.get(at)?;
        }
        at += 1;
        let mut last = first;
        if pattern.get(at) == Some(&b'-') && pattern.get(at + 1).is_some_and(|next| *next != b']') {
            last = pattern[at + 1];
            at += 2;
            if last == b'\\' {
                last = *pattern.get(at)?;
                at += 1;
            }
        }
        found |= (first..=last).contains(&byte);
        if rules.ignores_case {
            found |= (first..=last).contains(&lower)
                || (first..=last).contains(&byte.to_ascii_uppercase());
        }
    }
}

fn in_named(name: &[u8], byte: u8) -> bool {
    match name {
        b"alnum" => byte.is_ascii_alphanumeric(),
        b"alpha" => byte.is_ascii_alphabetic(),
        b"blank" => byte == b' ' || byte == b'\t',
        b"cntrl" => byte.is_ascii_control(),
        b"digit" => byte.is_ascii_digit(),
        b"graph" => byte.is_ascii_graphic(),
        b"lower" => byte.is_ascii_lowercase(),
        b"print" => byte.is_ascii_graphic() || byte == b' ',
        b"punct" => byte.is_ascii_punctuation(),
        b"space" => byte.is_ascii_whitespace() || byte == 0x0b,
        b"upper" => byte.is_ascii_uppercase(),
        b"xdigit" => byte.is_ascii_hexdigit(),
        _ => false,
    }
}
