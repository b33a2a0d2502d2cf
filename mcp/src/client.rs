//! Servers of the Model Context Protocol as functions of programs.

mod answer;
mod bind;
mod child;
mod command;
mod connected;
mod connection;
mod error;
mod lines;
mod notes;
mod pipe;
mod session;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use isolate_host::Functions;
use serde_json::Value as Json;

pub use command::{CommandError, split_command};
pub use connected::Connected;
pub use error::ClientError;

use notes::Notes;

/// Bytes of one message of a server, unless told otherwise.
const MESSAGE_BYTES_MAX: usize = 16 << 20;

/// How long a tool may take, unless told otherwise.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How long a server may take until it is ready, unless told otherwise: a package runner may
/// download it first.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(60);

/// A server of the Model Context Protocol, and how to reach it.
///
/// Connected, its tools become the functions of a namespace. One connection serves many runs and
/// many calls at the same time.
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
/// let run = Sandbox::new()?.run_with(&Workspace::memory()?, code, &options).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    place: Place,
    settings: Settings,
    /// The first mistake of what it was given; connecting tells it.
    fault: Option<String>,
}

/// Where a server is.
#[derive(Clone)]
enum Place {
    Command {
        argv: Vec<String>,
        environment: Vec<(String, String)>,
    },
    Http {
        url: String,
        headers: Vec<(HeaderName, HeaderValue)>,
    },
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither the environment nor the headers: they hold secrets.
        match self {
            Self::Command { argv, .. } => f.debug_tuple("Command").field(argv).finish(),
            Self::Http { url, .. } => f.debug_tuple("Http").field(url).finish(),
        }
    }
}

impl Place {
    /// Empty notes that tell none of what was given in confidence.
    fn notes(&self) -> Notes {
        match self {
            Self::Command { environment, .. } => {
                Notes::new(true, environment.iter().map(|(_, value)| value.clone()))
            }
            Self::Http { headers, .. } => {
                let values = headers.iter().filter_map(|(_, value)| value.to_str().ok());
                // `Bearer TOKEN`: the token alone, too.
                let words = values.flat_map(|value| {
                    [value]
                        .into_iter()
                        .chain(value.split_once(' ').map(|(_, token)| token))
                });
                Notes::new(false, words.map(str::to_owned))
            }
        }
    }
}

#[derive(Clone, Debug)]
struct Settings {
    timeout: Duration,
    connect_timeout: Duration,
    message_bytes: usize,
    is_destructive_approved: bool,
    elicitor: Option<Elicitor>,
}

impl Client {
    /// A server that is a command: its program and its arguments. It is started when it is
    /// connected, speaks over its standard streams, and ends with the last user of the connection.
    ///
    /// Its environment holds `PATH`, `HOME`, and what [`Client::env`] gives. [`split_command`]
    /// splits a command line.
    #[must_use]
    pub fn command(argv: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let argv: Vec<String> = argv.into_iter().map(Into::into).collect();
        let fault = argv.is_empty().then(|| "there is no command".to_owned());
        let place = Place::Command {
            argv,
            environment: Vec::new(),
        };
        Self::at(place, fault)
    }

    /// A server at an address (streamable HTTP).
    #[must_use]
    pub fn http(url: impl Into<String>) -> Self {
        let url = url.into();
        let is_url = reqwest::Url::parse(&url)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let fault =
            (!is_url).then(|| format!("{url:?} is no address such as https://example.com/mcp"));
        Self::at(
            Place::Http {
                url,
                headers: Vec::new(),
            },
            fault,
        )
    }

    const fn at(place: Place, fault: Option<String>) -> Self {
        Self {
            place,
            settings: Settings {
                timeout: TIMEOUT,
                connect_timeout: CONNECT_TIMEOUT,
                message_bytes: MESSAGE_BYTES_MAX,
                is_destructive_approved: false,
                elicitor: None,
            },
            fault,
        }
    }

    /// Gives a command a variable of its environment. The value is kept out of errors.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        let name = name.into();
        match &mut self.place {
            Place::Command { environment, .. } => environment.push((name, value.into())),
            Place::Http { .. } => {
                let fault = format!("it is an address, which has no environment for {name}");
                self.fault.get_or_insert(fault);
            }
        }
        self
    }

    /// Sends a header with every request to an address. The value is kept out of errors, and
    /// programs never see it.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        let made = (HeaderName::try_from(name), HeaderValue::try_from(value));
        match (&mut self.place, made) {
            (Place::Http { headers, .. }, (Ok(name), Ok(mut value))) => {
                value.set_sensitive(true);
                headers.push((name, value));
            }
            (Place::Http { .. }, (name, _)) => {
                let what = if name.is_err() { "name" } else { "value" };
                let fault = format!(
                    "the {what} of the header {name:?} cannot stand in a header",
                    name = name.map_or_else(|_| String::new(), |name| name.to_string())
                );
                self.fault.get_or_insert(fault);
            }
            (Place::Command { .. }, _) => {
                let fault = format!("it is a command, which takes no header {name:?}");
                self.fault.get_or_insert(fault);
            }
        }
        self
    }

    /// How long one tool may take. Beyond it the call fails with `ETIMEDOUT`, and the server is
    /// told that nobody waits any more; progress does not prolong it. Default: 60 s.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// How long the server may take until it is ready. Default: 60 s.
    #[must_use]
    pub const fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.settings.connect_timeout = timeout;
        self
    }

    /// Bytes of one message of the server. An answer beyond it fails its call; a message that goes
    /// on without an end ends the connection. Default: 16 MiB.
    #[must_use]
    pub const fn message_bytes(mut self, bytes: usize) -> Self {
        self.settings.message_bytes = bytes;
        self
    }

    /// Asks before each call of a tool that may destroy something by its own word: one that is
    /// neither marked as only reading nor as not destructive. Default: nobody is asked.
    #[must_use]
    pub const fn approve_destructive(mut self) -> Self {
        self.settings.is_destructive_approved = true;
        self
    }

    /// Answers questions of the server in the middle of a call (elicitation). Without this, they
    /// are declined; so are those that send the user to an address, and more than four at once.
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

    /// Connects, and asks for the tools. `name` is the namespace of programs.
    ///
    /// It needs a Tokio runtime, which goes on to serve the connection: calls work from any thread
    /// as long as it lives.
    ///
    /// # Errors
    ///
    /// A name that no namespace can have; a server that cannot be started or reached, refuses, is
    /// not ready in time, or does not answer as one.
    pub async fn connect(self, name: impl Into<String>) -> Result<Connected, ClientError> {
        Connected::connect(self, name.into()).await
    }
}

/// [`Functions`] with servers.
pub trait FunctionsExt {
    /// Connects a server, and adds its tools as the namespace `name`.
    ///
    /// # Errors
    ///
    /// Those of [`Client::connect`].
    fn mcp(
        &mut self,
        name: &str,
        client: Client,
    ) -> impl Future<Output = Result<Connected, ClientError>> + Send;
}

impl FunctionsExt for Functions {
    async fn mcp(&mut self, name: &str, client: Client) -> Result<Connected, ClientError> {
        let connected = client.connect(name).await?;
        connected.add_to(self);
        Ok(connected)
    }
}

/// A question of a server, in the middle of a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Elicitation {
    /// The name that the server was given.
    pub server: String,
    /// What it asks, in its own words.
    pub message: String,
    /// The JSON Schema of the answer: an object of plain members.
    pub schema: Json,
}

/// The answer to a question of a server.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitationAnswer {
    /// The answer, by the schema of the question.
    Accept(Json),
    /// The user does not want to answer.
    Decline,
    /// The user went away.
    Cancel,
}

type Asked = Pin<Box<dyn Future<Output = ElicitationAnswer> + Send>>;

/// Whom to ask.
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
