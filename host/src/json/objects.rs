//! JSON as values of Rust types, where an object has to be an object.
//!
//! For serde a list may stand for a struct: its items are the members in their order. Nobody means that who
//! writes a file or a request.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value as Json};

use super::without_half_surrogates;

/// JSON text as a value of a type, as [`json_as`] reads it. An error says at which line and column it is,
/// where it is no list for an object; half a surrogate pair becomes U+FFFD.
///
/// # Errors
/// The text is no JSON, or does not fit.
pub fn parse_json_as<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let text = without_half_surrogates(text.as_bytes());
    // The reader of text knows where it is.
    serde_json::from_slice::<T>(&text)?;
    json_as(serde_json::from_slice(&text)?)
}

/// JSON as a value of a type. A list is refused where the type has members, also within others.
///
/// ```
/// use isolate_host::json_as;
///
/// #[derive(serde::Deserialize)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let point: Point = json_as(serde_json::json!({ "x": 1, "y": 2 }))?;
/// assert_eq!((point.x, point.y), (1, 2));
/// let error = json_as::<Point>(serde_json::json!([1, 2])).err().expect("it is a list");
/// assert_eq!(error.to_string(), "invalid type: a list, expected an object with the members x, y");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// It does not fit.
pub fn json_as<T: DeserializeOwned>(json: Json) -> Result<T, Error> {
    T::deserialize(Strict(json))
}

/// A deserializer that reads as [`json_as`] does, to be wrapped by one that keeps the path of an error.
///
/// Only for our crates.
#[doc(hidden)]
pub fn strict_json(json: Json) -> impl Deserializer<'static, Error = Error> {
    Strict(json)
}

struct Strict(Json);

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Json::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Self));
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Json::Object(members) => {
                let members = members.into_iter().map(|(name, json)| (name, Self(json)));
                let mut members = MapDeserializer::new(members);
                let value = visitor.visit_map(&mut members)?;
                members.end()?;
                Ok(value)
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Json::Array(_) => Err(Error::custom(format!(
                "invalid type: a list, expected an object with the members {}",
                members.join(", ")
            ))),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Whole {
        name: Option<String>,
        parts: Vec<Part>,
        by_name: BTreeMap<String, Part>,
        pair: (i64, f64),
        any: Json,
        kind: Kind,
        number: u64,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Part {
        size: u8,
        more: Option<Box<Self>>,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    enum Kind {
        #[default]
        Plain,
        Named(String),
    }

    #[test]
    fn what_fits_is_read_as_serde_writes_it() {
        let part = |size, more| Part { size, more };
        let inner = || Some(Box::new(part(2, None)));
        for kind in [Kind::Plain, Kind::Named("a".to_owned())] {
            let whole = Whole {
                name: Some("x".to_owned()),
                parts: vec![part(1, inner()), part(0, None)],
                by_name: BTreeMap::from([("one".to_owned(), part(7, None))]),
                pair: (-1, 1.5),
                any: json!([1, { "a": [null, true] }]),
                kind,
                number: u64::MAX,
            };
            let json = serde_json::to_value(&whole).unwrap();
            assert_eq!(json_as::<Whole>(json.clone()).unwrap(), whole);
            assert_eq!(parse_json_as::<Whole>(&json.to_string()).unwrap(), whole);
        }
        assert_eq!(json_as::<Whole>(json!({})).unwrap(), Whole::default());
    }

    #[test]
    fn a_list_is_no_object_at_any_depth() {
        for wrong in [
            json!([]),
            json!({ "parts": [[1, null]] }),
            json!({ "byName": {}, "by_name": { "one": [1] } }),
            json!({ "parts": [{ "size": 1, "more": [2, null] }] }),
        ] {
            let error = json_as::<Whole>(wrong).unwrap_err().to_string();
            assert!(
                error.starts_with("invalid type: a list, expected an object with the members "),
                "{error}"
            );
        }
        for (wrong, told) in [
            (
                "{\n \"parts\": 7}",
                "expected a sequence at line 2 column 11",
            ),
            ("{\"pair\": [1, 2, 3]}", "trailing characters at line 1"),
            ("{", "EOF"),
        ] {
            let error = parse_json_as::<Whole>(wrong).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        let error = json_as::<Whole>(json!({ "pair": [1, 2, 3] })).unwrap_err();
        assert!(error.to_string().contains("length 3"), "{error}");
    }
}
