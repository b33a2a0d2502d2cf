//! A server with the tools, resources and prompts that the official conformance suite asks for,
//! beside those of a workspace: `cargo run -p isolate-mcp --example conformance 127.0.0.1:8932`.
//!
//! It shows how an embedder adds what is its own: all of it is one [`Extension`].
#![expect(
    clippy::print_stderr,
    reason = "an example says where it listens, as the command does"
)]

use std::error::Error;
use std::future::Future;
use std::net::TcpListener;
use std::pin::Pin;
use std::time::Duration;

use isolate_host::{Sandbox, Workspace};
use isolate_mcp::rmcp::model::{
    CallToolRequestParams, CallToolResult, CompleteRequestParams, CompletionInfo, ErrorData,
    GetPromptRequestParams, GetPromptResult, ProgressNotificationParam, Prompt, ReadResourceResult,
    Reference, Resource, ResourceTemplate, Tool,
};
use isolate_mcp::rmcp::service::{Peer, RequestContext, RoleServer};
use isolate_mcp::{Extension, HttpOptions, Server, Stop};
use isolate_tools::{Settings, Toolbox};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// One red pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// No sound at all.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
/// Between two messages of a tool.
const PAUSE: Duration = Duration::from_millis(50);

type Answer<'a, T> = Pin<Box<dyn Future<Output = Option<Result<T, ErrorData>>> + Send + 'a>>;

/// What the suite asks for.
struct Fixtures;

/// JSON as a type of the protocol.
fn made<T: DeserializeOwned>(json: Json) -> Result<T, ErrorData> {
    serde_json::from_value(json).map_err(|fault| ErrorData::internal_error(fault.to_string(), None))
}

fn all<T: DeserializeOwned>(list: Json) -> Vec<T> {
    made(list).unwrap_or_default()
}

fn text(text: impl Into<String>) -> Result<CallToolResult, ErrorData> {
    made(json!({ "content": [{ "type": "text", "text": text.into() }] }))
}

fn argument(request: &CallToolRequestParams, name: &str) -> String {
    let value = request.arguments.as_ref().and_then(|given| given.get(name));
    value.and_then(Json::as_str).unwrap_or_default().to_owned()
}

fn tools() -> Json {
    let plain = json!({ "type": "object", "properties": {} });
    let with = |name: &str| {
        json!({
            "type": "object",
            "properties": { name: { "type": "string" } },
            "required": [name],
        })
    };
    let mut tools: Vec<Json> = [
        "test_simple_text",
        "test_image_content",
        "test_audio_content",
        "test_embedded_resource",
        "test_multiple_content_types",
        "test_tool_with_logging",
        "test_tool_with_progress",
        "test_error_handling",
        "test_elicitation_sep1034_defaults",
        "test_elicitation_sep1330_enums",
    ]
    .iter()
    .map(|name| json!({ "name": name, "description": "For the suite.", "inputSchema": plain }))
    .collect();
    for (name, argument) in [("test_sampling", "prompt"), ("test_elicitation", "message")] {
        tools.push(json!({
            "name": name,
            "description": "For the suite.",
            "inputSchema": with(argument),
        }));
    }
    tools.push(json!({
        "name": "json_schema_2020_12_tool",
        "description": "Tool with JSON Schema 2020-12 features",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
                },
            },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
            },
            "additionalProperties": false,
        },
    }));
    tools.into()
}

fn content(name: &str) -> Option<Json> {
    let image = json!({ "type": "image", "data": PNG, "mimeType": "image/png" });
    Some(match name {
        "test_simple_text" => json!([
            { "type": "text", "text": "This is a simple text response for testing." },
        ]),
        "test_image_content" => json!([image]),
        "test_audio_content" => json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }]),
        "test_embedded_resource" => json!([{
            "type": "resource",
            "resource": {
                "uri": "test://embedded-resource",
                "mimeType": "text/plain",
                "text": "This is an embedded resource content.",
            },
        }]),
        "test_multiple_content_types" => json!([
            { "type": "text", "text": "Multiple content types test:" },
            image,
            {
                "type": "resource",
                "resource": {
                    "uri": "test://mixed-content-resource",
                    "mimeType": "application/json",
                    "text": "{\"test\":\"data\",\"value\":123}",
                },
            },
        ]),
        _ => return None,
    })
}

#[expect(deprecated, reason = "versions before 2026-07-28 have a log")]
async fn logs(peer: &Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
    for (index, data) in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ]
    .into_iter()
    .enumerate()
    {
        if index > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        let _ = peer
            .notify_logging_message(made(json!({ "level": "info", "data": data }))?)
            .await;
    }
    text("Three messages were logged.")
}

async fn progresses(context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let param = ProgressNotificationParam::new(token, done).with_total(100.0);
            let _ = context.peer.notify_progress(param).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    text("All of it is done.")
}

#[expect(deprecated, reason = "versions before 2026-07-28 have sampling")]
async fn samples(peer: &Peer<RoleServer>, prompt: String) -> Result<CallToolResult, ErrorData> {
    let params = json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": prompt } }],
        "maxTokens": 100,
    });
    match peer.create_message(made(params)?).await {
        Ok(answer) => {
            let answer = serde_json::to_value(answer).unwrap_or_default();
            let said = answer["content"]["text"].as_str().unwrap_or_default();
            text(format!("LLM response: {said}"))
        }
        Err(fault) => Err(ErrorData::internal_error(fault.to_string(), None)),
    }
}

async fn elicits(
    peer: &Peer<RoleServer>,
    said: &str,
    message: &str,
    schema: Json,
) -> Result<CallToolResult, ErrorData> {
    let params = json!({ "mode": "form", "message": message, "requestedSchema": schema });
    match peer.create_elicitation(made(params)?).await {
        Ok(answer) => {
            let answer = serde_json::to_value(answer).unwrap_or_default();
            let action = answer["action"].as_str().unwrap_or_default();
            text(format!(
                "{said}: action={action}, content={}",
                answer["content"]
            ))
        }
        Err(fault) => Err(ErrorData::internal_error(fault.to_string(), None)),
    }
}

fn user() -> Json {
    json!({
        "type": "object",
        "properties": {
            "username": { "type": "string", "description": "User's response" },
            "email": { "type": "string", "description": "User's email address" },
        },
        "required": ["username", "email"],
    })
}

fn defaults() -> Json {
    json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "default": "John Doe" },
            "age": { "type": "integer", "default": 30 },
            "score": { "type": "number", "default": 95.5 },
            "status": {
                "type": "string",
                "enum": ["active", "inactive", "pending"],
                "default": "active",
            },
            "verified": { "type": "boolean", "default": true },
        },
    })
}

fn enums() -> Json {
    let named = |titles: [&str; 3]| {
        let values = ["value1", "value2", "value3"];
        let pairs = values.iter().zip(titles);
        pairs
            .map(|(value, title)| json!({ "const": value, "title": title }))
            .collect::<Json>()
    };
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
            "titledSingle": {
                "type": "string",
                "oneOf": named(["First Option", "Second Option", "Third Option"]),
            },
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {
                "type": "array",
                "items": { "type": "string", "enum": ["option1", "option2", "option3"] },
            },
            "titledMulti": {
                "type": "array",
                "items": { "anyOf": named(["First Choice", "Second Choice", "Third Choice"]) },
            },
        },
    })
}

impl Extension for Fixtures {
    fn tools(&self) -> Vec<Tool> {
        all(tools())
    }

    fn call_tool<'a>(
        &'a self,
        request: &'a CallToolRequestParams,
        context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, CallToolResult> {
        Box::pin(async move {
            let peer = &context.peer;
            if let Some(content) = content(&request.name) {
                return Some(made(json!({ "content": content })));
            }
            Some(match &*request.name {
                "test_tool_with_logging" => logs(peer).await,
                "test_tool_with_progress" => progresses(context).await,
                "test_error_handling" => made(json!({
                    "isError": true,
                    "content": [{
                        "type": "text",
                        "text": "This tool intentionally returns an error for testing",
                    }],
                })),
                "test_sampling" => samples(peer, argument(request, "prompt")).await,
                "test_elicitation" => {
                    let message = argument(request, "message");
                    elicits(peer, "User response", &message, user()).await
                }
                "test_elicitation_sep1034_defaults" => {
                    let message = "Please look at the defaults";
                    elicits(peer, "Elicitation completed", message, defaults()).await
                }
                "test_elicitation_sep1330_enums" => {
                    let message = "Please choose";
                    elicits(peer, "Elicitation completed", message, enums()).await
                }
                "json_schema_2020_12_tool" => text("done"),
                _ => return None,
            })
        })
    }

    fn resources(&self) -> Vec<Resource> {
        all(json!([
            { "uri": "test://static-text", "name": "text", "mimeType": "text/plain" },
            { "uri": "test://static-binary", "name": "binary", "mimeType": "image/png" },
            { "uri": "test://watched-resource", "name": "watched", "mimeType": "text/plain" },
        ]))
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        all(json!([{
            "uriTemplate": "test://template/{id}/data",
            "name": "template",
            "mimeType": "application/json",
        }]))
    }

    fn read_resource<'a>(
        &'a self,
        uri: &'a str,
        _: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, ReadResourceResult> {
        let id = uri
            .strip_prefix("test://template/")
            .and_then(|rest| rest.strip_suffix("/data"));
        let contents = match (uri, id) {
            ("test://static-text", _) => json!({
                "uri": uri,
                "mimeType": "text/plain",
                "text": "This is the content of the static text resource.",
            }),
            ("test://watched-resource", _) => {
                json!({ "uri": uri, "mimeType": "text/plain", "text": "Watched." })
            }
            ("test://static-binary", _) => {
                json!({ "uri": uri, "mimeType": "image/png", "blob": PNG })
            }
            (_, Some(id)) => {
                let data = format!("Data for ID: {id}");
                let text = json!({ "id": id, "templateTest": true, "data": data }).to_string();
                json!({ "uri": uri, "mimeType": "application/json", "text": text })
            }
            _ => return Box::pin(std::future::ready(None)),
        };
        Box::pin(std::future::ready(Some(made(
            json!({ "contents": [contents] }),
        ))))
    }

    fn prompts(&self) -> Vec<Prompt> {
        let required = |name: &str| json!({ "name": name, "required": true });
        all(json!([
            { "name": "test_simple_prompt", "description": "For the suite." },
            {
                "name": "test_prompt_with_arguments",
                "description": "For the suite.",
                "arguments": [required("arg1"), required("arg2")],
            },
            {
                "name": "test_prompt_with_embedded_resource",
                "description": "For the suite.",
                "arguments": [required("resourceUri")],
            },
            { "name": "test_prompt_with_image", "description": "For the suite." },
        ]))
    }

    fn get_prompt<'a>(
        &'a self,
        request: &'a GetPromptRequestParams,
        _: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, GetPromptResult> {
        let given = |name: &str| {
            let value = request.arguments.as_ref().and_then(|given| given.get(name));
            value.and_then(Json::as_str).unwrap_or_default()
        };
        let text = |text: &str| json!({ "type": "text", "text": text });
        let contents = match request.name.as_str() {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments" => vec![text(&format!(
                "Prompt with arguments: arg1='{}', arg2='{}'",
                given("arg1"),
                given("arg2")
            ))],
            "test_prompt_with_embedded_resource" => vec![
                json!({
                    "type": "resource",
                    "resource": {
                        "uri": given("resourceUri"),
                        "mimeType": "text/plain",
                        "text": "Embedded resource content for testing.",
                    },
                }),
                text("Please process the embedded resource above."),
            ],
            "test_prompt_with_image" => vec![
                json!({ "type": "image", "data": PNG, "mimeType": "image/png" }),
                text("Please analyze the image above."),
            ],
            _ => return Box::pin(std::future::ready(None)),
        };
        let messages: Vec<Json> = contents
            .into_iter()
            .map(|content| json!({ "role": "user", "content": content }))
            .collect();
        Box::pin(std::future::ready(Some(made(
            json!({ "messages": messages }),
        ))))
    }

    fn complete<'a>(&'a self, request: &'a CompleteRequestParams) -> Answer<'a, CompletionInfo> {
        let Reference::Prompt(prompt) = &request.r#ref else {
            return Box::pin(std::future::ready(None));
        };
        let is_ours = prompt.name == "test_prompt_with_arguments";
        let words = ["paris", "park", "party", "test"];
        let found = words
            .iter()
            .filter(|word| word.starts_with(&request.argument.value));
        let values = found.map(|word| (*word).to_owned()).collect();
        let info = CompletionInfo::with_all_values(values)
            .map_err(|fault| ErrorData::internal_error(fault, None));
        Box::pin(std::future::ready(is_ours.then_some(info)))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1);
    let listener = TcpListener::bind(address.as_deref().unwrap_or("127.0.0.1:8932"))?;
    let tools = Toolbox::new(&Workspace::memory()?, &Settings::default())?;
    let server = Server::new(tools.with_sandbox(Sandbox::new()?)).with_extension(Fixtures);
    server.run_http(listener, &HttpOptions::default(), &Stop::new(), |address| {
        eprintln!("listening at http://{address}/mcp");
    })?;
    Ok(())
}
