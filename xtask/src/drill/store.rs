//! The store of a drill, behind what makes it fail.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::faults::Faults;
use crate::{python, root};

/// A store, until this is dropped.
pub(super) struct Store {
    pub(super) url: String,
    pub(super) environment: &'static [(&'static str, &'static str)],
    pub(super) faults: Faults,
    _server: Option<Server>,
}

impl Store {
    /// Installs the server of a store, if it has one.
    pub(super) fn install(kind: &str) -> Result<()> {
        match kind {
            "postgres" | "s3" => installed().map(drop),
            _ => Ok(()),
        }
    }

    pub(super) fn start(kind: &str, scratch: &Path, seed: u64) -> Result<Self> {
        let own = |url: String| Self {
            url,
            environment: &[],
            faults: Faults::none(),
            _server: None,
        };
        match kind {
            "folder" => Ok(own(format!("file://{}", scratch.join("store").display()))),
            "postgres" => {
                let data = scratch.join("postgres");
                let server = Server::start("postgres", &[&data.display().to_string()])?;
                let socket = data.join(".s.PGSQL.5432");
                ensure!(socket.exists(), "PostgreSQL has no {}", socket.display());
                let front = scratch.join("front");
                std::fs::create_dir(&front)?;
                let faults = Faults::of_socket(&front.join(".s.PGSQL.5432"), &socket, seed)?;
                let behind = format!("host={}", data.display());
                ensure!(
                    server.said.contains(&behind),
                    "PostgreSQL is at {}",
                    server.said
                );
                let before = format!("host={}", front.display());
                Ok(Self {
                    url: server.said.replace(&behind, &before),
                    environment: &[],
                    faults,
                    _server: Some(server),
                })
            }
            "s3" => {
                let server = Server::start("s3", &[])?;
                let address = format!("127.0.0.1:{}", server.said);
                super::faults::ask(&address, "PUT /bucket", &[])?;
                let faults = Faults::of_http(&address, seed)?;
                let port = faults.port();
                Ok(Self {
                    url: format!(
                        "s3://bucket/drill?endpoint=http://127.0.0.1:{port}&allow_http=true&region=us-east-1"
                    ),
                    environment: &[
                        ("AWS_ACCESS_KEY_ID", "drill"),
                        ("AWS_SECRET_ACCESS_KEY", "drill"),
                    ],
                    faults,
                    _server: Some(server),
                })
            }
            url => Ok(own(url.to_owned())),
        }
    }
}

/// Where the servers are.
fn servers() -> PathBuf {
    root().join("stores/tests/servers")
}

/// The Python that has what they need.
fn installed() -> Result<PathBuf> {
    let wanted = servers().join("requirements.txt");
    python::environment(&root().join("target/stores"), &[wanted])
}

/// A server in Python, which ends with its input.
struct Server {
    child: Child,
    /// What it has said when it was ready.
    said: String,
}

impl Server {
    fn start(name: &str, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new(installed()?)
            .arg(servers().join(format!("{name}.py")))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().context("the output of a server")?;
        let mut said = String::new();
        BufReader::new(output).read_line(&mut said)?;
        let said = said.trim_end().to_owned();
        ensure!(!said.is_empty(), "the server {name} does not start");
        Ok(Self { child, said })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ended = self.child.wait();
    }
}
