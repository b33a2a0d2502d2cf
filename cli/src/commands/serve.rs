//! `serve` and `mcp-config`: the MCP server, and the configuration of its clients.

use std::io::{self, Write as _};
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use isolate_mcp::{Access, HttpOptions, Server, Stop, Token, check_address};
use isolate_tools::{Boundary, ExitCode, ToolSet};
use serde_json::json;

use super::Database;
use super::models::{sandbox, with_reach};
use super::output::{Refusal, Use, print_bytes};
use super::service::{self, Folder};
use crate::args::{Bounds, one_of};
use crate::functions::Outside;
use crate::input::{self, Bound};
use crate::preludes::Preludes;
use crate::reason;
use crate::report;
use crate::signals::Interruption;

#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    /// Which tools are listed: run (programs and reading), plain (everything but programs) or
    /// all
    #[arg(long, value_parser = one_of(&ToolSet::NAMES), default_value = "run")]
    tools: ToolSet,
    /// Refuse every change, and offer only tools and programs that read
    #[arg(long)]
    read_only: bool,
    /// Return file contents without delimiters, as structured content
    #[arg(long)]
    no_boundary: bool,
    /// Serve HTTP at this address instead of standard input and output: 8931, 127.0.0.1:8931;
    /// the endpoint is /mcp
    #[arg(long, value_name = "ADDR:PORT")]
    http: Option<String>,
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    web: Web,
    #[command(flatten)]
    preludes: Preludes,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    bounds: Bounds,
    #[command(flatten)]
    database: Database,
}

/// Authentication and names of a server over HTTP.
#[derive(Debug, clap::Args)]
struct Web {
    /// Require the token in this environment variable: Authorization: Bearer …
    #[arg(
        long,
        value_name = "NAME",
        requires = "http",
        conflicts_with = "token_file"
    )]
    token_env: Option<String>,
    /// Require the token in this file
    #[arg(long, value_name = "FILE", requires = "http")]
    token_file: Option<PathBuf>,
    /// Another host name of the server that requests may use (Host); may be repeated
    #[arg(long, value_name = "NAME", requires = "http")]
    allow_host: Vec<String>,
    /// Origin of web pages that may call the server, with scheme and port; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,
    /// URL of an OAuth authorization server, for the metadata; may be repeated
    #[arg(long, value_name = "URL", requires = "http")]
    authorization_server: Vec<String>,
    /// URL of the endpoint as clients know it, for the metadata
    #[arg(long, value_name = "URL", requires = "authorization_server")]
    resource_url: Option<String>,
}

impl Web {
    fn options(self) -> Result<HttpOptions, Refusal> {
        let mut options = HttpOptions::new()
            .access(self.access()?)
            .allowed_hosts(self.allow_host)
            .allowed_origins(self.allow_origin)
            .authorization_servers(self.authorization_server);
        if let Some(url) = self.resource_url {
            options = options.resource(url);
        }
        Ok(options)
    }

    /// The token is never an argument, because every process of the machine can read arguments.
    fn access(&self) -> Result<Access, Refusal> {
        let (text, place) = if let Some(name) = &self.token_env {
            let text = std::env::var(name).map_err(|_| {
                Refusal::usage(format!(
                    "--token-env: the environment variable {name} is not set: set it, for example with \
                     {name}=$(openssl rand -hex 32)"
                ))
            })?;
            (text, format!("--token-env {name}"))
        } else if let Some(path) = &self.token_file {
            let text = input::file(path, Bound::TOKEN)
                .map_err(|error| Refusal::usage(format!("--token-file: {error}")))?;
            (text, format!("--token-file {}", path.display()))
        } else {
            return Ok(Access::Open);
        };
        let token = Token::new(&text).map_err(|why| Refusal::usage(format!("{place}: {why}")))?;
        Ok(Access::Token(token))
    }
}

impl Serve {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let is_several = self.folder.data.is_some() || self.database.store.is_whole();
        if is_several && self.http.is_none() {
            return Err(Refusal::usage(
                "all workspaces of a store are served over HTTP: give --http ADDR:PORT, or --workspace NAME for one",
            ));
        }
        if !is_several {
            self.folder.refuse_for_one()?;
        }
        if let (true, Some(http)) = (is_several, &self.http) {
            self.refuse_with_data()?;
            let parts = service::Parts {
                folder: &self.folder,
                store: &self.database.store,
                address: address(http)?,
                hosts: self.web.allow_host.clone(),
                origins: self.web.allow_origin.clone(),
                preludes: &self.preludes,
                outside: &self.outside,
                bounds: &self.bounds,
            };
            return parts.serve();
        }
        let purpose = match self.read_only {
            true => Use::Look,
            false => Use::Create,
        };
        let boundary = match self.no_boundary {
            true => Boundary::None,
            false => Boundary::Tagged,
        };
        // What is wrong with the address is said before a database is made.
        let web = match &self.http {
            None => None,
            Some(text) => {
                let options = self.web.options()?;
                let address = address(text)?;
                check_address(address, &options).map_err(|fault| {
                    Refusal::usage(format!(
                        "--http: {fault}; --token-env NAME and --token-file FILE give a token"
                    ))
                })?;
                Some((service::listen(address)?, options))
            }
        };
        let tools = self
            .database
            .model_tools(purpose, boundary, self.tools, &self.bounds)?
            .with_sandbox(sandbox(&self.preludes)?);
        let reach = self.outside.open().map_err(Refusal::usage)?.map(Arc::new);
        let server = Server::new(with_reach(tools, reach.as_ref()));
        let stop = Stop::new();
        let at_signal = stop.clone();
        let interruption = Interruption::listen_with(move || at_signal.stop());
        let served = match web {
            None => server.run_stdio(&stop),
            Some((listener, options)) => server.run_http(listener, &options, &stop, |address| {
                let _ = writeln!(io::stderr(), "listening at http://{address}/mcp");
            }),
        };
        if let Some(reach) = reach {
            reach.close();
        }
        let ended = interruption.exit_code().unwrap_or(ExitCode::Success.code());
        Ok(report::written(served, ended))
    }
}

impl Serve {
    /// Refuses what belongs to one workspace or to its tools: a token says these for its workspaces.
    fn refuse_with_data(&self) -> Result<(), Refusal> {
        let Database {
            branch,
            policy,
            store,
            ..
        } = &self.database;
        for (is_given, option, way) in [
            (
                store.is_given() && !store.is_whole(),
                "--workspace",
                "all workspaces are served",
            ),
            (
                branch.is_some(),
                "--branch",
                "each request names its branch",
            ),
            (
                policy.is_some(),
                "--policy",
                "give it to a token: isolate-run token NAME --policy FILE",
            ),
            (
                self.read_only,
                "--read-only",
                "make tokens with --allow read",
            ),
            (self.no_boundary, "--no-boundary", "it is for one workspace"),
            (
                self.tools != ToolSet::Run,
                "--tools",
                "it is for one workspace",
            ),
            (
                self.bounds.cwd.is_some(),
                "--cwd",
                "it is for one workspace",
            ),
            (
                self.web.token_env.is_some() || self.web.token_file.is_some(),
                "a single token",
                "use --tokens FILE",
            ),
            (
                !self.web.authorization_server.is_empty(),
                "--authorization-server",
                "the library isolate-service takes tokens of others",
            ),
        ] {
            if is_given {
                return Err(Refusal::usage(format!(
                    "{option} does not go with a server of many workspaces: {way}"
                )));
            }
        }
        Ok(())
    }
}

/// Parses an address, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, Refusal> {
    let whole = match text.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => text.to_owned(),
    };
    let found = whole.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| {
        Refusal::usage(format!(
            "--http {text} is not an address: write a port, such as 8931, or an address with a port, \
             such as 127.0.0.1:8931"
        ))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Client {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
    Codex,
    Zed,
}

#[derive(Debug, clap::Args)]
pub(crate) struct McpConfig {
    /// The client that will use the tools
    #[arg(long, value_enum)]
    client: Client,
    /// SQLite file that holds the filesystem [default: ISOLATE_DB]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Which tools are listed: run, plain or all
    #[arg(long, value_parser = one_of(&ToolSet::NAMES), default_value = "run")]
    tools: ToolSet,
    /// Refuse every change
    #[arg(long)]
    read_only: bool,
    /// Name of the server in the client
    #[arg(long, value_name = "NAME", default_value = "isolate", value_parser = server_name)]
    name: String,
}

/// Checks for a name that needs no escapes in any format.
fn server_name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !text.is_empty() && text.len() <= 64 && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err("use 1 to 64 letters, digits, - and _".to_owned()),
    }
}

impl McpConfig {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let named = self.db.clone().or_else(super::default_database);
        let Some(database) = named else {
            return Err(Refusal::usage(
                "no database: give --db FILE, or set ISOLATE_DB".to_owned(),
            ));
        };
        input::check_database(&database).map_err(Refusal::usage)?;
        let command = std::env::current_exe().map_err(|cause| {
            Refusal::usage(format!(
                "cannot find the path of this command: {}",
                reason::of(&cause)
            ))
        })?;
        let command = text_of(&command)?;
        // A client starts it in a folder of its own.
        let database = std::path::absolute(&database).map_err(|cause| {
            Refusal::usage(format!("--db: no such path: {}", reason::of(&cause)))
        })?;
        let mut arguments = vec!["serve".to_owned(), "--db".to_owned(), text_of(&database)?];
        let mut sets = ToolSet::NAMES.into_iter();
        if let Some((name, _)) = sets.find(|(_, set)| *set == self.tools)
            && name != "run"
        {
            arguments.extend(["--tools".to_owned(), name.to_owned()]);
        }
        if self.read_only {
            arguments.push("--read-only".to_owned());
        }
        let text = form(self.client, &self.name, &command, &arguments);
        let place = format!("# {}\n", place(self.client));
        let _ = io::stderr().write_all(place.as_bytes());
        Ok(print_bytes(text.as_bytes(), ExitCode::Success.code()))
    }
}

fn text_of(path: &Path) -> Result<String, Refusal> {
    path.to_str().map(str::to_owned).ok_or_else(|| {
        Refusal::usage(format!(
            "the path {} is not UTF-8, so a configuration file cannot name it: move it",
            path.display()
        ))
    })
}

/// The configuration as a complete file of the client.
fn form(client: Client, name: &str, command: &str, arguments: &[String]) -> String {
    let started = json!({ "command": command, "args": arguments });
    let with_type = json!({ "type": "stdio", "command": command, "args": arguments });
    let (key, server) = match client {
        Client::ClaudeDesktop | Client::Cursor => ("mcpServers", started),
        Client::ClaudeCode => ("mcpServers", with_type),
        Client::Vscode => ("servers", with_type),
        Client::Zed => {
            let env = json!({ "command": command, "args": arguments, "env": {} });
            ("context_servers", env)
        }
        Client::Codex => return toml_form(name, command, arguments),
    };
    let mut servers = json!({});
    servers[name] = server;
    let mut whole = json!({});
    whole[key] = servers;
    format!("{whole:#}\n")
}

/// A JSON string is also a TOML string, except for escapes that TOML lacks. Those are written as
/// `\u`.
fn toml_form(name: &str, command: &str, arguments: &[String]) -> String {
    let arguments: Vec<String> = arguments.iter().map(|text| toml_text(text)).collect();
    format!(
        "[mcp_servers.{name}]\ncommand = {}\nargs = [{}]\n",
        toml_text(command),
        arguments.join(", ")
    )
}

fn toml_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Where the text belongs, and how the client loads it.
const fn place(client: Client) -> &'static str {
    match client {
        Client::ClaudeDesktop => {
            "claude_desktop_config.json (Settings, Developer, Edit Config); then restart Claude"
        }
        Client::ClaudeCode => ".mcp.json in the folder of the project; `claude mcp list` shows it",
        Client::Cursor => "~/.cursor/mcp.json, or .cursor/mcp.json in the folder of the project",
        Client::Vscode => {
            ".vscode/mcp.json in the workspace, or the command MCP: Open User Configuration"
        }
        Client::Codex => "~/.codex/config.toml",
        Client::Zed => "settings.json (zed: open settings)",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    /// A client reads the intended path, whatever characters it contains.
    #[test]
    fn every_form_is_read_back_as_it_was_meant() {
        let command = "/opt/a b/\"isolate\"\\run";
        let arguments = [
            "serve".to_owned(),
            "--db".to_owned(),
            "/d/\u{e9}\tx.sqlite".to_owned(),
        ];
        for (client, key) in [
            (Client::ClaudeDesktop, "mcpServers"),
            (Client::ClaudeCode, "mcpServers"),
            (Client::Cursor, "mcpServers"),
            (Client::Vscode, "servers"),
            (Client::Zed, "context_servers"),
        ] {
            let text = form(client, "isolate", command, &arguments);
            let read: Json = serde_json::from_str(&text).unwrap();
            let server = &read[key]["isolate"];
            assert_eq!(server["command"], command);
            assert_eq!(server["args"], json!(arguments));
        }
        let text = form(Client::Codex, "isolate", command, &arguments);
        assert_eq!(
            text,
            "[mcp_servers.isolate]\ncommand = \"/opt/a b/\\\"isolate\\\"\\\\run\"\n\
             args = [\"serve\", \"--db\", \"/d/\u{e9}\\u0009x.sqlite\"]\n"
        );
    }

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        assert_eq!(address("8931").ok().unwrap().to_string(), "127.0.0.1:8931");
        assert_eq!(address("[::1]:80").ok().unwrap().to_string(), "[::1]:80");
        assert!(address("70000").is_err() && address("nowhere").is_err());
    }
}
