//! Types of TypeScript from JSON Schemas.
//!
//! A schema is foreign data: what it nests too deeply, or what refers to itself, is `unknown`.

use serde_json::{Map, Value as Json};

/// Levels of a schema that are declared.
const DEPTH_MAX: usize = 8;

/// Values of an enumeration, and members of a union, that are declared.
const CASES_MAX: usize = 40;

/// Characters of the description of a member.
const COMMENT_CHARS_MAX: usize = 160;

/// The TypeScript type of a JSON Schema, on one line.
#[must_use]
pub fn schema_type(schema: &Json) -> String {
    Types { root: schema }.of(schema, 0)
}

/// The parameter of a function with this schema of its argument.
pub(super) fn parameter(schema: Option<&Json>) -> String {
    let Some(schema) = schema else {
        return "input?: unknown".to_owned();
    };
    let is_nothing = schema.get("type").and_then(Json::as_str) == Some("null");
    let has_members = schema
        .get("properties")
        .and_then(Json::as_object)
        .is_some_and(|members| !members.is_empty());
    let is_object = schema.get("type").and_then(Json::as_str) == Some("object");
    let is_empty =
        is_object && !has_members && schema.get("additionalProperties") == Some(&Json::Bool(false));
    if is_nothing || is_empty {
        return String::new();
    }
    let needs = schema
        .get("required")
        .and_then(Json::as_array)
        .is_some_and(|required| !required.is_empty());
    let mark = if is_object && !needs { "?" } else { "" };
    format!("input{mark}: {}", schema_type(schema))
}

struct Types<'a> {
    root: &'a Json,
}

impl<'a> Types<'a> {
    fn of(&self, schema: &'a Json, depth: usize) -> String {
        let object = match schema {
            Json::Object(object) => object,
            Json::Bool(false) => return "never".to_owned(),
            _ => return "unknown".to_owned(),
        };
        if depth > DEPTH_MAX {
            return "unknown".to_owned();
        }
        if let Some(reference) = object.get("$ref").and_then(Json::as_str) {
            let target = reference
                .strip_prefix('#')
                .and_then(|pointer| self.root.pointer(pointer));
            // A reference counts as a level, so that one to itself ends.
            return target
                .map_or_else(|| "unknown".to_owned(), |target| self.of(target, depth + 2));
        }
        let mut text = self.plain(object, depth);
        let is_nullable = object.get("nullable") == Some(&Json::Bool(true));
        if is_nullable && !text.split(" | ").any(|case| case == "null") {
            text.push_str(" | null");
        }
        text
    }

    fn plain(&self, object: &'a Map<String, Json>, depth: usize) -> String {
        if let Some(value) = object.get("const") {
            return literal(value);
        }
        if let Some(values) = object.get("enum").and_then(Json::as_array) {
            return union(values.iter().map(literal).collect());
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(cases) = object.get(key).and_then(Json::as_array) {
                let cases = union(cases.iter().map(|case| self.of(case, depth + 1)).collect());
                let base = self.own(object, depth);
                return both(base, cases);
            }
        }
        if let Some(parts) = object.get("allOf").and_then(Json::as_array) {
            let all = parts
                .iter()
                .map(|part| self.of(part, depth + 1))
                .filter(|part| part != "unknown")
                .reduce(|all, part| format!("{} & {}", grouped(all), grouped(part)));
            return match (self.own(object, depth), all) {
                (base, Some(all)) => both(base, all),
                (base, None) => base.unwrap_or_else(|| "unknown".to_owned()),
            };
        }
        self.own(object, depth)
            .unwrap_or_else(|| "unknown".to_owned())
    }

    /// The type of the schema itself, without the schemas that it combines.
    fn own(&self, object: &'a Map<String, Json>, depth: usize) -> Option<String> {
        match object.get("type") {
            Some(Json::String(kind)) => Some(self.kind(kind, object, depth)),
            Some(Json::Array(kinds)) => Some(union(
                kinds
                    .iter()
                    .filter_map(Json::as_str)
                    .map(|kind| self.kind(kind, object, depth))
                    .collect(),
            )),
            _ if object.contains_key("properties") => Some(self.members(object, depth)),
            _ if object.contains_key("items") => Some(self.list(object, depth)),
            _ => None,
        }
    }

    fn kind(&self, kind: &str, object: &'a Map<String, Json>, depth: usize) -> String {
        match kind {
            "string" => "string".to_owned(),
            "number" | "integer" if has_wide_format(object) => "number | bigint".to_owned(),
            "number" | "integer" => "number".to_owned(),
            "boolean" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            "array" => self.list(object, depth),
            "object" => self.members(object, depth),
            _ => "unknown".to_owned(),
        }
    }

    fn list(&self, object: &'a Map<String, Json>, depth: usize) -> String {
        if let Some(items) = object.get("prefixItems").and_then(Json::as_array) {
            let items: Vec<String> = items.iter().map(|item| self.of(item, depth + 1)).collect();
            return format!("[{}]", items.join(", "));
        }
        let item = object
            .get("items")
            .map_or_else(|| "unknown".to_owned(), |items| self.of(items, depth + 1));
        format!("{}[]", grouped(item))
    }

    fn members(&self, object: &'a Map<String, Json>, depth: usize) -> String {
        let more = match object.get("additionalProperties") {
            Some(Json::Bool(false)) => None,
            Some(schema @ Json::Object(_)) => Some(self.of(schema, depth + 1)),
            _ => Some("unknown".to_owned()),
        };
        let members = object.get("properties").and_then(Json::as_object);
        let Some(members) = members.filter(|members| !members.is_empty()) else {
            return match more {
                None => "{}".to_owned(),
                Some(more) => format!("Record<string, {more}>"),
            };
        };
        let required: Vec<&str> = object
            .get("required")
            .and_then(Json::as_array)
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect();
        let mut texts = Vec::with_capacity(members.len());
        for (name, schema) in members {
            let is_required = required.contains(&name.as_str());
            let about = schema
                .get("description")
                .and_then(Json::as_str)
                .map(|about| super::cut(&super::comment(about), COMMENT_CHARS_MAX))
                .filter(|about| !about.is_empty())
                .map_or_else(String::new, |about| format!("/** {about} */ "));
            let mut ty = self.of(schema, depth + 1);
            if !is_required {
                // An optional member need not be null as well.
                ty = without_null(&ty);
            }
            let mark = if is_required { "" } else { "?" };
            texts.push(format!("{about}{}{mark}: {ty}", key(name)));
        }
        // An open schema is declared as if it were closed, unless it describes its other members.
        if let Some(more) = more.filter(|more| more != "unknown") {
            texts.push(format!(
                "[key: string]: unknown /* {} */",
                more.replace("*/", "* /")
            ));
        }
        format!("{{ {} }}", texts.join("; "))
    }
}

/// Whether the format of a number is that of an integer which a number of JavaScript may not hold exactly:
/// those of OpenAPI, and those of `schemars`, where `int` and `uint` are the sizes of the machine.
pub(crate) fn has_wide_format(schema: &Map<String, Json>) -> bool {
    let format = schema.get("format").and_then(Json::as_str);
    matches!(
        format,
        Some("int64" | "uint64" | "int128" | "uint128" | "int" | "uint")
    )
}

fn both(base: Option<String>, other: String) -> String {
    match base {
        // `type: object` beside alternatives of objects says nothing.
        Some(base) if base != "Record<string, unknown>" && base != other && other != "unknown" => {
            format!("{} & {}", grouped(base), grouped(other))
        }
        Some(base) if other == "unknown" => base,
        _ => other,
    }
}

fn union(mut cases: Vec<String>) -> String {
    let mut seen = Vec::new();
    cases.retain(|case| {
        let is_new = !seen.contains(case);
        if is_new {
            seen.push(case.clone());
        }
        is_new
    });
    if cases.is_empty() {
        return "never".to_owned();
    }
    if cases.len() > CASES_MAX {
        let is_text = cases.iter().all(|case| case.starts_with('"'));
        let left = cases.len() - CASES_MAX;
        cases.truncate(CASES_MAX);
        let more = if is_text { "string" } else { "unknown" };
        cases.push(format!("{more} /* and {left} more */"));
    }
    cases.join(" | ")
}

fn without_null(ty: &str) -> String {
    match ty.strip_suffix(" | null") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => ty.to_owned(),
    }
}

/// In parentheses where an operator binds more loosely than what comes after it.
fn grouped(ty: String) -> String {
    let mut depth = 0_usize;
    let mut is_text = false;
    let mut is_escaped = false;
    for character in ty.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            _ if is_text => {}
            '{' | '[' | '(' | '<' => depth += 1,
            '}' | ']' | ')' | '>' => depth = depth.saturating_sub(1),
            '|' | '&' if depth == 0 => return format!("({ty})"),
            _ => {}
        }
    }
    ty
}

fn literal(value: &Json) -> String {
    match value {
        Json::Array(_) | Json::Object(_) => "unknown".to_owned(),
        // A block comment or a fence around the type must not end in it.
        value => value
            .to_string()
            .replace("*/", "*\\/")
            .replace("```", "\\u0060``"),
    }
}

fn key(name: &str) -> String {
    let is_identifier = name.chars().enumerate().all(|(at, c)| {
        c.is_ascii_alphabetic() || c == '_' || c == '$' || (at > 0 && c.is_ascii_digit())
    });
    match is_identifier && !name.is_empty() {
        true => name.to_owned(),
        false => literal(&name.into()),
    }
}
