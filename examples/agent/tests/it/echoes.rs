//! An endpoint that repeats the key in its answers.

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Api, End, Stop};
use serde_json::{Value as Json, json};

use crate::{APIS, World};

/// The key of [`Endpoint`].
const KEY: &str = "secret-key";

/// An answer whose text, thinking and program come in these pieces.
fn answer(api: Api, text: &[&str], thinking: &[&str], arguments: &[&str]) -> Said {
    let body = match api {
        Api::OpenAi => open_ai(text, thinking, arguments),
        Api::Anthropic => anthropic(text, arguments),
    };
    Said::Body(body)
}

fn open_ai(text: &[&str], thinking: &[&str], arguments: &[&str]) -> String {
    let event = |delta: Json, end: Json| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": end });
        format!("data: {}\n\n", json!({ "id": "c", "choices": [choice] }))
    };
    let mut body = String::new();
    for piece in thinking {
        body += &event(json!({ "reasoning_content": piece }), Json::Null);
    }
    for piece in text {
        body += &event(json!({ "content": piece }), Json::Null);
    }
    let mut name = json!({ "name": "run", "arguments": "" });
    for piece in arguments {
        name["arguments"] = (*piece).into();
        let call = json!({ "index": 0, "id": "call-0", "type": "function", "function": name });
        body += &event(json!({ "tool_calls": [call] }), Json::Null);
        name = json!({});
    }
    let end = if arguments.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    body + &event(json!({}), end.into()) + "data: [DONE]\n\n"
}

fn anthropic(text: &[&str], arguments: &[&str]) -> String {
    let event = |kind: &str, mut data: Json| {
        data["type"] = kind.into();
        format!("event: {kind}\ndata: {data}\n\n")
    };
    let usage = json!({ "input_tokens": 1, "output_tokens": 1 });
    let message = json!({ "id": "m", "role": "assistant", "content": [], "usage": usage });
    let mut body = event("message_start", json!({ "message": message }));
    let mut block = |index: usize, start: Json, deltas: Vec<Json>| {
        body += &event(
            "content_block_start",
            json!({ "index": index, "content_block": start }),
        );
        for delta in deltas {
            body += &event(
                "content_block_delta",
                json!({ "index": index, "delta": delta }),
            );
        }
        body += &event("content_block_stop", json!({ "index": index }));
    };
    let deltas = |kind: &str, member: &str, pieces: &[&str]| -> Vec<Json> {
        let pieces = pieces.iter();
        pieces
            .map(|piece| json!({ "type": kind, member: piece }))
            .collect()
    };
    block(
        0,
        json!({ "type": "text", "text": "" }),
        deltas("text_delta", "text", text),
    );
    if !arguments.is_empty() {
        let start = json!({ "type": "tool_use", "id": "call-0", "name": "run", "input": {} });
        block(
            1,
            start,
            deltas("input_json_delta", "partial_json", arguments),
        );
    }
    let reason = if arguments.is_empty() {
        "end_turn"
    } else {
        "tool_use"
    };
    let delta = json!({ "delta": { "stop_reason": reason }, "usage": { "output_tokens": 1 } });
    body += &event("message_delta", delta);
    body + &event("message_stop", json!({}))
}

/// Neither the screen, nor the conversation, nor the workspace has the key.
fn assert_hidden(world: &mut World, told: &str) {
    let screen = world.screen();
    assert!(!screen.contains(KEY), "{told}: {screen}");
    assert!(screen.contains("[hidden]"), "{told}: {screen}");
    for (_, body) in world.endpoint.requests() {
        assert!(!body.to_string().contains(KEY), "{told}: {body}");
    }
    let tree = world.workspace.tree().unwrap();
    for run in tree.history(100).unwrap() {
        let recorded = isolate_host::recorded_run(&tree, run.id).unwrap();
        let program = recorded.and_then(|recorded| recorded.program);
        assert!(!program.unwrap_or_default().contains(KEY), "{told}");
    }
}

#[tokio::test]
async fn a_key_in_a_text_is_hidden_wherever_it_is_divided() {
    for api in APIS {
        for at in 0..=KEY.len() {
            let (front, back) = KEY.split_at(at);
            let (front, back) = (format!("It is {front}"), format!("{back}, I think."));
            let thinking = [front.as_str(), back.as_str()];
            let said = answer(api, &[&front, &back], &thinking, &[]);
            let mut world = World::new(api, vec![said, Said::text("Bye.")]).await;
            let turn = world.session.turn(Some("begin"), &Stop::new()).await;
            let End::Answered(text) = &turn.end else {
                panic!("{:?}", turn.end);
            };
            assert_eq!(text, "It is [hidden], I think.", "{api:?} at {at}");
            // The next request has the answer.
            world.session.turn(Some("go on"), &Stop::new()).await;
            assert_hidden(&mut world, &format!("{api:?} at {at}"));
        }
    }
}

#[tokio::test]
async fn a_key_in_a_program_is_hidden_wherever_it_is_divided() {
    for api in APIS {
        let program = format!("() => state.writeFile('/a', '{KEY}')");
        let arguments = json!({ "code": program }).to_string();
        let from = arguments.find(KEY).unwrap();
        for at in from..=from + KEY.len() {
            let (front, back) = arguments.split_at(at);
            let said = answer(api, &["Look:"], &[], &[front, back]);
            let mut world = World::new(api, vec![said, Said::text("Done.")]).await;
            world.session.turn(Some("begin"), &Stop::new()).await;
            assert_eq!(world.read("/a").as_deref(), Some("[hidden]"));
            assert_hidden(&mut world, &format!("{api:?} at {at}"));
        }
    }
}

#[tokio::test]
async fn a_key_letter_by_letter_and_one_in_escapes_are_hidden() {
    for api in APIS {
        let letters: Vec<String> = KEY.chars().map(String::from).collect();
        let text: Vec<&str> = letters.iter().map(String::as_str).collect();
        let escapes: Vec<String> = KEY.bytes().map(|byte| format!("\\u{byte:04x}")).collect();
        let mut arguments = vec!["{\"code\":\"() => state.writeFile('/a', '"];
        arguments.extend(escapes.iter().map(String::as_str));
        arguments.push("')\"}");
        let said = answer(api, &text, &[], &arguments);
        let mut world = World::new(api, vec![said, Said::text("Done.")]).await;
        world.session.turn(Some("begin"), &Stop::new()).await;
        assert_eq!(world.read("/a").as_deref(), Some("[hidden]"));
        assert_hidden(&mut world, &format!("{api:?}"));
    }
}

/// A message that is cut in the middle of the key would hold a half that is not found.
#[tokio::test]
async fn a_key_in_a_long_error_is_hidden() {
    for api in APIS {
        for before in 380..=400 {
            let said = format!("{}{KEY}", "x".repeat(before));
            let body = json!({ "error": { "message": said } }).to_string();
            let failed = Said::Status(400, Vec::new(), body);
            let endpoint = Endpoint::saying(api, vec![failed]).await.unwrap();
            let mut world = World::with(endpoint);
            world.session.turn(Some("begin"), &Stop::new()).await;
            let screen = world.screen();
            assert!(!screen.contains("secret"), "{before}: {screen}");
        }
    }
}
