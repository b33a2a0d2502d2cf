//! Flags that give programs access to the outside: MCP servers, services with an OpenAPI document,
//! and `fetch`.
//!
//! Without such flags no runtime and no thread is started.

mod net;

use std::time::Duration;

use isolate_host::Functions;
use isolate_mcp::{Client, ClientError, Connected, split_command};
use tokio::runtime::Runtime;

use crate::reason;

/// The time that the servers have to end when the command ends.
const END: Duration = Duration::from_secs(8);

/// Functions of programs, by flags.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Functions of programs")]
pub(crate) struct Outside {
    /// Provide the tools of an MCP server as `NAME.tool({ … })`: a command, or https://…
    #[arg(long, hide_short_help = true, value_name = "NAME=SERVER")]
    mcp: Vec<String>,

    /// Pass an environment variable to the MCP server NAME
    #[arg(long, hide_short_help = true, value_name = "NAME=VAR")]
    mcp_env: Vec<String>,

    /// Send a header to the MCP server NAME; ${VAR} is an environment variable
    #[arg(long, hide_short_help = true, value_name = "NAME=HEADER: VALUE")]
    mcp_header: Vec<String>,

    /// Provide the operations of an OpenAPI 3 document as `NAME.operation({ … })`
    #[arg(long, hide_short_help = true, value_name = "NAME=FILE")]
    openapi: Vec<String>,

    /// Allow `fetch` to send requests such as `GET https://api.example.com/items/**`
    #[arg(long, hide_short_help = true, value_name = "RULE")]
    allow_net: Vec<String>,

    /// Send a header to an allowed origin, hidden from programs; ${VAR} as above
    #[arg(long, hide_short_help = true, value_name = "ORIGIN=HEADER: VALUE")]
    net_header: Vec<String>,
}

/// The functions of the flags, and their connections.
pub(crate) struct Reach {
    functions: Functions,
    servers: Vec<Connected>,
    runtime: Runtime,
}

impl Outside {
    fn is_empty(&self) -> bool {
        let Self {
            mcp,
            mcp_env,
            mcp_header,
            openapi,
            allow_net,
            net_header,
        } = self;
        [mcp, mcp_env, mcp_header, openapi, allow_net, net_header]
            .iter()
            .all(|given| given.is_empty())
    }

    /// Connects to the servers of the flags. `None` without flags. An error is a message for the user.
    pub(crate) fn open(&self) -> Result<Option<Reach>, String> {
        if self.is_empty() {
            return Ok(None);
        }
        let clients = self.clients()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("functions")
            .enable_all()
            .build()
            .map_err(|cause| {
                format!("cannot start threads for the functions of programs: {cause}")
            })?;
        let mut functions = Functions::new();
        runtime.block_on(async { net::add(self, &mut functions) })?;
        let mut reach = Reach {
            functions,
            servers: Vec::new(),
            runtime,
        };
        let connecting: Vec<_> = clients
            .into_iter()
            .map(|(name, client)| reach.runtime.spawn(client.connect(name)))
            .collect();
        let mut complaint = None;
        for one in connecting {
            match reach.runtime.block_on(one) {
                Ok(Ok(server)) => reach.servers.push(server),
                Ok(Err(error)) => {
                    complaint.get_or_insert_with(|| unconnected(&error));
                }
                Err(failed) => {
                    complaint.get_or_insert(format!("--mcp: {failed}"));
                }
            }
        }
        match complaint {
            None => Ok(Some(reach)),
            Some(complaint) => {
                reach.close();
                Err(complaint)
            }
        }
    }

    /// The servers of the flags, before they are connected.
    fn clients(&self) -> Result<Vec<(String, Client)>, String> {
        let mut clients: Vec<(String, Client)> = Vec::new();
        for given in &self.mcp {
            let form = "write --mcp NAME=COMMAND, such as --mcp 'github=npx -y server-github', or --mcp NAME=https://example.com/mcp";
            let (name, server) = named(given)
                .ok_or_else(|| format!("--mcp {given:?} does not name a server: {form}"))?;
            if clients.iter().any(|(known, _)| known == name) {
                return Err(format!(
                    "--mcp names {name} twice: give each server its own name"
                ));
            }
            let client = match server.starts_with("http://") || server.starts_with("https://") {
                true => Client::http(server),
                false => Client::command(
                    split_command(server).map_err(|fault| format!("--mcp {name}: {fault}"))?,
                ),
            };
            clients.push((name.to_owned(), client));
        }
        for given in &self.mcp_env {
            let form = "write --mcp-env NAME=VAR, with the name of a server and that of a variable, such as --mcp-env github=GITHUB_TOKEN";
            let (name, variable) =
                named(given).ok_or_else(|| format!("--mcp-env {given:?} is not valid: {form}"))?;
            let value = environment(variable, &format!("--mcp-env {given}"))?;
            change(&mut clients, "--mcp-env", name, |client| {
                client.env(variable, value)
            })?;
        }
        for given in &self.mcp_header {
            // The value may be a secret: no message repeats it.
            let form = "write --mcp-header 'NAME=HEADER: VALUE', such as --mcp-header 'github=Authorization: Bearer ${GITHUB_TOKEN}'";
            let parts = named(given).and_then(|(name, line)| {
                let (header, value) = line.split_once(':')?;
                Some((name, header.trim(), value.trim()))
            });
            let (name, header, value) =
                parts.ok_or_else(|| format!("a --mcp-header is not valid: {form}"))?;
            let value = filled(value, &format!("--mcp-header {name}={header}"))?;
            change(&mut clients, "--mcp-header", name, |client| {
                client.header(header, &value)
            })?;
        }
        Ok(clients)
    }
}

/// Splits `NAME=REST`. Neither part may be empty.
fn named(given: &str) -> Option<(&str, &str)> {
    let (name, rest) = given.split_once('=')?;
    let (name, rest) = (name.trim(), rest.trim());
    (!name.is_empty() && !rest.is_empty()).then_some((name, rest))
}

/// Updates the server of this name.
fn change(
    clients: &mut [(String, Client)],
    flag: &str,
    name: &str,
    with: impl FnOnce(Client) -> Client,
) -> Result<(), String> {
    let known: Vec<String> = clients.iter().map(|(known, _)| known.clone()).collect();
    let Some((_, client)) = clients.iter_mut().find(|(known, _)| known == name) else {
        return Err(format!(
            "{flag}: there is no --mcp {name}; the servers are: {}",
            if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            }
        ));
    };
    *client = with(client.clone());
    Ok(())
}

fn environment(variable: &str, flag: &str) -> Result<String, String> {
    std::env::var(variable)
        .ok()
        .filter(|value| !value.is_empty())
        .ok_or_else(|| format!("{flag}: the environment variable {variable} is not set"))
}

/// Replaces `${VAR}` by the environment variable.
fn filled(text: &str, flag: &str) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let (variable, after) = after
            .split_once('}')
            .ok_or_else(|| format!("{flag}: ${{ without }}"))?;
        filled.push_str(before);
        filled.push_str(&environment(variable, flag)?);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Why a server is not connected, with the causes.
fn unconnected(error: &ClientError) -> String {
    let mut text = format!("--mcp {}: {}", error.server(), error.reason());
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let reason = match cause.downcast_ref::<std::io::Error>() {
            Some(cause) => reason::of(cause),
            None => cause.to_string(),
        };
        text.push_str(": ");
        text.push_str(&reason);
        source = cause.source();
    }
    text
}

impl Reach {
    /// The current functions: servers may have changed their tools.
    pub(crate) fn functions(&self) -> Functions {
        let mut functions = self.functions.clone();
        for server in &self.servers {
            server.add_to(&mut functions);
        }
        functions
    }

    /// Closes the connections and waits for server processes to end.
    pub(crate) fn close(&self) {
        self.runtime.block_on(async {
            let closing: Vec<_> = self
                .servers
                .iter()
                .map(|server| {
                    let server = server.clone();
                    tokio::spawn(async move { server.close().await })
                })
                .collect();
            let all = async {
                for one in closing {
                    let _ = one.await;
                }
            };
            let _ = tokio::time::timeout(END, all).await;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Outside, filled, named};

    #[test]
    fn names_are_split_from_their_values() {
        assert_eq!(named("a=b c=d"), Some(("a", "b c=d")));
        for wrong in ["a", "=b", "a=", " = "] {
            assert_eq!(named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn variables_are_filled_in() {
        assert_eq!(filled("Bearer x", "f").as_deref(), Ok("Bearer x"));
        let path = std::env::var("PATH").unwrap_or_default();
        assert_eq!(filled("a ${PATH} b", "f"), Ok(format!("a {path} b")));
        assert!(filled("${PATH", "f").is_err());
        let error = filled("${ISOLATE_NO_SUCH}", "f").expect_err("it is not set");
        assert_eq!(
            error,
            "f: the environment variable ISOLATE_NO_SUCH is not set"
        );
    }

    #[test]
    fn a_header_without_a_server_is_refused() {
        let outside = Outside {
            net_header: vec!["https://a.b=X: y".to_owned()],
            ..Outside::default()
        };
        let error = outside.open().err().unwrap_or_default();
        assert!(error.contains("--allow-net"), "{error}");
    }

    #[test]
    fn nothing_is_opened_without_flags() {
        assert!(Outside::default().open().is_ok_and(|reach| reach.is_none()));
    }
}
