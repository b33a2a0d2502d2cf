//! Converts schemas of documents to JSON Schema without references.

use serde_json::{Map, Value as Json, json};

use super::document::{Document, Place};
use super::{OpenApiError, anything};

/// The maximum number of parts of one schema, including those of its references.
const PARTS_MAX: usize = 500;

/// The maximum nesting of schemas.
const DEPTH_MAX: usize = 40;

/// The maximum length of a description, in characters.
const DESCRIPTION_CHARS_MAX: usize = 200;

/// The direction of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To the service: `readOnly` members are omitted.
    In,
    /// From the service: `writeOnly` members are omitted.
    Out,
}

/// Keywords that contain one schema.
const OF_ONE: &[&str] = &[
    "additionalProperties",
    "contains",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords that contain an array of schemas.
const OF_LIST: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords that contain an object of schemas.
const OF_NAMES: &[&str] = &["dependentSchemas", "patternProperties", "properties"];

/// Keywords that are kept unchanged.
const KEPT: &[&str] = &[
    "const",
    "default",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// Expands the references of one schema.
struct Expansion<'d, 'a> {
    document: &'d Document<'a>,
    direction: Direction,
    /// The number of parts that may still be added.
    left: usize,
    /// The references that are being expanded.
    within: Vec<String>,
}

/// A schema without references.
pub(super) fn complete<'a>(
    document: &Document<'a>,
    schema: &Place<'a>,
    direction: Direction,
) -> Result<Json, OpenApiError> {
    let mut expansion = Expansion {
        document,
        direction,
        left: PARTS_MAX,
        within: Vec::new(),
    };
    expansion.schema(schema, 0)
}

impl<'a> Expansion<'_, 'a> {
    fn schema(&mut self, schema: &Place<'a>, depth: usize) -> Result<Json, OpenApiError> {
        let members = match schema.json {
            Json::Bool(_) => return Ok(schema.json.clone()),
            Json::Object(members) => members,
            _ => return Err(schema.fault("a schema must be an object")),
        };
        if self.left == 0 || depth > DEPTH_MAX {
            return Ok(anything());
        }
        self.left -= 1;
        let mut made = match members.get("$ref").and_then(Json::as_str) {
            Some(reference) => {
                let target = self.document.target(reference, schema)?;
                if self.within.contains(&target.at) {
                    let name = target.at.rsplit('/').next().unwrap_or_default().to_owned();
                    return Ok(json!({ "description": format!("another {name}") }));
                }
                self.within.push(target.at.clone());
                let made = self.schema(&target, depth + 1);
                self.within.pop();
                let made = made?;
                if members.len() == 1 || self.document.is_3_0 {
                    return Ok(made);
                }
                match made {
                    Json::Object(made) => made,
                    other => return Ok(other),
                }
            }
            None => Map::new(),
        };
        for (name, value) in members {
            let Some(member) = schema.member(name) else {
                continue;
            };
            let name = name.as_str();
            if OF_ONE.contains(&name) {
                made.insert(name.to_owned(), self.schema(&member, depth + 1)?);
            } else if OF_LIST.contains(&name) {
                let items: Result<Vec<Json>, _> = member
                    .items()
                    .map(|item| self.schema(&item, depth + 1))
                    .collect();
                made.insert(name.to_owned(), Json::Array(items?));
            } else if OF_NAMES.contains(&name) {
                let named = self.named(&member, depth)?;
                made.insert(name.to_owned(), Json::Object(named));
            } else if KEPT.contains(&name) {
                made.insert(name.to_owned(), value.clone());
            } else if name == "description"
                && let Some(text) = value.as_str()
            {
                let text: String = text.chars().take(DESCRIPTION_CHARS_MAX).collect();
                made.insert(name.to_owned(), Json::String(text));
            }
        }
        self.leave_out(members, &mut made);
        if self.document.is_3_0 {
            as_json_schema(members, &mut made);
        }
        Ok(Json::Object(made))
    }

    fn named(
        &mut self,
        holder: &Place<'a>,
        depth: usize,
    ) -> Result<Map<String, Json>, OpenApiError> {
        let mut named = Map::new();
        for name in holder.object()?.keys() {
            if let Some(schema) = holder.member(name) {
                named.insert(name.clone(), self.schema(&schema, depth + 1)?);
            }
        }
        Ok(named)
    }

    /// Omits members of the other direction.
    fn leave_out(&self, members: &Map<String, Json>, made: &mut Map<String, Json>) {
        let flag = match self.direction {
            Direction::In => "readOnly",
            Direction::Out => "writeOnly",
        };
        let Some(properties) = members.get("properties").and_then(Json::as_object) else {
            return;
        };
        for (name, property) in properties {
            if property.get(flag) != Some(&Json::Bool(true)) {
                continue;
            }
            if let Some(Json::Object(properties)) = made.get_mut("properties") {
                properties.shift_remove(name);
            }
            if let Some(Json::Array(required)) = made.get_mut("required") {
                required.retain(|required| required.as_str() != Some(name));
            }
        }
    }
}

/// Converts the keywords in which OpenAPI 3.0 differs from JSON Schema.
fn as_json_schema(members: &Map<String, Json>, made: &mut Map<String, Json>) {
    for (exclusive, bound) in [
        ("exclusiveMinimum", "minimum"),
        ("exclusiveMaximum", "maximum"),
    ] {
        let is_exclusive = match members.get(exclusive) {
            Some(Json::Bool(is_exclusive)) => *is_exclusive,
            _ => continue,
        };
        made.shift_remove(exclusive);
        if is_exclusive && let Some(value) = made.shift_remove(bound) {
            made.insert(exclusive.to_owned(), value);
        }
    }
    if members.get("nullable") != Some(&Json::Bool(true)) {
        return;
    }
    if let Some(Json::Array(values)) = made.get_mut("enum")
        && !values.contains(&Json::Null)
    {
        values.push(Json::Null);
    }
    match made.get("type").cloned() {
        Some(Json::String(name)) => {
            made.insert("type".to_owned(), json!([name, "null"]));
        }
        Some(_) => {}
        // Composed of others: beside them there is null.
        None if ["allOf", "anyOf", "oneOf"]
            .iter()
            .any(|name| made.contains_key(*name)) =>
        {
            let description = made.shift_remove("description");
            let composed = Json::Object(std::mem::take(made));
            made.insert("anyOf".to_owned(), json!([composed, { "type": "null" }]));
            if let Some(description) = description {
                made.insert("description".to_owned(), description);
            }
        }
        None => {}
    }
}

/// The schema without regular expressions: some documents use those of another language.
pub(super) fn without_patterns(schema: &Json) -> Json {
    match schema {
        Json::Object(members) => {
            let kept = members.iter().filter(|(name, value)| {
                !(*name == "pattern" && value.is_string()) && *name != "patternProperties"
            });
            Json::Object(
                kept.map(|(name, value)| (name.clone(), without_patterns(value)))
                    .collect(),
            )
        }
        Json::Array(items) => Json::Array(items.iter().map(without_patterns).collect()),
        other => other.clone(),
    }
}
