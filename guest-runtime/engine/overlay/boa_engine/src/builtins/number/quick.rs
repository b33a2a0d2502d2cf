//! Texts of numbers whose digits fit into one word: nearly all that programs write.
//!
//! The digits are exact. A number is `bits * 2^exponent`, so that a scaled one is a fraction of
//! integers of 128 bits, which is rounded as the language says. What does not fit is left to the
//! general way; so is everything in a build that takes no shortcuts.

use boa_string::JsString;

use crate::shortcuts::SHORTCUTS;

/// Bits of a number that count, one of which is not stored.
const BITS: u32 = 53;

/// The exponent of a number whose stored one is 0.
const EXPONENT_MIN: i32 = -1_074;

/// Powers of ten that fit into one word.
const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// Longest text: 64 digits to the base 2, or 20 decimal ones and a point, with a sign.
const TEXT_MAX: usize = 72;

/// A text that is written from its end.
struct Backwards {
    bytes: [u8; TEXT_MAX],
    start: usize,
}

impl Backwards {
    const fn new() -> Self {
        Self {
            bytes: [b'0'; TEXT_MAX],
            start: TEXT_MAX,
        }
    }

    #[inline]
    fn put(&mut self, unit: u8) {
        self.start -= 1;
        self.bytes[self.start] = unit;
    }

    /// At least so many digits of a number.
    #[inline]
    fn digits(&mut self, mut number: u64, count: usize) {
        let end = self.start;
        // Words of half the size are divided sooner.
        while number > u64::from(u32::MAX) {
            self.put(b'0' + (number % 10) as u8);
            number /= 10;
        }
        #[expect(clippy::cast_possible_truncation, reason = "what has left the loop")]
        let mut number = number as u32;
        while number > 0 || end - self.start < count {
            self.put(b'0' + (number % 10) as u8);
            number /= 10;
        }
    }

    fn text(&self) -> JsString {
        let written = &self.bytes[self.start..];
        JsString::narrow(written.len(), |text| text.write(written))
    }
}

/// The bits of a positive finite number and the power of two that they are multiplied by.
#[inline]
fn parts(number: f64) -> (u64, i32) {
    let stored = number.to_bits();
    let fraction = stored & ((1 << (BITS - 1)) - 1);
    // Eleven bits, since the number has no sign.
    let exponent = i32::try_from(stored >> (BITS - 1)).unwrap_or_default();
    if exponent == 0 {
        (fraction, EXPONENT_MIN)
    } else {
        (fraction | 1 << (BITS - 1), exponent - 1 + EXPONENT_MIN)
    }
}

/// A positive finite number times a power of ten, rounded to the nearest integer, of two to the
/// larger one.
#[inline]
fn scaled(number: f64, power: usize) -> Option<u64> {
    let (bits, exponent) = parts(number);
    let scale = *POWERS.get(power)?;
    if exponent >= 0 {
        let whole = bits.checked_mul(1_u64.checked_shl(exponent.unsigned_abs())?)?;
        return whole.checked_mul(scale);
    }
    let places = exponent.unsigned_abs();
    if places > 120 {
        return None;
    }
    let half = 1_u128 << (places - 1);
    let rounded = (u128::from(bits) * u128::from(scale) + half) >> places;
    u64::try_from(rounded).ok()
}

/// The same with the power of ten that it is divided by.
#[inline]
fn reduced(number: f64, power: usize) -> Option<u64> {
    /// What has more digits than this does not fit into a word.
    const NUMBER_MAX: f64 = 1e19;
    if number >= NUMBER_MAX {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the integer part, which decides: half of the power is an integer"
    )]
    let whole = number as u64;
    let scale = *POWERS.get(power)?;
    Some(whole / scale + u64::from(whole % scale >= scale / 2))
}

/// An integer to a base.
pub(super) fn integer(number: f64, base: u8) -> Option<JsString> {
    /// Integers below this have no gaps between them.
    const INTEGER_MAX: f64 = 9_007_199_254_740_992.0;
    let size = number.abs();
    if !SHORTCUTS || size >= INTEGER_MAX {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "compared with what it comes from"
    )]
    let mut whole = size as u64;
    #[expect(clippy::cast_precision_loss, reason = "small enough, as seen above")]
    if whole as f64 != size {
        return None;
    }
    let mut text = Backwards::new();
    if base == 10 {
        text.digits(whole, 1);
    } else {
        let (base, shift) = (u64::from(base), base.trailing_zeros());
        let is_power = base.is_power_of_two();
        loop {
            let (digit, rest) = if is_power {
                (whole & (base - 1), whole >> shift)
            } else {
                (whole % base, whole / base)
            };
            #[expect(clippy::cast_possible_truncation, reason = "one digit")]
            text.put(b"0123456789abcdefghijklmnopqrstuvwxyz"[digit as usize]);
            whole = rest;
            if whole == 0 {
                break;
            }
        }
    }
    if number < 0.0 {
        text.put(b'-');
    }
    Some(text.text())
}

/// A number with `places` digits behind the point.
pub(super) fn fixed(number: f64, places: usize) -> Option<JsString> {
    if !SHORTCUTS || !number.is_finite() {
        return None;
    }
    let digits = if number == 0.0 {
        POWERS.get(places).map(|_| 0)?
    } else {
        scaled(number.abs(), places)?
    };
    let mut text = Backwards::new();
    let whole = if places == 0 {
        digits
    } else {
        text.digits(digits % POWERS[places], places);
        text.put(b'.');
        digits / POWERS[places]
    };
    text.digits(whole, 1);
    if number < 0.0 {
        text.put(b'-');
    }
    Some(text.text())
}

/// The first `count` digits of a positive number, and the power of ten of the first of them.
fn significant(number: f64, count: usize) -> Option<(u64, i32)> {
    /// As many digits as every number has: a power of ten that is not exact below differs from the
    /// true one by less than their last.
    const COUNT_MAX: usize = 14;
    /// From the smallest power below on.
    const TENS: [f64; 29] = [
        1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
    ];
    const FIRST: i32 = -7;
    if !SHORTCUTS || count > COUNT_MAX || count == 0 {
        return None;
    }
    let below = TENS.partition_point(|power| *power <= number);
    if below == 0 || below == TENS.len() {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "small numbers"
    )]
    let (exponent, last) = (below as i32 - 1 + FIRST, count as i32 - 1);
    let power = exponent.abs_diff(last) as usize;
    let digits = if exponent <= last {
        scaled(number, power)?
    } else {
        reduced(number, power)?
    };
    // It may have been rounded to the next power of ten.
    if digits == POWERS[count] {
        return Some((digits / 10, exponent + 1));
    }
    (digits >= POWERS[count - 1]).then_some((digits, exponent))
}

/// `toPrecision`.
pub(super) fn precision(number: f64, count: usize) -> Option<JsString> {
    let (digits, exponent) = significant(number.abs(), count)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "a small number"
    )]
    let last = count as i32 - 1;
    if exponent < -6 || exponent > last {
        return Some(with_exponent(number, digits, count - 1, exponent));
    }
    let places = usize::try_from(last - exponent).ok()?;
    let mut text = Backwards::new();
    let whole = if places == 0 {
        digits
    } else {
        let power = *POWERS.get(places)?;
        text.digits(digits % power, places);
        text.put(b'.');
        digits / power
    };
    text.digits(whole, 1);
    if number < 0.0 {
        text.put(b'-');
    }
    Some(text.text())
}

/// `toExponential` with `places` digits behind the point.
pub(super) fn exponential(number: f64, places: usize) -> Option<JsString> {
    let (digits, exponent) = significant(number.abs(), places + 1)?;
    Some(with_exponent(number, digits, places, exponent))
}

/// Digits, all but the first of which are behind the point, and the power of ten of the first.
fn with_exponent(number: f64, digits: u64, places: usize, exponent: i32) -> JsString {
    let mut text = Backwards::new();
    text.digits(u64::from(exponent.unsigned_abs()), 1);
    text.put(if exponent < 0 { b'-' } else { b'+' });
    text.put(b'e');
    if places > 0 {
        text.digits(digits % POWERS[places], places);
        text.put(b'.');
    }
    text.digits(digits / POWERS[places], 1);
    if number < 0.0 {
        text.put(b'-');
    }
    text.text()
}
