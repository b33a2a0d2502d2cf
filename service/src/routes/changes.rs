//! Changes of a workspace as events.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use isolate_tools::{Feed, Polled};
use tokio::task::JoinHandle;

use crate::call::Call;
use crate::problem::Problem;
use crate::query::{Kind, Parameter};
use crate::shared::{Missing, Shared};
use crate::sse::{self, Event, Source};
use crate::table::{Answer, Content, Header, Route, handler, route};

use super::history::BRANCH;

pub(crate) const ROUTES: &[Route] = &[Route {
    tag: "changes",
    query: &[
        BRANCH,
        Parameter {
            name: "after",
            kind: Kind::Number,
            what: "The run after which the changes begin. Default: the last one of now.",
        },
    ],
    headers: &[Header {
        name: "Last-Event-ID",
        is_number: true,
        what: "The id of the last event that the client has, which counts more than `after`.",
    }],
    answers: &[Answer {
        status: 200,
        what: "An event `change` for each path that any process changes, and `resync` where the history no \
               longer has all of them.",
        content: &[Content::Text(sse::MEDIA)],
    }],
    problems: &[404, 503],
    ..route(
        "GET",
        "/v1/workspaces/{name}/changes",
        "followChanges",
        "Follow the changes of a workspace: server-sent events",
        handler!(follow),
    )
}];

async fn follow(call: Call) -> Result<Response, Problem> {
    let after = match sse::last_id(&call.headers)? {
        Some(id) => Some(id),
        None => call.query.number("after"),
    };
    let permit = call.shared.stream()?;
    let workspace = call.on_branch(Missing::Refuse).await?;
    let same = workspace.clone();
    let feed = call.storage(&workspace, move |_| match after {
        None => Ok(Feed::from_now(&same)?),
        Some(run) => Ok(Feed::after(&same, i64::try_from(run).unwrap_or(i64::MAX))),
    });
    let changes = Changes {
        shared: Arc::clone(&call.shared),
        feed: Some(feed.await?),
        looking: None,
        every: call.shared.limits.look_every,
    };
    Ok(sse::respond(changes, call.shared.limits.keep_alive, permit))
}

/// The changes of a workspace.
struct Changes {
    shared: Arc<Shared>,
    feed: Option<Feed>,
    /// The look that is going on, which is kept when it is not awaited to its end.
    looking: Option<JoinHandle<(Feed, Result<Polled, isolate_tools::ToolError>)>>,
    every: Duration,
}

impl Source for Changes {
    async fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            if self.shared.is_ending() {
                return None;
            }
            if self.looking.is_none() {
                tokio::time::sleep(self.every).await;
                let mut feed = self.feed.take()?;
                self.looking = Some(tokio::task::spawn_blocking(move || {
                    let polled = feed.poll();
                    (feed, polled)
                }));
            }
            let (feed, polled) = self.looking.as_mut()?.await.ok()?;
            self.looking = None;
            self.feed = Some(feed);
            // A workspace that cannot be read now is looked at again.
            let Ok(polled) = polled else { continue };
            let events = events_of(&polled);
            if !events.is_empty() {
                return Some(events);
            }
        }
    }
}

/// The events of a look. The last of them has an id, if no more are to follow for its run: a client that
/// has lost the connection before gets them again.
fn events_of(polled: &Polled) -> Vec<Event> {
    let mut events = Vec::new();
    if polled.resync_required {
        events.push(Event {
            id: None,
            name: "resync",
            data: serde_json::json!({ "lastRun": polled.last_run }).to_string(),
        });
    }
    events.extend(polled.events.iter().map(|event| Event {
        id: None,
        name: "change",
        data: event.to_json().to_string(),
    }));
    if let Some(last) = events.last_mut().filter(|_| !polled.has_more) {
        last.id = u64::try_from(polled.last_run).ok();
    }
    events
}
