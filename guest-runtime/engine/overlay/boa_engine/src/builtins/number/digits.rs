//! Digits of numbers, rounded as the language says: to the nearest, and of two that are as near to
//! the larger.

use std::cmp::Ordering;

/// Digits behind the point that no number has more of: the smallest one has 1,074.
const FRACTION_MAX: usize = 1_080;

/// Significant digits that no number has more of, less one.
const SIGNIFICANT_MAX: usize = 780;

/// From here on, `toFixed` writes as `toString` does.
const FIXED_MAX: f64 = 1e21;

/// Adds one to the last digit of a number in text, which may have a point.
fn increment(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        match *digit {
            b'.' => {}
            b'9' => *digit = b'0',
            _ => {
                *digit += 1;
                return;
            }
        }
    }
    digits.insert(0, b'1');
}

/// Takes the last digit away, which decides on the one before; `exactly` gives it unrounded.
fn round_last(digits: &mut Vec<u8>, exactly: impl FnOnce() -> u8) {
    let is_up = match digits.pop().unwrap_or_default().cmp(&b'5') {
        Ordering::Less => false,
        Ordering::Greater => true,
        // It may have been rounded to 5 itself.
        Ordering::Equal => exactly() >= b'5',
    };
    if digits.last() == Some(&b'.') {
        digits.pop();
    }
    if is_up {
        increment(digits);
    }
}

/// A finite number with `places` digits behind the point; none where that is written otherwise.
pub(super) fn fixed(number: f64, places: usize) -> Option<String> {
    let size = number.abs();
    if size >= FIXED_MAX {
        return None;
    }
    let more = places + 1;
    let mut digits = format!("{size:.more$}").into_bytes();
    let last = digits.len() - 1;
    round_last(&mut digits, || {
        let exact = format!("{size:.FRACTION_MAX$}");
        exact.as_bytes().get(last).copied().unwrap_or_default()
    });
    if number < 0.0 {
        digits.insert(0, b'-');
    }
    String::from_utf8(digits).ok()
}

/// The first `count` digits of a positive number, and the power of ten of the first of them.
pub(super) fn significant(number: f64, count: usize) -> (String, i32) {
    let split = |places: usize| {
        let text = format!("{number:.places$e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits: Vec<u8> = digits.bytes().filter(|digit| *digit != b'.').collect();
        (digits, exponent.parse::<i32>().unwrap_or_default())
    };
    let (mut digits, mut exponent) = split(count);
    if number == 0.0 {
        digits.pop();
    } else {
        // Rounding may have made it the next power of ten, whose last digits are zeros.
        round_last(&mut digits, || {
            split(SIGNIFICANT_MAX)
                .0
                .get(count)
                .copied()
                .unwrap_or_default()
        });
    }
    if digits.len() > count {
        digits.pop();
        exponent += 1;
    }
    (String::from_utf8(digits).unwrap_or_default(), exponent)
}

/// Digits with their power of ten written out.
pub(super) fn with_exponent(mut digits: String, exponent: i32) -> String {
    if digits.len() > 1 {
        digits.insert(1, '.');
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{}", exponent.abs())
}

/// `toPrecision` of a finite number.
pub(super) fn precision(number: f64, count: usize) -> String {
    let (digits, exponent) = significant(number.abs(), count);
    let text = if exponent < -6 || exponent >= count as i32 {
        with_exponent(digits, exponent)
    } else if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        format!("0.{zeros}{digits}")
    } else {
        let (whole, fraction) = digits.split_at(exponent as usize + 1);
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{whole}{point}{fraction}")
    };
    if number < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}

/// The integer that digits below `radix` stand for, as near as Node gives it.
pub(super) fn integer(digits: &[u8], radix: u8) -> f64 {
    /// Numbers of so many decimal digits are added up without loss.
    const EXACT_DIGITS: usize = 15;
    let value = |digit: &u8| char::from(*digit).to_digit(36).unwrap_or_default();
    if radix.is_power_of_two() {
        return of_bits(digits.iter().map(value), radix.trailing_zeros());
    }
    if radix == 10 && digits.len() > EXACT_DIGITS {
        let text = std::str::from_utf8(digits).unwrap_or_default();
        return text.parse().unwrap_or(f64::NAN);
    }
    // As many digits at once as a small integer takes.
    const PART_MAX: u32 = u32::MAX / 36;
    let radix = u32::from(radix);
    let mut result = 0.0;
    let (mut part, mut scale) = (0, 1);
    let first = digits.iter().position(|digit| *digit != b'0');
    let digits = &digits[first.unwrap_or(digits.len())..];
    for digit in digits.iter().map(value) {
        if scale * radix > PART_MAX {
            result = result * f64::from(scale) + f64::from(part);
            (part, scale) = (0, 1);
        }
        part = part * radix + digit;
        scale *= radix;
    }
    result * f64::from(scale) + f64::from(part)
}

/// The number of digits that are `width` bits each.
fn of_bits(digits: impl Iterator<Item = u32>, width: u32) -> f64 {
    /// More than a number keeps, and its bit for rounding.
    const KEPT: u32 = 64;
    let mut kept = 0_u128;
    let mut scale = 1.0_f64;
    for digit in digits {
        if kept >> KEPT == 0 {
            kept = kept << width | u128::from(digit);
        } else {
            // The rest only tells on which side of a half it is.
            kept |= u128::from(digit != 0);
            scale *= f64::from(1_u32 << width);
        }
    }
    kept as f64 * scale
}
