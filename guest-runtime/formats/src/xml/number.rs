//! Which texts are numbers for `fast-xml-parser`: those that are printed as they were written.

use crate::number::printed;

/// The number that a text is, if it loses nothing by that.
pub(super) fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(digits) = unsigned.strip_prefix("0x") {
        let is_hex = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_hexdigit());
        return is_hex.then(|| {
            let value = digits
                .chars()
                .filter_map(|c| c.to_digit(16))
                .fold(0.0, |value, digit| value * 16.0 + f64::from(digit));
            if text.starts_with('-') { -value } else { value }
        });
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let has_digits =
        !(whole.is_empty() && fraction.is_empty()) && digits(whole) && digits(fraction);
    let power = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    if !has_digits || power.is_some_and(|power| power.is_empty() || !digits(power)) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    if !value.is_finite() {
        return None;
    }
    if exponent.is_some() {
        // `00e1` is no number, `0e1` is.
        let is_zeros = mantissa.len() > 1 && mantissa.bytes().all(|c| c == b'0');
        return (!is_zeros).then_some(value);
    }
    let shown = printed(value);
    if value == 0.0 || shown.contains('e') {
        return Some(value);
    }
    let whole = whole.trim_start_matches('0');
    let expected = match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction if whole.is_empty() => format!("0.{fraction}"),
        fraction => format!("{whole}.{fraction}"),
    };
    (expected == shown.trim_start_matches('-')).then_some(value)
}
