//! Names in messages, quoted as GNU tools quote them.

/// How the bytes of a name are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    /// As in the locale C: only ASCII can be printed.
    Ascii,
    /// Text that is UTF-8 is printed as it is.
    Utf8,
}

/// What a piece of a name is: one character, or one byte that cannot be printed.
struct Piece<'a> {
    bytes: &'a [u8],
    is_printable: bool,
}

fn pieces(mut name: &[u8], charset: Charset) -> impl Iterator<Item = Piece<'_>> {
    std::iter::from_fn(move || {
        let first = *name.first()?;
        let (length, is_printable) = if first.is_ascii() {
            (1, (0x20..0x7f).contains(&first))
        } else {
            match (charset, first_character(name)) {
                (Charset::Utf8, Some(character)) => (character.len_utf8(), !character.is_control()),
                _ => (1, false),
            }
        };
        let (bytes, rest) = name.split_at(length);
        name = rest;
        Some(Piece {
            bytes,
            is_printable,
        })
    })
}

/// The character that a text begins with, if it is UTF-8 there.
pub(crate) fn first_character(text: &[u8]) -> Option<char> {
    let some = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(some) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&some[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// The letter behind the backslash, for characters that have one.
const fn letter(byte: u8) -> Option<u8> {
    Some(match byte {
        0x07 => b'a',
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x0b => b'v',
        _ => return None,
    })
}

fn escape(out: &mut Vec<u8>, bytes: &[u8]) {
    for byte in bytes {
        match letter(*byte) {
            Some(letter) => out.extend([b'\\', letter]),
            None => out.extend(format!("\\{byte:03o}").bytes()),
        }
    }
}

/// Whether a shell would see more in the name than its bytes.
fn needs_quotes(name: &[u8], charset: Charset) -> bool {
    let is_special = |(at, byte): (usize, &u8)| match byte {
        b'#' | b'~' => at == 0,
        b'{' | b'}' => name.len() == 1,
        byte => b" !\"$&()*;<=>[^`|'?\\".contains(byte),
    };
    name.is_empty()
        || name.iter().enumerate().any(is_special)
        || pieces(name, charset).any(|piece| !piece.is_printable)
}

/// Always in quotes, such that a shell reads the name: `'a'$'\n''b'`.
pub(crate) fn always(name: &[u8], charset: Charset) -> Vec<u8> {
    if name.contains(&b'\'') && fits_double_quotes(name, charset) {
        return [b"\"", name, b"\""].concat();
    }
    let mut out = vec![b'\''];
    let mut in_escape = false;
    for piece in pieces(name, charset) {
        if piece.is_printable {
            if piece.bytes == b"'" {
                out.extend(b"'\\'");
                in_escape = false;
            }
            if in_escape {
                out.extend(b"''");
                in_escape = false;
            }
            out.extend_from_slice(piece.bytes);
        } else {
            if !in_escape {
                out.extend(b"'$'");
                in_escape = true;
            }
            escape(&mut out, piece.bytes);
        }
    }
    out.push(b'\'');
    out
}

/// In quotes of a shell without escapes: what cannot be printed stays as it is.
pub(crate) fn raw(name: &[u8], is_needed: bool) -> Vec<u8> {
    let is_control = |byte: &u8| b"\n\r\t".contains(byte);
    let printable: Vec<u8> = name
        .iter()
        .map(|byte| {
            if (0x20..0x7f).contains(byte) {
                *byte
            } else {
                b'x'
            }
        })
        .collect();
    let is_needed =
        is_needed || name.iter().any(is_control) || needs_quotes(&printable, Charset::Ascii);
    if !is_needed {
        return name.to_vec();
    }
    if name.contains(&b'\'')
        && !name.iter().any(is_control)
        && fits_double_quotes(name, Charset::Ascii)
    {
        return [b"\"", name, b"\""].concat();
    }
    let mut out = vec![b'\''];
    for byte in name {
        if *byte == b'\'' {
            out.extend(b"'\\'");
        }
        out.push(*byte);
    }
    out.push(b'\'');
    out
}

/// Whether all of it means the same in single and in double quotes of a shell.
fn fits_double_quotes(name: &[u8], charset: Charset) -> bool {
    let starts_well = matches!(name.first(), Some(b'#' | b'~'));
    pieces(&name[usize::from(starts_well)..], charset).all(|piece| match piece.bytes {
        [byte] => byte.is_ascii_alphanumeric() || b" %+,-./:@]_'".contains(byte),
        _ => piece.is_printable,
    })
}

/// In quotes if a shell needs them.
pub(crate) fn as_needed(name: &[u8], charset: Charset) -> Vec<u8> {
    if needs_quotes(name, charset) {
        return always(name, charset);
    }
    name.to_vec()
}

/// As [`as_needed`], and in quotes for a colon, which would end the name in a message.
pub(crate) fn before_colon(name: &[u8], charset: Charset) -> Vec<u8> {
    if name.contains(&b':') {
        return always(name, charset);
    }
    as_needed(name, charset)
}

/// In quotes with escapes of C, for words of a command line: `'a\nb'`.
pub(crate) fn word(text: &[u8], charset: Charset) -> Vec<u8> {
    let mut out = vec![b'\''];
    escaped_into(&mut out, text, charset, b"'");
    out.push(b'\'');
    out
}

/// With escapes of C before backslashes, the bytes of `special` and what cannot be printed.
pub(crate) fn escaped_into(out: &mut Vec<u8>, text: &[u8], charset: Charset, special: &[u8]) {
    for piece in pieces(text, charset) {
        match piece.bytes {
            [byte] if *byte == b'\\' || special.contains(byte) => out.extend([b'\\', *byte]),
            bytes if piece.is_printable => out.extend_from_slice(bytes),
            bytes => escape(out, bytes),
        }
    }
}

/// With question marks for what cannot be printed.
pub(crate) fn with_question_marks(name: &[u8], charset: Charset) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len());
    for piece in pieces(name, charset) {
        if piece.is_printable {
            out.extend_from_slice(piece.bytes);
        } else {
            out.push(b'?');
        }
    }
    out
}

/// How many columns of a terminal a name takes.
pub(crate) fn width(name: &[u8], charset: Charset) -> usize {
    pieces(name, charset)
        .filter(|piece| piece.is_printable)
        .map(|piece| first_character(piece.bytes).map_or(1, columns))
        .sum()
}

/// Two for the wide characters of East Asia and for pictures, none for marks above letters.
const fn columns(character: char) -> usize {
    match character {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}
