//! Cells that are numbers and the like, where a caller wants them so.

use crate::Build;

/// Whose rules say what a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// `cast: true` of `csv-parse`: numbers alone.
    Numbers,
    /// `dynamicTyping: true` of `papaparse`: numbers up to 2^53, truth values, moments with a zone, and
    /// `null` for empty cells.
    Typed,
}

/// Builds the value of a cell.
///
/// # Errors
///
/// What `build` fails with.
pub fn cast<B: Build>(text: &str, how: Cast, build: &mut B) -> Result<B::Value, B::Error> {
    let number = number(text);
    match (how, text) {
        (Cast::Typed, "") => build.null(),
        (Cast::Typed, "true" | "TRUE") => build.bool(true),
        (Cast::Typed, "false" | "FALSE") => build.bool(false),
        (Cast::Typed, _)
            if number.is_some_and(|value| value.abs() >= EXACT_END)
                || text.trim_start().starts_with('+') =>
        {
            build.string(text)
        }
        (Cast::Typed, _) if is_moment(text) => build.date(text),
        _ => match number {
            Some(value) => build.number(value),
            None => build.string(text),
        },
    }
}

/// 2^53, from which on `papaparse` leaves numbers as they are.
const EXACT_END: f64 = 9_007_199_254_740_992.0;

/// A number in decimal digits, with white space around it.
fn number(text: &str) -> Option<f64> {
    let trimmed = text.trim();
    let unsigned = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    // The letters of `inf` and `nan`, which Rust would read, are none of these.
    let is_number = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned
            .bytes()
            .all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
    let value: f64 = is_number.then(|| trimmed.parse().ok()).flatten()?;
    value.is_finite().then_some(value)
}

/// Whether a text is a day with a time and a zone, as ISO 8601 writes it.
fn is_moment(text: &str) -> bool {
    // The digit that each place has at most; other letters are themselves.
    let fits = |text: &str, form: &str| {
        text.len() == form.len()
            && text.bytes().zip(form.bytes()).all(|(c, form)| {
                if form.is_ascii_digit() {
                    c.is_ascii_digit() && c <= form
                } else {
                    c == form
                }
            })
    };
    let Some((day, rest)) = text.split_at_checked(16) else {
        return false;
    };
    let zone = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
    let (seconds, zone) = rest.split_at(zone);
    let (seconds, fraction) = seconds
        .split_once('.')
        .map_or((seconds, None), |(seconds, fraction)| {
            (seconds, Some(fraction))
        });
    let is_second = fits(seconds, ":59") || (seconds.is_empty() && fraction.is_none());
    let is_fraction = fraction
        .is_none_or(|digits| !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()));
    let is_zone = zone == "Z" || fits(zone, "+29:59") || fits(zone, "-29:59");
    fits(day, "9999-19-39T29:59") && is_second && is_fraction && is_zone
}
