//! Serializes the values of parameters.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;

/// The serialization styles of OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Simple,
    Label,
    Matrix,
    Form,
    SpaceDelimited,
    PipeDelimited,
    DeepObject,
}

impl Style {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "simple" => Self::Simple,
            "label" => Self::Label,
            "matrix" => Self::Matrix,
            "form" | "cookie" => Self::Form,
            "spaceDelimited" => Self::SpaceDelimited,
            "pipeDelimited" => Self::PipeDelimited,
            "deepObject" => Self::DeepObject,
            _ => return None,
        })
    }
}

/// The characters that are not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// Letters, digits and `-._~`.
    Reserved,
    /// These and the reserved characters of URLs, except those that would end the query.
    Unsafe,
    /// All characters: for headers.
    Nothing,
}

/// What [`Escape::Reserved`] and [`Escape::Unsafe`] encode.
const RESERVED: &AsciiSet = &without(NON_ALPHANUMERIC, b"-._~");
const UNSAFE: &AsciiSet = &without(RESERVED, b":/?[]@!$'()*,;");

const fn without(set: &AsciiSet, mut bytes: &[u8]) -> AsciiSet {
    // A copy: the set has this byte.
    let mut set = set.add(0);
    while let [byte, rest @ ..] = bytes {
        set = set.remove(*byte);
        bytes = rest;
    }
    set
}

/// Encodes all other characters as `%XX`.
pub(super) fn escaped(text: &str, escape: Escape) -> String {
    match escape {
        Escape::Reserved => utf8_percent_encode(text, RESERVED).to_string(),
        Escape::Unsafe => utf8_percent_encode(text, UNSAFE).to_string(),
        Escape::Nothing => text.to_owned(),
    }
}

/// A scalar as text; arrays and objects as JSON.
pub(super) fn text_of(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}

/// Serializes a parameter in a path or a header.
pub(super) fn inline(
    name: &str,
    value: &Json,
    style: Style,
    explodes: bool,
    escape: Escape,
) -> String {
    let one = |value: &Json| escaped(&text_of(value), escape);
    let pairs = |between: &str| -> Vec<String> {
        let members = value.as_object().into_iter().flatten();
        members
            .map(|(key, value)| format!("{}{between}{}", escaped(key, escape), one(value)))
            .collect()
    };
    let items: Vec<String> = match value {
        Json::Array(items) => items.iter().map(one).collect(),
        Json::Object(_) if explodes => pairs("="),
        Json::Object(_) => pairs(","),
        value => vec![one(value)],
    };
    match style {
        Style::Label => format!(".{}", items.join(if explodes { "." } else { "," })),
        Style::Matrix if explodes && value.is_object() => {
            items.iter().map(|item| format!(";{item}")).collect()
        }
        Style::Matrix if explodes => items.iter().map(|item| format!(";{name}={item}")).collect(),
        Style::Matrix => format!(";{name}={}", items.join(",")),
        _ => items.join(","),
    }
}

/// Joins name-value pairs: `a=1&b=2`.
pub(super) fn joined(pairs: &[(String, String)], separator: &str) -> String {
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    pairs.join(separator)
}

/// The name-value pairs of a parameter in a query, a form or cookies.
pub(super) fn pairs(
    name: &str,
    value: &Json,
    style: Style,
    explodes: bool,
    escape: Escape,
) -> Vec<(String, String)> {
    let escaped = |text: &str| escaped(text, escape);
    let one = |value: &Json| escaped(&text_of(value));
    let key = escaped(name);
    let between = match style {
        Style::SpaceDelimited => "%20",
        Style::PipeDelimited => "%7C",
        _ => ",",
    };
    match value {
        Json::Object(_) if style == Style::DeepObject => {
            let mut pairs = Vec::new();
            deep(&key, value, &escaped, &mut pairs);
            pairs
        }
        Json::Object(members) if explodes => {
            let pair = |(key, value): (&String, &Json)| (escaped(key), one(value));
            members.iter().map(pair).collect()
        }
        Json::Object(members) => {
            let parts: Vec<String> = members
                .iter()
                .flat_map(|(key, value)| [escaped(key), one(value)])
                .collect();
            vec![(key, parts.join(between))]
        }
        Json::Array(items) if explodes => {
            items.iter().map(|item| (key.clone(), one(item))).collect()
        }
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(one).collect();
            vec![(key, items.join(between))]
        }
        value => vec![(key, one(value))],
    }
}

fn deep(
    key: &str,
    value: &Json,
    escaped: &impl Fn(&str) -> String,
    pairs: &mut Vec<(String, String)>,
) {
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                deep(
                    &format!("{key}%5B{}%5D", escaped(name)),
                    value,
                    escaped,
                    pairs,
                );
            }
        }
        Json::Array(items) => {
            for item in items {
                deep(key, item, escaped, pairs);
            }
        }
        value => pairs.push((key.to_owned(), escaped(&text_of(value)))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::{Escape, Style, inline, joined, pairs};

    /// The table of the specification.
    #[test]
    fn values_are_written_as_the_specification_has_them() {
        let array = json!(["blue", "black", "brown"]);
        let object = json!({ "R": 100, "G": 200 });
        let text = json!("blue");
        let path = |value: &Json, style, explodes| {
            inline("color", value, style, explodes, Escape::Reserved)
        };
        for (style, explodes, of_text, of_array, of_object) in [
            (
                Style::Matrix,
                false,
                ";color=blue",
                ";color=blue,black,brown",
                ";color=R,100,G,200",
            ),
            (
                Style::Matrix,
                true,
                ";color=blue",
                ";color=blue;color=black;color=brown",
                ";R=100;G=200",
            ),
            (
                Style::Label,
                false,
                ".blue",
                ".blue,black,brown",
                ".R,100,G,200",
            ),
            (
                Style::Label,
                true,
                ".blue",
                ".blue.black.brown",
                ".R=100.G=200",
            ),
            (
                Style::Simple,
                false,
                "blue",
                "blue,black,brown",
                "R,100,G,200",
            ),
            (
                Style::Simple,
                true,
                "blue",
                "blue,black,brown",
                "R=100,G=200",
            ),
        ] {
            assert_eq!(
                path(&text, style, explodes),
                of_text,
                "{style:?} {explodes}"
            );
            assert_eq!(
                path(&array, style, explodes),
                of_array,
                "{style:?} {explodes}"
            );
            assert_eq!(
                path(&object, style, explodes),
                of_object,
                "{style:?} {explodes}"
            );
        }
        let query = |value: &Json, style, explodes| {
            let pairs = pairs("color", value, style, explodes, Escape::Reserved);
            joined(&pairs, "&")
        };
        assert_eq!(query(&text, Style::Form, true), "color=blue");
        assert_eq!(query(&array, Style::Form, false), "color=blue,black,brown");
        assert_eq!(
            query(&array, Style::Form, true),
            "color=blue&color=black&color=brown"
        );
        assert_eq!(query(&object, Style::Form, false), "color=R,100,G,200");
        assert_eq!(query(&object, Style::Form, true), "R=100&G=200");
        assert_eq!(
            query(&array, Style::SpaceDelimited, false),
            "color=blue%20black%20brown"
        );
        assert_eq!(
            query(&array, Style::PipeDelimited, false),
            "color=blue%7Cblack%7Cbrown"
        );
        assert_eq!(
            query(&object, Style::DeepObject, true),
            "color%5BR%5D=100&color%5BG%5D=200"
        );
        assert_eq!(
            query(&json!({ "a": { "b": [1, 2] } }), Style::DeepObject, true),
            "color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2"
        );
    }

    #[test]
    fn characters_that_would_change_the_url_are_escaped() {
        let text = json!("a/../b?c=d&e#f%2e é\r\n");
        assert_eq!(
            inline("x", &text, Style::Simple, false, Escape::Reserved),
            "a%2F..%2Fb%3Fc%3Dd%26e%23f%252e%20%C3%A9%0D%0A"
        );
        assert_eq!(
            pairs("q", &text, Style::Form, true, Escape::Unsafe)[0].1,
            "a/../b?c%3Dd%26e%23f%252e%20%C3%A9%0D%0A"
        );
    }
}
