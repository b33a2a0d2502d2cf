//! Values of options: numbers, sizes and texts with escapes.

/// A number without a sign.
pub(super) fn number(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|error| format!("value is not a valid number: {error}"))
}

/// A number of bytes, as `10K`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let invalid = || {
        format!(
            "invalid size: invalid format for size '{text}', which should be a non-empty sequence of digits followed by an optional 'K', 'M' or 'G' suffix"
        )
    };
    let factor = match &text[digits.len()..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err(invalid()),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid());
    }
    let number: u64 = digits.parse().map_err(|error| {
        format!("invalid size: invalid integer found in size '{text}': {error}")
    })?;
    number
        .checked_mul(factor)
        .ok_or_else(|| format!("invalid size: size too big in '{text}'"))
}

/// The bytes of a text with escapes, as `\t` and `\x00`.
pub(super) fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let escape = &rest[at + 1..];
        let (byte, length) = match escape.as_bytes() {
            [b'0', ..] => (Some(0), 1),
            [b'\\', ..] => (Some(b'\\'), 1),
            [b'n', ..] => (Some(b'\n'), 1),
            [b'r', ..] => (Some(b'\r'), 1),
            [b't', ..] => (Some(b'\t'), 1),
            [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                (u8::from_str_radix(&escape[1..3], 16).ok(), 3)
            }
            _ => (None, 0),
        };
        bytes.push(byte.unwrap_or(b'\\'));
        rest = &escape[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}
