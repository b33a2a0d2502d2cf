//! The functions of `bc -l`.
//!
//! They are computed with more digits than are asked for, by series of numbers that were made small before,
//! and cut off.

use num_bigint::{BigInt, Sign};

use super::number::{Number, ten};

/// Digits that are computed beyond those that are asked for.
const GUARD: usize = 12;

/// Numbers with a fixed count of digits behind the point.
struct Fixed {
    digits: usize,
    one: BigInt,
}

impl Fixed {
    fn new(digits: usize) -> Self {
        Self {
            digits,
            one: ten(digits),
        }
    }

    fn of(&self, number: &Number) -> BigInt {
        number.at(self.digits)
    }

    fn multiply(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * b / &self.one
    }

    fn divide(&self, a: &BigInt, b: &BigInt) -> BigInt {
        a * &self.one / b
    }

    fn root(&self, a: &BigInt) -> BigInt {
        (a * &self.one).sqrt()
    }

    fn cut(&self, value: BigInt, scale: usize) -> Number {
        Number {
            value: value / ten(self.digits - scale),
            scale,
        }
    }

    fn exp(&self, x: &BigInt) -> BigInt {
        let mut halvings = 0_u32;
        let mut small = x.clone();
        while small.magnitude() > (&self.one / 256_u32).magnitude() {
            small /= 2;
            halvings += 1;
        }
        let (mut sum, mut term, mut count) = (self.one.clone(), self.one.clone(), 0_u32);
        while term.sign() != Sign::NoSign {
            count += 1;
            term = self.multiply(&term, &small) / count;
            sum += &term;
        }
        for _ in 0..halvings {
            sum = self.multiply(&sum, &sum);
        }
        sum
    }

    fn ln(&self, x: &BigInt) -> BigInt {
        let mut rooted = x.clone();
        let mut times = 1_u32;
        let near = &self.one / 64_u32;
        while (&rooted - &self.one).magnitude() > near.magnitude() {
            rooted = self.root(&rooted);
            times += 1;
        }
        // Twice the series of the inverse hyperbolic tangent.
        let y = self.divide(&(&rooted - &self.one), &(&rooted + &self.one));
        let square = self.multiply(&y, &y);
        let (mut sum, mut power, mut count) = (BigInt::default(), y, 1_u32);
        while power.sign() != Sign::NoSign {
            sum += &power / count;
            power = self.multiply(&power, &square);
            count += 2;
        }
        sum << times
    }

    fn atan(&self, x: &BigInt) -> BigInt {
        let mut small = x.clone();
        let mut doublings = 0_u32;
        while small.magnitude() > (&self.one / 64_u32).magnitude() {
            let square = self.multiply(&small, &small);
            let below = &self.one + self.root(&(&self.one + square));
            small = self.divide(&small, &below);
            doublings += 1;
        }
        let square = self.multiply(&small, &small);
        let (mut sum, mut power, mut count) = (BigInt::default(), small, 1_u32);
        let mut adds = true;
        while power.sign() != Sign::NoSign {
            let term = &power / count;
            if adds {
                sum += term;
            } else {
                sum -= term;
            }
            adds = !adds;
            power = self.multiply(&power, &square);
            count += 2;
        }
        sum << doublings
    }

    fn pi(&self) -> BigInt {
        self.atan(&self.one) * 4
    }

    /// The sine of a small angle.
    fn sin(&self, x: &BigInt) -> BigInt {
        let square = self.multiply(x, x);
        let (mut sum, mut term, mut count) = (x.clone(), x.clone(), 1_u32);
        while term.sign() != Sign::NoSign {
            term = -self.multiply(&term, &square) / ((count + 1) * (count + 2));
            count += 2;
            sum += &term;
        }
        sum
    }
}

/// Digits before the point, at most.
fn whole_digits(x: &Number) -> usize {
    x.at(0).magnitude().to_string().len()
}

pub(super) fn exp(x: &Number, scale: usize) -> Number {
    // The result has a digit before the point for each ln(10), and squaring loses as many behind it.
    let size = usize::try_from(x.at(0).magnitude()).unwrap_or(usize::MAX / 4);
    let fixed = Fixed::new(scale + GUARD + size / 2 + 2 * whole_digits(x) + 10);
    fixed.cut(fixed.exp(&fixed.of(x)), scale)
}

pub(super) fn ln(x: &Number, scale: usize) -> Number {
    if x.is_zero() || x.is_negative() {
        let most = Number::whole(1 - ten(scale));
        return Number {
            value: most.at(scale),
            scale,
        };
    }
    // Few digits of a small number are its own.
    let fixed = Fixed::new(scale + GUARD + 2 * whole_digits(x) + 2 * x.scale + 10);
    fixed.cut(fixed.ln(&fixed.of(x)), scale)
}

pub(super) fn atan(x: &Number, scale: usize) -> Number {
    let fixed = Fixed::new(scale + GUARD + 2 * whole_digits(x) + 10);
    fixed.cut(fixed.atan(&fixed.of(x)), scale)
}

pub(super) fn sin(x: &Number, scale: usize) -> Number {
    turned(x, scale, 0)
}

pub(super) fn cos(x: &Number, scale: usize) -> Number {
    turned(x, scale, 1)
}

/// The sine of an angle and some quarters of a turn.
fn turned(x: &Number, scale: usize, quarters: u32) -> Number {
    let fixed = Fixed::new(scale + GUARD + 2 * whole_digits(x) + 10);
    let half = fixed.pi();
    let turn = &half * 2;
    let mut angle = (fixed.of(x) + &half * quarters / 2) % &turn;
    if angle > half {
        angle -= &turn;
    } else if angle < -&half {
        angle += &turn;
    }
    // Between minus and plus a quarter.
    let quarter = &half / 2;
    if angle > quarter {
        angle = &half - angle;
    } else if angle < -&quarter {
        angle = -&half - angle;
    }
    fixed.cut(fixed.sin(&angle), scale)
}

/// The Bessel function of a whole order.
pub(super) fn bessel(order: i64, x: &Number, scale: usize) -> Number {
    let size = usize::try_from(x.at(0).magnitude()).unwrap_or(usize::MAX / 4);
    let fixed = Fixed::new(scale + GUARD + 2 * size + 2 * whole_digits(x) + 10);
    let half = fixed.of(x) / 2;
    let square = fixed.multiply(&half, &half);
    let times = order.unsigned_abs();
    let mut term = fixed.one.clone();
    for count in 1..=times {
        term = fixed.multiply(&term, &half) / count;
    }
    let (mut sum, mut count) = (term.clone(), 0_u64);
    while term.sign() != Sign::NoSign {
        count += 1;
        term = -fixed.multiply(&term, &square) / count / (count + times);
        sum += &term;
    }
    if order < 0 && times % 2 == 1 {
        sum = -sum;
    }
    fixed.cut(sum, scale)
}
