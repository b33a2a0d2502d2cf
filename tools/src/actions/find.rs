//! The JSON of actions in what a model wrote.

use isolate_host::{JsonFault, exact_json};
use memchr::memmem;
use serde_json::{Map, Value as Json};

use crate::error::ToolError;

/// Bytes of a text: a few files at most are written by one.
const TEXT_BYTES_MAX: usize = 16 << 20;
/// The member that every action has.
const KEY: &str = "\"action\"";
/// Places where JSON may begin that are tried: each costs a scan.
const TRIES_MAX: usize = 2_000;

/// The actions of a text: one object, an array of them, or several of either, with words and
/// fences around them. The contents of JSON strings are never changed.
pub(super) fn actions(text: &str, actions_max: usize) -> Result<Vec<Map<String, Json>>, ToolError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ToolError::invalid(format!(
            "the text has {} bytes, at most {TEXT_BYTES_MAX} are allowed",
            text.len()
        )));
    }
    let mut found = Vec::new();
    let mut first_error: Option<(usize, usize, serde_json::Error)> = None;
    let mut at = 0;
    for _ in 0..TRIES_MAX {
        let Some(step) = text[at..].find(['{', '[']) else {
            break;
        };
        at += step;
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Json>();
        match stream.next() {
            Some(Ok(value)) if is_action(&value) => {
                drop(value);
                let end = at + stream.byte_offset();
                let value = exact_json(&text.as_bytes()[at..end])
                    .map_err(|fault| ToolError::invalid(fault.about("the action")))?;
                take(value, &mut found);
                at = end;
            }
            // JSON that is not an action, such as a list in a sentence: the actions may be inside.
            Some(Ok(Json::Object(_))) | None => at += 1,
            Some(Ok(_)) => at += stream.byte_offset().max(1),
            Some(Err(error)) => {
                let mistake = at + offset_of(&text[at..], error.line(), error.column());
                let begun = text.as_bytes().get(at..mistake).unwrap_or_default();
                let is_object = begun.starts_with(b"{");
                if is_object && memmem::find(begun, KEY.as_bytes()).is_some() {
                    return Err(unreadable(text, at, mistake, &error));
                }
                // Only text that is meant as an action gets an error.
                if text[at..].contains(KEY) {
                    first_error.get_or_insert((at, mistake, error));
                }
                at += 1;
            }
        }
    }
    if let (true, Some((at, mistake, error))) = (found.is_empty(), first_error) {
        return Err(unreadable(text, at, mistake, &error));
    }
    if found.is_empty() {
        return Err(
            ToolError::invalid("there is no action in this text").with_hint(
                "write one JSON object such as {\"action\": \"read_file\", \"file\": \"/a.txt\"}",
            ),
        );
    }
    if found.len() > actions_max {
        return Err(ToolError::invalid(format!(
            "there are {} actions, at most {actions_max} are carried out at once",
            found.len()
        ))
        .with_hint("send them in several parts"));
    }
    Ok(found)
}

/// The error of an action that begins at a byte and cannot be read at another.
fn unreadable(text: &str, at: usize, mistake: usize, error: &serde_json::Error) -> ToolError {
    if let Err(fault @ JsonFault::Inexact(_)) = exact_json(&text.as_bytes()[at..]) {
        return ToolError::invalid(fault.about("the action"));
    }
    ToolError::invalid(format!(
        "the JSON of the action does not parse at byte {mistake}: {error}"
    ))
    .with("byte", mistake)
    .with_hint("write one JSON object, with line breaks and quotes inside of texts escaped")
}

fn is_action(value: &Json) -> bool {
    match value {
        Json::Object(_) => is_object_with_action(value),
        Json::Array(items) => !items.is_empty() && items.iter().all(is_object_with_action),
        _ => false,
    }
}

fn is_object_with_action(value: &Json) -> bool {
    value
        .as_object()
        .is_some_and(|object| object.contains_key("action"))
}

fn take(value: Json, found: &mut Vec<Map<String, Json>>) {
    match value {
        Json::Object(object) => found.push(object),
        Json::Array(items) => {
            for item in items {
                take(item, found);
            }
        }
        _ => {}
    }
}

fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    before + column
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        match actions(text, 20) {
            Ok(actions) => actions
                .iter()
                .map(|action| action["action"].as_str().unwrap_or("?").to_owned())
                .collect(),
            Err(error) => vec![error.message],
        }
    }

    #[test]
    fn actions_are_found_in_any_wrapping() {
        let one = r#"{"action":"read_file","file":"/a"}"#;
        assert_eq!(names(one), ["read_file"]);
        assert_eq!(names(&format!("```json\n{one}\n```")), ["read_file"]);
        assert_eq!(
            names(&format!("Sure! First [1], {{then}}:\n{one}\nDone.")),
            ["read_file"]
        );
        assert_eq!(names(&format!("[{one},{one}]")), ["read_file", "read_file"]);
        assert_eq!(names(&format!("{one}\n{one}")), ["read_file", "read_file"]);
    }

    #[test]
    fn content_with_fences_and_braces_survives() {
        let text = "```json\n{\"action\":\"write_file\",\"file\":\"/a.md\",\"content\":\"```js\\n{\\\"action\\\": 1}\\n```\"}\n```";
        let found = actions(text, 20).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["content"], "```js\n{\"action\": 1}\n```");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert_eq!(names("hello"), ["there is no action in this text"]);
        assert_eq!(
            names("{\"action\": \"read_file\", \"file\": }"),
            [
                "the JSON of the action does not parse at byte 33: expected value at line 1 column 33"
            ]
        );
        // One of several that cannot be read is not left out in silence.
        for broken in [r#"{"action":"undo""#, r#"{"action":"undo","opId":}"#] {
            let several = format!(r#"[{{"action":"list_files"}},{broken}]"#);
            let told = names(&several);
            assert!(
                told[0].starts_with("the JSON of the action does not parse at byte "),
                "{told:?}"
            );
        }
        assert_eq!(
            names(r#"[{"action":"list_files"},{"action":"undo","opId":1e400}]"#),
            ["the action: .opId: the number 1e400 is larger than numbers are: write it as text"]
        );
        let many = format!("[{}]", vec!["{\"action\":\"x\"}"; 21].join(","));
        assert_eq!(
            names(&many),
            ["there are 21 actions, at most 20 are carried out at once"]
        );
    }
}
