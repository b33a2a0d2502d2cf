//! Elements of typed arrays by their index, read and written where they lie.
//!
//! What calls something is left to the general way: values that are no numbers, and big integers.
//! So are buffers that are shared or have been taken away, arrays that reach past the end of
//! theirs, and indexes past the end of an array.

use super::JsObject;
use crate::JsValue;
use crate::builtins::array_buffer::BufferObject;
use crate::builtins::typed_array::{TYPED_ARRAY_METHODS, TypedArray, TypedArrayKind};
use crate::property::PropertyKey;
use crate::shortcuts::SHORTCUTS;

/// Where the elements of a typed array lie. To be used at once: a buffer may move.
#[derive(Clone, Copy)]
pub(crate) struct Elements {
    start: *mut u8,
    pub(crate) count: usize,
    pub(crate) kind: TypedArrayKind,
}

impl JsObject {
    /// Whether it is a typed array.
    #[inline(always)]
    pub(crate) fn is_typed_array(&self) -> bool {
        std::ptr::eq(self.vtable(), &raw const TYPED_ARRAY_METHODS)
    }

    /// The elements of a typed array whose buffer is there and not shared.
    #[inline(always)]
    pub(crate) fn typed_elements(&self) -> Option<Elements> {
        if !SHORTCUTS || !self.is_typed_array() {
            return None;
        }
        // SAFETY: No other object has these methods.
        let array: &TypedArray = unsafe { self.peek_data() };
        let BufferObject::Buffer(buffer) = array.viewed_array_buffer() else {
            return None;
        };
        let (bytes, length) = buffer.peek().data().place()?;
        let kind = array.kind();
        let offset = array.byte_offset();
        let rest = (length as u64).checked_sub(offset)?;
        let shift = shift_of(kind);
        let count = array.fixed_length().unwrap_or(rest >> shift);
        if count << shift > rest {
            return None;
        }
        Some(Elements {
            // SAFETY: The offset is within the bytes.
            start: unsafe { bytes.add(offset as usize) },
            count: count as usize,
            kind,
        })
    }

    /// An element of a typed array, where reading it takes no call.
    #[inline]
    pub(crate) fn typed_item(&self, key: &PropertyKey) -> Option<JsValue> {
        let PropertyKey::Index(index) = key else {
            return None;
        };
        self.typed_elements()?.get(index.get() as usize)
    }

    /// Writes an element that a typed array has, where that takes no call.
    #[inline]
    pub(crate) fn set_typed_item(&self, key: &PropertyKey, value: &JsValue) -> bool {
        let PropertyKey::Index(index) = key else {
            return false;
        };
        self.typed_elements()
            .is_some_and(|elements| elements.set(index.get() as usize, value))
    }
}

/// The size of an element, as a power of two.
#[inline(always)]
pub(crate) const fn shift_of(kind: TypedArrayKind) -> u32 {
    match kind {
        TypedArrayKind::Int8 | TypedArrayKind::Uint8 | TypedArrayKind::Uint8Clamped => 0,
        TypedArrayKind::Int16 | TypedArrayKind::Uint16 | TypedArrayKind::Float16 => 1,
        TypedArrayKind::Int32 | TypedArrayKind::Uint32 | TypedArrayKind::Float32 => 2,
        TypedArrayKind::BigInt64 | TypedArrayKind::BigUint64 | TypedArrayKind::Float64 => 3,
    }
}

/// `ToInt32` of what a machine can convert at once.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
fn to_int32(number: f64) -> Option<i32> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    // Not a number becomes nought.
    let is_within = number.is_nan() || number.abs() < LIMIT;
    is_within.then_some(number as i64 as i32)
}

/// `ToUint8Clamp`: to the nearest, and to the even one of two.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it lies between"
)]
fn to_clamped(number: f64) -> u8 {
    if number.is_nan() || number <= 0.0 {
        return 0;
    }
    if number >= 255.0 {
        return 255;
    }
    let below = number as u8;
    let rest = number - f64::from(below);
    let is_up = rest > 0.5 || (rest == 0.5 && below & 1 == 1);
    below + u8::from(is_up)
}

impl Elements {
    /// The bytes of all elements.
    ///
    /// # Safety
    /// Nothing else may be done with the buffer while the bytes are used.
    pub(crate) unsafe fn bytes<'a>(self) -> &'a mut [u8] {
        // SAFETY: The elements lie in the buffer; the rest is the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.count << shift_of(self.kind)) }
    }

    /// The elements as numbers of a type.
    ///
    /// # Safety
    /// The type is that of the elements, or an integer of their size, and nothing else may be done
    /// with the buffer meanwhile.
    pub(crate) unsafe fn numbers<'a, T>(self) -> &'a mut [T] {
        // SAFETY: As in `get`; the rest is the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.start.cast(), self.count) }
    }

    /// Whether some bytes are those of both.
    pub(crate) fn shares_bytes(self, other: Self) -> bool {
        let end = |elements: Self| {
            let length = elements.count << shift_of(elements.kind);
            elements.start.addr() + length
        };
        self.start.addr() < end(other) && other.start.addr() < end(self)
    }

    /// The element at an index, if it is there, and a number.
    #[inline(always)]
    pub(crate) fn get(self, index: usize) -> Option<JsValue> {
        if index >= self.count {
            return None;
        }
        macro_rules! at {
            ($type:ty) => {
                // SAFETY: The element is there; offsets of typed arrays are multiples of the size
                // of an element, and buffers begin at multiples of all sizes.
                unsafe { *self.start.cast::<$type>().add(index) }
            };
        }
        Some(match self.kind {
            TypedArrayKind::Int8 => JsValue::new(i32::from(at!(i8))),
            TypedArrayKind::Uint8 | TypedArrayKind::Uint8Clamped => {
                JsValue::new(i32::from(at!(u8)))
            }
            TypedArrayKind::Int16 => JsValue::new(i32::from(at!(i16))),
            TypedArrayKind::Uint16 => JsValue::new(i32::from(at!(u16))),
            TypedArrayKind::Int32 => JsValue::new(at!(i32)),
            TypedArrayKind::Uint32 => {
                let number = at!(u32);
                match i32::try_from(number) {
                    Ok(number) => JsValue::new(number),
                    Err(_) => JsValue::rational(f64::from(number)),
                }
            }
            TypedArrayKind::Float32 => JsValue::rational(f64::from(at!(f32))),
            TypedArrayKind::Float64 => JsValue::rational(at!(f64)),
            TypedArrayKind::Float16 | TypedArrayKind::BigInt64 | TypedArrayKind::BigUint64 => {
                return None;
            }
        })
    }

    /// Writes a number, if there is an element at the index; answers whether it did.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "elements keep the low bits"
    )]
    pub(crate) fn set(self, index: usize, value: &JsValue) -> bool {
        if index >= self.count {
            return false;
        }
        macro_rules! put {
            ($type:ty, $value:expr) => {{
                let value: $type = $value;
                // SAFETY: As in `get`.
                unsafe { *self.start.cast::<$type>().add(index) = value };
            }};
        }
        let is_float = matches!(self.kind, TypedArrayKind::Float32 | TypedArrayKind::Float64);
        let integer = if let Some(integer) = value.integer() {
            if is_float {
                let number = f64::from(integer);
                if self.kind == TypedArrayKind::Float64 {
                    put!(f64, number);
                } else {
                    put!(f32, number as f32);
                }
                return true;
            }
            integer
        } else {
            let Some(number) = value.float() else {
                return false;
            };
            match self.kind {
                TypedArrayKind::Float64 => {
                    put!(f64, number);
                    return true;
                }
                TypedArrayKind::Float32 => {
                    put!(f32, number as f32);
                    return true;
                }
                TypedArrayKind::Uint8Clamped => {
                    put!(u8, to_clamped(number));
                    return true;
                }
                _ => match to_int32(number) {
                    Some(integer) => integer,
                    None => return false,
                },
            }
        };
        match self.kind {
            TypedArrayKind::Int8 | TypedArrayKind::Uint8 => put!(u8, integer as u8),
            TypedArrayKind::Uint8Clamped => put!(u8, integer.clamp(0, 255) as u8),
            TypedArrayKind::Int16 | TypedArrayKind::Uint16 => put!(u16, integer as u16),
            TypedArrayKind::Int32 | TypedArrayKind::Uint32 => put!(i32, integer),
            _ => return false,
        }
        true
    }
}

impl JsValue {
    /// An element of a typed array, where reading it takes no call.
    #[inline(always)]
    pub(crate) fn typed_element(&self, index: i32) -> Option<Self> {
        let object = self.peek_object()?;
        object.typed_elements()?.get(usize::try_from(index).ok()?)
    }

    /// Writes an element that a typed array has, where that takes no call.
    #[inline(always)]
    pub(crate) fn put_typed_element(&self, index: i32, value: &Self) -> bool {
        let (Some(object), Ok(index)) = (self.peek_object(), usize::try_from(index)) else {
            return false;
        };
        object
            .typed_elements()
            .is_some_and(|elements| elements.set(index, value))
    }
}
