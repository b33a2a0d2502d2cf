//! A connected server, and its list of tools, which may change.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use isolate_host::{Functions, identifier, is_namespace_name};
use rmcp::model::{PaginatedRequestParams, Tool};
use rmcp::service::ServiceError;

use super::bind::{self, Listing};
use super::connection::{Connection, PAGES_MAX};
use super::session::{Changes, Session};
use super::{Client, ClientError, error};

/// Tools of one server.
const TOOLS_MAX: usize = 10_000;

/// Bytes of all tools of one server, as JSON.
const TOOLS_BYTES_MAX: usize = 32 << 20;

/// How long changes are collected before the list is asked for again.
const CHANGES_COLLECTED: Duration = Duration::from_millis(50);

/// How long the connection is watched before its users are looked for again.
const LOOKED_FOR: Duration = Duration::from_secs(30);

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
        let connection = Connection::begin(name.clone(), client)
            .await
            .map_err(fault)?;
        let changes = Arc::clone(&connection.changes);
        let roll = Arc::new(Roll {
            connection: Arc::new(connection),
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
        let session = self.roll.connection.present().await;
        session.map_or_else(String::new, |session| session.notes.stderr())
    }

    /// Ends the connection, and waits until a server process has ended, which is killed after a
    /// few seconds if need be. A later call connects again.
    pub async fn close(&self) {
        let session = self.roll.connection.take().await;
        let Some(session) = session else { return };
        session.service.cancellation_token().cancel();
        session.notes.wait_end().await;
    }
}

/// Follows the changes of the list as long as somebody uses the connection.
async fn follow(roll: Weak<Roll>, changes: Arc<Changes>) {
    loop {
        // A server that ended cannot tell; who is gone is looked for from time to time.
        let told = tokio::time::timeout(LOOKED_FOR, changes.told.notified()).await;
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
