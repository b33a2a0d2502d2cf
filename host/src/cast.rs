//! Numbers of JavaScript as integers.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts from floats saturate"
)]

/// An integer that a number is cast to.
pub(crate) trait Integer {
    fn of(number: f64) -> Self;
}

/// The integer part of a number. A cast from a float saturates: a number that is too large is the
/// largest integer, one that is too small the smallest, and NaN is 0.
pub(crate) fn to_integer<T: Integer>(number: f64) -> T {
    T::of(number)
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Integer for $type {
            fn of(number: f64) -> Self {
                number as Self
            }
        }
    )*};
}

integers!(i64 u8 u32 u64 usize);
