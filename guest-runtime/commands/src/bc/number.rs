//! Decimal numbers of any length, with the digits behind the point that bc gives each result.

use num_bigint::{BigInt, BigUint, Sign};

/// A whole number, and how many of its digits stand behind the point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: BigInt,
    pub(super) scale: usize,
}

/// Ten to a power.
pub(super) fn ten(power: usize) -> BigInt {
    BigInt::from(10).pow(u32::try_from(power).unwrap_or(u32::MAX))
}

impl Number {
    pub(super) fn whole(value: impl Into<BigInt>) -> Self {
        Self {
            value: value.into(),
            scale: 0,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.value.sign() == Sign::NoSign
    }

    pub(super) fn is_negative(&self) -> bool {
        self.value.sign() == Sign::Minus
    }

    /// The value with so many digits behind the point; what is beyond is cut off.
    pub(super) fn at(&self, scale: usize) -> BigInt {
        if scale >= self.scale {
            &self.value * ten(scale - self.scale)
        } else {
            &self.value / ten(self.scale - scale)
        }
    }

    fn cut(self, scale: usize) -> Self {
        if scale >= self.scale {
            return self;
        }
        Self {
            value: self.at(scale),
            scale,
        }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale);
        Self {
            value: self.at(scale) + other.at(scale),
            scale,
        }
    }

    pub(super) fn subtract(&self, other: &Self) -> Self {
        let scale = self.scale.max(other.scale);
        Self {
            value: self.at(scale) - other.at(scale),
            scale,
        }
    }

    pub(super) fn negated(&self) -> Self {
        Self {
            value: -&self.value,
            scale: self.scale,
        }
    }

    pub(super) fn multiply(&self, other: &Self, scale: usize) -> Self {
        let exact = Self {
            value: &self.value * &other.value,
            scale: self.scale + other.scale,
        };
        exact.cut(scale.max(self.scale).max(other.scale))
    }

    /// None for a division by zero.
    pub(super) fn divide(&self, other: &Self, scale: usize) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let value = self.at(self.scale.max(scale + other.scale));
        let shift = self.scale.saturating_sub(scale + other.scale);
        let value = value / (&other.value * ten(shift));
        Some(Self { value, scale })
    }

    pub(super) fn modulo(&self, other: &Self, scale: usize) -> Option<Self> {
        let quotient = self.divide(other, scale)?;
        let scale = self.scale.max(other.scale + scale);
        let mut rest = self.subtract(&quotient.multiply(other, scale));
        rest.value = rest.at(scale);
        rest.scale = scale;
        Some(rest)
    }

    /// The power to a whole number; none for a division by zero.
    pub(super) fn power(&self, exponent: i64, scale: usize) -> Option<Self> {
        if exponent == 0 {
            return Some(Self::whole(1));
        }
        let times = exponent.unsigned_abs();
        let most = usize::try_from(times)
            .unwrap_or(usize::MAX)
            .saturating_mul(self.scale);
        let exact = Self {
            value: self.value.pow(u32::try_from(times).unwrap_or(u32::MAX)),
            scale: most,
        };
        if exponent < 0 {
            return Self::whole(1).divide(&exact, scale);
        }
        Some(exact.cut(most.min(scale.max(self.scale))))
    }

    /// None for a number below zero.
    pub(super) fn root(&self, scale: usize) -> Option<Self> {
        if self.is_negative() {
            return None;
        }
        if self.is_zero() {
            return Some(Self::default());
        }
        let scale = scale.max(self.scale);
        if *self == Self::whole(1) || self.at(self.scale) == ten(self.scale) {
            return Some(Self::whole(1));
        }
        Some(Self {
            value: self.at(2 * scale).sqrt(),
            scale,
        })
    }

    pub(super) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let scale = self.scale.max(other.scale);
        self.at(scale).cmp(&other.at(scale))
    }

    /// The whole part, if it fits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        i64::try_from(self.at(0)).ok()
    }

    /// How many digits it has.
    pub(super) fn length(&self) -> usize {
        let whole = self.at(0);
        if whole.sign() == Sign::NoSign && self.scale > 0 {
            return self.scale;
        }
        whole.magnitude().to_string().len() + self.scale
    }

    /// Reads a constant in a base. A digit that is not below the base counts as the largest that is, but
    /// one that stands alone counts as itself.
    pub(super) fn read(text: &[u8], base: u32) -> Self {
        let digit = |byte: &u8| char::from(*byte).to_digit(36).unwrap_or(0);
        let negative = text.first() == Some(&b'-');
        let text = text.strip_prefix(b"-").unwrap_or(text);
        let point = text.iter().position(|byte| *byte == b'.');
        let (whole, part) = match point {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, &b""[..]),
        };
        let alone = whole.len() == 1 && point.is_none();
        let limited = |byte: &u8| {
            if alone {
                digit(byte)
            } else {
                digit(byte).min(base - 1)
            }
        };
        let of = |digits: &[u8]| {
            if base == 10 && digits.iter().all(u8::is_ascii_digit) && !digits.is_empty() {
                return BigInt::parse_bytes(digits, 10).unwrap_or_default();
            }
            digits.iter().fold(BigInt::default(), |value, byte| {
                value * base + limited(byte)
            })
        };
        let mut value = Self::whole(of(whole));
        if !part.is_empty() {
            let divider =
                Self::whole(BigInt::from(base).pow(u32::try_from(part.len()).unwrap_or(u32::MAX)));
            if let Some(part) = Self::whole(of(part)).divide(&divider, part.len()) {
                value = value.add(&part);
            }
        }
        if negative { value.negated() } else { value }
    }

    /// As it is printed in a base.
    pub(super) fn shown(&self, base: &BigInt) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let mut text = String::new();
        if self.is_negative() {
            text.push('-');
        }
        let magnitude = self.value.magnitude();
        if *base == BigInt::from(10) {
            let digits = magnitude.to_string();
            let padded = format!("{digits:0>width$}", width = self.scale);
            let (whole, part) = padded.split_at(padded.len() - self.scale);
            text.push_str(whole);
            if self.scale > 0 {
                text.push('.');
                text.push_str(part);
            }
            return text;
        }
        let unit = ten(self.scale).magnitude().clone();
        let (mut whole, mut part) = (magnitude / &unit, magnitude % &unit);
        let base = base.magnitude();
        let small = u32::try_from(base).ok().filter(|base| *base <= 16);
        let width = (base - 1_u32).to_string().len();
        let digit = |value: &BigUint| match small {
            Some(_) => {
                let value = u32::try_from(value).unwrap_or(0);
                char::from_digit(value, 16)
                    .map_or_else(String::new, |digit| digit.to_uppercase().to_string())
            }
            None => format!(" {value:0>width$}"),
        };
        let zero = BigUint::default();
        if let Some(base) = small {
            if whole != zero {
                text.push_str(&whole.to_str_radix(base).to_uppercase());
            }
        } else {
            let mut digits = Vec::new();
            while whole != zero {
                digits.push(digit(&(&whole % base)));
                whole /= base;
            }
            text.extend(digits.into_iter().rev());
        }
        if self.scale > 0 {
            text.push('.');
            let mut power = BigUint::from(1_u32);
            while power.to_string().len() <= self.scale {
                part *= base;
                let next = digit(&(&part / &unit));
                // The first one follows the point at once.
                text.push_str(if text.ends_with('.') {
                    next.trim_start()
                } else {
                    &next
                });
                part %= &unit;
                power *= base;
            }
        }
        text
    }
}
