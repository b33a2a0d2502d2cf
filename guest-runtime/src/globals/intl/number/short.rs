//! Numbers of few digits in the language that is taken where none is named.

use boa_engine::{JsString, JsValue};

/// Longest text: a sign, fifteen digits, the marks between them, a point.
const TEXT_MAX: usize = 24;

/// Whether the arguments ask for English as it is written in America, in the usual form.
pub(in super::super) fn is_usual(locales: &JsValue, options: &JsValue) -> bool {
    options.is_undefined()
        && (locales.is_undefined() || locales.as_string().is_some_and(|name| name == "en-US"))
}

/// A number of up to three digits behind the point, and fifteen in all.
pub(super) fn english(number: f64) -> Option<JsString> {
    /// What has so many digits is the only such number that a float stands for.
    const THOUSANDTHS_MAX: f64 = 1e15;
    let size = number.abs();
    let scaled = (size * 1000.0).round();
    // Not a number is neither.
    if !(scaled < THOUSANDTHS_MAX && scaled / 1000.0 == size) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small enough, as seen above"
    )]
    let scaled = scaled as u64;
    let (mut whole, mut fraction) = (scaled / 1000, scaled % 1000);
    let mut text = [0; TEXT_MAX];
    let mut start = TEXT_MAX;
    let mut put = |unit: u8| {
        start -= 1;
        text[start] = unit;
    };
    let digit = |number: u64| b'0' + (number % 10) as u8;
    if fraction > 0 {
        let mut places = 3;
        while fraction % 10 == 0 {
            fraction /= 10;
            places -= 1;
        }
        for _ in 0..places {
            put(digit(fraction));
            fraction /= 10;
        }
        put(b'.');
    }
    let mut count = 0;
    loop {
        if count > 0 && count % 3 == 0 {
            put(b',');
        }
        put(digit(whole));
        whole /= 10;
        count += 1;
        if whole == 0 {
            break;
        }
    }
    if number.is_sign_negative() {
        put(b'-');
    }
    let text = std::str::from_utf8(&text[start..]).ok()?;
    Some(JsString::from(text))
}
