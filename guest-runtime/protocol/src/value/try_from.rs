//! Values of JavaScript, as what native code has: the way back of `from.rs`.

use std::fmt;

use super::{Text, Value};

/// Why a [`Value`] is not a value of a Rust type.
///
/// ```
/// use isolate_protocol::{Value, ValueErrorKind};
///
/// assert_eq!(u8::try_from(Value::Number(7.0)), Ok(7));
/// let error = u8::try_from(Value::Number(300.0)).unwrap_err();
/// assert_eq!(error.kind(), ValueErrorKind::OutOfRange);
/// assert_eq!(error.to_string(), "expected u8, but found the number 300");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    kind: ValueErrorKind,
    expected: &'static str,
    found: String,
}

/// What is wrong with a value, for branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueErrorKind {
    /// It is of another type.
    WrongType,
    /// It is a number that the type cannot represent exactly: too large, too small, or not whole.
    OutOfRange,
    /// It is text with a lone surrogate, which no UTF-8 can represent; [`Text`] can.
    IllFormed,
}

impl ValueError {
    fn new(kind: ValueErrorKind, expected: &'static str, found: &Value) -> Self {
        Self {
            kind,
            expected,
            found: found.described(),
        }
    }

    /// What is wrong with the value.
    #[must_use]
    pub const fn kind(&self) -> ValueErrorKind {
        self.kind
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            expected,
            found,
        } = self;
        match kind {
            ValueErrorKind::WrongType | ValueErrorKind::OutOfRange => {
                write!(f, "expected {expected}, but found {found}")
            }
            ValueErrorKind::IllFormed => write!(
                f,
                "expected {expected}, but found text with half of a surrogate pair"
            ),
        }
    }
}

impl std::error::Error for ValueError {}

/// The value itself, of one variant.
macro_rules! try_from_variants {
    ($($(#[$doc:meta])* $type:ty, $name:literal, $pattern:pat => $result:expr;)*) => {$(
        $(#[$doc])*
        impl TryFrom<Value> for $type {
            type Error = ValueError;

            fn try_from(value: Value) -> Result<Self, ValueError> {
                match value {
                    $pattern => Ok($result),
                    other => Err(ValueError::new(ValueErrorKind::WrongType, $name, &other)),
                }
            }
        }
    )*};
}

try_from_variants! {
    /// From `undefined`.
    (), "undefined", Value::Undefined => ();
    bool, "a boolean", Value::Boolean(boolean) => boolean;
    f64, "a number", Value::Number(number) => number;
    Text, "text", Value::String(text) => text;
    /// From bytes.
    Vec<u8>, "bytes", Value::Bytes(bytes) => bytes;
    /// From an array.
    Vec<Value>, "an array", Value::Array(items) => items;
    /// From an object: its members, in their order.
    Vec<(Text, Value)>, "an object", Value::Object(members) => members;
}

impl TryFrom<Value> for String {
    type Error = ValueError;

    fn try_from(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::String(text) if !text.has_lone_surrogate() => Ok(text.text),
            Value::String(_) => Err(ValueError::new(ValueErrorKind::IllFormed, "text", &value)),
            other => Err(ValueError::new(ValueErrorKind::WrongType, "text", &other)),
        }
    }
}

/// From a number that `f32` represents exactly; NaN is one.
impl TryFrom<Value> for f32 {
    type Error = ValueError;

    fn try_from(value: Value) -> Result<Self, ValueError> {
        let Value::Number(number) = value else {
            return Err(ValueError::new(ValueErrorKind::WrongType, "f32", &value));
        };
        #[expect(clippy::cast_possible_truncation, reason = "compared below")]
        let narrow = number as Self;
        if f64::from(narrow) == number || number.is_nan() {
            return Ok(narrow);
        }
        Err(ValueError::new(ValueErrorKind::OutOfRange, "f32", &value))
    }
}

/// The whole number that a value is: a number without a fraction within ±(2^53 − 1), each of which stands
/// for itself alone, or a `BigInt`.
fn whole(value: &Value, expected: &'static str) -> Result<Whole, ValueError> {
    const EXACT_MAX: f64 = 9_007_199_254_740_991.0;
    let out_of_range = || ValueError::new(ValueErrorKind::OutOfRange, expected, value);
    match value {
        Value::Number(number) if number.fract() == 0.0 && number.abs() <= EXACT_MAX =>
        {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a whole number within ±(2^53 − 1)"
            )]
            Ok(Whole::Signed(*number as i128))
        }
        Value::Number(_) => Err(out_of_range()),
        Value::BigInt(digits) => {
            let signed = digits.parse().map(Whole::Signed);
            let whole = signed.or_else(|_| digits.parse().map(Whole::Unsigned));
            whole.map_err(|_| out_of_range())
        }
        _ => Err(ValueError::new(ValueErrorKind::WrongType, expected, value)),
    }
}

/// A whole number of at most 128 bits.
enum Whole {
    Signed(i128),
    /// Beyond `i128`.
    Unsigned(u128),
}

macro_rules! try_from_whole_numbers {
    ($($number:ident),*) => {$(
        /// From a whole number or a `BigInt`.
        impl TryFrom<Value> for $number {
            type Error = ValueError;

            fn try_from(value: Value) -> Result<Self, ValueError> {
                let expected = stringify!($number);
                let number = match whole(&value, expected)? {
                    Whole::Signed(number) => Self::try_from(number).ok(),
                    Whole::Unsigned(number) => Self::try_from(number).ok(),
                };
                number.ok_or_else(|| ValueError::new(ValueErrorKind::OutOfRange, expected, &value))
            }
        }
    )*};
}

try_from_whole_numbers!(
    i8, u8, i16, u16, i32, u32, i64, u64, i128, u128, isize, usize
);

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes a value becomes the same again.
    fn check_both_ways<T>(native: T)
    where
        T: Clone + std::fmt::Debug + PartialEq + Into<Value> + TryFrom<Value, Error = ValueError>,
    {
        assert_eq!(T::try_from(native.clone().into()), Ok(native));
    }

    #[test]
    fn what_native_code_has_comes_back() {
        check_both_ways(());
        check_both_ways(true);
        check_both_ways(-0.5_f64);
        check_both_ways(0.1_f32);
        check_both_ways(f32::INFINITY);
        check_both_ways("a".to_owned());
        check_both_ways(Text::from("a"));
        check_both_ways(vec![1_u8, 2]);
        check_both_ways(vec![Value::Null, Value::Number(1.0)]);
        check_both_ways(i8::MIN);
        check_both_ways(u32::MAX);
        check_both_ways(i64::MIN);
        check_both_ways(u64::MAX);
        check_both_ways(i128::MIN);
        check_both_ways(u128::MAX);
        let members = vec![(Text::from("a"), Value::Null)];
        let object = Value::Object(members.clone());
        assert_eq!(Vec::<(Text, Value)>::try_from(object), Ok(members));
        // A `BigInt` that fits, and a number for a type that is written as a `BigInt`.
        assert_eq!(u8::try_from(Value::BigInt("7".to_owned())), Ok(7));
        assert_eq!(u64::try_from(Value::Number(7.0)), Ok(7));
        assert!(f32::try_from(Value::Number(f64::NAN)).is_ok_and(f32::is_nan));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        use ValueErrorKind as Kind;
        let check = |result: Result<u8, ValueError>, kind: Kind, text: &str| {
            let error = result.unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (kind, text));
        };
        for (number, shown) in [
            (-1.0, "-1"),
            (256.0, "256"),
            (0.5, "0.5"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
            (1e300, &format!("{}", 1e300)),
        ] {
            let text = format!("expected u8, but found the number {shown}");
            check(Value::Number(number).try_into(), Kind::OutOfRange, &text);
        }
        let text = "expected u8, but found the string \"1\"";
        check(Value::from("1").try_into(), Kind::WrongType, text);
        check(
            Value::BigInt("256".to_owned()).try_into(),
            Kind::OutOfRange,
            "expected u8, but found the BigInt 256n",
        );
        // 2^53 + 1 is no number of JavaScript, so 2^53 might have been it.
        assert!(u64::try_from(Value::Number(9_007_199_254_740_992.0)).is_err());
        assert!(u128::try_from(Value::BigInt("9".repeat(50))).is_err());
        assert!(f32::try_from(Value::Number(0.1)).is_err());
        assert!(Vec::<u8>::try_from(Value::Array(Vec::new())).is_err());
        let half = Value::String(Text {
            text: "\u{fffd}".to_owned(),
            ill_formed: Some(Box::from([0xd83d])),
        });
        assert!(Text::try_from(half.clone()).is_ok());
        let error = String::try_from(half).unwrap_err();
        assert_eq!(error.kind(), Kind::IllFormed);
        assert_eq!(
            error.to_string(),
            "expected text, but found text with half of a surrogate pair"
        );
    }
}
