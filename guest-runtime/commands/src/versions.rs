//! The order of names with version numbers in them: `a9` before `a10`.

use std::cmp::Ordering;

/// Compares two names; `.` and `..` come first, then names that begin with a dot.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let rank = |name: &[u8]| match name {
        b"" => 0,
        b"." => 1,
        b".." => 2,
        name if name[0] == b'.' => 3,
        _ => 4,
    };
    let order = rank(a).cmp(&rank(b));
    if order != Ordering::Equal || rank(a) < 3 {
        return order;
    }
    let (stem_a, stem_b) = (stem(a), stem(b));
    if stem_a == stem_b {
        return pieces(a, b);
    }
    pieces(stem_a, stem_b).then_with(|| pieces(a, b))
}

/// The name without its ends, as `.tar.gz`: dots, each with a letter or `~` behind it.
fn stem(name: &[u8]) -> &[u8] {
    let mut end = name.len();
    loop {
        let tail = name[..end]
            .iter()
            .rposition(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'~'));
        let Some(at) = tail.filter(|at| *at > 0 && name[*at] == b'.') else {
            break;
        };
        let first = name.get(at + 1);
        if at + 1 >= end || !first.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'~') {
            break;
        }
        end = at;
    }
    &name[..end]
}

/// The place of a byte that is no digit: the end first but for `~`, then letters, then the others.
fn place(byte: Option<&u8>) -> i32 {
    match byte {
        Some(b'~') => -2,
        None => -1,
        Some(byte) if byte.is_ascii_digit() => 0,
        Some(byte) if byte.is_ascii_alphabetic() => i32::from(*byte),
        Some(byte) => i32::from(*byte) + 256,
    }
}

fn pieces(a: &[u8], b: &[u8]) -> Ordering {
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let is_text = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii_digit());
        while is_text(a.get(i)) || is_text(b.get(j)) {
            let order = place(a.get(i)).cmp(&place(b.get(j)));
            if order != Ordering::Equal {
                return order;
            }
            i += 1;
            j += 1;
        }
        let digits = |text: &[u8], from: usize| {
            let rest = text.get(from..).unwrap_or_default();
            rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
        };
        let (count_a, count_b) = (digits(a, i), digits(b, j));
        let trimmed = |text: &[u8]| {
            let zeros = text.iter().take_while(|byte| **byte == b'0').count();
            text[zeros..].to_vec()
        };
        let left = trimmed(a.get(i..i + count_a).unwrap_or_default());
        let right = trimmed(b.get(j..j + count_b).unwrap_or_default());
        let order = left.len().cmp(&right.len()).then_with(|| left.cmp(&right));
        if order != Ordering::Equal {
            return order;
        }
        i += count_a;
        j += count_b;
        if count_a == 0 && count_b == 0 && i >= a.len() && j >= b.len() {
            break;
        }
    }
    Ordering::Equal
}
