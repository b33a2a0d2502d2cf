//! A connected server and its list of tools, which may change.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, Weak};
use std::time::Duration;

use isolate_host::{Functions, identifier, is_namespace_name};
use rmcp::model::{PaginatedRequestParams, Tool};

use super::Client;
use super::bind::{self, Listing};
use super::connection::{Connection, PAGES_MAX};
use super::error::{self, ClientError, ClientErrorKind, Fault};
use super::session::{Changes, Session};

/// The maximum number of tools of one server.
const TOOLS_MAX: usize = 10_000;

/// The maximum size of all tools of one server as JSON, in bytes.
const TOOLS_BYTES_MAX: usize = 32 << 20;

/// The delay after a change before the list is requested again: further changes join it.
const CHANGES_COLLECTED: Duration = Duration::from_millis(50);

/// The interval at which the follower checks whether the connection is still used.
const LOOKED_FOR: Duration = Duration::from_secs(30);

/// A connected server. Cheap to clone. The connection is closed when the last clone and the last
/// [`Functions`] with its tools are dropped.
#[derive(Clone, Debug)]
pub struct Connected {
    roll: Arc<Roll>,
}

/// A connection with the list of its tools. The functions hold only the connection, so that there
/// is no reference cycle.
#[derive(Debug)]
struct Roll {
    connection: Arc<Connection>,
    listing: RwLock<Arc<Listing>>,
    /// The number of changes that the list includes.
    listed: AtomicU64,
}

impl Connected {
    pub(super) async fn connect(client: Client, name: String) -> Result<Self, ClientError> {
        let failed = |fault| ClientError::new(name.as_str(), fault);
        if let Some(fault) = client.fault {
            return Err(failed(fault));
        }
        if !is_namespace_name(&name) {
            let text = format!(
                "its name is not valid as a namespace: use {:?}, for example",
                identifier(&name)
            );
            return Err(failed(Fault::new(ClientErrorKind::Configuration, text)));
        }
        let connection = Connection::begin(name.clone(), client)
            .await
            .map_err(failed)?;
        let changes = Arc::clone(&connection.changes);
        let roll = Arc::new(Roll {
            connection: Arc::new(connection),
            listing: RwLock::default(),
            listed: AtomicU64::new(0),
        });
        roll.relist().await.map_err(failed)?;
        tokio::spawn(follow(Arc::downgrade(&roll), changes));
        Ok(Self { roll })
    }

    /// The namespace of the tools.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.roll.connection.name
    }

    /// Adds the current tools as functions of the namespace. A server may change its tools later:
    /// to use the new list, create the `Functions` for each run.
    pub fn add_to(&self, functions: &mut Functions) {
        functions.extend(&self.roll.listing().functions);
    }

    /// The number of tools.
    #[must_use]
    pub fn tool_count(&self) -> usize {
        self.roll.listing().tool_count
    }

    /// Requests the list of tools again if the server has announced a change. Returns whether it
    /// has. Without this call, the list is updated shortly after each change.
    ///
    /// # Errors
    ///
    /// The connection is lost and cannot be restored, or the list cannot be read.
    pub async fn refresh(&self) -> Result<bool, ClientError> {
        if self.roll.is_current() {
            return Ok(false);
        }
        let listed = self.roll.relist().await;
        listed
            .map(|()| true)
            .map_err(|fault| ClientError::new(self.name(), fault))
    }

    /// The last 8 KiB that the current server process wrote to standard error. Empty for a URL.
    pub async fn stderr(&self) -> String {
        let session = self.roll.connection.present().await;
        session.map_or_else(String::new, |session| session.notes.stderr())
    }

    /// Closes the connection and waits until a server process has ended. The process is killed if
    /// it does not end within a few seconds. A later call connects again.
    pub async fn close(&self) {
        let session = self.roll.connection.take().await;
        let Some(session) = session else { return };
        session.service.cancellation_token().cancel();
        session.notes.wait_end().await;
    }
}

/// Updates the list after changes while the connection is used.
async fn follow(roll: Weak<Roll>, changes: Arc<Changes>) {
    loop {
        // A server that has ended announces nothing, so the loop also wakes up at intervals.
        let announced = tokio::time::timeout(LOOKED_FOR, changes.announced.notified()).await;
        if announced.is_ok() {
            tokio::time::sleep(CHANGES_COLLECTED).await;
        }
        let Some(roll) = roll.upgrade() else {
            return;
        };
        // Only a call restores a lost connection.
        if !roll.is_current() && roll.connection.is_alive().await {
            // If this fails, the list stays as it is, and the next call reports the error.
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

    /// Requests the list of tools.
    async fn relist(&self) -> Result<(), Fault> {
        let connection = &self.connection;
        let session = connection.session().await?;
        let count = connection.changes.count();
        let tools = tokio::time::timeout(connection.settings.connect_timeout, list(&session))
            .await
            .unwrap_or_else(|_| {
                let text = "it did not list its tools in time";
                Err(Fault::new(ClientErrorKind::Timeout, text))
            });
        let tools = match tools {
            Ok(tools) => tools,
            Err(fault) => {
                return Err(fault.noted(&session.notes, session.is_closed()).await);
            }
        };
        let info = session.peer().peer_info();
        let listing = bind::listing(connection, tools, info.as_deref());
        *self.listing.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(listing);
        self.listed.store(count, Ordering::SeqCst);
        Ok(())
    }
}

/// Reads all pages of the list of tools.
async fn list(session: &Session) -> Result<Vec<Tool>, Fault> {
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
        let page = page.map_err(|cause| error::of_list(&cause))?;
        bytes += serde_json::to_vec(&page.tools).map_or(0, |json| json.len());
        tools.extend(page.tools);
        if tools.len() > TOOLS_MAX || bytes > TOOLS_BYTES_MAX {
            return Err(Fault::protocol(format!(
                "it has more than {TOOLS_MAX} tools, or more than {} MiB of them",
                TOOLS_BYTES_MAX >> 20
            )));
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(tools);
        }
    }
    Err(Fault::protocol(format!(
        "its list of tools has more than {PAGES_MAX} pages"
    )))
}
