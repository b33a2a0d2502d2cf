//! What a big integer holds: up to 128 bits in place, or digits of its own.
//!
//! Most big integers of programs are small: counters, identifiers, hashes of 64 bits and their
//! products. They take one block instead of two, and an operation on them is one of the machine.
//!
//! Invariant: what fits into 128 bits is held in place, unless the build takes no shortcuts. So
//! values that are equal are held alike.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::Sign;
use num_traits::{ToPrimitive, Zero};

use super::RawBigInt;
use crate::shortcuts::SHORTCUTS;

#[cfg(feature = "deser")]
use serde::{Deserialize, Serialize};

/// The number of a big integer.
#[cfg_attr(feature = "deser", derive(Serialize, Deserialize))]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Stored {
    /// The halves of two's complement, lower first: an `i128` would align the block to more than
    /// the allocator's lists of small blocks do.
    Short(u64, u64),
    /// What needs more.
    Long(RawBigInt),
}

impl Stored {
    /// Holds a number of up to 128 bits.
    #[inline]
    pub(crate) fn short(value: i128) -> Self {
        if SHORTCUTS {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the halves of two's complement"
            )]
            Self::Short(value as u64, (value >> 64) as u64)
        } else {
            Self::Long(RawBigInt::from(value))
        }
    }

    /// Holds any number.
    #[inline]
    pub(crate) fn any(value: RawBigInt) -> Self {
        if SHORTCUTS
            && value.bits() <= 128
            && let Some(short) = value.to_i128()
        {
            return Self::short(short);
        }
        Self::Long(value)
    }

    /// The number, if it is held in place.
    #[inline]
    pub(crate) fn to_short(&self) -> Option<i128> {
        match self {
            Self::Short(low, high) => {
                Some((i128::from(high.cast_signed()) << 64) | i128::from(*low))
            }
            Self::Long(_) => None,
        }
    }

    /// The number, if it is held in place and fits into one word.
    #[inline]
    pub(crate) fn to_word(&self) -> Option<i64> {
        match self {
            Self::Short(low, high) => {
                let word = low.cast_signed();
                (word >> 63 == high.cast_signed()).then_some(word)
            }
            Self::Long(_) => None,
        }
    }

    /// The number as those that need digits of their own.
    #[inline]
    pub(crate) fn raw(&self) -> Cow<'_, RawBigInt> {
        match self {
            Self::Long(value) => Cow::Borrowed(value),
            Self::Short(..) => Cow::Owned(RawBigInt::from(self.to_short().unwrap_or_default())),
        }
    }

    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Self::Short(low, high) => (low | high) == 0,
            Self::Long(value) => value.is_zero(),
        }
    }

    /// The lowest 64 bits of two's complement.
    pub(crate) fn low_bits(&self) -> u64 {
        match self {
            Self::Short(low, _) => *low,
            Self::Long(value) => {
                let low = value.iter_u64_digits().next().unwrap_or(0);
                if value.sign() == Sign::Minus {
                    low.wrapping_neg()
                } else {
                    low
                }
            }
        }
    }

    /// The nearest `f64`, of two the even one.
    #[inline]
    pub(crate) fn to_f64(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "what `Number` of it is")]
        if let Some(word) = self.to_word() {
            return word as f64;
        }
        match self {
            #[expect(clippy::cast_precision_loss, reason = "what `Number` of it is")]
            Self::Short(..) => self.to_short().unwrap_or_default() as f64,
            Self::Long(value) => value.to_f64().unwrap_or(f64::INFINITY),
        }
    }
}

impl Ord for Stored {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some(x), Some(y)) = (self.to_short(), other.to_short()) {
            return x.cmp(&y);
        }
        self.raw().cmp(&other.raw())
    }
}

impl PartialOrd for Stored {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sum, unless it needs more than 128 bits.
#[inline]
pub(crate) fn sum(x: &Stored, y: &Stored) -> Option<i128> {
    x.to_short()?.checked_add(y.to_short()?)
}

/// The difference, unless it needs more than 128 bits.
#[inline]
pub(crate) fn difference(x: &Stored, y: &Stored) -> Option<i128> {
    x.to_short()?.checked_sub(y.to_short()?)
}

/// The product, unless it needs more than 128 bits.
#[inline]
pub(crate) fn product(x: &Stored, y: &Stored) -> Option<i128> {
    if let (Some(x), Some(y)) = (x.to_word(), y.to_word()) {
        // Without the multiplication of 128 bits, which is a call in WebAssembly.
        if let (Ok(x), Ok(y)) = (i32::try_from(x), i32::try_from(y)) {
            return Some(i128::from(i64::from(x) * i64::from(y)));
        }
        return Some(i128::from(x) * i128::from(y));
    }
    x.to_short()?.checked_mul(y.to_short()?)
}

/// The quotient without its fraction. The divisor is not 0.
#[inline]
pub(crate) fn quotient(x: &Stored, y: &Stored) -> Option<i128> {
    if let (Some(x), Some(y)) = (x.to_word(), y.to_word())
        && let Some(quotient) = x.checked_div(y)
    {
        return Some(i128::from(quotient));
    }
    x.to_short()?.checked_div(y.to_short()?)
}

/// The remainder, with the sign of the dividend. The divisor is not 0.
#[inline]
pub(crate) fn remainder(x: &Stored, y: &Stored) -> Option<i128> {
    if let (Some(x), Some(y)) = (x.to_word(), y.to_word())
        && let Some(remainder) = x.checked_rem(y)
    {
        return Some(i128::from(remainder));
    }
    x.to_short()?.checked_rem(y.to_short()?)
}

/// The power, unless it needs more than 128 bits.
pub(crate) fn power(x: &Stored, exponent: &Stored) -> Option<i128> {
    x.to_short()?
        .checked_pow(u32::try_from(exponent.to_word()?).ok()?)
}

/// The bits moved to the left, or to the right by a negative number of places, unless the result
/// needs more than 128 bits.
#[inline]
pub(crate) fn shifted(x: &Stored, places: i64) -> Option<i128> {
    let value = x.to_short()?;
    if places < 0 {
        // All places but the sign's are lost at the latest.
        return Some(value >> places.unsigned_abs().min(127));
    }
    let moved = value << u32::try_from(places).ok().filter(|places| *places < 127)?;
    (moved >> places == value).then_some(moved)
}

/// What is left of a number in so many bits, if neither needs more than 128 bits.
pub(crate) fn unsigned_bits(x: &Stored, bits: u32) -> Option<i128> {
    match bits {
        0 => SHORTCUTS.then_some(0),
        1..=64 if SHORTCUTS => Some(i128::from(x.low_bits() & (u64::MAX >> (64 - bits)))),
        65..=126 => Some(x.to_short()? & ((1 << bits) - 1)),
        _ => x.to_short().filter(|value| *value >= 0),
    }
}

/// The same, of which the highest bit is a sign.
pub(crate) fn signed_bits(x: &Stored, bits: u32) -> Option<i128> {
    match bits {
        0 => SHORTCUTS.then_some(0),
        1..=64 if SHORTCUTS => {
            let unused = 64 - bits;
            let low = (x.low_bits() << unused).cast_signed();
            Some(i128::from(low >> unused))
        }
        65..=127 => {
            let unused = 128 - bits;
            Some((x.to_short()? << unused) >> unused)
        }
        _ => x.to_short(),
    }
}
