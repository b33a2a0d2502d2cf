//! Failures of endpoints: each has a message that says what to do, and nothing is lost.

use std::time::Duration;

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Agent, Api, CodeMode, End, Kind, Model, Next, Stop};
use serde_json::{Value as Json, json};

use crate::{APIS, World};

fn failed(status: u16, headers: Vec<(&'static str, String)>, message: &str) -> Said {
    let body = json!({ "error": { "message": message, "type": "some_error" } });
    Said::Status(status, headers, body.to_string())
}

/// The messages of a request, as an endpoint would check them: every call has its answer.
fn assert_valid(body: &Json) {
    let messages = body["messages"].as_array().unwrap();
    let mut open: Vec<String> = Vec::new();
    for message in messages {
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            open.push(call["id"].as_str().unwrap().to_owned());
        }
        if let Some(id) = message["tool_call_id"].as_str() {
            open.retain(|open| open != id);
        }
        for part in message["content"].as_array().into_iter().flatten() {
            match part["type"].as_str() {
                Some("tool_use") => {
                    assert!(part["input"].is_object(), "{part}");
                    open.push(part["id"].as_str().unwrap().to_owned());
                }
                Some("tool_result") => {
                    open.retain(|open| open != part["tool_use_id"].as_str().unwrap());
                }
                _ => {}
            }
        }
        if message["role"] == "user" && !message["content"].is_array() {
            assert!(open.is_empty(), "{open:?} without an answer: {body}");
        }
    }
    assert!(open.is_empty(), "{open:?} without an answer: {body}");
}

/// The turn fails once with this; what was done before is there, and the conversation goes on.
async fn fails(said: Said, kind: Kind, needs: &[&str]) {
    for api in APIS {
        let write = Said::run("() => state.writeFile('/before', '')");
        let said = vec![write, said.clone(), Said::text("Here I am.")];
        let mut world = World::new(api, said).await;
        let turn = world.session.turn(Some("begin"), &Stop::new()).await;
        let End::Failed(trouble) = &turn.end else {
            panic!("{:?}", turn.end);
        };
        assert_eq!(trouble.kind, kind, "{trouble}");
        for need in needs {
            assert!(trouble.message.contains(need), "{trouble}");
        }
        assert!(!trouble.message.contains("secret-key"), "{trouble}");
        assert_eq!(world.read("/before").as_deref(), Some(""));
        assert_eq!(turn.ops.len(), 1);
        assert!(world.screen().contains("/retry"));
        assert_eq!(world.session.command("/retry"), Next::Retry);
        let turn = world.session.turn(None, &Stop::new()).await;
        assert!(matches!(&turn.end, End::Answered(text) if text == "Here I am."));
        for (_, body) in world.endpoint.requests() {
            assert_valid(&body);
        }
    }
}

#[tokio::test]
async fn a_refused_key_names_the_setting() {
    let said = failed(401, Vec::new(), "invalid x-api-key");
    fails(
        said,
        Kind::Key,
        &["401", "invalid x-api-key", "AGENT_API_KEY"],
    )
    .await;
}

#[tokio::test]
async fn an_unknown_model_names_the_setting() {
    let said = failed(404, Vec::new(), "no such model");
    fails(
        said,
        Kind::Request,
        &["\"scripted\"", "AGENT_MODEL", "AGENT_BASE_URL"],
    )
    .await;
}

#[tokio::test]
async fn a_long_pause_is_left_to_the_person() {
    let said = failed(429, vec![("retry-after", "3600".to_owned())], "slow down");
    fails(said, Kind::Rate, &["429", "slow down", "3600 s"]).await;
}

#[tokio::test]
async fn an_event_that_is_not_json() {
    let body = |data: &str| Said::Body(format!("event: content_block_start\ndata: {data}\n\n"));
    fails(
        body("{\"choices\": ["),
        Kind::Protocol,
        &["not of its protocol"],
    )
    .await;
}

#[tokio::test]
async fn an_answer_of_another_protocol() {
    let said = Said::Body("<html>Welcome</html>".to_owned());
    fails(said, Kind::Protocol, &["is AGENT_BASE_URL right"]).await;
}

/// What passes is asked again, with what the endpoint asks for; the turn goes on as if nothing
/// had happened.
#[tokio::test]
async fn temporary_failures_are_retried() {
    for api in APIS {
        let said = vec![
            failed(429, vec![("retry-after", "0".to_owned())], "slow down"),
            failed(500, Vec::new(), "oops"),
            Said::Cut("I am about to".to_owned()),
            Said::run("() => state.writeFile('/a', '')"),
            failed(529, Vec::new(), "overloaded"),
            Said::text("Done."),
        ];
        let mut world = World::new(api, said).await;
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        assert!(
            matches!(&turn.end, End::Answered(text) if text == "Done."),
            "{:?}",
            turn.end
        );
        assert_eq!((turn.stats.requests, turn.stats.calls), (6, 1));
        let screen = world.screen();
        for note in [
            "too many requests (429): slow down; it asks to wait 0 s; asking again in 0.0 s",
            "the endpoint failed (500): oops; asking again in 0.0 s",
            "the connection ended in the middle of the answer",
            "the endpoint failed (529): overloaded",
        ] {
            assert!(screen.contains(note), "no {note:?} in {screen}");
        }
        // The answer that was cut is not part of the conversation.
        let (_, last) = world.endpoint.requests().pop().unwrap();
        assert_valid(&last);
        assert!(!last.to_string().contains("I am about to"), "{last}");
    }
}

#[tokio::test]
async fn an_endpoint_that_keeps_failing_ends_the_turn() {
    let endpoint = Endpoint::start(Api::OpenAi, |_, _| failed(503, Vec::new(), "down"));
    let mut world = World::with(endpoint.await.unwrap());
    let turn = world.session.turn(Some("do it"), &Stop::new()).await;
    let End::Failed(trouble) = &turn.end else {
        panic!("{:?}", turn.end);
    };
    assert_eq!(trouble.message, "the endpoint failed (503): down");
    assert_eq!(turn.stats.requests, 5);
}

#[tokio::test]
async fn an_endpoint_that_is_not_there() {
    let world = World::new(Api::OpenAi, Vec::new()).await;
    let mut config = world.endpoint.config();
    // A port that nobody listens at: it was given back.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    config.base_url = format!("http://{}/v1/", listener.local_addr().unwrap());
    drop(listener);
    let tools = isolate_tools::Toolbox::new(&world.workspace, &isolate_tools::Settings::default());
    let toolset = std::sync::Arc::new(CodeMode::new(tools.unwrap()));
    let mut agent = Agent::new(Model::new(config).unwrap(), toolset).with_pause(Duration::ZERO);
    let mut terminal =
        isolate_agent::Terminal::new(Vec::new(), isolate_agent::Colours::Off, world.workspace);
    let turn = agent.turn(Some("hello"), &mut terminal, &Stop::new()).await;
    let End::Failed(trouble) = &turn.end else {
        panic!("{:?}", turn.end);
    };
    assert_eq!(trouble.kind, Kind::Connection);
    assert!(trouble.message.contains("cannot be reached"), "{trouble}");
}

#[tokio::test]
async fn arguments_that_are_not_an_object_are_reported_and_repaired() {
    for api in APIS {
        let said = vec![
            Said::Arguments("run".to_owned(), "{\"code\": \"() => 1".to_owned()),
            Said::call("shell", json!({ "command": "ls" })),
            Said::run("() => state.writeFile('/a', '')"),
            Said::text("Done."),
        ];
        let mut world = World::new(api, said).await;
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Answered(_)), "{:?}", turn.end);
        assert_eq!((turn.stats.calls, turn.stats.calls_failed), (3, 2));
        let told = world.told(1);
        assert!(
            told.starts_with("nothing was run: the arguments of run are no JSON object"),
            "{told}"
        );
        assert!(told.ends_with("They begin: {\"code\": \"() => 1"), "{told}");
        assert_eq!(
            world.told(2),
            "there is no tool \"shell\"; call run with a program in `code`"
        );
        for (_, body) in world.endpoint.requests() {
            assert_valid(&body);
        }
    }
}

#[tokio::test]
async fn an_endless_sequence_of_calls_is_bounded() {
    for api in APIS {
        let endpoint = Endpoint::start(api, |number, _| match number {
            0..200 => Said::run("() => 1"),
            _ => Said::text("unreachable"),
        });
        let mut world = World::with(endpoint.await.unwrap());
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Bounded), "{:?}", turn.end);
        assert_eq!(turn.stats.calls, 20);
        assert!(
            world
                .screen()
                .contains("stopped after 20 calls of tools: say \"go on\"")
        );
        // All at once.
        let calls = vec![("run".to_owned(), json!({ "code": "() => 1" })); 200];
        let said = vec![Said::Calls(String::new(), calls), Said::text("Done.")];
        let mut world = World::new(api, said).await;
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Bounded), "{:?}", turn.end);
        assert_eq!(turn.stats.calls_failed, 180);
        world.session.turn(Some("go on"), &Stop::new()).await;
        for (_, body) in world.endpoint.requests() {
            assert_valid(&body);
        }
    }
}
