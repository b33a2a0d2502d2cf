//! Integers that a number of JavaScript does not hold exactly, and the schemas that declare them.
//!
//! Beyond ±(2^53 − 1), neighbouring whole numbers are one number of JavaScript. Where a JSON Schema says
//! that a value is an integer, such a one is a `BigInt` in the program; elsewhere it is an error.

use isolate_protocol::Value;
use serde_json::{Map, Value as Json};

use crate::inexact::{InexactInteger, Step, may_be_rounded};
use crate::json::from_json;

/// Parts of a schema that are looked at for one value.
const PARTS_MAX: usize = 1_000;

/// A JSON value as a program receives it, if none of its integers loses digits: one beyond
/// ±(2^53 − 1) becomes a `BigInt` where the schema says that it is an integer.
///
/// ```
/// use isolate_host::{Value, from_json_as};
/// use serde_json::json;
///
/// let schema = json!({ "properties": { "id": { "type": "integer" } } });
/// let order = json!({ "id": 9007199254740993_u64 });
/// let value = from_json_as(&order, Some(&schema))?;
/// assert_eq!(value.member("id"), Some(&Value::BigInt("9007199254740993".into())));
/// assert_eq!(from_json_as(&order, None).unwrap_err().path(), ".id");
/// # Ok::<(), isolate_host::InexactInteger>(())
/// ```
///
/// # Errors
///
/// [`InexactInteger`] for an integer beyond ±(2^53 − 1) where the schema does not say so, or without a
/// schema.
pub fn from_json_as(json: &Json, schema: Option<&Json>) -> Result<Value, InexactInteger> {
    let value = from_json(json);
    Declared::by(schema).check(&value)?;
    Ok(value)
}

/// What a schema says of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// That it may be an integer.
    pub(crate) is_integer: bool,
    /// That it may be any number.
    pub(crate) is_number: bool,
}

/// The integers that a schema declares.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'a> {
    schema: Option<&'a Json>,
}

/// What is done with a number that is large.
type Visit<'v> = dyn FnMut(&[Step<'_>], &Value, Said) -> Result<(), InexactInteger> + 'v;

impl<'a> Declared<'a> {
    pub(crate) const fn by(schema: Option<&'a Json>) -> Self {
        Self { schema }
    }

    /// Checks what JSON or a Rust type has become: a `BigInt` must be declared as an integer, and a
    /// number that is must not have been rounded before.
    pub(crate) fn check(self, value: &Value) -> Result<(), InexactInteger> {
        self.visit(value, &mut |path, value, said| match value {
            Value::BigInt(digits) if !said.is_integer => {
                let way_out = match self.schema {
                    Some(_) => "declare it as an integer in the schema, or write it as text",
                    None => "write it as text, of which a program makes a BigInt",
                };
                let text = format!(
                    "the integer {digits} is beyond 2^53 - 1, where numbers lose digits: {way_out}"
                );
                Err(InexactInteger::new(path, text))
            }
            Value::Number(number) if said.is_integer && !said.is_number => {
                Err(InexactInteger::new(
                    path,
                    format!(
                        "the number {number} is declared as an integer, is beyond 2^53 - 1 and \
                         has no exact digits: write it as an integer of at most 64 bits, or as text"
                    ),
                ))
            }
            _ => Ok(()),
        })
    }

    /// Visits each `BigInt` and each whole number beyond ±(2^53 − 1), with its path and what the
    /// schema says.
    pub(crate) fn visit(self, value: &Value, visit: &mut Visit<'_>) -> Result<(), InexactInteger> {
        if !has_large(value) {
            return Ok(());
        }
        let parts = self.parts(self.schema);
        self.visit_within(value, &parts, &mut Vec::new(), visit)
    }

    fn visit_within<'v>(
        self,
        value: &'v Value,
        parts: &[&'a Map<String, Json>],
        path: &mut Vec<Step<'v>>,
        visit: &mut Visit<'_>,
    ) -> Result<(), InexactInteger> {
        match value {
            Value::Array(items) => {
                let rest = self.parts(parts.iter().flat_map(|part| items_of(part, None)));
                let has_prefix = parts.iter().any(|part| prefix_of(part).is_some());
                for (at, item) in items.iter().enumerate().filter(|(_, item)| may_hold(item)) {
                    path.push(Step::Item(at));
                    match has_prefix {
                        true => {
                            let own = parts.iter().flat_map(|part| items_of(part, Some(at)));
                            self.visit_within(item, &self.parts(own), path, visit)?;
                        }
                        false => self.visit_within(item, &rest, path, visit)?,
                    }
                    path.pop();
                }
                Ok(())
            }
            Value::Object(members) => {
                for (name, member) in members.iter().filter(|(_, member)| may_hold(member)) {
                    let own = parts.iter().flat_map(|part| member_of(part, &name.text));
                    path.push(Step::Member(name));
                    self.visit_within(member, &self.parts(own), path, visit)?;
                    path.pop();
                }
                Ok(())
            }
            leaf if may_hold(leaf) => visit(path, leaf, said(parts)),
            _ => Ok(()),
        }
    }

    /// These schemas, with those that they refer to and are composed of.
    fn parts(self, schemas: impl IntoIterator<Item = &'a Json>) -> Vec<&'a Map<String, Json>> {
        let mut open: Vec<&Json> = schemas.into_iter().collect();
        let mut parts: Vec<&Map<String, Json>> = Vec::new();
        while let Some(schema) = open.pop() {
            let Json::Object(part) = schema else { continue };
            let is_known = parts.iter().any(|known| std::ptr::eq(*known, part));
            if is_known || parts.len() == PARTS_MAX {
                continue;
            }
            parts.push(part);
            for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
                let target = part.get(key).and_then(Json::as_str);
                open.extend(target.and_then(|target| self.referred(target)));
            }
            for key in ["allOf", "anyOf", "oneOf"] {
                open.extend(part.get(key).and_then(Json::as_array).into_iter().flatten());
            }
            for key in ["then", "else"] {
                open.extend(part.get(key));
            }
        }
        parts
    }

    /// What a reference within the schema refers to.
    fn referred(self, reference: &str) -> Option<&'a Json> {
        let pointer = reference.strip_prefix('#')?;
        let schema = self.schema?;
        schema.pointer(pointer).or_else(|| {
            let plain = pointer.replace("%24", "$").replace("%25", "%");
            schema.pointer(&plain)
        })
    }
}

fn prefix_of(part: &Map<String, Json>) -> Option<&Vec<Json>> {
    let prefix = part.get("prefixItems").or_else(|| part.get("items"));
    prefix.and_then(Json::as_array)
}

/// The schemas of an item: of one of the first, or of all others.
fn items_of(part: &Map<String, Json>, at: Option<usize>) -> Vec<&Json> {
    let prefix = prefix_of(part);
    match (at, prefix) {
        (Some(at), Some(prefix)) if at < prefix.len() => prefix.get(at).into_iter().collect(),
        _ => ["items", "additionalItems", "unevaluatedItems"]
            .iter()
            .filter_map(|key| part.get(*key))
            .collect(),
    }
}

fn member_of<'a>(part: &'a Map<String, Json>, name: &str) -> Vec<&'a Json> {
    let named = |key: &str| part.get(key).and_then(Json::as_object);
    if let Some(own) = named("properties").and_then(|members| members.get(name)) {
        return vec![own];
    }
    // Which of the patterns match is left to the check of the value.
    let mut schemas: Vec<&Json> = named("patternProperties")
        .into_iter()
        .flat_map(Map::values)
        .collect();
    schemas.extend(part.get("additionalProperties"));
    schemas.extend(part.get("unevaluatedProperties"));
    schemas
}

/// What all of these say.
fn said(parts: &[&Map<String, Json>]) -> Said {
    let mut said = Said::default();
    for part in parts {
        let format = part.get("format").and_then(Json::as_str);
        let has_integer_format =
            format.is_some_and(|format| format.starts_with("int") || format.starts_with("uint"));
        let mut kind = |kind: &Json| match kind.as_str() {
            Some("integer") => said.is_integer = true,
            Some("number") if has_integer_format => said.is_integer = true,
            Some("number") => said.is_number = true,
            _ => {}
        };
        match part.get("type") {
            Some(Json::Array(kinds)) => kinds.iter().for_each(kind),
            Some(one) => kind(one),
            None => {
                let values = part.get("enum").and_then(Json::as_array);
                let mut values = values.into_iter().flatten().chain(part.get("const"));
                said.is_integer |= values.any(|value| value.is_i64() || value.is_u64());
            }
        }
    }
    said
}

/// Whether it is a large number, or may hold one.
fn may_hold(value: &Value) -> bool {
    match value {
        Value::BigInt(_) | Value::Array(_) | Value::Object(_) => true,
        Value::Number(number) => may_be_rounded(*number),
        _ => false,
    }
}

fn has_large(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_large),
        Value::Object(members) => members.iter().any(|(_, member)| has_large(member)),
        other => may_hold(other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LARGE: u64 = (1 << 53) + 1;

    fn large() -> Value {
        Value::BigInt(LARGE.to_string())
    }

    /// Where the schema does not let a large integer through.
    fn refused(json: &Json, schema: &Json) -> Option<String> {
        let error = from_json_as(json, Some(schema)).err()?;
        Some(error.path().to_owned())
    }

    #[test]
    fn an_integer_is_one_wherever_a_schema_says_so() {
        let integer = json!({ "type": "integer" });
        for (json, schema) in [
            (json!(LARGE), integer.clone()),
            (json!(-9_007_199_254_740_993_i64), integer.clone()),
            (json!(u64::MAX), json!({ "type": ["integer", "null"] })),
            (json!(LARGE), json!({ "type": "number", "format": "int64" })),
            (
                json!(LARGE),
                json!({ "anyOf": [{ "type": "string" }, integer] }),
            ),
            (json!(LARGE), json!({ "oneOf": [{ "allOf": [integer] }] })),
            (json!(LARGE), json!({ "if": {}, "then": integer })),
            (json!(LARGE), json!({ "const": LARGE })),
            (json!(LARGE), json!({ "enum": [1, LARGE] })),
            (json!([1, LARGE]), json!({ "items": integer })),
            (
                json!(["a", LARGE, LARGE]),
                json!({ "prefixItems": [{}, integer], "items": integer }),
            ),
            (json!(["a", LARGE]), json!({ "items": [{}, integer] })),
            (
                json!({ "a": [{ "id": LARGE }] }),
                json!({ "properties": { "a": { "items": { "properties": { "id": integer } } } } }),
            ),
            (
                json!({ "x": LARGE }),
                json!({ "additionalProperties": integer }),
            ),
            (
                json!({ "x": LARGE }),
                json!({ "patternProperties": { "^x": integer } }),
            ),
            (
                json!({ "id": LARGE }),
                json!({ "$ref": "#/$defs/a", "$defs": { "a": { "properties": { "id": { "$ref": "#/$defs/n" } } }, "n": integer } }),
            ),
            (
                json!({ "next": { "next": { "id": LARGE } } }),
                json!({ "properties": { "id": integer, "next": { "$ref": "#" } } }),
            ),
        ] {
            assert_eq!(refused(&json, &schema), None, "{json} {schema}");
        }
    }

    #[test]
    fn an_integer_that_is_not_declared_is_refused_with_its_path() {
        let integer = json!({ "type": "integer" });
        for (json, schema, path) in [
            (json!(LARGE), json!({}), ""),
            (json!(LARGE), json!(true), ""),
            (json!(LARGE), json!({ "type": "number" }), ""),
            (json!(1_u64 << 53), json!({ "type": "number" }), ""),
            (json!({ "a": [1, { "b": LARGE }] }), json!({}), ".a[1].b"),
            (
                json!({ "id": LARGE, "n": LARGE }),
                json!({ "properties": { "id": integer } }),
                ".n",
            ),
            (
                json!(["a", LARGE]),
                json!({ "prefixItems": [integer] }),
                "[1]",
            ),
            (
                json!({ "x": LARGE }),
                json!({ "properties": { "x": { "type": "number" } }, "additionalProperties": integer }),
                ".x",
            ),
            (
                json!({ "x": LARGE }),
                json!({ "properties": { "x": { "$ref": "#/none" } } }),
                ".x",
            ),
            (
                json!({ "id": 1e20 }),
                json!({ "properties": { "id": integer } }),
                ".id",
            ),
        ] {
            assert_eq!(
                refused(&json, &schema).as_deref(),
                Some(path),
                "{json} {schema}"
            );
        }
        let error = from_json_as(&json!({ "id": LARGE }), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            ".id: the integer 9007199254740993 is beyond 2^53 - 1, where numbers lose digits: \
             write it as text, of which a program makes a BigInt"
        );
    }

    #[test]
    fn what_is_exact_passes() {
        let schema = json!({ "type": "integer" });
        for json in [
            json!(9_007_199_254_740_991_i64),
            json!(-9_007_199_254_740_991_i64),
            json!(7),
        ] {
            assert!(matches!(
                from_json_as(&json, Some(&schema)),
                Ok(Value::Number(_))
            ));
            assert!(matches!(from_json_as(&json, None), Ok(Value::Number(_))));
        }
        assert_eq!(from_json_as(&json!(LARGE), Some(&schema)), Ok(large()));
        assert_eq!(from_json_as(&json!(1e300), None), Ok(Value::Number(1e300)));
        let number = json!({ "type": ["integer", "number"] });
        assert_eq!(
            from_json_as(&json!(1e300), Some(&number)),
            Ok(Value::Number(1e300))
        );
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let schema = json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#/anyOf/0" }] });
        assert_eq!(refused(&json!(LARGE), &schema).as_deref(), Some(""));
    }
}
