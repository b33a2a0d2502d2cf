//! What `JSON.stringify` says of a value that contains itself.

use super::write::{COMPARED, Open, Writer, address, text_of};
use crate::object::{CONSTRUCTOR, JsObject};
use crate::property::PropertyKey;
use crate::{JsNativeError, JsResult, js_string};

/// Frames that the message about a circle names before it leaves some out.
const CIRCLE_NAMED: usize = 3;

impl Writer<'_> {
    pub(super) fn refuse_circle(&self, object: &JsObject, key: &PropertyKey) -> JsResult<()> {
        let is_same = |open: &Open| JsObject::equals(&open.object, object);
        let near = self.open.iter().take(COMPARED).position(is_same);
        let at = match near {
            Some(at) => at,
            None if self.deep.contains(&address(object)) => {
                self.open.iter().position(is_same).unwrap_or_default()
            }
            None => return Ok(()),
        };
        let chain = &self.open[at..];
        let mut message = format!(
            "Converting circular structure to JSON\n    --> starting at object with constructor '{}'",
            class_name(object)
        );
        for (index, open) in chain.iter().enumerate().skip(1) {
            let is_last = index + 1 == chain.len();
            if index < CIRCLE_NAMED || is_last {
                message += &format!(
                    "\n    |     {} -> object with constructor '{}'",
                    place(&open.key),
                    class_name(&open.object)
                );
            } else if index == CIRCLE_NAMED {
                message += "\n    |     ...";
            }
        }
        message += &format!("\n    --- {} closes the circle", place(key));
        Err(JsNativeError::typ().with_message(message).into())
    }
}

fn place(key: &PropertyKey) -> String {
    match key {
        PropertyKey::Index(index) => format!("index {}", index.get()),
        key => format!("property '{}'", text_of(key).to_std_string_lossy()),
    }
}

/// The name of an object's constructor, found without running any code.
pub(crate) fn class_name(object: &JsObject) -> String {
    let data = |object: &JsObject, key: PropertyKey| {
        let found = object.borrow().properties().get(&key);
        found.and_then(|property| property.value().cloned())
    };
    let mut holder = Some(object.clone());
    while let Some(object) = holder {
        if let Some(name) = data(&object, PropertyKey::from(CONSTRUCTOR))
            .and_then(|constructor| constructor.as_object())
            .and_then(|constructor| data(&constructor, PropertyKey::from(js_string!("name"))))
            .and_then(|name| name.as_string())
        {
            return name.to_std_string_lossy();
        }
        holder = object.prototype();
    }
    "Object".to_owned()
}
