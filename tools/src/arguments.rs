//! Arguments as models send them: repaired where they can be read in one way only, else refused.

#[cfg(test)]
mod tests;

use isolate_host::{JsonFault, exact_json};
use isolate_intent::{argument_of, nearest, plain};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::error::ToolError;

/// Decodes the arguments of a tool.
pub(crate) fn decode<Args: DeserializeOwned>(args: Json) -> Result<Args, ToolError> {
    // The cause names the member or the type that is wrong.
    serde_json::from_value(args)
        .map_err(|cause| ToolError::invalid(format!("invalid arguments: {cause}")))
}

/// Repairs arguments by their schema, with a notice, and refuses unknown members.
pub(crate) fn repair(
    schema: &Json,
    args: Json,
    notices: &mut Vec<String>,
) -> Result<Map<String, Json>, ToolError> {
    let args = match args {
        Json::Null => Json::Object(Map::new()),
        Json::String(text) => {
            notices.push("the arguments were JSON text, and have been parsed".to_owned());
            exact_json(text.as_bytes()).map_err(|fault| match fault {
                JsonFault::Inexact(_) | JsonFault::Repeated(_) => {
                    ToolError::invalid(fault.about("the arguments"))
                }
                _ => ToolError::invalid("the arguments are a text that is no JSON object"),
            })?
        }
        other => other,
    };
    let Json::Object(args) = args else {
        return Err(ToolError::invalid("the arguments must be one JSON object"));
    };
    let is_action = false;
    Repair { is_action, notices }.members(schema, args, "")
}

/// The same for the members of an action, of which other names need no notice.
pub(crate) fn repair_action(
    schema: &Json,
    args: Map<String, Json>,
    notices: &mut Vec<String>,
) -> Result<Map<String, Json>, ToolError> {
    let is_action = true;
    Repair { is_action, notices }.members(schema, args, "")
}

struct Repair<'a> {
    is_action: bool,
    notices: &'a mut Vec<String>,
}

impl Repair<'_> {
    /// The members of an object at a position such as `edits[0]`; that of the outermost object is
    /// empty.
    fn members(
        &mut self,
        schema: &Json,
        args: Map<String, Json>,
        at: &str,
    ) -> Result<Map<String, Json>, ToolError> {
        let Some(members) = schema.get("properties").and_then(Json::as_object) else {
            return Ok(args);
        };
        let position = |name: &str| match at {
            "" => name.to_owned(),
            at => format!("{at}.{name}"),
        };
        let mut repaired = Map::new();
        for (given, value) in args {
            let Some((name, member)) = self.member(members, &given) else {
                return Err(unknown(&given, members, at));
            };
            if value.is_null() {
                continue;
            }
            let value = self.value(member, value, &position(name))?;
            if repaired.get(name).is_some_and(|known| *known != value) {
                return Err(ToolError::invalid(format!(
                    "`{}` is given twice, once as {}",
                    position(name),
                    crate::text::shown(&given)
                ))
                .with_hint("give it once"));
            }
            repaired.insert(name.to_owned(), value);
        }
        let required = schema.get("required").and_then(Json::as_array);
        let missing = required
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .find(|name| !repaired.contains_key(*name));
        match missing {
            None => Ok(repaired),
            Some(name) => Err(ToolError::invalid(format!(
                "the argument `{}` is missing",
                position(name)
            ))
            .with_hint(known(members, at))),
        }
    }

    /// The member that a name stands for: itself, the same words in another spelling, or the name in
    /// another interface.
    fn member<'s>(
        &mut self,
        members: &'s Map<String, Json>,
        given: &str,
    ) -> Option<(&'s str, &'s Json)> {
        let found = |name: &str| {
            let (name, member) = members.get_key_value(name)?;
            Some((name.as_str(), member))
        };
        if let Some(exact) = found(given) {
            return Some(exact);
        }
        let other = argument_of(given, self.is_action, |name| members.contains_key(name));
        let meant = other.or_else(|| {
            let wanted = plain(given);
            let mut names = members.keys().map(String::as_str);
            names.find(|name| plain(name) == wanted)
        });
        let meant = meant.and_then(found);
        if let (false, Some((name, _))) = (self.is_action, meant) {
            let given = crate::text::shown(given);
            self.notices
                .push(format!("{given} has been read as `{name}`"));
        }
        meant
    }

    /// One value, in a type that the schema allows.
    fn value(&mut self, schema: &Json, value: Json, at: &str) -> Result<Json, ToolError> {
        let kinds = kinds(schema);
        if kinds.is_empty() {
            return Ok(value);
        }
        let value = if kinds.iter().any(|kind| is_of(kind, &value)) {
            value
        } else {
            let mut fitted = None;
            for kind in &kinds {
                fitted = match fitted {
                    None => fit(schema, kind, &value, at)?,
                    fitted => fitted,
                };
            }
            let Some(fitted) = fitted else {
                return Err(wrong_type(&kinds, &value, at));
            };
            self.notices.push(format!(
                "`{at}` was {}, and has been read as {}",
                described(&value),
                described(&fitted)
            ));
            fitted
        };
        match value {
            Json::Array(items) => {
                let Some(schema) = schema.get("items") else {
                    return Ok(Json::Array(items));
                };
                let items = items.into_iter().enumerate();
                items
                    .map(|(index, item)| self.value(schema, item, &format!("{at}[{index}]")))
                    .collect()
            }
            Json::Object(object) => self.members(schema, object, at).map(Json::Object),
            Json::String(text) => self.one_of(schema, text, at),
            Json::Number(number) => within(schema, &number, at).map(|()| number.into()),
            plain => Ok(plain),
        }
    }

    /// A text that may be one of some words only, in any case.
    fn one_of(&mut self, schema: &Json, text: String, at: &str) -> Result<Json, ToolError> {
        let Some(words) = schema.get("enum").and_then(Json::as_array) else {
            return Ok(text.into());
        };
        let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
        if words.contains(&text.as_str()) {
            return Ok(text.into());
        }
        let meant = words.iter().find(|word| plain(word) == plain(&text));
        if let Some(meant) = meant {
            return Ok((*meant).into());
        }
        let nearest = nearest(&text, words.iter().copied())
            .map_or_else(String::new, |near| format!("; similar: \"{near}\""));
        Err(
            ToolError::invalid(format!("`{at}` is {}{nearest}", crate::text::shown(&text)))
                .with_hint(format!("it is one of: {}", words.join(", "))),
        )
    }
}

/// The types that a schema names.
fn kinds(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(kind)) => vec![kind],
        Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is_of(kind: &str, value: &Json) -> bool {
    match kind {
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => value.is_null(),
    }
}

fn wrong_type(kinds: &[&str], value: &Json, at: &str) -> ToolError {
    let wanted: Vec<&str> = kinds
        .iter()
        .map(|kind| match *kind {
            "integer" => "a whole number",
            "number" => "a number",
            "string" => "a text",
            "boolean" => "true or false",
            "array" => "a list",
            "object" => "an object",
            _ => "null",
        })
        .collect();
    let mut given = described(value).to_owned();
    if !value.is_array() && !value.is_object() {
        let text = value.to_string();
        given = format!("{given}: {}", crate::cut::head(&text, 60));
    }
    ToolError::invalid(format!(
        "`{at}` must be {}, and is {given}",
        wanted.join(" or ")
    ))
}

/// Refuses a number that is out of its range.
fn within(schema: &Json, number: &serde_json::Number, at: &str) -> Result<(), ToolError> {
    let bound = |key: &str| schema.get(key).and_then(Json::as_f64);
    let Some(value) = number.as_f64() else {
        return Ok(());
    };
    if kinds(schema).contains(&"integer") && number.as_u64() > Some(i64::MAX.unsigned_abs()) {
        return Err(ToolError::invalid(format!(
            "`{at}` is {number}, at most {} is allowed",
            i64::MAX
        )));
    }
    match (bound("minimum"), bound("maximum")) {
        (Some(min), _) if value < min => Err(ToolError::invalid(format!(
            "`{at}` is {number}, at least {min} is allowed"
        ))),
        (_, Some(max)) if value > max => Err(ToolError::invalid(format!(
            "`{at}` is {number}, at most {max} is allowed"
        ))),
        _ => Ok(()),
    }
}

/// What to add to an error about an unknown name.
pub(crate) fn suggestion<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(given, known).map_or_else(String::new, |name| format!("; similar: `{name}`"))
}

fn known(members: &Map<String, Json>, at: &str) -> String {
    let names: Vec<&str> = members.keys().map(String::as_str).collect();
    let names = names.join(", ");
    match at {
        "" => format!("the arguments are: {names}"),
        at => format!("the members of `{at}` are: {names}"),
    }
}

fn unknown(name: &str, members: &Map<String, Json>, at: &str) -> ToolError {
    let meant = suggestion(name, members.keys().map(String::as_str));
    let shown: String = name.chars().take(60).collect();
    let shown = crate::text::shown(&shown);
    let what = match at {
        "" => format!("there is no argument {shown}"),
        at => format!("there is no member {shown} in `{at}`"),
    };
    ToolError::invalid(format!("{what}{meant}")).with_hint(known(members, at))
}

/// The value in a type that the schema asks for, when it was written in another form.
fn fit(schema: &Json, kind: &str, value: &Json, at: &str) -> Result<Option<Json>, ToolError> {
    let text = match value {
        Json::String(text) => text.trim(),
        Json::Number(number) if kind == "integer" => return whole(number, at),
        other if kind == "array" && !other.is_array() => return Ok(Some(listed(schema, other))),
        _ => return Ok(None),
    };
    Ok(match kind {
        "integer" | "number" => {
            let number = exact_json(text.as_bytes()).ok();
            number.filter(|number| is_of(kind, number))
        }
        "boolean" => match text.to_ascii_lowercase().as_str() {
            "true" => Some(true.into()),
            "false" => Some(false.into()),
            _ => None,
        },
        "array" => match structure(text, at)? {
            Some(list @ Json::Array(_)) => Some(list),
            Some(one) => Some(listed(schema, &one)),
            None => {
                let items = schema.get("items").and_then(|items| items.get("type"));
                let are_texts = items.is_some_and(|kind| kind == "string");
                are_texts.then(|| Json::Array(vec![value.clone()]))
            }
        },
        "object" => structure(text, at)?.filter(Json::is_object),
        _ => None,
    })
}

/// The integer of a number with the fraction `.0`.
fn whole(number: &serde_json::Number, at: &str) -> Result<Option<Json>, ToolError> {
    /// Up to it, no whole number is the nearest one to another.
    const EXACT_MAX: f64 = 9_007_199_254_740_991.0;
    let Some(value) = number.as_f64().filter(|value| value.fract() == 0.0) else {
        return Ok(None);
    };
    if value.abs() > EXACT_MAX {
        return Err(
            ToolError::invalid(format!("`{at}` is {number}, which may have lost digits"))
                .with_hint("write it as an integer of at most 64 bits"),
        );
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is whole and within 2^53"
    )]
    Ok(Some((value as i64).into()))
}

/// The list or the object of a text that is JSON; an error if reading it loses something.
fn structure(text: &str, at: &str) -> Result<Option<Json>, ToolError> {
    if !text.starts_with(['[', '{']) {
        return Ok(None);
    }
    match exact_json(text.as_bytes()) {
        Ok(json) => Ok(Some(json)),
        Err(fault @ (JsonFault::Inexact(_) | JsonFault::Repeated(_))) => {
            Err(ToolError::invalid(fault.about(&format!("`{at}`"))))
        }
        Err(_) => Ok(None),
    }
}

/// A single value instead of a list. An object such as `{"/a": etag}` is a list of pairs where
/// the items are pairs.
fn listed(schema: &Json, one: &Json) -> Json {
    let pair = schema.get("items").and_then(|items| {
        let required = items.get("required")?.as_array()?;
        match (
            required.as_slice(),
            items.get("properties")?.as_object()?.len(),
        ) {
            ([key, value], 2) => Some((key.as_str()?, value.as_str()?)),
            _ => None,
        }
    });
    if let (Some((key, value)), Some(object)) = (pair, one.as_object())
        && !object.contains_key(key)
    {
        return object
            .iter()
            .map(|(name, item)| serde_json::json!({ key: name, value: item }))
            .collect();
    }
    Json::Array(vec![one.clone()])
}

const fn described(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a truth value",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}
