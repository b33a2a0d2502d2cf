//! Decodes messages of the guest, within the time of the run.
//!
//! The memory of the values is charged before: see `state/memory.rs`.

use isolate_protocol::Value;
use isolate_protocol::limits::VALUE_DEPTH_MAX;
use isolate_protocol::wire::message::Step;
use isolate_protocol::wire::{DecodeError, Decoder, Encoder, tag};

use crate::charge::{Halted, made};
use crate::held;

/// Why a message was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is malformed.
    Malformed(DecodeError),
    /// The run has to end.
    Halted,
}

impl From<DecodeError> for Unread {
    fn from(error: DecodeError) -> Self {
        Self::Malformed(error)
    }
}

impl From<Halted> for Unread {
    fn from(Halted: Halted) -> Self {
        Self::Halted
    }
}

/// The step that the guest returned.
pub(crate) fn step(answer: &[u8]) -> Result<Step, Unread> {
    let mut returned = Encoder::new();
    Step::encode_returned(&mut returned);
    match answer.strip_prefix(returned.as_bytes()) {
        Some(result) => {
            let mut decoder = Decoder::new(result);
            let result = value(&mut decoder)?;
            decoder.finish()?;
            Ok(Step::Returned(result))
        }
        // What a program throws is small.
        None => Ok(Step::decode(answer)?),
    }
}

/// A whole value, as [`Decoder::value`] reads it.
pub(crate) fn value(decoder: &mut Decoder<'_>) -> Result<Value, Unread> {
    value_at(decoder, 0)
}

fn value_at(decoder: &mut Decoder<'_>, depth: usize) -> Result<Value, Unread> {
    made(0)?;
    if depth > VALUE_DEPTH_MAX {
        return Err(DecodeError::TooDeep.into());
    }
    let inner = |decoder: &mut Decoder<'_>| value_at(decoder, depth + 1);
    match decoder.rest().first() {
        Some(&tag::ARRAY) => list(decoder, Value::Array, inner),
        Some(&tag::SET) => list(decoder, Value::Set, inner),
        Some(&(tag::OBJECT | tag::ENTRY)) => list(decoder, Value::Object, |decoder| {
            Ok((decoder.text()?, inner(decoder)?))
        }),
        Some(&tag::MAP) => list(decoder, Value::Map, |decoder| {
            Ok((inner(decoder)?, inner(decoder)?))
        }),
        _ => Ok(decoder.value()?),
    }
}

/// The whole of a list whose tag comes first.
fn list<T>(
    decoder: &mut Decoder<'_>,
    whole: impl FnOnce(Vec<T>) -> Value,
    item: impl Fn(&mut Decoder<'_>) -> Result<T, Unread>,
) -> Result<Value, Unread> {
    decoder.u8()?;
    let count = decoder.count()?;
    let mut items = Vec::new();
    for _ in 0..count {
        match item(decoder) {
            Ok(item) => items.push(item),
            Err(unread) => {
                held::free(whole(items));
                return Err(unread);
            }
        }
    }
    Ok(whole(items))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use isolate_protocol::Text;
    use isolate_text::stop;
    use proptest::prelude::*;

    use super::*;

    fn encoded(value: &Value) -> Vec<u8> {
        let mut out = Encoder::new();
        out.value(value);
        out.into_bytes()
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Undefined),
            any::<f64>()
                .prop_filter("equal to itself", |n| !n.is_nan())
                .prop_map(Value::Number),
            any::<i64>().prop_map(Value::from),
            ".{0,5}".prop_map(Value::from),
            Just(Value::Bytes(vec![1, 2])),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Set),
                prop::collection::vec((inner.clone(), inner.clone()), 0..4).prop_map(Value::Map),
                prop::collection::vec((".{0,3}".prop_map(Text::from), inner), 0..4)
                    .prop_map(Value::Object),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_are_read_as_the_protocol_reads_them(
            known in any_value(),
            cut in any::<prop::sample::Index>(),
        ) {
            let bytes = encoded(&known);
            let read = |bytes: &[u8]| value(&mut Decoder::new(bytes));
            prop_assert_eq!(read(&bytes), Ok(known));
            let bytes = &bytes[..cut.index(bytes.len())];
            let expected = Decoder::new(bytes).value();
            prop_assert_eq!(read(bytes), expected.map_err(Unread::Malformed));
        }
    }

    #[test]
    fn what_nests_too_deeply_is_refused() {
        let nested =
            |levels: usize| (0..levels).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
        let read = move |levels| value(&mut Decoder::new(&encoded(&nested(levels)))).map(drop);
        let check = move || {
            assert_eq!(read(VALUE_DEPTH_MAX), Ok(()));
            let too_deep = Unread::Malformed(DecodeError::TooDeep);
            assert_eq!(read(VALUE_DEPTH_MAX + 1), Err(too_deep));
        };
        // A worker has a stack of 80 MiB, and a test of 2 MiB, where nothing is inlined.
        let thread = std::thread::Builder::new().stack_size(16 << 20);
        thread.spawn(check).unwrap().join().unwrap();
    }

    #[test]
    fn reading_ends_at_the_deadline() {
        let bytes = encoded(&Value::Array(vec![Value::Null; 100_000]));
        let read = || value(&mut Decoder::new(&bytes)).map(drop);
        assert_eq!(read(), Ok(()));
        assert_eq!(stop::within(Arc::new(|| true), read), Err(Unread::Halted));
    }
}
