//! JavaScript values to bytes of the wire and back.

mod decode;
mod encode;
mod lazy;
mod parts;

pub(crate) use decode::decode;
pub(crate) use encode::{encode_argument, encode_json_argument, encode_result, write_text};
pub(crate) use lazy::filled;
pub(crate) use parts::{Callee, boxed, enumerable_keys, key_text, malformed};
