//! The server: offers the tools and files of a workspace to any number of clients.

mod approval;
mod blocking;
mod calls;
mod extension;
mod files;
mod handler;
mod held;
mod http;
mod limits;
mod listener;
mod message;
mod pipe;
mod prompts;
mod slot;
mod stop;
mod token;
mod tools;
mod traced;
mod turns;
mod uri;
mod watch;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use isolate_tools::Toolbox;
use rmcp::service::{ServerInitializeError, serve_server_with_ct};
use tokio::io::{AsyncRead, AsyncWrite};

pub use approval::{ApprovalError, ApprovalErrorKind, ask};
pub use extension::Extension;
pub use http::{AddressError, Endpoint, HttpOptions, check_address};
pub use limits::ServerLimits;
pub use listener::{BoundedListener, Busy, Connection, Peer};
pub use stop::Stop;
pub use token::{Access, Token, TokenError};
pub use turns::{ProgramTurn, ProgramTurns, TurnFuture};
pub use uri::workspace_uri;

use calls::{Calls, Running};
use handler::Handler;
use pipe::Pipe;
use traced::Traced;

/// The client for which a toolbox is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Caller {
    /// A client with a session: over a pipe, or over HTTP with `initialize`.
    Session,
    /// All clients without sessions (protocol versions from 2026-07-28 on). The toolbox is created
    /// once. They share it, including which files count as read and what `undo` without a run
    /// undoes.
    Sessionless,
}

/// An error of the embedder.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

type Toolboxes = dyn Fn(Caller) -> Result<Toolbox, BoxError> + Send + Sync;

/// Offers tools, files and prompts over MCP.
///
/// Cheap to clone. Clones share the limits on calls.
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

/// The state that all clients of a server share.
#[derive(Clone)]
struct Shared {
    toolboxes: Arc<Toolboxes>,
    /// The toolbox of the clients without sessions, created for the first of them.
    sessionless: Arc<Mutex<Option<Toolbox>>>,
    extensions: Vec<Arc<dyn Extension>>,
    limits: ServerLimits,
    calls: Arc<Calls>,
    turns: Option<Arc<dyn ProgramTurns>>,
    /// The calls of all clients that have not ended.
    running: Running,
}

impl Shared {
    fn open(&self, caller: Caller) -> Result<Toolbox, rmcp::ErrorData> {
        let failed = |error: BoxError| rmcp::ErrorData::internal_error(error.to_string(), None);
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
    /// Offers one toolbox. Each session has its own state: the files that it has read, and the
    /// changes that it can undo without a run.
    #[must_use]
    pub fn new(toolbox: Toolbox) -> Self {
        Self::with_toolboxes(move |_| Ok::<_, std::convert::Infallible>(toolbox.new_session()))
    }

    /// Offers a toolbox for each session, such as one over a separate workspace. If the function
    /// fails, the session does not begin, and the client receives the text of the error.
    #[must_use]
    pub fn with_toolboxes<E>(
        toolboxes: impl Fn(Caller) -> Result<Toolbox, E> + Send + Sync + 'static,
    ) -> Self
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let limits = ServerLimits::default();
        Self {
            shared: Arc::new(Shared {
                toolboxes: Arc::new(move |caller| toolboxes(caller).map_err(Into::into)),
                sessionless: Arc::default(),
                extensions: Vec::new(),
                calls: Arc::new(Calls::new(&limits)),
                turns: None,
                running: Running::default(),
                limits,
            }),
        }
    }

    /// Adds tools, resources and prompts of the embedder. If a name is used more than once, the
    /// first extension handles it; the tools of the workspace come last.
    #[must_use]
    pub fn with_extension(mut self, extension: impl Extension) -> Self {
        Arc::make_mut(&mut self.shared)
            .extensions
            .push(Arc::new(extension));
        self
    }

    /// Sets the limits. Must be called before the server is used.
    #[must_use]
    pub fn with_limits(mut self, limits: ServerLimits) -> Self {
        let shared = Arc::make_mut(&mut self.shared);
        shared.calls = Arc::new(Calls::new(&limits));
        shared.limits = limits;
        self
    }

    /// Lets the embedder give turns to calls that run programs. Such a call has no slot of
    /// [`ServerLimits::calls`](fn@ServerLimits::calls); other calls have one as before.
    #[must_use]
    pub fn with_turns(mut self, turns: impl ProgramTurns) -> Self {
        Arc::make_mut(&mut self.shared).turns = Some(Arc::new(turns));
        self
    }

    /// Serves one client: JSON-RPC, one message per line.
    ///
    /// At the end of the input, it first answers all running and waiting calls, each within its own
    /// limits. When it is stopped, it cancels them. No call is running when this returns.
    ///
    /// # Errors
    /// The output cannot be written while the session is initialized.
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
        let served = match serve_server_with_ct(Traced::new(handler, "pipe"), pipe, token).await {
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
