//! Values that stay in the program: a call refers to them by number, and the host answers with one
//! of the numbers.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue};
use isolate_protocol::KEPT;
use isolate_protocol::wire::message::reply;
use isolate_protocol::wire::{Decoder, Encoder, tag};

use crate::convert::{Callee, encode_argument, enumerable_keys, key_text, write_text};
use crate::peek;

/// What programs give beside the value, as for `fs.readFile`.
const ENCODING: &str = "encoding";

/// Writes the arguments of a call, and collects those that stay.
pub(super) struct Keeper<'a> {
    callee: Callee<'a>,
    /// The values that the call refers to, by number.
    kept: Vec<JsValue>,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(callee: Callee<'a>) -> Self {
        Self {
            callee,
            kept: Vec::new(),
        }
    }

    pub(super) fn callee(&self) -> Callee<'a> {
        self.callee
    }

    /// Writes the arguments of a method, whose parameter at `index` is such a value.
    ///
    /// The value is an argument of its own, or a member of an object: of options in its place, or of
    /// the object that holds all arguments. An object that is neither is the value itself.
    pub(super) fn encode(
        &mut self,
        args: &[JsValue],
        index: usize,
        out: &mut Encoder,
        context: &mut Context,
    ) -> JsResult<()> {
        for (at, arg) in args.iter().enumerate() {
            let object = arg.as_object().filter(JsObject::is_ordinary);
            let holder = match object {
                Some(object) if at == index => {
                    let keys = enumerable_keys(&object, context)?;
                    let is_option = |key| is_name(key) || key_text(key) == *ENCODING;
                    let is_options = !keys.is_empty() && keys.iter().all(is_option);
                    is_options.then_some((object, keys))
                }
                Some(object) if args.len() == 1 => {
                    let keys = enumerable_keys(&object, context)?;
                    keys.iter().any(is_name).then_some((object, keys))
                }
                _ => None,
            };
            match holder {
                Some((object, keys)) => self.members(&object, &keys, out, context)?,
                None if at == index && !arg.is_undefined() => self.value(arg, out, context)?,
                None => encode_argument(arg, self.callee, out, context)?,
            }
        }
        Ok(())
    }

    fn members(
        &mut self,
        object: &JsObject,
        keys: &[PropertyKey],
        out: &mut Encoder,
        context: &mut Context,
    ) -> JsResult<()> {
        let count_at = out.open(tag::OBJECT);
        for key in keys {
            let value = match peek::data(object, key) {
                Some(value) => value,
                None => object.get(key.clone(), context)?,
            };
            write_text(key_text(key).as_str(), out);
            if is_name(key) {
                self.value(&value, out, context)?;
            } else {
                encode_argument(&value, self.callee, out, context)?;
            }
        }
        out.set_count(count_at, keys.len());
        Ok(())
    }

    /// Writes a number in place of a value. What is the same on both sides is written as it is, so that
    /// the host may speak of it; `undefined` would be a value that was not given.
    fn value(&mut self, value: &JsValue, out: &mut Encoder, context: &mut Context) -> JsResult<()> {
        if !value.is_object() && !value.is_symbol() && !value.is_undefined() {
            return encode_argument(value, self.callee, out, context);
        }
        out.u8(tag::REFERENCE);
        out.string(&self.kept.len().to_string());
        self.kept.push(value.clone());
        Ok(())
    }

    /// The value that a reply refers to.
    pub(super) fn value_of(&self, reply: &[u8]) -> Option<JsValue> {
        let number = match reply {
            [reply::VALUE, tag::REFERENCE, number @ ..] => number,
            _ => return None,
        };
        let number = Decoder::new(number).string().ok()?;
        self.kept.get(number.parse::<usize>().ok()?).cloned()
    }
}

fn is_name(key: &PropertyKey) -> bool {
    let key = key_text(key);
    KEPT.iter().any(|name| key == **name)
}
