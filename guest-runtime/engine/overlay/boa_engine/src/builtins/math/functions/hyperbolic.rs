//! Hyperbolic functions and their inverses.
use std::f64::consts::LN_2;

use super::{TINY, exp, expm1, log, log1p};

/// From here on the sum with what is left out is the number itself.
const LARGE: f64 = 268_435_456.0;

/// The largest argument of `exp` whose result is finite.
const EXP_MAX: f64 = 709.782_712_893_384;

/// The largest argument of the hyperbolic functions whose result is finite.
const HYPERBOLIC_MAX: f64 = 710.475_860_073_943_9;

pub(in crate::builtins::math) fn sinh(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn cosh(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn tanh(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn acosh(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn asinh(x: f64) -> f64 {
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

pub(in crate::builtins::math) fn atanh(x: f64) -> f64 {
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
