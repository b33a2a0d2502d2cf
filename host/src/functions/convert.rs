//! Arguments and answers between programs and functions.

use isolate_protocol::Value;
use isolate_text::budget;
use serde::Serialize;
use serde_json::{Number, Value as Json};

use super::error::FunctionError;
use crate::calls::CallErrorKind;
use crate::charge::{Bounds, Halted};
use crate::inexact::{InexactInteger, Step};
use crate::json::charged_json;
use crate::values::{Declared, to_value};

/// The argument of a call.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(super) value: Value,
    /// Its JSON form, if it was checked against a schema.
    json: Option<Json>,
    /// The memory of the JSON form.
    pub(super) json_bytes: usize,
}

impl Argument {
    /// An argument without a schema.
    pub(super) const fn plain(value: Value) -> Self {
        Self {
            value,
            json: None,
            json_bytes: 0,
        }
    }

    /// An argument that will be validated against a schema.
    pub(super) fn declared(value: Value, schema: &Json) -> Result<Self, Unfit> {
        let scratch = budget::scratch();
        let json = json_of(&value, Some(schema), Beyond64Bits::Refused)?;
        let json_bytes = usize::try_from(scratch.charged()).unwrap_or(usize::MAX);
        // It is held until the call ends.
        scratch.keep();
        Ok(Self {
            value,
            json: Some(json),
            json_bytes,
        })
    }

    pub(super) const fn checked(&self) -> Option<&Json> {
        self.json.as_ref()
    }

    /// A copy of the JSON form.
    pub(super) fn to_json(&self) -> Result<Json, Halted> {
        match &self.json {
            Some(json) => {
                budget::charge(self.json_bytes).map_err(|_| Halted)?;
                Ok(json.clone())
            }
            None => charged_json(&self.value),
        }
    }

    pub(super) fn into_json(self) -> Result<Json, Halted> {
        match self.json {
            Some(json) => Ok(json),
            None => charged_json(&self.value),
        }
    }
}

/// What a function answered.
pub(crate) enum Answered {
    /// A value of JavaScript, as the embedder made it.
    Value(Value),
    /// What JSON or a Rust type became: its large integers have to be declared.
    Converted(Value),
}

impl Answered {
    /// What a function of Rust types or of JSON answered.
    pub(super) fn of(
        answer: &(impl Serialize + ?Sized),
        bounds: &Bounds,
    ) -> Result<Self, FunctionError> {
        let converted = bounds.within_scratch(|| to_value(answer));
        converted
            .map(Self::Converted)
            .map_err(|cause| FunctionError::new(format!("the answer is no JSON: {cause}")))
    }
}

/// What a function without types takes and answers: JSON, or a [`Value`] of JavaScript. See
/// [`NamespaceMut::add_dynamic`](crate::NamespaceMut::add_dynamic).
pub trait Dynamic: sealed::Form {}

impl Dynamic for Json {}

impl Dynamic for Value {}

/// The form of an argument and of an answer, chosen by their type.
pub(super) mod sealed {
    use super::{Json, Value};

    /// Chooses one of two conversions, of JSON or of a JavaScript value.
    pub trait Form: Send + Sized + 'static {
        /// Makes it of an argument.
        fn of<A, E>(
            argument: A,
            json: impl FnOnce(A) -> Result<Json, E>,
            value: impl FnOnce(A) -> Result<Value, E>,
        ) -> Result<Self, E>;

        /// Makes an answer of it.
        fn answer<T>(self, json: impl FnOnce(Json) -> T, value: impl FnOnce(Value) -> T) -> T;
    }

    impl Form for Json {
        fn of<A, E>(
            argument: A,
            json: impl FnOnce(A) -> Result<Self, E>,
            _: impl FnOnce(A) -> Result<Value, E>,
        ) -> Result<Self, E> {
            json(argument)
        }

        fn answer<T>(self, json: impl FnOnce(Self) -> T, _: impl FnOnce(Value) -> T) -> T {
            json(self)
        }
    }

    impl Form for Value {
        fn of<A, E>(
            argument: A,
            _: impl FnOnce(A) -> Result<Json, E>,
            value: impl FnOnce(A) -> Result<Self, E>,
        ) -> Result<Self, E> {
            value(argument)
        }

        fn answer<T>(self, _: impl FnOnce(Json) -> T, value: impl FnOnce(Self) -> T) -> T {
            value(self)
        }
    }
}

/// Why a value cannot be converted.
#[derive(Debug)]
pub(super) enum Unfit {
    /// The run has to end.
    Halted(Halted),
    /// An integer would lose digits.
    Inexact(InexactInteger),
}

impl From<Halted> for Unfit {
    fn from(halted: Halted) -> Self {
        Self::Halted(halted)
    }
}

impl From<InexactInteger> for Unfit {
    fn from(inexact: InexactInteger) -> Self {
        Self::Inexact(inexact)
    }
}

/// How a `BigInt` beyond 64 bits is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond64Bits {
    /// It is refused.
    Refused,
    /// It becomes the nearest floating-point number: enough to check a schema.
    Approximate,
}

/// The JSON form of a value, with an integer for each `BigInt` that the schema declares as one.
pub(super) fn json_of(
    value: &Value,
    schema: Option<&Json>,
    beyond: Beyond64Bits,
) -> Result<Json, Unfit> {
    let mut json = charged_json(value)?;
    Declared::by(schema).visit(value, &mut |path, value, said| {
        if !said.is_integer {
            return Ok(());
        }
        match value {
            Value::BigInt(digits) => {
                let Some(number) = integer(digits, beyond) else {
                    let text = format!(
                        "the BigInt {digits}n is beyond 64 bits: pass it as text, or a smaller one"
                    );
                    return Err(InexactInteger::new(path, text));
                };
                if let Some(place) = place(&mut json, path) {
                    *place = Json::Number(number);
                }
                Ok(())
            }
            Value::Number(number) if !said.is_number => {
                let text = format!(
                    "the number {number} is beyond 2^53 - 1, so it may have been rounded: use a BigInt, such as {number}n"
                );
                Err(InexactInteger::new(path, text))
            }
            _ => Ok(()),
        }
    })?;
    Ok(json)
}

fn integer(digits: &str, beyond: Beyond64Bits) -> Option<Number> {
    let signed = digits.parse::<i64>().map(Number::from);
    let exact = signed.or_else(|_| digits.parse::<u64>().map(Number::from));
    match (exact, beyond) {
        (Ok(exact), _) => Some(exact),
        (Err(_), Beyond64Bits::Refused) => None,
        (Err(_), Beyond64Bits::Approximate) => {
            let double = digits.parse().unwrap_or(f64::MAX);
            Number::from_f64(double.clamp(f64::MIN, f64::MAX))
        }
    }
}

/// The value at a path.
fn place<'a>(json: &'a mut Json, path: &[Step<'_>]) -> Option<&'a mut Json> {
    path.iter().try_fold(json, |json, step| match step {
        Step::Member(name) => json.get_mut(name.member_name()),
        Step::Item(at) => json.get_mut(*at),
    })
}

impl Unfit {
    pub(super) fn of_argument(self, name: &str) -> FunctionError {
        match self {
            Self::Halted(halted) => halted.into(),
            Self::Inexact(inexact) => {
                let mistake =
                    serde_json::json!({ "at": inexact.path(), "message": inexact.reason() });
                let text = format!("{name}: the argument does not fit: {inexact}");
                let data = serde_json::json!({ "mistakes": [mistake] });
                FunctionError::argument(text).with_data(data)
            }
        }
    }

    pub(super) fn of_answer(self, name: &str) -> FunctionError {
        match self {
            Self::Halted(halted) => halted.into(),
            Self::Inexact(inexact) => {
                let text = format!("the answer of {name} does not reach the program: {inexact}");
                let error = FunctionError::new(text).with_code("EBADMSG");
                error.of_kind(CallErrorKind::Defect)
            }
        }
    }
}

/// No program gets it, since its run ends.
impl From<Halted> for FunctionError {
    fn from(halted: Halted) -> Self {
        Self::new(halted.to_string())
    }
}
