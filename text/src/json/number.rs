//! Numbers with the digits that a text gives them.

use std::borrow::Cow;
use std::cmp::Ordering;

/// The overhead of an allocation, on average.
const ALLOCATION_BYTES: usize = 16;

/// Digits of a number that a double always tells apart from any other number with so few digits.
const DOUBLE_DIGITS: usize = 15;

/// Exponents of ten of such numbers that are far from the ends of what a double can hold.
const SHORT_EXPONENT_MAX: i32 = 280;

/// Zeros behind `0.` with which JavaScript writes a number without an exponent.
const LEADING_ZEROS_MAX: usize = 5;

/// Digits of an exponent that are computed with; the others are only compared.
const EXPONENT_DIGITS_MAX: usize = 30;

/// A number: what a program computed, or what a text says.
///
/// Two numbers are equal if their exact decimal values are, however they are written.
#[derive(Debug, Clone)]
pub struct Number(Repr);

#[derive(Debug, Clone)]
enum Repr {
    /// A number that is written as JavaScript writes it.
    Double(f64),
    /// The text of a number that JavaScript would write in another way.
    Text(Box<str>),
}

impl Number {
    /// The number that a text of JSON's grammar says.
    pub(super) fn of_text(text: &str) -> Self {
        let double = parsed(text);
        if is_plain(text) || double.is_finite() && written(double) == text {
            return Self(Repr::Double(double));
        }
        Self(Repr::Text(text.into()))
    }

    /// The number that JavaScript reads.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Double(double) => *double,
            Repr::Text(text) => parsed(text),
        }
    }

    /// Whether the number that JavaScript reads has the same value.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match &self.0 {
            Repr::Double(_) => true,
            Repr::Text(text) if is_short(text) => true,
            Repr::Text(text) => {
                let double = parsed(text);
                double.is_finite() && Decimal::of(text) == Decimal::of(&written(double))
            }
        }
    }

    /// The text of the number; `null` for one that JSON does not have.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Text(text) => Cow::Borrowed(text),
            Repr::Double(_) => {
                let mut text = String::new();
                self.print(&mut text);
                Cow::Owned(text)
            }
        }
    }

    /// Adds the text of the number to another.
    pub(super) fn print(&self, out: &mut String) {
        match &self.0 {
            Repr::Text(text) => out.push_str(text),
            Repr::Double(double) if double.is_finite() => {
                out.push_str(ryu_js::Buffer::new().format_finite(*double));
            }
            Repr::Double(_) => out.push_str("null"),
        }
    }

    /// The memory that it takes beside itself.
    pub(super) fn own_bytes(&self) -> usize {
        match &self.0 {
            Repr::Double(_) => 0,
            Repr::Text(text) => text.len() + ALLOCATION_BYTES,
        }
    }

    /// How two numbers compare by their exact values; `None` if one is not finite.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        if let (Repr::Double(one), Repr::Double(other)) = (&self.0, &other.0) {
            return one.partial_cmp(other);
        }
        let is_finite = |number: &Self| match number.0 {
            Repr::Double(double) => double.is_finite(),
            Repr::Text(_) => true,
        };
        (is_finite(self) && is_finite(other))
            .then(|| Decimal::of(&self.text()).compare(&Decimal::of(&other.text())))
    }
}

impl From<f64> for Number {
    fn from(double: f64) -> Self {
        Self(Repr::Double(double))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }
}

fn parsed(text: &str) -> f64 {
    text.parse()
        .expect("the grammar of JSON is a subset of Rust's")
}

/// A finite number as JavaScript writes it.
fn written(double: f64) -> String {
    ryu_js::Buffer::new().format_finite(double).to_owned()
}

/// Whether a number has so few digits that a double certainly holds it.
fn is_short(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let exponent: Result<i32, _> = exponent.parse();
    digits <= DOUBLE_DIGITS && exponent.is_ok_and(|it| it.abs() <= SHORT_EXPONENT_MAX)
}

/// Whether JavaScript certainly writes a number as the text does.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > DOUBLE_DIGITS || digits.contains(['e', 'E']) {
        return false;
    }
    match digits.split_once('.') {
        None => digits != "0" || text == "0",
        Some((_, fraction)) => {
            let zeros = fraction.bytes().take_while(|byte| *byte == b'0').count();
            !fraction.ends_with('0') && zeros <= LEADING_ZEROS_MAX
        }
    }
}

/// The exact value of a number: `0.DIGITS` times ten to the power of an exponent.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    is_negative: bool,
    /// Without zeros at either end; none for zero.
    digits: Vec<u8>,
    exponent: Exponent,
}

/// An exponent of any length.
#[derive(Debug, PartialEq, Eq)]
struct Exponent {
    /// The sign of `high`.
    is_negative: bool,
    /// The digits in front of those in `low`: none for an exponent that anybody means.
    high: String,
    low: i128,
}

impl Exponent {
    /// The exponent of a text, and how far the point is moved.
    fn of(text: &str, shift: i128) -> Self {
        let is_negative = text.starts_with('-');
        let digits = text.trim_start_matches(['-', '+']).trim_start_matches('0');
        let (high, low) = digits.split_at(digits.len().saturating_sub(EXPONENT_DIGITS_MAX));
        let low: i128 = low.parse().unwrap_or(0);
        Self {
            is_negative: is_negative && !high.is_empty(),
            high: high.to_owned(),
            low: if is_negative { -low } else { low } + shift,
        }
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |it: &Self| (it.high.len(), it.high.clone());
        signed(
            (self.is_negative, size(self)),
            (other.is_negative, size(other)),
        )
        .then(self.low.cmp(&other.low))
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Decimal {
    fn of(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (is_negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let is_digit = |byte: &u8| *byte != b'0';
        let Some(first) = all.iter().position(is_digit) else {
            return Self {
                is_negative: false,
                digits: Vec::new(),
                exponent: Exponent::of("0", 0),
            };
        };
        let last = all.iter().rposition(is_digit).unwrap_or(first);
        let shift = whole.len() as i128 - first as i128;
        Self {
            is_negative,
            digits: all[first..=last].to_vec(),
            exponent: Exponent::of(exponent, shift),
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        signed(
            (self.is_negative, self.size()),
            (other.is_negative, other.size()),
        )
    }

    /// How large it is without its sign. Zero is smaller than any other.
    fn size(&self) -> (bool, &Exponent, &[u8]) {
        (!self.digits.is_empty(), &self.exponent, &self.digits)
    }
}

/// Compares by sign (whether it is negative) and size.
fn signed<T: Ord>(one: (bool, T), other: (bool, T)) -> Ordering {
    match (one.0, other.0) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (true, true) => other.1.cmp(&one.1),
        (false, false) => one.1.cmp(&other.1),
    }
}
