//! The client: the tools of MCP servers as functions of programs.

mod answer;
mod bind;
mod child;
mod command;
mod connected;
mod connection;
mod error;
mod exact;
mod lines;
mod mend;
mod notes;
mod pipe;
mod session;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use isolate_host::{Functions, Secrets};
use serde_json::Value as Json;

pub use command::{CommandError, split_command};
pub use connected::Connected;
pub use error::{ClientError, ClientErrorKind};

use error::Fault;
use notes::Notes;

/// The default of [`Client::message_bytes_max`].
const MESSAGE_BYTES_MAX: usize = 16 << 20;

/// The default of [`Client::timeout`].
const TIMEOUT: Duration = Duration::from_secs(60);

/// The default of [`Client::connect_timeout`]: a package runner may have to download the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

/// Configures a connection to an MCP server.
///
/// Once connected, the tools of the server are the functions of a namespace. One connection serves
/// any number of runs and concurrent calls.
///
/// ```no_run
/// use isolate_host::{Functions, RunOptions, Sandbox, Workspace};
/// use isolate_mcp::Client;
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let server = Client::command(["npx", "-y", "@modelcontextprotocol/server-github"])
///     .env("GITHUB_PERSONAL_ACCESS_TOKEN", std::env::var("TOKEN")?)
///     .connect("github")
///     .await?;
/// let mut functions = Functions::new();
/// server.add_to(&mut functions);
/// let options = RunOptions::new().functions(functions);
/// let code = "async () => github.search_repositories({ query: 'isolate' })";
/// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    endpoint: Endpoint,
    settings: Settings,
    /// The first error of the configuration, which `connect` returns.
    fault: Option<Fault>,
}

/// The location of a server.
#[derive(Clone)]
enum Endpoint {
    Command {
        argv: Vec<String>,
        environment: Vec<(String, String)>,
    },
    Http {
        url: String,
        headers: Vec<(HeaderName, HeaderValue)>,
    },
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither the environment nor the headers: they hold secrets.
        match self {
            Self::Command { argv, .. } => f.debug_tuple("Command").field(argv).finish(),
            Self::Http { url, .. } => f.debug_tuple("Http").field(url).finish(),
        }
    }
}

impl Endpoint {
    /// The values of the environment and of headers.
    fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::new();
        match self {
            Self::Command { environment, .. } => {
                environment.iter().for_each(|(_, value)| secrets.add(value));
            }
            Self::Http { headers, .. } => {
                let values = headers.iter().filter_map(|(_, value)| value.to_str().ok());
                values.for_each(|value| secrets.add(value));
            }
        }
        secrets
    }

    /// Empty notes that hide these values.
    fn notes(&self) -> Notes {
        Notes::new(matches!(self, Self::Command { .. }), self.secrets())
    }
}

#[derive(Clone, Debug)]
struct Settings {
    timeout: Duration,
    connect_timeout: Duration,
    message_bytes: usize,
    asks_before_destructive: bool,
    elicitor: Option<Elicitor>,
}

impl Client {
    /// A server that runs as a child process: a program and its arguments. Connecting starts it. It
    /// communicates over its standard streams and is ended when the connection is no longer used.
    ///
    /// Its environment contains `PATH`, `HOME`, and the variables set with [`Client::env`].
    /// [`split_command`] splits a command line.
    #[must_use]
    pub fn command(argv: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let argv: Vec<String> = argv.into_iter().map(Into::into).collect();
        let fault = argv
            .is_empty()
            .then(|| misconfigured("the command is empty"));
        let endpoint = Endpoint::Command {
            argv,
            environment: Vec::new(),
        };
        Self::at(endpoint, fault)
    }

    /// A server at a URL (streamable HTTP).
    #[must_use]
    pub fn http(url: impl Into<String>) -> Self {
        let url = url.into();
        let is_url = reqwest::Url::parse(&url)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let fault = (!is_url).then(|| {
            misconfigured(format!(
                "{url:?} is not an address such as https://example.com/mcp"
            ))
        });
        Self::at(
            Endpoint::Http {
                url,
                headers: Vec::new(),
            },
            fault,
        )
    }

    const fn at(endpoint: Endpoint, fault: Option<Fault>) -> Self {
        Self {
            endpoint,
            settings: Settings {
                timeout: TIMEOUT,
                connect_timeout: CONNECT_TIMEOUT,
                message_bytes: MESSAGE_BYTES_MAX,
                asks_before_destructive: false,
                elicitor: None,
            },
            fault,
        }
    }

    /// Sets an environment variable of a command. Errors never contain the value.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let name = name.into();
        match &mut self.endpoint {
            Endpoint::Command { environment, .. } => environment.push((name, value.into())),
            Endpoint::Http { .. } => {
                let text = format!("it is an address, which has no environment for {name}");
                self.fault.get_or_insert(misconfigured(text));
            }
        }
        self
    }

    /// Sends a header with every request to a URL. Errors never contain the value, and programs
    /// cannot read it.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let made = (HeaderName::try_from(name), HeaderValue::try_from(value));
        match (&mut self.endpoint, made) {
            (Endpoint::Http { headers, .. }, (Ok(name), Ok(mut value))) => {
                value.set_sensitive(true);
                headers.push((name, value));
            }
            (Endpoint::Http { .. }, (name, _)) => {
                let what = if name.is_err() { "name" } else { "value" };
                let text = format!(
                    "the {what} of the header {name:?} is not valid in a header",
                    name = name.map_or_else(|_| String::new(), |name| name.to_string())
                );
                self.fault.get_or_insert(misconfigured(text));
            }
            (Endpoint::Command { .. }, _) => {
                let text = format!("it is a command, which takes no header {name:?}");
                self.fault.get_or_insert(misconfigured(text));
            }
        }
        self
    }

    /// The time limit of one call of a tool. A call that exceeds it fails with `ETIMEDOUT` and is
    /// cancelled at the server. Progress notifications do not extend it. Default: 60 s.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// The time limit for connecting, including the start of a command. Default: 60 s.
    #[must_use]
    pub const fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.settings.connect_timeout = timeout;
        self
    }

    /// The maximum size of one message of the server, in bytes. A response that exceeds it fails
    /// its call; a message that exceeds it many times over closes the connection. Default: 16 MiB.
    #[must_use]
    pub const fn message_bytes(mut self, bytes: usize) -> Self {
        self.settings.message_bytes = bytes;
        self
    }

    /// Requires an approval of each call of a tool that may be destructive: a tool whose annotations
    /// mark it neither as read-only nor as not destructive. Default: no approval is required.
    #[must_use]
    pub const fn ask_before_destructive(mut self) -> Self {
        self.settings.asks_before_destructive = true;
        self
    }

    /// Answers questions that the server asks during a call (elicitation). Default: every question
    /// is declined. Questions that open a URL, and more than four questions at a time, are always
    /// declined.
    #[must_use]
    pub fn on_elicitation<F, R>(mut self, ask: F) -> Self
    where
        F: Fn(Elicitation) -> R + Send + Sync + 'static,
        R: Future<Output = ElicitationAnswer> + Send + 'static,
    {
        self.settings.elicitor = Some(Elicitor {
            ask: Arc::new(move |question| Box::pin(ask(question))),
        });
        self
    }

    /// Connects and lists the tools. `name` is the namespace of the functions.
    ///
    /// Must be called within a Tokio runtime, which also drives the connection afterwards. Calls
    /// work from any thread while the runtime exists.
    ///
    /// # Errors
    ///
    /// The name is not a valid namespace, or the server cannot be started or reached, refuses the
    /// connection, is not ready in time, or does not follow the protocol. See [`ClientErrorKind`].
    pub async fn connect(self, name: impl Into<String>) -> Result<Connected, ClientError> {
        Connected::connect(self, name.into()).await
    }
}

fn misconfigured(text: impl Into<String>) -> Fault {
    Fault::new(ClientErrorKind::Configuration, text)
}

/// Adds MCP servers to [`Functions`].
pub trait FunctionsExt {
    /// Connects to a server and adds its tools as the namespace `name`.
    ///
    /// # Errors
    ///
    /// Those of [`Client::connect`].
    fn add_mcp(
        &mut self,
        name: &str,
        client: Client,
    ) -> impl Future<Output = Result<Connected, ClientError>> + Send;
}

impl FunctionsExt for Functions {
    async fn add_mcp(&mut self, name: &str, client: Client) -> Result<Connected, ClientError> {
        let connected = client.connect(name).await?;
        connected.add_to(self);
        Ok(connected)
    }
}

/// A question that a server asks during a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Elicitation {
    /// The name that the server was given.
    pub server: String,
    /// The message of the server.
    pub message: String,
    /// The JSON Schema of the answer: an object whose members are not nested.
    pub schema: Json,
}

/// The answer to a question of a server.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ElicitationAnswer {
    /// The answer, which matches the schema of the question.
    Accept(Json),
    /// The user declined to answer.
    Decline,
    /// The user dismissed the question.
    Cancel,
}

type Asked = Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>>;

/// The function that answers questions.
#[derive(Clone)]
struct Elicitor {
    ask: Arc<dyn Fn(Elicitation) -> Asked + Send + Sync>,
}

impl Elicitor {
    fn ask(&self, question: Elicitation) -> Asked {
        (self.ask)(question)
    }
}

impl fmt::Debug for Elicitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Elicitor")
    }
}
