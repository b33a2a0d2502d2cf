//! A connection to a server that is restored when it is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use isolate_host::FunctionError;
use rmcp::service::ServiceError;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};

use super::error::{ClientErrorKind, Fault};
use super::session::{Changes, Session};
use super::{Client, Endpoint, Settings, error};

/// The maximum number of pages of one list.
pub(super) const PAGES_MAX: usize = 1_000;

/// The delay after the second consecutive failure. It doubles with each further one.
const BACKOFF: Duration = Duration::from_secs(1);

/// The maximum delay.
const BACKOFF_MAX: Duration = Duration::from_secs(30);

/// A connection that is restored when it is lost.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) name: String,
    pub(super) endpoint: Endpoint,
    pub(super) settings: Settings,
    runtime: Handle,
    link: Mutex<Link>,
    /// The number of consecutive connections that failed or ended before any call was answered.
    failures: AtomicU32,
    pub(super) changes: Arc<Changes>,
}

/// The current session, or when and why there is none.
#[derive(Debug, Default)]
struct Link {
    session: Option<Arc<Session>>,
    not_before: Option<Instant>,
    reason: String,
}

impl Connection {
    /// Connects for the first time.
    pub(super) async fn begin(name: String, client: Client) -> Result<Self, Fault> {
        let connection = Self {
            name,
            endpoint: client.endpoint,
            settings: client.settings,
            runtime: Handle::current(),
            link: Mutex::default(),
            failures: AtomicU32::new(0),
            changes: Arc::default(),
        };
        let session = connection.begin_session().await?;
        connection.link.lock().await.session = Some(session);
        Ok(connection)
    }

    /// The current session, if there is one.
    pub(super) async fn present(&self) -> Option<Arc<Session>> {
        self.link.lock().await.session.clone()
    }

    /// Removes the current session. A later call begins a new one.
    pub(super) async fn take(&self) -> Option<Arc<Session>> {
        self.link.lock().await.session.take()
    }

    async fn begin_session(&self) -> Result<Arc<Session>, Fault> {
        let begun = Session::begin(&self.name, &self.endpoint, &self.settings, &self.changes).await;
        begun.map(Arc::new)
    }

    pub(super) async fn is_alive(&self) -> bool {
        let link = self.link.lock().await;
        link.session
            .as_ref()
            .is_some_and(|session| !session.is_closed())
    }

    /// The session for a call. Connects again if the connection is lost.
    async fn session_for_call(&self) -> Result<Arc<Session>, FunctionError> {
        self.session().await.map_err(|fault| {
            FunctionError::new(format!(
                "the server of {} is not there: {}",
                self.name,
                fault.whole()
            ))
            .with_code("ECONNREFUSED")
        })
    }

    /// The session. Connects again if the connection is lost.
    pub(super) async fn session(&self) -> Result<Arc<Session>, Fault> {
        let mut link = self.link.lock().await;
        if let Some(session) = &link.session {
            if !session.is_closed() {
                return Ok(Arc::clone(session));
            }
            let details = session.notes.summary(true).await;
            link.session = None;
            self.failed(&mut link, format!("it has ended{details}"));
        }
        let now = Instant::now();
        if let Some(at) = link.not_before.filter(|&at| at > now) {
            return Err(Fault::new(
                ClientErrorKind::Unreachable,
                format!(
                    "{}. It failed {} times in a row; it is tried again in {} ms",
                    link.reason,
                    self.failures.load(Ordering::SeqCst),
                    at.duration_since(now).as_millis(),
                ),
            ));
        }
        match self.begin_session().await {
            Ok(session) => {
                link.session = Some(Arc::clone(&session));
                // It may be another version of itself.
                self.changes.announce();
                Ok(session)
            }
            Err(fault) => {
                self.failed(&mut link, fault.whole());
                Err(fault)
            }
        }
    }

    /// Counts a failure. After the first the client reconnects at once, after further ones with a
    /// delay.
    fn failed(&self, link: &mut Link, reason: String) {
        let before = self.failures.fetch_add(1, Ordering::SeqCst);
        link.reason = reason;
        link.not_before = before.checked_sub(1).map(|doublings| {
            let wait = BACKOFF.saturating_mul(1 << doublings.min(16));
            Instant::now() + wait.min(BACKOFF_MAX)
        });
    }

    /// Runs an operation on the session and converts its errors.
    pub(super) async fn with_session<T, W>(
        &self,
        what: &str,
        work: impl FnOnce(Arc<Session>) -> W,
    ) -> Result<T, FunctionError>
    where
        W: Future<Output = Result<T, ServiceError>> + Send,
    {
        let session = self.session_for_call().await?;
        let cause = match work(Arc::clone(&session)).await {
            Ok(done) => {
                self.failures.store(0, Ordering::SeqCst);
                return Ok(done);
            }
            Err(cause) => cause,
        };
        let mut error = match &cause {
            ServiceError::McpError(error) => {
                self.failures.store(0, Ordering::SeqCst);
                return Err(error::of_answer(what, error.clone()));
            }
            ServiceError::TransportClosed => {
                let details = session.notes.summary(true).await;
                FunctionError::new(format!(
                    "{what}: the server ended while it worked on this call, and whether it was done is not known; the next call starts it again{details}"
                ))
                .with_code("ECONNRESET")
            }
            ServiceError::TransportSend(error) => {
                let details = session.notes.summary(session.is_closed()).await;
                let reason = error::of_transport(error).whole();
                FunctionError::new(format!(
                    "{what}: the server cannot be asked: {reason}{details}"
                ))
                .with_code("ECONNRESET")
            }
            ServiceError::UnexpectedResponse => FunctionError::new(format!(
                "{what}: the server answered something else than was asked for"
            ))
            .with_code("EBADMSG"),
            other => {
                FunctionError::new(format!("{what}: {other}")).with_code(error::PROTOCOL_ERROR)
            }
        };
        if error::ends_session(&cause) {
            self.lost(&session, &error.message).await;
        }
        error.message = session.notes.redacted(&error.message);
        Err(error)
    }

    /// Removes a lost session unless it has already been replaced.
    async fn lost(&self, session: &Arc<Session>, reason: &str) {
        let mut link = self.link.lock().await;
        let is_present = link
            .session
            .as_ref()
            .is_some_and(|present| Arc::ptr_eq(present, session));
        if is_present {
            link.session = None;
            self.failed(&mut link, reason.to_owned());
        }
    }

    /// Runs an operation on the runtime of the connection, so that any thread can wait for it. If
    /// the caller stops waiting, the operation is dropped and cancelled at the server.
    pub(super) fn on_runtime<T, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, FunctionError>> + Send + use<T, W>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, FunctionError>> + Send + 'static,
    {
        let (mut answer, answered) = oneshot::channel();
        self.runtime.spawn(async move {
            let done = tokio::select! {
                done = work => Some(done),
                () = answer.closed() => None,
            };
            if let Some(done) = done {
                let _ = answer.send(done);
            }
        });
        async move {
            answered.await.unwrap_or_else(|_| {
                let text = "the connection to the server has ended with its runtime";
                Err(FunctionError::new(text).with_code("ECONNRESET"))
            })
        }
    }
}
