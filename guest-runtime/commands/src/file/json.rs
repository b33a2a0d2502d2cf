//! Whether a text is JSON.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One object or array.
    One,
    /// Several, each on its line.
    Lines,
}

/// Whether the text is an object or an array, or lines of these.
pub(super) fn of(bytes: &[u8]) -> Option<Kind> {
    let bytes = bytes.trim_ascii();
    let end = value(bytes)?;
    let rest = bytes[end..].trim_ascii_start();
    if rest.is_empty() {
        return Some(Kind::One);
    }
    let lines = bytes.split(|byte| *byte == b'\n');
    let are_all = lines.clone().all(|line| {
        let line = line.trim_ascii();
        line.is_empty() || value(line) == Some(line.len())
    });
    are_all.then_some(Kind::Lines)
}

fn skip_blanks(bytes: &[u8], at: &mut usize) {
    while bytes.get(*at).is_some_and(|byte| b" \t\r\n".contains(byte)) {
        *at += 1;
    }
}

/// The end of the object or array that the bytes begin with. Depth costs memory of the heap alone.
fn value(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut open: Vec<u8> = Vec::new();
    if !matches!(bytes.first(), Some(b'{' | b'[')) {
        return None;
    }
    loop {
        skip_blanks(bytes, &mut at);
        // A value begins here.
        match bytes.get(at)? {
            bracket @ (b'{' | b'[') => {
                at += 1;
                skip_blanks(bytes, &mut at);
                let close = if *bracket == b'{' { b'}' } else { b']' };
                if bytes.get(at) == Some(&close) {
                    at += 1;
                } else {
                    open.push(close);
                    if close == b'}' {
                        key(bytes, &mut at)?;
                    }
                    continue;
                }
            }
            b'"' => string(bytes, &mut at)?,
            b't' => word(bytes, &mut at, b"true")?,
            b'f' => word(bytes, &mut at, b"false")?,
            b'n' => word(bytes, &mut at, b"null")?,
            _ => digits(bytes, &mut at)?,
        }
        // A value has ended here.
        loop {
            let Some(close) = open.last().copied() else {
                return Some(at);
            };
            skip_blanks(bytes, &mut at);
            match bytes.get(at)? {
                b',' => {
                    at += 1;
                    if close == b'}' {
                        skip_blanks(bytes, &mut at);
                        key(bytes, &mut at)?;
                    }
                    break;
                }
                byte if *byte == close => {
                    at += 1;
                    open.pop();
                }
                _ => return None,
            }
        }
    }
}

fn key(bytes: &[u8], at: &mut usize) -> Option<()> {
    string(bytes, at)?;
    skip_blanks(bytes, at);
    word(bytes, at, b":")
}

fn string(bytes: &[u8], at: &mut usize) -> Option<()> {
    word(bytes, at, b"\"")?;
    loop {
        match bytes.get(*at)? {
            b'"' => {
                *at += 1;
                return Some(());
            }
            b'\\' => *at += 2,
            0..=0x1f => return None,
            _ => *at += 1,
        }
    }
}

fn word(bytes: &[u8], at: &mut usize, word: &[u8]) -> Option<()> {
    let has_it = bytes.get(*at..)?.starts_with(word);
    *at += word.len();
    has_it.then_some(())
}

fn digits(bytes: &[u8], at: &mut usize) -> Option<()> {
    let count = bytes[*at..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte))
        .count();
    let text = std::str::from_utf8(&bytes[*at..*at + count]).ok()?;
    *at += count;
    text.parse::<f64>().ok().map(|_| ())
}
