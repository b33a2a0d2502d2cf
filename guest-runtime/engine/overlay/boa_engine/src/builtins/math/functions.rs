//! Functions of `Math`, as engines compute them: after fdlibm, whose algorithms are the common
//! ground of them all. What `libm` computes in the same way is left to it.
#![expect(
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "constants are written as the algorithms are published with them"
)]

use std::f64::consts::{E, FRAC_PI_2, LN_2, SQRT_2};

/// From here on the sum with what is left out is the number itself.
const LARGE: f64 = 268_435_456.0;

/// Below, a function is its argument.
const TINY: f64 = 3.725_290_298_461_914e-9;

/// The largest argument of `exp` whose result is finite.
const EXP_MAX: f64 = 709.782_712_893_384;

/// The largest argument of the hyperbolic functions whose result is finite.
const HYPERBOLIC_MAX: f64 = 710.475_860_073_943_9;

/// The upper half of a number's bits.
fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

pub(super) use libm::{acos, asin, atan, expm1, log1p, log2, tan};

pub(super) fn exp(x: f64) -> f64 {
    if x == 1.0 { E } else { libm::exp(x) }
}

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

/// The sine of an angle up to an eighth of a turn, of two parts.
fn sine(x: f64, rest: f64) -> f64 {
    const FIRST: f64 = -1.666_666_666_666_663_243_48e-1;
    const TERMS: [f64; 5] = [
        8.333_333_333_322_489_461_24e-3,
        -1.984_126_982_985_794_931_34e-4,
        2.755_731_370_707_006_767_89e-6,
        -2.505_076_025_340_686_341_95e-8,
        1.589_690_995_211_550_102_21e-10,
    ];
    let square = x * x;
    let cube = square * x;
    let sum = TERMS[0]
        + square * (TERMS[1] + square * (TERMS[2] + square * (TERMS[3] + square * TERMS[4])));
    if rest == 0.0 {
        return x + cube * (FIRST + square * sum);
    }
    x - ((square * (0.5 * rest - cube * sum) - rest) - cube * FIRST)
}

/// The cosine of such an angle.
fn cosine(x: f64, rest: f64) -> f64 {
    const TERMS: [f64; 6] = [
        4.166_666_666_666_660_190_37e-2,
        -1.388_888_888_887_410_957_49e-3,
        2.480_158_728_947_672_941_78e-5,
        -2.755_731_435_139_066_330_35e-7,
        2.087_572_321_298_174_827_90e-9,
        -1.135_964_755_778_819_482_65e-11,
    ];
    let size = high(x.abs());
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let square = x * x;
    let sum = square
        * (TERMS[0]
            + square
                * (TERMS[1]
                    + square
                        * (TERMS[2]
                            + square * (TERMS[3] + square * (TERMS[4] + square * TERMS[5])))));
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * square - (square * sum - x * rest));
    }
    let part = if size > 0x3fe9_0000 {
        0.281_25
    } else {
        f64::from_bits(u64::from(size - 0x0020_0000) << 32)
    };
    let half = 0.5 * square - part;
    (1.0 - part) - (half - (square * sum - x * rest))
}

/// Angles beyond are left to `libm`.
const ANGLE_MAX: f64 = 800_000.0;

/// How many quarters of a turn an angle of moderate size has, and the rest in two parts.
fn quarters(x: f64) -> (i32, f64, f64) {
    /// Parts of a quarter turn with 33 bits each, and what is left after each of them.
    const PARTS: [(f64, f64); 3] = [
        (
            1.570_796_326_734_125_614_17,
            6.077_100_506_506_192_249_32e-11,
        ),
        (
            6.077_100_506_303_965_976_60e-11,
            2.022_266_248_795_950_631_54e-21,
        ),
        (
            2.022_266_248_711_166_455_80e-21,
            8.478_427_660_368_899_569_97e-32,
        ),
    ];
    const PER_RADIAN: f64 = 6.366_197_723_675_813_824_33e-1;
    let size = x.abs();
    if high(size) <= 0x3fe9_21fb {
        return (0, x, 0.0);
    }
    let count = (size * PER_RADIAN + 0.5).trunc();
    let exponent = |number: f64| (high(number) >> 20 & 0x7ff).cast_signed();
    let mut rest = size - count * PARTS[0].0;
    let mut less = count * PARTS[0].1;
    let mut first = rest - less;
    // Digits that cancel out are made up for by the next parts.
    for (index, lost_max) in [(1, 16), (2, 49)] {
        if exponent(size) - exponent(first) <= lost_max {
            break;
        }
        let before = rest;
        less = count * PARTS[index].0;
        rest = before - less;
        less = count * PARTS[index].1 - ((before - rest) - less);
        first = rest - less;
    }
    let second = (rest - first) - less;
    if x < 0.0 {
        (-(count as i32), -first, -second)
    } else {
        (count as i32, first, second)
    }
}

pub(super) fn sin(x: f64) -> f64 {
    if x.abs() < TINY || x.is_nan() || x.abs() > ANGLE_MAX {
        return libm::sin(x);
    }
    let (count, angle, rest) = quarters(x);
    match count & 3 {
        0 => sine(angle, rest),
        1 => cosine(angle, rest),
        2 => -sine(angle, rest),
        _ => -cosine(angle, rest),
    }
}

pub(super) fn cos(x: f64) -> f64 {
    if x.is_nan() || x.abs() > ANGLE_MAX {
        return libm::cos(x);
    }
    let (count, angle, rest) = quarters(x);
    match count & 3 {
        0 => cosine(angle, rest),
        1 => -sine(angle, rest),
        2 => -cosine(angle, rest),
        _ => sine(angle, rest),
    }
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

pub(super) fn sinh(x: f64) -> f64 {
    let size = x.abs();
    let half = 0.5_f64.copysign(x);
    if size < 22.0 {
        if size < TINY {
            return x;
        }
        let part = expm1(size);
        return if size < 1.0 {
            half * (2.0 * part - part * part / (part + 1.0))
        } else {
            half * (part + part / (part + 1.0))
        };
    }
    if size < EXP_MAX {
        return half * exp(size);
    }
    if size <= HYPERBOLIC_MAX {
        let root = exp(0.5 * size);
        return half * root * root;
    }
    x * f64::INFINITY
}

pub(super) fn cosh(x: f64) -> f64 {
    const SMALL: f64 = 2.775_557_561_562_891_4e-17;
    let size = x.abs();
    if size < 22.0 {
        if size < 0.5 * LN_2 {
            let part = expm1(size);
            let sum = 1.0 + part;
            return if size < SMALL {
                sum
            } else {
                1.0 + (part * part) / (sum + sum)
            };
        }
        let part = exp(size);
        return 0.5 * part + 0.5 / part;
    }
    if size < EXP_MAX {
        return 0.5 * exp(size);
    }
    if size <= HYPERBOLIC_MAX {
        let root = exp(0.5 * size);
        return 0.5 * root * root;
    }
    size * f64::INFINITY
}

pub(super) fn tanh(x: f64) -> f64 {
    let size = x.abs();
    let result = if size >= 22.0 {
        1.0
    } else if size < TINY {
        return x;
    } else if size >= 1.0 {
        1.0 - 2.0 / (expm1(2.0 * size) + 2.0)
    } else if x.is_nan() {
        return x;
    } else {
        let part = expm1(-2.0 * size);
        -part / (part + 2.0)
    };
    result.copysign(x)
}

pub(super) fn acosh(x: f64) -> f64 {
    if x < 1.0 || x.is_nan() {
        f64::NAN
    } else if x >= LARGE {
        log(x) + LN_2
    } else if x == 1.0 {
        0.0
    } else if x > 2.0 {
        log(2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt()))
    } else {
        let rest = x - 1.0;
        log1p(rest + (2.0 * rest + rest * rest).sqrt())
    }
}

pub(super) fn asinh(x: f64) -> f64 {
    let size = x.abs();
    if size < TINY || !x.is_finite() {
        return x;
    }
    let result = if size > LARGE {
        log(size) + LN_2
    } else if size > 2.0 {
        log(2.0 * size + 1.0 / ((x * x + 1.0).sqrt() + size))
    } else {
        let square = x * x;
        log1p(size + square / (1.0 + (1.0 + square).sqrt()))
    };
    result.copysign(x)
}

pub(super) fn atanh(x: f64) -> f64 {
    let size = x.abs();
    if size > 1.0 || x.is_nan() {
        return f64::NAN;
    }
    if size == 1.0 {
        return x * f64::INFINITY;
    }
    if size < TINY {
        return x;
    }
    let twice = size + size;
    let result = if size < 0.5 {
        0.5 * log1p(twice + twice * size / (1.0 - size))
    } else {
        0.5 * log1p(twice / (1.0 - size))
    };
    result.copysign(x)
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
