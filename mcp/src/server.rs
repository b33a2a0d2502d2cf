//! [`Server`]: one set of tools for any number of clients.

mod approval;
mod blocking;
mod calls;
mod extension;
mod files;
mod handler;
mod http;
mod limits;
mod listener;
mod message;
mod pipe;
mod prompts;
mod stop;
mod token;
mod tools;
mod uri;
mod watch;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use isolate_tools::Toolbox;
use rmcp::service::{ServerInitializeError, serve_server_with_ct};
use tokio::io::{AsyncRead, AsyncWrite};

pub use approval::ask;
pub use extension::Extension;
pub use http::{AddressError, HttpOptions, check_address};
pub use limits::ServerLimits;
pub use stop::Stop;
pub use token::{Access, Token, TokenError};
pub use uri::workspace_uri;

use calls::{Calls, Running};
use handler::Handler;
use pipe::Pipe;

/// Who wants tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Caller {
    /// A client that begins a session: over a pipe, or over HTTP with `initialize`.
    Session,
    /// Clients that speak without sessions, as versions from 2026-07-28 on do. They are asked for
    /// once and share the tools, and with them what counts as read and what `undo` takes back
    /// without an opId.
    Sessionless,
}

type Toolboxes = dyn Fn(Caller) -> Result<Toolbox, String> + Send + Sync;

/// Offers tools, files and prompts over the Model Context Protocol.
///
/// Cheap to clone; clones share the bounds on calls.
///
/// ```no_run
/// use isolate_host::{Sandbox, Workspace};
/// use isolate_mcp::{HttpOptions, Server, Stop};
/// use isolate_tools::{Settings, Toolbox};
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let workspace = Workspace::open("state.sqlite")?;
/// let tools = Toolbox::new(&workspace, &Settings::default())?.with_sandbox(Sandbox::new()?);
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8931").await?;
/// Server::new(tools).serve_http(listener, &HttpOptions::default(), &Stop::new()).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("limits", &self.shared.limits)
            .finish_non_exhaustive()
    }
}

/// What all clients of a server share.
#[derive(Clone)]
struct Shared {
    toolboxes: Arc<Toolboxes>,
    /// That of the clients without sessions, once one has come.
    sessionless: Arc<Mutex<Option<Toolbox>>>,
    extensions: Vec<Arc<dyn Extension>>,
    limits: ServerLimits,
    calls: Arc<Calls>,
    /// Calls of all clients that have not ended.
    running: Running,
}

impl Shared {
    fn open(&self, caller: Caller) -> Result<Toolbox, rmcp::ErrorData> {
        let failed = |why: String| rmcp::ErrorData::internal_error(why, None);
        if caller == Caller::Session {
            return (self.toolboxes)(caller).map_err(failed);
        }
        let mut known = self
            .sessionless
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(toolbox) = &*known {
            return Ok(toolbox.clone());
        }
        let toolbox = (self.toolboxes)(caller).map_err(failed)?;
        *known = Some(toolbox.clone());
        Ok(toolbox)
    }
}

impl Server {
    /// Offers one set of tools. Each session gets a memory of its own: what it has read, and what
    /// it can undo without an opId.
    #[must_use]
    pub fn new(toolbox: Toolbox) -> Self {
        Self::with_toolboxes(move |_| Ok(toolbox.new_session()))
    }

    /// Asks for the tools of every session anew, such as over a workspace of its own. An error is
    /// what the client is told.
    #[must_use]
    pub fn with_toolboxes(
        toolboxes: impl Fn(Caller) -> Result<Toolbox, String> + Send + Sync + 'static,
    ) -> Self {
        let limits = ServerLimits::default();
        Self {
            shared: Arc::new(Shared {
                toolboxes: Arc::new(toolboxes),
                sessionless: Arc::default(),
                extensions: Vec::new(),
                calls: Arc::new(Calls::new(&limits)),
                running: Running::new(),
                limits,
            }),
        }
    }

    /// Adds tools, resources and prompts of the embedder. Where names meet, the first extension is
    /// asked, and the tools of the workspace last.
    #[must_use]
    pub fn with_extension(mut self, extension: impl Extension) -> Self {
        Arc::make_mut(&mut self.shared)
            .extensions
            .push(Arc::new(extension));
        self
    }

    /// Sets the bounds. To be called before the server is used.
    #[must_use]
    pub fn with_limits(mut self, limits: ServerLimits) -> Self {
        let shared = Arc::make_mut(&mut self.shared);
        shared.calls = Arc::new(Calls::new(&limits));
        shared.limits = limits;
        self
    }

    /// Serves one client: JSON-RPC, one message a line.
    ///
    /// Ends at the end of the input, after the calls that run or wait have been answered, each
    /// within its own limits; or when it is stopped, which cancels them. In both cases no call
    /// runs any more when this returns.
    ///
    /// # Errors
    /// The output cannot be written while a client is greeted.
    pub async fn serve_pipe(
        &self,
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
        stop: &Stop,
    ) -> io::Result<()> {
        let handler = Handler::new(Arc::clone(&self.shared));
        let running = handler.running();
        let pipe = Pipe::new(input, output, &self.shared.limits, handler.ending());
        let token = stop.token().child_token();
        let served = match serve_server_with_ct(handler, pipe, token).await {
            Ok(service) => {
                let _ = service.waiting().await;
                Ok(())
            }
            Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
                Ok(())
            }
            Err(fault) => Err(io::Error::other(fault)),
        };
        running.none().await;
        served
    }
}
