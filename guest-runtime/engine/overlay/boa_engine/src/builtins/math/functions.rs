//! Functions of `Math`, as engines compute them: after fdlibm, whose algorithms are the common
//! ground of them all. What `libm` computes in the same way is left to it.
#![expect(
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "constants are written as the algorithms are published with them"
)]

mod angles;
mod hyperbolic;
mod power;

use std::f64::consts::{E, FRAC_PI_2};

pub(super) use angles::{cos, sin};
pub(super) use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub(crate) use power::pow;

/// Below, a function is its argument.
const TINY: f64 = 3.725_290_298_461_914e-9;

/// The upper half of a number's bits.
fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

pub(super) use libm::{acos, asin, atan, expm1, log1p, log2, tan};

pub(super) fn exp(x: f64) -> f64 {
    if x == 1.0 { E } else { libm::exp(x) }
}

pub(super) fn log(x: f64) -> f64 {
    const LN_2_HIGH: f64 = 6.931_471_803_691_238_164_90e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_700_02e-10;
    /// The series of the logarithm, by powers of the square.
    const TERMS: [f64; 7] = [
        6.666_666_666_666_735_130e-1,
        3.999_999_999_940_941_908e-1,
        2.857_142_874_366_239_149e-1,
        2.222_219_843_214_978_396e-1,
        1.818_357_216_161_805_012e-1,
        1.531_383_769_920_937_332e-1,
        1.479_819_860_511_658_591e-1,
    ];
    if x <= 0.0 || !x.is_finite() {
        return libm::log(x);
    }
    let (scaled, shift) = if x < f64::MIN_POSITIVE {
        (x * 18_014_398_509_481_984.0, -54)
    } else {
        (x, 0)
    };
    let top = high(scaled);
    let part = top & 0xf_ffff;
    let carry = (part + 0x9_5f64) & 0x10_0000;
    let exponent = shift + (top >> 20) as i32 - 1_023 + (carry >> 20) as i32;
    let low = scaled.to_bits() & 0xffff_ffff;
    let near_one = f64::from_bits(u64::from(part | (carry ^ 0x3ff0_0000)) << 32 | low);
    let rest = near_one - 1.0;
    let twos = f64::from(exponent);
    if 0xf_ffff & (2 + part) < 3 {
        if rest == 0.0 {
            return twos * LN_2_HIGH + twos * LN_2_LOW;
        }
        let square = rest * rest * (0.5 - 0.333_333_333_333_333_33 * rest);
        return if exponent == 0 {
            rest - square
        } else {
            twos * LN_2_HIGH - ((square - twos * LN_2_LOW) - rest)
        };
    }
    let ratio = rest / (2.0 + rest);
    let square = ratio * ratio;
    let fourth = square * square;
    let even = fourth * (TERMS[1] + fourth * (TERMS[3] + fourth * TERMS[5]));
    let odd = square * (TERMS[0] + fourth * (TERMS[2] + fourth * (TERMS[4] + fourth * TERMS[6])));
    let sum = odd + even;
    let is_in_the_middle =
        (part.wrapping_sub(0x6_147a) | 0x6_b851_u32.wrapping_sub(part)).cast_signed() > 0;
    if is_in_the_middle {
        let half = 0.5 * rest * rest;
        if exponent == 0 {
            rest - (half - ratio * (half + sum))
        } else {
            twos * LN_2_HIGH - ((half - (ratio * (half + sum) + twos * LN_2_LOW)) - rest)
        }
    } else if exponent == 0 {
        rest - ratio * (rest - sum)
    } else {
        twos * LN_2_HIGH - ((ratio * (rest - sum) - twos * LN_2_LOW) - rest)
    }
}

pub(super) fn log10(x: f64) -> f64 {
    const LOG_E: f64 = 4.342_944_819_032_518_166_68e-1;
    const LOG_2_HIGH: f64 = 3.010_299_956_636_117_713_06e-1;
    const LOG_2_LOW: f64 = 3.694_239_077_158_930_786_16e-13;
    if x <= 0.0 || !x.is_finite() {
        return libm::log10(x);
    }
    let (scaled, shift) = if x < f64::MIN_POSITIVE {
        (x * 18_014_398_509_481_984.0, -54)
    } else {
        (x, 0)
    };
    let exponent = shift + (high(scaled) >> 20) as i32 - 1_023;
    let below = u64::from(exponent < 0);
    let part = scaled.to_bits() & (u64::MAX >> 12) | (0x3ff - below) << 52;
    let twos = f64::from(exponent + below as i32);
    let rest = twos * LOG_2_LOW + LOG_E * log(f64::from_bits(part));
    rest + twos * LOG_2_HIGH
}

pub(super) fn cbrt(x: f64) -> f64 {
    const THIRD_OF_BIAS: u32 = 715_094_163;
    const THIRD_OF_SMALL_BIAS: u32 = 696_219_795;
    const TERMS: [f64; 5] = [
        1.875_951_824_271_770_096_43,
        -1.884_979_795_433_771_698_75,
        1.621_429_720_105_354_466_14,
        -0.758_397_934_778_766_047_437,
        0.145_996_192_886_612_446_982,
    ];
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let size = x.abs();
    let guess = if size < f64::MIN_POSITIVE {
        high(size * 18_014_398_509_481_984.0) / 3 + THIRD_OF_SMALL_BIAS
    } else {
        high(size) / 3 + THIRD_OF_BIAS
    };
    let root = f64::from_bits(u64::from(guess) << 32).copysign(x);
    let error = (root * root) * (root / x);
    let root = root
        * ((TERMS[0] + error * (TERMS[1] + error * TERMS[2]))
            + ((error * error) * error) * (TERMS[3] + error * TERMS[4]));
    let root = f64::from_bits((root.to_bits() + 0x8000_0000) & 0xffff_ffff_c000_0000);
    let quotient = x / (root * root);
    let step = (quotient - root) / (root + root + quotient);
    root + root * step
}

pub(super) fn atan2(y: f64, x: f64) -> f64 {
    let apart = (high(y.abs()) >> 20) as i32 - (high(x.abs()) >> 20) as i32;
    if apart > 60 && x != 0.0 && x.is_finite() && y.is_finite() {
        return FRAC_PI_2.copysign(y);
    }
    libm::atan2(y, x)
}

/// The root of a sum of squares, whose errors are made up for.
pub(super) fn hypot(numbers: &[f64]) -> f64 {
    if numbers.iter().any(|number| number.is_infinite()) {
        return f64::INFINITY;
    }
    if numbers.iter().any(|number| number.is_nan()) {
        return f64::NAN;
    }
    let largest = numbers
        .iter()
        .fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let (mut sum, mut lost) = (0.0, 0.0);
    for number in numbers {
        let part = number.abs() / largest;
        let square = part * part - lost;
        let next = sum + square;
        lost = (next - sum) - square;
        sum = next;
    }
    sum.sqrt() * largest
}
