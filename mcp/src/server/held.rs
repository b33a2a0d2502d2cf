//! Large arguments of calls, which do not go through the types of `rmcp`.
//!
//! It tries one form of a message after the other, each with a copy of the whole, so that a text of
//! 32 MiB is in memory up to six times. Large arguments are taken out before, and put back in the call.

use std::sync::{Arc, Mutex, PoisonError};

use http::request::Parts;
use isolate_host::json_bytes;
use rmcp::model::{CallToolRequestParams, Extensions};
use serde_json::{Map, Value as Json};

/// Arguments that take more than this are large; none of them can be in a header of HTTP as well.
const LARGE_BYTES: usize = 64 << 10;

/// The large arguments of a call, each of which is `null` in the message meanwhile.
#[derive(Debug, Default)]
pub(super) struct Held(Map<String, Json>);

/// The same beside a request over HTTP, whose parts are cloned.
#[derive(Clone, Debug)]
struct Beside(Arc<Mutex<Held>>);

impl Held {
    /// Takes them out of a message.
    pub(super) fn of(message: &mut Map<String, Json>) -> Self {
        let mut held = Map::new();
        if message
            .get("method")
            .is_some_and(|method| method == "tools/call")
        {
            let params = message.get_mut("params");
            let arguments = params.and_then(|params| params.get_mut("arguments"));
            let members = arguments
                .and_then(Json::as_object_mut)
                .into_iter()
                .flatten();
            for (name, value) in members.filter(|(_, value)| json_bytes(value) > LARGE_BYTES) {
                held.insert(name.clone(), value.take());
            }
        }
        Self(held)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts them back in the positions that they had.
    pub(super) fn give_back(self, call: &mut CallToolRequestParams) {
        if let Some(arguments) = &mut call.arguments {
            arguments.extend(self.0);
        }
    }

    /// Keeps them beside a request over HTTP.
    pub(super) fn put_beside(self, request: &mut Parts) {
        request
            .extensions
            .insert(Beside(Arc::new(Mutex::new(self))));
    }

    /// Those beside the request that a message came with.
    pub(super) fn beside(message: &Extensions) -> Self {
        let request = message.get::<Parts>();
        let beside = request.and_then(|request| request.extensions.get::<Beside>());
        beside.map_or_else(Self::default, |Beside(held)| {
            std::mem::take(&mut held.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn large_arguments_come_back_at_their_places() {
        let large = "x".repeat(LARGE_BYTES);
        let arguments = json!({ "path": "/a", "content": large, "intent": null, "z": [large] });
        let params = json!({ "name": "write", "arguments": arguments });
        let mut message = json!({ "method": "tools/call", "params": params });
        let message = message.as_object_mut().unwrap();
        let held = Held::of(message);
        let left = json!({ "path": "/a", "content": null, "intent": null, "z": null });
        assert_eq!(message["params"]["arguments"], left);
        let mut call: CallToolRequestParams =
            serde_json::from_value(message["params"].clone()).unwrap();
        held.give_back(&mut call);
        let whole = Json::Object(call.arguments.unwrap());
        assert_eq!(whole.to_string(), arguments.to_string());
        let mut other = json!({ "method": "other", "params": params });
        assert!(Held::of(other.as_object_mut().unwrap()).is_empty());
    }
}
