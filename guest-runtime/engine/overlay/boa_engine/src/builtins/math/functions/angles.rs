//! Sines and cosines.
#![expect(
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "constants are written as the algorithms are published with them"
)]

use super::{TINY, high};

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

pub(in crate::builtins::math) fn sin(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn cos(x: f64) -> f64 {
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
