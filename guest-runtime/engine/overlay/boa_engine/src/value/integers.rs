//! Arithmetic of small integers whose result may be none, and powers.

use crate::JsValue;

impl JsValue {
    /// A number that is kept as a fraction.
    #[inline(always)]
    pub(crate) fn float(&self) -> Option<f64> {
        self.0.as_float64()
    }

    /// The 32 bits of a number that bitwise operators see, unless it is very large.
    #[inline(always)]
    pub(crate) fn bits(&self) -> Option<i32> {
        if let Some(integer) = self.integer() {
            return Some(integer);
        }
        // What is not a number becomes 0, and what has no place an end of the range.
        let whole = self.float()? as i64;
        (whole != i64::MAX && whole != i64::MIN).then_some(whole as i32)
    }

    /// `x / y`, which is -0 where a zero is divided by what is negative.
    #[inline(always)]
    pub(super) fn divide_integers(x: i32, y: i32) -> Self {
        match x.checked_div(y) {
            Some(result) if y * result == x && (x != 0 || y > 0) => Self::new(result),
            _ => Self::new(f64::from(x) / f64::from(y)),
        }
    }

    /// `x % y`, which has the sign of `x`.
    #[inline(always)]
    pub(super) fn remainder_of_integers(x: i32, y: i32) -> Self {
        if y == 0 {
            return Self::nan();
        }
        // The least integer by -1 overflows.
        match x.wrapping_rem(y) {
            0 if x < 0 => Self::new(-0.0),
            rest => Self::new(rest),
        }
    }

    /// `x ** y`.
    pub(super) fn power_of_integers(x: i32, y: i32) -> Self {
        u32::try_from(y)
            .ok()
            .and_then(|y| x.checked_pow(y))
            .map_or_else(|| Self::new(power(f64::from(x), f64::from(y))), Self::new)
    }
}

/// `Number::exponentiate`.
#[expect(clippy::float_cmp, reason = "one has a result of its own")]
pub(crate) fn power(x: f64, y: f64) -> f64 {
    if y.is_nan() || (x.abs() == 1.0 && y.is_infinite()) {
        return f64::NAN;
    }
    crate::builtins::math::functions::pow(x, y)
}
