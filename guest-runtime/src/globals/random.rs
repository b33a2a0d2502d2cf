//! Randomness from the run's seed, and the clock of `performance`.

use std::fmt::Write as _;

use boa_engine::builtins::typed_array::{TypedArray, TypedArrayKind};
use boa_engine::object::builtins::{JsArrayBuffer, JsTypedArray};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string,
};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::Rng as _;

use super::add;
use super::exception::exception;
use crate::shared::Shared;

/// Bytes that one call of `getRandomValues` fills, as in browsers.
const RANDOM_BYTES_MAX: usize = 65_536;

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let math = context.global_object().get(js_string!("Math"), context)?;
    if let Some(math) = math.as_object() {
        add(&math, "random", 0, random, context);
    }
    let crypto = JsObject::with_object_proto(context.intrinsics());
    add(&crypto, "randomUUID", 0, random_uuid, context);
    add(&crypto, "getRandomValues", 1, random_values, context);
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(js_string!("crypto"), crypto, attributes)?;
    let performance = JsObject::with_object_proto(context.intrinsics());
    add(&performance, "now", 0, now, context);
    add(&performance, "mark", 1, nothing, context);
    add(&performance, "measure", 1, nothing, context);
    context.register_global_property(js_string!("performance"), performance, attributes)
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn random(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let number = in_unit_interval(&mut Shared::of(context).random.borrow_mut());
    Ok(number.into())
}

/// A number in `0..1`, with 53 bits.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit a float")]
fn in_unit_interval(random: &mut Xoshiro256StarStar) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn now(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(Shared::of(context).clock.read_ms().into())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn nothing(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

#[expect(clippy::unnecessary_wraps, reason = "the type of native functions")]
fn random_uuid(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut bytes = [0; 16];
    Shared::of(context)
        .random
        .borrow_mut()
        .fill_bytes(&mut bytes);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        write!(text, "{byte:02x}").expect("text takes any text");
    }
    Ok(JsString::from(text).into())
}

fn random_values(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = args.get_or_undefined(0);
    let Some(object) = value.as_object().filter(JsObject::is::<TypedArray>) else {
        return Err(JsNativeError::typ()
            .with_message("crypto.getRandomValues: the argument must be a typed array of integers")
            .into());
    };
    let array = JsTypedArray::from_object(object)?;
    if matches!(
        array.kind(),
        Some(TypedArrayKind::Float32 | TypedArrayKind::Float64)
    ) {
        let message = "The data argument must be an integer-type TypedArray";
        return Err(exception("TypeMismatchError", message, context));
    }
    let offset = array.byte_offset(context)?;
    let len = array.byte_length(context)?;
    if len > RANDOM_BYTES_MAX {
        let message = format!("crypto.getRandomValues: more than {RANDOM_BYTES_MAX} bytes at once");
        return Err(exception("QuotaExceededError", &message, context));
    }
    let buffer = array.buffer(context)?;
    if let Some(buffer) = buffer.as_object()
        && let Ok(buffer) = JsArrayBuffer::from_object(buffer)
        && let Some(mut data) = buffer.data_mut()
        && let Some(window) = data.get_mut(offset..offset + len)
    {
        Shared::of(context).random.borrow_mut().fill_bytes(window);
    }
    Ok(value.clone())
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng as _;

    use super::*;

    /// The same seed gives the same run, in every version.
    #[test]
    fn numbers_of_a_seed_are_as_recorded() {
        for (seed, numbers, bytes) in [
            (
                0,
                [
                    11_091_344_671_253_066_420,
                    13_793_997_310_169_335_082,
                    1_900_383_378_846_508_768,
                ],
                [44, 45, 45, 38, 241, 148, 165, 106, 89, 46, 132],
            ),
            (
                1,
                [
                    12_966_619_160_104_079_557,
                    9_600_361_134_598_540_522,
                    10_590_380_919_521_690_900,
                ],
                [167, 163, 102, 194, 123, 28, 46, 100, 115, 54, 35],
            ),
            (
                u64::MAX,
                [
                    10_328_197_420_357_168_392,
                    14_156_678_507_024_973_869,
                    9_357_971_779_955_476_126,
                ],
                [47, 60, 95, 6, 126, 141, 101, 191, 42, 163, 188],
            ),
        ] {
            let mut random = Xoshiro256StarStar::seed_from_u64(seed);
            let given: [u64; 3] = std::array::from_fn(|_| random.next_u64());
            assert_eq!(given, numbers, "{seed}");
            // What is left of a number is not used for the next bytes.
            let mut given = [0; 11];
            random.fill_bytes(&mut given);
            assert_eq!(given, bytes, "{seed}");
        }
    }

    #[test]
    fn numbers_lie_in_the_unit_interval_and_depend_on_the_seed() {
        let mut one = Xoshiro256StarStar::seed_from_u64(1);
        let mut again = Xoshiro256StarStar::seed_from_u64(1);
        let mut two = Xoshiro256StarStar::seed_from_u64(2);
        for _ in 0..1_000 {
            let number = in_unit_interval(&mut one);
            assert!((0.0..1.0).contains(&number));
            assert!(number.to_bits() == in_unit_interval(&mut again).to_bits());
            assert!(number.to_bits() != in_unit_interval(&mut two).to_bits());
        }
    }
}
