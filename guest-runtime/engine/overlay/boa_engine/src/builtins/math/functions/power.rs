//! `x ** y`, by a logarithm of more digits than a number has.

use std::f64::consts::{LN_2, SQRT_2};

use super::high;

/// A number as the sum of two, for what needs more digits than one has.
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl Double {
    /// The sum, with what is lost of it.
    fn sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }

    /// A number as the sum of two with half as many digits.
    const fn halves(x: f64) -> (f64, f64) {
        const SPLIT: f64 = 134_217_729.0;
        let part = SPLIT * x;
        let upper = part - (part - x);
        (upper, x - upper)
    }

    /// The product, with what is lost of it.
    const fn product(a: f64, b: f64) -> Self {
        let product = a * b;
        let ((a1, a2), (b1, b2)) = (Self::halves(a), Self::halves(b));
        Self(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
    }

    fn add(self, other: Self) -> Self {
        let Self(sum, rest) = Self::sum(self.0, other.0);
        let Self(low, rest_of_low) = Self::sum(self.1, other.1);
        let Self(sum, rest) = Self::sum(sum, rest + low);
        Self::sum(sum, rest + rest_of_low)
    }

    fn times(self, other: Self) -> Self {
        let Self(product, rest) = Self::product(self.0, other.0);
        Self::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }

    /// A quotient of small integers.
    const fn ratio(a: f64, b: f64) -> Self {
        let quotient = a / b;
        let Self(product, rest) = Self::product(quotient, b);
        Self(quotient, ((a - product) - rest) / b)
    }

    fn divided(self, other: Self) -> Self {
        let first = self.0 / other.0;
        let rest = self.add(Self(-first, 0.0).times(other));
        let second = rest.0 / other.0;
        Self::sum(first, second)
    }

    fn value(self) -> f64 {
        self.0 + self.1
    }
}

/// A series whose first terms need all digits: `first[0] + x * (first[1] + …)`, then the rest.
fn series(x: Double, first: &[Double], rest: &[f64]) -> Double {
    let tail = rest.iter().rev().fold(0.0, |sum, term| sum * x.0 + term);
    let mut sum = Double(tail, 0.0);
    for term in first.iter().rev() {
        sum = sum.times(x).add(*term);
    }
    sum
}

/// Its natural logarithm, for a positive number.
fn log_of(x: f64) -> Double {
    /// What is left of the logarithm of two.
    const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;
    const FIRST: [Double; 5] = [
        Double(1.0, 0.0),
        Double::ratio(1.0, 3.0),
        Double::ratio(1.0, 5.0),
        Double::ratio(1.0, 7.0),
        Double::ratio(1.0, 9.0),
    ];
    const REST: [f64; 13] = {
        let mut rest = [0.0; 13];
        let mut k = 0;
        while k < rest.len() {
            rest[k] = 1.0 / (2 * k + 11) as f64;
            k += 1;
        }
        rest
    };
    let (scaled, shift) = if x < f64::MIN_POSITIVE {
        (x * 18_014_398_509_481_984.0, -54)
    } else {
        (x, 0)
    };
    let mut exponent = (high(scaled) >> 20) as i32 - 1_023;
    let mut part = f64::from_bits(scaled.to_bits() & (u64::MAX >> 12) | 1.0_f64.to_bits());
    if part > SQRT_2 {
        part *= 0.5;
        exponent += 1;
    }
    let ratio = Double(part - 1.0, 0.0).divided(Double::sum(part, 1.0));
    let sum = series(ratio.times(ratio), &FIRST, &REST).times(ratio);
    let twos = Double(f64::from(exponent + shift), 0.0);
    Double(2.0 * sum.0, 2.0 * sum.1).add(Double(LN_2, LN_2_REST).times(twos))
}

/// `e` to the power of a number between -707 and 709.7.
fn exp_of(x: Double) -> f64 {
    const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;
    const FIRST: [Double; 8] = [
        Double(1.0, 0.0),
        Double(1.0, 0.0),
        Double(0.5, 0.0),
        Double::ratio(1.0, 6.0),
        Double::ratio(1.0, 24.0),
        Double::ratio(1.0, 120.0),
        Double::ratio(1.0, 720.0),
        Double::ratio(1.0, 5_040.0),
    ];
    const REST: [f64; 12] = {
        let mut rest = [0.0; 12];
        let mut factorial = 5_040.0;
        let mut k = 0;
        while k < rest.len() {
            factorial *= (k + 8) as f64;
            rest[k] = 1.0 / factorial;
            k += 1;
        }
        rest
    };
    let twos = (x.0 / LN_2).round();
    let part = x.add(Double(LN_2, LN_2_REST).times(Double(-twos, 0.0)));
    // Half of it, since the power itself may be too large.
    let scale = f64::from_bits(((1_022 + twos as i64) as u64) << 52);
    series(part, &FIRST, &REST).value() * scale * 2.0
}

/// `x ** y` of what is no special case.
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    /// Exponents of integers that are multiplied out.
    const MULTIPLIED_MAX: f64 = 128.0;
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    let size = x.abs();
    let is_usual = size > 0.0 && size.is_finite() && y != 0.0 && y.abs() < 1e18;
    let is_whole = y.trunc() == y;
    if !is_usual || (x < 0.0 && !is_whole) || size == 1.0 {
        return libm::pow(x, y);
    }
    if y == 1.0 {
        return x;
    }
    // A quotient is rounded once.
    if y == -1.0 {
        return 1.0 / x;
    }
    if y == 2.0 {
        return x * x;
    }
    if y == 0.5 {
        return x.sqrt();
    }
    let is_odd = is_whole && y.abs() < EXACT_MAX && y % 2.0 != 0.0;
    let sign = if x < 0.0 && is_odd { -1.0 } else { 1.0 };
    // What is exactly between two numbers is rounded as it has to be.
    if (0.0..=MULTIPLIED_MAX).contains(&y)
        && is_whole
        && size.trunc() == size
        && size <= EXACT_MAX
        && let Some(result) = (size as u128).checked_pow(y as u32)
    {
        return sign * result as f64;
    }
    let exponent = log_of(size).times(Double(y, 0.0));
    if !(-707.0..709.7).contains(&exponent.0) {
        return libm::pow(x, y);
    }
    sign * exp_of(exponent)
}
