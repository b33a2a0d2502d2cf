//! The calls of tools in a stream of the OpenAI protocol, put together piece by piece.
//!
//! The client of the protocol can do that too, but it makes as many calls as the endpoint says a call's
//! number is: one event with a large number would fill the memory.

use genai::chat::{ContentPart, ToolCall};
use isolate_host::{JsonFault, exact_json};
use serde_json::Value as Json;

/// Calls of one answer.
const CALLS_MAX: usize = 4096;

/// The calls that an answer has made so far.
#[derive(Debug)]
pub(crate) struct Calls {
    /// Whether each piece of a call has all of its arguments so far, as with Anthropic's protocol.
    are_whole: bool,
    calls: Vec<Call>,
}

#[derive(Debug)]
struct Call {
    id: String,
    name: String,
    arguments: String,
}

impl Calls {
    pub(crate) const fn new(are_whole: bool) -> Self {
        Self {
            are_whole,
            calls: Vec::new(),
        }
    }

    /// What the arguments of all calls take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.calls.iter().map(|call| call.arguments.len()).sum()
    }

    /// Adds a piece of a call: the first one has its name. Answers which call it is one of, with its
    /// arguments so far; an error says what is wrong with the piece.
    pub(crate) fn add(&mut self, piece: &ToolCall) -> Result<(usize, &str), String> {
        let more = piece.fn_arguments.as_str().unwrap_or_default();
        let index = match self.place_of(piece) {
            Some(index) => index,
            None if piece.fn_name.is_empty() => {
                return Err(format!(
                    "a piece of the call {:?} of a tool, which has not begun",
                    piece.call_id
                ));
            }
            None if self.calls.len() >= CALLS_MAX => {
                return Err(format!(
                    "more than {CALLS_MAX} calls of tools in one answer"
                ));
            }
            None => {
                self.calls.push(Call {
                    id: piece.call_id.clone(),
                    name: piece.fn_name.clone(),
                    arguments: String::new(),
                });
                self.calls.len() - 1
            }
        };
        let call = &mut self.calls[index];
        if self.are_whole {
            call.arguments.clear();
        }
        call.arguments.push_str(more);
        Ok((index, &call.arguments))
    }

    /// The call that a piece belongs to. Pieces after the first have no identifier: the client then
    /// gives the number of the call as `call_NUMBER`.
    fn place_of(&self, piece: &ToolCall) -> Option<usize> {
        // Some endpoints give no call an identifier.
        if !piece.fn_name.is_empty() && piece.call_id.is_empty() {
            return None;
        }
        if let Some(index) = self.calls.iter().rposition(|call| call.id == piece.call_id) {
            return Some(index);
        }
        if !piece.fn_name.is_empty() {
            return None;
        }
        let number = piece.call_id.strip_prefix("call_")?;
        let number: usize = number.parse().ok()?;
        (number < self.calls.len()).then_some(number)
    }

    /// Gives calls that the client has captured the text of their arguments again, where it lost something
    /// of them: a call without it is another one.
    pub(crate) fn restore(&self, captured: &mut [ContentPart]) {
        for part in captured {
            let ContentPart::ToolCall(call) = part else {
                continue;
            };
            let written = self.calls.iter().find(|known| known.id == call.call_id);
            if let Some(written) = written
                && let Err(JsonFault::Inexact(_) | JsonFault::Repeated(_)) =
                    exact_json(written.arguments.as_bytes())
            {
                call.fn_arguments = Json::String(written.arguments.clone());
            }
        }
    }

    /// All of them.
    pub(crate) fn into_calls(self) -> impl Iterator<Item = ToolCall> {
        self.calls.into_iter().map(|call| ToolCall {
            call_id: call.id,
            fn_name: call.name,
            fn_arguments: Json::String(call.arguments),
            thought_signatures: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(id: &str, name: &str, arguments: &str) -> ToolCall {
        ToolCall {
            call_id: id.to_owned(),
            fn_name: name.to_owned(),
            fn_arguments: Json::String(arguments.to_owned()),
            thought_signatures: None,
        }
    }

    #[test]
    fn pieces_go_to_their_calls() {
        let mut calls = Calls::new(false);
        for (id, name, arguments) in [
            ("a", "run", "{\"co"),
            ("call_0", "", "de\":"),
            ("b", "read", "{}"),
            ("call_0", "", "1}"),
            ("call_1", "", " "),
            ("", "ls", "{"),
            ("", "", "}"),
            ("", "cat", "1"),
        ] {
            calls.add(&piece(id, name, arguments)).unwrap();
        }
        let made: Vec<String> = calls
            .into_calls()
            .map(|call| format!("{} {} {}", call.call_id, call.fn_name, call.fn_arguments))
            .collect();
        assert_eq!(
            made,
            [
                r#"a run "{\"code\":1}""#,
                r#"b read "{} ""#,
                r#" ls "{}""#,
                r#" cat "1""#,
            ]
        );
    }

    #[test]
    fn a_piece_that_has_everything_replaces_the_one_before() {
        let mut calls = Calls::new(true);
        for arguments in ["", "{\"a\"", "{\"a\":1}"] {
            let (index, whole) = calls.add(&piece("a", "run", arguments)).unwrap();
            assert_eq!((index, whole), (0, arguments));
        }
        assert_eq!(calls.bytes(), 7);
    }

    #[test]
    fn a_number_beyond_all_calls_is_refused() {
        let mut calls = Calls::new(false);
        calls.add(&piece("a", "run", "{}")).unwrap();
        let refused = calls.add(&piece("call_99999999", "", "x")).unwrap_err();
        assert!(refused.contains("has not begun"), "{refused}");
        for number in 1..CALLS_MAX {
            let id = format!("c{number}");
            calls.add(&piece(&id, "run", "")).unwrap();
        }
        assert!(calls.add(&piece("more", "run", "")).is_err());
    }

    #[test]
    fn a_call_that_lost_digits_has_its_text_again() {
        let mut calls = Calls::new(true);
        let (exact, large) = (r#"{"n":1}"#, r#"{"n":99999999999999999999}"#);
        for (id, arguments) in [("a", exact), ("b", large)] {
            calls.add(&piece(id, "run", arguments)).unwrap();
        }
        let mut captured = [("a", exact), ("b", large)].map(|(id, arguments)| {
            let mut call = piece(id, "run", "");
            call.fn_arguments = serde_json::from_str(arguments).unwrap();
            ContentPart::ToolCall(call)
        });
        calls.restore(&mut captured);
        let arguments = captured.map(|part| part.into_tool_call().unwrap().fn_arguments);
        assert_eq!(arguments, [serde_json::json!({ "n": 1 }), large.into()]);
    }
}
