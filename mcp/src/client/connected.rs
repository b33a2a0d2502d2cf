//! A connected server: calls, lost connections, and a list of tools that may change.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

use isolate_host::{FunctionError, Functions, identifier, is_namespace_name};
use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::ServiceError;
use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};

use super::bind::{self, Listing};
use super::session::{Changes, Session};
use super::{Client, ClientError, Place, Settings, error};

/// Tools of one server.
const TOOLS_MAX: usize = 10_000;

/// Pages of one list.
pub(super) const PAGES_MAX: usize = 1_000;

/// Bytes of all tools of one server, as JSON.
const TOOLS_BYTES_MAX: usize = 32 << 20;

/// How long changes are collected before the list is asked for again.
const CHANGES_COLLECTED: Duration = Duration::from_millis(50);

/// The wait after the second failure in a row; it doubles with each further one.
const BACKOFF: Duration = Duration::from_secs(1);

/// The longest wait.
const BACKOFF_MAX: Duration = Duration::from_secs(30);

/// A connected server. Cheap to clone; the connection ends with the last clone and the last
/// [`Functions`] that hold its tools.
#[derive(Clone, Debug)]
pub struct Connected {
    roll: Arc<Roll>,
}

/// A connection with the list of its tools. The functions of the list hold the connection alone,
/// so that nothing here holds itself.
#[derive(Debug)]
struct Roll {
    connection: Arc<Connection>,
    listing: RwLock<Arc<Listing>>,
    /// How many changes the list knows.
    listed: AtomicU64,
}

/// A connection, which is made again when it is lost.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) name: String,
    place: Place,
    pub(super) settings: Settings,
    runtime: Handle,
    link: Mutex<Link>,
    /// Connections in a row that failed, or that ended without one answered call.
    failures: AtomicU32,
    changes: Arc<Changes>,
}

/// The present connection, and when and why there is none.
#[derive(Debug, Default)]
struct Link {
    session: Option<Arc<Session>>,
    not_before: Option<Instant>,
    reason: String,
}

impl Connected {
    pub(super) async fn connect(client: Client, name: String) -> Result<Self, ClientError> {
        let fault = |message: String| ClientError {
            server: name.clone(),
            message,
        };
        if let Some(message) = client.fault {
            return Err(fault(message));
        }
        if !is_namespace_name(&name) {
            return Err(fault(format!(
                "a namespace cannot be called so: call it {:?}, for instance",
                identifier(&name)
            )));
        }
        let connection = Arc::new(Connection {
            name: name.clone(),
            place: client.place,
            settings: client.settings,
            runtime: Handle::current(),
            link: Mutex::default(),
            failures: AtomicU32::new(0),
            changes: Arc::default(),
        });
        let session = connection.begin().await.map_err(fault)?;
        connection.link.lock().await.session = Some(session);
        let changes = Arc::clone(&connection.changes);
        let roll = Arc::new(Roll {
            connection,
            listing: RwLock::default(),
            listed: AtomicU64::new(0),
        });
        roll.relist().await.map_err(fault)?;
        tokio::spawn(follow(Arc::downgrade(&roll), changes));
        Ok(Self { roll })
    }

    /// The namespace of its tools.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.roll.connection.name
    }

    /// Adds the tools as they are known now, as functions of the namespace. A server may change
    /// its tools: functions that are made for each run follow it.
    pub fn add_to(&self, functions: &mut Functions) {
        functions.extend(&self.roll.listing().functions);
    }

    /// How many tools it has.
    #[must_use]
    pub fn tool_count(&self) -> usize {
        self.roll.listing().tool_count
    }

    /// Asks for the tools again if the server has told of a change since, and answers whether it
    /// has. Changes are also followed without this, a moment later.
    ///
    /// # Errors
    ///
    /// The connection is lost and cannot be made again, or the list cannot be read.
    pub async fn refresh(&self) -> Result<bool, ClientError> {
        if self.roll.is_current() {
            return Ok(false);
        }
        let listed = self.roll.relist().await;
        listed.map(|()| true).map_err(|message| ClientError {
            server: self.name().to_owned(),
            message,
        })
    }

    /// What the present server process wrote to standard error, at most its last 8 KiB; empty for
    /// an address.
    pub async fn stderr(&self) -> String {
        let link = self.roll.connection.link.lock().await;
        let session = link.session.as_ref();
        session.map_or_else(String::new, |session| session.notes.stderr())
    }

    /// Ends the connection, and waits until a server process has ended, which is killed after a
    /// few seconds if need be. A later call connects again.
    pub async fn close(&self) {
        let session = self.roll.connection.link.lock().await.session.take();
        let Some(session) = session else { return };
        session.service.cancellation_token().cancel();
        session.notes.wait_end().await;
    }
}

/// Follows the changes of the list as long as somebody uses the connection.
async fn follow(roll: Weak<Roll>, changes: Arc<Changes>) {
    loop {
        // A server that ended cannot tell; who is gone is looked for from time to time.
        let told = tokio::time::timeout(BACKOFF_MAX, changes.told.notified()).await;
        if told.is_ok() {
            tokio::time::sleep(CHANGES_COLLECTED).await;
        }
        let Some(roll) = roll.upgrade() else {
            return;
        };
        // A connection that is lost is made again by a call, not by this.
        if !roll.is_current() && roll.connection.is_alive().await {
            // The list stays as it was where this fails; the next call tells why.
            let _ = roll.relist().await;
        }
    }
}

impl Roll {
    fn listing(&self) -> Arc<Listing> {
        let listing = self.listing.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&listing)
    }

    fn is_current(&self) -> bool {
        self.listed.load(Ordering::SeqCst) == self.connection.changes.count()
    }

    /// Asks for the tools.
    async fn relist(&self) -> Result<(), String> {
        let connection = &self.connection;
        let session = connection.session().await.map_err(|error| error.message)?;
        let count = connection.changes.count();
        let tools = tokio::time::timeout(connection.settings.connect_timeout, list(&session))
            .await
            .unwrap_or_else(|_| Err("it did not tell its tools in time".to_owned()));
        let tools = match tools {
            Ok(tools) => tools,
            Err(fault) => {
                let text = format!("{fault}{}", session.notes.told(session.is_closed()).await);
                return Err(session.notes.redacted(&text));
            }
        };
        let info = session.peer().peer_info();
        let listing = bind::listing(connection, tools, info.as_deref());
        *self.listing.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(listing);
        self.listed.store(count, Ordering::SeqCst);
        Ok(())
    }
}

impl Connection {
    async fn begin(&self) -> Result<Arc<Session>, String> {
        let begun = Session::begin(&self.name, &self.place, &self.settings, &self.changes).await;
        begun.map(Arc::new)
    }

    async fn is_alive(&self) -> bool {
        let link = self.link.lock().await;
        link.session
            .as_ref()
            .is_some_and(|session| !session.is_closed())
    }

    /// The connection, made again if it is lost.
    async fn session(&self) -> Result<Arc<Session>, FunctionError> {
        let mut link = self.link.lock().await;
        if let Some(session) = &link.session {
            if !session.is_closed() {
                return Ok(Arc::clone(session));
            }
            let told = session.notes.told(true).await;
            link.session = None;
            self.failed(&mut link, format!("it has ended{told}"));
        }
        let now = Instant::now();
        if let Some(at) = link.not_before.filter(|&at| at > now) {
            return Err(self.unreachable(&format!(
                "{}. It failed {} times in a row; it is tried again in {} ms",
                link.reason,
                self.failures.load(Ordering::SeqCst),
                at.duration_since(now).as_millis(),
            )));
        }
        match self.begin().await {
            Ok(session) => {
                link.session = Some(Arc::clone(&session));
                // It may be another version of itself.
                self.changes.tell();
                Ok(session)
            }
            Err(reason) => {
                self.failed(&mut link, reason.clone());
                Err(self.unreachable(&reason))
            }
        }
    }

    /// One more failure: the first is made up for at once, further ones after a while.
    fn failed(&self, link: &mut Link, reason: String) {
        let before = self.failures.fetch_add(1, Ordering::SeqCst);
        link.reason = reason;
        link.not_before = before.checked_sub(1).map(|doublings| {
            let wait = BACKOFF.saturating_mul(1 << doublings.min(16));
            Instant::now() + wait.min(BACKOFF_MAX)
        });
    }

    fn unreachable(&self, reason: &str) -> FunctionError {
        FunctionError::new(format!(
            "the server of {} is not there: {reason}",
            self.name
        ))
        .with_code("ECONNREFUSED")
    }

    /// Does something with the connection, and says what became of it.
    pub(super) async fn with_session<T, W>(
        &self,
        what: &str,
        work: impl FnOnce(Arc<Session>) -> W,
    ) -> Result<T, FunctionError>
    where
        W: Future<Output = Result<T, ServiceError>> + Send,
    {
        let session = self.session().await?;
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
                let told = session.notes.told(true).await;
                FunctionError::new(format!(
                    "{what}: the server ended while it worked on this call, and whether it was done is not known; the next call starts it again{told}"
                ))
                .with_code("ECONNRESET")
            }
            ServiceError::TransportSend(error) => {
                let told = session.notes.told(session.is_closed()).await;
                let reason = error::of_transport(error);
                FunctionError::new(format!(
                    "{what}: the server cannot be asked: {reason}{told}"
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

    /// Forgets a connection that is lost, unless there is another one already.
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

    /// Does something on the runtime of the connection, so that any thread can wait for it. When
    /// nobody waits any more, it is dropped, and the server is told.
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

/// All tools of a server, page by page.
async fn list(session: &Session) -> Result<Vec<Tool>, String> {
    let info = session.peer().peer_info();
    if info.is_some_and(|info| info.capabilities.tools.is_none()) {
        return Ok(Vec::new());
    }
    let mut tools: Vec<Tool> = Vec::new();
    let mut bytes = 0_usize;
    let mut cursor = None;
    for _ in 0..PAGES_MAX {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        let page = session.peer().list_tools(Some(params)).await;
        let page = page.map_err(|cause| match &cause {
            ServiceError::McpError(error) => {
                format!("it does not tell its tools: {}", error::of_protocol(error))
            }
            ServiceError::TransportSend(error) => error::of_transport(error),
            other => format!("it does not tell its tools: {other}"),
        })?;
        bytes += serde_json::to_vec(&page.tools).map_or(0, |json| json.len());
        tools.extend(page.tools);
        if tools.len() > TOOLS_MAX || bytes > TOOLS_BYTES_MAX {
            return Err(format!(
                "it has more than {TOOLS_MAX} tools, or more than {} MiB of them",
                TOOLS_BYTES_MAX >> 20
            ));
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(tools);
        }
    }
    Err(format!("its list of tools has more than {PAGES_MAX} pages"))
}
