//! What is about the service itself: health, metrics, the document and the page.

use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderName, HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

use crate::access::Permission;
use crate::call::Call;
use crate::metrics::{self, Now};
use crate::problem::Problem;
use crate::respond;
use crate::table::{Answer, Content, Route, handler, route, schema};

/// The page for people: one file, with its script and its style.
const PAGE: &str = include_str!("../page.html");

const HTML: &str = "text/html; charset=utf-8";

/// Whether the service works.
#[derive(Serialize, JsonSchema)]
struct Health {
    /// Always ok: a problem is answered otherwise.
    status: String,
}

const HEALTH: &[Answer] = &[Answer {
    status: 200,
    what: "It works.",
    content: &[Content::Json(schema::<Health>)],
}];

pub(crate) const ROUTES: &[Route] = &[
    Route {
        tag: "service",
        permission: None,
        answers: HEALTH,
        ..route(
            "GET",
            "/healthz",
            "getHealth",
            "Tell that the process answers, without a look at the storage",
            handler!(health),
        )
    },
    Route {
        tag: "service",
        permission: None,
        answers: HEALTH,
        problems: &[503],
        ..route(
            "GET",
            "/readyz",
            "getReadiness",
            "Tell whether the storage can be used and runs are taken",
            handler!(ready),
        )
    },
    Route {
        tag: "service",
        permission: Some(Permission::Admin),
        answers: &[Answer {
            status: 200,
            what: "Counters in the text format of Prometheus.",
            content: &[Content::Text(metrics::MEDIA)],
        }],
        ..route(
            "GET",
            "/metrics",
            "getMetrics",
            "Read the metrics",
            handler!(read_metrics),
        )
    },
    Route {
        tag: "service",
        permission: None,
        answers: &[Answer {
            status: 200,
            what: "This document.",
            content: &[Content::Json(schema::<Json>)],
        }],
        ..route(
            "GET",
            "/v1/openapi.json",
            "getDocument",
            "Read the OpenAPI document",
            handler!(document),
        )
    },
    Route {
        tag: "service",
        permission: None,
        answers: &[Answer {
            status: 200,
            what: "The page.",
            content: &[Content::Text(HTML)],
        }],
        problems: &[404],
        ..route(
            "GET",
            "/",
            "getPage",
            "Show the page for people",
            handler!(page),
        )
    },
];

fn well() -> Result<Response, Problem> {
    let status = "ok".to_owned();
    respond::json(StatusCode::OK, &Health { status })
}

async fn health(_: Call) -> Result<Response, Problem> {
    well()
}

async fn ready(call: Call) -> Result<Response, Problem> {
    if call.shared.is_ending() {
        return Err(Problem::busy("the server is ending"));
    }
    let shared = std::sync::Arc::clone(&call.shared);
    let looked = tokio::task::spawn_blocking(move || {
        shared.workspaces.names_after("", 1)?;
        // A disk that is full or read-only takes no runs.
        let folder = shared.temporary()?;
        tempfile::tempfile_in(folder)
            .map_err(|_| Problem::busy("no file can be written in the folder of the workspaces"))?;
        Ok::<_, Problem>(())
    });
    match looked.await {
        Ok(Ok(())) => well(),
        Ok(Err(problem)) => Err(Problem::busy(problem.detail())),
        Err(_) => Err(Problem::internal()),
    }
}

async fn read_metrics(call: Call) -> Result<Response, Problem> {
    let shared = &call.shared;
    let (running, waiting) = shared.turns.counts();
    let text = shared.metrics.text(&Now {
        sandbox: shared.sandbox.stats(),
        running,
        waiting,
        streams: shared.streams_open(),
        workspaces_open: shared.workspaces_open(),
        source: (shared.workspaces.source()).map_or_else(Vec::new, |source| source.counters()),
    });
    Ok(respond::bytes(StatusCode::OK, metrics::MEDIA, text))
}

async fn document(call: Call) -> Result<Response, Problem> {
    Ok(respond::bytes(
        StatusCode::OK,
        respond::JSON,
        call.shared.document.as_bytes().to_vec(),
    ))
}

async fn page(call: Call) -> Result<Response, Problem> {
    if !call.shared.has_page {
        return Err(Problem::not_found("this server has no page"));
    }
    let mut response = respond::bytes(StatusCode::OK, HTML, PAGE);
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&page_policy()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in [
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// What the page may do: run the script that it came with, and ask this server. Nothing else is run or
/// loaded, whatever files hold.
fn page_policy() -> String {
    let hash = |tag: &str| {
        let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
        let text = PAGE
            .split_once(&open)
            .and_then(|(_, rest)| rest.split_once(&close));
        let text = text.map_or("", |(text, _)| text);
        STANDARD.encode(Sha256::digest(text))
    };
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash("script"),
        hash("style")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of files, names and errors becomes text of the page, and nothing else.
    #[test]
    fn the_page_makes_no_markup_of_what_it_shows() {
        assert_eq!(PAGE.matches("<script>").count(), 1);
        assert_eq!(PAGE.matches("<style>").count(), 1);
        for unsafe_word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "javascript:",
            "setAttribute(\"on",
            "localStorage",
            "<a href=\"http",
            " onclick=",
            " style=",
            "src=",
        ] {
            assert!(!PAGE.contains(unsafe_word), "{unsafe_word}");
        }
        let policy = page_policy();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'sha256-"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}
