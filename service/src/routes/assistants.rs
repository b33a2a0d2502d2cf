//! The Model Context Protocol, for each workspace.
//!
//! Its calls of programs take turns with the runs of the interface, and count towards the rates of the
//! token. Of the other calls, each token and workspace has as many at a time as a workspace has turns.

use std::sync::Arc;

use axum::extract::Request;
use axum::response::Response;
use http::{HeaderValue, header};
use http_body::Body as _;
use isolate_mcp::{Server, ServerLimits};
use isolate_tools::{Settings, Toolbox};
use serde_json::Value as Json;

use crate::access::Permission;
use crate::admission::McpTurns;
use crate::call::Call;
use crate::problem::Problem;
use crate::shared::Missing;
use crate::sse;
use crate::table::{Answer, Content, Header, Route, handler, route, schema};

/// Refusals of the protocol.
const TEXT: &str = "text/plain; charset=utf-8";

const PATH: &str = "/v1/workspaces/{name}/mcp";

const SESSION: &[Header] = &[
    Header {
        name: "Mcp-Session-Id",
        is_number: false,
        what: "The session, as the answer to `initialize` has named it.",
    },
    Header {
        name: "Mcp-Protocol-Version",
        is_number: false,
        what: "The version of the protocol.",
    },
];

const MESSAGES: &[Content] = &[
    Content::Json(schema::<Json>),
    Content::Text(sse::MEDIA),
    Content::Text(TEXT),
    Content::Text("text/plain;charset=utf-8"),
];

/// Statuses that the protocol has of its own.
const ANSWERS: &[Answer] = &[
    Answer {
        status: 200,
        what: "Messages of the server.",
        content: MESSAGES,
    },
    Answer {
        status: 202,
        what: "The message needs no answer.",
        content: &[],
    },
    Answer {
        status: 204,
        what: "The session is over.",
        content: &[],
    },
    Answer {
        status: 400,
        what: "The message is wrong.",
        content: MESSAGES,
    },
    Answer {
        status: 404,
        what: "There is no such workspace or session.",
        content: MESSAGES,
    },
    Answer {
        status: 405,
        what: "The version of the protocol has no such request.",
        content: MESSAGES,
    },
    Answer {
        status: 406,
        what: "The client does not accept what would be answered.",
        content: MESSAGES,
    },
    Answer {
        status: 413,
        what: "The message is too long.",
        content: MESSAGES,
    },
    Answer {
        status: 415,
        what: "The message is no JSON.",
        content: MESSAGES,
    },
    Answer {
        status: 422,
        what: "The session has not begun.",
        content: MESSAGES,
    },
];

const fn mcp(method: &'static str, id: &'static str, summary: &'static str) -> Route {
    Route {
        tag: "mcp",
        headers: SESSION,
        answers: ANSWERS,
        problems: &[404],
        ..route(method, PATH, id, summary, handler!(answer))
    }
}

pub(crate) const ROUTES: &[Route] = &[
    Route {
        body: Content::Json(schema::<Json>),
        ..mcp(
            "POST",
            "sendMessage",
            "Send a message of the Model Context Protocol",
        )
    },
    mcp(
        "GET",
        "readMessages",
        "Read messages of the server outside of answers",
    ),
    mcp("DELETE", "endSession", "End a session"),
];

async fn answer(mut call: Call) -> Result<Response, Problem> {
    let (shared, name) = (Arc::clone(&call.shared), call.name().to_owned());
    if shared.is_ending() {
        return Err(Problem::busy("the server is ending"));
    }
    let endpoint = match shared.mounts.find(&call.principal, &name) {
        Some(endpoint) => endpoint,
        None => {
            call.workspace_or(Missing::Make).await?;
            let server = server(&call)?;
            shared.mounts.keep(&call.principal, &name, &server)
        }
    };
    let mut request = Request::new(call.take_body());
    *request.method_mut() = call.method.clone();
    *request.headers_mut() = std::mem::take(&mut call.headers);
    // The token is for this server alone.
    request.headers_mut().remove(header::AUTHORIZATION);
    let mut response = endpoint.answer(request).await;
    let is_empty = response.body().size_hint().exact() == Some(0);
    if !is_empty && !response.headers().contains_key(header::CONTENT_TYPE) {
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static(TEXT));
    }
    Ok(response)
}

/// A server with the rights of the sender.
fn server(call: &Call) -> Result<Server, Problem> {
    let shared = &call.shared;
    let rules = call.principal.rules();
    let mut policy = rules
        .map(|rules| (*rules.policy).clone())
        .unwrap_or_default();
    if !call.principal.may(Permission::Run) {
        policy = policy.read_only();
    }
    let mut settings = Settings::new()
        .policy(policy)
        .actor(call.principal.name())
        .run_limits(shared.limits.run_limits);
    settings = match &shared.program_commands {
        None => settings,
        Some(None) => settings.program_commands(),
        Some(Some(commands)) => settings.only_program_commands(commands),
    };
    let workspaces = shared.workspaces.clone();
    let (name, sandbox) = (call.name().to_owned(), shared.sandbox.clone());
    let functions = shared.functions.as_ref();
    let functions = functions.map(|functions| functions(&call.principal, call.name()));
    // The workspace is opened for each session, and so not kept open by the server.
    let server = Server::with_toolboxes(move |_| {
        let workspace = workspaces.open(&name)?;
        let mut toolbox = Toolbox::new(&workspace, &settings)?.with_sandbox(sandbox.clone());
        if let Some(functions) = &functions {
            toolbox = toolbox.with_functions(functions.clone());
        }
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(toolbox)
    });
    let limits = &shared.limits;
    let calls = ServerLimits::new()
        .calls(shared.turns.of_workspace())
        .message_bytes(limits.body_bytes)
        .message_values(limits.body_values)
        .body_time(limits.body_time);
    let turns = McpTurns {
        shared: Arc::downgrade(shared),
        principal: call.principal.clone(),
        workspace: call.name().to_owned(),
    };
    Ok(server.with_limits(calls).with_turns(turns))
}
