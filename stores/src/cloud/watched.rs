//! What a store has answered to a request.
//!
//! `object_store` keeps the status to itself, and by its errors a conflict is the same as an object
//! that is there. So its client is watched: the last answer of a call decides what is known.

use std::cell::Cell;
use std::future::Future;

use async_trait::async_trait;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
    ReqwestConnector,
};

/// The outcome of the last request of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// None was sent.
    Nothing,
    /// One was sent, and has no answer yet.
    Sent,
    /// It has an answer, with this status.
    Status(u16),
    /// It has none.
    Failed(HttpErrorKind),
}

impl Seen {
    /// Whether a create was refused because the object is there, or another create is under way.
    pub(super) fn is_taken(self) -> bool {
        matches!(self, Self::Status(304 | 409 | 412))
    }
}

tokio::task_local! {
    static SEEN: Cell<Seen>;
}

/// A call, and what was seen of its last request.
pub(super) async fn watched<T>(call: impl Future<Output = T>) -> (T, Seen) {
    let watched = async {
        let output = call.await;
        (output, SEEN.try_with(Cell::get).unwrap_or(Seen::Nothing))
    };
    SEEN.scope(Cell::new(Seen::Nothing), watched).await
}

/// Notes what is seen, if a call is watched.
fn note(seen: Seen) {
    // A client may also be used for credentials, before any call.
    let _ = SEEN.try_with(|cell| cell.set(seen));
}

/// Makes clients that are watched.
#[derive(Debug)]
pub(super) struct Watching;

#[derive(Debug)]
struct Watched(HttpClient);

impl HttpConnector for Watching {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = ReqwestConnector::default().connect(options)?;
        Ok(HttpClient::new(Watched(client)))
    }
}

#[async_trait]
impl HttpService for Watched {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        note(Seen::Sent);
        let answer = self.0.execute(request).await;
        note(match &answer {
            Ok(response) => Seen::Status(response.status().as_u16()),
            Err(error) => Seen::Failed(error.kind()),
        });
        answer
    }
}
